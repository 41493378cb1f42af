"""The project's own symbols, drawn large and scaled down."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from enum import Enum
from functools import lru_cache

import pygame

from device.ui.shapes import FINE
from device.ui.theme import Rgb

Points = list[tuple[float, float]]


class Icon(Enum):
    """A symbol the project draws itself."""

    UNDO = "undo"
    MENU = "menu"
    REDO = "redo"
    ERASE = "erase"
    TICK = "tick"
    CROSS = "cross"
    BACK = "back"
    NEXT = "next"
    UP = "up"
    DOWN = "down"
    PLAY = "play"
    EYE = "eye"
    PLUS = "plus"
    MINUS = "minus"
    CLOCK = "clock"
    HELP = "help"
    GEAR = "gear"
    CHART = "chart"
    LIST = "list"
    CAMERA = "camera"
    HAND = "hand"
    GRID = "grid"
    POWER = "power"
    CUP = "cup"
    BIN = "bin"
    SAVE = "save"
    EDIT = "edit"
    ALERT = "alert"
    HOME = "home"
    FLAG = "flag"
    TURN = "turn"  # by a quarter, clockwise
    DIE = "die"
    BULB = "bulb"
    SPEECH = "speech"
    DISC = "disc"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"


@lru_cache(maxsize=160)
def icon(which: Icon, size: int, colour: Rgb) -> pygame.Surface:
    """The symbol in a square of `size` px; treat as read-only."""
    return fine(size, colour, _ICONS[which])


class Pen:
    """Draws in a square of 0–1 each way with round ends."""

    def __init__(self, surface: pygame.Surface, ink: Rgb) -> None:
        self.surface = surface
        self.ink = ink
        self.side = surface.get_width()

    def line(self, points: Points, width: float = 0.1) -> None:
        """A line through the points."""
        scaled = [(x * self.side, y * self.side) for x, y in points]
        thick = width * self.side
        for (ax, ay), (bx, by) in itertools.pairwise(scaled):
            length = math.hypot(bx - ax, by - ay) or 1
            nx, ny = (by - ay) / length * thick / 2, (ax - bx) / length * thick / 2
            corners = [
                (ax + nx, ay + ny),
                (bx + nx, by + ny),
                (bx - nx, by - ny),
                (ax - nx, ay - ny),
            ]
            pygame.draw.polygon(self.surface, self.ink, corners)
        for point in scaled:
            pygame.draw.circle(self.surface, self.ink, point, thick / 2)

    def area(self, points: Points) -> None:
        """A filled shape."""
        pygame.draw.polygon(
            self.surface, self.ink, [(x * self.side, y * self.side) for x, y in points]
        )

    def dot(self, x: float, y: float, radius: float) -> None:
        """A filled circle."""
        pygame.draw.circle(
            self.surface, self.ink, (x * self.side, y * self.side), radius * self.side
        )

    def arc(
        self, x: float, y: float, radius: float, start: float, end: float, width: float = 0.1
    ) -> None:
        """Part of a circle, in degrees clockwise from the right."""
        count = max(8, int(abs(end - start) / 5))
        angles = [math.radians(start + (end - start) * at / count) for at in range(count + 1)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], width)

    def box(self, x: float, y: float, w: float, h: float, radius: float = 0.0) -> None:
        """A filled box with round corners."""
        rect = pygame.Rect(*(round(part * self.side) for part in (x, y, w, h)))
        pygame.draw.rect(self.surface, self.ink, rect, border_radius=round(radius * self.side))


def fine(size: int, ink: Rgb, draw: Callable[[Pen], None]) -> pygame.Surface:
    """What `draw` draws, in a square of `size` px with smooth edges."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*ink, 0))
    draw(Pen(large, ink))
    return pygame.transform.smoothscale(large, (size, size))


def _undo(pen: Pen) -> None:
    pen.arc(0.52, 0.56, 0.26, -90, 140, 0.11)
    pen.line([(0.52, 0.30), (0.26, 0.30)], 0.11)
    pen.line([(0.40, 0.15), (0.24, 0.30), (0.40, 0.45)], 0.11)


def _redo(pen: Pen) -> None:
    pen.arc(0.48, 0.56, 0.26, -90, -320, 0.11)
    pen.line([(0.48, 0.30), (0.74, 0.30)], 0.11)
    pen.line([(0.60, 0.15), (0.76, 0.30), (0.60, 0.45)], 0.11)


def _erase(pen: Pen) -> None:
    pen.line(
        [(0.36, 0.24), (0.86, 0.24), (0.86, 0.76), (0.36, 0.76), (0.12, 0.5), (0.36, 0.24)], 0.08
    )
    pen.line([(0.5, 0.4), (0.7, 0.6)], 0.08)
    pen.line([(0.7, 0.4), (0.5, 0.6)], 0.08)


