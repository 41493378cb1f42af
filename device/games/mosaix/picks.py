"""Where a figure would go on a board the device keeps: a cell touched, a way to cover it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.mosaix import (
    Board,
    Cell,
    Entry,
    Figure,
    Placement,
    apply,
    check_placement,
    entry_at,
    score,
)
from engine.mosaix.errors import Reason
from engine.mosaix.rules import placements
from engine.mosaix.values import ALL_CELLS, QUARTERS, cells_in


@dataclass(frozen=True, slots=True)
class LegalEntry:
    """A legal way to enter the figure, chosen by the cell it covers."""

    cell: Cell
    placement: Placement
    entry: Entry
    gain: int  # what it does to the score, boxes included


@lru_cache(maxsize=512)
def picks_at(board: Board, figure: Figure, quarters: int, cell: Cell) -> tuple[LegalEntry, ...]:
    """Every way to cover the cell with the figure so turned; the fewest dropped first."""
    found = []
    for (down, right), _ in figure.turned(quarters).dice:
        placement = Placement(quarters, cell.row - down, cell.column - right)
        entry = entry_at(figure, placement)
        if entry is None or check_placement(board, figure, placement) is not None:
            continue
        gain = score(apply(board, figure, entry)) - score(board)
        found.append(LegalEntry(cell, placement, entry, gain))
    return tuple(sorted(found, key=lambda pick: pick.entry.dropped))


def pick_at(board: Board, figure: Figure, quarters: int, cell: Cell) -> LegalEntry | Reason:
    """The first way to cover the cell, turned further where it must be; or why there is none."""
    if board[cell] is not None:
        return Reason.OCCUPIED
    for further in QUARTERS:
        found = picks_at(board, figure, (quarters + further) % 4, cell)
        if found:
            return found[0]
    return Reason.NO_BOXES if board.boxes is not None else Reason.OCCUPIED


def next_pick(board: Board, figure: Figure, pick: LegalEntry) -> LegalEntry:
    """The next way to cover the same cell, turned as it is; after the last the first."""
    found = picks_at(board, figure, pick.placement.quarters, pick.cell)
    return found[(found.index(pick) + 1) % len(found)]


def pick_of(board: Board, figure: Figure, entry: Entry) -> LegalEntry | None:
    """A way to hold the figure that leaves this entry."""
    for placement in placements(figure):
        if entry_at(figure, placement) == entry:
            gain = score(apply(board, figure, entry)) - score(board)
            return LegalEntry(next(cells_in(entry.cells)), placement, entry, gain)
    return None


@lru_cache(maxsize=16)
def hints(board: Board, figure: Figure, quarters: int) -> Mapping[Cell, int]:
    """What a touch would do to the score, for every cell where the figure so turned fits."""
    found = {}
    for cell in ALL_CELLS:
        picks = picks_at(board, figure, quarters, cell)
        if picks:
            found[cell] = picks[0].gain
    return found
