"""Widgets that show a state: pictures, ticks, the way to 77, and what turns around."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from device.ui import theme
from device.ui.icons import Icon, icon
from device.ui.shapes import rounded
from device.ui.state import Tap, Ui
from device.ui.text import draw_line
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Point, Scene, Widget, draw_all, tap_all
from vision.picture import Image

SWEEP_S = 2.4  # seconds in which the light of `Working` runs there and back


@dataclass(frozen=True, slots=True)
class CameraPicture(Widget):
    """What the camera sees, as much of it as fits whole, with round corners."""

    image_bgr: Image | None
    radius: int = 8
    fill: Rgb = theme.TRACK

    def draw(self, surface: pygame.Surface) -> None:
        if self.image_bgr is None:
            surface.blit(rounded(self.rect.size, self.radius, self.fill), self.rect)
            side = min(self.rect.size) // 3
            shown = icon(Icon.CAMERA, max(16, side), theme.PAPER_SOFT)
            surface.blit(shown, shown.get_rect(center=self.rect.center))
            return
        high, wide = self.image_bgr.shape[:2]
        scale = min(self.rect.width / wide, self.rect.height / high)
        size = (max(1, round(wide * scale)), max(1, round(high * scale)))
        seen = pygame.image.frombuffer(self.image_bgr.tobytes(), (wide, high), "BGR")
        picture = pygame.Surface(size, pygame.SRCALPHA)
        picture.blit(pygame.transform.smoothscale(seen, size), (0, 0))
        shape = rounded(size, self.radius, (255, 255, 255))
        picture.blit(shape, (0, 0), None, pygame.BLEND_RGBA_MIN)
        surface.blit(picture, picture.get_rect(center=self.rect.center))


@dataclass(frozen=True, slots=True)
class TickMark(Widget):
    """A checklist's circle: its number, or a tick once done; `share` of the tick has appeared."""

    number: int
    is_done: bool
    share: float = 1.0

    def draw(self, surface: pygame.Surface) -> None:
        side = min(self.rect.size)
        circle = pygame.Rect(0, 0, side, side)
        circle.center = self.rect.center
        fill = theme.DONE if self.is_done else theme.CARD_KEY
        surface.blit(rounded(circle.size, side // 2, fill), circle)
        if not self.is_done:
            size = round(side * 0.5)
            draw_line(surface, str(self.number), Weight.BOLD, size, theme.INK_SOFT, circle.center)
            return
        grown = max(2, round(side * 0.72 * min(1.0, self.share)))
        shown = icon(Icon.TICK, grown, theme.DONE_INK)
        surface.blit(shown, shown.get_rect(center=circle.center))


@dataclass(frozen=True, slots=True)
class Working(Widget):
    """A light that runs along a track: something is being done that takes its time."""

    now: float  # seconds

    def draw(self, surface: pygame.Surface) -> None:
        radius = self.rect.height // 2
        surface.blit(rounded(self.rect.size, radius, theme.TRACK), self.rect)
        wide = self.rect.width // 4
        there = abs(self.now % SWEEP_S / SWEEP_S * 2 - 1)
        at = self.rect.x + round((self.rect.width - wide) * there)
        surface.blit(rounded((wide, self.rect.height), radius, theme.GOLD), (at, self.rect.y))


@dataclass(frozen=True, slots=True)
class Way(Widget):
    """How much of the way to the target is gone."""

    share: float
    ahead: float = 0.0  # what the proposal would add

    def draw(self, surface: pygame.Surface) -> None:
        radius = self.rect.height // 2
        surface.blit(rounded(self.rect.size, radius, theme.TRACK), self.rect)
        for share, colour in (
            (self.share + self.ahead, theme.blend(theme.GOLD, theme.TRACK, 0.55)),
            (self.share, theme.GOLD),
        ):
            wide = round(self.rect.width * min(1.0, max(0.0, share)))
            if wide > 2 * radius:
                surface.blit(rounded((wide, self.rect.height), radius, colour), self.rect)


@dataclass(frozen=True, slots=True)
class Turned(Widget):
    """Widgets seen from the other side of the table: turned by 180° around their box."""

    inner: Scene

    def draw(self, surface: pygame.Surface) -> None:
        copy = pygame.Surface(self.rect.size)
        copy.blit(surface, (0, 0), self.rect)
        copy = pygame.transform.rotate(copy, 180)
        canvas = pygame.Surface(surface.get_size())
        canvas.blit(copy, self.rect)
        draw_all(canvas, self.inner)
        part = canvas.subsurface(self.rect)
        surface.blit(pygame.transform.rotate(part, 180), self.rect)

    def tap(self, _at: Point) -> Tap | None:
        x = self.rect.left + self.rect.right - 1 - _at[0]
        y = self.rect.top + self.rect.bottom - 1 - _at[1]
        return tap_all(self.inner, (x, y))

    @property
    def parts(self) -> Scene:
        return self.inner


@dataclass(frozen=True, slots=True)
class Scroll(Widget):
    """The part of a long list that shows; a drag pushes it on."""

    inner: Scene  # the rows in view, where they are
    height: int  # of the whole list
    ui: Ui

    @property
    def most(self) -> int:
        """How far it can be pushed, in px."""
        return max(0, self.height - self.rect.height)

    @property
    def offset(self) -> int:
        return min(self.most, max(0, self.ui.scroll))

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        draw_all(surface, self.inner)
        surface.set_clip(before)
        if self.most:
            high = max(24, self.rect.height**2 // self.height)
            y = self.rect.y + (self.rect.height - high) * self.offset // self.most
            surface.blit(rounded((4, high), 2, theme.KEY_EDGE), (self.rect.right - 4, y))

    def tap(self, _at: Point) -> Tap | None:
        return tap_all(self.inner, _at)

    @property
    def parts(self) -> Scene:
        return self.inner


def scrolled(
    room: pygame.Rect, ui: Ui, count: int, row: int, make: Callable[[int, pygame.Rect], Scene]
) -> Scroll:
    """A list of `count` rows, each `row` px high; only those in view are made."""
    empty = Scroll(room, (), count * row, ui)
    first = empty.offset // row
    inner: Scene = ()
    for number in range(first, count):
        top = room.y + number * row - empty.offset
        if top >= room.bottom:
            break
        inner += make(number, pygame.Rect(room.x, top, room.width - 12, row))
    return Scroll(room, inner, count * row, ui)
