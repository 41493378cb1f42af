"""When a picture is looked at more closely, and what that look may add."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.outlines import at, look
from vision.closer import is_one_more, shows_more
from vision.found import Found
from vision.frames import Floats
from vision.locate import Look

ROW = [look(at(40 * k + 40, 40), f"R{k + 1}", 0.99) for k in range(4)]


def map_of(*quads_xy: Floats) -> Look:
    """A look at a picture of 240 x 160 whose map shows tiles there and nowhere else."""
    whole = np.zeros((40, 60), np.uint8)
    for quad_xy in quads_xy:
        cv2.fillConvexPoly(whole, np.round(quad_xy / 4).astype(np.int32), (1,))
    return Look(whole.astype(np.float32), np.full(2, 0.25, np.float32))


def shown(*more_xy: Floats, seen: list[Found] = ROW) -> bool:
    return shows_more(map_of(*(tile.quad_xy for tile in seen), *more_xy), seen)


def test_a_tile_on_the_map_that_nobody_read_is_worth_a_closer_look() -> None:
    assert not shown()
    assert shown(at(100, 110))


def test_so_is_half_of_one_whose_other_half_was_taken_for_the_whole() -> None:
    assert shown(at(200, 40), seen=[*ROW[:3], look(at(200, 30, 0, 0.5), "R4", 0.99)])


def test_a_speck_is_not() -> None:
    assert not shown(at(100, 110, 0, 0.3))


def test_nor_is_anything_where_hardly_a_tile_was_read() -> None:
    assert not shown(at(100, 110), seen=ROW[:2])
    unsure = [look(tile.quad_xy, "*", 0.5) for tile in ROW]
    assert not shown(at(100, 110), seen=unsure)


def test_what_is_added_is_as_large_as_the_others_and_clear_of_them() -> None:
    assert is_one_more(look(at(100, 110), "O1", 0.99), ROW)
    assert is_one_more(look(at(57, 80), "O1", 0.99), ROW)
    assert not is_one_more(look(at(100, 110, 0, 0.7), "K4", 0.99), ROW)
    assert not is_one_more(look(at(100, 110, 0, 1.4), "R8", 0.99), ROW)
    assert not is_one_more(look(at(90, 45), "R3", 0.99), ROW)
