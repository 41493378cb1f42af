"""Quads and the angles between them: pure functions on corners (4 x 2, clockwise, in pixels)."""

from __future__ import annotations

from math import cos, dist, radians, sin
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import Floats, floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


def as_quad(quad_xy: Floats) -> Quad:
    """The corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad_xy)
    return a, b, c, d


def upright_box(quad_xy: Floats) -> Floats:
    """The smallest rectangle about a quad, clockwise, its longer sides second and fourth."""
    (x, y), (width, height), angle = cv2.minAreaRect(quad_xy.astype(np.float32))
    if width > height:
        width, height, angle = height, width, angle + 90.0
    turn = radians(angle)
    across_x, across_y = cos(turn) * width / 2, sin(turn) * width / 2
    along_x, along_y = -sin(turn) * height / 2, cos(turn) * height / 2
    return floats(
        [
            (x - across_x - along_x, y - across_y - along_y),
            (x + across_x - along_x, y + across_y - along_y),
            (x + across_x + along_x, y + across_y + along_y),
            (x - across_x + along_x, y - across_y + along_y),
        ]
    )


def portrait(quad_xy: Floats) -> Floats:
    """The corners, starting so that the longer sides are second and fourth."""
    a, b, c, d = quad_xy.tolist()
    is_tall = dist(a, d) + dist(b, c) >= dist(a, b) + dist(c, d)
    return quad_xy if is_tall else np.roll(quad_xy, -1, axis=0)


def grown(quad_xy: Floats, share: float) -> Floats:
    """The quad made larger about its middle."""
    middle = quad_xy.mean(axis=0)
    return floats(middle + (quad_xy - middle) * share)


def overlap(a_xy: Floats, b_xy: Floats) -> float:
    """Intersection over union of two convex quads."""
    low = np.maximum(a_xy.min(axis=0), b_xy.min(axis=0))
    high = np.minimum(a_xy.max(axis=0), b_xy.max(axis=0))
    if (low >= high).any():
        return 0.0
    common, _ = cv2.intersectConvexConvex(a_xy, b_xy)
    union = abs(cv2.contourArea(a_xy)) + abs(cv2.contourArea(b_xy)) - common
    return float(common / union) if union > 0 else 0.0


def touching(quads_xy: Sequence[Floats], others_xy: Sequence[Floats]) -> NDArray[np.bool_]:
    """N x M: whether the upright boxes about a quad and another overlap."""
    if not len(quads_xy) or not len(others_xy):
        return np.zeros((len(quads_xy), len(others_xy)), bool)
    quads, others = np.stack(quads_xy)[:, None], np.stack(others_xy)[None]
    high = np.minimum(quads.max(axis=2), others.max(axis=2))
    low = np.maximum(quads.min(axis=2), others.min(axis=2))
    return np.asarray((high > low).all(axis=2))


def covered(a_xy: Floats, b_xy: Floats) -> float:
    """How much of the smaller of two convex quads lies in the other."""
    low = np.maximum(a_xy.min(axis=0), b_xy.min(axis=0))
    high = np.minimum(a_xy.max(axis=0), b_xy.max(axis=0))
    if (low >= high).any():
        return 0.0
    common, _ = cv2.intersectConvexConvex(a_xy, b_xy)
    smaller = min(abs(cv2.contourArea(a_xy)), abs(cv2.contourArea(b_xy)))
    return float(common / smaller) if smaller > 0 else 0.0


def most_covered(quads_xy: Sequence[Floats], others_xy: Sequence[Floats]) -> list[float]:
    """For each quad the most that any of the others and it cover of the smaller one."""
    near = touching(quads_xy, others_xy)
    return [
        max((covered(quad, others_xy[k]) for k in np.flatnonzero(row)), default=0.0)
        for quad, row in zip(quads_xy, near, strict=True)
    ]


def middle_of(quad_xy: Floats) -> Floats:
    """Where the diagonals cross; of one quad or of a stack of them."""
    a, b, c, d = np.moveaxis(quad_xy.astype(np.float64), -2, 0)
    across, other, between = c - a, b - d, b - a
    area = _cross(across, other)
    is_line = np.abs(area) < 1e-9
    share = _cross(between, other) / np.where(is_line, 1.0, area)
    middle = a + across * share[..., None]
    return floats(np.where(is_line[..., None], quad_xy.mean(axis=-2), middle))


def _cross(one: Floats, other: Floats) -> Floats:
    """How far vectors (... x 2) turn from one to the other, as an area."""
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def axes_of(quad_xy: Floats) -> Floats:
    """The tile's width and height as vectors: columns right and down; 2 x 2, or N x 2 x 2 for a
    stack of N."""
    a, b, c, d = np.moveaxis(quad_xy, -2, 0)
    return floats(np.stack([(b - a + c - d) / 2, (d - a + c - b) / 2], axis=-1))


def heights_of(quads_xy: Sequence[Floats]) -> Floats:
    """N: how tall quads are in widths."""
    right, down = np.linalg.norm(axes_of(np.stack(quads_xy)), axis=-2).T
    return floats(down / np.maximum(right, 1e-6))


def turns_against(quads_xy: Floats, other_xy: Floats) -> Floats:
    """Degrees, 0–180, between the upward directions of N tiles and that of another."""
    ups, other = axes_of(quads_xy)[..., 1], axes_of(other_xy)[:, 1]
    lengths = np.linalg.norm(ups, axis=-1) * np.linalg.norm(other)
    cosines = (ups @ other).astype(np.float64) / np.maximum(1e-6, lengths)
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))))


def aligned(quad_xy: Floats, others_xy: Sequence[Floats]) -> Floats:
    """The corners in the order that lies most as the others do; as they are where there is none."""
    if not len(others_xy):
        return quad_xy
    others = np.stack(others_xy)
    orders = [np.roll(quad_xy, -k, axis=0) for k in range(4)]
    return min(orders, key=lambda order: float(np.median(turns_against(others, order))))


def quad_json(quad: Quad) -> list[list[float]]:
    """Corners as they are printed."""
    return [[round(x, 1), round(y, 1)] for x, y in quad]
