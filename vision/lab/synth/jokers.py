"""Joker drawings of several kinds, each as ink in up to two colours."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth import pen
from vision.lab.synth.arrays import U8, u8
from vision.lab.synth.creatures import creature, flower, sign, strokes
from vision.lab.synth.joker_pen import SIDE, JokerPen, arc

CLASSIC = ("moon", "smiley", "disc", "jester", "star", "sun", "letter", "word", "crown")
INVENTED = ("creature", "flower", "strokes", "sign")
KINDS = CLASSIC + INVENTED
HELD_OUT_KINDS = ("cat",)  # only on the sets that training has not met


@lru_cache(maxsize=128)
def joker_masks(kind: str, seed: int) -> tuple[U8, U8]:
    """Two (256, 256) ink masks 0–255: the main ink and, often empty, the second."""
    rng = np.random.default_rng(seed)
    sheet = JokerPen(float(rng.uniform(0.055, 0.11)))
    {
        "moon": _moon,
        "smiley": _smiley,
        "disc": _disc,
        "jester": _jester,
        "star": _star,
        "sun": _sun,
        "letter": _letter,
        "word": _word,
        "crown": _crown,
        "creature": creature,
        "flower": flower,
        "strokes": strokes,
        "sign": sign,
        "cat": _cat,
    }[kind](sheet, rng)
    return u8(sheet.layers[0]), u8(sheet.layers[1])


def _features(sheet: JokerPen, rng: np.random.Generator, size: float, ink: int = 255) -> None:
    """Brows, eyes, nose and a smiling mouth in a circle of radius `size`."""
    s = size
    apart, high = float(rng.uniform(0.32, 0.42)) * s, float(rng.uniform(-0.32, -0.12)) * s
    lines = float(rng.uniform(0.7, 1.0))
    eye = str(rng.choice(["almond", "dot", "oval", "arch"], p=[0.5, 0.2, 0.2, 0.1]))
    for side in (-1, 1):
        x = side * apart
        if eye == "almond":
            wide = 0.2 * s
            sheet.line(arc(x, high + 0.08 * s, wide, 0.17 * s, 195, 345), lines, ink=ink)
            sheet.line(arc(x, high - 0.04 * s, wide, 0.13 * s, 15, 165), lines * 0.7, ink=ink)
            sheet.oval(x, high + 0.01 * s, 0.075 * s, 0.085 * s, fill=True, ink=ink)
        elif eye == "dot":
            sheet.oval(x, high, 0.09 * s, 0.13 * s, fill=True, ink=ink)
        elif eye == "oval":
            sheet.oval(x, high, 0.14 * s, 0.19 * s, scale=lines, ink=ink)
            sheet.oval(x + 0.03 * s, high + 0.05 * s, 0.07 * s, 0.09 * s, fill=True, ink=ink)
        else:
            sheet.line(arc(x, high + 0.1 * s, 0.17 * s, 0.2 * s, 190, 350), lines, ink=ink)
    if rng.random() < 0.75:
        lift, tip = float(rng.uniform(0.2, 0.34)) * s, float(rng.uniform(-0.1, 0.12)) * s
        for side in (-1, 1):
            x = side * apart
            sheet.line(
                [
                    (x - side * 0.2 * s, high - lift + tip),
                    (x, high - lift - 0.06 * s),
                    (x + side * 0.22 * s, high - lift + 0.02 * s),
                ],
                lines,
                ink=ink,
            )
    nose = str(rng.choice(["none", "line", "hook", "ball"], p=[0.2, 0.3, 0.35, 0.15]))
    if nose == "line":
        sheet.line([(0.02 * s, high + 0.1 * s), (0.0, 0.2 * s)], lines, ink=ink)
    elif nose == "hook":
        sheet.line(
            [(-0.05 * s, high + 0.1 * s), (-0.07 * s, 0.14 * s), (-0.12 * s, 0.22 * s)],
            lines,
            ink=ink,
        )
        sheet.line(arc(0, 0.2 * s, 0.12 * s, 0.07 * s, 10, 170), lines, ink=ink)
    elif nose == "ball":
        sheet.oval(0, 0.12 * s, 0.13 * s, 0.12 * s, fill=True, ink=ink)
    _mouth(sheet, rng, s, lines, ink)


def _mouth(sheet: JokerPen, rng: np.random.Generator, s: float, lines: float, ink: int) -> None:
    wide, low = float(rng.uniform(0.36, 0.6)) * s, float(rng.uniform(0.2, 0.32)) * s
    deep = float(rng.uniform(0.22, 0.4)) * s
    kind = str(rng.choice(["line", "grin", "lips"], p=[0.45, 0.3, 0.25]))
    lower = arc(0, low, wide, deep, 15, 165)
    if kind == "line":
        sheet.line(lower, lines * 1.2, ink=ink)
    elif kind == "grin":
        sheet.fill([*lower, *reversed(arc(0, low, wide, deep * 0.35, 25, 155))], ink=ink)
    else:
        sheet.line(lower, lines, ink=ink)
        sheet.line(arc(0, low + 0.03 * s, wide * 0.98, deep * 0.55, 15, 165), lines, ink=ink)
    if rng.random() < 0.6:
        for side in (-1, 1):
            x, y = side * wide, low + deep * 0.25
            sheet.line(
                [(x - side * 0.05 * s, y - 0.1 * s), (x + side * 0.08 * s, y)], lines, ink=ink
            )


def _moon(sheet: JokerPen, rng: np.random.Generator) -> None:
    ry = 0.93
    rx = ry * float(rng.uniform(0.84, 1.0))
    sheet.oval(0, 0, rx, ry, scale=float(rng.uniform(0.9, 1.5)))
    _features(sheet, rng, 0.92 * rx)
    sheet.layers[1] = np.zeros_like(sheet.layers[1])


def _smiley(sheet: JokerPen, rng: np.random.Generator) -> None:
    if rng.random() < 0.6:
        sheet.oval(0, 0, 0.92, 0.92, scale=1.4)
    s = 0.9
    for side in (-1, 1):
        sheet.oval(side * 0.34 * s, -0.25 * s, 0.1 * s, float(rng.uniform(0.1, 0.2)) * s, fill=True)
    sheet.line(arc(0, 0.05, 0.55 * s, 0.5 * s, 10, 170), float(rng.uniform(1.0, 1.8)))


def _disc(sheet: JokerPen, rng: np.random.Generator) -> None:
    sheet.oval(0, 0, 0.93, 0.93, fill=True)
    sheet.weight *= 1.2
    _features(sheet, rng, 0.9, ink=0)


def _jester(sheet: JokerPen, rng: np.random.Generator) -> None:
    second = 1 if rng.random() < 0.6 else 0
    face = 0.45
    sheet.oval(0, 0.35, face, face * 1.1, scale=0.9)
    inner = JokerPen(sheet.weight)
    _features(inner, rng, face)
    lowered = np.roll(inner.layers[0], round(0.35 * SIDE / 2), 0)
    sheet.layers[0] = u8(np.maximum(sheet.layers[0], lowered))
    tips = ((-0.85, -0.05), (-0.45, -0.8), (0.45, -0.8), (0.85, -0.05))
    if rng.random() < 0.5:
        tips = ((-0.85, -0.25), (0.0, -0.9), (0.85, -0.25), (0.85, -0.25))
    roots = np.linspace(-face, face, 4)
    for index in range(3):
        tip = tips[index] if index < 2 else tips[3]
        base_l, base_r = float(roots[index]), float(roots[index + 1])
        layer = second if index == 1 else 0
        sheet.fill([(base_l, 0.1), tip, (base_r, 0.08)], layer)
        sheet.oval(tip[0], tip[1], 0.1, 0.1, fill=True, layer=1 - layer if second else 0)
    for step in range(7):
        x = -0.5 + step / 6
        sheet.fill([(x - 0.1, 0.78), (x + 0.1, 0.78), (x, 0.98)], second if step % 2 else 0)


def _star(sheet: JokerPen, rng: np.random.Generator) -> None:
    points, inner = int(rng.choice([5, 5, 6, 8])), float(rng.uniform(0.38, 0.5))
    outline = [
        (float(r * np.sin(a)), float(-r * np.cos(a)))
        for a, r in zip(
            np.linspace(0, 2 * np.pi, 2 * points, endpoint=False),
            [0.95, 0.95 * inner] * points,
            strict=True,
        )
    ]
    if rng.random() < 0.6:
        sheet.fill(outline)
        if rng.random() < 0.4:
            _features(sheet, rng, 0.42, ink=0)
    else:
        sheet.line(outline, 1.3, closed=True)


def _sun(sheet: JokerPen, rng: np.random.Generator) -> None:
    rays = int(rng.integers(8, 17))
    second = 1 if rng.random() < 0.5 else 0
    for angle in np.linspace(0, 2 * np.pi, rays, endpoint=False):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        wide = 0.12
        sheet.fill(
            [
                (0.62 * c - wide * s, 0.62 * s + wide * c),
                (0.96 * c, 0.96 * s),
                (0.62 * c + wide * s, 0.62 * s - wide * c),
            ],
            second,
        )
    sheet.oval(0, 0, 0.56, 0.56, scale=1.0)
    _features(sheet, rng, 0.55)


def _letter(sheet: JokerPen, rng: np.random.Generator) -> None:
    sheet.weight = float(rng.uniform(0.2, 0.34))
    hook = arc(-0.08, 0.42, 0.4, 0.44, 0, 175)
    sheet.line([(0.32, -0.85), (0.32, 0.42), *hook])
    if rng.random() < 0.5:
        sheet.line([(-0.1, -0.82), (0.6, -0.82)], 0.8)
    if rng.random() < 0.3:
        sheet.weight = 0.06
        sheet.oval(0, 0, 0.97, 0.97, layer=1)


def _word(sheet: JokerPen, rng: np.random.Generator) -> None:
    fonts = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX)
    font = int(rng.choice(fonts))
    thick = int(rng.integers(4, 9))
    if rng.random() < 0.35:
        for index, char in enumerate("JOKER"):
            pen.write(sheet.layers[0], char, (100, 48 + index * 50), 36, font, thick)
        return
    (w, h), _ = cv2.getTextSize("JOKER", font, 1.0, thick)
    scale = 235 / w
    y = 128 + int(h * scale / 2) if rng.random() < 0.5 else 245
    pen.write(sheet.layers[0], "JOKER", (6, y), scale * 21, font, thick)
    if y == 245:
        small = JokerPen(0.09)
        _smiley(small, rng) if rng.random() < 0.6 else _star(small, rng)
        drawn = u8(cv2.resize(small.layers[0], (170, 170), interpolation=cv2.INTER_AREA))
        sheet.layers[1][5:175, 43:213] = drawn


def _crown(sheet: JokerPen, rng: np.random.Generator) -> None:
    sheet.fill(
        [(-0.8, 0.7), (-0.9, -0.4), (-0.42, 0.1), (0, -0.75), (0.42, 0.1), (0.9, -0.4), (0.8, 0.7)]
    )
    second = 1 if rng.random() < 0.5 else 0
    for x, y in ((-0.9, -0.5), (0.0, -0.85), (0.9, -0.5)):
        sheet.oval(x * 0.95, y, 0.12, 0.12, fill=True, layer=second)
    sheet.line([(-0.75, 0.45), (0.75, 0.45)], 0.8, ink=0)


def _cat(sheet: JokerPen, rng: np.random.Generator) -> None:
    sheet.oval(0, 0.15, 0.8, 0.72, scale=1.2)
    for side in (-1, 1):
        sheet.line([(side * 0.74, -0.1), (side * 0.72, -0.9), (side * 0.25, -0.52)], 1.2)
        for rise in (-0.06, 0.06):
            sheet.line([(side * 0.3, 0.32), (side * 0.95, 0.3 + 2 * rise)], 0.6)
        sheet.oval(side * 0.3, 0.0, 0.1, 0.14, fill=True)
    sheet.fill([(-0.1, 0.22), (0.1, 0.22), (0, 0.34)])
    sheet.line(arc(-0.14, 0.36, 0.14, 0.16, 0, 170), 0.8)
    sheet.line(arc(0.14, 0.36, 0.14, 0.16, 10, 180), 0.8)
    if rng.random() < 0.4:
        for side in (-1, 1):
            sheet.oval(side * 0.5, 0.3, 0.13, 0.1, fill=True, layer=1)
