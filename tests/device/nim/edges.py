"""The eyes of Nim: dark counters on a light table, counted."""

from __future__ import annotations

import cv2

from device.camera.grabber import Frame
from device.camera.looker import Looker
from device.core.game import Around, Edge
from tests.device.nim import NIM
from tests.device.nim.phases import Counted, Look

DARK = 90  # of 255, of a counter
SMALLEST = 150  # px of a counter


class Counting(Looker):
    """Counts what lies in a frame."""

    def read(self, wish: Look, frame: Frame) -> Counted:
        """So many counters are left."""
        grey = cv2.cvtColor(frame.image_bgr, cv2.COLOR_BGR2GRAY)
        _, _, stats, _ = cv2.connectedComponentsWithStats((grey < DARK).astype("uint8"))
        return Counted(wish.look, int((stats[1:, cv2.CC_STAT_AREA] > SMALLEST).sum()))


def edges(around: Around) -> tuple[Edge, ...]:
    """The eyes where there is a camera; a game played by touch alone returns ()."""
    if around.grabber is None or around.put is None:
        return ()
    eyes = Counting(NIM, Look, around.grabber, around.put, around.clock, around.pause)
    eyes.start()
    return (eyes,)
