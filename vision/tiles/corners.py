"""Exact corners of tiles from rough outlines, and which outlines are one tile."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import overlap, touching, upright_box
from vision.net import Net, batches, planes
from vision.picture import floats
from vision.thresholds.tiles import MOVED_FAR, RUN_TOGETHER, SAME_TILE
from vision.tiles.rectify import out_of_view, view_of, view_square

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.picture import Floats, Picture
    from vision.tiles.locate import Outline


class CornerFinder:
    """The loaded network that finds exact corners."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def look(self, picture: Picture, boxes_xy: Sequence[Floats]) -> list[Floats]:
        """The corners of the tile in each rough rectangle, clockwise, in pixels."""
        found: list[Floats] = []
        for boxes in batches(boxes_xy):
            squares = view_square(np.stack(boxes))
            views = [view_of(picture, square) for square in squares]
            answers = self._net.run(planes(views), "corners")
            found += list(out_of_view(answers.reshape(-1, 4, 2), squares))
        return found


def tile_shaped(quads_xy: Sequence[Floats]) -> list[bool]:
    """For each quad whether its corners make a convex, clockwise one that a tile could look
    like."""
    if not quads_xy:
        return []
    quads = np.stack(quads_xy)
    following = np.roll(quads, -1, axis=1) - quads
    after = np.roll(following, -1, axis=1)
    turning = following[..., 0] * after[..., 1] - following[..., 1] * after[..., 0]
    sides = np.linalg.norm(following, axis=2)
    shortest, longest = sides.min(axis=1), sides.max(axis=1)
    shaped = (turning > 0).all(axis=1) & (shortest > 4.0) & (longest < 4.0 * shortest)
    return [bool(each) for each in shaped]


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


def refined(finder: CornerFinder, picture: Picture, outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines with exact corners; where these moved far, found a second time from there."""
    quads = finder.look(picture, [outline.box_xy for outline in outlines])
    again = [
        k
        for k, is_shaped in enumerate(tile_shaped(quads))
        if is_shaped and overlap(quads[k], outlines[k].box_xy) < MOVED_FAR
    ]
    for k, quad in zip(
        again, finder.look(picture, [upright_box(quads[k]) for k in again]), strict=True
    ):
        quads[k] = quad
    return [
        replace(outline, box_xy=quad)
        for quad, outline, is_shaped in zip(quads, outlines, tile_shaped(quads), strict=True)
        if is_shaped
    ]


def without_doubles(outlines: Sequence[Outline]) -> list[Outline]:
    """The outlines, the surer of any two that lie on each other."""
    ranked = sorted(outlines, key=lambda outline: -outline.score)
    boxes = [outline.box_xy for outline in ranked]
    may_touch = touching(boxes, boxes)
    kept: list[int] = []
    for k, outline in enumerate(ranked):
        rivals = [other for other in kept if may_touch[k, other]]
        if all(overlap(outline.box_xy, ranked[other].box_xy) < SAME_TILE for other in rivals):
            kept.append(k)
    return [ranked[k] for k in kept]
