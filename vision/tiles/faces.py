"""Reads rectified faces: number or joker or nothing, which way up, which colour, and how sure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.net import Net, batches, planes
from vision.picture import floats
from vision.shares import softmax
from vision.thresholds.tiles import COLOUR_TEMPERATURE, TURN_TEMPERATURE, VALUE_TEMPERATURE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.picture import Floats

NUMBERS = 13
JOKER_CLASS = 13
NO_TILE_CLASS = 14
CLASSES = 15
TURNS = 4
COLOUR_LETTERS = "KBOR"
JOKER = "*"
OUTPUTS = CLASSES + TURNS + len(COLOUR_LETTERS)

GUESSES = 4


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What one face shows.

    `turn` is how many corners on the number's top left lies; `no_tile` the share that says there is
    no face-up tile; `guesses` the names, surest first, with shares that sum to at most 1;
    `likeness` how much the face looks like the taught one nearest to it, where a set was taught;
    `ink_bgr` the colour of its ink where ivory is brought to `IVORY_LEVEL`.
    """

    turn: int
    turn_share: float
    no_tile: float
    guesses: tuple[tuple[str, float], ...]
    likeness: float | None = None
    ink_bgr: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def name(self) -> str:
        """The likeliest name."""
        return self.guesses[0][0]

    @property
    def confidence(self) -> float:
        """The share of the likeliest name."""
        return self.guesses[0][1]


NO_FACE_AT_ALL = FaceReading(0, 0.0, 1.0, ((JOKER, 0.0),))
"""What a tile on its face shows."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of values (N x 15), turns (N x 4) and colours (N x 4)."""

    values: Floats
    turns: Floats
    colours: Floats

    def only(self, rows: Sequence[int]) -> Shares:
        """The shares of some faces."""
        return Shares(self.values[rows], self.turns[rows], self.colours[rows])

    def turned(self) -> Shares:
        """The shares of faces that were seen the other way up."""
        return Shares(self.values, np.roll(self.turns, 2, axis=1), self.colours)


class FaceReader:
    """The loaded network that reads faces."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def logits(self, balanced: Floats) -> Floats:
        """N x 23 logits of N faces as `balance` gives them."""
        runs = [self._net.run(planes(some), "logits") for some in batches(balanced)]
        return np.concatenate(runs) if runs else np.zeros((0, OUTPUTS), np.float32)

    def answers(self, balanced: Floats) -> tuple[Floats, Floats]:
        """The logits, and what the last convolution saw: N x features, each row of length 1.

        The second tells how alike two faces are, however sure the network is of either.
        """
        if not len(balanced):
            return self.logits(balanced), np.zeros((0, 1), np.float32)
        runs = [
            self._net.run_all(planes(some), ("logits", "features")) for some in batches(balanced)
        ]
        rows = np.concatenate([seen.reshape(len(seen), -1) for _, seen in runs])
        length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
        return np.concatenate([logits for logits, _ in runs]), floats(rows / length)


def shares_of(logits: Floats) -> Shares:
    """The calibrated shares that logits stand for."""
    return Shares(
        softmax(logits[:, :CLASSES] / VALUE_TEMPERATURE),
        softmax(logits[:, CLASSES : CLASSES + TURNS] / TURN_TEMPERATURE),
        softmax(logits[:, CLASSES + TURNS :] / COLOUR_TEMPERATURE),
    )


def mean_of(looks: Sequence[Shares]) -> Shares:
    """The mean of several looks at the same faces."""
    return Shares(
        floats(np.mean([look.values for look in looks], axis=0)),
        floats(np.mean([look.turns for look in looks], axis=0)),
        floats(np.mean([look.colours for look in looks], axis=0)),
    )


def reading_of(values: Floats, turns: Floats, colours: Floats) -> FaceReading:
    """What the shares of one face say."""
    named = [(JOKER, float(values[JOKER_CLASS]))]
    for number in np.argsort(-values[:NUMBERS])[:3]:
        named += [
            (f"{letter}{number + 1}", float(values[number] * colours[k]))
            for k, letter in enumerate(COLOUR_LETTERS)
        ]
    named.sort(key=lambda pair: -pair[1])
    turn = int(np.argmax(turns))
    return FaceReading(
        turn, float(turns[turn]), float(values[NO_TILE_CLASS]), tuple(named[:GUESSES])
    )


def agreed(face: FaceReading, looks: Sequence[FaceReading]) -> FaceReading:
    """The reading with the mean shares of several looks at the same face."""
    names = {name for look in looks for name, _ in look.guesses}
    shares = [
        (name, sum(dict(look.guesses).get(name, 0.0) for look in looks) / len(looks))
        for name in names
    ]
    shares.sort(key=lambda pair: (-pair[1], pair[0]))
    no_tile = sum(look.no_tile for look in looks) / len(looks)
    return replace(face, no_tile=no_tile, guesses=tuple(shares[:GUESSES]))
