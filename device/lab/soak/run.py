"""The soak itself: the companion's own loop, camera worker, buttons, store and screen, all real."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pygame

from device.buttons import Buttons, Pins
from device.camera.grabber import Grabber
from device.core.companion import Lots, OwnEdges
from device.core.game import Around
from device.core.loop import FPS, Events, Loop, TouchScreen
from device.lab.soak.faults import BrokenCamera, Ears, Fault, Fingers, SlowStore, Weather
from device.lab.soak.gauges import Times, Trend, handles, memory, trend
from device.lab.soak.painter import Painter
from device.lab.soak.players import Players
from device.system.machine import Eye, Lamps
from device.system.memory import Tidier, give_back

SCREEN = (800, 480)
SAMPLE = 10.0  # seconds between two looks at memory and handles
TELL = 2.0  # seconds between two reports on the way
LOOK = 0.2  # seconds between two frames read
STALLED = 180.0  # seconds without a turn: something holds the game up
GROWTH = 0.05  # an hour, of the memory held when warm: on two x86 cores the hour that held rose by
# 3.0 % an hour, from 119 MB; a day of 5 % is no trouble for a Pi with 2 GB
JUDGED = 900.0  # seconds after it was warm: a shorter line says nothing about an hour
LEAST = 2.0  # turns and presses a minute; there it was 15 and 17, with a load of 5
WARM = 1  # games after which screens were drawn, networks loaded, caches filled
PINS = {0: Pins(17, 22), 1: Pins(27, 23)}


@dataclass(slots=True)
class SoakReport:
    """What came of a soak."""

    seconds: float = 0.0
    counted: Counter[str] = field(default_factory=Counter)  # turns, games, faults
    presses: tuple[int, int] = (0, 0)  # made, heard
    holds: tuple[int, int] = (0, 0)
    wrong: list[str] = field(default_factory=list)  # scores
    pictures: Times = field(default_factory=Times)  # from one picture to the next, all work done
    answered: Times = field(default_factory=Times)
    longest: float = 0.0  # seconds from one turn to the next
    times: list[float] = field(default_factory=list)  # when memory and handles were looked at
    memory: list[int] = field(default_factory=list)  # held: what was free had been given back
    most: int = 0  # memory at any time, what was free included
    handles: list[int] = field(default_factory=list)
    warm: int | None = None  # looks before the companion was warm
    errors: list[str] = field(default_factory=list)  # logged

    @property
    def missed(self) -> int:
        """Presses that were made and never heard."""
        return self.presses[0] - self.presses[1]

    @property
    def cold(self) -> int:
        """How many looks are left out: those before it was warm, else the first quarter."""
        return len(self.times) // 4 if self.warm is None else self.warm

    def trend_of(self, figures: list[int]) -> Trend:
        """How memory or handles went once the companion was warm."""
        return trend(self.times[self.cold :], figures[self.cold :])

    @property
    def problems(self) -> list[str]:
        """Everything that must not be; empty where the soak was passed."""
        found = [*self.wrong, *self.errors]
        least = max(1.0, LEAST * self.seconds / 60)
        happened = {
            "turns were played": self.counted["turns"],
            "presses were made": self.presses[0],
        }
        for what, count in happened.items():
            if count < least:
                minutes = f"in {self.seconds / 60:.1f} minutes"
                found.append(f"{count} {what} {minutes}, {least:.0f} at least")
        if self.missed > 0:
            found.append(f"{self.missed} presses were missed")
        if -self.missed > self.counted["blurred"]:
            found.append(f"{-self.missed} presses were heard that nobody made")
        if self.holds[0] != self.holds[1]:
            found.append(f"{self.holds[0]} holds were made, {self.holds[1]} heard")
        if self.longest > STALLED:
            found.append(f"nobody could play for {self.longest:.0f} s")
        for name, figures in (("memory has", self.memory), ("handles have", self.handles)):
            grown = self.trend_of(figures)
            if self.is_long_enough and grown.least_per_hour > GROWTH:
                found.append(f"{name} grown by {grown.per_hour:.1%} an hour")
        return found

    @property
    def is_long_enough(self) -> bool:
        """Whether memory and handles can be judged."""
        return self.trend_of(self.memory).seconds >= JUDGED


class _Errors(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self, into: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._into = into

    def emit(self, record: logging.LogRecord) -> None:
        self._into.append(f"{record.name}: {record.getMessage()}")


def soak(folder: Path, seconds: float, seed: int, told: Callable[[SoakReport], None]) -> SoakReport:
    """Plays for so long in `folder` and reports; `told` is called now and then."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    report = SoakReport()
    heard = _Errors(report.errors)
    logging.getLogger().addHandler(heard)
    pygame.display.init()
    path = folder / "games.txt"
    try:
        with closing(Painter()) as painter, closing(SlowStore(path, _today)) as store:
            _Table(store, painter, seed, report).run(seconds, told)
    finally:
        pygame.display.quit()
        logging.getLogger().removeHandler(heard)
    return report


