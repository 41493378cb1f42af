"""Finds where tiles lie: a network draws maps of shrunken tiles, which fall apart into outlines."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import upright_box
from vision.net import Net, planes
from vision.picture import floats
from vision.shares import sigmoid
from vision.thresholds.tiles import HIGH_LOGIT, LOW_LOGIT, SMALLEST_PX

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vision.picture import Floats, Picture

SHRINK = 0.65
"""The size of the shrunken tiles the network was trained on."""

STRIDE = 4
STEP = 32
"""Sides of what the network looks at are multiples of this."""

NOTHING_LOGIT = np.float32(-30.0)
"""What a map shows where nothing is."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the frame."""


@dataclass(frozen=True, slots=True, eq=False)
class TileMap:
    """One look at a picture or a part of it: the map of whole tiles (shares 0–1, h/4 x w/4), how
    many of its pixels one of the frame's is, and the frame's pixel at its top left."""

    whole: Floats
    scale_xy: Floats
    origin_xy: Floats = field(default_factory=lambda: np.zeros(2, np.float32))

    def on_map(self, points_xy: Floats) -> Floats:
        """Pixels of the frame in those of the map."""
        return floats((points_xy - self.origin_xy) * self.scale_xy)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Four corners about a tile, rough (from `upright_box`) or exact, how sure the map of shrunken
    tiles is at its best (0–1), and the look that found it."""

    box_xy: Floats
    score: float
    map: TileMap

    @property
    def width(self) -> float:
        """The shorter side of a rough outline, in pixels."""
        return float(np.linalg.norm(self.box_xy[1] - self.box_xy[0]))


_GRID = floats([[x, y] for y in np.linspace(0.12, 0.88, 8) for x in np.linspace(0.12, 0.88, 6)])
_WEIGHTS = floats(
    [[(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y] for x, y in _GRID]
)  # of the four corners, for points spread over a quad


def fills_of(quads_xy: Sequence[Floats], maps: Sequence[TileMap]) -> list[float]:
    """How much of each quad its map of whole tiles says is tile, 0–1."""
    found = np.zeros(len(maps), np.float32)
    for shown in {id(each): each for each in maps}.values():
        own = [k for k, each in enumerate(maps) if each is shown]
        spots = (_WEIGHTS @ shown.on_map(np.stack([quads_xy[k] for k in own]))).astype(int)
        height, width = shown.whole.shape
        columns, rows = np.clip(spots[..., 0], 0, width - 1), np.clip(spots[..., 1], 0, height - 1)
        found[own] = shown.whole[rows, columns].mean(axis=1)
    return [float(each) for each in found]


def fitted_size(size_wh: tuple[int, int], long_side: int) -> tuple[int, int]:
    """The size with the longer side near `long_side`, both sides multiples of `STEP`."""
    scale = long_side / max(size_wh)
    width, height = (max(2 * STEP, round(side * scale / STEP) * STEP) for side in size_wh)
    return width, height


class Locator:
    """The loaded network that draws the maps."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def look(
        self,
        picture: Picture,
        long_side: int,
        low: float = LOW_LOGIT,
        smallest_px: float = SMALLEST_PX,
        part: Box | None = None,
    ) -> tuple[TileMap, list[Outline]]:
        """A look at the picture at one size, and the rough outlines it finds, in pixels of the
        frame; there at least `smallest_px` wide. `part` of the frame alone where one is given."""
        size_wh = fitted_size(picture.size_wh, long_side)
        scale_xy = floats(picture.size_wh) / floats(size_wh)
        small, origin = picture.resized(size_wh), floats([0, 0])
        if part is not None:
            left, top, right, bottom = _widened(part, scale_xy, size_wh)
            small, origin = small[top:bottom, left:right], floats([left, top]) * scale_xy
        maps = self._net.run(planes([small]), "maps")[0]
        shown = TileMap(sigmoid(maps[1]), floats(1.0 / (scale_xy * STRIDE)), origin)
        return shown, [
            Outline(upright_box(box_xy * scale_xy + origin), score, shown)
            for box_xy, score in take_apart(maps[0], low, smallest_px)
        ]


