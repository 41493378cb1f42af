"""Adjusts a network's answers to a few examples: what is added to its logits, kept small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats
from vision.shares import softmax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.picture import Floats

SMALL = 3e-4
"""How dearly additions are paid for. On drawn sets left out of training 1e-4 to 1e-3 gave the same
names; less is surer of itself than it is right."""

STEPS = 80

SHARED_FROM = 1 << 18
"""Multiplications from which OpenBLAS gives a product to several threads."""


def fitted(logits: Floats, alike: Floats, truth: NDArray[np.int64], steps: int = STEPS) -> Floats:
    """N x classes weights of the examples: `alike @ weights` is what to add to `logits`, so that
    the truth comes out with little added. `alike` is N x N, the examples' inner products.

    Plain gradient steps with momentum on a convex loss; the same input gives the same weights.
    """
    count, classes = logits.shape
    wanted = np.eye(classes, dtype=np.float32)[truth]
    rate = 1.0 / (0.5 * _largest(alike) / count + SMALL)
    weights: Floats = np.zeros((count, classes), np.float32)
    ahead = weights
    momentum = 1.0
    for _ in range(steps):
        slope = (softmax(logits + product(alike, ahead)) - wanted) / count + SMALL * ahead
        after = floats(ahead - rate * slope)
        grown = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        ahead = floats(after + (momentum - 1.0) / grown * (after - weights))
        weights, momentum = after, grown
    return floats(weights)


def _largest(alike: Floats) -> float:
    """The largest stretch of a symmetric matrix, nearly."""
    along: Floats = np.ones((len(alike), 1), np.float32)
    length = 0.0
    for _ in range(12):
        along = product(alike, along)
        length = max(float(np.sqrt((along**2).sum())), 1e-9)
        along = along / length
    return length


def product(one: Floats, two: Floats) -> Floats:
    """The matrix product, in blocks too small to be shared between threads: on a busy machine
    waiting for the other core takes fifty times as long as the work."""
    inner, wide = two.shape
    columns = min(wide, max(1, SHARED_FROM // (16 * inner)))
    rows = max(1, SHARED_FROM // (inner * columns))
    out = np.empty((len(one), wide), np.float32)
    for top in range(0, len(one), rows):
        for left in range(0, wide, columns):
            block = np.s_[top : top + rows, left : left + columns]
            out[block] = one[top : top + rows] @ two[:, left : left + columns]
    return out
