"""Digits of many makes, drawn by the project from strokes or taken from fonts on the machine."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, U8, f32, smoothstep, u8
from vision.lab.synth.pen import disc, fill_convex, fixed, page

if TYPE_CHECKING:
    from collections.abc import Sequence

MASK_HEIGHT = 160  # pixels of a drawn digit, top to bottom
_PAD = 12

_FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".fonts",
    Path.home() / ".local/share/fonts",
)


@dataclass(frozen=True, slots=True)
class DigitStyle:
    """How one maker draws digits. Lengths are shares of the digit's height."""

    weight: float = 0.17
    width: float = 0.60
    contrast: float = 0.1  # how much thinner level strokes are
    slant: float = 0.0
    square: float = 2.3  # 2 draws ellipses, larger squarer bowls
    softness: float = 0.02  # rounding of corners
    round_ends: bool = False
    one: str = "flag"  # plain, flag, long, foot
    two: str = "neck"  # neck, swan
    three: str = "round"  # round, flat
    four: str = "closed"  # closed, open
    six: str = "curved"  # curved, straight
    seven: str = "plain"  # plain, curved, slashed, serif
    waist: float = 0.47  # where 3 and 8 meet, from the top
    tracking: float = 0.06  # gap in two-digit numbers
    stretch: float = 1.0  # the finished number is this much wider
    font: str = ""  # a font file; the strokes above are then not used
    bolder: float = 0.0  # by how much the font's strokes are thickened


def random_digits(rng: np.random.Generator, fonts: Sequence[str] = ()) -> DigitStyle:
    """A plausible digit style; from one of `fonts` about half the time where any are given.

    Never as square as the held-out sets' digits.
    """
    font = str(rng.choice(list(fonts))) if fonts and rng.random() < 0.55 else ""
    weight = float(np.clip(rng.normal(0.178, 0.044), 0.075, 0.26))
    return DigitStyle(
        weight=weight,
        width=float(np.clip(rng.normal(0.60, 0.06), 0.16 + 2.3 * weight, 0.80)),
        contrast=float(rng.choice([0.0, 0.12, 0.2, 0.35, 0.5], p=[0.25, 0.35, 0.2, 0.12, 0.08])),
        slant=float(rng.choice([0.0, rng.uniform(-0.05, 0.22)], p=[0.75, 0.25])),
        square=float(rng.choice([2.0, 2.3, 2.8, 3.6], p=[0.27, 0.37, 0.22, 0.14])),
        softness=float(rng.uniform(0.005, 0.045)),
        round_ends=bool(rng.random() < 0.3),
        one=str(rng.choice(["plain", "flag", "long", "foot"], p=[0.16, 0.46, 0.2, 0.18])),
        two=str(rng.choice(["neck", "swan"], p=[0.65, 0.35])),
        three=str(rng.choice(["round", "flat"], p=[0.8, 0.2])),
        four=str(rng.choice(["closed", "open"], p=[0.85, 0.15])),
        six=str(rng.choice(["curved", "straight"], p=[0.7, 0.3])),
        seven=str(rng.choice(["plain", "curved", "slashed", "serif"], p=[0.55, 0.3, 0.08, 0.07])),
        waist=float(rng.uniform(0.44, 0.5)),
        tracking=float(rng.uniform(0.0, 0.14)),
        stretch=float(rng.uniform(0.88, 1.12)) if font else 1.0,
        font=font,
        bolder=float(rng.choice([0.0, rng.uniform(0.015, 0.05)])) if font else 0.0,
    )


def font_files() -> tuple[str, ...]:
    """Font files on this machine that draw plain digits; empty where Pillow is absent."""
    if importlib.util.find_spec("PIL") is None:
        return ()
    found = sorted(
        str(path)
        for folder in _FONT_FOLDERS
        if folder.is_dir()
        for path in folder.rglob("*")
        if path.suffix.lower() in {".ttf", ".otf", ".pfb"}
    )
    return tuple(path for path in found if _draws_digits(path))


