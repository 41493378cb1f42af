"""Draws readings into their pictures: dice with their symbols; zones in colour and their count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.rules import zones
from engine.mosaix.values import ALL_CELLS, SIZE, Cell, Symbol
from vision.picture import floats
from vision.tiles.annotate import INK_BGR, PAPER_BGR, UNSURE_BGR, label

if TYPE_CHECKING:
    from vision.boards.reading import BoardReading
    from vision.picture import Floats, Image

ZONE_BGR = {
    Symbol.CIRCLE: (200, 90, 20),
    Symbol.TRIANGLE: (40, 150, 30),
    Symbol.CROSS: (40, 40, 215),
}
_EDGES = (  # of a cell: the neighbour's row and column, and the edge's two corners
    ((-1, 0), (0, 0), (1, 0)),
    ((0, 1), (1, 0), (1, 1)),
    ((1, 0), (1, 1), (0, 1)),
    ((0, -1), (0, 1), (0, 0)),
)
_INSET = 0.07  # of a cell: frames of neighbouring zones do not lie on one another


def annotate_board(frame_bgr: Image, reading: BoardReading) -> Image:
    """A copy of the frame with zones framed, doubtful cells marked, and the table of the count."""
    picture = frame_bgr.copy()
    unit = max(picture.shape[:2]) / 1000.0
    if reading.quad is not None:
        corners = floats([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]])
        matrix = cv2.getPerspectiveTransform(corners, floats(reading.quad))
        _frame_zones(picture, reading, matrix, unit)
        _name_cells(picture, reading, matrix, unit)
        _draw_count(picture, reading, unit)
    for number, slug in enumerate(reading.problems):
        label(picture, slug, (picture.shape[1] / 2, (20 + 18 * number) * unit), unit * 1.2)
    return picture


def _frame_zones(picture: Image, reading: BoardReading, matrix: Floats, unit: float) -> None:
    """An outline around each zone that counts, in its symbol's colour."""
    board = reading.board
    if board is None:
        return
    for zone in zones(board):
        if not zone.counts:
            continue
        for cell in ALL_CELLS:
            if not cell.bit & zone.cells:
                continue
            for (down, right), start, stop in _EDGES:
                if not _is_in(zone.cells, cell.row + down, cell.column + right):
                    ends = [_inset(cell, corner) for corner in (start, stop)]
                    _line(picture, matrix, ends, ZONE_BGR[zone.symbol], unit)


def _is_in(cells: int, row: int, column: int) -> bool:
    inside = 1 <= row <= SIZE and 1 <= column <= SIZE
    return inside and bool(Cell(row, column).bit & cells)


def _inset(cell: Cell, corner: tuple[int, int]) -> tuple[float, float]:
    """A corner of a cell, drawn in a little; columns and rows from 0."""
    x, y = (at + _INSET * (1 - 2 * at) for at in corner)
    return cell.column - 1 + x, cell.row - 1 + y


def _line(
    picture: Image,
    matrix: Floats,
    ends: list[tuple[float, float]],
    colour: tuple[int, int, int],
    unit: float,
) -> None:
    seen = cv2.perspectiveTransform(floats([ends]), matrix)[0]
    a, b = (tuple(int(v) for v in np.rint(point)) for point in seen)
    cv2.line(picture, a, b, colour, max(2, round(4 * unit)), cv2.LINE_AA)


def _name_cells(picture: Image, reading: BoardReading, matrix: Floats, unit: float) -> None:
    """A letter at the foot of every cell, with a question mark where it is doubtful."""
    for cell in ALL_CELLS:
        seen = reading[cell]
        if seen.symbol is None and not seen.is_doubtful:
            continue
        text = "-" if seen.symbol is None else seen.symbol.value
        at = cv2.perspectiveTransform(floats([[[cell.column - 0.5, cell.row - 0.14]]]), matrix)
        x, y = (float(v) for v in at[0, 0])
        label(picture, text + "?" * seen.is_doubtful, (x, y), unit * 0.8)
        if seen.is_doubtful:
            ends = [_inset(cell, corner) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for k in range(4):
                _line(picture, matrix, [ends[k], ends[(k + 1) % 4]], UNSURE_BGR, unit * 0.6)


def _draw_count(picture: Image, reading: BoardReading, unit: float) -> None:
    """The rulebook's table: symbol, zones, cells, points; and the total under a line."""
    counted = reading.count
    if counted is None:
        return
    row, wide = round(24 * unit), round(172 * unit)
    x, y = round(10 * unit), picture.shape[0] - round(10 * unit) - 4 * row
    cv2.rectangle(picture, (x, y), (x + wide, y + 4 * row), PAPER_BGR, -1)
    places = [round(part * wide) for part in (0.08, 0.24, 0.38, 0.52, 0.7, 0.8)]
    for number, line in enumerate(counted.lines):
        below = y + row * (number + 1) - round(7 * unit)
        parts = [line.symbol.value, line.zones, "x", line.cells, "=", line.points]
        colours = [ZONE_BGR[line.symbol], *[INK_BGR] * 5]
        for at, part, colour in zip(places, parts, colours, strict=True):
            _write(picture, str(part), (x + at, below), colour, unit)
    under = y + 3 * row
    cv2.line(picture, (x + places[4], under), (x + wide, under), INK_BGR, max(1, round(unit)))
    total = f"{counted.total}" if reading.is_total_sure else f"{counted.total}?"
    _write(picture, total, (x + places[5], y + 4 * row - round(7 * unit)), INK_BGR, unit)


def _write(
    picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int], unit: float
) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(
        picture, text, at, font, 0.55 * unit, colour, max(1, round(1.4 * unit)), cv2.LINE_AA
    )
