"""Text for every value of SEPMOSA, and back: tiles, cells, moves, mosaics, entries of a log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.log_lines import NUMBER, Field, LogLines, parse_number
from engine.sepmosa.errors import NotationError
from engine.sepmosa.game import Correct, LogEntry
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.table import Draw, Faces, Play, Player, Reset, Reshuffle, Start, Win
from engine.sepmosa.values import (
    JOKER,
    JOKER_CELL,
    KINDS,
    REMOVE,
    REMOVE_THREE,
    ROWS,
    SHIFT,
    AnyTile,
    Cell,
    Joker,
    Move,
    Pass,
    Place,
    Remove,
    RemoveThree,
    Shift,
    Tile,
    cell_at,
)

_TILES = {str(tile): tile for tile in KINDS}
_CELL = re.compile(r"([0-9])([+-])(0|[1-9][0-9]{0,5})", re.ASCII)
_MOVE = re.compile(
    r"(?P<tile>[KRBO][0-9]{1,2})"
    r"(?:@(?P<place>\d[+-]\d+)"
    r"|:(?P<source>\d[+-]\d+)>(?P<target>\d[+-]\d+)"
    r"|x(?P<first>\d[+-]\d+)(?:\.\.(?P<last>\d[+-]\d+))?)",
    re.ASCII,
)
IDENTICAL = "identical-allowed"  # the house rule for S8
_PLAYERS = {"1": Player.ONE, "2": Player.TWO}


# Tiles, cells and moves


def parse_tile(text: str) -> Tile:
    """The tile named `text`, such as `R7`; raises NotationError."""
    tile = _TILES.get(text)
    if tile is None:
        raise NotationError(
            f"{text!r} is not a tile: write a colour K, R, B or O and a value 1–13, as in R7"
        )
    return tile


def parse_any_tile(text: str) -> AnyTile:
    """The tile named `text`, or the joker; raises NotationError."""
    return Joker.JOKER if text == JOKER else parse_tile(text)


def tile_name(tile: Tile) -> str:
    """The text that `parse_tile` reads back."""
    return str(tile)


@lru_cache(maxsize=4096)
def parse_cell(text: str) -> Cell:
    """The cell named `text`, such as `4+1`; raises NotationError."""
    found = _CELL.fullmatch(text)
    if found is None or text.endswith("-0"):
        raise NotationError(f"{text!r} is not a cell: write a row and a signed column, as in 4+1")
    row, sign, column = found.groups()
    return cell_at(int(row), int(sign + column))


def cell_name(cell: Cell) -> str:
    """The text that `parse_cell` reads back."""
    return str(cell)


def parse_move(text: str) -> Move:
    """The move that `text` says; raises NotationError."""
    if text == "pass":
        return Pass()
    if text.startswith("pass:"):
        return Pass(parse_tile(text.removeprefix("pass:")))
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{text!r} is not a move: write R7@4+1, B11x3+2, K12:4+1>5-1, O13x2+1..2+3 or pass"
        )
    tile = parse_tile(found["tile"])
    if found["place"]:
        return Place(tile, parse_cell(found["place"]))
    if found["source"]:
        return Shift(_action(tile, SHIFT), parse_cell(found["source"]), parse_cell(found["target"]))
    first = parse_cell(found["first"])
    if not found["last"]:
        return Remove(_action(tile, REMOVE), first)
    ends = sorted((first, parse_cell(found["last"])), key=lambda end: (end.row, end.column))
    return RemoveThree(_action(tile, REMOVE_THREE), *ends)


def move_name(move: Move) -> str:
    """The text that `parse_move` reads back."""
    return str(move)


def _action(tile: Tile, value: int) -> Tile:
    if tile.value != value:
        does = {REMOVE: "removes one tile", SHIFT: "moves a tile", REMOVE_THREE: "removes three"}
        raise NotationError(f"{tile_name(tile)} cannot do that: only a {value} {does[value]}")
    return tile


# A mosaic


def parse_mosaic(names: Mapping[str, str]) -> Mosaic:
    """The mosaic of cell names → tile names; raises NotationError."""
    tiles: dict[Cell, Tile] = {}
    for cell_text, tile_text in names.items():
        cell, tile = parse_cell(cell_text), parse_tile(tile_text)
        if cell.row not in ROWS:
            raise NotationError(f"no tile can lie at {cell_text}: rows go from 1 to 7")
        if cell == JOKER_CELL:
            raise NotationError(f"no tile can lie at {cell_text}: the joker is there")
        if tile.is_action:
            raise NotationError(
                f"{tile_text} at {cell_text}: 11, 12 and 13 never lie in the mosaic"
            )
        tiles[cell] = tile
    return Mosaic(tiles)


def mosaic_names(mosaic: Mosaic) -> dict[str, str]:
    """Cell names → tile names, sorted by cell name; `parse_mosaic` reads them back."""
    return dict(sorted((cell_name(cell), tile_name(tile)) for cell, tile in mosaic.items()))


# The entries of a log, one line each, in a form that stays


def log_line(entry: LogEntry) -> str:
    """The text that `parse_log_line` reads back."""
    match entry:
        case Start(first, racks, target, allows_identical):
            faces = [_faces(rack) for rack in racks or ()]
            house = [IDENTICAL] if allows_identical else []
            return " ".join(["start", str(first + 1), str(target), *faces, *house])
    return _LINES.line(entry)


def parse_log_line(text: str) -> LogEntry:
    """The entry that `text` says; raises NotationError."""
    match text.split(" "):
        case ["start", first, target, *rest]:
            return _parse_start(first, target, rest)
    entry: LogEntry = _LINES.entry(text)
    return entry


def _parse_start(first: str, target: str, rest: list[str]) -> Start:
    allows_identical = rest[-1:] == [IDENTICAL]
    match rest[:-1] if allows_identical else rest:
        case []:
            racks = None
        case [one, two]:
            racks = _parse_faces(one), _parse_faces(two)
        case _:
            raise NotationError("a start names both racks or none")
    return Start(_player(first), racks, parse_number(target), allows_identical)


def _faces(tiles: Faces) -> str:
    return ",".join(map(tile_name, tiles)) or "-"


def _parse_faces(text: str) -> Faces:
    return () if text == "-" else tuple(map(parse_tile, text.split(",")))


def _player(text: str) -> Player:
    player = _PLAYERS.get(text)
    if player is None:
        raise NotationError(f"{text[:20]!r} is no player: write 1 or 2")
    return player


_MOVE_FIELD = Field(move_name, parse_move)
_LINES = LogLines(
    {
        "draw": (Draw, Field(lambda tile: tile_name(tile) if tile else "", parse_tile, True)),
        "play": (Play, _MOVE_FIELD),
        "reshuffle": (Reshuffle,),
        "reset": (Reset,),
        "win": (Win, Field(lambda player: str(player + 1), _player)),
        "correct": (Correct, NUMBER, _MOVE_FIELD),
    }
)
