"""What may be entered on a board (M3, M4, M7), what it does, and when a board is done (M5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mosaix.board import Board
from engine.mosaix.cells import EDGE, groups
from engine.mosaix.entries import Entry, Placement, can_be, entries_of, entry_at
from engine.mosaix.errors import IllegalMove, Reason
from engine.mosaix.figures import Figure
from engine.mosaix.scoring import points
from engine.mosaix.symbols import DICE


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
