"""What tiles laid out in rows are, where a face alone does not tell: rows count up, and each kind
exists twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats
from vision.tiles.faces import COLOUR_LETTERS, JOKER, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats

NAMES: tuple[str, ...] = (
    *(f"{letter}{value}" for letter in COLOUR_LETTERS for value in range(1, NUMBERS + 1)),
    JOKER,
)
"""Every kind of tile, in the order of the shares below."""

COPIES = 2

COUNTS_ON, SAME_AGAIN, COUNTS_BACK, ANYTHING = 0.8, 0.06, 0.04, 0.1
"""How people lay rows: after a tile mostly the next one of its colour, now and then its twin, the
one before, or anything. The layout shown on the screen has two breaks in 26 tiles."""

DOUBT = 2e-4
"""Least share of any kind, however sure a face is read: a network sure of an 11 that it takes for
a 1 is overruled by a 10 before it and a 12 after it."""


def rows_of(middles_xy: Floats, right_xy: Floats, down_xy: Floats) -> list[list[int]]:
    """The tiles in rows from the top, each from the left, as seen by whoever they face.

    `right_xy` and `down_xy` are a tile's width and height as vectors.
    """
    if not len(middles_xy):
        return []
    right, down = (v / max(float(v @ v), 1e-9) for v in (floats(right_xy), floats(down_xy)))
    along, below = middles_xy @ right, middles_xy @ down
    rows: list[list[int]] = []
    last: dict[int, int] = {}  # row → the tile laid last in it
    for k in np.argsort(along):
        # a row may slope: what counts is how far a tile is from its neighbour on the left
        near = [
            (abs(float(below[k] - below[other])), row)
            for row, other in last.items()
            if abs(below[k] - below[other]) < 0.5
        ]
        if near:
            row = min(near)[1]
        else:
            row = len(rows)
            rows.append([])
        rows[row].append(int(k))
        last[row] = int(k)
    return sorted(rows, key=lambda row: float(np.mean(below[row])))


def row_shares(shares: Floats) -> Floats:
    """Shares of `NAMES` (N x 53) of the tiles of one row, once the whole row is taken into
    account: the forward and backward passes over a chain of kinds."""
    seen = np.maximum(floats(shares), DOUBT)
    seen = seen / seen.sum(axis=1, keepdims=True)
    follows = _follows()
    ahead, back = seen.copy(), np.ones_like(seen)
    for k in range(1, len(seen)):
        ahead[k] = (ahead[k - 1] @ follows) * seen[k]
        ahead[k] /= ahead[k].sum()
    for k in range(len(seen) - 2, -1, -1):
        back[k] = follows @ (back[k + 1] * seen[k + 1])
        back[k] /= back[k].sum()
    joint = ahead * back
    return floats(joint / joint.sum(axis=1, keepdims=True))


def _follows() -> Floats:
    """53 x 53: how likely each kind is after each."""
    chances = np.full((len(NAMES), len(NAMES)), ANYTHING / len(NAMES), np.float32)
    for at, name in enumerate(NAMES):
        chances[at, at] += SAME_AGAIN
        if name == JOKER:
            continue
        value = int(name[1:])
        if value < NUMBERS:
            chances[at, at + 1] += COUNTS_ON
        if value > 1:
            chances[at, at - 1] += COUNTS_BACK
    return floats(chances / chances.sum(axis=1, keepdims=True))


def too_many(names: Sequence[str | None], sureness: Sequence[float]) -> list[int]:
    """The tiles of which more than two are named, the surest two of each kind left out: at least
    one of them is another tile."""
    counts = Counter(name for name in names if name is not None)
    found = []
    for name, count in counts.items():
        if count > COPIES:
            own = sorted(
                (k for k, each in enumerate(names) if each == name), key=sureness.__getitem__
            )
            found += own[: count - COPIES]
    return sorted(found)
