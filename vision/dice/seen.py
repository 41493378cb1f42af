"""Squares that may be dice, looked at: what each shows, how it lies, and how much it is one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.mosaix.values import SYMBOLS, Symbol
from vision.dice.classes import LEANING_DIE, LEVEL_DIE, NO_DIE, NO_FACE, STACKED_DIE
from vision.dice.networks import FACE_PX, FACE_SPAN, LIE_PX, LIE_SPAN, MATE_PX, MATE_SPAN
from vision.dice.reading import STACKED, TILTED
from vision.dice.squares import Square
from vision.picture import floats
from vision.symbols import view_of
from vision.thresholds.dice import BLANK_OFTEN, LEANS, LIES_ON, NONE, ODD_ALONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.networks import DiceNetworks
    from vision.picture import Floats, Image


_TURNS = (-30.0, 0.0, 30.0)  # a small square's own turn is rough


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A square that may be a die, with the shares of what it shows and of how it lies."""

    square: Square
    shares: Floats
    lie: Floats
    is_placed: bool = False  # on the lattice of a figure

    @property
    def symbol(self) -> Symbol:
        """The likeliest of the three."""
        return SYMBOLS[int(np.argmax(self.shares[: len(SYMBOLS)]))]

    @property
    def confidence(self) -> float:
        """How much likelier that symbol is than another, if there is a face at all."""
        three = self.shares[: len(SYMBOLS)]
        likeliest = float(three.max()) / max(float(three.sum()), 1e-9)
        blank = float(self.shares[NO_FACE])
        if self.is_placed:
            blank *= BLANK_OFTEN / (blank * BLANK_OFTEN + 1 - blank)
        return min(1.0, likeliest * (1 - blank))

    @property
    def oddity(self) -> str | None:
        """That it leans or lies on another, if it does not lie level."""
        level, leaning, stacked = (
            float(self.lie[k]) for k in (LEVEL_DIE, LEANING_DIE, STACKED_DIE)
        )
        in_figure = LEANS if leaning > stacked else LIES_ON
        least = in_figure if self.is_placed else ODD_ALONE
        if leaning + stacked < least * (level + leaning + stacked):
            return None
        return TILTED if leaning > stacked else STACKED

    @property
    def is_face(self) -> bool:
        """Whether it shows a face, readable or not."""
        return bool(self.shares[NO_FACE] < NONE)

    @property
    def likeness(self) -> float:
        """How much it looks like a die."""
        return float((1 - self.shares[NO_FACE]) * (1 - self.lie[NO_DIE]))


def named(networks: DiceNetworks, frame_bgr: Image, quads_xy: Sequence[Floats]) -> list[SeenDie]:
    """The four faces with what they show, each looked at four ways round, and how they lie, by
    themselves and beside the others."""
    views = [view_of(frame_bgr, quad, FACE_PX, FACE_SPAN) for quad in quads_xy]
    turned = [np.ascontiguousarray(np.rot90(view, k)) for k in range(4) for view in views]
    shares = networks.faces.shares(turned).reshape(4, len(views), -1).mean(axis=0)
    squares = [Square(quad, 1.0) for quad in quads_xy]
    alone = _laid(networks, frame_bgr, squares, list(shares))
    together = _compared(networks, frame_bgr, quads_xy)
    return [
        replace(die, lie=joined(die.lie, beside), is_placed=True)
        for die, beside in zip(alone, together, strict=True)
    ]


def _compared(networks: DiceNetworks, frame_bgr: Image, quads_xy: Sequence[Floats]) -> Floats:
    """(4, classes) how each of four dice lies beside the others, seen from two sides of the
    mirror."""
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    upright = outward(quads_xy, size_wh)
    row = np.hstack([view_of(frame_bgr, quad, MATE_PX, MATE_SPAN) for quad in upright])
    return floats(networks.mates.shares([row, np.ascontiguousarray(row[::-1])]).mean(axis=0))


def joined(alone: Floats, beside: Floats) -> Floats:
    """(classes,) how a die lies, by both looks at it; that it is one is settled."""
    both = alone[:NO_DIE] * beside
    return floats([*(both / max(float(both.sum()), 1e-9)), 0.0])


def glimpsed(networks: DiceNetworks, frame_bgr: Image, squares: list[Square]) -> list[SeenDie]:
    """The squares, each turned so that it looks most like a face, with what they show."""
    if not squares:
        return []
    turned = [square.turned(turn) for square in squares for turn in _TURNS]
    views = [view_of(frame_bgr, square.quad_xy, FACE_PX, FACE_SPAN) for square in turned]
    shares = networks.faces.shares(views)
    none = shares[:, NO_FACE].reshape(len(squares), len(_TURNS))
    best = [at * len(_TURNS) + int(np.argmin(row)) for at, row in enumerate(none)]
    return _laid(networks, frame_bgr, [turned[k] for k in best], [shares[k] for k in best])


def _laid(
    networks: DiceNetworks, frame_bgr: Image, squares: list[Square], shares: list[Floats]
) -> list[SeenDie]:
    """The squares with how they lie, seen from two sides of the mirror."""
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    quads = [outward([square.quad_xy], size_wh)[0] for square in squares]
    views = [view_of(frame_bgr, quad, LIE_PX, LIE_SPAN) for quad in quads]
    flipped = [np.ascontiguousarray(view[::-1]) for view in views]
    lies = networks.lies.shares([*views, *flipped]).reshape(2, len(views), -1).mean(axis=0)
    return [SeenDie(*each) for each in zip(squares, shares, lies, strict=True)]


def outward(quads_xy: Sequence[Floats], size_wh: tuple[int, int]) -> list[Floats]:
    """Quads of dice on one lattice, their corners so named that the right of each is the side away
    from the frame's middle: there level dice show their sides."""
    away = np.mean([quad.mean(axis=0) for quad in quads_xy], axis=0) - np.array(size_wh) / 2
    first = quads_xy[0]
    sides = [first[(k + 1) % 4] + first[(k + 2) % 4] - 2 * first.mean(axis=0) for k in range(4)]
    quarters = int(np.argmax([side @ away for side in sides]))
    return [floats(np.roll(quad, -quarters, axis=0)) for quad in quads_xy]
