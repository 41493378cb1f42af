"""Smooth random fields, the raw material of every surface."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, f32

_BANK_SIDE = 1100


def smooth_noise(
    rng: np.random.Generator, size_wh: tuple[int, int], cell_wh: tuple[float, float]
) -> F32:
    """(h, w), about −1 to 1: one octave with features of about `cell_wh` pixels."""
    w, h = size_wh
    cols = max(2, int(np.ceil(w / max(cell_wh[0], 1.0))) + 1)
    rows = max(2, int(np.ceil(h / max(cell_wh[1], 1.0))) + 1)
    small = f32(rng.random((rows, cols), dtype=np.float32) * 2.0 - 1.0)
    if (cols, rows) == (w, h):
        return small
    return f32(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC))


def layered_noise(
    rng: np.random.Generator,
    size_wh: tuple[int, int],
    cell_wh: tuple[float, float],
    octaves: int,
    gain: float = 0.5,
) -> F32:
    """(h, w), about −1 to 1: octaves that halve the cell each; grown from coarse to fine."""
    w, h = size_wh
    field: F32 = np.zeros((2, 2), np.float32)
    weight, total = 1.0, 0.0
    for octave in range(octaves):
        cell = (max(cell_wh[0] / 2**octave, 1.0), max(cell_wh[1] / 2**octave, 1.0))
        cols = min(w, max(2, int(np.ceil(w / cell[0])) + 1))
        rows = min(h, max(2, int(np.ceil(h / cell[1])) + 1))
        layer = f32((rng.random((rows, cols), dtype=np.float32) * 2.0 - 1.0) * weight)
        field = f32(cv2.resize(field, (cols, rows), interpolation=cv2.INTER_CUBIC) + layer)
        total += weight
        weight *= gain
    field = f32(field / total)
    if field.shape != (h, w):
        field = f32(cv2.resize(field, (w, h), interpolation=cv2.INTER_CUBIC))
    return field


@lru_cache(maxsize=4)
def _grain_bank(blur: float) -> F32:
    """(1100, 1100, 3) near-normal values, made once for each blur."""
    rng = np.random.default_rng(20240607)
    bank = f32(rng.standard_normal((_BANK_SIDE, _BANK_SIDE, 3), dtype=np.float32))
    if not blur:
        return bank
    soft = f32(cv2.GaussianBlur(bank, (0, 0), blur, borderType=cv2.BORDER_REFLECT))
    return f32(soft / soft.std())


def grain(
    rng: np.random.Generator, size_wh: tuple[int, int], channels: int = 3, blur: float = 0.0
) -> F32:
    """(h, w, 3), or (h, w) for one channel: noise of spread 1, cut from a bank. Not to be changed.

    `blur` in pixels correlates neighbours; few values should be used, each has a bank of its own.
    """
    w, h = size_wh
    bank = _grain_bank(blur)
    dy, dx = (int(v) for v in rng.integers(0, _BANK_SIDE, 2))
    plane = int(rng.integers(0, 3))
    source = bank if channels == 3 else bank[..., plane]
    if w <= _BANK_SIDE and h <= _BANK_SIDE:
        dy, dx = dy % (_BANK_SIDE - h + 1), dx % (_BANK_SIDE - w + 1)
        cut = source[dy : dy + h, dx : dx + w]
    else:
        rows = np.arange(dy, dy + h) % _BANK_SIDE
        cut = source[rows][:, np.arange(dx, dx + w) % _BANK_SIDE]
    return f32(np.ascontiguousarray(cut))