def _menu(pen: Pen) -> None:
    for y in (0.27, 0.5, 0.73):
        pen.line([(0.2, y), (0.8, y)], 0.1)


def _tick(pen: Pen) -> None:
    pen.line([(0.2, 0.53), (0.42, 0.74), (0.8, 0.29)], 0.14)


def _cross(pen: Pen) -> None:
    pen.line([(0.26, 0.26), (0.74, 0.74)], 0.13)
    pen.line([(0.74, 0.26), (0.26, 0.74)], 0.13)


def _arrow(*points: tuple[float, float]) -> Callable[[Pen], None]:
    return lambda pen: pen.line(list(points), 0.12)


def _play(pen: Pen) -> None:
    pen.area([(0.3, 0.2), (0.3, 0.8), (0.8, 0.5)])
    pen.line([(0.3, 0.2), (0.3, 0.8), (0.8, 0.5), (0.3, 0.2)], 0.08)


def _eye(pen: Pen) -> None:
    pen.arc(0.5, 0.76, 0.46, -148, -32, 0.08)
    pen.arc(0.5, 0.26, 0.46, 32, 148, 0.08)
    pen.dot(0.5, 0.51, 0.13)


def _plus(pen: Pen) -> None:
    pen.line([(0.22, 0.5), (0.78, 0.5)], 0.13)
    pen.line([(0.5, 0.22), (0.5, 0.78)], 0.13)


def _minus(pen: Pen) -> None:
    pen.line([(0.22, 0.5), (0.78, 0.5)], 0.13)


def _clock(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.34, 0, 360, 0.09)
    pen.line([(0.5, 0.3), (0.5, 0.52), (0.64, 0.6)], 0.08)


def _help(pen: Pen) -> None:
    pen.arc(0.5, 0.34, 0.17, -180, 60, 0.11)
    pen.line([(0.585, 0.487), (0.5, 0.56), (0.5, 0.62)], 0.11)
    pen.dot(0.5, 0.82, 0.07)


def _gear(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.2, 0, 360, 0.12)
    for turn in range(8):
        angle = math.radians(45 * turn)
        x, y = math.cos(angle), math.sin(angle)
        pen.line([(0.5 + 0.27 * x, 0.5 + 0.27 * y), (0.5 + 0.35 * x, 0.5 + 0.35 * y)], 0.13)


def _chart(pen: Pen) -> None:
    for x, top in ((0.24, 0.55), (0.5, 0.25), (0.76, 0.42)):
        pen.line([(x, top), (x, 0.8)], 0.14)


def _list(pen: Pen) -> None:
    for y in (0.27, 0.5, 0.73):
        pen.dot(0.2, y, 0.06)
        pen.line([(0.38, y), (0.82, y)], 0.09)


def _camera(pen: Pen) -> None:
    pen.line([(0.16, 0.34), (0.84, 0.34), (0.84, 0.76), (0.16, 0.76), (0.16, 0.34)], 0.08)
    pen.line([(0.36, 0.33), (0.42, 0.22), (0.58, 0.22), (0.64, 0.33)], 0.08)
    pen.arc(0.5, 0.55, 0.12, 0, 360, 0.08)


def _hand(pen: Pen) -> None:
    for x, top in ((0.36, 0.3), (0.48, 0.2), (0.6, 0.24), (0.72, 0.34)):
        pen.line([(x, top), (x, 0.62)], 0.1)
    pen.line([(0.2, 0.48), (0.36, 0.68)], 0.1)
    pen.box(0.31, 0.52, 0.46, 0.33, 0.14)


def _grid(pen: Pen) -> None:
    for x in (0.18, 0.54):
        for y in (0.18, 0.54):
            pen.box(x, y, 0.28, 0.28, 0.06)


def _power(pen: Pen) -> None:
    pen.arc(0.5, 0.54, 0.3, -52, 232, 0.1)
    pen.line([(0.5, 0.18), (0.5, 0.5)], 0.1)


def _cup(pen: Pen) -> None:
    pen.area([(0.3, 0.16), (0.7, 0.16), (0.66, 0.46), (0.56, 0.58), (0.44, 0.58), (0.34, 0.46)])
    pen.arc(0.29, 0.3, 0.12, 80, 275, 0.06)
    pen.arc(0.71, 0.3, 0.12, 100, -95, 0.06)
    pen.line([(0.5, 0.55), (0.5, 0.76)], 0.08)
    pen.line([(0.34, 0.82), (0.66, 0.82)], 0.09)


def _bin(pen: Pen) -> None:
    pen.line([(0.2, 0.28), (0.8, 0.28)], 0.09)
    pen.line([(0.4, 0.26), (0.42, 0.17), (0.58, 0.17), (0.6, 0.26)], 0.07)
    pen.line([(0.27, 0.3), (0.32, 0.83), (0.68, 0.83), (0.73, 0.3)], 0.09)


