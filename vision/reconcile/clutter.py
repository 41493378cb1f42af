"""What looks like a tile and is none: print, a knot in the wood, a vein in the stone.

The reader names no such thing, but it does report it. In a game more is known: tiles are of one
size, and there is one joker. A tile that this drops by mistake is not lost: its cell is looked at
again.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.sepmosa.tiles import JOKER
from vision.frames import Floats, floats
from vision.lattice import middle_of
from vision.reading import Reading, SeenTile

SMALL = 0.75  # areas of the tiles around it below which what has no name is no tile
AROUND = 5  # so many of the nearest tiles are compared with


def without_clutter(reading: Reading) -> Reading:
    """The reading without what has no name and is too small, or looks like a second joker."""
    named = [floats(tile.quad) for tile in reading.tiles if tile.tile is not None]
    if not named:
        return reading
    has_joker = any(tile.tile == JOKER for tile in reading.tiles)
    kept = tuple(
        tile
        for tile in reading.tiles
        if tile.tile is not None
        or not (_is_small(floats(tile.quad), named) or (has_joker and _is_joker_like(tile)))
    )
    return replace(reading, tiles=kept)


def _is_small(quad_xy: Floats, named: list[Floats]) -> bool:
    """Whether an outline is smaller than a tile would be there."""
    middle = middle_of(quad_xy)
    nearest = sorted(named, key=lambda other: float(np.linalg.norm(middle_of(other) - middle)))
    return _area(quad_xy) < SMALL * float(np.median([_area(each) for each in nearest[:AROUND]]))


def _area(quad_xy: Floats) -> float:
    return abs(float(cv2.contourArea(quad_xy)))


def _is_joker_like(tile: SeenTile) -> bool:
    return bool(tile.guesses) and tile.guesses[0][0] == JOKER
