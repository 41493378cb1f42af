"""What was seen of a board, each cell with its doubt."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine.mosaix import Board, Cell, Count, Symbol, count
from engine.mosaix.rules import is_fixed
from engine.mosaix.values import ALL_CELLS, SIZE, SYMBOLS
from vision.geometry import Quad, quad_json
from vision.shares import check_share

# Every problem a board may have
NO_BOARD = "no-board"  # no grid of seven by seven is in sight
DOUBTFUL_CELL = "doubtful-cell"  # a cell cannot be read for sure
NO_CENTRE = "no-centre"  # the centre, where a symbol is printed, looks empty


@dataclass(frozen=True, slots=True)
class CellReading:
    """One cell: its symbol, `None` where it is empty, and whether somebody should look at it."""

    symbol: Symbol | None
    confidence: float
    is_doubtful: bool = False

    def __post_init__(self) -> None:
        check_share(self.confidence)


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The 49 cells of a board row by row; none where no grid was found.

    `quad` are the corners of the grid in pixels, clockwise from that of `a1`. Which corner is
    `a1` a photo cannot tell: it is the one nearest the picture's top left. The count is the same
    either way. `problems` are the slugs above.
    """

    cells: tuple[CellReading, ...]
    quad: Quad | None
    problems: tuple[str, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != (0 if self.quad is None else SIZE * SIZE):
            raise ValueError(f"a board has {SIZE * SIZE} cells, not {len(self.cells)}")

    @staticmethod
    def empty() -> BoardReading:
        """The reading of a picture without a board."""
        return BoardReading((), None, (NO_BOARD,))

    def __getitem__(self, cell: Cell) -> CellReading:
        return self.cells[SIZE * (cell.row - 1) + cell.column - 1]

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The cells somebody should look at, row by row."""
        pairs = zip(ALL_CELLS, self.cells, strict=True) if self.cells else ()
        return tuple(cell for cell, seen in pairs if seen.is_doubtful)

    @property
    def is_sure(self) -> bool:
        """Whether board and count can be believed as they are."""
        return not self.problems

    @property
    def is_total_sure(self) -> bool:
        """Whether the total can be believed: the doubtful cells, if any, do not change it."""
        board = self.board
        return board is not None and is_fixed(board, self.doubtful)

    @property
    def confidence(self) -> float:
        """That of the least certain cell."""
        return min((seen.confidence for seen in self.cells), default=0.0)

    @property
    def board(self) -> Board | None:
        """The cells as a board, doubtful ones as they look; nothing without a centre.

        A photo of the grey side gives a board without boxes: how many are free is asked.
        """
        if not self.cells:
            return None
        circles, triangles, crosses = (
            sum(
                cell.bit
                for cell, seen in zip(ALL_CELLS, self.cells, strict=True)
                if seen.symbol is symbol
            )
            for symbol in SYMBOLS
        )
        try:
            return Board((circles, triangles, crosses))
        except ValueError:
            return None

    @property
    def count(self) -> Count | None:
        """The board counted as the rulebook's table does; doubtful cells as they look."""
        board = self.board
        return None if board is None else count(board)

    def settled(self, cell: Cell, symbol: Symbol | None) -> BoardReading:
        """The reading after somebody has said what a cell holds."""
        at = SIZE * (cell.row - 1) + cell.column - 1
        cells = (*self.cells[:at], CellReading(symbol, 1.0), *self.cells[at + 1 :])
        return replace(self, cells=cells, problems=board_problems(cells))

    def turned(self, quarters: int = 1) -> BoardReading:
        """The reading after that many clockwise quarter turns of the board."""
        reading = self
        for _ in range(quarters % 4):
            cells = tuple(
                reading.cells[SIZE * (SIZE - 1 - column) + row]
                for row in range(SIZE)
                for column in range(SIZE)
                if reading.cells
            )
            quad = reading.quad and (reading.quad[3], *reading.quad[:3])
            reading = replace(reading, cells=cells, quad=quad)
        return reading

    def as_json(self) -> dict[str, Any]:
        """The parts of the printed object that come from looking."""
        board, counted = self.board, self.count
        return {
            "board": None if board is None else str(board),
            "confidence": round(self.confidence, 4),
            "doubtful": [
                [str(cell), seen.symbol.value if seen.symbol else None, round(seen.confidence, 4)]
                for cell in self.doubtful
                for seen in (self[cell],)
            ],
            "count": None if counted is None else [str(line) for line in counted.lines],
            "total": None if counted is None else counted.total,
            "sure": self.is_total_sure,
            "quad": None if self.quad is None else quad_json(self.quad),
            "problems": list(self.problems),
        }


def board_problems(cells: tuple[CellReading, ...]) -> tuple[str, ...]:
    """What is wrong with 49 cells that were found."""
    found = []
    if any(seen.is_doubtful for seen in cells):
        found.append(DOUBTFUL_CELL)
    if cells[SIZE * SIZE // 2].symbol is None:
        found.append(NO_CENTRE)
    return tuple(found)
