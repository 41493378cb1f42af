"""What may be entered on a board (M3, M4, M7), what it does, when a board is done (M5), and the
count at the end (M6, M7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations

from engine.mosaix.board import Board
from engine.mosaix.errors import IllegalMove, Reason
from engine.mosaix.values import (
    ALL_CELLS,
    DICE,
    EDGE,
    QUARTERS,
    SIZE,
    SYMBOLS,
    Cell,
    Entry,
    Figure,
    Placement,
    Symbol,
    groups,
)

ZONE = 5  # cells a zone needs to count
MOST_UNKNOWN = 8  # cells: twice as many ways to fill them with each further one
WIN = 120
BRILLIANT = 130
_BITS = {(cell.row, cell.column): cell.bit for cell in ALL_CELLS}


# How a figure can be held


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


# May it be entered?


@dataclass(frozen=True, slots=True)
class Scored:
    """A legal entry and by how much it changes the board's score, boxes included."""

    entry: Entry
    gain: int


def check(board: Board, figure: Figure, entry: Entry) -> Reason | None:
    """The rule that forbids the entry, or nothing."""
    if not can_be(figure, entry):
        return Reason.OTHER_FIGURE
    return _obstacle(board, entry)


def check_placement(board: Board, figure: Figure, placement: Placement) -> Reason | None:
    """The rule that forbids entering the figure as it is held, or nothing."""
    entry = entry_at(figure, placement)
    return Reason.OUTSIDE_GRID if entry is None else _obstacle(board, entry)


def _obstacle(board: Board, entry: Entry) -> Reason | None:
    if entry.cells & board.filled:
        return Reason.OCCUPIED
    if board.boxes is not None and entry.dropped > board.boxes:
        return Reason.NO_BOXES
    return None


def apply(board: Board, figure: Figure, entry: Entry) -> Board:
    """The board after a legal entry; raises IllegalMove."""
    reason = check(board, figure, entry)
    if reason is not None:
        raise IllegalMove(entry, reason)
    one, two, three = board.marks
    circles, triangles, crosses = entry.marks
    boxes = None if board.boxes is None else board.boxes - entry.dropped
    return Board((one | circles, two | triangles, three | crosses), boxes)


def legal_entries(board: Board, figure: Figure) -> tuple[Entry, ...]:
    """Every legal entry of the figure, sorted by text; none when it cannot be entered."""
    return tuple(entry for entry in entries_of(figure) if _obstacle(board, entry) is None)


def scored_entries(board: Board, figure: Figure) -> tuple[Scored, ...]:
    """The legal entries as in `legal_entries`, each with what it does to the score."""
    before = sum(map(points, board.marks))
    scored = []
    for entry in legal_entries(board, figure):
        pairs = zip(board.marks, entry.marks, strict=True)
        after = sum(points(there | new) for there, new in pairs)
        crossed = 0 if board.boxes is None else entry.dropped
        scored.append(Scored(entry, after - before - crossed))
    return tuple(scored)


def is_done(board: Board) -> bool:
    """Whether the board is full, its boxes are used up, or no figure can fill another cell (M5).

    Four empty cells that hang together take a figure. Fewer take one only from the edge, where
    the rest of it drops, as far as a lone player has boxes for that.
    """
    if board.boxes == 0:
        return True
    droppable = DICE - 1 if board.boxes is None else min(board.boxes, DICE - 1)
    for gap in groups(board.empty):
        if gap.bit_count() >= DICE - (droppable if gap & EDGE else 0):
            return False
    return True


# Zones and the count


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
class CountLine:
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

    lines: tuple[CountLine, CountLine, CountLine]
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
        CountLine(symbol, *_count_marks(marks))
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


def is_fixed(board: Board, unknown: Iterable[Cell]) -> bool:
    """Whether the total is the same whatever these cells hold; never if they are too many to try
    them all."""
    bits = [cell.bit for cell in unknown]
    if len(bits) > MOST_UNKNOWN:
        return False
    held = [sum(some) for size in range(len(bits) + 1) for some in combinations(bits, size)]
    # Each symbol by itself: what it does not hold, no other needs to.
    return all(
        len({points(marks & ~sum(bits) | some) for some in held}) == 1 for marks in board.marks
    )


def verdict(total: int) -> Verdict:
    """What a lone player's total amounts to."""
    if total >= BRILLIANT:
        return Verdict.BRILLIANT
    return Verdict.WON if total >= WIN else Verdict.LOST


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Who has won a game with these scores in the end; a lone player may have lost."""
    if len(scores) == 1 and verdict(scores[0]) is Verdict.LOST:
        return ()
    return tuple(who for who, own in enumerate(scores) if own == max(scores))


@lru_cache(maxsize=4096)
def _count_marks(marks: int) -> tuple[int, int]:
    """Zones that count, and the cells in them."""
    sizes = [size for group in groups(marks) if (size := group.bit_count()) >= ZONE]
    return len(sizes), sum(sizes)
