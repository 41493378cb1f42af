"""What breaks during a soak: the camera, the buttons, the disk; each for a while."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any

import numpy as np

from device.buttons import BOUNCE
from device.camera.source import CameraError
from device.core.events import Hold, Press
from device.store.store import Store
from engine.sepmosa.game import LogEntry
from vision.picture import Image

PACE = 0.15  # seconds a frame of the virtual camera takes at least
BOUNCES = 6  # edges before a contact rests
SHORTEST, LONGEST = 0.04, 0.35  # seconds a press takes
STUCK = 2.5  # seconds a stuck button stays down


class Fault(Enum):
    """Something that breaks."""

    GONE = "camera gone"
    FROZEN = "camera frozen"
    BLACK = "camera black"
    STUCK = "button stuck"
    SLOW_DISK = "slow disk"


SECONDS = {  # each lasts; a camera's long enough to be noticed
    Fault.GONE: 6.0,
    Fault.FROZEN: 8.0,
    Fault.BLACK: 5.0,
    Fault.STUCK: STUCK,
    Fault.SLOW_DISK: 10.0,
}


@dataclass(slots=True)
class Weather:
    """Which fault there is right now: one at a time, all kinds in turn, calm in between."""

    rng: Random
    calm: float  # seconds between two faults, on average
    clock: Callable[[], float] = time.monotonic
    now: Fault | None = None
    until: float = 0.0
    _order: tuple[Fault, ...] = ()

    def poll(self, counted: Counter[str]) -> Fault | None:
        """Lets a fault begin or end when its time has come; the one that has just begun."""
        now = self.clock()
        if now < self.until:
            return None
        if self.now is not None or self.until == 0.0:
            self.now = None
            self.until = now + self.calm * self.rng.uniform(0.5, 1.5)
            return None
        if not self._order:
            self._order = tuple(self.rng.sample(list(Fault), len(Fault)))
        self.now, self._order = self._order[0], self._order[1:]
        self.until = now + SECONDS[self.now]
        counted[self.now.value] += 1
        return self.now


class BrokenCamera:
    """A camera that draws the table, and fails as the weather has it."""

    is_live = True  # the drawn frames have noise, as a sensor's

    def __init__(self, draw: Callable[[], Image], weather: Weather) -> None:
        """Opens the camera; raises CameraError where it is gone."""
        if weather.now is Fault.GONE:
            raise CameraError("unplugged")
        self._draw = draw
        self._weather = weather
        self._last: Image | None = None

    def read(self) -> Image:
        """The next frame; raises CameraError once the camera is gone."""
        begun = time.monotonic()
        fault = self._weather.now
        if fault is Fault.GONE:
            raise CameraError("unplugged")
        if fault is Fault.FROZEN and self._last is not None:
            time.sleep(PACE)
            return self._last
        frame = self._draw()
        if fault is Fault.BLACK:
            frame = np.zeros_like(frame)
        self._last = frame
        time.sleep(max(0.0, PACE - (time.monotonic() - begun)))
        return frame

    def close(self) -> None:
        """Nothing is held."""


class SlowStore(Store):
    """A store on a card that takes its time."""

    weather: Weather | None = None

    def append(
        self,
        game_id: int,
        entries: Sequence[LogEntry],
        after: int,
        seconds: tuple[float, ...] | None = None,
    ) -> None:
        if self.weather is not None and self.weather.now is Fault.SLOW_DISK:
            time.sleep(self.weather.rng.uniform(0.3, 1.5))
        super().append(game_id, entries, after, seconds)


class Fingers:
    """Presses the buttons' pins in a thread of its own, with contacts that bounce."""

    def __init__(self, pins: dict[int, Any], rng: Random) -> None:
        """`pins` are gpiozero's mock pins, pulled up: low is pressed."""
        self._pins = pins
        self._rng = rng
        self._wanted: SimpleQueue[tuple[int, float] | None] = SimpleQueue()
        self.presses = 0  # made so far
        self.holds = 0
        self.blurred = 0  # bounces drawn out so long that they may have been presses
        self.is_busy = False
        self._thread = Thread(target=self._run, name="fingers", daemon=True)
        self._thread.start()

    def press(self, seat: int) -> None:
        """Presses a button shortly, as soon as the finger is free."""
        self.is_busy = True
        self._wanted.put((seat, self._rng.uniform(SHORTEST, LONGEST)))

    def stick(self, seat: int) -> None:
        """The button stays down for a while."""
        self.is_busy = True
        self._wanted.put((seat, STUCK))

    def close(self) -> None:
        """No more presses."""
        self._wanted.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            seat, seconds = wanted
            pin = self._pins[seat]
            self._bounce(pin, True)
            time.sleep(seconds)
            self._bounce(pin, False)
            time.sleep(0.05)  # the contact rests
            pin.clear_states()  # a mock pin remembers each
            if seconds == STUCK:
                self.holds += 1
            else:
                self.presses += 1
            self.is_busy = not self._wanted.empty()

    def _bounce(self, pin: Any, level: bool) -> None:
        begun = time.monotonic()
        for closed in _bounces(level, self._rng):
            pin.drive_low() if closed else pin.drive_high()
        if time.monotonic() - begun > BOUNCE / 2:  # this machine was busy elsewhere meanwhile
            self.blurred += 1


def _bounces(level: bool, rng: Random) -> Iterator[bool]:
    """The levels a contact goes through until it rests at `level`."""
    for _ in range(rng.randrange(BOUNCES)):
        yield level
        yield not level
    yield level


class Ears:
    """Counts what the buttons tell on its way to the game."""

    def __init__(self, put: Callable[[Press | Hold], None]) -> None:
        self._put = put
        self.presses = 0
        self.holds = 0

    def __call__(self, event: Press | Hold) -> None:
        if isinstance(event, Press):
            self.presses += 1
        else:
            self.holds += 1
        self._put(event)
