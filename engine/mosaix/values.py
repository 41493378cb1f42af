"""What MOSAIX is made of: symbols and rolls (`OOTX`), cells (`d4`), figures and entries.

A set of cells is the bits of a number: `a1` is the lowest bit and each row takes seven bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations_with_replacement, permutations

DICE = 4
SIZE = 7
COLUMNS = "abcdefg"
GRID = (1 << SIZE * SIZE) - 1  # all 49 cells
FIRST_COLUMN = sum(1 << SIZE * row for row in range(SIZE))
LAST_COLUMN = FIRST_COLUMN << SIZE - 1
_ROW = (1 << SIZE) - 1
EDGE = FIRST_COLUMN | LAST_COLUMN | _ROW | _ROW << SIZE * (SIZE - 1)
_NOT_FIRST = GRID & ~FIRST_COLUMN
_NOT_LAST = GRID & ~LAST_COLUMN
QUARTERS = (0, 1, 2, 3)  # clockwise quarter turns: 0, 90, 180 and 270 degrees

Place = tuple[int, int]  # row and column in the box around a figure, from 0
Marks = tuple[int, int, int]  # the cells of the circles, of the triangles, of the crosses


# Symbols and rolls


class Symbol(Enum):
    """What a die shows and a cell holds; the value is its letter in the notation."""

    CIRCLE = "O"
    TRIANGLE = "T"
    CROSS = "X"

    __hash__ = object.__hash__  # each symbol is one object; the inherited hash is slow


SYMBOLS = tuple(Symbol)

Roll = tuple[Symbol, Symbol, Symbol, Symbol]  # circles first, then triangles, then crosses
ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(SYMBOLS, 4))


def roll_of(one: Symbol, two: Symbol, three: Symbol, four: Symbol) -> Roll:
    """What four dice show, whichever lies first."""
    first, second, third, last = sorted((one, two, three, four), key=SYMBOLS.index)
    return first, second, third, last


# Cells and sets of them


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the grid: row 1–7 from the top, column 1–7 from the left."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if not (1 <= self.row <= SIZE and 1 <= self.column <= SIZE):
            raise ValueError(f"row {self.row}, column {self.column} is outside the grid")

    def __str__(self) -> str:
        return f"{COLUMNS[self.column - 1]}{self.row}"

    @property
    def bit(self) -> int:
        """The set with this cell alone."""
        return 1 << SIZE * (self.row - 1) + self.column - 1


ALL_CELLS = tuple(Cell(row, column) for row in range(1, 8) for column in range(1, 8))
CENTRE = Cell(4, 4)


def cells_in(cells: int) -> Iterator[Cell]:
    """The cells of a set, row by row."""
    for low in lowest_bits(cells):
        yield ALL_CELLS[low.bit_length() - 1]


def lowest_bits(cells: int) -> Iterator[int]:
    """The cells of a set as sets of one, row by row."""
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def spread(cells: int) -> int:
    """Every cell that shares an edge with a cell of the set."""
    beside = (cells & _NOT_LAST) << 1 | (cells & _NOT_FIRST) >> 1
    return beside | cells << SIZE & GRID | cells >> SIZE


def groups(cells: int) -> Iterator[int]:
    """The parts of a set that hang together by edges, in the order of their first cells."""
    while cells:
        group = cells & -cells
        while (grown := (group | spread(group)) & cells) != group:
            group = grown
        yield group
        cells ^= group


# Figures


class Shape(Enum):
    """The seven outlines of four squares; S and Z, J and L are mirrored and not the same."""

    I = "OOOO"  # noqa: E741  the shapes' usual names
    O = "OO/OO"  # noqa: E741
    T = "OOO/.O."
    S = ".OO/OO."
    Z = "OO./.OO"
    J = "O../OOO"
    L = "..O/OOO"


@dataclass(frozen=True, slots=True)
class Figure:
    """Four symbols as they lie, row by row; equal only when they lie the same way round."""

    dice: tuple[tuple[Place, Symbol], ...]

    def __post_init__(self) -> None:
        places = [place for place, _ in self.dice]
        if len(set(places)) != DICE or len(places) != DICE:
            raise ValueError(f"a figure is made of {DICE} dice, each in its own place")
        if places != sorted(places) or _corner(places) != (0, 0):
            raise ValueError("a figure is told row by row from the corner of its box")
        if not _hang_together(places):
            raise ValueError("the dice of a figure lie edge to edge")

    def __str__(self) -> str:
        letters = {place: symbol.value for place, symbol in self.dice}
        height, width = self.size
        rows = (
            "".join(letters.get((row, column), ".") for column in range(width))
            for row in range(height)
        )
        return "/".join(rows)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the box around it."""
        rows, columns = zip(*(place for place, _ in self.dice), strict=True)
        return max(rows) + 1, max(columns) + 1

    @property
    def roll(self) -> Roll:
        """What the four dice show."""
        one, two, three, four = (symbol for _, symbol in self.dice)
        return roll_of(one, two, three, four)

    def turned(self, quarters: int = 1) -> Figure:
        """The figure after that many clockwise quarter turns."""
        figure = self
        for _ in range(quarters % 4):
            figure = figure_of(((column, -row), symbol) for (row, column), symbol in figure.dice)
        return figure

    def canonical(self) -> Figure:
        """The one of its four rotations whose text comes first: the same for all four."""
        return min(map(self.turned, QUARTERS), key=str)

    @property
    def shape(self) -> Shape:
        """Which of the seven outlines it has."""
        blank = figure_of((place, Symbol.CIRCLE) for place, _ in self.dice)
        return _shapes()[str(blank.canonical())]


