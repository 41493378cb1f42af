"""A frame of the table in, the throw that lies there out.

A finder draws the upper faces of dice and their bodies; a namer looks at each face; the faces'
middles make the figure. Whatever does not fit together is a problem, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.figures import figure_of
from engine.mosaix.symbols import DICE, SYMBOLS, Symbol
from vision.frames import floats, pixels
from vision.mosaix.arrange import arrange
from vision.mosaix.classes import NO_FACE, STACKED_FACE, TILTED_FACE
from vision.mosaix.fit import Fit, fit_figure
from vision.mosaix.reading import (
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
from vision.mosaix.squares import Square, squares_of
from vision.mosaix.views import FACE_PX, FACE_SPAN, view_of
from vision.stopwatch import Stopwatch

if TYPE_CHECKING:
    from vision.frames import Floats, Image
    from vision.mosaix.eyes import Eyes
    from vision.reading import Quad

__all__ = ["DieReading", "ThrowReading", "read_throw"]

LOOK_PX = 960
"""Longer side of the picture in which dice are looked for."""

SURE = 0.9
"""Confidence from which a symbol is named."""

TEMPERATURE = 0.5
"""By which the namer's shares are sharpened: it is less sure than it is right."""

ODD_FACE = 0.35
"""Share from which a die is said to lean, or to belong to a stack."""

NO_DIE = 0.5
"""Above this share for "no face" a square that the finder is not sure of is dropped."""

SURE_SQUARE = 0.8
"""Finder's score from which a square is there, whatever it shows."""

SURE_FIT = 1.5
"""Score of a fit from which a figure is believed."""

LOOSE_BODY = 0.25
"""Faces' worth of die that may be seen apart from the dice that were found and their sides."""

_SIDES = 1.9  # a die with its sides in sight is at most so much larger than its face


@dataclass(frozen=True, slots=True)
class _Seen:
    """A square that may be a die, with the shares of what it shows."""

    square: Square
    shares: Floats

    @property
    def symbol(self) -> Symbol:
        """The likeliest of the three."""
        return SYMBOLS[int(np.argmax(self.shares[: len(SYMBOLS)]))]

    @property
    def confidence(self) -> float:
        """How much likelier that symbol is than another, if there is a face at all."""
        three = self.shares[: len(SYMBOLS)] ** (1 / TEMPERATURE)
        return float(three.max() / max(float(three.sum()), 1e-12) * (1 - self.shares[NO_FACE]))


def read_throw(eyes: Eyes, frame_bgr: Image) -> ThrowReading:
    """The figure on the table (h x w x 3, 8-bit BGR), or why it is not sure of one."""
    watch = Stopwatch()
    shrunk, bodies, scale = eyes.dice.maps(frame_bgr, LOOK_PX)
    fit = fit_figure(shrunk, bodies, scale)
    watch.lap("find")
    if fit is None:
        seen = _without_phantoms(_named(eyes, frame_bgr, squares_of(shrunk, scale)))
        problems = _why_none(seen, bodies, scale)
    else:
        seen = _named(eyes, frame_bgr, [Square(quad, fit.score) for quad in fit.quads()])
        problems = _doubts(seen, fit, bodies, scale)
    watch.lap("faces")
    return _reading(seen, fit, problems, watch.stage_ms)


def _named(eyes: Eyes, frame_bgr: Image, squares: list[Square]) -> list[_Seen]:
    """The squares with what they show, each looked at four ways round."""
    if not squares:
        return []
    views = [view_of(frame_bgr, square.quad_xy, FACE_PX, FACE_SPAN) for square in squares]
    turned = [np.ascontiguousarray(np.rot90(view, k)) for k in range(4) for view in views]
    shares = eyes.faces.shares(turned).reshape(4, len(views), -1).mean(axis=0)
    return [_Seen(square, row) for square, row in zip(squares, shares, strict=True)]


def _without_phantoms(seen: list[_Seen]) -> list[_Seen]:
    """What may be dice: neither finder nor namer alone can drop one."""
    return [die for die in seen if die.square.score >= SURE_SQUARE or die.shares[NO_FACE] < NO_DIE]


def _why_none(seen: list[_Seen], bodies: Floats, scale: float) -> tuple[str, ...]:
    """Why the dice make no figure, what to tell first."""
    loose, at_edge = _loose_bodies(bodies, [die.square.quad_xy * scale for die in seen])
    found = [CUT_OFF] if at_edge else []
    if not seen:
        found.append(UNREADABLE if loose else NO_DICE)
    elif len(seen) != DICE:
        found.append(TOO_FEW if len(seen) < DICE else TOO_MANY)
    else:
        found.append(arrange([die.square for die in seen]).problem or UNREADABLE)
    if loose or any(die.confidence < SURE for die in seen):
        found.append(UNREADABLE)
    return tuple(dict.fromkeys(found))


def _doubts(seen: list[_Seen], fit: Fit, bodies: Floats, scale: float) -> tuple[str, ...]:
    """Everything that speaks against a figure that fits."""
    loose, at_edge = _loose_bodies(bodies, [die.square.quad_xy * scale for die in seen])
    found = []
    if any(die.shares[TILTED_FACE] > ODD_FACE for die in seen):
        found.append(TILTED)
    if any(die.shares[STACKED_FACE] > ODD_FACE for die in seen):
        found.append(STACKED)
    if at_edge:
        found.append(CUT_OFF)
    if loose:
        found.append(TOO_MANY)
    if fit.score < SURE_FIT or any(die.confidence < SURE for die in seen):
        found.append(UNREADABLE)
    return tuple(found)


def _loose_bodies(bodies: Floats, quads: list[Floats]) -> tuple[bool, bool]:
    """Whether part of a die is seen that belongs to none of the faces; and at the frame's edge."""
    mask = pixels(bodies > 0.5)
    h, w = mask.shape
    side = float(np.median([np.sqrt(abs(cv2.contourArea(floats(q)))) for q in quads] or [24.0]))
    rim = np.ones((h, w), bool)
    rim[2 : h - 2, 2 : w - 2] = False
    at_edge = int(np.count_nonzero(mask[rim])) > 0.3 * side
    rest = mask.copy()
    for quad in quads:
        middle = quad.mean(axis=0)
        around = np.round(middle + (quad - middle) * _SIDES).astype(np.int32)
        cv2.fillConvexPoly(rest, around, (0,))
    return int(np.count_nonzero(rest)) > LOOSE_BODY * side * side, at_edge


def _reading(
    seen: list[_Seen], fit: Fit | None, problems: tuple[str, ...], stage_ms: dict[str, float]
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
    if problems or fit is None:
        return ThrowReading(None, confidence, problems, dice, stage_ms)
    figure = figure_of((place, die.symbol) for place, die in zip(fit.places, seen, strict=True))
    return ThrowReading(figure, confidence, (), dice, stage_ms)


def _quad(quad_xy: Floats) -> Quad:
    one, two, three, four = ((float(x), float(y)) for x, y in quad_xy)
    return one, two, three, four
