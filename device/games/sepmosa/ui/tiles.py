"""Tiles that look like tiles: ivory, a soft edge, a little thickness, ink in four colours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import pygame

from device.ui import theme
from device.ui.icons import Icon, icon
from device.ui.shapes import FINE, glow, rounded
from device.ui.text import draw_line
from device.ui.theme import Rgb, Size, Weight, blend
from device.ui.widgets import Widget
from engine.sepmosa.values import Colour, Tile

TINY = 15  # px of width below which no digit can be read: the mark alone is drawn
INK = {
    Colour.BLACK: theme.TILE_BLACK,
    Colour.RED: theme.TILE_RED,
    Colour.BLUE: theme.TILE_BLUE,
    Colour.ORANGE: theme.TILE_ORANGE,
}
MARKS = {  # what says a tile's colour without colour
    Colour.BLACK: Icon.DISC,
    Colour.RED: Icon.TRIANGLE,
    Colour.BLUE: Icon.SQUARE,
    Colour.ORANGE: Icon.DIAMOND,
}


class TileLook(Enum):
    """How a tile lies there."""

    PLAIN = "plain"
    FLOATING = "floating"  # greyed and dashed
    GHOST = "ghost"  # was there, or might be
    BACK = "back"  # face down


@lru_cache(maxsize=192)
def tile_picture(
    tile: Tile | None, size: Size, look: TileLook = TileLook.PLAIN, has_marks: bool = True
) -> pygame.Surface:
    """The tile, or the joker for nothing, with its thickness; treat as read-only."""
    picture = _body(size, look).copy()
    across, down = size
    face = down - _thickness(size)
    if look is TileLook.BACK:
        return picture
    if tile is None:
        _draw_joker(picture, (across / 2, face / 2), min(across, face) * 0.36)
    else:
        _draw_ink(picture, tile, (across, face), look, has_marks)
    if look is TileLook.GHOST:
        picture.set_alpha(110)
    return picture


def draw_tile(
    surface: pygame.Surface,
    tile: Tile | None,
    rect: pygame.Rect,
    look: TileLook = TileLook.PLAIN,
    has_marks: bool = True,
) -> None:
    """Draws a tile with the shadow it casts."""
    if look is not TileLook.GHOST:
        spread = max(2, rect.width // 12)
        shadow = glow(rect.size, corner(rect.size), spread, (4, 12, 9), 150)
        surface.blit(shadow, (rect.x - spread, rect.y - spread + max(1, spread // 2)))
    surface.blit(tile_picture(tile, rect.size, look, has_marks), rect)


def draw_glow(surface: pygame.Surface, rect: pygame.Rect, colour: Rgb = theme.GOLD) -> None:
    """Draws the light around a tile that is new, or that is meant."""
    spread = max(6, rect.width // 3)
    grown = rect.inflate(spread // 2, spread // 2)
    light = glow(grown.size, corner(grown.size), spread, colour, 210)
    surface.blit(light, (grown.x - spread, grown.y - spread))
    line = max(2, round(rect.width / 16))
    rim = rect.inflate(2 * line, 2 * line)
    surface.blit(rounded(rim.size, corner(rect.size) + line, colour), rim)


def corner(size: Size) -> int:
    """The radius of a tile's corners."""
    return max(3, round(size[0] * 0.12))


def _thickness(size: Size) -> int:
    return max(2, round(size[1] * 0.055))


