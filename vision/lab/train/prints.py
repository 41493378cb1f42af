"""Tables without a tile but full of print: books, boxes, mugs, keyboards, labels, signs.

Letters and signs on something pale are what is most easily taken for a number or a joker. Whatever
could as well be a tile's own number stays out: no lone digits, no letters that look like one.
"""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.lab.madeup.page import text_mask
from vision.lab.synth.digits import font_files
from vision.lab.train.compose import light
from vision.lab.train.grounds import draw_litter, drawn_ground, random_colour
from vision.lab.train.sample import TrainingSample
from vision.picture import floats, pixels

if TYPE_CHECKING:
    from vision.picture import Image

Colour = tuple[float, float, float]

LONE_LETTERS = "ACDEFGHJKLMNPQRTUVWXYabdefghkmnprtuvwy?!&%#@+=<>*"
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwz"
SIGNS = ("cross", "arrow", "ring", "star", "tick", "bars", "drop", "grid")


@lru_cache
def _fonts() -> tuple[str, ...]:
    return font_files() if importlib.util.find_spec("PIL") else ()


def word(rng: np.random.Generator) -> str:
    """A made-up word, or a number no tile has."""
    if rng.random() < 0.15:
        return str(int(np.exp(rng.uniform(np.log(14), np.log(99_999)))))
    syllables = [
        rng.choice(list(CONSONANTS)) + rng.choice(list(VOWELS))
        for _ in range(int(rng.integers(1, 5)))
    ]
    made = "".join(syllables) + (str(rng.choice(list(CONSONANTS))) if rng.random() < 0.5 else "")
    return str(rng.choice([made, made.title(), made.upper()]))


def write(sheet: Image, text: str, at: tuple[int, int], tall: int, ink: Colour, font: str) -> int:
    """Writes `text` with its upper left corner at `at`, in place; how wide it came out."""
    mask = text_mask(text, font)
    wide = max(1, round(mask.shape[1] * tall / mask.shape[0]))
    mask = pixels(cv2.resize(mask, (wide, max(1, tall)), interpolation=cv2.INTER_AREA))
    x, y = at
    region = sheet[max(0, y) : y + tall, max(0, x) : x + wide]
    share = mask[: region.shape[0], : region.shape[1], None] / 255.0
    region[:] = pixels(region * (1 - share) + np.array(ink) * share)
    return wide


