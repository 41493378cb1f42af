"""Small pictures of places on the table, to see at a glance whether they have changed."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.picture import Floats, Picture, floats

WIDE, TALL = 16, 22  # points of a patch
POINT_PX = 1.4  # of the halving that is looked at, from point to point

_WEIGHTS = floats(
    [
        [(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y]
        for y in np.linspace(0.06, 0.94, TALL)
        for x in np.linspace(0.08, 0.92, WIDE)
    ]
)  # of the four corners


def patches_of(picture: Picture, quads_xy: Sequence[Floats]) -> Floats:
    """What lies in quads of about one size; n x `TALL` x `WIDE` x 3, 0–255."""
    if not len(quads_xy):
        return np.zeros((0, TALL, WIDE, 3), np.float32)
    quads = np.stack(quads_xy)
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    level = picture.level(int(np.log2(max(width / (WIDE * POINT_PX), 1.0))))
    scale = floats([level.shape[1], level.shape[0]]) / floats(picture.size_wh)
    points = floats(np.einsum("pc,ncd->npd", _WEIGHTS, quads) * scale - 0.5)
    x, y = (np.ascontiguousarray(points[..., axis]) for axis in (0, 1))
    seen = cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return floats(seen).reshape(-1, TALL, WIDE, 3)


def ivory_of(patches: Floats) -> Floats:
    """The colour of each patch's brighter part; n x 3."""
    return floats(np.maximum(np.percentile(patches, 70, axis=(1, 2)), 6.0))


def unlike(before: Floats, after: Floats) -> Floats:
    """How different the prints of tiles are, each in the light of its own ivory: 0 for the same,
    about 1 for any other or none; n."""
    one = 1.0 - before / ivory_of(before)[:, None, None]
    two = 1.0 - after / ivory_of(after)[:, None, None]
    apart = np.abs(one - two).mean(axis=(1, 2, 3))
    ink = np.maximum(np.abs(one).mean(axis=(1, 2, 3)), np.abs(two).mean(axis=(1, 2, 3)))
    return floats(apart / np.maximum(ink, 0.02))


def changed_by(before: Floats, after: Floats, gain_bgr: Floats) -> Floats:
    """How far patches of the table differ once the lamp's change is taken out: the share of full
    light by which their most changed tenth does; n."""
    lit = np.stack([cv2.blur(each, (3, 3)) for each in after / gain_bgr])
    soft = np.stack([cv2.blur(each, (3, 3)) for each in before])
    apart = np.abs(lit - soft).max(axis=3).reshape(len(before), -1)
    level = np.maximum(np.maximum(lit, soft).mean(axis=(1, 2, 3)), 24.0)
    return floats(np.percentile(apart, 85, axis=1) / level)
