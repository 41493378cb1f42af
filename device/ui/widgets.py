"""The few things screens are made of: values with a place, that draw themselves and know taps.

A screen is rebuilt from the model whenever it is shown; drawing changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

import pygame

from device.ui import theme
from device.ui.icons import Icon, icon
from device.ui.shapes import fade, felt, glow, rounded
from device.ui.state import Tap
from device.ui.text import LEADING, Fit, baseline, fit, rendered, width_of
from device.ui.theme import Rgb, Weight

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Widget:
    """Something with a place on the screen."""

    rect: pygame.Rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draws it; nothing changes by that."""

    def tap(self, _at: Point) -> Tap | None:
        """What a touch at that point means, if it means anything."""
        return None

    @property
    def parts(self) -> tuple[Widget, ...]:
        """The widgets it is made of."""
        return ()


Scene = tuple[Widget, ...]


def draw_all(surface: pygame.Surface, scene: Iterable[Widget]) -> None:
    """Draws widgets, the last on top."""
    for widget in scene:
        widget.draw(surface)


def tap_all(scene: Scene, at: Point) -> Tap | None:
    """What a touch means: the topmost widget under it decides."""
    for widget in reversed(scene):
        if widget.rect.collidepoint(at):
            meant = widget.tap(at)
            if meant is not None or isinstance(widget, Veil):
                return meant
    return None


def walk(scene: Iterable[Widget]) -> Iterator[Widget]:
    """Every widget of a scene and all they are made of."""
    for widget in scene:
        yield widget
        yield from walk(widget.parts)


LARGER = 1.4  # large text, where it has room


class Align(Enum):
    """Where in its box a text stands."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Label(Widget):
    """Words in a box, shrunk to fit where they must; `fit` says whether that went too far."""

    text: str
    size: int
    colour: Rgb = theme.PAPER
    weight: Weight = Weight.REGULAR
    align: Align = Align.LEFT
    lines: int = 1
    is_top: bool = False  # stands at the top of its box instead of in the middle
    is_own: bool = False  # players' own words, such as a long name, may be cut
    is_large: bool = False  # grows as far as its box has room

    @property
    def fit(self) -> Fit:
        if self.is_large:
            size = round(self.size * LARGER)
            grown = fit(self.text, self.weight, size, self.rect.size, self.lines)
            if not grown.is_cut and grown.size >= self.size:
                return grown
        return fit(self.text, self.weight, self.size, self.rect.size, self.lines)

    @property
    def ink(self) -> pygame.Rect:
        """The box the words really take."""
        found = self.fit
        wide = max(width_of(line, self.weight, found.size) for line in found.lines)
        box = pygame.Rect(0, 0, wide, round(found.size * (1 + LEADING * (len(found.lines) - 1))))
        box.center = self.rect.center
        if self.align is not Align.MIDDLE:
            box.x = self.rect.x if self.align is Align.LEFT else self.rect.right - wide
        if self.is_top:
            box.y = self.rect.y
        return box

    def draw(self, surface: pygame.Surface) -> None:
        found = self.fit
        leading = found.size * LEADING
        top = self.rect.centery - len(found.lines) * leading / 2
        if self.is_top:
            top = self.rect.y - (leading - found.size) / 2
        for number, line in enumerate(found.lines):
            shown = rendered(line, self.weight, found.size, self.colour)
            x = self.rect.x
            if self.align is Align.MIDDLE:
                x = self.rect.centerx - shown.get_width() // 2
            elif self.align is Align.RIGHT:
                x = self.rect.right - shown.get_width()
            middle = top + (number + 0.5) * leading
            surface.blit(shown, (x, baseline(middle, self.weight, found.size)))


def in_large_text(scene: Scene) -> Scene:
    """A scene whose words grow as far as there is room for them."""
    return tuple(map(_grown, scene))


def _grown(widget: Widget) -> Widget:
    if isinstance(widget, Label):
        return replace(widget, is_large=True)
    if not widget.parts:
        return widget
    held = next(each.name for each in fields(widget) if getattr(widget, each.name) is widget.parts)
    parts: dict[str, Any] = {held: in_large_text(widget.parts)}
    return replace(widget, **parts)


@dataclass(frozen=True, slots=True)
class Fill(Widget):
    """A plain area."""

    colour: Rgb

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(self.colour, self.rect)


@dataclass(frozen=True, slots=True)
class Felt(Widget):
    """The cloth the mosaic lies on."""

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(felt(self.rect.size, theme.FELT, theme.FELT_EDGE), self.rect)


@dataclass(frozen=True, slots=True)
class Fade(Widget):
    """An area that turns from one colour into another, downwards."""

    top: Rgb
    bottom: Rgb

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(fade(self.rect.size, self.top, self.bottom), self.rect)


@dataclass(frozen=True, slots=True)
class Veil(Widget):
    """Dims what lies below and keeps touches from it; a touch on it means `meant`."""

    meant: Tap | None = None

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(fade(self.rect.size, theme.DIM, theme.DIM), self.rect)

    def tap(self, _at: Point) -> Tap | None:
        return self.meant


@dataclass(frozen=True, slots=True)
class Box(Widget):
    """A rounded area, with an edge or a shadow where wanted."""

    fill: Rgb | None
    radius: int
    edge: Rgb | None = None
    line: int = 0
    has_shadow: bool = False

    def draw(self, surface: pygame.Surface) -> None:
        if self.has_shadow:
            spread = max(8, self.radius)
            shadow = glow(self.rect.size, self.radius, spread, (0, 0, 0), 150)
            surface.blit(shadow, (self.rect.x - spread, self.rect.y - spread + spread // 3))
        shape = rounded(self.rect.size, self.radius, self.fill, self.edge, self.line)
        surface.blit(shape, self.rect)


@dataclass(frozen=True, slots=True)
class IconMark(Widget):
    """One of the project's symbols, centred."""

    icon: Icon
    colour: Rgb = theme.PAPER

    def draw(self, surface: pygame.Surface) -> None:
        side = min(self.rect.size)
        shown = icon(self.icon, side, self.colour)
        surface.blit(shown, shown.get_rect(center=self.rect.center))
