"""What was found at an outline: whether it is a tile, how sure its name is, and which of several
stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import covered, overlap, touching
from vision.picture import floats
from vision.thresholds.tiles import (
    BEYOND_DOUBT,
    CUT_SCORE,
    LEAST_FILL,
    LEAST_SCORE,
    LIKE_TAUGHT,
    NARROW_PX,
    NO_FACE,
    NO_TILE,
    SAME_OUTLINE,
    SAME_SPOT,
    SURE,
    SURE_FILL,
    SURE_JOKER,
    SURE_NARROW_ONE,
    SURE_ONE,
    SURE_SCORE,
    SURE_TURN,
)
from vision.tiles.faces import JOKER, agreed
from vision.tiles.locate import fills_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats
    from vision.tiles.faces import FaceReading
    from vision.tiles.locate import Outline

TURN_MATTERS = ("6", "9")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face with its outline, clockwise from the number's top left, what it shows, and how much
    the maps say that a tile is there: at their best (`score`) and over the outline (`fill`)."""

    quad_xy: Floats
    face: FaceReading
    score: float
    fill: float
    is_number_inside: bool = True
    """Whether the part of the face that holds the number lies in the frame: a 13 that the edge
    cuts would be a 1."""
    is_rim_inside: bool = True
    """Whether some of the face about the number does, too."""

    @property
    def quality(self) -> float:
        """How good a tile this is, to choose between two on one spot."""
        return self.face.confidence * (1.0 - self.face.no_tile) * self.score * self.fill

    @property
    def width_px(self) -> float:
        """How wide the tile is, the mean of its upper and its lower side."""
        a, b, c, d = self.quad_xy
        return float(np.linalg.norm(b - a) + np.linalg.norm(c - d)) / 2

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
        if self.face.name[1:] == "1":
            least = SURE_NARROW_ONE if self.width_px < NARROW_PX else SURE_ONE
        if self.face.name[1:] in TURN_MATTERS and self.face.turn_share < SURE_TURN:
            return False
        if not self.is_rim_inside and self.score < CUT_SCORE:
            return False
        return is_there and self.is_number_inside and self.face.confidence >= least


Part = tuple[tuple[float, float], tuple[float, float]]
"""Of a face: its upper left and lower right corner, as shares of the face's width and height."""

NUMBER_PART: Part = ((0.2, 0.1), (0.8, 0.55))
NUMBER_AND_RIM: Part = ((0.12, 0.06), (0.88, 0.6))
"""What of a face must be in the frame, all of the number but its rim, and with which the frame's
edge does not matter. Of 1,104 tiles cut by the edges of pieces of photographs and drawn tables 315
are named so, none wrong, and 241 with the second part; a part narrower by 0.04 named the first
wrong."""


def candidates_at(
    quads: Sequence[Floats],
    faces: Sequence[FaceReading],
    outlines: Sequence[Outline],
    size_wh: tuple[int, int],
) -> list[Candidate]:
    """The faces with what the maps and the edges of a frame of that size say of them; `quads` are
    told from a corner of the outline, the candidates from that of the number."""
    turned = [np.roll(quad, -face.turn, axis=0) for quad, face in zip(quads, faces, strict=True)]
    fills = fills_of(quads, [outline.map for outline in outlines])
    return [
        Candidate(
            quad,
            face,
            outline.score,
            fill,
            _is_inside(quad, NUMBER_PART, size_wh),
            _is_inside(quad, NUMBER_AND_RIM, size_wh),
        )
        for quad, face, outline, fill in zip(turned, faces, outlines, fills, strict=True)
    ]


def _is_inside(quad_xy: Floats, part: Part, size_wh: tuple[int, int]) -> bool:
    """Whether that part of the face lies in the frame."""
    if (quad_xy >= 0).all() and (quad_xy <= size_wh).all():
        return True
    (left, top), (right, bottom) = part
    corners = floats([[[left, top], [right, top], [right, bottom], [left, bottom]]])
    unit = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
    matrix = cv2.getPerspectiveTransform(unit, floats(quad_xy))
    part_xy = cv2.perspectiveTransform(corners, matrix)[0]
    return bool((part_xy >= 0).all() and (part_xy <= size_wh).all())


def best_of_each(found: Sequence[Candidate]) -> list[Candidate]:
    """The tiles, without those that lie mostly in a better one."""
    ranked = sorted(found, key=lambda tile: -tile.quality)
    quads = [tile.quad_xy for tile in ranked]
    may_touch = touching(quads, quads)
    kept: list[int] = []
    for k, tile in enumerate(ranked):
        rivals = [ranked[other] for other in kept if may_touch[k, other]]
        if all(covered(tile.quad_xy, other.quad_xy) < SAME_SPOT for other in rivals):
            kept.append(k)
    return [ranked[k] for k in kept]


def best_agreed(looks: Sequence[Candidate]) -> Candidate:
    """The best of several looks at one tile, as sure as all those are whose outline is much the
    same: the luckiest of many looks says more than it knows."""
    best = max(looks, key=lambda each: each.quality)
    same = [look.face for look in looks if overlap(look.quad_xy, best.quad_xy) >= SAME_OUTLINE]
    return replace(best, face=agreed(best.face, same))
