"""The second joker lies about on every real table: it is never taken for the one in the mosaic."""

import cv2
import numpy as np
import pytest

from tests.vision.drawn import SEED, SIZE, eyes
from vision.judge.look import propose_from_frames
from vision.judge.proposal import Status
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import simulated_game, turns_of
from vision.picture import Picture, floats

SURE = (Status.NONE, Status.UNDONE, Status.CLEARED)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_while_the_joker_lies_in_glare_nothing_is_told_from_the_other(number):
    """The first tiles, in plain sight, were once called taken back."""
    turn = next(each for each in turns_of(simulated_game(SEED)) if each.number == number)
    extent = extent_of([turn.before.mosaic, turn.after.mosaic])
    frame = frame_of(household(SEED, SIZE, "dish"), turn.after, extent, number)
    (joker,) = (t for t in eyes().reader.read_picture(Picture(frame)).tiles if t.tile == "*")
    quad = floats(joker.quad)
    (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
    other = frame[top:bottom, left:right]
    wide, high = right - left, bottom - top
    frame[30 : 30 + high, 30 : 30 + wide] = other
    glare = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.9
    cv2.fillConvexPoly(frame, np.rint(glare).astype(np.int32), (236, 240, 242))
    proposal = propose_from_frames(eyes(), turn.before, turn.earlier, [frame])
    assert proposal.status not in SURE, proposal
