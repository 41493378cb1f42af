"""A frame of the table in, the throw that lies there out.

A finder draws the upper faces of dice and their bodies; namers look at each of them; the faces'
middles make the figure, and its four dice are compared with one another. Whatever does not fit
together is a problem, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.values import DICE, figure_of
from vision.dice.arrange import Arrangement, arrange
from vision.dice.reading import (
    ASKEW,
    CUT_OFF,
    NO_DICE,
    TOO_FEW,
    TOO_MANY,
    UNREADABLE,
    DieReading,
    ThrowReading,
)
from vision.dice.seen import SeenDie, glimpsed, named
from vision.dice.squares import squares_of
from vision.picture import floats, pixels
from vision.stopwatch import Stopwatch
from vision.thresholds.dice import (
    AROUND,
    FAINT,
    HARDLY,
    LIKE,
    LIKELY,
    LOOK_PX,
    LOOSE_BODY,
    NEAR,
    STRAY,
    SURE,
)

if TYPE_CHECKING:
    from vision.dice.networks import DiceNetworks
    from vision.geometry import Quad
    from vision.picture import Floats, Image

__all__ = ["DieReading", "ThrowReading", "read_throw"]


_SIDES = 1.9  # a die with its sides in sight is at most so much larger than its face


def read_throw(networks: DiceNetworks, frame_bgr: Image) -> ThrowReading:
    """The figure on the table (h x w x 3, 8-bit BGR), or why it is not sure of one."""
    watch = Stopwatch()
    (faces, bodies, _), scale = networks.dice.maps(frame_bgr, LOOK_PX)
    watch.lap("find")
    seen = dice_of(glimpsed(networks, frame_bgr, squares_of(faces, scale)))
    lattice = arrange([die.square for die in seen]) if len(seen) == DICE else None
    if lattice is not None and lattice.problem is None:
        straight = named(networks, frame_bgr, lattice.quads_xy)
        if any(one.is_face and not two.is_face for one, two in zip(seen, straight, strict=True)):
            lattice = Arrangement(problem=ASKEW)
        else:
            seen = straight
    problems = _problems(seen, lattice, bodies, scale)
    if not problems and _has_stray(networks, frame_bgr, faces, scale, seen):
        problems = [TOO_MANY]
    watch.lap("faces")
    return _reading(seen, lattice, tuple(dict.fromkeys(problems)), watch.stage_ms)


def dice_of(seen: list[SeenDie]) -> list[SeenDie]:
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


def _least_likeness(one: SeenDie, dice: list[SeenDie]) -> float:
    """How much a square must look like a die, as near to dice as it is."""
    away = min(
        float(np.linalg.norm(one.square.middle - die.square.middle)) / die.square.side
        for die in dice
    )
    return 0.0 if away < NEAR else HARDLY if away < AROUND else LIKELY


def _has_stray(
    networks: DiceNetworks, frame_bgr: Image, faces: Floats, scale: float, dice: list[SeenDie]
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
        for die in glimpsed(networks, frame_bgr, faint)
    )


def _problems(
    seen: list[SeenDie], lattice: Arrangement | None, bodies: Floats, scale: float
) -> list[str]:
    """Everything that speaks against a figure, what to tell first: four dice that lie apart or
    askew are to be pushed straight, however else they seem to lie (of 36 rolls, 26 showed a die
    `stacked`; of 23 figures drawn askew 21 one `stacked` or `tilted`, while of 40 with a die on
    another 1 showed four that lie askew)."""
    found = [] if lattice is None or lattice.problem is None else [lattice.problem]
    found += [die.oddity for die in seen if die.oddity is not None]
    loose, at_edge = _loose_bodies(bodies, [die.square.quad_xy * scale for die in seen])
    if at_edge:
        found.append(CUT_OFF)
    if not seen:
        found.append(UNREADABLE if loose else NO_DICE)
    elif lattice is None:
        found.append(TOO_FEW if len(seen) < DICE else TOO_MANY)
    elif lattice.problem is None and loose:
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
    seen: list[SeenDie],
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