def _today() -> str:
    return "2026-01-01T12:00"


class _Table:
    """Everything put together: the device and those who play with it."""

    def __init__(self, store: SlowStore, painter: Painter, seed: int, report: SoakReport) -> None:
        from gpiozero.pins.mock import MockFactory

        rng = Random(seed)
        factory = MockFactory()
        self._report = report
        self._weather = store.weather = Weather(rng, 12.0)
        self._events: Events = Events()
        self._ears = Ears(self._events.put)
        self._buttons = Buttons(PINS, self._ears, factory=factory)
        pins = {seat: factory.pin(numbers.button) for seat, numbers in PINS.items()}
        self._fingers = Fingers(pins, rng)
        self._players = Players(self._fingers, seed, painter.draw)
        grabber = Grabber(self._camera, self._events.put, time.monotonic)
        self._own = OwnEdges(Around(self._events.put, rng, grabber, time.monotonic, LOOK))
        self._eye = Eye(grabber)
        self._loop = Loop(
            store,
            TouchScreen(pygame.display.set_mode(SCREEN)),
            (Lots(rng), self._eye, self._own, Lamps(self._buttons)),
            self._events,
            (self._buttons.poll, grabber.poll, Tidier().poll),
            newest=self._eye.newest,
        )

    def _camera(self) -> BrokenCamera:
        return BrokenCamera(self._players.draw, self._weather)

    def run(self, seconds: float, told: Callable[[SoakReport], None]) -> None:
        """Plays for so long."""
        self._eye.grabber.start()
        begun = told_at = sampled = time.monotonic()
        try:
            while (now := time.monotonic()) - begun < seconds:
                self._once(now)
                if now - sampled >= SAMPLE:
                    sampled = now
                    self._sample(now - begun)
                if now - told_at >= TELL:
                    told_at = now
                    self._count(now - begun)
                    told(self._report)
                time.sleep(max(0.0, 1 / FPS - (time.monotonic() - now)))
            self._fingers.close()
            time.sleep(0.1)
            self._loop.turn_over([])
        finally:
            self._own.close()
            self._buttons.close()
            self._count(time.monotonic() - begun)
            self._sample(time.monotonic() - begun)

    def _once(self, now: float) -> None:
        """One picture, and what the players make of it."""
        if self._weather.poll(self._report.counted) is Fault.STUCK:
            self._players.stick()
        for event in self._players.act(self._loop.model, now):
            self._events.put(event)
        self._loop.turn_over([])
        self._report.pictures.add(time.monotonic() - now)

    def _count(self, seconds: float) -> None:
        report, players = self._report, self._players
        report.seconds = seconds
        report.most = max(report.most, memory())
        report.counted |= players.counted
        report.presses = self._fingers.presses, self._ears.presses
        report.holds = self._fingers.holds, self._ears.holds
        report.wrong = players.referee.wrong
        report.counted["blurred"] = self._fingers.blurred
        report.answered = players.answered
        report.longest = players.longest

    def _sample(self, seconds: float) -> None:
        report = self._report
        give_back()
        report.times.append(seconds)
        report.memory.append(memory())
        report.handles.append(handles())
        if report.warm is None and report.counted["games"] >= WARM:
            report.warm = len(report.times)
