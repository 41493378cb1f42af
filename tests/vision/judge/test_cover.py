"""Hands over the table: what is one, and how much of a place it hides."""

import numpy as np
import pytest

from vision.judge.cover import MAP_WH, share_covered, without_specks
from vision.judge.look import open_eyes
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import simulated_game, turns_of

W, H = MAP_WH


def piece(x, y, wide, tall, share=0.9):
    covered = np.zeros((H, W), np.float32)
    covered[y : y + tall, x : x + wide] = share
    return covered


@pytest.mark.parametrize("at", [(0, 12), (W - 3, 12), (20, 0), (20, H - 3)])
def test_what_comes_in_from_an_edge_may_be_a_hand_however_little_of_it_is_seen(at):
    finger = piece(*at, 3, 3)
    assert np.array_equal(without_specks(finger), finger)


def test_a_speck_amid_the_frame_is_no_hand():
    assert not without_specks(piece(20, 12, 5, 6)).any()


def test_a_large_piece_amid_the_frame_is_a_hand_whose_arm_was_not_seen():
    palm = piece(20, 12, 8, 8)
    assert np.array_equal(without_specks(palm), palm)


def test_a_speck_beside_a_hand_goes_alone():
    hand = piece(0, 0, 10, 20)
    assert np.array_equal(without_specks(np.maximum(hand, piece(30, 20, 3, 3))), hand)


def test_a_place_is_hidden_by_as_much_as_lies_over_it():
    size_wh = (W * 10, H * 10)
    half = piece(0, 0, 24, H, 1.0)
    quad = np.array([[140, 100], [340, 100], [340, 200], [140, 200]], np.float32)
    assert share_covered(half, quad, size_wh) == pytest.approx(0.5, abs=0.06)
    assert share_covered(half, quad + 1000, size_wh) == 0.0


def test_a_drawn_hand_is_seen_and_a_bare_table_has_none():
    finder = open_eyes().cover
    home = household(6304, (640, 480), "named")
    turns = list(turns_of(simulated_game(6304)))[:12]
    extent = extent_of([turn.after.mosaic for turn in turns])
    for turn in turns[4::3]:
        bare, hand = (
            finder.covered(frame_of(home, turn.after, extent, turn.number, names))
            for names in ((), ("hand",))
        )
        assert (bare > 0.5).mean() < 0.01
        assert (hand > 0.5).mean() > 0.03
