"""Dice read from drawn tables that training never saw: sure and right, or not sure."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from device.lab.mosaix.tray import frame_of, new_tray, roll
from engine.mosaix import parse_figure
from vision.dice.read import dice_of, read_throw
from vision.dice.reading import ASKEW, NOT_TOUCHING, STACKED, THROW_PROBLEMS, TILTED, TOO_MANY
from vision.dice.seen import SeenDie, joined
from vision.dice.squares import SHRUNK, Square
from vision.lab.mosaix.simulate import MosaixEvening, judge_throw, rehearse_throw
from vision.lab.mosaix.synth.homes import draw_throw, home
from vision.lab.mosaix.synth.throws import HAND, MISHAPS
from vision.lab.tally import ReadingVerdict
from vision.thresholds.dice import AROUND, FAINT, HARDLY, LIKELY, PLAIN

SIZE = (960, 720)
FIGURE, LINE = parse_figure("TXO/.X."), parse_figure("OTXO")


@pytest.mark.parametrize("mishap", [name for name in MISHAPS if name != HAND])
def test_mishaps_are_told_by_their_names(eyes, mishap):
    drawn = draw_throw(home(9_100, SIZE), FIGURE, 1, mishap)
    reading = read_throw(eyes.dice, drawn.frame_bgr)
    assert reading.figure is None
    assert mishap in reading.problems
    assert set(reading.problems) <= set(THROW_PROBLEMS)


@pytest.mark.parametrize("seed", [1, 7])
def test_four_dice_that_lie_apart_are_first_of_all_to_be_pushed_together(eyes, seed):
    """None of them can lie on another; by themselves they may well look like it."""
    rolled = roll(new_tray(SIZE, seed), Random(seed))
    reading = read_throw(eyes.dice, frame_of(rolled, False, 1))
    assert len(reading.dice) == 4
    assert reading.problems[0] == NOT_TOUCHING


@pytest.mark.parametrize("seed", [903, 905, 931, 934])
def test_four_dice_that_lie_askew_are_first_of_all_to_be_pushed_straight(eyes, seed):
    """By themselves they look as if one lay on another."""
    place = home(seed, held_out=seed % 2 == 0)
    reading = read_throw(eyes.dice, draw_throw(place, FIGURE, seed - 900, ASKEW).frame_bgr)
    assert len(reading.dice) == 4
    assert reading.problems[0] == ASKEW


@pytest.mark.parametrize("held_out", [False, True])
def test_no_figure_is_read_as_another(eyes, held_out):
    for number, mishap in enumerate([None, HAND, None]):
        plan = MosaixEvening(9_200 + number, held_out=held_out, calm=False, size_wh=SIZE)
        assert rehearse_throw(eyes, plan, number, mishap).wrong == []


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("seed", range(9_300, 9_306))
def test_figures_are_read(eyes, seed, held_out):
    reading = read_throw(eyes.dice, draw_throw(home(seed, SIZE, held_out), LINE, 1).frame_bgr)
    assert reading.problems == ()
    assert reading.figure.canonical() == LINE.canonical()


BESIDE = [(40_039, 2, False), (40_039, 2, True), (40_055, 2, False), (40_073, 1, True)]


@pytest.mark.parametrize(("seed", "number", "held_out"), BESIDE)
def test_boards_and_dice_with_pips_beside_a_figure_are_none_of_it(eyes, seed, number, held_out):
    plan = MosaixEvening(seed, held_out=held_out, calm=False, size_wh=SIZE)
    assert rehearse_throw(eyes, plan, number, None).throws == {ReadingVerdict.RIGHT: 1}


class Dimmed:
    """A finder that draws one square so small and so strongly, and knows nothing of bodies."""

    def __init__(self, finder, quad, size, strength):
        self.finder, self.quad, self.size, self.strength = finder, quad, size, strength

    def maps(self, frame_bgr, look_px):
        (faces, bodies, odd), scale = self.finder.maps(frame_bgr, look_px)
        middle = self.quad.mean(axis=0)
        for size, strength in ((1.0, 0.0), (self.size * SHRUNK, self.strength)):
            quad = (middle + (self.quad - middle) * size) * scale
            cv2.fillConvexPoly(faces, np.int32(np.round(quad)), strength)
        return (faces, bodies * 0, odd), scale


@pytest.mark.parametrize("seed", [9_100, 9_104])
@pytest.mark.parametrize(("size", "strength"), [(1.0, (PLAIN + FAINT) / 2), (0.47, 0.9)])
def test_a_fifth_die_is_told_though_it_is_drawn_faintly_or_small(eyes, seed, size, strength):
    drawn = draw_throw(home(seed, SIZE), FIGURE, 1, TOO_MANY)
    dimmed, hidden = (
        replace(eyes.dice, dice=Dimmed(eyes.dice.dice, drawn.dice[4].quad_xy, size, shown))
        for shown in (strength, 0.0)
    )
    assert read_throw(hidden, drawn.frame_bgr).problems == ()
    assert read_throw(dimmed, drawn.frame_bgr).problems == (TOO_MANY,)


def seen_at(x, likeness, side=40.0):
    """Something that looks so much like a die, a circle upwards."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 + [x, 100.0]
    shares = np.array([likeness, 0, 0, 0, 0, 1 - likeness], np.float32)
    return SeenDie(Square(np.float32(corners), 1.0), shares, np.array([1.0, 0, 0, 0], np.float32))


