"""A doubtful cell beside the plain ones of its board."""

import numpy as np
import pytest

from tests.vision.boards.test_read_board import shares_of
from vision.boards.alike import compared
from vision.boards.classes import EMPTY_CELL
from vision.symbols import CIRCLE, CROSS, TRIANGLE
from vision.thresholds.boards import NEAREST, SURE

PRINTED, DOUBTFUL = 24, 0
LOOKS = np.eye(4, dtype=np.float32)  # of circles, triangles, crosses and empty cells


def board_of(circles, triangles, looks_like, doubt=(0.65, 0.3, 0.03, 0.01, 0.01)):
    """A doubtful cell, so many plain circles and triangles, and a printed cross."""
    names = [CIRCLE] * circles + [TRIANGLE] * triangles
    names = [EMPTY_CELL, *names, *[EMPTY_CELL] * (48 - len(names))]
    names[PRINTED] = CROSS
    shares = shares_of(names)
    shares[DOUBTFUL] = doubt
    features = LOOKS[names].copy()
    features[DOUBTFUL] = looks_like
    return shares, features


def test_a_doubtful_cell_is_sure_when_the_plain_ones_bear_it_out():
    shares, features = board_of(5, 5, LOOKS[CIRCLE])
    after = compared(shares, features, shares, PRINTED)
    assert after[DOUBTFUL, CIRCLE] > 0.95 > SURE
    assert after.sum(axis=1) == pytest.approx(1)
    assert np.array_equal(after[1:], shares[1:])


@pytest.mark.parametrize(
    ("doubt", "kind"),
    [
        ((0.95, 0.02, 0.01, 0.01, 0.01), TRIANGLE),  # they speak against it
        ((0.55, 0.42, 0.01, 0.01, 0.01), CIRCLE),  # by itself it might be either
    ],
)
def test_likeness_alone_makes_nothing_sure(doubt, kind):
    shares, features = board_of(5, 5, LOOKS[kind], doubt)
    assert compared(shares, features, shares, PRINTED)[DOUBTFUL].max() < SURE


def test_a_cell_between_two_kinds_stays_doubtful():
    shares, features = board_of(5, 5, LOOKS[CIRCLE] + LOOKS[TRIANGLE])
    after = compared(shares, features, shares, PRINTED)
    assert after[DOUBTFUL].max() < SURE


def test_nothing_speaks_against_a_kind_of_which_none_is_plain():
    shares, features = board_of(5, NEAREST - 1, LOOKS[CIRCLE])
    before, after = shares[DOUBTFUL], compared(shares, features, shares, PRINTED)[DOUBTFUL]
    for unknown in (TRIANGLE, CROSS):
        assert after[unknown] / after[CIRCLE] == pytest.approx(before[unknown] / before[CIRCLE])
    assert after[EMPTY_CELL] < before[EMPTY_CELL] / 100


def test_the_printed_symbol_is_compared_with_none():
    shares, features = board_of(5, 5, LOOKS[CIRCLE])
    shares[PRINTED] = shares[DOUBTFUL]
    after = compared(shares, features, shares, PRINTED)
    assert np.allclose(after[PRINTED], shares[PRINTED])
