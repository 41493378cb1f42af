"""Fits seven rows of seven to a finder's maps: one perspective for all 49 cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.values import SIZE
from vision.picture import floats, pixels
from vision.thresholds.boards import LEAST_FIT

if TYPE_CHECKING:
    from vision.picture import Floats, Image


_LEAST_AREA = 0.01  # of the picture: a smaller grid has no readable cells
_BUMP = 0.3  # of the grid's side: what is narrower beside it (the count's table) is cut off
_STEPS = (0.6, 0.3, 0.15, 0.08, 0.04)  # of a cell: how far corners are moved to fit better
_SQUARE = floats([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]])


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """A grid's perspective: its corners in pixels, clockwise, and how well the maps bear it out."""

    quad_xy: Floats
    fit: float

    def points(self, columns_rows: Floats) -> Floats:
        """(n, 2) pixels of (n, 2) columns and rows, 0–7."""
        matrix = cv2.getPerspectiveTransform(_SQUARE, floats(self.quad_xy))
        return floats(cv2.perspectiveTransform(floats(columns_rows)[None], matrix)[0])

    def cells(self) -> list[Floats]:
        """The 49 cells' quads, row by row."""
        unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
        return [
            self.points(unit + floats([column, row]))
            for row in range(SIZE)
            for column in range(SIZE)
        ]

    def upright(self) -> BoardGrid:
        """The grid turned so that its first corner is the one nearest the picture's top left."""
        first = int(np.argmin(self.quad_xy.sum(axis=1)))
        return BoardGrid(floats(np.roll(self.quad_xy, -first, axis=0)), self.fit)


def _probes() -> tuple[Floats, Floats, Floats]:
    """Columns and rows in the middles of cells, on the lines between them, and just outside."""
    steps = np.arange(SIZE) + 0.5
    middles = [(x + dx, y + dy) for x in steps for y in steps for dx, dy in _STAR]
    lines = [
        point for at in range(1, SIZE) for along in steps for point in ((at, along), (along, at))
    ]
    rim = [
        point
        for along in steps
        for out in (-0.35, SIZE + 0.35)
        for point in ((out, along), (along, out))
    ]
    return floats(middles), floats(lines), floats(rim)


_STAR = ((0, 0), (0.15, 0.15), (-0.15, 0.15), (0.15, -0.15), (-0.15, -0.15))
_MIDDLES, _LINES, _RIM = _probes()


def grid_of(shrunk: Floats, whole: Floats, scale: float) -> BoardGrid | None:
    """The grid that a finder's two maps show, of a frame made smaller by `scale`, or nothing."""
    begun = _rough(whole)
    if begun is None:
        return None
    best = max((_fitted(quad, shrunk, whole) for quad in _begins(begun)), key=lambda grid: grid.fit)
    return BoardGrid(floats(best.quad_xy / scale), best.fit) if best.fit >= LEAST_FIT else None


def _rough(whole: Floats) -> Floats | None:
    """The corners of the largest piece of the map, what sticks out of it cut off."""
    mask = pixels(whole > 0.5)
    piece = _largest(mask)
    area = int(np.count_nonzero(piece))
    if area < _LEAST_AREA * piece.size:
        return None
    wide = max(3, round(_BUMP * np.sqrt(area)))
    opened = cv2.morphologyEx(
        piece, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    )
    points = cv2.findNonZero(_largest(pixels(opened)))
    return None if points is None else floats(cv2.boxPoints(cv2.minAreaRect(points)))


def _largest(mask: Image) -> Image:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    if count < 2:
        return np.zeros_like(mask)
    return pixels(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])))


def _begins(quad: Floats) -> list[Floats]:
    """Where to begin fitting: the rough corners, and a little larger."""
    middle = quad.mean(axis=0)
    return [floats(middle + (quad - middle) * size) for size in (1.0, 1.07)]


def _fitted(quad: Floats, shrunk: Floats, whole: Floats) -> BoardGrid:
    """The quad after its corners, edges and all of it were moved as long as that fits better."""
    best = _fit(quad, shrunk, whole)
    for step in _STEPS:
        for _ in range(4):
            before = best
            for move in _MOVES:
                size = np.sqrt(abs(cv2.contourArea(floats(quad)))) / SIZE
                moved = floats(quad + move * step * size)
                fit = _fit(moved, shrunk, whole)
                if fit > best:
                    quad, best = moved, fit
            if best == before:
                break
    return BoardGrid(quad, best)


def _moves() -> list[Floats]:
    """Which corners go where: each by itself, two that make an edge, and all four."""
    groups = [(0,), (1,), (2,), (3,), (0, 1), (1, 2), (2, 3), (3, 0), (0, 1, 2, 3)]
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    found: list[Floats] = []
    for group in groups:
        for way in ways:
            move = np.zeros((4, 2), np.float32)
            move[list(group)] = way
            found.append(move)
    return found


_MOVES = _moves()


def _fit(quad: Floats, shrunk: Floats, whole: Floats) -> float:
    """How much more the maps show in the cells than between them and around them."""
    matrix = cv2.getPerspectiveTransform(_SQUARE, quad)
    cells = _at(shrunk, _MIDDLES, matrix)
    lines = _at(shrunk, _LINES, matrix)
    inside, around = _at(whole, _MIDDLES, matrix), _at(whole, _RIM, matrix)
    return float(1.5 * (cells.mean() - lines.mean()) + inside.mean() - around.mean())


def _at(values: Floats, columns_rows: Floats, matrix: Floats) -> Floats:
    """(n,) a map at (n, 2) columns and rows; 0 outside."""
    points = cv2.perspectiveTransform(columns_rows[None], matrix)
    return floats(cv2.remap(values, floats(points), None, cv2.INTER_LINEAR))  # type: ignore[call-overload]
