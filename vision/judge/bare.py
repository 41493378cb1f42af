"""Whether a place from which a tile has gone shows the table, or something that lies over it.

The table's colour is fitted over the whole frame, tiles left out: a plane for each channel of Lab,
by most of the pixels. What differs from it and reaches in from the frame's edge is a hand or a
sleeve, also one that the network for hands does not see. A mat or a book that lies amid the frame
is none. On a table of many colours nothing differs, and nothing is said.

The other way round, what the network takes for a hand amid the frame, though it has the table's
colour and no arm, is a gap between tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sepmosa import Cell
from vision.picture import Floats, Image, floats
from vision.thresholds import judge as limits

SIDE = 160  # px of the frame's longer side, enough for a colour
EVERY, ROUNDS = 8, 6  # pixels that the fit takes, and how often it drops what does not fit
SHADED = 1.35  # a tile with its shadow, in outlines
INNER = 0.9  # a place without its rim

Mask = NDArray[np.uint8]


def lain_over(
    frame_bgr: Image, places_xy: Mapping[Cell, Floats], tiles_xy: Iterable[Floats]
) -> frozenset[Cell]:
    """Those of the places (quads in px) that something covers; on `tiles_xy` lie tiles."""
    lab, scale = _small_lab(frame_bgr)
    tiles = _mask(lab, [_grown(quad, SHADED) * scale for quad in tiles_xy])
    places = {cell: _mask(lab, [_grown(q, INNER) * scale]) for cell, q in places_xy.items()}
    unknown = np.maximum.reduce([tiles, *places.values()])
    over = _from_the_edge(
        ((_away(lab, unknown == 0) > limits.OTHER_COLOUR) & (tiles == 0)).astype(np.uint8)
    )
    return frozenset(
        cell
        for cell, mask in places.items()
        if mask.any() and over[mask > 0].mean() > limits.MOSTLY_OTHER
    )


def without_bare(covered: Floats, frame_bgr: Image, tiles_xy: Iterable[Floats]) -> Floats:
    """The shares of cover (h x w, over the whole frame) without pieces that are bare table: amid
    the frame, and of the table's colour wherever no tile lies."""
    mask = (covered > limits.HAND_SEEN).astype(np.uint8)
    amid = mask & ~_from_the_edge(mask)
    if not amid.any():
        return covered
    lab, scale = _small_lab(frame_bgr)
    tiles = _mask(lab, [_grown(quad, SHADED) * scale for quad in tiles_xy])
    _, labels = cv2.connectedComponents(amid)
    size_wh = (lab.shape[1], lab.shape[0])
    pieces = cv2.resize(labels.astype(np.float32), size_wh, interpolation=cv2.INTER_NEAREST)
    pieces[tiles > 0] = 0
    away = _away(lab, (tiles == 0) & (pieces == 0))
    bare = [
        k
        for k in np.unique(pieces[pieces > 0])
        if (away[pieces == k] < limits.SAME_COLOUR).mean() > limits.MOSTLY_SAME
    ]
    return floats(np.where(np.isin(labels, bare), 0.0, covered))


def _small_lab(frame_bgr: Image) -> tuple[Floats, float]:
    """The frame in Lab, its longer side `SIDE`, and by how much it shrank."""
    scale = SIDE / max(frame_bgr.shape[:2])
    small = cv2.resize(frame_bgr, (0, 0), fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return floats(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)), scale


def _away(lab: Floats, table: NDArray[np.bool_]) -> Floats:
    """How far each pixel's colour is from the table's, in spreads (H x W)."""
    height, width = lab.shape[:2]
    y, x = np.mgrid[:height, :width].reshape(2, -1).astype(np.float32) / SIDE - 0.5
    at, colours = np.stack([np.ones_like(x), x, y], axis=1), lab.reshape(-1, 3)
    some = np.flatnonzero(table)[::EVERY]
    near, seen = at[some], colours[some]
    weights = np.ones((len(some), 1), np.float32)
    for _ in range(ROUNDS):
        plane = np.linalg.lstsq((near * weights).T @ near, (near * weights).T @ seen, rcond=None)[0]
        off = np.abs(seen - near @ plane)
        spread = np.maximum(1.4826 * np.median(off, axis=0), limits.LEAST_SPREAD)
        away = np.sqrt(((off / spread) ** 2).mean(axis=1, keepdims=True))
        weights = (limits.OTHER_COLOUR / np.maximum(away, limits.OTHER_COLOUR)) ** 2
    off = (colours - at @ plane) / spread
    return floats(np.sqrt((off**2).mean(axis=1)).reshape(height, width))


def _from_the_edge(mask: Mask) -> Mask:
    """The pieces of a mask that touch the frame's edge."""
    _, labels = cv2.connectedComponents(mask)
    rim = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return np.isin(labels, rim[rim > 0]).astype(np.uint8)


def _mask(lab: Floats, quads_xy: Iterable[Floats]) -> Mask:
    mask = np.zeros(lab.shape[:2], np.uint8)
    for quad in quads_xy:
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), (1.0,))
    return mask


def _grown(quad_xy: Floats, by: float) -> Floats:
    middle = quad_xy.mean(axis=0)
    return floats((quad_xy - middle) * by + middle)
