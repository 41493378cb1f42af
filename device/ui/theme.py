"""Colours by role, sizes and fonts; nothing else in the screens names a colour or a font."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pygame

Rgb = tuple[int, int, int]
Rgba = tuple[int, int, int, int]
Size = tuple[int, int]

# The room: ground under everything, felt under the mosaic, panels and bars around it
GROUND: Rgb = (13, 22, 20)
FELT: Rgb = (33, 72, 60)  # in the middle of the light
FELT_EDGE: Rgb = (17, 41, 35)
PANEL: Rgb = (25, 39, 36)
PANEL_NOW: Rgb = (37, 62, 54)  # of the player whose turn it is
BAR: Rgb = (14, 23, 21)
KEY: Rgb = (35, 54, 49)  # a button on dark ground
KEY_EDGE: Rgb = (51, 76, 69)
TRACK: Rgb = (11, 19, 17)  # what a way to 77 or a slider runs in
PLACE: Rgb = (98, 138, 122)  # outline of an open place

# Words on dark ground
PAPER: Rgb = (246, 240, 227)
PAPER_SOFT: Rgb = (166, 184, 174)

# Cards and words on them
CARD: Rgb = (247, 241, 228)
CARD_EDGE: Rgb = (222, 211, 186)
CARD_KEY: Rgb = (233, 223, 203)  # a button on a card
CARD_FLAT: Rgb = (240, 233, 217)  # what is only to be looked at, on a card
CHOICE: Rgb = (255, 253, 248)  # a choice on a card
INK: Rgb = (30, 34, 31)
INK_SOFT: Rgb = (94, 91, 80)

# Accents: each has one meaning
GOLD: Rgb = (246, 190, 66)  # yours, now, points
GOLD_INK: Rgb = (48, 34, 6)  # words on gold
GOLD_DEEP: Rgb = (128, 86, 4)  # points on a card
DONE: Rgb = (28, 119, 90)  # seen and done
DONE_INK: Rgb = (255, 255, 255)
NO: Rgb = (184, 50, 38)  # not allowed
NO_INK: Rgb = (255, 246, 240)
NO_ON_DARK: Rgb = (255, 138, 120)
DIM: Rgba = (8, 14, 12, 205)  # over the table while a card asks something

# Tiles
IVORY: Rgb = (253, 250, 242)
IVORY_LOW: Rgb = (240, 231, 211)  # where the face turns away from the light
IVORY_SIDE: Rgb = (201, 187, 155)  # the thickness
STONE: Rgb = (186, 187, 183)  # a floating tile
STONE_LOW: Rgb = (166, 167, 163)
STONE_SIDE: Rgb = (110, 112, 109)
TILE_BLACK: Rgb = (34, 35, 38)
TILE_RED: Rgb = (200, 34, 46)
TILE_BLUE: Rgb = (24, 100, 194)
TILE_ORANGE: Rgb = (208, 100, 0)
JOKER_INK: Rgb = (196, 40, 60)

# The two players in curves and lists
LINES: tuple[Rgb, Rgb] = ((204, 214, 132), (120, 186, 226))

LEAST_TEXT = 14  # px at 800×480; nothing people must read is smaller
FINGER = 47  # px at 800×480: 9 mm on a screen of 7 inches, which is 154 mm wide (5.2 px a mm)
LEAST_TARGET = 60  # px at 800×480; nothing people must hit is smaller
MOTION_S = 0.24  # the longest any motion lasts


class Weight(Enum):
    """How heavy letters are; the value is the font file's name."""

    REGULAR = "OpenSans-Regular"
    STRONG = "OpenSans-SemiBold"
    BOLD = "OpenSans-Bold"
    HEAVY = "OpenSans-ExtraBold"


CAP_HEIGHT = 0.714  # of the font's digits and capitals, in em
_FONT_PACKAGE = "ttf_opensans"


@dataclass(frozen=True, slots=True)
class Page:
    """The size of a screen, upright, and the unit everything on it is measured in."""

    width: int
    height: int

    @property
    def is_portrait(self) -> bool:
        return self.height > self.width

    @property
    def unit(self) -> float:
        """Pixels per pixel of the smallest screen, 800×480 or 480×800."""
        across, down = (480, 800) if self.is_portrait else (800, 480)
        return min(self.width / across, self.height / down)

    def px(self, length: float) -> int:
        """A length given for 800×480, on this page."""
        return round(length * self.unit)

    @property
    def rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.width, self.height)


@lru_cache(maxsize=64)
def font(weight: Weight, size: int) -> pygame.font.Font:
    """The font of that weight at `size` px; pygame's own where the package is missing."""
    pygame.font.init()
    pygame.register_quit(font.cache_clear)  # no font outlives pygame
    file = font_file(weight)
    if file is None:
        return pygame.font.Font(None, round(size * 1.35))
    return pygame.font.Font(BytesIO(_letters(file)), size)  # a path's file would stay open


@lru_cache(maxsize=8)
def _letters(file: Path) -> bytes:
    """What a font's file holds; every size is made from it."""
    return file.read_bytes()


@lru_cache(maxsize=8)
def font_file(weight: Weight) -> Path | None:
    """Where the font of that weight lies, if its package is installed."""
    found = importlib.util.find_spec(_FONT_PACKAGE)
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / "ttf" / f"{weight.value}.ttf"
    return file if file.is_file() else None


def blend(one: Rgb, two: Rgb, share: float) -> Rgb:
    """The colour that lies `share` of the way from `one` to `two`."""
    return (
        round(one[0] + (two[0] - one[0]) * share),
        round(one[1] + (two[1] - one[1]) * share),
        round(one[2] + (two[2] - one[2]) * share),
    )
