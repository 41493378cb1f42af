"""Shares: numbers from 0 to 1 that say how likely something is."""

from __future__ import annotations

import numpy as np

from vision.picture import Floats, floats


def softmax(logits: Floats) -> Floats:
    """Shares along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return floats(raised / raised.sum(axis=-1, keepdims=True))


def sigmoid(logits: Floats) -> Floats:
    """A share for each number."""
    return floats(1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0))))


def check_share(share: float) -> None:
    """Raises ValueError for what is no share."""
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"a share lies between 0 and 1, not {share}")
