"""What has changed anywhere on the table, and what of it came in from the edge.

Two small pictures of the table, one laid over the other, are compared pixel by pixel once the
lamp's change is taken out. A large change that reaches in from the frame's edge is a hand, with its
arm and its shadow.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Floats, Image, Picture, floats
from vision.thresholds import follow as limits

GROUND_PX = 256  # longer side of the pictures that are compared
ROUNDS, EVERY = 4, 11  # of the fit of the lamp's change, and pixels that it takes

Mask = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Logarithms of the light of a small picture (h x w x 3), and how far they may stray where the
    picture is off by a pixel."""

    light: Floats
    low: Floats
    high: Floats
    grain: Floats  # how uneven the light is around each pixel, as a logarithm (h x w)
    scale: float  # its pixels per pixel of the frame


def ground_of(picture: Picture) -> Ground:
    """The ground of a picture."""
    scale = GROUND_PX / max(picture.size_wh)
    size_wh = (round(picture.size_wh[0] * scale), round(picture.size_wh[1] * scale))
    light = np.log(floats(picture.resized(size_wh)) + limits.DARKEST)
    kernel = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(light, kernel), cv2.dilate(light, kernel)
    return Ground(floats(light), floats(low), floats(high), _grain(light), scale)


def _grain(light: Floats) -> Floats:
    level = light.mean(axis=2)
    mean = cv2.blur(level, (5, 5))
    spread = np.sqrt(np.maximum(cv2.blur(level * level, (5, 5)) - mean * mean, 0.0))
    return floats(np.log(spread + limits.SMOOTH))


def changes_between(before: Ground, after: Ground, matrix: Floats) -> Mask:
    """1 where the table has changed, in pixels of `after`; `matrix` (3 x 3) takes pixels of the
    frame of `before` to those of the frame of `after`. What was out of sight has not changed."""
    rescale = np.diag([after.scale, after.scale, 1.0])
    small = rescale @ matrix @ np.linalg.inv(rescale)
    size_wh = (after.light.shape[1], after.light.shape[0])
    low, high, middle = (
        cv2.warpPerspective(each, small, size_wh, flags=cv2.INTER_LINEAR)
        for each in (before.low, before.high, before.light)
    )
    inside = cv2.warpPerspective(np.ones(before.light.shape[:2], np.uint8), small, size_wh)
    inside = cv2.erode(inside, np.ones((3, 3), np.uint8), borderValue=(0,))
    lit = after.light - _lamp(middle, after.light, inside > 0)
    apart = np.maximum(lit - high, low - lit).max(axis=2)
    grain = cv2.warpPerspective(before.grain, small, size_wh, flags=cv2.INTER_LINEAR)
    regrained = np.abs(cv2.blur(after.grain - grain, (3, 3))) > limits.OTHER_GRAIN
    mask = (((apart > limits.CHANGED) | regrained) & (inside > 0)).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)).astype(np.uint8)


def _lamp(before: Floats, after: Floats, inside: NDArray[np.bool_]) -> Floats:
    """By how much the lamp has changed everywhere: a plane for each channel, by most pixels."""
    height, width = after.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    at = np.stack([np.ones_like(x), x / width - 0.5, y / height - 0.5], axis=2).reshape(-1, 3)
    ratio = (after - before).reshape(-1, 3)
    some = np.flatnonzero(inside.ravel())[::EVERY]
    if len(some) < 3:
        return floats(np.zeros_like(after))
    near, seen = at[some], ratio[some]
    plane = np.zeros((3, 3))
    plane[0] = np.median(seen, axis=0)
    for _ in range(ROUNDS):
        off = np.abs(seen - near @ plane).max(axis=1, keepdims=True)
        weights = np.minimum(1.0, 0.1 / np.maximum(off, 1e-3)) ** 2
        plane = np.linalg.lstsq((near * weights).T @ near, (near * weights).T @ seen, rcond=None)[0]
    return floats((at @ plane).reshape(after.shape))


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """The changes of a mask: what is over the table, and places where something smaller changed."""

    over: Mask
    over_boxes: tuple[Box, ...]
    boxes: tuple[Box, ...]


def blobs_of(mask: Mask, scale: float, tile_px: float, known: Mask) -> Blobs:
    """The changes apart, `tile_px` the width of a tile in the frame. What lies on `known` places,
    which were looked at for themselves, is only told where it is over the table."""
    tile = (tile_px * scale) ** 2 * 1.4
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    rim = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    over = np.zeros_like(mask)
    boxes: list[Box] = []
    over_boxes: list[Box] = []
    for k in range(1, count):
        left, top, wide, tall, area = (int(v) for v in stats[k])
        x0, y0, x1, y1 = (int(v / scale) for v in (left, top, left + wide, top + tall))
        if area >= limits.LARGE_CHANGE * tile or (k in rim and area >= limits.REACHING_IN * tile):
            over[labels == k] = 1
            over_boxes.append((x0, y0, x1, y1))
            continue
        piece = labels[top : top + tall, left : left + wide] == k
        beyond = int((piece & (known[top : top + tall, left : left + wide] == 0)).sum())
        if beyond >= limits.LEAST_CHANGE * tile:
            boxes.append((x0, y0, x1, y1))
    return Blobs(over, tuple(over_boxes), tuple(boxes))


def places_mask(ground: Ground, quads_xy: list[Floats]) -> Mask:
    """1 where quads (px of the frame) lie."""
    mask: Image = np.zeros(ground.light.shape[:2], np.uint8)
    for quad in quads_xy:
        cv2.fillConvexPoly(mask, np.round(quad * ground.scale).astype(np.int32), (1,))
    return mask


def share_over(over: Mask, ground: Ground, quad_xy: Floats) -> float:
    """How much of a quad something lies over."""
    mask = places_mask(ground, [quad_xy])
    count = int(mask.sum())
    return float(over[mask > 0].mean()) if count else 0.0
