"""Where dice lie to one another, and when that is a figure."""

import numpy as np
import pytest

from vision.dice.arrange import arrange
from vision.dice.reading import ASKEW, NOT_TOUCHING
from vision.dice.squares import Square

SIDE = 40.0


def dice(places, turn_deg=0.0, gap=0.05, own_turns=None):
    """Squares on a lattice that is turned; places are columns and rows."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    found = []
    for number, place in enumerate(places):
        middle = spin @ np.array(place, float) * SIDE * (1 + gap) + 300
        own = turn + np.radians((own_turns or {}).get(number, 0.0))
        turned = np.array([[np.cos(own), -np.sin(own)], [np.sin(own), np.cos(own)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2 @ turned.T
        found.append(Square(np.float32(middle + corners), 1.0))
    return found


def shape_of(places):
    low = np.min(places, axis=0)
    return sorted((r - low[0], c - low[1]) for r, c in places)


@pytest.mark.parametrize("turn", [0, 17, -38, 44])
@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        [(0, 0), (1, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 0), (2, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 1), (1, 2)],
    ],
)
def test_dice_edge_to_edge_make_a_figure(places, turn):
    arrangement = arrange(dice(places, turn))
    assert arrangement.problem is None
    assert shape_of(arrangement.places) == shape_of([(r, c) for c, r in places])


@pytest.mark.parametrize(
    "places", [[(0, 0), (1, 0), (2, 0), (3.5, 0)], [(0, 0), (1, 0), (2, 1), (3, 1)]]
)
def test_a_gap_or_a_corner_is_no_touch(places):
    assert arrange(dice(places, 10)).problem == NOT_TOUCHING


def test_half_along_a_side_is_askew():
    assert arrange(dice([(0, 0), (1, 0), (2, 0), (2.5, 1)])).problem == ASKEW


def test_faces_are_cut_as_the_lattice_has_them():
    arrangement = arrange(dice([(0, 0), (1, 0), (2, 0), (3, 0)], 20, own_turns={1: 6}))
    turns = [np.degrees(np.arctan2(*(q[1] - q[0])[::-1])) for q in arrangement.quads_xy]
    assert np.ptp(turns) < 0.1
    assert abs(turns[0] - 20) < 1
