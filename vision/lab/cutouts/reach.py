"""Hands over tables: real ones in other skins and sleeves, with watches and rings, reaching in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.lab.cutouts.cutout import CutOut
from vision.lab.cutouts.paste import arm_down, paste, reaching_in, with_sleeve
from vision.picture import Floats, Image, floats, pixels

SLEEVED, BANDED, RINGED, RESKINNED, SMEARED = 0.55, 0.3, 0.15, 0.7, 0.12
"""How often an arm is in a sleeve, has something about the wrist, a ring, another skin, moves."""


@dataclass(frozen=True, slots=True, eq=False)
class Wardrobe:
    """What hands over tables are made of."""

    hands: Sequence[CutOut]
    cloths: Sequence[Image]

    def hand(self, rng: np.random.Generator) -> CutOut:
        """A hand, arm down, as it might be someone's: its arm goes on as far as is needed."""
        hand = arm_down(self.hands[int(rng.integers(len(self.hands)))])
        if rng.random() < RESKINNED:
            hand = reskinned(hand, rng)
        if rng.random() < RINGED:
            hand = with_ring(hand, rng)
        is_bare = rng.random() > SLEEVED
        cloth = skin_like(hand, rng) if is_bare else self._cloth(rng)
        hand = with_sleeve(hand, cloth, rng, is_snug=is_bare)
        if rng.random() < BANDED:
            hand = with_band(hand, rng)
        return smeared(hand, rng) if rng.random() < SMEARED else hand

    def _cloth(self, rng: np.random.Generator) -> Image:
        """A piece of cloth: of one colour, striped, or as photographed."""
        kind = rng.random()
        if kind < 0.4 and self.cloths:
            cloth = self.cloths[int(rng.integers(len(self.cloths)))]
            gain = rng.uniform(0.4, 1.2) * rng.uniform(0.8, 1.2, 3)
            return pixels(np.clip(cloth * gain, 0, 255))
        first, second = rng.uniform(10, 245, (2, 3))
        if rng.random() < 0.5:
            first = np.full(3, first[0])
        cloth = np.tile(first, (64, 64, 1))
        if kind > 0.85:
            cloth[(np.arange(64) // int(rng.integers(2, 9))) % 2 == 0] = second
        return pixels(np.clip(cloth + rng.normal(0, 5, (64, 64, 1)), 0, 255))


def reskinned(hand: CutOut, rng: np.random.Generator) -> CutOut:
    """The hand in another skin: darker or paler, redder or yellower."""
    lab = floats(cv2.cvtColor(floats(hand.image_bgr) / 255.0, cv2.COLOR_BGR2LAB))
    light = float(np.median(lab[..., 0][hand.alpha > 127]))
    wanted = rng.uniform(28, 80)
    lab[..., 0] = lab[..., 0] * (wanted / max(light, 5.0)) ** rng.uniform(0.6, 1.0)
    lab[..., 1:] = lab[..., 1:] * rng.uniform(0.75, 1.3) + rng.normal(0, 2, 2)
    image = cv2.cvtColor(floats(lab), cv2.COLOR_LAB2BGR) * 255.0
    return replace(hand, image_bgr=pixels(np.clip(image, 0, 255)))


def skin_like(hand: CutOut, rng: np.random.Generator) -> Image:
    """A piece of skin of the colours at the arm's end."""
    rows, _ = np.nonzero(hand.alpha > 127)
    last = hand.alpha > 127
    last[: int(rows.max()) - max(4, hand.alpha.shape[0] // 6)] = False
    colour = np.median(hand.image_bgr[last], axis=0) if last.any() else np.full(3, 128.0)
    cells = rng.normal(1.0, 0.07, (8, 3, 1)).astype(np.float32)
    uneven = cv2.resize(cells, (48, 96), interpolation=cv2.INTER_CUBIC)[..., None]
    return pixels(np.clip(colour * uneven + rng.normal(0, 2.5, (96, 48, 1)), 0, 255))


def _rows_of(hand: CutOut) -> tuple[Floats, Floats]:
    """The first and the last column of the hand in every row, -1 where there is none."""
    is_hand = hand.alpha > 127
    first = np.where(is_hand.any(axis=1), is_hand.argmax(axis=1), -1)
    last = np.where(is_hand.any(axis=1), is_hand.shape[1] - 1 - is_hand[:, ::-1].argmax(axis=1), -1)
    return floats(first), floats(last)


def with_band(hand: CutOut, rng: np.random.Generator) -> CutOut:
    """The hand with a watch or a bracelet about its arm."""
    first, last = _rows_of(hand)
    there = np.flatnonzero(last > first)
    row = int(there[0] + hand.px_per_mm * rng.uniform(110, 190))
    if row >= hand.alpha.shape[0] - 4 or last[row] <= first[row]:
        return hand
    image = hand.image_bgr.copy()
    thick = max(1, round(hand.px_per_mm * rng.uniform(3, 22)))
    colour = tuple(float(c) for c in rng.uniform(5, 240) * rng.uniform(0.7, 1.0, 3))
    middle = (int((first[row] + last[row]) / 2), row)
    across = max(2, int((last[row] - first[row]) / 2) + 1)
    cv2.ellipse(image, middle, (across, max(1, across // 6)), 0, 0, 180, colour, thick)
    if thick > hand.px_per_mm * 9:  # a watch
        dial = max(2, round(hand.px_per_mm * rng.uniform(12, 20)))
        cv2.circle(image, middle, dial, colour, -1, cv2.LINE_AA)
        shade = tuple(float(c) for c in rng.uniform(10, 245, 3))
        cv2.circle(image, middle, max(1, dial * 4 // 5), shade, -1, cv2.LINE_AA)
    return replace(hand, image_bgr=image)


def with_ring(hand: CutOut, rng: np.random.Generator) -> CutOut:
    """The hand with a ring on one of its fingers."""
    first, last = _rows_of(hand)
    there = np.flatnonzero(last > first)
    row = int(there[0] + hand.px_per_mm * rng.uniform(25, 60))
    if row >= hand.alpha.shape[0] - 4 or last[row] <= first[row]:
        return hand
    image = hand.image_bgr.copy()
    wide = max(2, round(hand.px_per_mm * 16))
    left = int(rng.uniform(first[row], max(first[row] + 1, last[row] - wide)))
    colour = tuple(float(c) for c in np.array([90, 190, 215]) * rng.uniform(0.6, 1.15))
    thick = max(1, round(hand.px_per_mm * rng.uniform(2, 5)))
    cv2.line(image, (left, row), (left + wide, row), colour, thick, cv2.LINE_AA)
    return replace(hand, image_bgr=image)


def smeared(hand: CutOut, rng: np.random.Generator) -> CutOut:
    """The hand as it is seen while it moves."""
    length = max(2.0, hand.px_per_mm * float(rng.uniform(3, 18)))
    half = int(np.ceil(length / 2)) + 1
    angle = rng.uniform(0, np.pi)
    offset = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    start, end = (np.rint(half + side * offset).astype(int).tolist() for side in (-1, 1))
    cv2.line(kernel, start, end, (1.0,), 1)
    kernel /= kernel.sum()
    share = floats(hand.alpha) / 255.0
    spread = cv2.filter2D(share, -1, kernel)
    image = cv2.filter2D(floats(hand.image_bgr) * share[..., None], -1, kernel)
    image = image / np.maximum(spread, 1e-3)[..., None]
    return replace(hand, image_bgr=pixels(np.clip(image, 0, 255)), alpha=pixels(spread * 255))


def laid_over(
    frame_bgr: Image,
    hand: CutOut,
    px_per_mm: float,
    rng: np.random.Generator,
    tip_xy: tuple[float, float] | None = None,
) -> tuple[Image, Image]:
    """The frame with a hand from `Wardrobe.hand` over it, its fingertips at a place (px, else
    anywhere), in the light of the frame; and how much of each pixel it covers (0–255)."""
    height, width = frame_bgr.shape[:2]
    tip = tip_xy or (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
    side = float(rng.choice([0.0, np.pi, np.pi / 2, -np.pi / 2], p=[0.4, 0.36, 0.12, 0.12]))
    if side in (0.0, np.pi) and rng.random() < 0.7:  # an arm comes from the nearer side
        side = 0.0 if tip[1] > height / 2 else np.pi
    angle = side + float(rng.normal(0, 0.4))
    nearer = px_per_mm * float(rng.uniform(0.85, 1.35))
    matrix = reaching_in(hand, nearer, tip, angle, mirrored=bool(rng.random() < 0.5))
    bright = float(np.percentile(frame_bgr[::4, ::4].max(axis=2), 98)) / 240.0
    gain = float(np.clip(bright, 0.25, 1.05) * rng.uniform(0.75, 1.15))
    fall = floats(rng.normal(0, 9, 2) * px_per_mm)
    shadow = (float(fall[0]), float(fall[1]))
    return paste(frame_bgr, hand, matrix, gain, shadow, float(rng.uniform(0.0, 0.6)))
