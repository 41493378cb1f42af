"""A page to draw on in millimetres, and what is drawn on many things: text, pips, figures."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from vision.lab.cutouts.clutter import rounded
from vision.lab.cutouts.cutout import CutOut
from vision.lab.synth.digits import font_files
from vision.lab.synth.jokers import KINDS as JOKERS
from vision.lab.synth.jokers import joker_masks
from vision.picture import Floats, Image, pixels

Colour = tuple[float, float, float]
"""Blue, green, red; 0–255."""

PX_PER_MM = 3.2
BLACK: Colour = (28.0, 26.0, 26.0)
RED: Colour = (48.0, 34.0, 200.0)


def any_colour(rng: np.random.Generator, low: float = 20, high: float = 245) -> Colour:
    """A colour of any kind, strong ones more often."""
    hsv = np.array(
        [[[rng.uniform(0, 180), rng.uniform(40, 255), rng.uniform(low, high)]]], np.uint8
    )
    blue, green, red = (float(c) for c in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def pale(rng: np.random.Generator) -> Colour:
    """White, ivory or a light tint."""
    level, warm, green = rng.uniform(205, 254), rng.uniform(-0.02, 0.12), rng.uniform(0.97, 1.0)
    return float(min(255.0, level * (1 - warm))), float(level * green), float(level)


def ink(rng: np.random.Generator) -> Colour:
    """Mostly black or red."""
    kind = rng.random()
    return BLACK if kind < 0.45 else RED if kind < 0.7 else any_colour(rng, 20, 170)


@lru_cache
def fonts() -> tuple[str, ...]:
    """The fonts of this machine that draw digits and Latin letters."""
    found = font_files() if importlib.util.find_spec("PIL") else ()
    return tuple(font for font in found if _draws_letters(font))


def _draws_letters(font: str) -> bool:
    """Whether two letters are different drawings, not twice the box for what is missing."""
    a, b = (cv2.resize(text_mask(letter, font), (32, 32)) for letter in "aK")
    return bool(np.abs(a.astype(int) - b).mean() > 8)


@lru_cache(maxsize=64)
def _font(path: str) -> Any:
    module: Any = importlib.import_module("PIL.ImageFont")
    return module.truetype(path, 60)


def any_font(rng: np.random.Generator) -> str:
    """A font by chance; empty where there is none."""
    return str(rng.choice(fonts())) if fonts() else ""


@lru_cache(maxsize=512)
def text_mask(text: str, font: str) -> Image:
    """The ink of a text, 0–255, drawn large."""
    if not font:
        (wide, tall), low = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 2.0, 4)
        mask = np.zeros((tall + low + 4, wide + 4), np.uint8)
        cv2.putText(mask, text, (2, tall + 2), cv2.FONT_HERSHEY_DUPLEX, 2.0, (255,), 4, cv2.LINE_AA)
        return mask
    image: Any = importlib.import_module("PIL.Image")
    draw: Any = importlib.import_module("PIL.ImageDraw")
    left, top, right, bottom = _font(font).getbbox(text)
    size = (max(4, int(right - left) + 4), max(4, int(bottom - top) + 4))
    sheet = image.new("L", size, 0)
    draw.Draw(sheet).text((2 - left, 2 - top), text, fill=255, font=_font(font))
    return np.asarray(sheet, np.uint8)


@dataclass(slots=True)
class PrintedPage:
    """A sheet `wide` by `tall` mm in one colour, drawn on with its middle at 0, 0."""

    wide: float
    tall: float
    ground: Colour
    px: float = PX_PER_MM
    image: Image = field(init=False)

    def __post_init__(self) -> None:
        size = (max(4, round(self.tall * self.px)), max(4, round(self.wide * self.px)), 3)
        self.image = np.empty(size, np.uint8)
        self.image[:] = self.ground

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The pixel (in sixteenths) of a place in mm."""
        return (
            round((x + self.wide / 2) * self.px * 16),
            round((y + self.tall / 2) * self.px * 16),
        )

    def polygon(self, points: Any, colour: Colour) -> None:
        """Fills an outline given in mm."""
        outline = np.array([self.at(float(x), float(y)) for x, y in points], np.int32)
        cv2.fillPoly(self.image, [outline], colour, cv2.LINE_AA, 4)

    def lines(self, points: Any, colour: Colour, thick: float, closed: bool = False) -> None:
        """Draws a line through points in mm, `thick` mm wide."""
        outline = np.array([self.at(float(x), float(y)) for x, y in points], np.int32)
        width = max(1, round(thick * self.px))
        cv2.polylines(self.image, [outline], closed, colour, width, cv2.LINE_AA, 4)

    def box(self, x: float, y: float, wide: float, tall: float, colour: Colour) -> None:
        """Fills a rectangle about a middle."""
        a, b = wide / 2, tall / 2
        self.polygon([[x - a, y - b], [x + a, y - b], [x + a, y + b], [x - a, y + b]], colour)

    def frame(self, wide: float, tall: float, colour: Colour, thick: float) -> None:
        """Draws a rectangle about the middle."""
        a, b = wide / 2, tall / 2
        self.lines([[-a, -b], [a, -b], [a, b], [-a, b]], colour, thick, closed=True)

    def oval(
        self, x: float, y: float, a: float, b: float, colour: Colour, thick: float = 0.0
    ) -> None:
        """Fills an ellipse, or draws its rim."""
        turn = np.linspace(0, 2 * np.pi, 28)
        points = np.stack([x + a * np.cos(turn), y + b * np.sin(turn)], axis=1)
        if thick:
            self.lines(points, colour, thick, closed=True)
        else:
            self.polygon(points, colour)

    def stamp(
        self, mask: Image, x: float, y: float, tall: float, colour: Colour, turn: int = 0
    ) -> float:
        """Prints a mask (0–255), `tall` mm high, about a place; how wide it came out, in mm. `turn`
        is in quarters."""
        high = max(2, round(tall * self.px))
        wide = max(2, round(mask.shape[1] * high / mask.shape[0]))
        small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
        share = np.rot90(small, -turn)
        left = round((x + self.wide / 2) * self.px - share.shape[1] / 2)
        top = round((y + self.tall / 2) * self.px - share.shape[0] / 2)
        x0, y0 = max(0, left), max(0, top)
        part = self.image[y0 : top + share.shape[0], x0 : left + share.shape[1]]
        if part.size:
            seen = share[y0 - top : y0 - top + part.shape[0], x0 - left : x0 - left + part.shape[1]]
            alpha: Floats = seen[..., None].astype(np.float32) / 255.0
            part[:] = pixels(part * (1 - alpha) + np.array(colour) * alpha)
        return wide / self.px

    def write(
        self, text: str, x: float, y: float, tall: float, colour: Colour, font: str, turn: int = 0
    ) -> float:
        """Writes a text about a place, its letters `tall` mm; how wide it came out, in mm."""
        return self.stamp(text_mask(text, font), x, y, tall, colour, turn)

    def both_ways(self) -> None:
        """Makes the lower half the upper one turned about, as on court cards."""
        half = self.image.shape[0] // 2
        self.image[-half:] = self.image[:half][::-1, ::-1]

    def cutout(self, kind: str, corner: float) -> CutOut:
        """The page cut out, its corners round by so many mm."""
        height, width = self.image.shape[:2]
        alpha = rounded(width, height, max(2.0, corner * self.px))
        return CutOut(self.image, alpha, kind, "made-up", self.px)