@lru_cache(maxsize=64)
def _body(size: Size, look: TileLook) -> pygame.Surface:
    """Side and face of a blank tile; the face is lit from above."""
    across, down = size[0] * FINE, size[1] * FINE
    deep = _thickness(size) * FINE
    radius = corner(size) * FINE
    is_stone = look is TileLook.FLOATING
    top, low = (theme.STONE, theme.STONE_LOW) if is_stone else (theme.IVORY, theme.IVORY_LOW)
    side = theme.STONE_SIDE if is_stone else theme.IVORY_SIDE
    large = pygame.Surface((across, down), pygame.SRCALPHA)
    large.fill((*side, 0))
    pygame.draw.rect(large, side, (0, deep, across, down - deep), border_radius=radius)
    mask = pygame.Surface((across, down - deep), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255), mask.get_rect(), border_radius=radius)
    face = pygame.Surface(mask.get_size(), pygame.SRCALPHA)
    for y in range(down - deep):
        share = max(0.0, y / (down - deep) - 0.25) / 0.75
        face.fill(blend(top, low, share), (0, y, across, 1))
    rim = FINE if is_stone else FINE // 2
    bright = blend(top, (255, 255, 255), 0.0 if is_stone else 0.9)
    pygame.draw.rect(face, bright, face.get_rect(), width=rim, border_radius=radius)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    large.blit(face, (0, 0))
    picture = pygame.transform.smoothscale(large, size)
    if is_stone:
        _dash(picture, _thickness(size))
    return picture


def _dash(picture: pygame.Surface, deep: int) -> None:
    """A dashed line just inside the face."""
    across, down = picture.get_size()
    inset = max(2, across // 16)
    inner = pygame.Rect(0, 0, across, down - deep).inflate(-inset, -inset)
    dash, line = max(3, across // 9), max(1, across // 40)
    for x in range(inner.left + dash // 2, inner.right - dash // 2, 2 * dash):
        for y in (inner.top, inner.bottom - line):
            picture.fill((92, 94, 92), (x, y, min(dash, inner.right - x), line))
    for y in range(inner.top + dash // 2, inner.bottom - dash // 2, 2 * dash):
        for x in (inner.left, inner.right - line):
            picture.fill((92, 94, 92), (x, y, line, min(dash, inner.bottom - y)))


def _draw_ink(
    picture: pygame.Surface, tile: Tile, face: Size, look: TileLook, has_marks: bool
) -> None:
    ink = INK[tile.colour]
    if look is TileLook.FLOATING:
        ink = blend(ink, (60, 60, 60), 0.45)
    across, down = face
    if has_marks and across < TINY:
        shape = icon(MARKS[tile.colour], round(across * 0.6), ink)
        picture.blit(shape, shape.get_rect(center=(across / 2, down / 2)))
        return
    wide = 0.72 if tile.value < 10 else 0.66
    size = round(min(across * wide, down * 0.6))
    middle = down * (0.42 if has_marks else 0.5)
    draw_line(picture, str(tile.value), Weight.HEAVY, size, ink, (across / 2, middle))
    if has_marks:
        side = max(6, round(min(across, down) * 0.2))
        shape = icon(MARKS[tile.colour], side, ink)
        picture.blit(shape, (round((across - side) / 2), round(down * 0.83 - side / 2)))


def _draw_joker(picture: pygame.Surface, middle: tuple[float, float], radius: float) -> None:
    """A round laughing face."""
    side = round(radius * 2) + 2
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    ink = theme.JOKER_INK
    large.fill((*ink, 0))
    centre, out = side * FINE / 2, radius * FINE
    line = max(FINE, round(out * 0.13))
    pygame.draw.circle(large, ink, (centre, centre), out)
    pygame.draw.circle(large, theme.IVORY, (centre, centre), out - line)
    for left in (-1, 1):
        eye = (centre + left * out * 0.36, centre - out * 0.22)
        pygame.draw.circle(large, ink, eye, out * 0.12)
    width = round(out * 0.55)
    low = (round(centre), round(centre + out * 0.16))
    pygame.draw.circle(large, ink, low, width, draw_bottom_left=True, draw_bottom_right=True)
    small = pygame.transform.smoothscale(large, (side, side))
    picture.blit(small, (round(middle[0] - side / 2), round(middle[1] - side / 2)))


@dataclass(frozen=True, slots=True)
class TileView(Widget):
    """One tile, or the joker for nothing."""

    tile: Tile | None
    has_marks: bool = True
    look: TileLook = TileLook.PLAIN
    glow: Rgb | None = None

    def draw(self, surface: pygame.Surface) -> None:
        if self.glow is not None:
            draw_glow(surface, self.rect, self.glow)
        draw_tile(surface, self.tile, self.rect, self.look, self.has_marks)
