"""A board on the table while it is read: what its cells hold, and which of them are in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.mosaix import BOXES, CENTRE, Board, Cell, Symbol
from engine.mosaix.rules import is_fixed
from engine.mosaix.values import ALL_CELLS, SYMBOLS

Cells = tuple[Symbol | None, ...]  # 49 of them, row by row

_NEXT: dict[Symbol | None, Symbol | None] = {
    None: Symbol.CIRCLE,
    Symbol.CIRCLE: Symbol.TRIANGLE,
    Symbol.TRIANGLE: Symbol.CROSS,
    Symbol.CROSS: None,
}


@dataclass(frozen=True, slots=True)
class CountSheet:
    """The 49 cells as they were read or put right; `boxes` are the free ones of a lone player."""

    cells: Cells = (None,) * len(ALL_CELLS)
    doubtful: frozenset[Cell] = frozenset()
    boxes: int | None = None
    is_read: bool = False  # by the camera
    is_touched: bool = False  # put right by touch: the camera does not overrule that

    def __getitem__(self, cell: Cell) -> Symbol | None:
        return self.cells[ALL_CELLS.index(cell)]

    @property
    def has_centre(self) -> bool:
        return self[CENTRE] is not None

    @property
    def board(self) -> Board | None:
        """The board, doubtful cells as they look; nothing without a centre."""
        if not self.has_centre:
            return None
        circles, triangles, crosses = (
            sum(cell.bit for cell, own in zip(ALL_CELLS, self.cells, strict=True) if own is symbol)
            for symbol in SYMBOLS
        )
        return Board((circles, triangles, crosses), self.boxes)

    @property
    def is_sure(self) -> bool:
        """Whether it can be counted as it is: no doubtful cell can change the total."""
        board = self.board
        return board is not None and is_fixed(board, self.doubtful)


BLANK = CountSheet()


def blank_sheet(is_solo: bool) -> CountSheet:
    """A sheet nobody has looked at yet."""
    return CountSheet(boxes=BOXES if is_solo else None)


def unread(sheet: CountSheet) -> CountSheet:
    """The sheet without what the camera has read; what was put right by touch stays."""
    return sheet if sheet.is_touched else CountSheet(boxes=sheet.boxes)


def sheet_of(board: Board) -> CountSheet:
    """A board that is known already."""
    return CountSheet(tuple(board[cell] for cell in ALL_CELLS), boxes=board.boxes)


def is_alike(one: CountSheet, other: CountSheet) -> bool:
    """Whether two sheets may well be of one board: they agree wherever neither is in doubt."""
    doubtful = one.doubtful | other.doubtful
    return all(one[cell] is other[cell] for cell in ALL_CELLS if cell not in doubtful)


def touched(sheet: CountSheet, cell: Cell) -> CountSheet:
    """The sheet after a touch on a cell: a doubtful one is as it looks, another is the next."""
    if cell in sheet.doubtful:
        return replace(sheet, doubtful=sheet.doubtful - {cell}, is_touched=True)
    at = ALL_CELLS.index(cell)
    own = _NEXT[sheet.cells[at]]
    if own is None and cell == CENTRE:
        own = Symbol.CIRCLE  # the printed one is never empty
    cells = (*sheet.cells[:at], own, *sheet.cells[at + 1 :])
    return replace(sheet, cells=cells, is_touched=True)