@pytest.mark.parametrize(
    ("sides", "likeness", "is_kept"),
    [
        (1.1, 0.0, True),
        (AROUND - 0.5, HARDLY - 0.05, False),
        (AROUND - 0.5, HARDLY + 0.05, True),
        (AROUND + 0.5, LIKELY - 0.05, False),
        (AROUND + 0.5, LIKELY + 0.05, True),
    ],
)
def test_the_further_from_dice_the_more_it_must_look_like_one(sides, likeness, is_kept):
    die, other = seen_at(100.0, 1.0), seen_at(100.0 + 40 * sides, likeness)
    assert len(dice_of([die, other])) == 1 + is_kept


def test_a_die_leans_if_both_looks_together_say_so():
    level, leaning = np.array([0.7, 0.2, 0.1, 0.0]), np.array([0.05, 0.9, 0.05])
    assert np.argmax(joined(level, leaning)) == 1
    assert np.argmax(joined(level, level[:3])) == 0


@pytest.mark.parametrize(
    ("level", "leaning", "stacked", "oddity"),
    [(0.6, 0.4, 0, None), (0.4, 0.6, 0, TILTED), (0.7, 0, 0.3, STACKED), (0.9, 0, 0.1, None)],
)
def test_a_die_that_hardly_leans_is_no_mishap_one_on_another_is(level, leaning, stacked, oddity):
    square = Square(np.float32([[0, 0], [20, 0], [20, 20], [0, 20]]), 1.0)
    lie = np.float32([level, leaning, stacked, 0])
    assert SeenDie(square, np.float32([1, 0, 0, 0, 0, 0]), lie, is_placed=True).oddity == oddity


@pytest.mark.parametrize("seed", [9_300, 9_307, 9_311])
def test_dice_are_outlined_where_they_lie(eyes, seed):
    drawn = draw_throw(home(seed, SIZE), LINE, 1)
    reading = read_throw(eyes.dice, drawn.frame_bgr)
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
    assert read_throw(eyes.dice, np.full((*size, 3), 128, np.uint8)).figure is None


def test_verdicts():
    drawn = parse_figure("OTX/..O")
    read = type("Read", (), {"figure": drawn.turned()})
    assert judge_throw(read, drawn) is ReadingVerdict.RIGHT
    assert judge_throw(read, parse_figure("OTX/O..")) is ReadingVerdict.WRONG
    assert judge_throw(read, None) is ReadingVerdict.WRONG
