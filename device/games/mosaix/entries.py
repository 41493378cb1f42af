"""The entries of a MOSAIX game's log as text, one line each, in a form that stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from device.games.mosaix.match import Entry, Match
from engine.mosaix import (
    Correct,
    Enter,
    Lay,
    NotationError,
    Redo,
    Skip,
    Start,
    Stop,
    Undo,
    parse_board,
    parse_entry,
    parse_figure,
    parse_symbol,
    replay,
    symbol_name,
)
from engine.mosaix.game import Deed, LogEntry
from engine.mosaix.paper import Begin, Counted, Finish, PaperEntry, replay_paper

_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


def log_name(entry: Entry) -> str:
    """The text that `parse_log` reads back."""
    match entry:
        case Start(centres, first):
            return f"start {''.join(map(symbol_name, centres))} {first + 1}"
        case Begin(players, first):
            return f"paper {players} {first + 1}"
        case Lay(figure):
            return f"lay {figure}"
        case Enter(player, entered):
            return f"enter {player + 1} {entered}"
        case Skip(player):
            return f"skip {player + 1}"
        case Stop():
            return "stop"
        case Finish():
            return "finish"
        case Counted(player, board):
            return f"count {player + 1} {board}"
        case Undo(depth):
            return f"undo {depth}"
        case Redo(depth):
            return f"redo {depth}"
        case Correct(turn, deed):
            return f"correct {turn} {log_name(deed)}"


def parse_log(text: str) -> Entry:
    """The entry that `text` says; raises NotationError."""
    try:
        return _parse(text)
    except NotationError:
        raise
    except ValueError as no:
        raise NotationError(f"{text[:80]!r} is no entry of a log: {no}") from None


def _parse(text: str) -> Entry:
    match text.split(" "):
        case ["start", centres, first]:
            return Start(tuple(map(parse_symbol, centres)), _number(first) - 1)
        case ["paper", players, first]:
            return Begin(_number(players), _number(first) - 1)
        case ["stop"]:
            return Stop()
        case ["finish"]:
            return Finish()
        case ["count", player, board]:
            return Counted(_number(player) - 1, parse_board(board))
        case ["undo", depth]:
            return Undo(_number(depth))
        case ["redo", depth]:
            return Redo(_number(depth))
        case ["correct", turn, *deed]:
            return Correct(_number(turn), _parse_deed(deed, text))
        case words:
            return _parse_deed(words, text)


def _parse_deed(words: list[str], text: str) -> Deed:
    match words:
        case ["lay", figure]:
            return Lay(parse_figure(figure))
        case ["enter", player, entered]:
            return Enter(_number(player) - 1, parse_entry(entered))
        case ["skip", player]:
            return Skip(_number(player) - 1)
    raise NotationError(f"{text[:80]!r} is no entry of a log")


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(f"{text[:20]!r} is no number from 1 to 999999")
    return int(text)


def match_of(entries: Iterable[Entry]) -> Match:
    """The game that a log tells; raises what its entries deserve."""
    log = list(entries)
    if log and isinstance(log[0], Begin):
        return replay_paper(_all(PaperEntry, log))
    return replay(_all(LogEntry, log))


def _all(kinds: object, log: list[Entry]) -> Iterator[Any]:
    for entry in log:
        if not isinstance(entry, kinds):  # type: ignore[arg-type]  # a union of classes
            raise NotationError(f"{log_name(entry)!r} belongs to another kind of game")
        yield entry
