"""Symbols drawn by hand: lines of points that a pen follows, and the ink it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix import Symbol
from vision.lab.synth.arrays import F32, F64, f32
from vision.lab.synth.noise import layered_noise
from vision.lab.synth.pen import page

if TYPE_CHECKING:
    from vision.lab.mosaix.synth.styles import Hand

_STEPS = 40  # points along a stroke


def strokes_of(symbol: Symbol, hand: Hand, rng: np.random.Generator) -> list[F64]:
    """The strokes of one symbol, each (n, 2), in cells; the cell's middle is the origin."""
    drawn = {Symbol.CIRCLE: _circle, Symbol.TRIANGLE: _triangle, Symbol.CROSS: _cross}[symbol](
        hand, rng
    )
    half = max(0.16, hand.size / 2 + float(rng.normal(0, hand.size_spread)) / 2)
    turn = np.radians(hand.slant_deg + float(rng.normal(0, 4)))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = rng.normal(0, hand.off_centre, 2)
    return [_wobbly(stroke @ spin.T * half + shift, hand, rng) for stroke in drawn]


def _wobbly(stroke: F64, hand: Hand, rng: np.random.Generator) -> F64:
    knots = max(3, len(stroke) // 8)
    drift = rng.normal(0, hand.wobble, (2, knots))
    at = np.linspace(0, knots - 1, len(stroke))
    smooth = np.stack([np.interp(at, np.arange(knots), row) for row in drift], axis=1)
    return np.asarray(stroke + smooth)


def _circle(hand: Hand, rng: np.random.Generator) -> list[F64]:
    gap = hand.circle_gap + float(rng.normal(0, 0.02))
    start = float(rng.normal(-100, 35))
    way = 1 if rng.random() < 0.8 else -1
    turn = np.radians(start + way * 360 * (1 - gap) * np.linspace(0, 1, _STEPS))
    spiral = 1 + float(rng.normal(0, 0.04)) * np.linspace(-1, 1, _STEPS)
    squash = hand.squash * float(np.exp(rng.normal(0, 0.05)))
    return [
        np.stack(
            [np.cos(turn) * spiral / np.sqrt(squash), np.sin(turn) * spiral * np.sqrt(squash)], 1
        )
    ]


def _triangle(hand: Hand, rng: np.random.Generator) -> list[F64]:
    corners = np.array([[0, -1.0], [0.9, 0.72], [-0.9, 0.72]]) + rng.normal(0, 0.07, (3, 2))
    corners[:, 1] *= hand.triangle_tall
    if rng.random() < hand.triangle_turns:
        turn = np.radians(90 * int(rng.integers(4)))
        corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    order = np.roll(np.arange(3), int(rng.integers(3)))
    round_by = hand.triangle_round
    points = [corners[order[0]]]
    for k in (1, 2):
        here, before, after = (corners[order[i % 3]] for i in (k, k - 1, k + 1))
        bend = np.linspace(0, 1, 6)[:, None]
        a, b = here + (before - here) * round_by, here + (after - here) * round_by
        points += list((1 - bend) ** 2 * a + 2 * bend * (1 - bend) * here + bend**2 * b)
    gap = hand.triangle_gap + float(rng.normal(0, 0.02))
    points.append(corners[order[2]] + (corners[order[0]] - corners[order[2]]) * (1 - gap))
    return [evenly(np.array(points))]


def _cross(hand: Hand, rng: np.random.Generator) -> list[F64]:
    if hand.person:
        return _any_cross(hand, rng)
    start = 0.0 if hand.cross_upright else 45.0
    strokes = []
    for turn in np.radians([start + rng.normal(0, 5), start + 90 + rng.normal(0, 5)]):
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        low, high = 1.05 + rng.normal(0, hand.cross_uneven, 2)
        at = np.linspace(-low, high, _STEPS // 2)[:, None]
        bow = float(rng.normal(0, hand.cross_bend)) * 2
        shift = rng.normal(0, hand.cross_uneven * 0.5)
        strokes.append(np.asarray(at * along + (bow * (1 - at**2) + shift) * across))
    return strokes


def _any_cross(hand: Hand, rng: np.random.Generator) -> list[F64]:
    """A cross as unlike others as people are; what kind is the hand's own: two strokes or one,
    straight or bent, of one length or two, meeting anywhere."""
    own = np.random.default_rng([hand.seed, 37])
    lean = 0.0 if hand.cross_upright else 45.0
    lean += float(own.normal(0, 8)) + float(rng.normal(0, 4))
    apart = float(np.clip(own.normal(90, 16) + rng.normal(0, 6), 52, 128))
    lengths = np.exp(own.normal(0, 0.16, 2) + rng.normal(0, 0.08, 2))
    meets = own.normal(0, 0.14, 2) + rng.normal(0, 0.08, 2)
    bows = own.normal(0, 0.1, 2) + rng.normal(0, 0.05, 2)
    style = own.random()
    if style < 0.12:  # back to back, as )(
        bows = np.array([1.0, 1.0]) * own.uniform(0.25, 0.5)
    hooked = own.random() < 0.3
    strokes = []
    for turn, length, meet, bow in zip(
        np.radians([lean, lean + apart]), lengths, meets, bows, strict=True
    ):
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        at = np.linspace(-1, 1, 20)[:, None] * length
        stroke = (at + meet) * along + bow * (0.5 - (at / length) ** 2) * across
        if hooked and rng.random() < 0.6:
            back = stroke[-1] - 0.22 * along + 0.2 * rng.normal(0, 1, 2)
            stroke = np.vstack([stroke, back])
        strokes.append(stroke)
    if 0.12 < style < 0.24:  # in one go
        first, second = strokes
        second = second[::-1] if rng.random() < 0.5 else second
        bend = np.linspace(0, 1, 8)[:, None]
        aside = (first[-1] + second[0]) * float(rng.uniform(0.5, 0.75))
        loop = (1 - bend) ** 2 * first[-1] + 2 * bend * (1 - bend) * aside + bend**2 * second[0]
        strokes = [np.vstack([first, loop, second])]
    return [evenly(stroke) for stroke in strokes]


def scribble(rng: np.random.Generator) -> list[F64]:
    """A cell blacked out or scrawled over, as when somebody corrects himself."""
    count = int(rng.integers(5, 12))
    zigzag = np.stack([np.linspace(-0.35, 0.35, count), np.tile([-0.3, 0.3], count)[:count]], 1)
    return [evenly(zigzag + rng.normal(0, 0.05, (count, 2)))]


def evenly(points: F64) -> F64:
    """The same stroke with its points equally far from each other."""
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.linspace(0, lengths[-1], _STEPS)
    return np.stack([np.interp(at, lengths, points[:, axis]) for axis in (0, 1)], axis=1)


def ink_of(
    strokes: list[F64], hand: Hand, cell_mm: float, side_px: int, rng: np.random.Generator
) -> F32:
    """(side, side) 0–1: the ink that strokes in cells leave on a square of 1.3 cells."""
    finer = 3 if side_px < 120 else 2
    side = side_px * finer
    px = side / 1.3
    sheet = page((side, side))
    wide = hand.pen_mm / cell_mm * px
    for stroke in strokes:
        fade = 1 - hand.taper * np.abs(np.linspace(-1, 1, len(stroke))) ** 3
        at = np.round((stroke * px + side / 2) * 16).astype(np.int32)
        for k in range(len(at) - 1):
            thick = max(1, round(wide * float(fade[k])))
            cv2.line(sheet, at[k].tolist(), at[k + 1].tolist(), (255,), thick, cv2.LINE_AA, 4)
    ink = f32(cv2.resize(sheet, (side_px, side_px), interpolation=cv2.INTER_AREA)) / 255.0
    return dried(f32(ink), hand, rng)


def dried(ink: F32, hand: Hand, rng: np.random.Generator) -> F32:
    """The ink as the hand's pen leaves it: in streaks where it is dry, never quite opaque."""
    side_px = len(ink)
    if hand.dry:
        streaks = layered_noise(rng, (side_px, side_px), (side_px * 0.2, side_px * 0.05), 3)
        ink = ink * np.clip(1 - hand.dry * (0.5 + 1.2 * streaks), 0.25, 1)
    return f32(ink * hand.cover)
