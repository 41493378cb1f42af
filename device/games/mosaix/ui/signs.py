"""The three symbols as shapes, and dice that show them: told apart without any colour."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from device.games.mosaix.ui.palette import SHADOW, SIGN_INK
from device.ui import theme
from device.ui.icons import Pen, fine
from device.ui.shapes import glow, rounded
from device.ui.theme import Rgb
from engine.mosaix import Symbol


def _circle(pen: Pen) -> None:
    pen.arc(0.5, 0.5, 0.34, 0, 360, 0.16)


def _triangle(pen: Pen) -> None:
    pen.line([(0.5, 0.16), (0.88, 0.8), (0.12, 0.8), (0.5, 0.16), (0.88, 0.8)], 0.14)


def _cross(pen: Pen) -> None:
    pen.line([(0.2, 0.2), (0.8, 0.8)], 0.17)
    pen.line([(0.8, 0.2), (0.2, 0.8)], 0.17)


_SHAPES: dict[Symbol, Callable[[Pen], None]] = {
    Symbol.CIRCLE: _circle,
    Symbol.TRIANGLE: _triangle,
    Symbol.CROSS: _cross,
}


@lru_cache(maxsize=512)
def sign(symbol: Symbol, size: int, ink: Rgb) -> pygame.Surface:
    """The symbol in a square of `size` px; treat as read-only."""
    return fine(max(4, size), ink, _SHAPES[symbol])


def draw_sign(
    surface: pygame.Surface, symbol: Symbol, rect: pygame.Rect, ink: Rgb | None = None
) -> None:
    """Draws a symbol in the middle of a square."""
    shown = sign(symbol, min(rect.size), ink or SIGN_INK[symbol])
    surface.blit(shown, shown.get_rect(center=rect.center))


def draw_die(
    surface: pygame.Surface, symbol: Symbol, rect: pygame.Rect, edge: Rgb | None = None
) -> None:
    """Draws a die from above: ivory, with a soft shadow; with a light of that colour around it."""
    radius = max(3, rect.width // 7)
    spread = max(3, rect.width // 8)
    if edge is not None:
        light = glow(rect.size, radius, 2 * spread, edge, 200)
        surface.blit(light, (rect.x - 2 * spread, rect.y - 2 * spread))
    else:
        shadow = glow(rect.size, radius, spread, SHADOW, 150)
        surface.blit(shadow, (rect.x - spread, rect.y - spread + max(1, spread // 2)))
    side = rounded(
        rect.size, radius, theme.IVORY_SIDE, edge, max(2, rect.width // 18) if edge else 0
    )
    surface.blit(side, rect)
    deep = max(2, rect.height // 18)
    face = pygame.Rect(rect.x, rect.y, rect.width, rect.height - deep)
    line = max(2, rect.width // 18) if edge else 1
    surface.blit(rounded(face.size, radius, theme.IVORY, edge or theme.IVORY_LOW, line), face)
    draw_sign(surface, symbol, face.inflate(-face.width * 2 // 7, -face.height * 2 // 7))
