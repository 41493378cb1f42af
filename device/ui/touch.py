"""What a hand does on the screen, made of the events that SDL gives: one finger, or the mouse.

With a desktop SDL makes the mouse follow the first finger. Without one it knows no window for a
finger and makes no mouse of it: only then are fingers heard themselves, so that no touch counts
twice. Fingers beside the first do nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import pygame
from pygame._sdl2 import touch as devices

Point = tuple[int, int]

LEFT = 1  # the mouse's button
LOST = frozenset(  # what ends a touch nobody has ended
    {pygame.WINDOWFOCUSLOST, pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED}
)


class TouchStep(Enum):
    """A step of a touch."""

    PRESS = "press"
    MOVE = "move"
    RELEASE = "release"
    CANCEL = "cancel"  # the touch is over and means nothing


@dataclass(frozen=True, slots=True)
class Stroke:
    """A step of a touch, and where on the surface it was."""

    step: TouchStep
    at: Point


MOUSE = (-1, -1)
Finger = tuple[int, int]  # a touchscreen and a finger on it, or the mouse


class Touch:
    """Follows the one finger that counts."""

    def __init__(self, hears_fingers: bool) -> None:
        """`hears_fingers` where SDL makes no mouse of them."""
        self._hears_fingers = hears_fingers
        self._down: Finger | None = None
        self._at: Point = (0, 0)

    def read(self, happened: pygame.event.Event, size_wh: tuple[int, int]) -> Stroke | None:
        """What an event means on a surface of that size; None if it is no touch."""
        if happened.type in LOST:
            return self._end(TouchStep.CANCEL)
        match happened.type:
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                if not self._hears_fingers:
                    return None
                finger, at = (happened.touch_id, happened.finger_id), place_of(happened, size_wh)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if happened.button == LEFT:
                finger, at = MOUSE, happened.pos
            case pygame.MOUSEMOTION:
                finger, at = MOUSE, happened.pos
            case _:
                return None
        if self._hears_fingers and getattr(happened, "touch", False):
            return None  # a finger's twin
        match happened.type:
            case pygame.FINGERDOWN | pygame.MOUSEBUTTONDOWN:
                return self._begin(finger, at)
            case pygame.FINGERMOTION | pygame.MOUSEMOTION if finger == self._down:
                self._at = at
                return Stroke(TouchStep.MOVE, at)
            case pygame.FINGERUP | pygame.MOUSEBUTTONUP if finger == self._down:
                self._at = at
                return self._end(TouchStep.RELEASE)
        return None

    def check(self, touchscreens: Collection[int]) -> Stroke | None:
        """Ends the touch of a finger whose touchscreen was unplugged under it."""
        is_gone = self._down not in (None, MOUSE) and self._down[0] not in touchscreens
        return self._end(TouchStep.CANCEL) if is_gone else None

    @property
    def is_down(self) -> bool:
        """Whether a finger or the mouse is down."""
        return self._down is not None

    def _begin(self, finger: Finger, at: Point) -> Stroke | None:
        if self._down not in (None, finger):
            return None  # a further finger
        self._down, self._at = finger, at
        return Stroke(TouchStep.PRESS, at)

    def _end(self, step: TouchStep) -> Stroke | None:
        if self._down is None:
            return None
        self._down = None
        return Stroke(step, self._at)


def touchscreens() -> set[int]:
    """The touchscreens there are now, as SDL numbers them."""
    return {devices.get_device(number) for number in range(devices.get_num_devices())}


def place_of(happened: pygame.event.Event, size_wh: tuple[int, int]) -> Point:
    """Where a finger is, in pixels of a surface; SDL tells it as shares of the screen."""
    x, y = (
        min(max(int(share * length), 0), length - 1)
        for share, length in zip((happened.x, happened.y), size_wh, strict=True)
    )
    return x, y
