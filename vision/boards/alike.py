"""Compares cells that are not plain with the board's plain ones: one hand has drawn them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.mosaix.values import SYMBOLS
from vision.boards.classes import CELLS, SPOILT_CELL
from vision.thresholds.boards import BY_ITSELF, LIKENESS, NEAREST, PLAIN_CELL, PLAIN_SYMBOL

if TYPE_CHECKING:
    from vision.picture import Floats, Image


def compared(shares: Floats, features: Floats, known: Floats, printed: int) -> Floats:
    """(n, classes) the shares; those of cells that are not plain after how much they are like the
    board's plain ones. `known` are the shares as far as ink has told, `printed` is the cell that
    nobody drew.

    Likeness bears out what a cell looks like by itself, and never overrules it: where the two do
    not agree, it is in doubt.
    """
    names = known[:, :SPOILT_CELL].argmax(axis=1)
    sure = known[np.arange(len(known)), names]
    unit = features / np.linalg.norm(features, axis=1, keepdims=True)
    drawn = np.arange(len(shares)) != printed
    after = shares.copy()
    for at in np.flatnonzero(drawn & (sure < PLAIN_CELL)):
        others = drawn & (sure >= PLAIN_SYMBOL)
        others[at] = False
        likes = unit @ unit[at]
        likened = shares[at] * np.exp(LIKENESS * _likeness(likes, others, names))
        likened /= likened.sum()
        is_borne_out = names[at] == likened[:SPOILT_CELL].argmax() and sure[at] >= BY_ITSELF
        after[at] = likened if is_borne_out else (shares[at] + likened) / 2
    return after


def _likeness(likes: Floats, others: Image, names: Image) -> Floats:
    """(classes,) how like the nearest of the other cells of each kind, beside all kinds of which
    there are enough; nothing speaks against a symbol of which there are not."""
    nearest = np.zeros(CELLS, np.float32)
    kinds = [np.sort(likes[others & (names == kind)])[-NEAREST:] for kind in range(SPOILT_CELL)]
    enough = [kind for kind, found in enumerate(kinds) if len(found) == NEAREST]
    if len(enough) > 1:
        found = np.array([kinds[kind].mean() for kind in enough])
        nearest[: len(SYMBOLS)] = found.max() - found.mean()
        nearest[enough] = found - found.mean()
    return nearest
