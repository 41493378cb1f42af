"""A frame of the table in, the throw that lies there out.

A finder draws the upper faces of dice and their bodies; namers look at each of them; the faces'
middles make the figure, and its four dice are compared with one another. Whatever does not fit
together is a problem, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.figures import figure_of
from engine.mosaix.symbols import DICE, SYMBOLS, Symbol
from vision.frames import floats, pixels
from vision.mosaix.arrange import Arrangement, arrange
from vision.mosaix.classes import LEANING_DIE, LEVEL_DIE, NO_DIE, NO_FACE, STACKED_DIE
from vision.mosaix.reading import (
    ASKEW,
    CUT_OFF,
    NO_DICE,
    STACKED,
    TILTED,
    TOO_FEW,
    TOO_MANY,
    UNREADABLE,
    DieReading,
    ThrowReading,
)
from vision.mosaix.squares import FAINT, Square, squares_of
from vision.mosaix.views import (
    FACE_PX,
    FACE_SPAN,
    LIE_PX,
    LIE_SPAN,
    MATE_PX,
    MATE_SPAN,
    outward,
    view_of,
)
from vision.stopwatch import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image
    from vision.mosaix.eyes import Eyes
    from vision.reading import Quad

__all__ = ["DieReading", "ThrowReading", "read_throw"]

LOOK_PX = 960
"""Longer side of the picture in which dice are looked for."""

SURE = 0.9
"""Confidence from which a symbol is named."""

ODD, ODD_ALONE = 0.2, 0.5
"""How likely a die must be to lean or to lie on another, against lying level, to be told so: in a
figure, and where there is none anyway. Of 340 drawn figures 20 had such a die at 0.2 and 8 at 0.5,
of 49 that truly had one 4 and 9 were not told."""

NONE = 0.5
"""Share of "no face" above which a square shows none."""

BLANK_OFTEN = 0.3
"""How often a square on a figure's lattice shows no face, beside each symbol; the network learnt
from all alike. At this 7 of 1,360 level dice were not sure, and 15 without it; none was wrong."""

LIKELY, HARDLY = 0.6, 0.2
"""How much a square must look like a die: anywhere, and around the dice, where one is likelier."""

NEAR, AROUND = 1.7, 4.0
"""Sides from a die within which anything that the finder draws is a die, whatever it shows; and
within which it need not look much like one."""

LIKE = (0.7, 1.4)
"""Sizes of a die beside the others'."""

STRAY = 0.4
"""Size beside the dice from which a square that is drawn faintly, or small, may be another."""

LOOSE_BODY = 0.25
"""Faces' worth of die that may be seen beside the dice that were found and their sides."""

_SIDES = 1.9  # a die with its sides in sight is at most so much larger than its face
_TURNS = (-30.0, 0.0, 30.0)  # a small square's own turn is rough


@dataclass(frozen=True, slots=True)
class _Seen:
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
        least = ODD if self.is_placed else ODD_ALONE
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


def read_throw(eyes: Eyes, frame_bgr: Image) -> ThrowReading:
    """The figure on the table (h x w x 3, 8-bit BGR), or why it is not sure of one."""
    watch = Stopwatch()
    (faces, bodies, _), scale = eyes.dice.maps(frame_bgr, LOOK_PX)
    watch.lap("find")
    seen = _dice_of(_glimpsed(eyes, frame_bgr, squares_of(faces, scale)))
    lattice = arrange([die.square for die in seen]) if len(seen) == DICE else None
    if lattice is not None and lattice.problem is None:
        straight = _named(eyes, frame_bgr, lattice.quads_xy)
        if any(one.is_face and not two.is_face for one, two in zip(seen, straight, strict=True)):
            lattice = Arrangement(problem=ASKEW)
        else:
            seen = straight
    problems = _problems(seen, lattice, bodies, scale)
    if not problems and _has_stray(eyes, frame_bgr, faces, scale, seen):
        problems = [TOO_MANY]
    watch.lap("faces")
    return _reading(seen, lattice, tuple(dict.fromkeys(problems)), watch.stage_ms)


def _named(eyes: Eyes, frame_bgr: Image, quads_xy: Sequence[Floats]) -> list[_Seen]:
    """The four faces with what they show, each looked at four ways round, and how they lie, by
    themselves and beside the others."""
    views = [view_of(frame_bgr, quad, FACE_PX, FACE_SPAN) for quad in quads_xy]
    turned = [np.ascontiguousarray(np.rot90(view, k)) for k in range(4) for view in views]
    shares = eyes.faces.shares(turned).reshape(4, len(views), -1).mean(axis=0)
    squares = [Square(quad, 1.0) for quad in quads_xy]
    alone = _laid(eyes, frame_bgr, squares, list(shares))
    together = _compared(eyes, frame_bgr, quads_xy)
    return [
        replace(die, lie=_joined(die.lie, beside), is_placed=True)
        for die, beside in zip(alone, together, strict=True)
    ]


def _compared(eyes: Eyes, frame_bgr: Image, quads_xy: Sequence[Floats]) -> Floats:
    """(4, classes) how each of four dice lies beside the others, seen from two sides of the
    mirror."""
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    upright = outward(quads_xy, size_wh)
    row = np.hstack([view_of(frame_bgr, quad, MATE_PX, MATE_SPAN) for quad in upright])
    return floats(eyes.mates.shares([row, np.ascontiguousarray(row[::-1])]).mean(axis=0))


def _joined(alone: Floats, beside: Floats) -> Floats:
    """(classes,) how a die lies, by both looks at it; that it is one is settled."""
    both = alone[:NO_DIE] * beside
    return floats([*(both / max(float(both.sum()), 1e-9)), 0.0])