def _draws_digits(font: str) -> bool:
    """Whether the ten digits are different shapes of one height, and not too thin to print."""
    try:
        boxes = [_font_face(font).getbbox(str(value)) for value in range(10)]
        masks = [_font_mask(str(value), font) for value in range(10)]
    except (OSError, ValueError):
        return False
    tops, bottoms = [box[1] for box in boxes], [box[3] for box in boxes]
    if max(tops) - min(tops) > 14 or max(bottoms) - min(bottoms) > 14:
        return False
    if any(not 0.12 < mask.shape[1] / mask.shape[0] < 1.2 for mask in masks):
        return False
    if masks[8].mean() < 0.33 * 255 or [_outlines(masks[v]) for v in (0, 1, 8)] != [2, 1, 3]:
        return False
    small = [f32(cv2.resize(mask, (12, 20), interpolation=cv2.INTER_AREA)) for mask in masks]
    return all(float(np.abs(small[i] - small[j]).mean()) > 8.0 for i in range(10) for j in range(i))


def _outlines(mask: U8) -> int:
    """How many closed outlines a shape has, those of its holes counted."""
    solid = u8(cv2.threshold(mask, 127, 255, cv2.THRESH_BINARY)[1])
    framed = cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
    return len(cv2.findContours(framed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[0])


@lru_cache(maxsize=512)
def number_mask(style: DigitStyle, value: int) -> U8:
    """(h, w) 0–255 ink of `value`, cropped to the ink; height about MASK_HEIGHT."""
    text = str(value)
    if style.font:
        mask = _font_mask(text, style.font)
        if style.bolder:
            side = 2 * round(style.bolder * MASK_HEIGHT / 2) + 1
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
            mask = u8(cv2.dilate(mask, kernel))
    else:
        masks = [_digit_mask(style, int(char)) for char in text]
        gap = round(style.tracking * MASK_HEIGHT)
        width = sum(m.shape[1] for m in masks) + gap * (len(masks) - 1)
        mask = page((width, MASK_HEIGHT))
        x = 0
        for digit in masks:
            mask[:, x : x + digit.shape[1]] = digit
            x += digit.shape[1] + gap
    if style.stretch != 1.0:
        size = (max(8, round(mask.shape[1] * style.stretch)), mask.shape[0])
        mask = u8(cv2.resize(mask, size, interpolation=cv2.INTER_AREA))
    if style.slant:
        mask = _slanted(mask, style.slant)
    return mask


def _slanted(mask: U8, slant: float) -> U8:
    h, w = mask.shape
    reach = abs(slant) * h
    matrix = np.array([[1.0, -slant, max(slant, 0.0) * h], [0.0, 1.0, 0.0]])
    return u8(cv2.warpAffine(mask, matrix, (int(w + reach) + 1, h), flags=cv2.INTER_LINEAR))


@lru_cache(maxsize=32)
def _font_face(font: str) -> Any:
    module: Any = importlib.import_module("PIL.ImageFont")
    return module.truetype(font, 200)


def _font_mask(text: str, font: str) -> U8:
    image_module: Any = importlib.import_module("PIL.Image")
    draw_module: Any = importlib.import_module("PIL.ImageDraw")
    sheet = image_module.new("L", (420, 340), 0)
    draw_module.Draw(sheet).text((60, 40), text, fill=255, font=_font_face(font))
    ink = u8(sheet)
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows) or not len(cols):
        raise ValueError(f"{font} draws nothing for {text!r}")
    ink = ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    width = max(4, round(ink.shape[1] * MASK_HEIGHT / ink.shape[0]))
    return u8(cv2.resize(ink, (width, MASK_HEIGHT), interpolation=cv2.INTER_AREA))


def _bowl(box: tuple[float, float, float, float], start: float, stop: float, square: float) -> F64:
    """Points of a rounded bowl in `box` (x0, y0, x1, y1); degrees clockwise from the right."""
    x0, y0, x1, y1 = box
    steps = max(8, int(abs(stop - start) / 6))
    t = np.radians(np.linspace(start, stop, steps))
    c, s = np.cos(t), np.sin(t)
    x = (x0 + x1) / 2 + (x1 - x0) / 2 * np.sign(c) * np.abs(c) ** (2 / square)
    y = (y0 + y1) / 2 + (y1 - y0) / 2 * np.sign(s) * np.abs(s) ** (2 / square)
    return np.stack([x, y], axis=1)


