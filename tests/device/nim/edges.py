"""The eyes of Nim: dark counters on a light table, counted."""

from __future__ import annotations

import cv2

from device.camera.grabber import Frame
from device.camera.looker import Looker
from device.core.looking import Look
from tests.device.nim import NIM
from tests.device.nim.phases import NimSeen

DARK = 90  # of 255, of a counter
SMALLEST = 150  # px of a counter


class NimEyes(Looker):
    """Counts what lies in a frame."""

    game = NIM

    def read(self, wish: Look, frame: Frame) -> NimSeen:
        """So many counters are left."""
        grey = cv2.cvtColor(frame.image_bgr, cv2.COLOR_BGR2GRAY)
        _, _, stats, _ = cv2.connectedComponentsWithStats((grey < DARK).astype("uint8"))
        left = int((stats[1:, cv2.CC_STAT_AREA] > SMALLEST).sum())
        return NimSeen(wish.look, frame.began, left)


edges = NimEyes.started
