"""The few things screens are made of: values with a place, that draw themselves and know taps.

A screen is built anew from the model whenever it is shown; drawing changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

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

    @property
    def fit(self) -> Fit:
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
class Symbol(Widget):
    """One of the project's symbols, centred."""

    icon: Icon
    colour: Rgb = theme.PAPER

    def draw(self, surface: pygame.Surface) -> None:
        side = min(self.rect.size)
        shown = icon(self.icon, side, self.colour)
        surface.blit(shown, shown.get_rect(center=self.rect.center))


class Style(Enum):
    """What a button is for; `COLOURS` says how that looks."""

    KEY = "key"  # on dark ground
    CARD = "card"
    MAIN = "main"  # what one most likely wants
    DONE = "done"
    NO = "no"
    CHOICE = "choice"  # one of several, on a card
    LIKELY = "likely"  # the likeliest of them
    OFF = "off"
    OFF_CARD = "off-card"
    BARE = "bare"  # only what lies on it shows

    @property
    def fill(self) -> Rgb:
        return COLOURS[self][0]

    @property
    def ink(self) -> Rgb:
        return COLOURS[self][1]

    @property
    def edge(self) -> Rgb | None:
        return COLOURS[self][2]


COLOURS: dict[Style, tuple[Rgb, Rgb, Rgb | None]] = {  # fill, words, edge
    Style.KEY: (theme.KEY, theme.PAPER, theme.KEY_EDGE),
    Style.CARD: (theme.CARD_KEY, theme.INK, None),
    Style.MAIN: (theme.GOLD, theme.GOLD_INK, None),
    Style.DONE: (theme.DONE, theme.DONE_INK, None),
    Style.NO: (theme.NO, theme.NO_INK, None),
    Style.CHOICE: (theme.CHOICE, theme.INK, theme.CARD_EDGE),
    Style.LIKELY: (theme.CHOICE, theme.INK, theme.DONE),
    Style.OFF: (theme.PANEL, theme.PAPER_SOFT, None),
    Style.OFF_CARD: (theme.CARD, theme.INK_SOFT, theme.CARD_EDGE),
    Style.BARE: (theme.CARD, theme.INK, None),
}


@dataclass(frozen=True, slots=True)
class Button(Widget):
    """A key to touch; what it shows lies on it as parts."""

    meant: Tap | None
    style: Style = Style.KEY
    radius: int = 12
    line: int = 1
    shown: Scene = ()
    inset: int = 0  # px the key looks smaller than what can be touched

    def draw(self, surface: pygame.Surface) -> None:
        if self.style is Style.BARE:
            draw_all(surface, self.shown)
            return
        rect = self.rect.inflate(-2 * self.inset, -2 * self.inset)
        if self.style is Style.LIKELY:
            spread = max(4, self.radius // 2)
            light = glow(rect.size, self.radius, spread, theme.DONE, 120)
            surface.blit(light, (rect.x - spread, rect.y - spread))
        line = self.line * 2 if self.style in (Style.CHOICE, Style.LIKELY) else self.line
        edge = self.style.edge
        shape = rounded(rect.size, self.radius, self.style.fill, edge, line if edge else 0)
        surface.blit(shape, rect)
        draw_all(surface, self.shown)

    def tap(self, _at: Point) -> Tap | None:
        return self.meant

    @property
    def parts(self) -> Scene:
        return self.shown


@dataclass(frozen=True, slots=True)
class Toggle(Widget):
    """A switch that is on or off."""

    is_on: bool
    meant: Tap
    on_card: bool = False

    def draw(self, surface: pygame.Surface) -> None:
        height = round(self.rect.height * 0.5)
        track = pygame.Rect(0, 0, round(height * 1.8), height)
        track.midright = self.rect.midright
        off = theme.INK_SOFT if self.on_card else theme.KEY_EDGE
        surface.blit(rounded(track.size, height // 2, theme.DONE if self.is_on else off), track)
        knob = pygame.Rect(0, 0, height - 6, height - 6)
        knob.center = (
            track.right - height // 2 if self.is_on else track.left + height // 2,
            track.centery,
        )
        surface.blit(rounded(knob.size, knob.width // 2, theme.CARD), knob)

    def tap(self, _at: Point) -> Tap | None:
        return self.meant


@dataclass(frozen=True, slots=True)
class Slider(Widget):
    """A knob on a track for one of `span`; drag or touch."""

    value: int
    span: range
    meant: Callable[[int], Tap]
    knob: int = 30

    @property
    def track(self) -> pygame.Rect:
        track = pygame.Rect(0, 0, self.rect.width - self.knob, max(6, self.knob // 4))
        track.center = self.rect.center
        return track

    def draw(self, surface: pygame.Surface) -> None:
        track = self.track
        steps = max(1, len(self.span) - 1)
        share = (self.value - self.span.start) / self.span.step / steps
        radius = track.height // 2
        edge = theme.KEY_EDGE
        surface.blit(rounded(track.size, radius, theme.TRACK, edge, 1), track)
        gone = track.copy()
        gone.width = max(track.height, round(track.width * share))
        surface.blit(rounded(gone.size, radius, theme.GOLD), gone)
        knob = pygame.Rect(0, 0, self.knob, self.knob)
        knob.center = (track.x + round(track.width * share), track.centery)
        surface.blit(glow(knob.size, self.knob // 2, 5, (0, 0, 0), 130), knob.move(-5, -3))
        surface.blit(rounded(knob.size, self.knob // 2, theme.CARD), knob)

    def tap(self, _at: Point) -> Tap | None:
        return self.value_at(_at[0])

    def value_at(self, x: int) -> Tap:
        """What the knob at `x` means."""
        share = (x - self.track.x) / max(1, self.track.width)
        at = round(min(1.0, max(0.0, share)) * (len(self.span) - 1))
        return self.meant(self.span[at])
