"""A game of SEPMOSA as an onlooker sees it: the table alone, no rack and no face put aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from device.core.table_state import TableState
from device.games.sepmosa.story import Story, Told, story_of, turns_of
from device.games.sepmosa.ui.move_marks import Deed, deed_of, tell
from device.games.sepmosa.ui.words import Words
from device.locale import Language
from device.share.seen import Json, Onlooker, Result, checked_head
from engine.sepmosa import (
    Draw,
    Game,
    NotationError,
    Pass,
    Play,
    Start,
    Step,
    Table,
    apply,
    cell_name,
    mosaic_names,
    move_name,
    parse_cell,
    parse_mosaic,
    parse_tile,
    tile_name,
)
from engine.sepmosa.game import Correct, LogEntry
from engine.sepmosa.notation import parse_log_line
from engine.sepmosa.record import Record, write_record
from engine.sepmosa.table import EMPTY_TABLE
from engine.sepmosa.values import Cell

STATES = {
    Step.OVER: TableState.OVER,
    Step.RESET: TableState.RESET,
    Step.RESHUFFLE: TableState.RESET,
}


@dataclass(frozen=True, slots=True)
class SeenSepmosa:
    """A game replayed from what the table showed."""

    game: Game[Table]

    def grown(self, entries: Sequence[str]) -> Self:
        """The game with further entries of its log; raises ValueError or IndexError."""
        game = self.game
        for text in entries:
            game = game.append(shown_entry(parse_log_line(text)))
        return replace(self, game=game)

    @property
    def state(self) -> TableState:
        return STATES.get(self.game.state.step, TableState.PLAYING)

    @property
    def turn(self) -> int:
        table = self.game.state
        return max(1, table.turn - (table.step is Step.OVER))

    @property
    def player(self) -> int | None:
        table = self.game.state
        return None if table.step is Step.OVER else int(table.player)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.game.state.scores

    @property
    def winners(self) -> tuple[int, ...]:
        table = self.game.state
        return (int(table.player),) if table.step is Step.OVER else ()

    @property
    def target(self) -> int | None:
        return self.game.state.target

    def table(self) -> Json:
        """The mosaic, what floats in it, what the last turn touched, and counts."""
        table = self.game.state
        last = _deed_of(self._story[-1]) if self._story else Deed()
        return {
            "mosaic": mosaic_names(table.mosaic),
            "floating": _names(table.mosaic.floating),
            "last": _names({*last.laid, *last.gone}),
            "line": _names(last.line),
            "stock": table.stock,
            "played": list(map(tile_name, table.played)),
        }

    def notation(self) -> tuple[str, ...]:
        """Every move and shuffle that stands."""
        return tuple(map(_told_name, self._story))

    def curve(self) -> list[tuple[int, ...]]:
        """The scores after 0, 1, 2 … turns."""
        return [(0, 0), *(told.scores for told in turns_of(self._story))]

    def moves(self, language: Language, newest: int | None = None) -> list[Json]:
        """Turns and shuffles with what each changed on the mosaic."""
        words = Words(language)
        story = self._story if newest is None else self._story[-newest:]
        return [_told_json(told, words) for told in story]

    def record(self, names: Sequence[str], begun: str) -> str:
        """The text record; `sepmosa replay` reads it."""
        header = {"Date": begun[:10] or "?"}
        header |= {f"Player{at}": name or "?" for at, name in enumerate(names, 1)}
        return write_record(Record(self.game, header))

    @property
    def _story(self) -> Story:
        return story_of(self.game)


def begin(_names: Sequence[str]) -> SeenSepmosa:
    """A game of which nothing is known yet."""
    return SeenSepmosa(Game(EMPTY_TABLE, EMPTY_TABLE))


def result(summary: Json) -> Result | None:
    """What a summary tells; None if it cannot be understood."""
    match summary:
        case {
            "scores": [int(one), int(two)],
            "turns": int(turns),
            "winner": 0 | 1 | None as winner,
        }:
            winners = () if winner is None else (winner,)
            return Result((one, two), winners, turns, winner is not None)
    return None


def shown_entry(entry: LogEntry) -> LogEntry:
    """An entry without the faces that only a player or nobody has seen."""
    match entry:
        case Start():
            return replace(entry, racks=None)
        case Draw():
            return Draw()
        case Play(Pass()):
            return Play(Pass())
        case Correct(turn, Pass()):
            return Correct(turn, Pass())
    return entry


def _told_json(told: Told, words: Words) -> Json:
    name = _told_name(told)
    if told.move is None:
        emptied = _names(set(told.before)) if told.is_reset else []
        text = words(f"history.{name}")
        return {"move": name, "text": text, "scores": told.scores, "gone": emptied}
    deed = deed_of(told.before, told.move)
    after = apply(told.before, told.move)
    return {
        "turn": told.turn,
        "player": int(told.player),
        "move": name,
        "points": told.points,
        "text": tell(words, told.before, told.move),
        "scores": told.scores,
        "laid": {cell_name(cell): tile_name(tile) for cell, tile in deed.laid.items()},
        "gone": _names(deed.gone),
        "line": _names(deed.line),
        "floating": _names(after.floating),
    }


def _told_name(told: Told) -> str:
    if told.move is not None:
        return move_name(told.move)
    return "reset" if told.is_reset else "reshuffle"


def _deed_of(told: Told) -> Deed:
    """What a turn did to the mosaic; nothing for a shuffle."""
    return Deed() if told.move is None else deed_of(told.before, told.move)


def _names(cells: Sequence[Cell] | frozenset[Cell] | set[Cell]) -> list[str]:
    return sorted(map(cell_name, cells))


# What others say of a game


def checked_sepmosa(told: Json) -> Json | None:
    """A live view that may come from anybody, with nothing but what belongs there; None if that
    cannot be drawn."""
    head = checked_head(told, seats=(2,))
    match told:
        case {"mosaic": dict(mosaic), "stock": int(stock), "played": list(played)} if head:
            try:
                names = mosaic_names(parse_mosaic(mosaic))
                tiles = list(map(tile_name, map(parse_tile, played)))
            except (NotationError, TypeError):
                return None
            lists = {name: checked_cells(told.get(name)) for name in ("floating", "last", "line")}
            return {**head, "mosaic": names, **lists, "stock": stock, "played": tiles}
    return None


def checked_cells(cells: object) -> list[str]:
    """Names of cells; none where it is anything else."""
    try:
        return [cell_name(parse_cell(cell)) for cell in cells] if isinstance(cells, list) else []
    except (NotationError, TypeError):
        return []


ONLOOKER = Onlooker(begin, result, checked_sepmosa)
