"""What dice and boards of MOSAIX share: square views, and the networks that find and name squares.

Views are cut the same way in training and in reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.values import SYMBOLS
from vision.net import Net, planes
from vision.picture import floats, pixels
from vision.shares import sigmoid, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.picture import Floats, Image

CIRCLE, TRIANGLE, CROSS = range(len(SYMBOLS))
"""The first classes of every network that names symbols."""


_FLAT = 24.0  # screen values: a view with less contrast is not stretched further


def view_of(frame_bgr: Image, quad_xy: Floats, side_px: int, span: float) -> Image:
    """(side, side, 3) the quad, seen straight, in the middle of a view that spans `span` of it."""
    rim = (span - 1) / 2 * side_px / span
    near, far = rim - 0.5, side_px - rim - 0.5
    target = floats([[near, near], [far, near], [far, far], [near, far]])
    matrix = cv2.getPerspectiveTransform(floats(quad_xy) - 0.5, target)
    scale = side_px / span / max(float(np.sqrt(abs(cv2.contourArea(floats(quad_xy))))), 1.0)
    if scale < 0.6:  # shrunk a lot: soften first, so that thin strokes stay
        frame_bgr = _softened(frame_bgr, quad_xy, 0.4 / scale)
    return pixels(
        cv2.warpPerspective(
            frame_bgr, matrix, (side_px, side_px), flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )  # fmt: skip


def _softened(frame_bgr: Image, quad_xy: Floats, sigma: float) -> Image:
    """The frame, blurred about the quad."""
    h, w = frame_bgr.shape[:2]
    low, high = floats(quad_xy).min(axis=0), floats(quad_xy).max(axis=0)
    margin = (high - low) * 0.6 + 4 * sigma
    x0, y0 = (int(v) for v in np.clip(low - margin, 0, [w, h]))
    x1, y1 = (int(v) for v in np.clip(high + margin + 1, 0, [w, h]))
    soft = frame_bgr.copy()
    if x1 > x0 and y1 > y0:
        soft[y0:y1, x0:x1] = cv2.GaussianBlur(frame_bgr[y0:y1, x0:x1], (0, 0), sigma)
    return soft


def levelled(views: Sequence[Image]) -> Floats:
    """(n, 3, side, side) views with their mean at 0 and their contrast at 1."""
    stack = floats(np.stack(views))
    stack -= stack.mean(axis=(1, 2), keepdims=True)
    spread = stack.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray((stack / np.maximum(spread, _FLAT)).transpose(0, 3, 1, 2))


_STEP = 32  # a finder's picture has sides that are multiples of this


class Finder:
    """A network that draws squares: shrunk so that they fall apart, all of them together, and for
    dice the odd ones, which lean or lie on another."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def maps(self, frame_bgr: Image, look_px: int) -> tuple[tuple[Floats, ...], float]:
        """Maps (h, w), 0–1, of the frame at `look_px` for its longer side, and by how much that is
        smaller than the frame."""
        h, w = frame_bgr.shape[:2]
        scale = look_px / max(h, w)
        wide, tall = max(_STEP, round(w * scale)), max(_STEP, round(h * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = pixels(cv2.resize(frame_bgr, (wide, tall), interpolation=way))
        right, below = -wide % _STEP, -tall % _STEP
        small = pixels(cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE))
        size = (small.shape[1], small.shape[0])
        shares = sigmoid(self._net.run(planes([small]), "maps")[0])
        found = tuple(
            floats(cv2.resize(floats(each), size, interpolation=cv2.INTER_LINEAR))[:tall, :wide]
            for each in shares
        )
        return found, scale


class Namer:
    """A network that says what views show."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def shares(self, views: Sequence[Image]) -> Floats:
        """(n, classes) how likely each class is for each view (side, side, 3)."""
        return softmax(self._net.run(levelled(views), "logits"))

    def shares_and_features(self, views: Sequence[Image]) -> tuple[Floats, Floats]:
        """The shares, and (n, many) what the network makes of each view before it decides: alike
        for views that look alike."""
        logits, features = self._net.run_all(levelled(views), ("logits", "features"))
        return softmax(logits), features.reshape(len(features), -1)
