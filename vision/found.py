"""What was found at an outline: whether it is a tile, how sure its name is, and which of several
stands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.sepmosa.tiles import COPIES
from vision.classify import JOKER, agreed
from vision.frames import floats
from vision.lattice import aligned, turn_against
from vision.locate import covered, overlap, touching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.classify import FaceReading
    from vision.frames import Floats, Image
    from vision.locate import Outline
    from vision.reading import Quad

MANY = 6
"""From so many tiles on, the usual size among them is known."""

SURE, SURE_JOKER = 0.8, 0.85
"""Confidence from which a tile is named, and a joker, on which all cells hang.

Networks that had seen none of the 160 photographs named none of 1,063 tiles wrong from 0.5 on, and
none of 920 of drawn sets unlike any in training from 0.7 on; of another 1,692 two."""

BEYOND_DOUBT = 0.98
"""A number read like this is one, though the locator's maps be faint; a joker, though others
look like one."""

SURE_TURN = 0.95
"""How sure the turn must be where turning over makes another number."""

TURN_MATTERS = ("6", "9")
IN_COMPANY, SAME_WAY_DEGREES = 0.9, 25.0
"""The share of the other tiles that must lie the same way up, within so much, to tell the turn."""

SURE_JOKER_TURN = 0.993
"""Some jokers (stars, suns) look alike either way up: below this their turn is not believed. Of 161
jokers, 21 were taken for turned, the surest with 0.991; those of the photographs have 0.995."""

NO_TILE = 0.35
"""Above this share for "no face-up tile" nothing is reported."""

NO_FACE = 0.7
"""From this share on, what has a tile's outline is one that lies on its face."""

LEAST_SCORE, SURE_SCORE = 0.8, 0.85
LEAST_FILL, SURE_FILL = 0.45, 0.6
"""What the locator's maps must say for anything to be reported, and for it to be named."""

LIKE_TAUGHT = 0.75
"""A face this like a taught one is a tile, whatever the maps say beyond the least. Of 2,000 faces
of drawn sets 99 % were more like their own set; of another set's faces half are less."""

SAME_SPOT = 0.6
"""Of two outlines of which one lies this much in the other, one is no tile."""

ODD_SIZES = (0.4, 2.5)
"""Areas, in those of the usual tile, below and above which nothing is named: tiles of a set are of
one size, and a camera above the table sees the far ones not much smaller."""

SAME_OUTLINE = 0.7
"""Two outlines that overlap like this show the same face."""

LYING_ON = 0.16
"""Tiles do not lie in one another: an outline this much in a better one is askew."""


@dataclass(frozen=True, slots=True)
class Found:
    """A face with its outline, clockwise from the number's top left, what it shows, and how much
    the maps say that a tile is there: at their best (`score`) and over the outline (`fill`)."""

    quad_xy: Floats
    face: FaceReading
    score: float
    fill: float
    is_number_inside: bool = True
    """Whether the part of the face that holds the number lies in the frame: a 13 that the edge
    cuts would be a 1."""

    @property
    def quality(self) -> float:
        """How good a tile this is, to choose between two on one spot."""
        return self.face.confidence * (1.0 - self.face.no_tile) * self.score * self.fill

    @property
    def is_tile(self) -> bool:
        """Whether there is anything to report."""
        is_there = self.score >= LEAST_SCORE and self.fill >= LEAST_FILL
        return is_there and self.face.no_tile <= NO_TILE

    @property
    def is_back(self) -> bool:
        """Whether this is plainly a tile, and as plainly shows no face."""
        is_there = self.score >= SURE_SCORE and self.fill >= SURE_FILL
        return is_there and self.face.no_tile >= NO_FACE

    @property
    def is_sure(self) -> bool:
        """Whether it can be named."""
        is_joker = self.face.name == JOKER
        is_there = self.score >= SURE_SCORE and self.fill >= SURE_FILL
        is_there = is_there or (self.face.likeness or 0.0) >= LIKE_TAUGHT
        if self.face.confidence >= BEYOND_DOUBT and not is_joker:
            is_there = self.is_tile
        least = SURE_JOKER if is_joker else SURE
        if self.face.name[1:] in TURN_MATTERS and self.face.turn_share < SURE_TURN:
            return False
        return is_there and self.is_number_inside and self.face.confidence >= least


NUMBER_PART = ((0.12, 0.06), (0.88, 0.06), (0.88, 0.6), (0.12, 0.6))
"""Where on a face the number is, as shares of its width and height."""


