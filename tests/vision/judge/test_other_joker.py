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


def _box(quad):
    """The left top and right bottom corner of what an outline takes, in whole pixels."""
    corners = floats(quad)
    return corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_while_the_joker_lies_in_glare_nothing_is_told_from_the_other(number):
    """The first tiles, in plain sight, were once called taken back."""
    turn = next(each for each in turns_of(simulated_game(SEED)) if each.number == number)
    extent = extent_of([turn.before.mosaic, turn.after.mosaic])
    frame = frame_of(household(SEED, SIZE, "dish"), turn.after, extent, number)
    (joker,) = (t for t in eyes().reader.read_picture(Picture(frame)).tiles if t.tile == "*")
    quad = floats(joker.quad)
    (left, top), (right, bottom) = _box(joker.quad)
    other = frame[top:bottom, left:right]
    wide, high = right - left, bottom - top
    frame[30 : 30 + high, 30 : 30 + wide] = other
    glare = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.9
    cv2.fillConvexPoly(frame, np.rint(glare).astype(np.int32), (236, 240, 242))
    proposal = propose_from_frames(eyes(), turn.before, turn.earlier, [frame])
    assert proposal.status not in SURE, proposal


@pytest.mark.parametrize("corner", ["left", "right"])
def test_on_a_bare_table_what_lies_faintly_by_either_joker_is_not_nothing(corner):
    """The first look missed a first tile in pale light; the other joker was then taken, and
    nothing lay beside it."""
    turn = next(turns_of(simulated_game(503)))
    home, extent = household(503, (1280, 960)), extent_of([turn.after.mosaic])
    bare, laid = (frame_of(home, table, extent, 1) for table in (turn.before, turn.after))
    faint = cv2.addWeighted(laid, 0.15, bare, 0.85, 0)
    (joker,) = (t for t in eyes().reader.read_picture(Picture(bare)).tiles if t.tile == "*")
    (left, top), (right, bottom) = _box(joker.quad)
    high, wide = bottom - top, right - left
    x = 30 if corner == "left" else 1280 - 30 - wide
    faint[960 - 30 - high : 960 - 30, x : x + wide] = bare[top:bottom, left:right]
    proposal = propose_from_frames(eyes(), turn.before, turn.earlier, [faint])
    assert proposal.status not in SURE, proposal
