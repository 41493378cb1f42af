"""Zones and the count at the end (M6), and what a lone player makes of it (M7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.mosaix.board import Board
from engine.mosaix.cells import groups
from engine.mosaix.symbols import SYMBOLS, Symbol

ZONE = 5  # cells a zone needs to count
WIN = 120
BRILLIANT = 130


@dataclass(frozen=True, slots=True)
class Zone:
    """A group of equal symbols joined by edges; under five cells it does not count."""

    symbol: Symbol
    cells: int  # as a set

    @property
    def size(self) -> int:
        return self.cells.bit_count()

    @property
    def counts(self) -> bool:
        return self.size >= ZONE


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table of the count: zones × cells."""

    symbol: Symbol
    zones: int
    cells: int

    @property
    def points(self) -> int:
        return self.zones * self.cells

    def __str__(self) -> str:
        return f"{self.symbol.value} {self.zones}×{self.cells}={self.points}"


@dataclass(frozen=True, slots=True)
class Count:
    """The table of the count: a line per symbol, and the free boxes of a lone player."""

    lines: tuple[Line, Line, Line]
    boxes: int = 0

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines) + self.boxes


class Verdict(Enum):
    """What a lone player's total amounts to."""

    LOST = "lost"
    WON = "won"
    BRILLIANT = "brilliant"


def zones(board: Board) -> tuple[Zone, ...]:
    """Every zone of a board, the small ones too: by symbol, then by its first cell."""
    return tuple(
        Zone(symbol, cells)
        for symbol, marks in zip(SYMBOLS, board.marks, strict=True)
        for cells in groups(marks)
    )


def count(board: Board) -> Count:
    """The board counted as the rulebook's table does."""
    one, two, three = (
        Line(symbol, *_count_marks(marks))
        for symbol, marks in zip(SYMBOLS, board.marks, strict=True)
    )
    return Count((one, two, three), board.boxes or 0)


def score(board: Board) -> int:
    """The total of the count, free boxes included."""
    return sum(map(points, board.marks)) + (board.boxes or 0)


def points(marks: int) -> int:
    """What one symbol scores on these cells."""
    number, cells = _count_marks(marks)
    return number * cells


def verdict(total: int) -> Verdict:
    """What a lone player's total amounts to."""
    if total >= BRILLIANT:
        return Verdict.BRILLIANT
    return Verdict.WON if total >= WIN else Verdict.LOST


@lru_cache(maxsize=4096)
def _count_marks(marks: int) -> tuple[int, int]:
    """Zones that count, and the cells in them."""
    sizes = [size for group in groups(marks) if (size := group.bit_count()) >= ZONE]
    return len(sizes), sum(sizes)
