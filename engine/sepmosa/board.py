"""The mosaic as sets of cells, each set one integer, so that rules become a few bit operations.

A cell is the bit at 8·(column − base) + row. Rows 1–7 use seven of every eight bits; the
eighth, row 0, is never taken and so keeps columns from running into each other. One row up or
down is a shift by 1, one column a shift by 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.sepmosa.values import JOKER_CELL, Cell, Colour, Tile, cell_at

_COLUMN = 0b11111110  # rows 1–7 of one column
_WRAP = {value: (value - 2) % 10 + 1 for value in range(1, 11)}  # one lower, 1 → 10
ROW_LIMIT = 7


@dataclass(frozen=True, slots=True)
class Board:
    """Which cells are taken, by which colour and value, and which of them hold to the joker."""

    base: int
    lane: int  # bit 0 of every column, from one left of the mosaic to one right of it
    joker: int
    taken: int  # the joker not included
    colours: Mapping[Colour, int]
    values: tuple[int, ...]  # values[7] are the cells with a 7; values[0] is unused
    connected: int
    allows_identical: bool = False  # house rule: S8 does not hold

    @property
    def floating(self) -> int:
        return self.taken & ~self.connected

    def bit(self, cell: Cell) -> int:
        """The one-cell set of `cell`, which must not lie beyond the lane."""
        return 1 << (8 * (cell.column - self.base) + cell.row)

    def cells(self, some: int) -> Iterator[Cell]:
        """The cells of a set, column by column from the left, each from the top."""
        while some:
            lowest = some & -some
            at = lowest.bit_length() - 1
            yield cell_at(at & 7, (at >> 3) + self.base)
            some ^= lowest

    def without(self, bits: int) -> Board:
        """The board after the tiles on `bits` were lifted."""
        keep = ~bits
        taken = self.taken & keep
        return Board(
            self.base,
            self.lane,
            self.joker,
            taken,
            {colour: cells & keep for colour, cells in self.colours.items()},
            tuple(cells & keep for cells in self.values),
            reach(spread(self.joker), taken),
            self.allows_identical,
        )

    def open_cells(self) -> int:
        """Free cells next to the joker or a connected tile, in rows that still take a tile."""
        free = self.lane * _COLUMN & ~self.taken & ~self.joker
        for row in range(1, 8):
            in_row = self.lane << row
            if (self.taken & in_row).bit_count() >= ROW_LIMIT:
                free &= ~in_row
        return spread(self.connected | self.joker) & free

    def matching(self, tile: Tile) -> int:
        """Cells beside a tile that `tile` matches, and those beside the joker alone."""
        below = _WRAP[tile.value]
        above = tile.value % 10 + 1
        neighbours = self.values[below] | self.values[above]
        matches = spread(self.values[tile.value] | (self.colours[tile.colour] & neighbours))
        return matches | (spread(self.joker) & ~spread(self.taken))

    def in_line_with(self, tile: Tile) -> int:
        """Every cell of the rows and columns that hold an identical tile (S8)."""
        if self.allows_identical:
            return 0
        lines = 0
        same = self.colours[tile.colour] & self.values[tile.value]
        while same:
            lowest = same & -same
            at = lowest.bit_length() - 1
            lines |= (self.lane << (at & 7)) | (_COLUMN << (at & ~7))
            same ^= lowest
        return lines

    def line_points(self, colour: Colour, at: int) -> int:
        """Points for the lines of `colour` through the bit `at`, both ways, not capped (S10)."""
        own = self.colours[colour]
        total = 0
        for step in (8, 1):
            length = 1
            ahead = at << step
            while own & ahead:
                length += 1
                ahead <<= step
            behind = at >> step
            while own & behind:
                length += 1
                behind >>= step
            if length >= 3:
                total += length
        return total


def board_of(tiles: Mapping[Cell, Tile], allows_identical: bool = False) -> Board:
    """The board on which `tiles` lie around the joker."""
    columns = [cell.column for cell in tiles]
    base = min(columns, default=0)
    base = min(base, JOKER_CELL.column) - 2
    width = max(max(columns, default=0), JOKER_CELL.column) - base + 3
    taken = 0
    colours = dict.fromkeys(Colour, 0)
    values = [0] * 11
    for cell, tile in tiles.items():
        bit = 1 << (8 * (cell.column - base) + cell.row)
        taken |= bit
        colours[tile.colour] |= bit
        values[tile.value] |= bit
    joker = 1 << (8 * (JOKER_CELL.column - base) + JOKER_CELL.row)
    lane = ((1 << 8 * width) - 1) // 255
    connected = reach(spread(joker), taken)
    return Board(base, lane, joker, taken, colours, tuple(values), connected, allows_identical)


def spread(some: int) -> int:
    """The cells above, below, left and right of a set's cells."""
    return some << 1 | some >> 1 | some << 8 | some >> 8


def reach(start: int, through: int) -> int:
    """The cells of `through` that a chain of neighbours joins to `start`."""
    seen = 0
    edge = start & through
    while edge:
        seen |= edge
        edge = spread(edge) & through & ~seen
    return seen
