"""The 49 cells, and sets of them as the bits of a number.

A cell is named by its column, `a` to `g` from the left, and its row, 1 to 7 from the top: the
printed centre is `d4`. In a set, `a1` is the lowest bit and each row takes seven bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.mosaix.errors import NotationError

SIZE = 7
COLUMNS = "abcdefg"
GRID = (1 << SIZE * SIZE) - 1  # all 49 cells
FIRST_COLUMN = sum(1 << SIZE * row for row in range(SIZE))
LAST_COLUMN = FIRST_COLUMN << SIZE - 1
_ROW = (1 << SIZE) - 1
EDGE = FIRST_COLUMN | LAST_COLUMN | _ROW | _ROW << SIZE * (SIZE - 1)
_NOT_FIRST = GRID & ~FIRST_COLUMN
_NOT_LAST = GRID & ~LAST_COLUMN

_CELL = re.compile(r"([a-g])([1-7])", re.ASCII)


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


def parse_cell(text: str) -> Cell:
    """The cell named `text`, such as `d4`; raises NotationError."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is not a cell: write a column a–g and a row 1–7, as in d4")
    return Cell(int(found[2]), COLUMNS.index(found[1]) + 1)


def cell_name(cell: Cell) -> str:
    """The text that `parse_cell` reads back."""
    return str(cell)


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
