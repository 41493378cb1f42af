"""Marks that people drew, put into cells: circles and triangles, person by person.

People were asked for ellipses of any shape; taken are those that somebody would draw for a circle.
Nobody was asked for crosses: `strokes` makes them up.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix import Symbol
from vision.lab.cutouts import is_held_out
from vision.lab.mosaix.synth.strokes import dried
from vision.lab.synth.arrays import F32, F64, f32, u8
from vision.lab.synth.noise import layered_noise
from vision.lab.train.photos import PHOTOS
from vision.picture import pixels

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.lab.mosaix.synth.styles import Hand
    from vision.lab.synth.arrays import U8

MARKS = PHOTOS / "marks"
KINDS = {Symbol.CIRCLE: "ellipse", Symbol.TRIANGLE: "triangle"}
DRAWN_PX = 3.0  # the width of the strokes in the files
ROUND, CLOSED = (0.70, 0.88), 0.8
"""Of the area of its box, and of its outline, what a circle fills: a triangle has 0.5, a box 1."""

OBLONG = {Symbol.CIRCLE: 0.5, Symbol.TRIANGLE: 0.28}
"""Narrower ones are left out; the others are drawn to at least `LEAST_OBLONG`."""

LEAST_OBLONG = {Symbol.CIRCLE: 0.66, Symbol.TRIANGLE: 0.45}
TRIANGULAR = 0.75  # of the smallest triangle around it
FEWEST = 2  # marks of a kind: somebody with fewer is left out


def people(*, held_out: bool, folder: Path = MARKS) -> tuple[str, ...]:
    """Those whose marks are learned from, or are held out; nobody where there are no drawings."""
    return tuple(
        person
        for person in _everybody(folder)
        if is_held_out(person) is held_out
        and all(len(marks) >= FEWEST for marks in marks_of(person, folder).values())
    )


@lru_cache(maxsize=2)
def _everybody(folder: Path) -> tuple[str, ...]:
    files = (folder / KINDS[Symbol.TRIANGLE]).glob("*.png")
    return tuple(sorted({file.name.partition("_")[0] for file in files}))


@lru_cache(maxsize=64)
def marks_of(person: str, folder: Path = MARKS) -> Mapping[Symbol, tuple[U8, ...]]:
    """Somebody's circles and triangles, each (70, 70) with its ink at 255."""
    found = {}
    for symbol, kind in KINDS.items():
        files = sorted((folder / kind).glob(f"{person}_*.png"))
        drawn = [u8(255 - pixels(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE))) for file in files]
        found[symbol] = tuple(mark for mark in drawn if passes_for(symbol, mark))
    return found


def passes_for(symbol: Symbol, mark: U8) -> bool:
    """Whether a drawing is what somebody would draw for the symbol."""
    outline = _outline(mark)
    _, (wide, tall), _ = cv2.minAreaRect(outline)
    if min(wide, tall) < OBLONG[symbol] * max(wide, tall):
        return False
    hull = cv2.contourArea(outline)
    closed = cv2.morphologyEx(mark, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if max(cv2.contourArea(each) for each in contours) < CLOSED * hull:
        return False
    if symbol is Symbol.TRIANGLE:
        return bool(hull > TRIANGULAR * cv2.minEnclosingTriangle(outline)[0])
    return ROUND[0] < hull / (wide * tall) < ROUND[1]


def _outline(mark: U8) -> F32:
    """(n, 1, 2) the hull of a drawing's ink."""
    return f32(cv2.convexHull(f32(cv2.findNonZero((mark > 127).astype(np.uint8)))))


def mark_ink(
    symbol: Symbol, hand: Hand, cell_mm: float, side_px: int, rng: np.random.Generator
) -> F32:
    """(side, side) 0–1: the ink of one of somebody's marks on a square of 1.3 cells."""
    marks = marks_of(hand.person)[symbol]
    mark = marks[int(rng.integers(len(marks)))]
    finer = 3 if side_px < 120 else 2
    side = side_px * finer
    px = side / 1.3
    matrix = _as_laid(symbol, mark, hand, px, rng)
    matrix[:, 2] += side / 2 + rng.normal(0, hand.off_centre, 2) * px
    laid = cv2.warpAffine(mark, matrix, (side, side), flags=cv2.INTER_LINEAR) > 127
    stroke = DRAWN_PX / 2 * float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    out, within = (
        cv2.distanceTransform(each.astype(np.uint8), cv2.DIST_L2, 5) for each in (~laid, laid)
    )
    from_middle = np.maximum(out - within + stroke, 0.0)
    wide = hand.pen_mm / cell_mm * px
    uneven = 1 + 0.6 * hand.taper * layered_noise(rng, (side, side), (side * 0.4, side * 0.4), 1)
    ink = np.clip(np.maximum(wide * uneven, 1.0) / 2 - from_middle + 0.5, 0, 1)
    return dried(
        f32(cv2.resize(f32(ink), (side_px, side_px), interpolation=cv2.INTER_AREA)), hand, rng
    )


def _as_laid(symbol: Symbol, mark: U8, hand: Hand, px: float, rng: np.random.Generator) -> F64:
    """(2, 3) from the drawing's pixels to those of a square whose middle is 0 and whose cell is
    `px` wide: as large as the hand draws, round enough, and turned."""
    middle, (wide, tall), turn_deg = cv2.minAreaRect(_outline(mark))
    sides = np.array([wide, tall])
    oblong = float(sides.min() / sides.max())
    least = LEAST_OBLONG[symbol]
    wanted = max(oblong, least + (1 - least) * float(rng.random()) * 0.6)
    grow = np.where(sides == sides.min(), wanted / oblong, 1.0)
    size = max(0.32, hand.size + float(rng.normal(0, hand.size_spread))) * 1.12
    scale = size * px / float(sides.max())
    turn = np.radians(turn_deg)
    own = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    spread = 25.0 if symbol is Symbol.CIRCLE else 7.0
    more = np.radians(hand.slant_deg * 0.6 + float(rng.normal(0, spread)))
    if symbol is Symbol.TRIANGLE and rng.random() < hand.triangle_turns:
        more += np.pi / 2 * int(rng.integers(4))
    spin = np.array([[np.cos(more), -np.sin(more)], [np.sin(more), np.cos(more)]])
    if rng.random() < 0.5:
        spin = spin @ np.diag([-1.0, 1.0])
    turned = spin @ own @ np.diag(grow * scale) @ own.T
    return np.hstack([turned, -turned @ np.array(middle)[:, None]])
