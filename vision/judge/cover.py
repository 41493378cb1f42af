"""Sees where a hand, an arm or the like is over the table, so that nothing can be said of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.net import Net, planes
from vision.picture import Floats, Image, floats
from vision.shares import sigmoid
from vision.thresholds.judge import HAND_SEEN, SPECK

LOOK_WH = (192, 144)
"""Size at which a frame is looked at: a hand is large, and its outline is all that matters."""

MAP_WH = (48, 36)


class CoverFinder:
    """The loaded network that tells hands from tables."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def covered(self, frame_bgr: Image) -> Floats:
        """Shares (36 x 48, over the whole frame) that something is over the table there."""
        small = cv2.resize(frame_bgr, LOOK_WH, interpolation=cv2.INTER_AREA)
        return without_specks(sigmoid(self._net.run(planes([small]), "covered")[0, 0]))


def without_specks(covered: Floats) -> Floats:
    """The shares without small pieces amid the frame: a knot or a shadow, for a hand has an arm."""
    mask = (covered > HAND_SEEN).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    rim = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]}
    areas = stats[:, cv2.CC_STAT_AREA]
    specks = [k for k in range(1, count) if k not in rim and areas[k] < SPECK * covered.size]
    return floats(np.where(np.isin(labels, specks), 0.0, covered))


def share_covered(covered: Floats, quad_xy: Floats, size_wh: tuple[int, int]) -> float:
    """The mean share over a quad given in pixels of a frame of `size_wh`; 0 outside it."""
    scale = np.array(MAP_WH, np.float32) / np.array(size_wh, np.float32)
    mask = np.zeros(covered.shape, np.uint8)
    points = np.rint((quad_xy * scale - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, (1.0,), cv2.LINE_8, 4)
    count = int(mask.sum())
    return float(covered[mask > 0].mean()) if count else 0.0
