"""Second tries: other outlines for a tile that was not read well, and a closer look at a picture.

Pale tiles on a pale table have hardly an edge, and their first outline may be askew or hold half of
them. But tiles of one set are of one size, and those of a row lie alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import covered, grown
from vision.picture import floats
from vision.thresholds.tiles import (
    CLOSER_BESIDE,
    EXPLAINED_ABOUT,
    LEAST_PART,
    LYING_ON,
    MAP_SHOWS_TILE,
    ONE_MORE_SIZES,
    RIVAL_NEAR,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats
    from vision.tiles.candidates import Candidate
    from vision.tiles.locate import TileMap

NEIGHBOURS = 2
"""So many of the nearest tiles are asked how they lie."""

SIZES, TURNS_DEG = (1.0, 1.35), (0.0, 30.0, 60.0)
"""What is tried where no other tile is in sight: the outline larger, and turned."""

# Other outlines


def rival_outlines(quad_xy: Floats, others_xy: Sequence[Floats]) -> list[Floats]:
    """Outlines about where `quad_xy` is, likeliest first: a neighbour's moved by a tile's width or
    height, or moved here; with no `others_xy`, this one grown and turned."""
    middle = quad_xy.mean(axis=0)
    if not others_xy:
        return [_changed(quad_xy, size, turn) for turn in TURNS_DEG for size in SIZES][1:]
    away = np.linalg.norm(np.stack(others_xy).mean(axis=1) - middle, axis=1)
    rivals: list[Floats] = []
    for other in (others_xy[k] for k in np.argsort(away, kind="stable")[:NEIGHBOURS]):
        right, down = other[1] - other[0], other[3] - other[0]
        width = float(np.linalg.norm(right))
        steps = [
            right * across + down * along
            for across in (-1, 0, 1)
            for along in (-1, 0, 1)
            if across or along
        ]
        beside = [floats(other + step * 1.02) for step in steps]
        rivals += [
            b for b in beside if np.linalg.norm(b.mean(axis=0) - middle) < RIVAL_NEAR * width
        ]
        rivals.append(floats(other - other.mean(axis=0) + middle))
    return rivals


def _changed(quad_xy: Floats, size: float, turn_deg: float) -> Floats:
    turn = np.radians(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    middle = quad_xy.mean(axis=0)
    return floats((quad_xy - middle) @ matrix.T + middle)


def is_alike(quad_xy: Floats, other_xy: Floats, most: float = 1.35) -> bool:
    """Whether two outlines are of about one size."""
    areas = [_quad_area(quad_xy), _quad_area(other_xy)]
    return max(areas) < most * max(min(areas), 1.0)


def _quad_area(quad_xy: Floats) -> float:
    x, y = quad_xy[:, 0], quad_xy[:, 1]
    return float(abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2


# A closer look


def shows_more(shown: TileMap, seen: Sequence[Candidate]) -> bool:
    """Whether the map shows part of one more tile beside those seen."""
    if len([tile for tile in seen if tile.is_sure]) < CLOSER_BESIDE:
        return False
    left = (shown.whole > MAP_SHOWS_TILE).astype(np.uint8)
    for tile in seen:
        explained = grown(shown.on_map(tile.quad_xy), EXPLAINED_ABOUT)
        cv2.fillConvexPoly(left, np.round(explained).astype(np.int32), (0,))
    left = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    largest = max(stats[1:, cv2.CC_STAT_AREA], default=0)
    return bool(largest >= LEAST_PART * usual_area(seen) * float(shown.scale_xy.prod()))


def is_one_more(tile: Candidate, seen: Sequence[Candidate]) -> bool:
    """Whether the tile is as large as those seen and clear of them."""
    size = _area(tile) / usual_area(seen)
    return ONE_MORE_SIZES[0] <= size <= ONE_MORE_SIZES[1] and all(
        covered(tile.quad_xy, other.quad_xy) < LYING_ON for other in seen
    )


def usual_area(seen: Sequence[Candidate]) -> float:
    """The median area of those tiles that are sure, in pixels."""
    return max(1.0, float(np.median([_area(tile) for tile in seen if tile.is_sure])))


def _area(tile: Candidate) -> float:
    return abs(float(cv2.contourArea(floats(tile.quad_xy))))