def _widened(part: Box, scale_xy: Floats, size_wh: tuple[int, int]) -> Box:
    """A part of the frame in pixels of the look, with `STEP` more on every side where there is
    room, its sides multiples of `STEP`."""
    sides = []
    for axis in (0, 1):
        low = max(0, int(part[axis] / scale_xy[axis]) - STEP)
        high = min(size_wh[axis], int(np.ceil(part[axis + 2] / scale_xy[axis])) + STEP)
        length = min(size_wh[axis], -(-(high - low) // (2 * STEP)) * 2 * STEP)
        low = min(low, size_wh[axis] - length)
        sides.append((low, low + length))
    (left, right), (top, bottom) = sides
    return left, top, right, bottom


def take_apart(
    shrunken: Floats, low_logit: float = LOW_LOGIT, smallest_px: float = SMALLEST_PX
) -> list[tuple[Floats, float]]:
    """Rectangles about the tiles of a map of shrunken tiles, grown back, in pixels of the look; in
    rows from the top."""
    reach = cv2.dilate((shrunken > low_logit).view(np.uint8), np.ones((3, 3), np.uint8))
    _, groups, windows, _ = cv2.connectedComponentsWithStats(reach, connectivity=8)
    found: list[tuple[tuple[int, int], Floats, float]] = []
    for group in range(1, len(windows)):
        left, top, wide, tall = (int(each) for each in windows[group, :4])
        part = (slice(top, top + tall), slice(left, left + wide))
        own = np.where(groups[part] == group, shrunken[part], NOTHING_LOGIT)
        size_wh = (wide * STRIDE, tall * STRIDE)
        fine = floats(cv2.resize(own, size_wh, interpolation=cv2.INTER_LINEAR))
        found += _boxes(fine, (left * STRIDE, top * STRIDE), low_logit, smallest_px)
    return [(box_xy, score) for _, box_xy, score in sorted(found, key=lambda each: each[0])]


def _boxes(
    fine: Floats, corner_xy: tuple[int, int], low_logit: float, smallest_px: float
) -> Iterator[tuple[tuple[int, int], Floats, float]]:
    """The same of a piece of a map at full size, which lies at a corner of the look; each with the
    row and column where it begins."""
    low = (fine > low_logit).view(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(low, connectivity=4)
    for label in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= (smallest_px * SHRINK) ** 2):
        if label == 0:
            continue
        whole = labels == label
        row, column = divmod(int(whole.argmax()), whole.shape[1])
        high = (whole & (fine > HIGH_LOGIT)).view(np.uint8)
        _, cores, core_stats, _ = cv2.connectedComponentsWithStats(high, connectivity=4)
        least = max(6.0, 0.12 * int(stats[label, cv2.CC_STAT_AREA]))
        large = np.flatnonzero(core_stats[1:, cv2.CC_STAT_AREA] >= least) + 1
        for mask in [cores == core for core in large] if len(large) > 1 else [whole]:
            piece = mask.view(np.uint8)
            contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            contour = max(contours, key=len)[:, 0]
            left, top = (int(each) for each in contour.min(axis=0))
            (x, y), sides, angle = cv2.minAreaRect(floats(contour - (left, top)))
            width, height = sides[0] + 1.0, sides[1] + 1.0
            if min(width, height) / SHRINK < smallest_px:
                continue
            middle = (x + (corner_xy[0] + left) + 0.5, y + (corner_xy[1] + top) + 0.5)
            box_xy = floats(cv2.boxPoints((middle, (width / SHRINK, height / SHRINK), angle)))
            _, peak, _, _ = cv2.minMaxLoc(fine, piece)
            start = (corner_xy[1] + row, corner_xy[0] + column)
            yield start, box_xy, 1.0 / (1.0 + exp(-peak))
