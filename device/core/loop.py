"""The companion on a screen: one loop that owns the game, thirty pictures a second.

Camera and buttons only put events on the queue; the loop takes them off, steps the companion and
draws.
"""

from __future__ import annotations

import logging
import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from typing import Any, Protocol

import cv2
import pygame

from device.core import effects as wanted
from device.core import events as on
from device.core.companion import Companion
from device.core.config import Config, shipped_config
from device.core.game import Edge
from device.core.messages import Message, Sentence, say
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start
from device.store.config_file import ConfigFile
from device.store.edge import Keeper
from device.store.file import StoreError
from device.store.store import Store
from device.system.brightness import dim
from device.system.console import Console
from device.system.facts import facts_of
from device.system.watchdog import Watchdog
from device.ui.touch import Stroke, Touch, TouchStep, touchscreens
from device.ui.view import View
from vision.picture import Image, pixels

log = logging.getLogger(__name__)

FPS = 30
KEYS = {pygame.K_a: 0, pygame.K_l: 1}  # the seats whose buttons they stand in for
NOT_ALONE = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META  # with these a key means more
HOLD_S = 0.8
PICTURE_WH = (480, 360)

Events = queue.SimpleQueue[on.Event]


class End(Enum):
    """What is to come when the companion no longer runs."""

    STOPPED = "stopped"
    OFF = "off"  # the device is to be switched off
    RESTART = "restart"  # with the configuration as it now is


class Screen(Protocol):
    """Where the companion is shown and touched."""

    def draw(self, model: Any, now: float) -> None:
        """Shows the model as it looks now."""

    def take(self, happened: pygame.event.Event, model: Any, now: float) -> Iterator[on.Event]:
        """What a touch, a click or a key means."""

    def is_typing(self, model: Any) -> bool:
        """Whether keys are letters now, and stand in for no button."""

    def attend(self, model: Any, now: float) -> Iterator[on.Event]:
        """What follows from time alone."""


