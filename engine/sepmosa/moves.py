"""Moves as values, and the text that says each: `R7@4+1`, `B11x3+2`, `K12:4+1>5-1`, `pass`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.sepmosa.cells import Cell, cell_at, parse_cell
from engine.sepmosa.errors import NotationError
from engine.sepmosa.tiles import Tile, parse_tile, tile_name

REMOVE, SHIFT, REMOVE_THREE = 11, 12, 13  # the action tiles' values


@dataclass(frozen=True, slots=True)
class Place:
    """Lay `tile` on the mosaic at `cell`."""

    tile: Tile
    cell: Cell

    def __str__(self) -> str:
        return f"{self.tile}@{self.cell}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Play the 11 `tile` to remove the tile at `cell`."""

    tile: Tile
    cell: Cell

    def __str__(self) -> str:
        return f"{self.tile}x{self.cell}"


@dataclass(frozen=True, slots=True)
class Shift:
    """Play the 12 `tile` to move the tile at `source` to `target`."""

    tile: Tile
    source: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.tile}:{self.source}>{self.target}"


@dataclass(frozen=True, slots=True)
class RemoveThree:
    """Play the 13 `tile` to remove the line of three from `first` to `last`, top or left first."""

    tile: Tile
    first: Cell
    last: Cell

    def __str__(self) -> str:
        return f"{self.tile}x{self.first}..{self.last}"

    @property
    def cells(self) -> tuple[Cell, Cell, Cell] | None:
        """The three cells, or nothing when the ends do not span a line of three."""
        rows, columns = self.last.row - self.first.row, self.last.column - self.first.column
        if (rows, columns) not in ((2, 0), (0, 2)):
            return None
        middle = cell_at(self.first.row + rows // 2, self.first.column + columns // 2)
        return self.first, middle, self.last


@dataclass(frozen=True, slots=True)
class Pass:
    """Put a rack tile aside face down; `tile` is its face where racks are known."""

    tile: Tile | None = None

    def __str__(self) -> str:
        return f"pass:{self.tile}" if self.tile else "pass"


Move = Place | Remove | Shift | RemoveThree | Pass
ActionMove = Remove | Shift | RemoveThree

_MOVE = re.compile(
    r"(?P<tile>[KRBO][0-9]{1,2})"
    r"(?:@(?P<place>\d[+-]\d+)"
    r"|:(?P<source>\d[+-]\d+)>(?P<target>\d[+-]\d+)"
    r"|x(?P<first>\d[+-]\d+)(?:\.\.(?P<last>\d[+-]\d+))?)",
    re.ASCII,
)


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
        deed = {REMOVE: "removes one tile", SHIFT: "moves a tile", REMOVE_THREE: "removes three"}
        raise NotationError(f"{tile_name(tile)} cannot do that: only a {value} {deed[value]}")
    return tile


def cells_of(move: Move) -> tuple[Cell, ...]:
    """The cells a move names, in the order of its text."""
    match move:
        case Place(_, cell) | Remove(_, cell):
            return (cell,)
        case Shift(_, source, target):
            return source, target
        case RemoveThree(_, first, last):
            return first, last
        case Pass():
            return ()
