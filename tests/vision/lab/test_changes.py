"""Photographs changed for measuring: the truth goes with the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.lab.train.changes import CHANGES, changed_cases
from vision.lab.train.compare import TileToRead
from vision.picture import Image, floats

GREEN = (40, 200, 60)
TILES = [
    TileToRead("R7", floats([[400, 300], [470, 300], [470, 400], [400, 400]])),
    TileToRead("K1", floats([[40, 500], [110, 500], [110, 600], [40, 600]])),
]


def photograph() -> Image:
    frame_bgr: Image = np.full((750, 1000, 3), 20, np.uint8)
    for tile in TILES:
        cv2.fillConvexPoly(frame_bgr, tile.quad_xy.astype(np.int32), GREEN)
    return frame_bgr


@pytest.mark.parametrize("name", CHANGES)
def test_every_tile_is_where_the_truth_says(name: str) -> None:
    frame_bgr, truth = CHANGES[name](photograph(), TILES)
    assert truth
    for tile in truth:
        if tile.must_be_read:
            x, y = tile.quad_xy.mean(axis=0).astype(int)
            b, g, r = frame_bgr[y, x].astype(int)
            assert g > b + 20
            assert g > r + 20


def test_a_tile_that_leaves_the_frame_need_not_be_read() -> None:
    _, truth = CHANGES["nearest"](photograph(), TILES)
    assert [(tile.tile, tile.must_be_read) for tile in truth] == [("K1", True)]
    _, truth = CHANGES["near"](photograph(), [TILES[0], TILES[0]])
    assert all(tile.must_be_read for tile in truth)


def test_every_second_picture_under_each_change() -> None:
    cases = [("table", str(k), photograph(), TILES) for k in range(4)]
    changed = list(changed_cases(cases, 2))
    assert len(changed) == 2 * len(CHANGES)
    assert {name for _, name, _, _ in changed} == {"0", "2"}
    assert {kind for kind, _, _, _ in changed} == set(CHANGES)
