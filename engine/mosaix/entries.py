"""Entries: what a figure leaves on a grid, written as in `Oc3d3Td4Xd5`.

An entry is told by its outcome, each symbol followed by its cells: two rotations, or two
places half over the edge, that leave the same symbols on the same cells are one entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.mosaix.board import Marks
from engine.mosaix.cells import ALL_CELLS, GRID, SIZE, cell_name, cells_in, parse_cell
from engine.mosaix.errors import NotationError
from engine.mosaix.figures import QUARTERS, Figure
from engine.mosaix.symbols import DICE, SYMBOLS, parse_symbol

_BITS = {(cell.row, cell.column): cell.bit for cell in ALL_CELLS}
_PART = re.compile(r"([OTX])((?:[a-g][1-7]){1,4})", re.ASCII)
_ENTRY = re.compile(r"(?:[OTX](?:[a-g][1-7]){1,4}){1,3}", re.ASCII)


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
            symbol.value + "".join(map(cell_name, cells_in(cells)))
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


def entry_at(figure: Figure, placement: Placement) -> Entry | None:
    """What the figure leaves there on an empty grid; nothing when all of it is off the edge."""
    return _entry_of(figure.turned(placement.quarters), placement.row, placement.column)


def placements(figure: Figure) -> tuple[Placement, ...]:
    """Every way to hold the figure so that at least one symbol is over the grid."""
    return tuple(placement for placement, _ in _held(figure))


def _held(figure: Figure) -> Iterator[tuple[Placement, Entry]]:
    for quarters in QUARTERS:
        turned = figure.turned(quarters)
        height, width = turned.size
        for row in range(2 - height, SIZE + 1):
            for column in range(2 - width, SIZE + 1):
                entry = _entry_of(turned, row, column)
                if entry is not None:
                    yield Placement(quarters, row, column), entry


def _entry_of(turned: Figure, row: int, column: int) -> Entry | None:
    marks = dict.fromkeys(SYMBOLS, 0)
    for (down, right), symbol in turned.dice:
        marks[symbol] |= _BITS.get((row + down, column + right), 0)
    circles, triangles, crosses = marks.values()
    return Entry((circles, triangles, crosses)) if circles | triangles | crosses else None


def entries_of(figure: Figure) -> tuple[Entry, ...]:
    """Every entry of the figure on an empty grid, sorted by text."""
    return tuple(_entries(figure))


def can_be(figure: Figure, entry: Entry) -> bool:
    """Whether the figure, turned but not mirrored, can leave that (M3)."""
    return entry in _entries(figure)


@lru_cache(maxsize=64)
def _entries(figure: Figure) -> dict[Entry, None]:
    return dict.fromkeys(sorted({entry for _, entry in _held(figure)}, key=str))


def parse_entry(text: str) -> Entry:
    """The entry that `text` tells, its parts in any order; raises NotationError."""
    if _ENTRY.fullmatch(text) is None:
        raise NotationError(f"{text!r} is not an entry: write symbols and cells, as in Oc3d3Td4Xd5")
    marks = dict.fromkeys(SYMBOLS, 0)
    named = 0
    for letter, names in _PART.findall(text):
        for at in range(0, len(names), 2):
            marks[parse_symbol(letter)] |= parse_cell(names[at : at + 2]).bit
            named += 1
    circles, triangles, crosses = marks.values()
    try:
        entry = Entry((circles, triangles, crosses))
    except ValueError as no:
        raise NotationError(f"{text!r} is not an entry: {no}") from None
    if entry.cells.bit_count() != named:
        raise NotationError(f"{text!r} is not an entry: it names a cell twice")
    return entry


def entry_name(entry: Entry) -> str:
    """The text that `parse_entry` reads back."""
    return str(entry)
