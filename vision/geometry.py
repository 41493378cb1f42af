"""Quads and the angles between them: pure functions on corners (4 x 2, clockwise, in pixels)."""

from __future__ import annotations

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
    turn = np.radians(angle)
    across = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    along = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    middle = np.array([x, y])
    return np.stack(
        [
            middle - across - along,
            middle + across - along,
            middle + across + along,
            middle - across + along,
        ]
    ).astype(np.float32)


def portrait(quad_xy: Floats) -> Floats:
    """The corners, starting so that the longer sides are second and fourth."""
    across = np.linalg.norm(quad_xy[1] - quad_xy[0]) + np.linalg.norm(quad_xy[2] - quad_xy[3])
    along = np.linalg.norm(quad_xy[3] - quad_xy[0]) + np.linalg.norm(quad_xy[2] - quad_xy[1])
    return quad_xy if along >= across else np.roll(quad_xy, -1, axis=0)


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


def middle_of(quad_xy: Floats) -> Floats:
    """Where the diagonals cross."""
    a, b, c, d = quad_xy.astype(np.float64)
    matrix = np.stack([c - a, b - d], axis=1)
    if abs(np.linalg.det(matrix)) < 1e-9:
        return floats(quad_xy.mean(axis=0))
    share = np.linalg.solve(matrix, b - a)[0]
    return floats(a + (c - a) * share)


def axes_of(quad_xy: Floats) -> Floats:
    """The tile's width and height as vectors: columns right and down; 2 x 2."""
    right = (quad_xy[1] - quad_xy[0] + quad_xy[2] - quad_xy[3]) / 2
    down = (quad_xy[3] - quad_xy[0] + quad_xy[2] - quad_xy[1]) / 2
    return np.stack([right, down], axis=1).astype(np.float32)


def turn_against(quad_xy: Floats, other_xy: Floats) -> float:
    """Degrees, 0–180, between the upward directions of two tiles."""
    up, other = -axes_of(quad_xy)[:, 1], -axes_of(other_xy)[:, 1]
    cosine = float(up @ other) / max(1e-6, float(np.linalg.norm(up) * np.linalg.norm(other)))
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def aligned(quad_xy: Floats, others_xy: Sequence[Floats]) -> Floats:
    """The corners in the order that lies most as the others do; as they are where there is none."""
    if not others_xy:
        return quad_xy
    orders = [np.roll(quad_xy, -k, axis=0) for k in range(4)]
    return min(
        orders,
        key=lambda order: float(np.median([turn_against(order, other) for other in others_xy])),
    )


def quad_json(quad: Quad) -> list[list[float]]:
    """Corners as they are printed."""
    return [[round(x, 1), round(y, 1)] for x, y in quad]
