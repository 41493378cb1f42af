"""Squares from a finder's map: plain ones, and faint ones that are looked at all the same."""

import numpy as np
import pytest

from vision.dice.squares import SHRUNK, squares_of
from vision.thresholds.dice import FAINT, PLAIN


def a_map(strengths, side=20):
    """A map with one shrunk square for each strength, side by side."""
    drawn = np.zeros((60, 60 * len(strengths)), np.float32)
    half = round(side * SHRUNK / 2)
    for number, strength in enumerate(strengths):
        x = 60 * number + 30
        drawn[30 - half : 30 + half, x - half : x + half] = strength
    return drawn


def test_squares_have_their_full_size_in_the_frame():
    (square,) = squares_of(a_map([0.9]), scale=0.5)
    assert square.side == pytest.approx(40, rel=0.05)
    assert square.middle == pytest.approx([60, 60])


def test_a_faint_square_is_seen_only_when_asked_for():
    shown = a_map([0.9, (PLAIN + FAINT) / 2, FAINT / 2])
    assert len(squares_of(shown, 1.0)) == 1
    assert [square.score < PLAIN for square in squares_of(shown, 1.0, FAINT)] == [False, True]


def test_another_size_keeps_the_middle():
    (square,) = squares_of(a_map([0.9]), 1.0)
    assert square.sized(33).side == pytest.approx(33)
    assert square.sized(33).middle == pytest.approx(square.middle)
