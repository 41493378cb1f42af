"""What SEPMOSA is made of: tiles (`R7`), cells of the joker's lattice (`3-2`), and moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

COPIES = 2  # of every tile
TILE_COUNT = 104  # the joker not counted
ROWS = range(1, 8)
REMOVE, SHIFT, REMOVE_THREE = 11, 12, 13  # the action tiles' values


class Colour(Enum):
    """A tile's colour; the value is its letter in the notation."""

    BLACK = "K"
    BLUE = "B"
    ORANGE = "O"
    RED = "R"

    __hash__ = object.__hash__  # each colour is one object; the inherited hash is slow


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: value 1–10 belongs in the mosaic, 11–13 is an action tile."""

    colour: Colour
    value: int
    _hash: int = field(init=False, repr=False, compare=False)  # tiles are looked up all the time

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 13:
            raise ValueError(f"a tile has a value from 1 to 13, not {self.value}")
        object.__setattr__(self, "_hash", ord(self.colour.value) * 16 + self.value)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return f"{self.colour.value}{self.value}"

    @property
    def is_action(self) -> bool:
        return self.value > 10


class Joker(Enum):
    """A joker, where one may be seen in a tile's place; the value is how it is written."""

    JOKER = "*"

    __hash__ = object.__hash__  # as a colour's

    def __str__(self) -> str:
        return self.value


AnyTile = Tile | Joker
JOKER = Joker.JOKER.value

KINDS = tuple(sorted((Tile(c, v) for c in Colour for v in range(1, 14)), key=str))
MOSAIC_KINDS = tuple(tile for tile in KINDS if not tile.is_action)
ACTION_KINDS = tuple(tile for tile in KINDS if tile.is_action)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the joker's lattice. Rows outside 1–7 can be named, never used."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row}{self.column:+d}"


JOKER_CELL = Cell(4, 0)


@lru_cache(maxsize=4096)
def cell_at(row: int, column: int) -> Cell:
    """The same cell object for the same place, so that moves are cheap to make."""
    return Cell(row, column)


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells above, below, left and right of `cell` (S2)."""
    row, column = cell.row, cell.column
    return (
        cell_at(row - 1, column),
        cell_at(row + 1, column),
        cell_at(row, column - 1),
        cell_at(row, column + 1),
    )


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