def found_at(quad_xy: Floats, face: FaceReading, outline: Outline, frame_bgr: Image) -> Found:
    """The face with what the maps and the frame's edges say of it."""
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    matrix = cv2.getPerspectiveTransform(unit, floats(quad_xy))
    number_xy = cv2.perspectiveTransform(floats([NUMBER_PART]), matrix)[0]
    size_wh = np.array([frame_bgr.shape[1], frame_bgr.shape[0]])
    is_inside = bool((number_xy >= 0).all() and (number_xy <= size_wh).all())
    return Found(quad_xy, face, outline.score, outline.fill(), is_inside)


def as_quad(quad_xy: Floats) -> Quad:
    """The corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad_xy)
    return a, b, c, d


def best_of_each(found: Sequence[Found]) -> list[Found]:
    """The tiles, without those that lie mostly in a better one."""
    ranked = sorted(found, key=lambda tile: -tile.quality)
    if not ranked:
        return []
    may_touch = touching([tile.quad_xy for tile in ranked])
    kept: list[int] = []
    for k, tile in enumerate(ranked):
        rivals = [ranked[other] for other in kept if may_touch[k, other]]
        if all(covered(tile.quad_xy, other.quad_xy) < SAME_SPOT for other in rivals):
            kept.append(k)
    return [ranked[k] for k in kept]


def best_agreed(looks: Sequence[Found]) -> Found:
    """The best of several looks at one tile, as sure as all those are whose outline is much the
    same: the luckiest of many looks says more than it knows."""
    best = max(looks, key=lambda each: each.quality)
    same = [look.face for look in looks if overlap(look.quad_xy, best.quad_xy) >= SAME_OUTLINE]
    return replace(best, face=agreed(best.face, same))


def lying_on_others(seen: Sequence[Found]) -> set[int]:
    """Which of the tiles, best first, have an outline that reaches far into a better one's."""
    if not seen:
        return set()
    may_touch = touching([tile.quad_xy for tile in seen])
    return {
        at
        for at in range(len(seen))
        for other in range(at)
        if may_touch[at, other] and covered(seen[at].quad_xy, seen[other].quad_xy) > LYING_ON
    }


def odd_sizes(seen: Sequence[Found]) -> set[int]:
    """Which of many tiles are far smaller or larger than the rest: print, a card, half a tile."""
    if len(seen) < MANY:
        return set()
    areas = np.array([abs(cv2.contourArea(floats(tile.quad_xy))) for tile in seen])
    usual = float(np.median(areas))
    low, high = ODD_SIZES
    return {int(at) for at in np.flatnonzero((areas < low * usual) | (areas > high * usual))}


def with_turns_of_company(seen: Sequence[Found]) -> list[Found]:
    """The tiles; a 6 or 9 that lies just as many others do is as surely that way up as they are."""
    company = [
        tile.quad_xy
        for tile in seen
        if tile.is_sure and tile.face.name != JOKER and tile.face.name[1:] not in TURN_MATTERS
    ]
    if len(company) < MANY:
        return list(seen)
    return [
        replace(tile, face=replace(tile.face, turn_share=SURE_TURN))
        if tile.face.name[1:] in TURN_MATTERS
        and tile.face.turn_share < SURE_TURN
        and _share_alike(tile.quad_xy, company) >= IN_COMPANY
        else tile
        for tile in seen
    ]


def _share_alike(quad_xy: Floats, company: Sequence[Floats]) -> float:
    """The share of tiles that lie the same way up."""
    alike = [turn_against(quad_xy, other) <= SAME_WAY_DEGREES for other in company]
    return sum(alike) / len(alike)


def third_copies(names: Sequence[str | None]) -> set[int]:
    """Which tiles bear a name that more of them bear than a set has: some are misread."""
    count = Counter(names)
    return {at for at, name in enumerate(names) if name is not None and count[name] > COPIES}


def crowded_jokers(seen: Sequence[Found]) -> set[int]:
    """Where more looks like a joker than a set has, as on playing cards, what leaves a doubt."""
    jokers = [at for at, tile in enumerate(seen) if tile.face.name == JOKER]
    if len(jokers) <= COPIES:
        return set()
    return {at for at in jokers if seen[at].face.confidence < BEYOND_DOUBT}


def with_aligned_jokers(seen: Sequence[Found], names: Sequence[str | None]) -> list[Found]:
    """The tiles; a joker whose drawing does not tell its turn lies as the others do."""
    others = [
        tile.quad_xy
        for tile, name in zip(seen, names, strict=True)
        if name not in (None, JOKER) and tile.face.turn_share >= SURE_TURN
    ]
    return [
        replace(tile, quad_xy=aligned(tile.quad_xy, others))
        if name == JOKER and tile.face.turn_share < SURE_JOKER_TURN
        else tile
        for tile, name in zip(seen, names, strict=True)
    ]
