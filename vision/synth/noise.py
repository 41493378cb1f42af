"""Smooth random fields, the raw material of every surface."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.synth.arrays import F32, f32

_BANK_SIDE = 1024


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


@lru_cache(maxsize=1)
def _grain_bank() -> F32:
    """(1024, 1024, 3) standard normal values, made once."""
    rng = np.random.default_rng(20240607)
    return f32(rng.standard_normal((_BANK_SIDE, _BANK_SIDE, 3), dtype=np.float32))


def grain(rng: np.random.Generator, size_wh: tuple[int, int], channels: int = 3) -> F32:
    """(h, w, channels) or (h, w) near-normal noise, cut from a bank at a random place."""
    w, h = size_wh
    bank = _grain_bank()
    dy, dx = (int(v) for v in rng.integers(0, _BANK_SIDE, 2))
    rows = np.arange(dy, dy + h) % _BANK_SIDE
    cols = np.arange(dx, dx + w) % _BANK_SIDE
    if channels == 1:
        plane = int(rng.integers(0, 3))
        return f32(bank[..., plane][rows][:, cols])
    return f32(bank[rows][:, cols])
