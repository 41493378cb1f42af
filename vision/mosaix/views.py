"""Square views of faces and cells, as the networks want them: in training and in reading alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frames import floats, pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image

FACE_PX, FACE_SPAN = 40, 1.5
CELL_PX, CELL_SPAN = 32, 1.2
LIE_PX, LIE_SPAN = 48, 2.6
MATE_PX, MATE_SPAN = 64, 2.2
"""Side of a view in pixels, and how many faces or cells it spans."""

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


def outward(quads_xy: Sequence[Floats], size_wh: tuple[int, int]) -> list[Floats]:
    """Quads of dice on one lattice, their corners so named that the right of each is the side away
    from the frame's middle: there level dice show their sides."""
    away = np.mean([quad.mean(axis=0) for quad in quads_xy], axis=0) - np.array(size_wh) / 2
    first = quads_xy[0]
    sides = [first[(k + 1) % 4] + first[(k + 2) % 4] - 2 * first.mean(axis=0) for k in range(4)]
    quarters = int(np.argmax([side @ away for side in sides]))
    return [floats(np.roll(quad, -quarters, axis=0)) for quad in quads_xy]


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
