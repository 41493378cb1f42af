"""Dice read from drawn tables that training never saw: sure and right, or not sure."""

import numpy as np
import pytest

from engine.mosaix import parse_figure
from vision.mosaix.dice import read_throw
from vision.mosaix.reading import THROW_PROBLEMS
from vision.mosaix.simulate import Plan, Verdict, judge_throw, rehearse_throw
from vision.mosaix.synth.homes import draw_throw, home
from vision.mosaix.synth.throws import HAND, MISHAPS

SIZE = (960, 720)
FIGURE, LINE = parse_figure("TXO/.X."), parse_figure("OTXO")


@pytest.mark.parametrize("mishap", [name for name in MISHAPS if name != HAND])
def test_mishaps_are_told_by_their_names(eyes, mishap):
    drawn = draw_throw(home(9_100, SIZE), FIGURE, 1, mishap)
    reading = read_throw(eyes, drawn.frame_bgr)
    assert reading.figure is None
    assert mishap in reading.problems
    assert set(reading.problems) <= set(THROW_PROBLEMS)


@pytest.mark.parametrize("held_out", [False, True])
def test_no_figure_is_read_as_another(eyes, held_out):
    for number, mishap in enumerate([None, HAND, None]):
        plan = Plan(9_200 + number, held_out=held_out, calm=False, size_wh=SIZE)
        assert rehearse_throw(eyes, plan, number, mishap).wrong == []


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("seed", range(9_300, 9_306))
def test_figures_are_read(eyes, seed, held_out):
    reading = read_throw(eyes, draw_throw(home(seed, SIZE, held_out), LINE, 1).frame_bgr)
    assert reading.problems == ()
    assert reading.figure.canonical() == LINE.canonical()


@pytest.mark.parametrize("seed", [9_300, 9_307, 9_311])
def test_dice_are_outlined_where_they_lie(eyes, seed):
    drawn = draw_throw(home(seed, SIZE), LINE, 1)
    reading = read_throw(eyes, drawn.frame_bgr)
    assert len(reading.dice) == 4
    for die in reading.dice:
        away = [
            np.abs(np.mean(die.quad, axis=0) - true.quad_xy.mean(axis=0)).max()
            for true in drawn.dice
        ]
        nearest = drawn.dice[int(np.argmin(away))]
        assert min(away) < 0.3 * np.linalg.norm(nearest.quad_xy[1] - nearest.quad_xy[0])
        assert die.guess is nearest.symbol


@pytest.mark.parametrize("size", [(1, 1), (9, 300), (64, 64)])
def test_tiny_pictures_have_no_figure(eyes, size):
    assert read_throw(eyes, np.full((*size, 3), 128, np.uint8)).figure is None


def test_verdicts():
    drawn = parse_figure("OTX/..O")
    read = type("Read", (), {"figure": drawn.turned()})
    assert judge_throw(read, drawn) is Verdict.RIGHT
    assert judge_throw(read, parse_figure("OTX/O..")) is Verdict.WRONG
    assert judge_throw(read, None) is Verdict.WRONG
