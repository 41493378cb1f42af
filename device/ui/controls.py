"""What can be touched: buttons in the colours of what they are for, switches, sliders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import pygame

from device.ui import theme
from device.ui.shapes import glow, rounded
from device.ui.state import Tap
from device.ui.theme import Rgb
from device.ui.widgets import Point, Scene, Widget, draw_all


class Style(Enum):
    """What a button is for; `COLOURS` says how that looks."""

    KEY = "key"  # on dark ground
    CARD = "card"
    MAIN = "main"  # what one most likely wants
    DONE = "done"
    CHOICE = "choice"  # one of several, on a card
    LIKELY = "likely"  # the likeliest of them
    LINE = "line"  # a line of a list, on dark ground
    OFF = "off"  # nothing can be done with it now
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
    Style.CHOICE: (theme.CHOICE, theme.INK, theme.CARD_EDGE),
    Style.LIKELY: (theme.CHOICE, theme.INK, theme.DONE),
    Style.LINE: (theme.PANEL, theme.PAPER, None),
    Style.OFF: (theme.PANEL, theme.PAPER_SOFT, None),
    Style.OFF_CARD: (theme.CARD, theme.INK_SOFT, theme.CARD_EDGE),
    Style.BARE: (theme.CARD, theme.INK, None),
}


# Of "never mind" and of "yes": what ends something is never in gold.
ANSWERS: dict[str, tuple[Style, Style]] = {
    "pass": (Style.CARD, Style.MAIN),
    "undo": (Style.CARD, Style.MAIN),
    "stop": (Style.MAIN, Style.CARD),
    "abandon": (Style.MAIN, Style.CARD),
    "shut-down": (Style.MAIN, Style.CARD),
    "new-link": (Style.MAIN, Style.CARD),
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
