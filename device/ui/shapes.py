"""Surfaces with smooth edges: rounded rectangles, glows, cloth and fades, all cached."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from device.ui.theme import Rgb, Rgba, Size, blend

FINE = 4  # shapes are drawn this much larger and scaled down
Paint = Rgb | Rgba


@lru_cache(maxsize=128)
def rounded(
    size: Size, radius: int, fill: Paint | None, edge: Paint | None = None, width: int = 0
) -> pygame.Surface:
    """A rounded rectangle with an optional edge inside it; treat as read-only."""
    across, down = size
    radius = max(0, min(radius, across // 2, down // 2))
    part = radius + width + 1
    if across < 2 * part + 1 or down < 2 * part + 1:
        return _rounded_fine(size, radius, fill, edge, width)
    small = _rounded_fine((2 * part + 1, 2 * part + 1), radius, fill, edge, width)
    return _stretched(small, size, part)


def _slices(length: int, part: int) -> tuple[tuple[int, tuple[int, int], int], ...]:
    middle = length - 2 * part
    return (
        (0, (0, part), part),
        (part, (part, 1), middle),
        (length - part, (part + 1, part), part),
    )


def _rounded_fine(
    size: Size, radius: int, fill: Paint | None, edge: Paint | None, width: int
) -> pygame.Surface:
    across, down = size[0] * FINE, size[1] * FINE
    shape = pygame.Surface((across, down), pygame.SRCALPHA)
    outer = pygame.Rect(0, 0, across, down)
    if edge is not None and width:
        shape.fill((*edge[:3], 0))
        pygame.draw.rect(shape, edge, outer, border_radius=radius * FINE)
        inner = outer.inflate(-2 * width * FINE, -2 * width * FINE)
        inside = (0, 0, 0, 0) if fill is None else fill
        if fill is None:
            inside = (*edge[:3], 0)
        pygame.draw.rect(shape, inside, inner, border_radius=max(0, radius - width) * FINE)
    elif fill is not None:
        shape.fill((*fill[:3], 0))
        pygame.draw.rect(shape, fill, outer, border_radius=radius * FINE)
    return pygame.transform.smoothscale(shape, size)


@lru_cache(maxsize=24)
def glow(size: Size, radius: int, spread: int, colour: Rgb, strength: int) -> pygame.Surface:
    """A soft light or shadow around a rounded rectangle of `size`, `spread` px wider each way."""
    across, down = size[0] + 2 * spread, size[1] + 2 * spread
    part = radius + 2 * spread + 1
    if across < 2 * part + 1 or down < 2 * part + 1:
        return _blurred(size, radius, spread, colour, strength)
    inner = 2 * part + 1 - 2 * spread
    small = _blurred((inner, inner), radius, spread, colour, strength)
    return _stretched(small, (across, down), part)


def _blurred(size: Size, radius: int, spread: int, colour: Rgb, strength: int) -> pygame.Surface:
    light = pygame.Surface((size[0] + 2 * spread, size[1] + 2 * spread), pygame.SRCALPHA)
    light.fill((*colour, 0))
    inner = pygame.Rect(spread, spread, *size)
    pygame.draw.rect(light, (*colour, strength), inner, border_radius=radius)
    return pygame.transform.gaussian_blur(light, max(1, spread // 2))


def _stretched(small: pygame.Surface, size: Size, part: int) -> pygame.Surface:
    """A picture whose corners of `part` px stay and whose middle is drawn out to `size`."""
    whole = pygame.Surface(size, pygame.SRCALPHA)
    for x, column, wide in _slices(size[0], part):
        for y, row, high in _slices(size[1], part):
            piece = small.subsurface((column[0], row[0], column[1], row[1]))
            whole.blit(pygame.transform.scale(piece, (wide, high)), (x, y))
    return whole


@lru_cache(maxsize=4)
def felt(size: Size, middle: Rgb, rim: Rgb) -> pygame.Surface:
    """Cloth under a lamp: light in the middle, darker to the rim."""
    small = pygame.Surface((64, 64))
    for x in range(64):
        for y in range(64):
            away = min(1.0, math.hypot(x - 31.5, y - 31.5) / 44)
            share = away * away * (3 - 2 * away)
            small.set_at((x, y), blend(middle, rim, share))
    return pygame.transform.smoothscale(small, size)


@lru_cache(maxsize=8)
def fade(size: Size, top: Paint, bottom: Paint) -> pygame.Surface:
    """A colour that turns into another from top to bottom."""
    tall = pygame.Surface((1, max(2, size[1])), pygame.SRCALPHA)
    for y in range(size[1]):
        share = y / max(1, size[1] - 1)
        first, last = pygame.Color(*top), pygame.Color(*bottom)
        tall.set_at((0, y), first.lerp(last, share))
    return pygame.transform.scale(tall, size)
