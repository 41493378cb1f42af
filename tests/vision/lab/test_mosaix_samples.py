"""What the networks learn from is labelled as it is drawn."""

import numpy as np
import pytest

from engine.mosaix.values import DICE
from vision.dice.classes import LEANING_DIE, LEVEL_DIE
from vision.dice.seen import outward
from vision.lab.mosaix.train.samples import MATE_PATCH_PX, mates

SQUARE = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def test_four_dice_of_a_throw_stay_together():
    shots = mates(1_020_000)
    throws = shots.classes.reshape(-1, DICE)
    assert shots.patches.shape == (throws.size, MATE_PATCH_PX, MATE_PATCH_PX, 3)
    assert all(np.count_nonzero(throw != LEVEL_DIE) <= 1 for throw in throws)
    assert LEANING_DIE in throws


@pytest.mark.parametrize("away", [(30, 2), (2, 30), (-30, 2), (2, -30)])
def test_the_right_of_dice_is_away_from_the_middle(away):
    middle = np.array([50.0, 50.0])
    for quad in outward([SQUARE + middle + away, SQUARE + middle + away + [2, 0]], (100, 100)):
        right = quad[1] + quad[2] - quad[0] - quad[3]
        assert right @ np.array(away) == max(right @ np.array(away), abs(right).max())