def draw_pip(page: PrintedPage, suit: str, x: float, y: float, size: float, colour: Colour) -> None:
    """A heart, diamond, spade, club, or a suit of another deck, `size` mm high, about a place."""
    s = size / 2
    if suit == "diamond":
        page.polygon([[x, y - s], [x + 0.75 * s, y], [x, y + s], [x - 0.75 * s, y]], colour)
    elif suit in ("heart", "spade"):
        up = 1 if suit == "heart" else -1
        for side in (-1, 1):
            page.oval(x + side * 0.42 * s, y - up * 0.38 * s, 0.46 * s, 0.5 * s, colour)
        page.polygon(
            [[x - 0.86 * s, y - up * 0.2 * s], [x + 0.86 * s, y - up * 0.2 * s], [x, y + up * s]],
            colour,
        )
        if suit == "spade":
            page.polygon([[x, y], [x + 0.3 * s, y + s], [x - 0.3 * s, y + s]], colour)
    elif suit == "club":
        for dx, dy in ((0, -0.5), (-0.45, 0.15), (0.45, 0.15)):
            page.oval(x + dx * s, y + dy * s, 0.42 * s, 0.42 * s, colour)
        page.polygon([[x, y], [x + 0.3 * s, y + s], [x - 0.3 * s, y + s]], colour)
    elif suit == "bell":
        page.oval(x, y, 0.8 * s, 0.8 * s, colour)
        page.lines([[x - 0.8 * s, y], [x + 0.8 * s, y]], BLACK, size * 0.06)
    elif suit == "leaf":
        page.oval(x, y - 0.1 * s, 0.55 * s, 0.85 * s, colour)
        page.lines([[x, y - 0.6 * s], [x, y + s]], BLACK, size * 0.06)
    else:
        page.oval(x, y + 0.2 * s, 0.5 * s, 0.7 * s, colour)
        page.box(x, y - 0.5 * s, 1.0 * s, 0.5 * s, BLACK)


