"""Joker drawings nobody has seen: what a reader must not learn is that jokers look like a few."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lab.synth import pen
from vision.lab.synth.joker_pen import SIDE, JokerPen, arc

Point = tuple[float, float]

SIGNS = "?&@#%WAKRMJX"


def _body(rng: np.random.Generator, size: float, down: float) -> list[Point]:
    """A closed outline, alike on both sides: round, square, pear or bumpy."""
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    waves = rng.normal(0, [0.0, 0.12, 0.09, 0.07, 0.05, 0.04])
    radius = size * (1 + sum(wave * np.cos(k * turns) for k, wave in enumerate(waves)))
    wide = float(rng.uniform(0.8, 1.1))
    return [
        (float(r * np.sin(t) * wide), float(down - r * np.cos(t)))
        for t, r in zip(turns, radius, strict=True)
    ]


def creature(sheet: JokerPen, rng: np.random.Generator) -> None:
    """A head or body with what grows on it, and a face or a pattern inside."""
    size, down = float(rng.uniform(0.5, 0.75)), float(rng.uniform(-0.1, 0.3))
    is_filled = bool(rng.random() < 0.4)
    for _ in range(int(rng.integers(0, 4))):
        _growth(sheet, rng, size, down)
    body = _body(rng, size, down)
    if is_filled:
        sheet.fill(body)
    else:
        sheet.fill(body, ink=0)
        sheet.fill(body, layer=1, ink=0)
        sheet.line(body, float(rng.uniform(0.8, 1.6)), closed=True)
    for _ in range(int(rng.integers(2, 6))):
        _spot(sheet, rng, size, down, 0 if is_filled else 255)


def _growth(sheet: JokerPen, rng: np.random.Generator, size: float, down: float) -> None:
    """Ears, horns, arms, a hat or hair, one on each side, in either ink."""
    turn = float(rng.uniform(0.0, 2.6))
    layer = int(rng.random() < 0.4)
    root, tip = 0.85 * size, float(rng.uniform(1.25, 1.8)) * size
    half, kind = float(rng.uniform(0.12, 0.4)), int(rng.integers(3))

    def at(radius: float, turn: float) -> Point:
        return radius * float(np.sin(turn)), down - radius * float(np.cos(turn))

    for a in (-turn, turn):
        outline = [at(root, a - half), at(tip, a), at(root, a + half)]
        if kind == 0:
            sheet.fill(outline, layer)
        elif kind == 1:
            sheet.line(outline, 1.0, layer)
        else:
            x, y = at(0.5 * (root + tip), a)
            round_px = 0.35 * size * (0.5 + half)
            sheet.oval(x, y, round_px, round_px, layer=layer, fill=layer == 1)


def _spot(sheet: JokerPen, rng: np.random.Generator, size: float, down: float, ink: int) -> None:
    """A pair of eyes, cheeks or spots, or a mouth, nose or band in the middle."""
    x, y = float(rng.uniform(0.12, 0.5)) * size, down + float(rng.uniform(-0.5, 0.55)) * size
    wide, tall = rng.uniform(0.06, 0.24, 2) * size
    kind = rng.integers(4)
    if kind == 0:
        for side in (-1, 1):
            sheet.oval(side * x, y, wide, tall, fill=True, ink=ink)
    elif kind == 1:
        for side in (-1, 1):
            sheet.oval(side * x, y, wide, tall, scale=0.8, ink=ink)
    elif kind == 2:
        start = float(rng.choice([0, 180]))
        sheet.line(arc(0, y, 2.2 * wide, 1.5 * tall, start, start + 180), 1.0, ink=ink)
    else:
        sheet.fill([(-wide, y), (wide, y), (0, y + 1.5 * tall)], ink=ink)


def flower(sheet: JokerPen, rng: np.random.Generator) -> None:
    """Petals or wings about a middle."""
    count, layer = int(rng.integers(3, 10)), int(rng.random() < 0.5)
    long, wide = float(rng.uniform(0.28, 0.42)), float(rng.uniform(0.14, 0.3))
    is_filled = bool(rng.random() < 0.6)
    start = float(rng.uniform(0, 2 * np.pi))
    for turn in np.linspace(start, start + 2 * np.pi, count, endpoint=False):
        c, s = float(np.cos(turn)), float(np.sin(turn))
        petal = [((0.5 + u) * c - v * s, (0.5 + u) * s + v * c) for u, v in arc(0, 0, long, wide)]
        if is_filled:
            sheet.fill(petal, layer)
        else:
            sheet.line(petal, 0.8, layer, closed=True)
    middle = float(rng.uniform(0.12, 0.3))
    sheet.oval(0, 0, middle, middle, fill=True)


def strokes(sheet: JokerPen, rng: np.random.Generator) -> None:
    """A sign of many strokes, as of a script or a dragon."""
    for _ in range(int(rng.integers(5, 11))):
        layer = int(rng.random() < 0.15)
        x, y = rng.uniform(-0.8, 0.8, 2)
        if rng.random() < 0.6:
            level = bool(rng.random() < 0.5)
            reach = float(rng.uniform(0.3, 0.8))
            dx, dy = (reach, rng.normal(0, 0.1)) if level else (rng.normal(0, 0.2), reach)
            sheet.line([(x - dx, y - dy), (x + dx, y + dy)], float(rng.uniform(0.8, 1.8)), layer)
        else:
            start = float(rng.uniform(0, 360))
            rx, ry = rng.uniform(0.2, 0.6, 2)
            bow = arc(x, y, rx, ry, start, start + float(rng.uniform(90, 270)))
            sheet.line(bow, float(rng.uniform(0.8, 1.6)), layer)


def sign(sheet: JokerPen, rng: np.random.Generator) -> None:
    """One large letter or sign, at times in a ring."""
    char = str(rng.choice(list(SIGNS)))
    font = int(rng.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    thick = int(rng.integers(8, 30))
    has_ring = bool(rng.random() < 0.3)
    tall = 120 if has_ring else 190
    (wide, _), _ = cv2.getTextSize(char, font, tall / 21.0, thick)
    left, low = (SIDE - wide) / 2, (SIDE + tall) / 2
    pen.write(sheet.layers[0], char, (left, low), tall, font, thick)
    if has_ring:
        sheet.oval(0, 0, 0.93, 0.93, layer=int(rng.random() < 0.5))
