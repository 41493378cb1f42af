"""The companion as it should be now: the product's own loop, off-screen, fed with the same touches.

What the machine shows must be what its twin draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from device.core import effects as wanted
from device.core import events as on
from device.core.config import Config
from device.core.effects import LedState
from device.core.loop import Events, Loop, TouchScreen
from device.core.messages import Sentence
from device.core.model import CameraStatus
from device.core.phases import leds_of
from device.games.sepmosa.model import Model
from device.games.sepmosa.ui.mosaic import MosaicView
from device.store.store import Store
from device.system.display import bgr_of
from device.ui.controls import Button, Slider
from device.ui.marks import Scroll
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import rotation_of, upright_point
from device.ui.widgets import Widget, walk
from engine.sepmosa import Cell, Player
from vision.picture import Image

SIZE = (800, 480)
LATER = 20.0  # seconds after which nothing moves on the screen and no notice is left
Point = tuple[int, int]


class Lot:
    """Who starts, as it fell on the machine."""

    def __init__(self) -> None:
        self.player = Player.ONE

    def do(self, effect: wanted.Effect) -> on.Event | None:
        return on.LotFell(self.player) if isinstance(effect, wanted.DrawLot) else None


class Twin:
    """One companion on a surface, its clock turned by hand."""

    def __init__(
        self,
        games: Path,
        config: Config,
        lot: Player,
        troubles: tuple[Sentence, ...] = (),
        camera: CameraStatus = CameraStatus.WELL,
    ) -> None:
        """A companion just started with a file of games that is its own."""
        self.store = Store(games, lambda: "2026-01-31T12:00+00:00")
        self.surface = pygame.Surface(SIZE)
        self.screen = TouchScreen(self.surface, hears_fingers=True)
        self.lot = Lot()
        self.lot.player = lot
        self._now = 100.0
        self._events = Events()
        self._picture: Image | None = None
        self.loop = Loop(
            self.store, self.screen, (self.lot,), self._events,
            camera=camera, clock=lambda: self._now,
            newest=lambda: self._picture, config=config, troubles=troubles,
        )  # fmt: skip
        self.rest()

    @property
    def model(self) -> Model:
        model: Model = self.loop.model
        return model

    def close(self) -> None:
        self.store.close()

    def rest(self) -> None:
        """Time passes until nothing moves any more."""
        for _ in range(2):
            self._now += LATER
            self.loop.turn_over([])

    def take(self, event: on.Event) -> None:
        """Something happens that is no touch."""
        if isinstance(event, on.CameraChanged):
            self._picture = None
        self._events.put(event)
        self.rest()

    def touch(self, *strokes: tuple[int, Point]) -> None:
        """A whole touch: kinds of a finger's events and where they are on the display."""
        happened = []
        for kind, (x, y) in strokes:
            finger = {"touch_id": 0, "finger_id": 1}
            place = {"x": (x + 0.5) / SIZE[0], "y": (y + 0.5) / SIZE[1]}
            happened.append(pygame.event.Event(kind, {**finger, **place}))
        self.loop.turn_over(happened)  # at once: SDL knows of no such touchscreen
        self.rest()

    # What it shows

    def picture(self) -> Image:
        """What should be on the screen."""
        return bgr_of(self.surface)

    def live(self) -> NDArray[np.bool_]:
        """Where on the screen the camera's picture is (h x w), of which there is one now."""
        seen = []
        for level in (0, 255):
            self._picture = np.full((48, 64, 3), level, np.uint8)
            self.rest()
            seen.append(self.picture())
        return np.asarray((seen[0] != seen[1]).any(axis=2))

    def leds(self) -> dict[int, LedState]:
        """What the LEDs should do."""
        return {led.seat: led.state for led in leds_of(self.model)}

    # Where things are on the display

    def key(self, meant: Tap) -> Point:
        """The key that means just that."""
        return self._center(lambda each: isinstance(each, Button) and each.meant == meant)

    def sheet(self, sheet: Sheet) -> Point:
        """The key that opens a sheet."""

        def opens(each: Widget) -> bool:
            return isinstance(each, Button) and (
                isinstance(each.meant, Ui) and each.meant.sheet is sheet
            )

        return self._center(opens)

    def cell(self, cell: Cell) -> Point:
        """A cell of the mosaic."""
        (mosaic,) = (each for each in self._widgets() if isinstance(each, MosaicView))
        return self._display(mosaic.grid.rect(cell).center)

    def pushed(self, by: int) -> tuple[Point, Point]:
        """A drag that pushes the list up by so many pixels: where it begins and ends."""
        room = next(each.rect for each in self._widgets() if isinstance(each, Scroll))
        start = room.centerx, room.bottom - 20
        return self._display(start), self._display((start[0], start[1] - by))

    def slid(self) -> tuple[Point, Point]:
        """A drag of the slider's knob from its right end to its middle."""
        room = next(each.rect for each in self._widgets() if isinstance(each, Slider))
        return self._display((room.right - 30, room.centery)), self._display(room.center)

    def _center(self, is_wanted: Callable[[Widget], bool]) -> Point:
        found = [each for each in self._widgets() if is_wanted(each)]
        if not found:
            raise LookupError(f"no such key in {self.model.phase}")
        return self._display(found[-1].rect.center)

    def _widgets(self) -> Iterator[Widget]:
        view = self.screen._view
        return walk(view.scene(self.model, SIZE, self._now))

    def _display(self, upright: Point) -> Point:
        return on_display(upright, rotation_of(self.model))


def on_display(upright: Point, turned: int) -> Point:
    """The point of the display that is read as `upright` when the screen is turned so far."""
    page = SIZE if turned % 180 == 0 else (SIZE[1], SIZE[0])
    return upright_point(upright, page, 360 - turned)


def is_shown(screen: Image, wanted_bgr: Image, but: NDArray[np.bool_] | None = None) -> bool:
    """Whether a screen shows just that picture, but for a part of it that may be anything."""
    if screen.shape != wanted_bgr.shape:
        return False
    differs = (screen != wanted_bgr).any(axis=2)
    return not (differs if but is None else differs & ~but).any()


BARS = ((1, 1, 1), (0, 1, 1), (1, 1, 0), (0, 1, 0), (1, 0, 1), (0, 0, 1), (1, 0, 0), (0, 0, 0))


def bars_in(screen: Image, place: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """The colours, as blue, green, red bits, of eight bars side by side in a part of a screen."""
    rows, columns = np.nonzero(place)
    line = screen[int(rows.min() + 0.8 * np.ptp(rows)), columns.min() : columns.max() + 1]
    width = len(line) / len(BARS)
    middles = (line[int((number + 0.5) * width)] for number in range(len(BARS)))
    return tuple(tuple(int(level > 96) for level in colour) for colour in middles)
