"""The screen as a whole: builds it from the model, draws it turned as set, and reads touches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import pygame

from device.core.events import Confirm, Event
from device.core.model import CommonModel, CommonPhase
from device.core.settings import Facing
from device.ui.controls import Slider
from device.ui.keyboard import TypedText
from device.ui.marks import Scroll, Turned
from device.ui.screens.care import fault_screen
from device.ui.state import Sheet, Tap, Ui
from device.ui.theme import FINGER, MOTION_S, Page, Size
from device.ui.widgets import Point, Scene, Widget, draw_all, in_large_text, tap_all

LONG_AGO = -1e9
DRAG = 12  # px a finger may wander before a touch becomes a drag
HASTY = 0.4  # seconds in which a touch is still meant for what the screen showed before
TWICE = 0.7  # seconds in which a second touch where one said yes is not meant for anything else


@dataclass(frozen=True, slots=True)
class ScreenChange:
    """A value that sets something in motion: before, now, and since when; while a screen is
    built, for how many seconds."""

    before: Any
    value: Any
    at: float


Since = Mapping[str, ScreenChange]


@dataclass(frozen=True, slots=True, eq=False)
class Screens:
    """How a game looks."""

    scene: Callable[[Any, Ui, Page, Since], Scene]  # of a model in any of its phases but FAULT
    moving: Callable[[Any], Mapping[str, object]] = lambda _model: {}
    """What sets something in motion when it changes, by name."""
    news: Callable[[Any], tuple[object, bool]] = lambda _model: ((), False)
    """What may close an open sheet when it changes, and whether it does."""
    first_look: Callable[[Any], Ui] = lambda _model: Ui()  # when a phase begins
    is_turned: Callable[[Any], bool] = lambda _model: False  # to the player opposite


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that was on the screen."""

    now: float  # monotonic seconds
    turned: int
    scene: Scene

    def point(self, at: Point, size: Size) -> Point:
        """A point of the display, on this picture."""
        return upright_point(at, size, self.turned)