class Keys:
    """Keyboard keys that stand in for the two buttons."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def take(self, happened: pygame.event.Event, now: float) -> Iterator[on.Event]:
        """A key let go of is a press, unless it was held long enough already."""
        if happened.type == pygame.WINDOWFOCUSLOST:
            self._since.clear()  # nobody will tell when it is let go of
        seat = KEYS.get(getattr(happened, "key", 0))
        if seat is None:
            return
        if happened.type == pygame.KEYDOWN and not happened.mod & NOT_ALONE:
            self._since.setdefault(seat, now)
        elif happened.type == pygame.KEYUP and self._since.pop(seat, None) is not None:
            yield on.Press(seat)

    def attend(self, now: float) -> Iterator[on.Event]:
        """A key held long enough is a hold, once."""
        for seat, since in list(self._since.items()):
            if now - since >= HOLD_S:
                del self._since[seat]
                yield on.Hold(seat)


class TouchScreen:
    """The companion alone, on the whole display."""

    def __init__(
        self,
        surface: pygame.Surface,
        at: pygame.Rect | None = None,
        dims: bool = True,
        hears_fingers: bool = False,
    ) -> None:
        """On the part `at` of a surface; `dims` where no backlight can; `hears_fingers` where SDL
        makes no mouse of them."""
        self._whole = surface
        self._at = at or surface.get_rect()
        self._surface = surface.subsurface(self._at)
        self._dims = dims
        self._touch = Touch(hears_fingers)
        self._view = View()

    def draw(self, model: Any, now: float) -> None:
        """Shows the model as it looks now."""
        self._view.draw(model, self._surface, now)
        if self._dims:
            dim(self._surface, model.settings.brightness)

    def take(self, happened: pygame.event.Event, model: Any, _: float) -> Iterator[on.Event]:
        """What a touch on the screen means."""
        yield from self._meant(self._touch.read(happened, self._whole.get_size()), model)
        typed = self._view.keyed(model, self._surface.get_size(), happened)
        if typed is not None:
            yield typed

    def is_typing(self, model: Any) -> bool:
        """Whether a name is typed."""
        return self._view.is_typing(model, self._surface.get_size())

    def attend(self, model: Any, _now: float) -> Iterator[on.Event]:
        """A touchscreen may have been unplugged under a finger."""
        if self._touch.is_down:
            yield from self._meant(self._touch.check(touchscreens()), model)

    def _meant(self, stroke: Stroke | None, model: Any) -> Iterator[on.Event]:
        if stroke is None:
            return
        size = self._surface.get_size()
        at = self._inside(stroke.at)
        meant: on.Event | None = None
        match stroke.step:
            case TouchStep.PRESS if self._at.collidepoint(stroke.at):
                self._view.press(model, size, at)
            case TouchStep.MOVE:
                meant = self._view.move(model, size, at)
            case TouchStep.RELEASE:
                meant = self._view.release(model, size, at)
            case TouchStep.CANCEL:
                self._view.cancel()
        if meant is not None:
            yield meant

    def _inside(self, at: tuple[int, int]) -> tuple[int, int]:
        """The nearest point of our part."""
        x, y = at[0] - self._at.x, at[1] - self._at.y
        return min(max(x, 0), self._at.width - 1), min(max(y, 0), self._at.height - 1)


class Loop:
    """Takes what has happened off the queue, steps the companion, and draws."""

    def __init__(
        self,
        store: Store,
        screen: Screen,
        edges: tuple[Edge, ...],
        events: Events,
        polls: tuple[Callable[[float], None], ...] = (),
        camera: CameraStatus = CameraStatus.OPENING,
        clock: Callable[[], float] = time.monotonic,
        newest: Callable[[], Image | None] = lambda: None,
        config: Config | None = None,
        config_file: ConfigFile | None = None,
        troubles: tuple[Sentence, ...] = (),
        has_player: bool = False,
        is_virtual: bool = False,
    ) -> None:
        """`polls` are edges that want to know the time, at least every 50 ms; `newest` gives the
        camera's newest frame; `config` holds where players have set nothing, and `config_file`
        keeps what they change of it; `troubles` are what they are to be told first; `has_player`
        says that the companion itself can be an opponent, `is_virtual` that so is the table."""
        config = config or shipped_config()
        self._store = store
        self._events = events
        self._screen = screen
        self._clock = clock
        self._polls = polls
        self._newest = newest
        self._keys = Keys()
        self._pressed: deque[on.Event] = deque()  # buttons, each for a picture of its own
        self._power = _Power()
        begun = start(
            store.settings(config.settings),
            store.open_game(),
            store.names(),
            camera,
            clock(),
            config,
            replace(facts_of(store.path), has_player=has_player, is_virtual=is_virtual),
        )
        self._keeper = Keeper(store, config.settings, config_file)
        self._companion = Companion(begun, self._keeper, (*edges, self._power))
        aside = (store.set_aside.sentence,) if store.set_aside else ()
        self._untold = deque((*troubles, *aside))
        self._tell()

    @property
    def model(self) -> Any:
        return self._companion.model

    @property
    def end(self) -> End:
        """What is to come after the loop."""
        return self._power.end

    def turn_over(self, happened: list[pygame.event.Event]) -> bool:
        """One round: everything that has happened, then one picture; whether to go on.

        What people did comes before what the camera saw, and one thing at a time: each answers
        the picture before it.
        """
        now = self._clock()
        for poll in self._polls:
            poll(now)
        self._take(iter([on.Tick(now)]))
        seen: list[on.Event] = []
        while not self._events.empty():
            event = self._events.get_nowait()
            (self._pressed if isinstance(event, on.ButtonEvent) else seen).append(event)
        before = self.model
        for each in happened:
            if each.type == pygame.QUIT:
                return False
            if not self._screen.is_typing(self.model):  # asked first: what is typed may end it
                self._pressed.extend(self._keys.take(each, now))
            self._take(self._screen.take(each, self.model, now))
        self._pressed.extend(self._keys.attend(now))
        if self._pressed and self.model is before:
            self._take(iter([self._pressed.popleft()]))
        self._take(iter(seen))
        self._take(self._screen.attend(self.model, now))
        self._take(self._keeper.attend(game=self.model.plays))
        self._tell()
        self._screen.draw(self._pictured(), now)
        return self._power.end is End.STOPPED

    def _tell(self) -> None:
        """What players are to be told first, each thing once the one before it was read."""
        if self.model.phase is CommonPhase.FAULT:
            return
        if self._untold:
            self._companion.take(on.Failed(self._untold.popleft()))
        elif self._store.set_aside is not None:
            try:
                self._store.forget_aside()
            except StoreError as no:  # then it is told once more at the next start
                log.warning("%s", no)

    def _pictured(self) -> Any:
        """The model with the camera's picture, where a screen shows it."""
        if self.model.phase not in self.model.plays.flow.live:
            return self.model
        frame = self._newest()
        if frame is None:
            return self.model
        small = pixels(cv2.resize(frame, PICTURE_WH, interpolation=cv2.INTER_AREA))
        return replace(self.model, picture=small)

    def _take(self, events: Iterator[on.Event]) -> None:
        for event in events:
            trouble = self._attempt(event)
            if trouble is not None:
                self._attempt(on.Failed(say(Message.FAULT_UNEXPECTED, detail=trouble)))

    def _attempt(self, event: on.Event) -> str | None:
        """Broken hardware or a fault of ours is logged, the game kept; returns what it was."""
        try:
            self._companion.take(event)
        except Exception as error:
            log.exception("%s", type(event).__name__)
            return f"{type(error).__name__}: {error}"
        return None


class _Power:
    """Notes that the device is to be switched off, or the companion to start anew."""

    def __init__(self) -> None:
        self.end = End.STOPPED

    def do(self, effect: wanted.Effect) -> on.Event | None:
        match effect:
            case wanted.ShutDown():
                self.end = End.OFF
            case wanted.Restart():
                self.end = End.RESTART
        return None


def run_loop(
    loop: Loop,
    watchdog: Watchdog | None = None,
    clock: Callable[[], float] = time.monotonic,
    show: Callable[[], bool] | None = None,
    console: Console | None = None,
) -> None:
    """Runs until the window is closed, the device switched off, or all is to restart. `show` shows
    what was drawn and tells whether a picture is out."""
    pace = pygame.time.Clock()
    dog = watchdog or Watchdog()
    show = show or _flip
    while loop.turn_over(console.take(pygame.event.get()) if console else pygame.event.get()):
        if show():
            dog.beat(clock())
        pace.tick(FPS)


def _flip() -> bool:
    pygame.display.flip()
    return True
