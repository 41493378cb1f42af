"""A game of MOSAIX as an onlooker sees it: every board that the device keeps, and the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from device.core.model import OpenGame
from device.core.table_state import TableState
from device.games.mosaix.exports import record_of
from device.games.mosaix.match import (
    boards_of,
    figure_of,
    figures_of,
    holder_of,
    is_over,
    scores_of,
)
from device.locale import Language
from device.share.seen import Json, Onlooker, Result, checked_head
from device.share.words import ShareWords
from engine.mosaix import (
    CENTRE,
    SYMBOLS,
    Board,
    Enter,
    Game,
    Lay,
    NotationError,
    Skip,
    Table,
    board_name,
    cell_name,
    cells_in,
    count,
    entry_name,
    figure_name,
    new_board,
    parse_board,
    parse_figure,
    score,
    symbol_name,
    winners,
    zones,
)
from engine.mosaix.notation import AnyLogEntry, Match, match_of, parse_log_line
from engine.mosaix.paper import Counted, Paper, PaperEvent, PaperTable
from engine.mosaix.table import PLAYERS, Event


@dataclass(frozen=True, slots=True)
class SeenMosaix:
    """A game replayed from its log; nothing in it is hidden."""

    names: tuple[str, ...]
    entries: tuple[AnyLogEntry, ...]
    match: Match

    def grown(self, entries: Sequence[str]) -> Self:
        """The game with further entries of its log; raises ValueError or IndexError."""
        whole = (*self.entries, *map(parse_log_line, entries))
        return replace(self, entries=whole, match=match_of(whole))

    @property
    def state(self) -> TableState:
        return TableState.OVER if is_over(self.match) else TableState.PLAYING

    @property
    def turn(self) -> int:
        laid = len(figures_of(self.match))
        return max(1, laid if self.state is TableState.OVER or self._waiting else laid + 1)

    @property
    def player(self) -> int | None:
        if not self.match.events or self.state is TableState.OVER:
            return None
        return holder_of(self.match)

    @property
    def scores(self) -> tuple[int, ...]:
        return scores_of(self.match)

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.scores) if self.state is TableState.OVER else ()

    @property
    def target(self) -> int | None:
        return None

    def table(self) -> Json:
        """The boards, the figure laid last, who has yet to enter it; in the end the count."""
        boards = boards_of(self.match)
        figure = figure_of(self.match)
        shown: Json = {
            "boards": [board and board_name(board) for board in boards],
            "start": [board and board_name(_wiped(board)) for board in boards],
            "figure": figure and figure_name(figure),
            "waiting": sorted(self._waiting),
        }
        if self.state is TableState.OVER:
            shown["zones"] = [board and _counting(board) for board in boards]
            shown["counts"] = [board and _count_json(board) for board in boards]
        return shown

    def notation(self) -> tuple[str, ...]:
        """Every figure, entry and count that stands."""
        return tuple(_told_name(told) for told in self._told())[1:]

    def curve(self) -> list[tuple[int, ...]]:
        """The scores after 0, 1, 2 … turns; nothing where boards lie on the table."""
        if isinstance(self.match, Paper):
            return []
        told = list(self._told())
        begun = [each.scores for each, following in pairwise(told) if following.turn > each.turn]
        return [*begun, *(each.scores for each in told[-1:])]

    def moves(self, language: Language, newest: int | None = None) -> list[Json]:
        """Figures laid and entries made, with what each added to a board."""
        words = ShareWords(language, self.names)
        told = list(self._told())[1:]  # the first began the game
        return [_told_json(each, words) for each in (told if newest is None else told[-newest:])]

    def record(self, names: Sequence[str], begun: str) -> str:
        """The text record."""
        return record_of(OpenGame(0, tuple(names), self.match, begun))

    @property
    def _waiting(self) -> frozenset[int]:
        return frozenset() if isinstance(self.match, Paper) else self.match.table.waiting

    def _told(self) -> Iterator[_Told]:
        """Every event that stands."""
        state: Table | PaperTable = self.match.initial
        scores, turn = _scores(state), 0
        for event in self.match.events:
            holder = _holder(state)
            state = state.advance(event)  # type: ignore[arg-type]  # each game has its own events
            turn += isinstance(event, Lay)
            before, scores = scores, _scores(state)
            player = event.player if isinstance(event, Enter | Skip | Counted) else holder
            gain = scores[player] - before[player] if before else 0
            yield _Told(event, turn, player, gain, scores)


def begin(names: Sequence[str]) -> SeenMosaix:
    """A game of which nothing is known yet."""
    return SeenMosaix(tuple(names), (), Game())


def result(summary: Json) -> Result | None:
    """What a summary tells; None if it cannot be understood."""
    match summary:
        case {"scores": [int(), *_] as scores, "turns": int(turns), "is_over": bool(is_over)}:
            if all(isinstance(each, int) for each in scores):
                return Result(tuple(scores), winners(scores) if is_over else (), turns, is_over)
    return None


@dataclass(frozen=True, slots=True)
class _Told:
    """An event, in which turn, whose it was, and what it was worth."""

    event: Event | PaperEvent
    turn: int
    player: int
    gain: int
    scores: tuple[int, ...]  # after it


def _holder(state: Table | PaperTable) -> int:
    """Who has the dice."""
    if isinstance(state, PaperTable):
        return (state.first + len(state.figures)) % max(1, state.players)
    return state.player


def _scores(state: Table | PaperTable) -> tuple[int, ...]:
    """What each board is worth; 0 for one that is not counted yet."""
    return tuple(0 if board is None else score(board) for board in state.boards)


def _wiped(board: Board) -> Board:
    """The board with nothing but its printed centre."""
    centre = board[CENTRE]
    if centre is None:
        raise ValueError("a board has a printed centre")
    return new_board(centre, board.boxes is not None)


def _counting(board: Board) -> list[str]:
    """The cells of all zones that count."""
    return [
        cell_name(cell) for zone in zones(board) if zone.counts for cell in cells_in(zone.cells)
    ]


def _count_json(board: Board) -> list[Json]:
    """The table of the count."""
    return [
        {"symbol": symbol_name(line.symbol), "zones": line.zones, "cells": line.cells}
        for line in count(board).lines
    ]


def _told_name(told: _Told) -> str:
    seat = told.player + 1
    match told.event:
        case Lay(figure):
            return figure_name(figure)
        case Enter(_, entry):
            return f"{seat}:{entry_name(entry)}"
        case Skip():
            return f"{seat}:-"
        case Counted(_, board):
            return f"{seat}:{board_name(board)}"
        case _:
            return "stop"


def _told_json(told: _Told, words: ShareWords) -> Json:
    key, more = _told_words(told)
    shown: Json = {"turn": told.turn, "player": told.player, "move": _told_name(told)}
    if isinstance(told.event, Enter | Counted):
        shown["points"] = told.gain
    text = words(f"mosaix.{key}", name=words.player(told.player))
    return {**shown, "text": text, "scores": told.scores, **more}


def _told_words(told: _Told) -> tuple[str, Json]:
    """The key of the words for it, and what it put on a board."""
    match told.event:
        case Lay():
            return "laid", {}
        case Enter(_, entry):
            cells = {
                cell_name(cell): symbol_name(symbol)
                for symbol, marks in zip(SYMBOLS, entry.marks, strict=True)
                for cell in cells_in(marks)
            }
            return "entered", {"entered": cells}
        case Skip():
            return "skipped", {}
        case Counted():
            return "counted", {}
        case _:
            return "stopped", {}


# What others say of a game


def checked_mosaix(told: Json) -> Json | None:
    """A live view that may come from anybody, with nothing but what belongs there; None if that
    cannot be drawn."""
    head = checked_head(told, seats=PLAYERS)
    match told:
        case {"boards": list(boards), "figure": str() | None as figure} if head:
            if len(boards) != len(head["names"]):
                return None
            try:
                texts = [None if board is None else str(parse_board(board)) for board in boards]
                laid = None if figure is None else figure_name(parse_figure(figure))
            except (NotationError, TypeError):
                return None
            return {**head, "boards": texts, "figure": laid, "waiting": []}
    return None


ONLOOKER = Onlooker(begin, result, checked_mosaix)
