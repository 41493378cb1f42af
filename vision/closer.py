"""When a picture is worth a closer look, and what of that look to believe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.company import LYING_ON
from vision.frames import floats
from vision.locate import covered
from vision.rectify import grown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.found import Found
    from vision.locate import Look

COMPANY = 3
"""So many tiles must be sure: nearer by, the 4 of a playing card looks like one too."""

TILE_SHARE = 0.4
"""From this share on the map of whole tiles shows one."""

EDGE = 1.2
"""So much larger than its outline is the part of the map that a tile explains."""

LEAST_PART = 0.2
"""A smaller part of a tile than this is none."""

ALIKE = (0.6, 1.7)
"""Areas, in those of the usual tile, of what a closer look may add."""


def shows_more(look: Look, seen: Sequence[Found]) -> bool:
    """Whether the map shows part of one more tile beside those seen."""
    if len([tile for tile in seen if tile.is_sure]) < COMPANY:
        return False
    left = (look.whole > TILE_SHARE).astype(np.uint8)
    for tile in seen:
        explained = grown(floats(tile.quad_xy * look.scale_xy), EDGE)
        cv2.fillConvexPoly(left, np.round(explained).astype(np.int32), (0,))
    left = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    largest = max(stats[1:, cv2.CC_STAT_AREA], default=0)
    return bool(largest >= LEAST_PART * usual_area(seen) * float(look.scale_xy.prod()))


def is_one_more(tile: Found, seen: Sequence[Found]) -> bool:
    """Whether the tile is as large as those seen and clear of them."""
    size = _area(tile) / usual_area(seen)
    return ALIKE[0] <= size <= ALIKE[1] and all(
        covered(tile.quad_xy, other.quad_xy) < LYING_ON for other in seen
    )


def usual_area(seen: Sequence[Found]) -> float:
    """The median area of those tiles that are sure, in pixels."""
    return max(1.0, float(np.median([_area(tile) for tile in seen if tile.is_sure])))


def _area(tile: Found) -> float:
    return abs(float(cv2.contourArea(floats(tile.quad_xy))))
