"""What looks like a tile and takes no part: print, a knot in the wood, the stock, racks, cards.

The reader names no print, but it does report it; and a tile on a rack is a tile. In a game more is
known: tiles are of one size, there is one joker, and a move lays a tile beside another. What this
drops by mistake is not lost: the cells where a tile may lie are looked at again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.sepmosa import JOKER_CELL, Mosaic, Tile
from engine.sepmosa.values import JOKER
from vision.geometry import heights_of, middle_of
from vision.judge.cellmap import CellMap
from vision.picture import Floats, floats
from vision.thresholds.judge import AROUND, JOKER_SIZES, LYING_FLAT, REACH, SMALL
from vision.thresholds.tiles import UPRIGHT
from vision.tiles.lattice import is_action
from vision.tiles.reading import Reading, SeenTile


def lying_flat(reading: Reading, lattice: CellMap) -> Reading:
    """The reading without tiles beside the mosaic that stand on a rack, or lean."""
    if not reading.tiles:
        return reading
    flat = are_flat([floats(tile.quad) for tile in reading.tiles], lattice)
    kept = tuple(
        tile
        for tile, lies in zip(reading.tiles, flat, strict=True)
        if tile.cell is not None or lies
    )
    return replace(reading, tiles=kept)


def are_flat(quads_xy: Sequence[Floats], lattice: CellMap) -> list[bool]:
    """For each outline whether it is shaped as those of the tiles in the mosaic are."""
    usual = float(np.median(heights_of(list(lattice.outlines.values()))))
    own = heights_of(quads_xy)
    return [
        bool(is_flat) for is_flat in (LYING_FLAT[0] * usual <= own) & (own <= LYING_FLAT[1] * usual)
    ]


def is_flat(quad_xy: Floats, lattice: CellMap) -> bool:
    """The same for one."""
    return are_flat([quad_xy], lattice)[0]


def is_misshapen(quad_xy: Floats) -> bool:
    """Whether an outline is wider than tall, as no tile that lies upright is: two run together, or
    one on a rack."""
    return bool(heights_of([quad_xy])[0] < UPRIGHT)


def is_odd_joker(reading: Reading) -> bool:
    """Whether the joker's outline is no tile's: misshapen, or far from as large as those of other
    tiles that lie, as that of its drawing alone is."""
    joker = next((floats(each.quad) for each in reading.tiles if each.cell == JOKER_CELL), None)
    if joker is None or is_misshapen(joker):
        return joker is not None
    others = [
        floats(tile.quad)
        for tile in reading.tiles
        if tile.cell != JOKER_CELL and (tile.tile or _is_joker_like(tile))
    ]
    areas = [_area(quad) for quad in others if not is_misshapen(quad)]
    low, high = JOKER_SIZES
    return bool(areas) and not low < _area(joker) / max(1.0, float(np.median(areas))) < high


def without_clutter(reading: Reading) -> Reading:
    """The reading without what has no name and is too small, or looks like a second joker."""
    named = [floats(tile.quad) for tile in reading.tiles if tile.tile is not None]
    if not named:
        return reading
    has_joker = any(tile.tile == JOKER for tile in reading.tiles)
    middles = middle_of(np.stack(named))
    areas = np.array([_area(quad) for quad in named])
    kept = tuple(
        tile
        for tile in reading.tiles
        if tile.tile is not None
        or not (_is_small(tile, middles, areas) or (has_joker and _is_joker_like(tile)))
    )
    return replace(reading, tiles=kept)


def within_reach(
    reading: Reading, lattice: CellMap, mosaic: Mosaic, played: Collection[Tile]
) -> Reading:
    """The reading without what lies far from the mosaic; action tiles may lie anywhere, those that
    leave a doubt only if they are known to have been played. Beside a bare joker a tile lies where
    it should not, or the joker is the other one."""
    if not reading.tiles:
        return reading
    known = floats([[cell.column, cell.row] for cell in (*mosaic, JOKER_CELL)])
    places = lattice.places(middle_of(np.stack([floats(tile.quad) for tile in reading.tiles])))
    away = np.abs(places[:, None] - known[None]).max(axis=2).min(axis=1)
    expected = {str(tile) for tile in played}
    is_bare = not mosaic and all(
        far or tile.tile == JOKER for tile, far in zip(reading.tiles, away > REACH, strict=True)
    )
    kept = tuple(
        replace(tile, cell=None) if far else tile
        for tile, far in zip(reading.tiles, away > REACH, strict=True)
        if not far
        or is_action(tile.tile)
        or _may_be(tile, expected)
        or (is_bare and tile.tile not in (None, JOKER) and is_flat(floats(tile.quad), lattice))
    )
    return replace(reading, tiles=kept)


def _may_be(tile: SeenTile, names: Collection[str]) -> bool:
    return bool(tile.guesses) and tile.guesses[0][0] in names


def _is_small(tile: SeenTile, middles: Floats, areas: Floats) -> bool:
    """Whether an outline is smaller than a tile would be there."""
    quad = floats(tile.quad)
    away = np.linalg.norm(middles - middle_of(quad), axis=1)
    nearest = np.argsort(away, kind="stable")[:AROUND]
    return _area(quad) < SMALL * float(np.median(areas[nearest]))


def _area(quad_xy: Floats) -> float:
    return abs(float(cv2.contourArea(quad_xy)))


def _is_joker_like(tile: SeenTile) -> bool:
    return bool(tile.guesses) and tile.guesses[0][0] == JOKER