def _line(*points: tuple[float, float]) -> F64:
    return np.array(points, np.float64)


def _curve(p0: F64, p1: F64, p2: F64, p3: F64) -> F64:
    """A cubic curve through its two outer points."""
    t = np.linspace(0, 1, 24)[:, None]
    return (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3


def _strokes(style: DigitStyle, digit: int) -> tuple[list[F64], float]:  # noqa: C901  ten digits
    """Stroke centre lines in a box of height 1, and the box's width."""
    w = 0.5 * style.weight
    full = style.width
    left, right, top, bottom = w, full - w, w * (1 - style.contrast), 1 - w * (1 - style.contrast)
    middle, sq, waist = full / 2, style.square, style.waist
    if digit == 0:
        return [_bowl((left, top, right, bottom), 0, 360, sq)], full
    if digit == 1:
        return _one(style)
    if digit == 2:
        bend = 0.30
        bowl = _bowl((left, top, right, 2 * bend + 0.02), 188, 375, sq)
        end = bowl[-1]
        tail = (
            _curve(
                end,
                end + np.array([-0.04, 0.14]),
                np.array([left + 0.12, 0.66]),
                np.array([left, bottom]),
            )
            if style.two == "neck"
            else _curve(
                end, end + np.array([-0.02, 0.22]), np.array([left, 0.62]), np.array([left, bottom])
            )
        )
        return [np.vstack([bowl, tail[1:]]), _line((0.0, bottom), (full, bottom))], full
    if digit == 3:
        lower = _bowl((left, waist, right, bottom), -95, 170, sq)
        if style.three == "flat":
            return [
                _line((left * 0.6, top), (right - w, top)),
                _line((right, top - w * 0.4), (middle - 0.02, waist + 0.02)),
                _bowl((left, waist - 0.03, right, bottom), -105, 170, sq),
            ], full
        upper = _bowl((left + 0.02, top, right - 0.02, waist), 190, 455, sq)
        return [upper, lower, _line((middle - 0.08, waist), (middle + 0.03, waist))], full
    if digit == 4:
        level = 0.72
        heavy = max(0.0, style.weight - 0.13)
        stem = right - 0.08 * full
        strokes = [_line((0.0, level), (full, level)), _line((stem, 0.0), (stem, 1.0))]
        if style.four == "open":
            strokes[1] = _line((stem, 0.36), (stem, 1.0))
            strokes.append(_line((middle - 0.02, -0.1), (left * 0.9, level)))
        else:
            strokes.append(_line((stem - 0.02 - 0.9 * heavy, -0.02), (left * 0.7, level)))
        return strokes, full
    if digit == 5:
        shoulder = left + 0.06
        stop = 512 - 300 * max(0.0, style.weight - 0.12)
        bowl = _bowl((left - 0.02, 0.36, right, bottom), 215, stop, sq)
        return [
            _line((shoulder - w * 0.8, top), (right - 0.02, top)),
            _line((shoulder, 0.0), (shoulder - 0.02, 0.54)),
            bowl,
        ], full
    if digit in (6, 9):
        ring = _bowl((left, 0.36, right, bottom), 0, 360, sq)
        if style.six == "straight":
            strokes = [ring, _line((right - 0.06, -0.1), (left + 0.01, 0.62))]
        else:
            stop = 310 - 200 * max(0.0, style.weight - 0.12)
            spine = _bowl((left, top, right + 0.04, bottom), 180, stop, sq)
            strokes = [ring, spine, _line((left, 0.45), (left, 0.7))]
        if digit == 9:
            strokes = [np.array([full, 1.0]) - stroke for stroke in strokes]
        return strokes, full
    if digit == 7:
        corner = (right + w * 0.2, top)
        foot = (middle - 0.10, 1.1)
        bar = _line((0.0, top), (full, top))
        if style.seven == "curved":
            leg = _curve(
                np.array(corner),
                np.array([middle + 0.03, 0.42]),
                np.array([middle - 0.06, 0.7]),
                np.array([middle - 0.08, 1.1]),
            )
        else:
            leg = _line(corner, foot)
        strokes = [bar, leg]
        if style.seven == "slashed":
            strokes.append(_line((middle - 0.24, 0.52), (middle + 0.24, 0.52)))
        if style.seven == "serif":
            strokes.append(_line((w * 0.8, 0.0), (w * 0.8, 0.24)))
        return strokes, full
    upper = _bowl((left + 0.025, top, right - 0.025, waist), 0, 360, sq)
    return [upper, _bowl((left, waist, right, bottom), 0, 360, sq)], full


def _one(style: DigitStyle) -> tuple[list[F64], float]:
    w = style.weight / 2
    if style.one == "plain":
        return [_line((w, 0.0), (w, 1.0))], 2 * w
    flag = 0.14 if style.one == "flag" else 0.24
    stem = flag + w
    strokes = [_line((stem, 0.0), (stem, 1.0))]
    if style.one == "long":
        strokes.append(_line((stem + w * 0.6, -0.02), (0.02, 0.30)))
    else:
        drop = 0.13 + w * 0.5
        strokes.append(
            _curve(
                np.array([0.0, drop + 0.06]),
                np.array([flag * 0.7, drop + 0.05]),
                np.array([stem - 0.02, drop - 0.03]),
                np.array([stem, -0.06]),
            )
        )
    if style.one == "foot":
        base = 1 - w * 0.8 * (1 - style.contrast)
        strokes.append(_line((0.0, base), (2 * stem, base)))
        return strokes, 2 * stem
    return strokes, stem + w


@lru_cache(maxsize=512)
def _digit_mask(style: DigitStyle, digit: int) -> U8:
    strokes, width = _strokes(style, digit)
    side = round(width * MASK_HEIGHT)
    canvas = page((side + 2 * _PAD, MASK_HEIGHT + 2 * _PAD))
    for stroke in strokes:
        _ink_stroke(canvas, stroke, style)
    # Strokes reach beyond the box on purpose: cutting there gives level ends.
    canvas[:_PAD] = 0
    canvas[-_PAD:] = 0
    canvas[:, :_PAD] = 0
    canvas[:, -_PAD:] = 0
    sigma = max(0.6, style.softness * MASK_HEIGHT)
    soft = f32(cv2.GaussianBlur(canvas, (0, 0), sigma)) / 255.0
    edge = 0.5 / max(sigma, 1.0)
    mask = u8(smoothstep(0.5 - edge, 0.5 + edge, soft) * 255)
    return mask[_PAD:-_PAD, _PAD:-_PAD]


def _ink_stroke(canvas: U8, points: F64, style: DigitStyle) -> None:
    """Fills a stroke along `points`, thinner where it runs level."""
    dense = _resampled(points * MASK_HEIGHT + _PAD)
    tangent = np.gradient(dense, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    half = 0.5 * style.weight * MASK_HEIGHT * (1 - style.contrast * tangent[:, :1] ** 2)
    side = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1) * half
    a, b = dense + side, dense - side
    quads = np.stack([a[:-1], a[1:], b[1:], b[:-1]], axis=1)
    outlines = fixed(quads)
    for index in range(len(outlines)):
        fill_convex(canvas, outlines[index])
    if style.round_ends:
        for point, reach in ((dense[0], half[0, 0]), (dense[-1], half[-1, 0])):
            disc(canvas, float(point[0]), float(point[1]), float(reach))


def _resampled(points: F64) -> F64:
    """The polyline with points about every three pixels."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(2, int(along[-1] / 3) + 1)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)], axis=1)


def as_height(mask: U8, height: int) -> F32:
    """The mask resized to `height` pixels, 0–1."""
    width = max(1, round(mask.shape[1] * height / mask.shape[0]))
    return f32(cv2.resize(mask, (width, max(1, height)), interpolation=cv2.INTER_AREA)) / 255.0
