"""Where cells lie in the picture, told by the tiles that were seen on theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from engine.sepmosa import Cell
from vision.geometry import axes_of, middle_of
from vision.picture import Floats, floats
from vision.tiles.lattice import USUAL_PITCH
from vision.tiles.reading import Reading

ENOUGH_FOR_PERSPECTIVE = 8


@dataclass(frozen=True, slots=True)
class CellMap:
    """The lattice of one frame: cells to pixels, and the outlines of the tiles on it."""

    matrix: Floats  # 3 x 3, (column, row) to (x, y)
    outlines: Mapping[Cell, Floats]  # 4 x 2 each

    @property
    def tile_px(self) -> float:
        """How wide the tiles are, about."""
        sides = [np.linalg.norm(quad[1] - quad[0]) for quad in self.outlines.values()]
        return float(np.median(sides))

    def middles(self, cells: Iterable[Cell]) -> Floats:
        """The middles of cells by the lattice alone; N x 2."""
        points = floats([[[cell.column, cell.row] for cell in cells]])
        return floats(cv2.perspectiveTransform(points, self.matrix)[0])

    def outline(self, cell: Cell) -> Floats:
        """Where a tile on `cell` would lie."""
        return self.outlines_of([cell])[cell]

    def outlines_of(self, cells: Iterable[Cell]) -> dict[Cell, Floats]:
        """Where tiles on cells would lie: each as the nearest tile seen lies on its own cell."""
        wanted = list(cells)
        if not wanted:
            return {}
        known = list(self.outlines)
        at = np.array([[cell.column, cell.row] for cell in wanted])
        near = np.array([[cell.column, cell.row] for cell in known])
        nearest = np.abs(at[:, None] - near[None]).sum(axis=2).argmin(axis=1)
        steps = self.middles(wanted) - self.middles(known)[nearest]
        return {
            cell: floats(self.outlines[known[k]] + step)
            for cell, k, step in zip(wanted, nearest, steps, strict=True)
        }

    def places(self, points_xy: Floats) -> Floats:
        """Where points of the picture (N x 2) lie, in columns and rows; N x 2."""
        inverse = np.linalg.inv(self.matrix.astype(np.float64))
        points = points_xy[None].astype(np.float64)
        return floats(cv2.perspectiveTransform(points, inverse)[0])


def cell_map(reading: Reading) -> CellMap | None:
    """The map of a reading; None where it has no lattice."""
    outlines = {tile.cell: floats(tile.quad) for tile in reading.tiles if tile.cell is not None}
    return map_of(outlines) if outlines else None


def map_of(outlines: Mapping[Cell, Floats]) -> CellMap:
    """The map that the outlines of tiles on their cells tell; there must be one."""
    cells = floats([[cell.column, cell.row] for cell in outlines])
    middles = middle_of(np.stack(list(outlines.values())))
    spans = np.ptp(cells, axis=0)
    if len(outlines) >= ENOUGH_FOR_PERSPECTIVE and spans.min() >= 2:
        found, _ = cv2.findHomography(cells, middles, 0)
        if found is not None:
            return CellMap(floats(found), outlines)
    return CellMap(_affine(cells, middles, list(outlines.values())), outlines)


def _affine(cells: Floats, middles: Floats, quads: list[Floats]) -> Floats:
    """A plain lattice; the tiles' own sides tell what their places do not."""
    step = np.mean(axes_of(np.stack(quads)), axis=0) * USUAL_PITCH
    left = [*([c, r, 1.0] for c, r in cells), [0.3, 0.0, 0.0], [0.0, 0.3, 0.0]]
    right = [*middles, step[:, 0] * 0.3, step[:, 1] * 0.3]
    solved = np.linalg.lstsq(np.array(left), np.array(right), rcond=None)[0]
    matrix = np.eye(3, dtype=np.float32)
    matrix[:2] = solved.T
    return matrix
