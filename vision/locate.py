"""Finds where tiles lie: maps of shrunken tiles, taken apart into outlines, then exact corners."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.batches import batches
from vision.frames import floats, pixels
from vision.rectify import VIEW_PX, out_of_view, upright_box, view_of, view_square

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.frames import Floats, Image
    from vision.rectify import Pyramid

SHRINK = 0.65
"""The size of the shrunken tiles the network was trained on."""

STRIDE = 4
LOW_LOGIT, HIGH_LOGIT = 1.0, 3.0
"""A component at the low level that falls into several at the high one is several tiles."""

SMALLEST_PX = 9.0
"""Shorter outlines (at the locator's size) are specks."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look at a picture: the map of whole tiles (shares 0–1, h/4 x w/4) and how many of its
    pixels one of the frame's is, across and down."""

    whole: Floats
    scale_xy: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Four corners about a tile, rough (from `upright_box`) or exact, how sure the map of shrunken
    tiles is at its best (0–1), and the look that found it."""

    box_xy: Floats
    score: float
    look: Look

    def fill(self) -> float:
        """How much of the outline the map of whole tiles says is tile, 0–1."""
        matrix = cv2.getPerspectiveTransform(_UNIT, floats(self.box_xy))
        spots = cv2.perspectiveTransform(_GRID, matrix)[0] * self.look.scale_xy
        height, width = self.look.whole.shape
        columns = np.clip(spots[:, 0].astype(int), 0, width - 1)
        rows = np.clip(spots[:, 1].astype(int), 0, height - 1)
        return float(self.look.whole[rows, columns].mean())


_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_GRID = np.stack(
    np.meshgrid(np.linspace(0.12, 0.88, 6), np.linspace(0.12, 0.88, 8)), axis=-1
).reshape(1, -1, 2)


def fitted_size(size_wh: tuple[int, int], long_side: int) -> tuple[int, int]:
    """The size with the longer side near `long_side`, both sides multiples of 32."""
    scale = long_side / max(size_wh)
    width, height = (max(64, round(side * scale / 32) * 32) for side in size_wh)
    return width, height


def resized(frame_bgr: Image, size_wh: tuple[int, int]) -> Image:
    """The picture at that size; halved as often as it can be first, which is far quicker than
    averaging over odd numbers of pixels."""
    width, height = size_wh
    while frame_bgr.shape[1] >= 2 * width and frame_bgr.shape[0] >= 2 * height:
        half_wh = (frame_bgr.shape[1] // 2, frame_bgr.shape[0] // 2)
        frame_bgr = pixels(cv2.resize(frame_bgr, half_wh, interpolation=cv2.INTER_AREA))
    shrinks = width < frame_bgr.shape[1]
    return pixels(
        cv2.resize(
            frame_bgr, size_wh, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        )
    )


class Locator:
    """The loaded network that draws the maps."""

    def __init__(self, path: Path) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(path))

    def maps(self, frame_bgr: Image, long_side: int) -> tuple[Floats, tuple[int, int]]:
        """Two maps of logits (shrunken, whole), 2 x h/4 x w/4, and the size looked at."""
        size_wh = fitted_size((frame_bgr.shape[1], frame_bgr.shape[0]), long_side)
        small = resized(frame_bgr, size_wh)
        self._net.setInput(cv2.dnn.blobFromImage(small))
        maps: Floats = self._net.forward("maps")[0]
        return maps, size_wh

    def outlines(
        self,
        frame_bgr: Image,
        long_side: int,
        low: float = LOW_LOGIT,
        smallest_px: float = SMALLEST_PX,
    ) -> list[Outline]:
        """Rough outlines in pixels of the frame, looked for at one size, there at least
        `smallest_px` wide."""
        return self.look(frame_bgr, long_side, low, smallest_px)[1]

    def look(
        self,
        frame_bgr: Image,
        long_side: int,
        low: float = LOW_LOGIT,
        smallest_px: float = SMALLEST_PX,
    ) -> tuple[Look, list[Outline]]:
        """The look at one size, and the rough outlines it finds, as `outlines` has them."""
        maps, size_wh = self.maps(frame_bgr, long_side)
        scale_xy = np.array(
            [frame_bgr.shape[1] / size_wh[0], frame_bgr.shape[0] / size_wh[1]], np.float32
        )
        whole = 1.0 / (1.0 + np.exp(-maps[1]))
        look = Look(whole, floats(1.0 / (scale_xy * STRIDE)))
        return look, [
            Outline(upright_box(box_xy * scale_xy), score, look)
            for box_xy, score in take_apart(maps[0], size_wh, low, smallest_px)
        ]


def take_apart(
    shrunken: Floats,
    size_wh: tuple[int, int],
    low_logit: float = LOW_LOGIT,
    smallest_px: float = SMALLEST_PX,
) -> list[tuple[Floats, float]]:
    """Rectangles about the tiles of a map of shrunken tiles, grown back, in pixels of `size_wh`."""
    fine = cv2.resize(shrunken, size_wh, interpolation=cv2.INTER_LINEAR)
    low = (fine > low_logit).astype(np.uint8)
    high = (fine > HIGH_LOGIT).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(low, connectivity=4)
    cores, core_labels, core_stats, _ = cv2.connectedComponentsWithStats(high, connectivity=4)
    parts: dict[int, list[int]] = {}
    for core in range(1, cores):
        x, y, width, height, area = (int(v) for v in core_stats[core])
        window = core_labels[y : y + height, x : x + width] == core
        spot = int(np.argmax(window))
        label = int(labels[y + spot // width, x + spot % width])
        if area >= max(6, 0.12 * int(stats[label, cv2.CC_STAT_AREA])):
            parts.setdefault(label, []).append(core)
    found = []
    least_area = (smallest_px * SHRINK) ** 2
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < least_area:
            continue
        inside = parts.get(label, [])
        pieces = (
            [(core_labels, core, core_stats[core]) for core in inside]
            if len(inside) > 1
            else [(labels, label, stats[label])]
        )
        for numbers, number, stat in pieces:
            x, y, width, height = (int(v) for v in stat[:4])
            mask = (numbers[y : y + height, x : x + width] == number).astype(np.uint8)
            contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            contour = max(contours, key=len)
            middle, (wide, tall), angle = cv2.minAreaRect(contour.astype(np.float32))
            wide, tall = wide + 1.0, tall + 1.0
            if min(wide, tall) / SHRINK < smallest_px:
                continue
            grown = (
                (middle[0] + x + 0.5, middle[1] + y + 0.5),
                (wide / SHRINK, tall / SHRINK),
                angle,
            )
            peak = float(fine[y : y + height, x : x + width][mask > 0].max())
            found.append((cv2.boxPoints(grown).astype(np.float32), 1.0 / (1.0 + np.exp(-peak))))
    return found


class CornerFinder:
    """The loaded network that finds exact corners."""

    def __init__(self, path: Path) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(path))

    def look(self, source: Pyramid, boxes_xy: Sequence[Floats]) -> list[Floats]:
        """The corners of the tile in each rough rectangle, clockwise, in pixels."""
        found: list[Floats] = []
        for squares in batches([view_square(box) for box in boxes_xy]):
            views = [view_of(source, square) for square in squares]
            self._net.setInput(cv2.dnn.blobFromImages(views, size=(VIEW_PX, VIEW_PX)))
            answers: Floats = self._net.forward("corners")
            found += [
                out_of_view(answer.reshape(4, 2), square)
                for answer, square in zip(answers, squares, strict=True)
            ]
        return found


def overlap(a_xy: Floats, b_xy: Floats) -> float:
    """Intersection over union of two convex quads."""
    low = np.maximum(a_xy.min(axis=0), b_xy.min(axis=0))
    high = np.minimum(a_xy.max(axis=0), b_xy.max(axis=0))
    if (low >= high).any():
        return 0.0
    common, _ = cv2.intersectConvexConvex(a_xy, b_xy)
    union = abs(cv2.contourArea(a_xy)) + abs(cv2.contourArea(b_xy)) - common
    return float(common / union) if union > 0 else 0.0


def touching(quads_xy: Sequence[Floats]) -> NDArray[np.bool_]:
    """N x N: whether the upright boxes about two quads overlap."""
    stack = np.stack(quads_xy)
    lows, highs = stack.min(axis=1), stack.max(axis=1)
    common = np.minimum(highs[:, None], highs[None]) - np.maximum(lows[:, None], lows[None])
    return np.asarray((common > 0).all(axis=2))


def covered(a_xy: Floats, b_xy: Floats) -> float:
    """How much of the smaller of two convex quads lies in the other."""
    low = np.maximum(a_xy.min(axis=0), b_xy.min(axis=0))
    high = np.minimum(a_xy.max(axis=0), b_xy.max(axis=0))
    if (low >= high).any():
        return 0.0
    common, _ = cv2.intersectConvexConvex(a_xy, b_xy)
    smaller = min(abs(cv2.contourArea(a_xy)), abs(cv2.contourArea(b_xy)))
    return float(common / smaller) if smaller > 0 else 0.0


def is_tile_shaped(quad_xy: Floats) -> bool:
    """Whether the corners make a convex, clockwise quad that a tile could look like."""
    following = np.roll(quad_xy, -1, axis=0) - quad_xy
    after = np.roll(following, -1, axis=0)
    turning = following[:, 0] * after[:, 1] - following[:, 1] * after[:, 0]
    if (turning <= 0).any():
        return False
    sides = np.linalg.norm(following, axis=1)
    return bool(sides.min() > 4.0 and sides.max() < 4.0 * sides.min())


RUN_TOGETHER = (1.6, 3.5)
"""Areas, in those of the usual outline, between which one is two or three tiles run together."""


def parts_of(outlines: Sequence[Outline]) -> list[Outline]:
    """The parts of those rough outlines that look like tiles run together."""
    if len(outlines) < 3:
        return []
    areas = [abs(float(cv2.contourArea(outline.box_xy))) for outline in outlines]
    usual = max(float(np.median(areas)), 1.0)
    return [
        part
        for outline, area in zip(outlines, areas, strict=True)
        if RUN_TOGETHER[0] < area / usual < RUN_TOGETHER[1]
        for part in _parts(outline, round(area / usual))
    ]


def _parts(outline: Outline, count: int) -> list[Outline]:
    """The outline cut across its longer sides into so many."""
    a, b, c, d = outline.box_xy
    cuts = np.linspace(0.0, 1.0, max(2, count) + 1)
    return [
        replace(
            outline,
            box_xy=upright_box(
                floats([a + (d - a) * u, b + (c - b) * u, b + (c - b) * v, a + (d - a) * v])
            ),
        )
        for u, v in pairwise(cuts)
    ]


SAME_TILE = 0.35
"""Two outlines that overlap more than this are one tile."""


MOVED_FAR = 0.65
"""Below this overlap with the rough outline the corners are found once more from where they came
to lie."""


def refined(finder: CornerFinder, source: Pyramid, outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines with exact corners; where these moved far, found a second time from there."""
    quads = finder.look(source, [outline.box_xy for outline in outlines])
    again = [
        k
        for k, (quad, outline) in enumerate(zip(quads, outlines, strict=True))
        if is_tile_shaped(quad) and overlap(quad, outline.box_xy) < MOVED_FAR
    ]
    for k, quad in zip(
        again, finder.look(source, [upright_box(quads[k]) for k in again]), strict=True
    ):
        quads[k] = quad
    return [
        replace(outline, box_xy=quad)
        for quad, outline in zip(quads, outlines, strict=True)
        if is_tile_shaped(quad)
    ]


def without_doubles(outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines, the surer of any two that lie on each other."""
    ranked = sorted(outlines, key=lambda outline: -outline.score)
    if not ranked:
        return []
    may_touch = touching([outline.box_xy for outline in ranked])
    kept: list[int] = []
    for k, outline in enumerate(ranked):
        rivals = [other for other in kept if may_touch[k, other]]
        if all(overlap(outline.box_xy, ranked[other].box_xy) < SAME_TILE for other in rivals):
            kept.append(k)
    return [ranked[k] for k in kept]
