"""A player's board: what its 49 cells hold and, on the grey side, how many boxes are free."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mosaix.values import CENTRE, GRID, SIZE, SYMBOLS, Cell, Marks, Symbol, cells_in

BOXES = 8


@dataclass(frozen=True, slots=True)
class Board:
    """A grid and, for a lone player, the free boxes. The centre is never empty."""

    marks: Marks
    boxes: int | None = None

    def __post_init__(self) -> None:
        circles, triangles, crosses = self.marks
        if circles & triangles or circles & crosses or triangles & crosses:
            raise ValueError("a cell holds one symbol")
        if not 0 <= self.filled <= GRID or not self.filled & CENTRE.bit:
            raise ValueError("symbols lie on the 49 cells, and one is printed in the centre")
        if self.boxes is not None and not 0 <= self.boxes <= BOXES:
            raise ValueError(f"of {BOXES} boxes {self.boxes} cannot be free")

    def __str__(self) -> str:
        letters = ["."] * (SIZE * SIZE)
        for symbol, cells in zip(SYMBOLS, self.marks, strict=True):
            for cell in cells_in(cells):
                letters[SIZE * (cell.row - 1) + cell.column - 1] = symbol.value
        rows = ("".join(letters[at : at + SIZE]) for at in range(0, SIZE * SIZE, SIZE))
        return "/".join(rows) + ("" if self.boxes is None else f"+{self.boxes}")

    @property
    def filled(self) -> int:
        """The cells that hold a symbol."""
        circles, triangles, crosses = self.marks
        return circles | triangles | crosses

    @property
    def empty(self) -> int:
        """The cells that hold none."""
        return GRID & ~self.filled

    def __getitem__(self, cell: Cell) -> Symbol | None:
        for symbol, cells in zip(SYMBOLS, self.marks, strict=True):
            if cells & cell.bit:
                return symbol
        return None


def new_board(centre: Symbol, solo: bool = False) -> Board:
    """A wiped board with its printed centre; with all its boxes where it is played alone."""
    circles, triangles, crosses = (CENTRE.bit if symbol is centre else 0 for symbol in SYMBOLS)
    return Board((circles, triangles, crosses), BOXES if solo else None)
