"""Whether anything is printed in an outline: a tile on its face shows nothing, and is not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats
from vision.thresholds.tiles import LEAST_INK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Picture

ACROSS, DOWN = 16, 22  # points looked at
AROUND = 5  # points across and down with which each is compared
BRIGHT = ACROSS * DOWN * 3 // 4  # of the points are darker than the ivory
INKIEST = 8  # points from which on it is print and not noise
POINT_PX = 1.4  # of the halving that is looked at, from point to point

_WEIGHTS = floats(
    [
        [(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y]
        for y in np.linspace(0.1, 0.9, DOWN)
        for x in np.linspace(0.14, 0.86, ACROSS)
    ]
)  # of the four corners


def shows_ink(picture: Picture, boxes_xy: Sequence[Floats]) -> list[bool]:
    """For each rough outline (4 x 2), whether something is printed in it."""
    if not boxes_xy:
        return []
    boxes = np.stack(boxes_xy)
    widths = np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)
    levels = np.log2(np.maximum(widths / (ACROSS * POINT_PX), 1.0)).astype(int)
    found = np.zeros(len(boxes), bool)
    for number in np.unique(levels):
        chosen = levels == number
        found[chosen] = _ink(_sampled(picture, int(number), boxes[chosen])) >= LEAST_INK
    return [bool(each) for each in found]


def _sampled(picture: Picture, number: int, boxes: Floats) -> Floats:
    """The points of N outlines in a halving of the picture; N x `DOWN` x `ACROSS` x 3."""
    level = picture.level(number)
    scale = floats([level.shape[1], level.shape[0]]) / floats(picture.size_wh)
    points = floats((_WEIGHTS @ boxes) * scale - 0.5)
    x, y = (np.ascontiguousarray(points[..., axis]) for axis in (0, 1))
    seen = cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return floats(seen).reshape(-1, DOWN, ACROSS, 3)


def _ink(sampled: Floats) -> Floats:
    """N: how much darker the inkiest points are than what is around them."""
    points = sampled.reshape(len(sampled), -1, 3)
    bright = np.partition(points, BRIGHT, axis=1)[:, None, None, BRIGHT]
    ivory = np.maximum(bright, 8.0)
    rows = sampled.reshape(-1, ACROSS, 3)  # blurred together: what runs over is cut off below
    around = cv2.blur(rows, (AROUND, AROUND)).reshape(sampled.shape)
    rim = AROUND // 2
    darker = ((around - sampled) / ivory)[:, rim:-rim, rim:-rim].max(axis=3)
    darker = darker.reshape(len(sampled), -1)
    return floats(np.partition(darker, -INKIEST, axis=1)[:, -INKIEST])
