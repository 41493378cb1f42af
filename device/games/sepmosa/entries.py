"""The entries of a game's log as text, one line each, in a form that stays."""

from __future__ import annotations

import re

from engine.history import Redo, Undo
from engine.sepmosa import (
    Draw,
    NotationError,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Win,
    move_name,
    parse_move,
    parse_tile,
    tile_name,
)
from engine.sepmosa.game import Correct, LogEntry
from engine.sepmosa.table import Faces

_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
IDENTICAL = "identical-allowed"  # the house rule for S8
_PLAYERS = {"1": Player.ONE, "2": Player.TWO}


def entry_name(entry: LogEntry) -> str:
    """The text that `parse_entry` reads back."""
    match entry:
        case Start(first, racks, target, allows_identical):
            faces = [_faces(rack) for rack in racks or ()]
            house = [IDENTICAL] if allows_identical else []
            return " ".join(["start", str(first + 1), str(target), *faces, *house])
        case Draw(tile):
            return f"draw {tile_name(tile)}" if tile else "draw"
        case Play(move):
            return f"play {move_name(move)}"
        case Reshuffle():
            return "reshuffle"
        case Reset():
            return "reset"
        case Win(player):
            return f"win {player + 1}"
        case Undo(depth):
            return f"undo {depth}"
        case Redo(depth):
            return f"redo {depth}"
        case Correct(turn, move):
            return f"correct {turn} {move_name(move)}"
    raise TypeError(f"{entry!r} is no entry of a log")


def parse_entry(text: str) -> LogEntry:
    """The entry that `text` says; raises NotationError."""
    match text.split(" "):
        case ["start", first, target, *rest]:
            return _parse_start(first, target, rest)
        case ["draw"]:
            return Draw()
        case ["draw", tile]:
            return Draw(parse_tile(tile))
        case ["play", move]:
            return Play(parse_move(move))
        case ["reshuffle"]:
            return Reshuffle()
        case ["reset"]:
            return Reset()
        case ["win", player]:
            return Win(_player(player))
        case ["undo", depth]:
            return Undo(_number(depth))
        case ["redo", depth]:
            return Redo(_number(depth))
        case ["correct", turn, move]:
            return Correct(_number(turn), parse_move(move))
    raise NotationError(f"{text[:80]!r} is no entry of a log")


def _parse_start(first: str, target: str, rest: list[str]) -> Start:
    allows_identical = rest[-1:] == [IDENTICAL]
    match rest[:-1] if allows_identical else rest:
        case []:
            racks = None
        case [one, two]:
            racks = _parse_faces(one), _parse_faces(two)
        case _:
            raise NotationError("a start names both racks or none")
    return Start(_player(first), racks, _number(target), allows_identical)


def _faces(tiles: Faces) -> str:
    return ",".join(map(tile_name, tiles)) or "-"


def _parse_faces(text: str) -> Faces:
    return () if text == "-" else tuple(map(parse_tile, text.split(",")))


def _player(text: str) -> Player:
    player = _PLAYERS.get(text)
    if player is None:
        raise NotationError(f"{text[:20]!r} is no player: write 1 or 2")
    return player


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(f"{text[:20]!r} is no number from 1 to 999999")
    return int(text)