def _save(pen: Pen) -> None:
    pen.line([(0.5, 0.16), (0.5, 0.58)], 0.1)
    pen.line([(0.32, 0.42), (0.5, 0.6), (0.68, 0.42)], 0.1)
    pen.line([(0.18, 0.64), (0.18, 0.82), (0.82, 0.82), (0.82, 0.64)], 0.1)


def _edit(pen: Pen) -> None:
    pen.line([(0.24, 0.76), (0.28, 0.6), (0.68, 0.2), (0.8, 0.32), (0.4, 0.72), (0.24, 0.76)], 0.08)


def _alert(pen: Pen) -> None:
    pen.line([(0.5, 0.2), (0.5, 0.56)], 0.14)
    pen.dot(0.5, 0.78, 0.08)


def _home(pen: Pen) -> None:
    pen.line([(0.14, 0.5), (0.5, 0.19), (0.86, 0.5)], 0.1)
    pen.line([(0.26, 0.5), (0.26, 0.81), (0.74, 0.81), (0.74, 0.5)], 0.1)
    pen.line([(0.5, 0.81), (0.5, 0.63)], 0.13)


def _flag(pen: Pen) -> None:
    pen.line([(0.26, 0.16), (0.26, 0.86)], 0.09)
    pen.area([(0.26, 0.18), (0.82, 0.2), (0.66, 0.37), (0.82, 0.55), (0.26, 0.56)])


def _turn(pen: Pen) -> None:
    pen.arc(0.5, 0.52, 0.3, -50, -330, 0.1)
    pen.area([(0.56, 0.08), (0.86, 0.24), (0.58, 0.44)])


def _die(pen: Pen) -> None:
    pen.line([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8), (0.2, 0.2)], 0.1)
    for at in (0.36, 0.5, 0.64):
        pen.dot(at, at, 0.06)


def _bulb(pen: Pen) -> None:
    pen.arc(0.5, 0.4, 0.24, 130, 410, 0.1)
    pen.line([(0.4, 0.6), (0.4, 0.7), (0.6, 0.7), (0.6, 0.6)], 0.09)
    pen.line([(0.43, 0.86), (0.57, 0.86)], 0.09)


def _speech(pen: Pen) -> None:
    bubble = [(0.16, 0.2), (0.84, 0.2), (0.84, 0.64), (0.5, 0.64), (0.32, 0.84), (0.32, 0.64)]
    pen.line([*bubble, (0.16, 0.64), (0.16, 0.2)], 0.09)
    for at in (0.34, 0.5, 0.66):
        pen.dot(at, 0.42, 0.06)


_ICONS: dict[Icon, Callable[[Pen], None]] = {
    Icon.UNDO: _undo,
    Icon.REDO: _redo,
    Icon.ERASE: _erase,
    Icon.MENU: _menu,
    Icon.TICK: _tick,
    Icon.CROSS: _cross,
    Icon.BACK: _arrow((0.6, 0.22), (0.34, 0.5), (0.6, 0.78)),
    Icon.NEXT: _arrow((0.4, 0.22), (0.66, 0.5), (0.4, 0.78)),
    Icon.UP: _arrow((0.22, 0.62), (0.5, 0.36), (0.78, 0.62)),
    Icon.DOWN: _arrow((0.22, 0.38), (0.5, 0.64), (0.78, 0.38)),
    Icon.PLAY: _play,
    Icon.EYE: _eye,
    Icon.PLUS: _plus,
    Icon.MINUS: _minus,
    Icon.CLOCK: _clock,
    Icon.HELP: _help,
    Icon.GEAR: _gear,
    Icon.CHART: _chart,
    Icon.LIST: _list,
    Icon.CAMERA: _camera,
    Icon.HAND: _hand,
    Icon.GRID: _grid,
    Icon.POWER: _power,
    Icon.CUP: _cup,
    Icon.BIN: _bin,
    Icon.SAVE: _save,
    Icon.EDIT: _edit,
    Icon.ALERT: _alert,
    Icon.HOME: _home,
    Icon.FLAG: _flag,
    Icon.TURN: _turn,
    Icon.DIE: _die,
    Icon.BULB: _bulb,
    Icon.SPEECH: _speech,
    Icon.DISC: lambda pen: pen.dot(0.5, 0.5, 0.42),
    Icon.TRIANGLE: lambda pen: pen.area([(0.5, 0.06), (0.98, 0.92), (0.02, 0.92)]),
    Icon.SQUARE: lambda pen: pen.box(0.1, 0.1, 0.8, 0.8),
    Icon.DIAMOND: lambda pen: pen.area([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),
}
