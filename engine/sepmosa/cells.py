"""Cells: a row from the top and a signed column counted from the joker, as in `3-2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.sepmosa.errors import NotationError

ROWS = range(1, 8)
_CELL = re.compile(r"([0-9])([+-])(0|[1-9][0-9]{0,5})", re.ASCII)


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
