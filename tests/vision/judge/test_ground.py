"""What has changed anywhere on the table, and what of it lies over a place."""

from __future__ import annotations

import numpy as np
import pytest

from vision.judge.ground import (
    GROUND_PX,
    blobs_of,
    changes_between,
    ground_of,
    places_mask,
    share_over,
)
from vision.picture import Picture, floats

SIZE_WH = (1024, 768)
SCALE = GROUND_PX / SIZE_WH[0]
TILE_PX = 64.0
PLACE = floats([[400, 300], [464, 300], [464, 390], [400, 390]])
STILL = np.eye(3, dtype=np.float32)


def table(
    level: int = 120, box: tuple[int, int, int, int] | None = None, other: int = 30
) -> Picture:
    """An even table, with something on it."""
    frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), level, np.uint8)
    if box is not None:
        left, top, right, bottom = box
        frame[top:bottom, left:right] = 30
    return Picture(frame)


def test_a_place_is_covered_by_as_much_as_lies_over_it():
    ground = ground_of(table())
    mask = places_mask(ground, [PLACE])
    assert mask.sum() == pytest.approx(64 * 90 * SCALE**2, rel=0.15)
    over = np.zeros_like(mask)
    assert share_over(over, ground, PLACE) == 0.0
    over[:, : round(432 * SCALE)] = 1  # up to the middle of the place
    assert share_over(over, ground, PLACE) == pytest.approx(0.5, abs=0.1)
    assert share_over(np.ones_like(mask), ground, PLACE) == 1.0


def test_only_what_has_changed_has_and_the_lamp_is_no_change():
    before = ground_of(table())
    assert not changes_between(before, before, STILL).any()
    assert not changes_between(before, ground_of(table(90)), STILL).any()
    laid = changes_between(before, ground_of(table(box=(400, 300, 464, 390))), STILL)
    assert laid[round(345 * SCALE), round(432 * SCALE)] == 1
    laid[round(270 * SCALE) : round(420 * SCALE), round(370 * SCALE) : round(494 * SCALE)] = 0
    assert not laid.any()


@pytest.mark.parametrize(
    ("box", "is_over"),
    [
        ((400, 300, 464, 390), False),  # a tile
        ((0, 300, 60, 360), False),  # as small, at the edge
        ((0, 300, 340, 390), True),  # it reaches in from the edge
        ((684, 300, 1024, 390), True),
        ((400, 0, 464, 340), True),
        ((400, 428, 464, 768), True),
        ((300, 200, 640, 460), True),  # large, amid the frame
    ],
)
def test_what_reaches_in_or_is_large_is_over_the_table(box, is_over):
    mask = changes_between(ground_of(table()), ground_of(table(box=box)), STILL)
    blobs = blobs_of(mask, SCALE, TILE_PX, np.zeros_like(mask))
    assert (bool(blobs.over_boxes), bool(blobs.over.any())) == (is_over, is_over)
    assert bool(blobs.boxes) is not is_over


def test_what_changed_on_a_known_place_was_looked_at_there():
    ground = ground_of(table())
    mask = changes_between(ground, ground_of(table(box=(400, 300, 464, 390))), STILL)
    around = floats([[380, 280], [484, 280], [484, 410], [380, 410]])
    assert not blobs_of(mask, SCALE, TILE_PX, places_mask(ground, [around])).boxes
    assert blobs_of(mask, SCALE, TILE_PX, places_mask(ground, [])).boxes
