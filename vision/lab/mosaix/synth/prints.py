"""Printed symbols: circle, triangle and cross in the designs that dice and boards carry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from engine.mosaix import Symbol
from vision.lab.synth import pen
from vision.lab.synth.arrays import F32, F64, f32

_FINER = 4  # drawn so much larger and then made smaller, for smooth edges


@dataclass(frozen=True, slots=True)
class Design:
    """How the three symbols look. `size` is a share of the face, `stroke` of the symbol."""

    size: float = 0.62
    stroke: float = 0.2
    filled_circle: bool = False
    filled_triangle: bool = False
    upright_cross: bool = False  # a plus to the face's edges
    is_round: bool = False  # rounded ends and corners
    ring_within: float = 0.0  # radius of a second, thinner ring; 0 has none
    taper: float = 0.0  # how much a cross's bars narrow towards its middle
    angle_deg: float = 0.0


@lru_cache(maxsize=256)
def printed(symbol: Symbol, design: Design, side_px: int) -> F32:
    """(side, side) 0–1: where the symbol's ink is on a square face."""
    side = side_px * _FINER
    sheet = pen.page((side, side))
    half = design.size * side / 2
    if symbol is Symbol.CIRCLE:
        _circle(sheet, half, design)
    elif symbol is Symbol.TRIANGLE:
        _triangle(sheet, half, design)
    else:
        _cross(sheet, half, design)
    small = cv2.resize(sheet, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return f32(f32(small) / 255.0)


def _circle(sheet: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], half: float, d: Design) -> None:
    middle = sheet.shape[0] / 2
    wide = max(2, round(d.stroke * half * 2))
    if d.filled_circle:
        pen.disc(sheet, middle, middle, half)
        return
    pen.ring(sheet, middle, middle, half - wide / 2, wide)
    if d.ring_within:
        pen.ring(sheet, middle, middle, half * d.ring_within, max(2, wide // 2))


def _triangle(
    sheet: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], half: float, d: Design
) -> None:
    wide = max(2, round(d.stroke * half * 2))
    turns = np.radians(d.angle_deg + np.array([-90.0, 30.0, 150.0]))
    reach = half * 1.12 - (wide if not d.is_round else wide / 2)
    middle = sheet.shape[0] / 2
    at = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    # A triangle's middle is low; it is set so that it looks centred.
    shift = np.array([np.cos(np.radians(d.angle_deg + 90)), np.sin(np.radians(d.angle_deg + 90))])
    corners = middle + at * reach + shift * half * 0.14
    outline = pen.fixed(corners)
    if d.filled_triangle:
        pen.fill(sheet, outline)
        pen.line(sheet, outline, max(1, wide // 2), closed=True)
    elif d.is_round:
        pen.line(sheet, outline, wide, closed=True)
    else:
        _mitred(sheet, corners, wide)


def _mitred(
    sheet: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], corners: F64, wide: float
) -> None:
    """An outline with sharp corners: a larger triangle less a smaller one."""
    middle = corners.mean(axis=0)
    inner = float(np.linalg.norm(corners[0] - middle)) / 2  # from the middle to a side
    outer, hole = ((inner + side * wide / 2) / inner for side in (1, -1))
    pen.fill(sheet, pen.fixed(middle + (corners - middle) * outer))
    pen.fill(sheet, pen.fixed(middle + (corners - middle) * max(hole, 0.0)), 0)


def _cross(sheet: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], half: float, d: Design) -> None:
    wide = max(2, round(d.stroke * half * 2))
    middle = sheet.shape[0] / 2
    start = d.angle_deg + (0.0 if d.upright_cross else 45.0)
    for turn in np.radians([start, start + 90]):
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        far = half * (1.0 if d.upright_cross else 1.08) - (wide / 2 if d.is_round else 0.0)
        if d.is_round:
            pen.line(sheet, pen.fixed([middle - along * far, middle + along * far]), wide)
            continue
        thin = 1 - d.taper
        bar = [
            middle - along * far - across * wide / 2,
            middle - across * wide / 2 * thin,
            middle + along * far - across * wide / 2,
            middle + along * far + across * wide / 2,
            middle + across * wide / 2 * thin,
            middle - along * far + across * wide / 2,
        ]
        pen.fill(sheet, pen.fixed(bar))