@dataclass(slots=True)
class View:
    """Holds what only the screen knows between two frames; everything else is in the model."""

    ui: Ui = field(default_factory=Ui)
    phase: Enum | None = None  # to which `ui` belongs
    _since: dict[str, ScreenChange] = field(default_factory=dict)
    _told: object = None
    _touched: Point | None = None
    _under: Drawn | None = None  # what the finger came down on
    _was_hasty: bool = False
    _agreed: tuple[Confirm, Point, float] | None = None  # yes, said there, then
    _scrolled: int = 0
    _dragged: Widget | None = None
    _is_drag: bool = False
    _drawn: deque[Drawn] = field(default_factory=deque)  # of late, and not changed by touch since

    def draw(self, model: CommonModel, surface: pygame.Surface, now: float) -> None:
        """Draws the model as it looks `now`, in monotonic seconds."""
        self.notice(model, now)
        turned = rotation_of(model)
        page = page_of(surface.get_size(), turned)
        scene = self._scene(model, page, now)
        self._drawn.append(Drawn(now, turned, scene))
        while len(self._drawn) > 1 and self._drawn[1].now <= now - HASTY:
            self._drawn.popleft()
        if turned == 0:
            draw_all(surface, scene)
            return
        upright = pygame.Surface((page.width, page.height))
        draw_all(upright, scene)
        surface.blit(pygame.transform.rotate(upright, -turned), (0, 0))

    def scene(self, model: CommonModel, size: Size, now: float = 0.0) -> Scene:
        """The widgets of the screen, upright."""
        self.notice(model, now)
        return self._scene(model, page_of(size, rotation_of(model)), now)

    def touch(self, model: CommonModel, size: Size, at: Point) -> Event | None:
        """A whole touch at one place: what it means for the game, if anything."""
        self.press(model, size, at)
        return self.release(model, size, at)

    def press(self, model: CommonModel, size: Size, at: Point) -> None:
        """A finger comes down."""
        self.notice(model, model.now)
        turned = rotation_of(model)
        self._touched = upright_point(at, size, turned)
        self._scrolled = self.ui.scroll
        self._is_drag = False
        scene = self._scene(model, page_of(size, turned), model.now)
        self._under = Drawn(model.now, turned, scene)
        meant = tap_all(scene, self._touched)
        is_second = self._is_second(meant, size, at, model.now)
        self._was_hasty = is_second or self._is_hasty(meant, size, at, model.now)
        self._dragged = _drag_target(scene, self._touched)
        if isinstance(self._dragged, Scroll):
            self._scrolled = self._dragged.offset

    def move(self, model: CommonModel, size: Size, at: Point) -> Event | None:
        """The finger moves: a list scrolls, a knob follows."""
        if self._touched is None:
            return None
        point = upright_point(at, size, rotation_of(model))
        far = max(abs(point[0] - self._touched[0]), abs(point[1] - self._touched[1]))
        self._is_drag = self._is_drag or far > DRAG
        if not self._is_drag:
            return None
        match self._dragged:
            case Slider() as slider:
                return self._take(slider.value_at(point[0]))
            case Scroll() as scroll:
                pushed = self._scrolled + self._touched[1] - point[1]
                self._drawn.clear()
                self.ui = replace(self.ui, scroll=min(scroll.most, max(0, pushed)))
        return None

    def release(self, model: CommonModel, size: Size, at: Point) -> Event | None:
        """The finger goes up: a touch means what it came down on, if that still lies there; a drag
        is over."""
        touched, self._touched = self._touched, None
        if touched is None or self._is_drag:
            return None
        turned = rotation_of(model)
        scene = self._scene(model, page_of(size, turned), model.now)
        meant = tap_all(scene, upright_point(at, size, turned))
        under = self._under
        is_same = under is not None and tap_all(under.scene, under.point(at, size)) == meant
        if not is_same or self._was_hasty:
            return None
        self._agreed = (meant, at, model.now) if isinstance(meant, Confirm) else None
        return self._take(meant)

    def keyed(self, model: CommonModel, size: Size, happened: pygame.event.Event) -> Event | None:
        """What a real keyboard means while a name is typed."""
        typing = self._typing(model, size)
        if typing is None:
            return None
        match happened.type, getattr(happened, "key", None):
            case pygame.TEXTINPUT, _:
                return self._take(typing.with_text(happened.text))
            case pygame.KEYDOWN, pygame.K_BACKSPACE:
                return self._take(typing.erased())
            case pygame.KEYDOWN, pygame.K_RETURN | pygame.K_KP_ENTER:
                return self._take(typing.done)
            case pygame.KEYDOWN, pygame.K_ESCAPE:
                return self._take(typing.closed)
        return None

    def is_typing(self, model: CommonModel, size: Size) -> bool:
        """Whether a real keyboard types a name now, and is no pair of buttons."""
        return self.ui.sheet is not Sheet.NONE and self._typing(model, size) is not None

    def _typing(self, model: CommonModel, size: Size) -> TypedText | None:
        if self.ui.sheet is Sheet.NONE:
            return None
        scene = self._scene(model, page_of(size, rotation_of(model)), model.now)
        return next((each for each in scene if isinstance(each, TypedText)), None)

    def cancel(self) -> None:
        """The touch is over and means nothing."""
        self._touched = None

    def _is_hasty(self, meant: Tap | None, size: Size, at: Point, now: float) -> bool:
        """Whether the screen changed by itself just now, and a touch there meant something else."""
        ends = (*(each.now for each in list(self._drawn)[1:]), now)
        return any(
            tap_all(each.scene, each.point(at, size)) != meant
            for each, end in zip(self._drawn, ends, strict=False)
            if end > now - HASTY
        )

    def _is_second(self, meant: Tap | None, size: Size, at: Point, now: float) -> bool:
        """Whether a finger that said yes there just now, and touched nothing since, comes again
        on another key."""
        if self._agreed is None:
            return False
        said, (x, y), then = self._agreed
        near = max(abs(at[0] - x), abs(at[1] - y)) < Page(*size).px(FINGER)
        return near and now - then < TWICE and meant != said

    def _take(self, meant: Tap | None) -> Event | None:
        if meant is None:
            return None
        self._drawn.clear()
        if isinstance(meant, Ui):
            self.ui = meant
            return None
        self.ui = replace(self.ui, sheet=Ui().sheet, focus=None)
        return meant

    def notice(self, model: CommonModel, now: float) -> None:
        """Remembers when something began, so that motion is a matter of time alone."""
        screens = model.plays.screens
        if model.phase is not self.phase:
            self.phase, self.ui = model.phase, screens.first_look(model)
        told, uncovers = screens.news(model)
        if told != self._told:
            self._told = told
            if uncovers:  # what is new lies under no menu
                self.ui = Ui()
        for name, value in screens.moving(model).items():
            known = self._since.get(name)
            if known is None:
                known = self._since[name] = ScreenChange(None, None, LONG_AGO)
            if known.value != value:
                self._since[name] = ScreenChange(known.value, value, now)

    def _scene(self, model: CommonModel, page: Page, now: float) -> Scene:
        if model.phase is CommonPhase.FAULT:
            scene = fault_screen(model, page)
        else:
            since = {
                name: replace(change, at=min(MOTION_S, now - change.at))
                for name, change in self._since.items()
            }
            scene = model.plays.screens.scene(model, self.ui, page, since)
        return in_large_text(scene) if model.settings.has_large_text else scene


def rotation_of(model: CommonModel) -> int:
    """How far the screen is turned, clockwise, for whoever shall read it now."""
    turned = model.settings.rotation
    if model.settings.facing is Facing.TURNING and model.plays.screens.is_turned(model):
        turned += 180
    return turned % 360


def page_of(size: Size, turned: int) -> Page:
    """The page as its reader sees it."""
    return Page(*size) if turned % 180 == 0 else Page(size[1], size[0])


def upright_point(at: Point, size: Size, turned: int) -> Point:
    """A point of the display, on the page as its reader sees it."""
    (x, y), (wide, high) = at, size
    match turned % 360:
        case 90:
            return y, wide - 1 - x
        case 180:
            return wide - 1 - x, high - 1 - y
        case 270:
            return high - 1 - y, x
        case _:
            return x, y


def _drag_target(scene: Scene, at: Point) -> Widget | None:
    for widget in reversed(scene):
        if widget.rect.collidepoint(at):
            if isinstance(widget, Slider | Scroll):
                return widget
            if isinstance(widget, Turned):
                return None
    return None