def _glimpsed(eyes: Eyes, frame_bgr: Image, squares: list[Square]) -> list[_Seen]:
    """The squares, each turned so that it looks most like a face, with what they show."""
    if not squares:
        return []
    turned = [square.turned(turn) for square in squares for turn in _TURNS]
    views = [view_of(frame_bgr, square.quad_xy, FACE_PX, FACE_SPAN) for square in turned]
    shares = eyes.faces.shares(views)
    none = shares[:, NO_FACE].reshape(len(squares), len(_TURNS))
    best = [at * len(_TURNS) + int(np.argmin(row)) for at, row in enumerate(none)]
    return _laid(eyes, frame_bgr, [turned[k] for k in best], [shares[k] for k in best])


def _laid(eyes: Eyes, frame_bgr: Image, squares: list[Square], shares: list[Floats]) -> list[_Seen]:
    """The squares with how they lie, seen from two sides of the mirror."""
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    quads = [outward([square.quad_xy], size_wh)[0] for square in squares]
    views = [view_of(frame_bgr, quad, LIE_PX, LIE_SPAN) for quad in quads]
    flipped = [np.ascontiguousarray(view[::-1]) for view in views]
    lies = eyes.lies.shares([*views, *flipped]).reshape(2, len(views), -1).mean(axis=0)
    return [_Seen(*each) for each in zip(squares, shares, lies, strict=True)]


def _dice_of(seen: list[_Seen]) -> list[_Seen]:
    """What may be dice: of one size, and what looks like none only beside one that does."""
    likely = [die for die in seen if die.likeness >= LIKELY]
    if not likely:
        return []
    plainest = sorted(likely, key=lambda die: -die.square.score * die.confidence)[:DICE]
    side = float(np.median([die.square.side for die in plainest]))
    low, high = (side * size for size in LIKE)
    dice = [die for die in likely if low < die.square.side < high]
    return [
        one
        for one in seen
        if one.square.side > side / 2 and one.likeness >= _least_likeness(one, dice)
    ]


def _least_likeness(one: _Seen, dice: list[_Seen]) -> float:
    """How much a square must look like a die, as near to dice as it is."""
    away = min(
        float(np.linalg.norm(one.square.middle - die.square.middle)) / die.square.side
        for die in dice
    )
    return 0.0 if away < NEAR else HARDLY if away < AROUND else LIKELY


def _has_stray(
    eyes: Eyes, frame_bgr: Image, faces: Floats, scale: float, dice: list[_Seen]
) -> bool:
    """Whether around the dice another is seen where the finder draws one faintly, or too small."""
    side = float(np.median([die.square.side for die in dice]))
    faint = [
        square.sized(side)
        for square in squares_of(faces, scale, FAINT)
        if STRAY < square.side / side < LIKE[1]
        and all(np.linalg.norm(square.middle - die.square.middle) > side / 2 for die in dice)
    ]
    return any(
        _least_likeness(die, dice) <= HARDLY <= die.likeness
        for die in _glimpsed(eyes, frame_bgr, faint)
    )


def _problems(
    seen: list[_Seen], lattice: Arrangement | None, bodies: Floats, scale: float
) -> list[str]:
    """Everything that speaks against a figure, what to tell first."""
    found = [die.oddity for die in seen if die.oddity is not None]
    loose, at_edge = _loose_bodies(bodies, [die.square.quad_xy * scale for die in seen])
    if at_edge:
        found.append(CUT_OFF)
    if not seen:
        found.append(UNREADABLE if loose else NO_DICE)
    elif lattice is None:
        found.append(TOO_FEW if len(seen) < DICE else TOO_MANY)
    elif lattice.problem is not None:
        found.append(lattice.problem)
    elif loose:
        found.append(TOO_MANY)
    if any(die.confidence < SURE for die in seen):
        found.append(UNREADABLE)
    return found


def _loose_bodies(bodies: Floats, quads: list[Floats]) -> tuple[bool, bool]:
    """Whether part of a die is seen beside the faces that belongs to none of them; and whether one
    of them is at the frame's edge."""
    mask = pixels(bodies > 0.5)
    if not quads:
        return bool(np.count_nonzero(mask) > 100), False
    side = float(np.median([np.sqrt(abs(cv2.contourArea(floats(quad)))) for quad in quads]))
    around, beside = np.zeros_like(mask), np.zeros_like(mask)
    for quad in quads:
        middle = quad.mean(axis=0)
        for page, size in ((around, _SIDES), (beside, 2 * NEAR)):
            grown = np.round(middle + (quad - middle) * size).astype(np.int32)
            cv2.fillConvexPoly(page, grown, (1,))
    mask &= beside
    rim = np.ones_like(mask)
    rim[2:-2, 2:-2] = 0
    loose = int(np.count_nonzero(mask & ~around & 1)) > LOOSE_BODY * side * side
    return loose, int(np.count_nonzero(mask & rim)) > 0.3 * side


def _reading(
    seen: list[_Seen],
    lattice: Arrangement | None,
    problems: tuple[str, ...],
    stage_ms: dict[str, float],
) -> ThrowReading:
    dice = tuple(
        DieReading(
            _quad(die.square.quad_xy),
            die.symbol if die.confidence >= SURE else None,
            min(1.0, die.confidence),
            die.symbol,
        )
        for die in seen
    )
    confidence = min((die.confidence for die in dice), default=0.0)
    if problems or lattice is None:
        return ThrowReading(None, confidence, problems, dice, stage_ms)
    figure = figure_of((place, die.symbol) for place, die in zip(lattice.places, seen, strict=True))
    return ThrowReading(figure, confidence, (), dice, stage_ms)


def _quad(quad_xy: Floats) -> Quad:
    one, two, three, four = ((float(x), float(y)) for x, y in quad_xy)
    return one, two, three, four
