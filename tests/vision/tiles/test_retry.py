"""Second tries: other outlines for a doubtful tile, and what a closer look may add."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.tiles.outlines import at, look
from vision.geometry import overlap
from vision.picture import Floats
from vision.tiles.candidates import Candidate, best_agreed
from vision.tiles.faces import FaceReading, agreed
from vision.tiles.locate import TileMap
from vision.tiles.retry import is_alike, is_one_more, rival_outlines, shows_more

ROW = [look(at(40 * k + 40, 40), f"R{k + 1}", 0.99) for k in range(4)]


def map_of(*quads_xy: Floats) -> TileMap:
    """A look at a picture of 240 x 160 whose map shows tiles there and nowhere else."""
    whole = np.zeros((40, 60), np.uint8)
    for quad_xy in quads_xy:
        cv2.fillConvexPoly(whole, np.round(quad_xy / 4).astype(np.int32), (1,))
    return TileMap(whole.astype(np.float32), np.full(2, 0.25, np.float32))


def shown(*more_xy: Floats, seen: list[Candidate] = ROW) -> bool:
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


def test_a_half_seen_tile_of_a_row_is_tried_where_the_row_goes_on() -> None:
    row = [at(27 * k, 0) for k in range(3)]
    askew = at(78, -6, 25, 0.7)
    rivals = rival_outlines(askew, row)
    assert max(overlap(rival, at(81, 0)) for rival in rivals) > 0.9


def test_a_row_that_lies_slanting_is_followed() -> None:
    row = [at(27 * k * np.cos(0.5), 27 * k * np.sin(0.5), np.degrees(0.5)) for k in range(3)]
    true = at(81 * np.cos(0.5), 81 * np.sin(0.5), np.degrees(0.5))
    askew = at(float(true[:, 0].mean()) + 5, float(true[:, 1].mean()), 0, 0.8)
    assert max(overlap(rival, true) for rival in rival_outlines(askew, row)) > 0.9


def test_alone_it_is_tried_larger_and_turned() -> None:
    rivals = rival_outlines(at(0, 0, 0, 0.75), [])
    assert max(overlap(rival, at(0, 0)) for rival in rivals) > 0.9
    assert any(overlap(rival, at(0, 0, 30, 0.75)) > 0.9 for rival in rivals)


def test_alike_is_of_about_one_size() -> None:
    assert is_alike(at(0, 0), at(50, 3, 40, 1.1))
    assert not is_alike(at(0, 0), at(0, 0, 0, 1.4))


def test_the_luckiest_of_many_looks_at_one_outline_is_no_surer_than_all() -> None:
    looks = [look(at(0, 0), "R7", 0.4), look(at(1, 0), "R7", 0.99), look(at(0, 1), "R7", 0.5)]
    best = best_agreed(looks)
    assert best.face.name == "R7"
    assert abs(best.face.confidence - (0.4 + 0.99 + 0.5) / 3) < 1e-6


def test_a_look_through_a_wrong_outline_does_not_count_against_a_right_one() -> None:
    looks = [look(at(10, 8, 30, 0.7), "K4", 0.6), look(at(0, 0), "K12", 0.99)]
    best = best_agreed(looks)
    assert (best.face.name, best.face.confidence) == ("K12", 0.99)


def test_looks_that_disagree_name_the_likeliest_with_its_share() -> None:
    faces = [FaceReading(0, 1.0, 0.0, ((name, 0.9),)) for name in ("R1", "R1", "R7")]
    both = agreed(faces[0], faces)
    assert [name for name, _ in both.guesses] == ["R1", "R7"]
    assert abs(both.confidence - 0.6) < 1e-6