def draw_sign(
    sheet: Image, middle: tuple[int, int], size: int, ink: Colour, rng: np.random.Generator
) -> None:
    """Draws a small sign as stands on buttons, packets and signposts, in place."""
    kind = str(rng.choice(SIGNS))
    half, thick = max(3, size // 2), max(1, int(size * rng.uniform(0.08, 0.22)))
    x, y = middle
    smooth = cv2.LINE_AA
    if kind == "cross":
        cv2.line(sheet, (x - half, y - half), (x + half, y + half), ink, thick, smooth)
        cv2.line(sheet, (x - half, y + half), (x + half, y - half), ink, thick, smooth)
    elif kind == "arrow":
        cv2.arrowedLine(sheet, (x - half, y), (x + half, y), ink, thick, smooth, 0, 0.5)
    elif kind == "ring":
        cv2.circle(sheet, middle, half, ink, thick, smooth)
        cv2.circle(sheet, middle, max(1, half // 3), ink, int(rng.choice([-1, 1])), smooth)
    elif kind == "star":
        turns = np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2, 0.42, 1.0) * half
        points = np.stack([x + reach * np.sin(turns), y - reach * np.cos(turns)], axis=1)
        cv2.fillPoly(sheet, [points.astype(np.int32)], ink, smooth)
    elif kind == "tick":
        points = np.array([[x - half, y], [x - half // 4, y + half], [x + half, y - half]])
        cv2.polylines(sheet, [points.astype(np.int32)], False, ink, thick, smooth)
    elif kind == "bars":
        for k, tall in enumerate(rng.uniform(0.3, 1.0, 4)):
            left = x - half + k * half // 2
            top = int(y + half - tall * 2 * half)
            cv2.rectangle(sheet, (left, top), (left + max(1, half // 3), y + half), ink, -1)
    elif kind == "drop":
        cv2.ellipse(sheet, (x, y + half // 3), (half * 2 // 3, half * 2 // 3), 0, 0, 360, ink, -1)
        points = np.array([[x - half // 2, y], [x, y - half], [x + half // 2, y]])
        cv2.fillPoly(sheet, [points.astype(np.int32)], ink, smooth)
    else:
        cells = rng.random((4, 4)) < 0.5
        for row, column in zip(*np.nonzero(cells), strict=True):
            low = np.array([x - half + column * half // 2, y - half + row * half // 2])
            cv2.rectangle(sheet, low.tolist(), (low + half // 2 - 1).tolist(), ink, -1)


def _colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Ground and ink of a print: mostly dark on pale, else the other way round or bright."""
    pale = rng.uniform(185, 255) * rng.uniform(0.9, 1.0, 3)
    strong = random_colour(rng) * rng.uniform(0.3, 1.0)
    ground, ink = (pale, strong) if rng.random() < 0.7 else (strong, pale)
    return _colour(ground), _colour(ink)


def _colour(bgr: Any) -> Colour:
    blue, green, red = (float(c) for c in bgr)
    return blue, green, red


def printed_sheet(rng: np.random.Generator) -> Image:
    """A cover, a page, a keyboard or a row of signs, flat and straight."""
    kind = str(rng.choice(["cover", "page", "keys", "signs"], p=[0.35, 0.15, 0.25, 0.25]))
    width, height = (int(side) for side in rng.integers(140, 420, 2))
    ground, ink = _colours(rng)
    sheet: Image = np.empty((height, width, 3), np.uint8)
    sheet[:] = ground
    fonts = _fonts()
    font = str(rng.choice(fonts)) if fonts else ""
    tall = int(rng.integers(9, 16)) if kind == "page" else int(rng.integers(16, 64))
    step = int(tall * rng.uniform(1.3, 2.4))
    if kind in ("cover", "page"):
        for y in range(step // 2, height - tall, step):
            x = int(rng.integers(2, 30))
            colour = ink if rng.random() < 0.8 else _colour(random_colour(rng))
            while x < width - 2 * tall and rng.random() < 0.9:
                x += write(sheet, word(rng), (x, y), tall, colour, font) + tall // 2
    else:
        cell_wh = (int(step * rng.uniform(0.9, 1.5)), step + int(rng.integers(4)))
        key = _colour(np.clip(np.array(ground) * rng.uniform(0.85, 1.15), 0, 255))
        for top in range(0, height - cell_wh[1], cell_wh[1]):
            for left in range(0, width - cell_wh[0], cell_wh[0]):
                middle = (left + cell_wh[0] // 2, top + cell_wh[1] // 2)
                if kind == "keys":
                    end = (left + cell_wh[0] - 3, top + cell_wh[1] - 3)
                    cv2.rectangle(sheet, (left + 2, top + 2), end, key, -1)
                    cv2.rectangle(sheet, (left + 2, top + 2), end, _colour(np.array(key) * 0.7), 1)
                if rng.random() < (0.25 if kind == "keys" else 0.6):
                    draw_sign(sheet, middle, tall * 2 // 3, ink, rng)
                else:
                    text = str(rng.choice(list(LONE_LETTERS))) if kind == "keys" else word(rng)
                    size = tall * 2 // 3
                    corner = (middle[0] - size // 2, middle[1] - size // 2)
                    write(sheet, text, corner, size, ink, font)
    return sheet


def laid(frame_bgr: Image, sheet: Image, rng: np.random.Generator) -> None:
    """Lays the sheet on the frame somewhere, as a leaning camera sees it, in place."""
    height, width = frame_bgr.shape[:2]
    tall, wide = sheet.shape[:2]
    corners = floats([[0, 0], [wide, 0], [wide, tall], [0, tall]])
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.1)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    target = (corners - [wide / 2, tall / 2]) @ spin.T
    target = target * [1.0, rng.uniform(0.6, 1.0)] * rng.uniform(0.6, 1.4)
    target = target * (1 + target[:, 1:] / rng.uniform(900, 4000))
    target = target + rng.uniform(0.1, 0.9, 2) * [width, height]
    matrix = cv2.getPerspectiveTransform(corners, floats(target))
    size_wh = (width, height)
    mask = cv2.warpPerspective(np.full((tall, wide), 255, np.uint8), matrix, size_wh)
    shade = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 8)).astype(np.float32) / 255.0
    dimmed = frame_bgr * (1 - rng.uniform(0, 0.6) * shade[..., None])
    seen = cv2.warpPerspective(sheet, matrix, size_wh, flags=cv2.INTER_AREA)
    frame_bgr[:] = pixels(np.where(mask[..., None] > 127, seen, dimmed))


def printed_table(size_wh: tuple[int, int], rng: np.random.Generator) -> TrainingSample:
    """A drawn table with print on it and nothing else."""
    frame_bgr = drawn_ground(size_wh, rng)
    for _ in range(int(rng.integers(2, 6))):
        laid(frame_bgr, printed_sheet(rng), rng)
    if rng.random() < 0.3:
        draw_litter(frame_bgr, int(rng.integers(1, 8)), float(rng.uniform(20, 90)), rng)
    return TrainingSample(light(frame_bgr, rng), ())
