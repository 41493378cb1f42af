"""Where a cell lies in the picture, told by the tiles that were seen on theirs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.sepmosa import Cell, parse_cell
from vision.frames import Floats, floats
from vision.lattice import USUAL_PITCH, axes_of, middle_of
from vision.reading import Reading

ENOUGH_FOR_PERSPECTIVE = 8


@dataclass(frozen=True, slots=True)
class CellMap:
    """The lattice of one reading: cells to pixels, and the outlines of the tiles on it."""

    matrix: Floats  # 3 x 3, (column, row) to (x, y)
    outlines: dict[Cell, Floats]  # 4 x 2 each

    def middle(self, cell: Cell) -> Floats:
        """The middle of a cell by the lattice alone."""
        point = np.array([[[cell.column, cell.row]]], np.float32)
        return floats(cv2.perspectiveTransform(point, self.matrix)[0, 0])

    def outline(self, cell: Cell) -> Floats:
        """Where a tile on `cell` would lie: as the nearest tile seen lies on its own cell."""
        near = min(
            self.outlines,
            key=lambda at: abs(at.row - cell.row) + abs(at.column - cell.column),
        )
        moved = self.outlines[near] + self.middle(cell) - self.middle(near)
        return moved.astype(np.float32)


def cell_map(reading: Reading) -> CellMap | None:
    """The map of a reading; nothing where it has no lattice."""
    outlines = {
        parse_cell(tile.cell): np.array(tile.quad, np.float32)
        for tile in reading.tiles
        if tile.cell is not None
    }
    if not outlines:
        return None
    cells = np.array([[cell.column, cell.row] for cell in outlines], np.float32)
    middles = np.stack([middle_of(quad) for quad in outlines.values()])
    spans = np.ptp(cells, axis=0)
    if len(outlines) >= ENOUGH_FOR_PERSPECTIVE and spans.min() >= 2:
        found, _ = cv2.findHomography(cells, middles, 0)
        if found is not None:
            return CellMap(found.astype(np.float32), outlines)
    return CellMap(_affine(cells, middles, list(outlines.values())), outlines)


def _affine(cells: Floats, middles: Floats, quads: list[Floats]) -> Floats:
    """A plain lattice; the tiles' own sides tell what their places do not."""
    step = np.mean([axes_of(quad) for quad in quads], axis=0) * USUAL_PITCH
    left = [*([c, r, 1.0] for c, r in cells), [0.3, 0.0, 0.0], [0.0, 0.3, 0.0]]
    right = [*middles, step[:, 0] * 0.3, step[:, 1] * 0.3]
    solved = np.linalg.lstsq(np.array(left), np.array(right), rcond=None)[0]
    matrix = np.eye(3, dtype=np.float32)
    matrix[:2] = solved.T
    return matrix
