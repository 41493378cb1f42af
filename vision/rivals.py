"""Other outlines for a tile that was not read well: as the tiles around it lie.

Pale tiles on a pale table have hardly an edge, and their first outline may be askew or hold half of
them. But tiles of one set are of one size, and those of a row lie alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.frames import floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats

NEIGHBOURS = 2
"""So many of the nearest tiles are asked how they lie."""

NEAR = 0.6
"""How far from the first outline's middle, in tile widths, another's may lie."""

SIZES, TURNS_DEG = (1.0, 1.35), (0.0, 30.0, 60.0)
"""What is tried where no other tile is in sight: the outline larger, and turned."""


def rival_outlines(quad_xy: Floats, others_xy: Sequence[Floats]) -> list[Floats]:
    """Outlines about where `quad_xy` is, likeliest first: a neighbour's moved by a tile's width or
    height, or moved here; with no `others_xy`, this one grown and turned."""
    middle = quad_xy.mean(axis=0)
    if not others_xy:
        return [_changed(quad_xy, size, turn) for turn in TURNS_DEG for size in SIZES][1:]
    nearest = sorted(others_xy, key=lambda other: float(np.linalg.norm(other.mean(0) - middle)))
    rivals: list[Floats] = []
    for other in nearest[:NEIGHBOURS]:
        right, down = other[1] - other[0], other[3] - other[0]
        width = float(np.linalg.norm(right))
        steps = [
            right * across + down * along
            for across in (-1, 0, 1)
            for along in (-1, 0, 1)
            if across or along
        ]
        beside = [floats(other + step * 1.02) for step in steps]
        rivals += [b for b in beside if np.linalg.norm(b.mean(axis=0) - middle) < NEAR * width]
        rivals.append(floats(other - other.mean(axis=0) + middle))
    return rivals


def _changed(quad_xy: Floats, size: float, turn_deg: float) -> Floats:
    turn = np.radians(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * size
    middle = quad_xy.mean(axis=0)
    return floats((quad_xy - middle) @ matrix.T + middle)


def is_alike(quad_xy: Floats, other_xy: Floats, most: float = 1.35) -> bool:
    """Whether two outlines are of about one size."""
    areas = [_area(quad_xy), _area(other_xy)]
    return max(areas) < most * max(min(areas), 1.0)


def _area(quad_xy: Floats) -> float:
    x, y = quad_xy[:, 0], quad_xy[:, 1]
    return float(abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))) / 2
