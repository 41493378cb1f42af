"""Other outlines for a doubtful tile, and how sure several looks at it may be."""

from __future__ import annotations

import numpy as np

from tests.vision.outlines import at, look
from vision.classify import FaceReading, agreed
from vision.found import best_agreed
from vision.locate import overlap
from vision.rivals import is_alike, rival_outlines


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