def draw_emblem(
    page: PrintedPage, x: float, y: float, tall: float, rng: np.random.Generator
) -> None:
    """A face, star, creature or the like such as jokers have, about a place."""
    drawing, second = joker_masks(str(rng.choice(JOKERS)), int(rng.integers(10_000)))
    page.stamp(drawing, x, y, tall, ink(rng))
    page.stamp(second, x, y, tall, any_colour(rng))


def draw_figure(
    page: PrintedPage, rng: np.random.Generator, top: float, foot: float, wide: float
) -> None:
    """A person from the crown down to the waist, in many colours, between two heights in mm."""
    tall = foot - top
    colours = [any_colour(rng, 120, 245) for _ in range(3)] + [RED, BLACK, (60.0, 200.0, 240.0)]

    def pick() -> Colour:
        return colours[int(rng.integers(len(colours)))]

    # the robe: bands and lozenges that run together at the waist
    for _ in range(int(rng.integers(4, 9))):
        x0, x1 = np.sort(rng.uniform(-wide / 2, wide / 2, 2))
        y0 = top + tall * rng.uniform(0.42, 0.7)
        lean = rng.normal(0, wide * 0.2)
        page.polygon([[x0, y0], [x1, y0], [x1 + lean, foot], [x0 + lean, foot]], pick())
    for _ in range(int(rng.integers(6, 22))):
        x, y = rng.uniform(-wide / 2, wide / 2), top + tall * rng.uniform(0.5, 1.0)
        size = rng.uniform(0.8, 3.0)
        if rng.random() < 0.5:
            page.oval(x, y, size / 2, size / 2, pick())
        else:
            page.lines([[x, y], [x + rng.normal(0, 8), y + rng.normal(0, 8)]], pick(), size * 0.4)
    middle, head = rng.normal(0, wide * 0.06), tall * rng.uniform(0.16, 0.24)
    at = top + tall * 0.34
    hair = pick()
    page.oval(middle, at, head * 0.85, head * 1.05, hair)
    page.oval(middle, at, head * 0.6, head * 0.85, (195.0, 215.0, 240.0))
    thick = tall * 0.02
    for side in (-1, 1):
        x = middle + side * head * 0.25
        page.oval(x, at - head * 0.1, head * 0.1, head * 0.07, BLACK)
        page.lines(
            [[x - head * 0.15, at - head * 0.3], [x + head * 0.15, at - head * 0.3]], BLACK, thick
        )
    nose = [
        [middle, at - head * 0.1],
        [middle + head * 0.1, at + head * 0.2],
        [middle, at + head * 0.2],
    ]
    page.lines(nose, BLACK, thick * 0.7)
    page.lines(
        [[middle - head * 0.2, at + head * 0.45], [middle + head * 0.2, at + head * 0.45]],
        RED,
        thick,
    )
    points = int(rng.integers(3, 7))
    crown = [[middle - head * 0.8, at - head * 0.75]]
    for k in range(points):
        crown.append(
            [middle + head * (1.6 * (k + 0.5) / points - 0.8), at - head * rng.uniform(1.2, 1.7)]
        )
        crown.append([middle + head * (1.6 * (k + 1) / points - 0.8), at - head * 0.8])
    page.polygon(crown, pick())
    page.lines(crown, BLACK, thick)