def figure_of(dice: Iterable[tuple[Place, Symbol]]) -> Figure:
    """The figure of dice told in any order and from any corner; raises ValueError."""
    lying = list(dice)
    top, left = _corner([place for place, _ in lying])
    moved = [((row - top, column - left), symbol) for (row, column), symbol in lying]
    return Figure(tuple(sorted(moved, key=lambda die: die[0])))


@lru_cache(maxsize=len(ROLLS))
def arrangements(roll: Roll) -> tuple[Figure, ...]:
    """Every figure that can be laid with a roll (M2), each in its canonical form, sorted."""
    found = {
        figure_of(zip(places, symbols, strict=True)).canonical()
        for places in _outlines()
        for symbols in set(permutations(roll))
    }
    return tuple(sorted(found, key=str))


def _corner(places: list[Place]) -> Place:
    rows = [row for row, _ in places]
    columns = [column for _, column in places]
    return min(rows, default=0), min(columns, default=0)


def _hang_together(places: list[Place]) -> bool:
    reached, todo = {places[0]}, [places[0]]
    while todo:
        row, column = todo.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in places and near not in reached:
                reached.add(near)
                todo.append(near)
    return len(reached) == len(places)


@lru_cache(maxsize=1)
def _shapes() -> dict[str, Shape]:
    drawn = ((shape, _places_of(shape)) for shape in Shape)
    blanks = ((shape, figure_of((each, Symbol.CIRCLE) for each in at)) for shape, at in drawn)
    return {str(blank.canonical()): shape for shape, blank in blanks}


def _outlines() -> list[list[Place]]:
    return list(map(_places_of, Shape))


def _places_of(shape: Shape) -> list[Place]:
    rows = enumerate(shape.value.split("/"))
    return [(row, at) for row, line in rows for at, letter in enumerate(line) if letter != "."]


# Entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One to four symbols on their cells; the rest of the figure fell off the edge."""

    marks: Marks

    def __post_init__(self) -> None:
        if self.cells.bit_count() != sum(map(int.bit_count, self.marks)):
            raise ValueError("a cell takes one symbol")
        if not 0 < self.cells <= GRID or self.cells.bit_count() > DICE:
            raise ValueError(f"one to {DICE} symbols are entered, on cells of the grid")

    def __str__(self) -> str:
        return "".join(
            symbol.value + "".join(map(str, cells_in(cells)))
            for symbol, cells in zip(SYMBOLS, self.marks, strict=True)
            if cells
        )

    @property
    def cells(self) -> int:
        """The cells it fills, as a set."""
        circles, triangles, crosses = self.marks
        return circles | triangles | crosses

    @property
    def dropped(self) -> int:
        """How many symbols of the figure fell off the edge."""
        return DICE - self.cells.bit_count()


@dataclass(frozen=True, slots=True)
class Placement:
    """How a figure is held over a grid: turned clockwise by quarters, and where its box begins.

    `row` and `column` are those of the box's top left corner and may lie outside the grid.
    """

    quarters: int
    row: int
    column: int
