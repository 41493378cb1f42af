"""Marks that people drew: who is held out, what passes for a circle, and what is drawn of them."""

import cv2
import numpy as np
import pytest

from engine.mosaix import Symbol
from vision.lab.mosaix.synth.homes import draw_board, home
from vision.lab.mosaix.synth.marks import MARKS, mark_ink, marks_of, passes_for, people
from vision.lab.mosaix.synth.styles import hand_of

SMALL = (480, 360)
BOARD = "OOOOOTT/XX....T/......./...O.../XXXXXXX/......./TT....."

needs_marks = pytest.mark.skipif(not MARKS.is_dir(), reason=f"no drawings at {MARKS}")


def drawn(shape) -> np.ndarray:
    page = np.zeros((70, 70), np.uint8)
    shape(page)
    return page


def ellipse(wide: int, tall: int, end: int = 360) -> np.ndarray:
    return drawn(lambda page: cv2.ellipse(page, (35, 35), (wide, tall), 20, 0, end, (255,), 3))


def polygon(*points: tuple[int, int]) -> np.ndarray:
    return drawn(lambda page: cv2.polylines(page, [np.array(points)], True, (255,), 3))


TRIANGLE = polygon((35, 10), (60, 58), (10, 58))
SQUARE = polygon((10, 10), (60, 10), (60, 60), (10, 60))


def test_what_somebody_would_draw_for_a_circle():
    assert passes_for(Symbol.CIRCLE, ellipse(25, 21))
    assert not passes_for(Symbol.CIRCLE, ellipse(25, 8)), "too flat"
    assert not passes_for(Symbol.CIRCLE, ellipse(25, 21, 200)), "open"
    assert not passes_for(Symbol.CIRCLE, TRIANGLE)
    assert not passes_for(Symbol.CIRCLE, SQUARE)


def test_what_somebody_would_draw_for_a_triangle():
    assert passes_for(Symbol.TRIANGLE, TRIANGLE)
    assert not passes_for(Symbol.TRIANGLE, SQUARE)
    assert not passes_for(Symbol.TRIANGLE, ellipse(25, 21))


@needs_marks
def test_nobody_is_learned_from_and_held_out():
    learned, held_out = people(held_out=False), people(held_out=True)
    assert len(learned) > len(held_out) > 2
    assert not {*learned} & {*held_out}
    for person in held_out:
        assert all(len(marks) > 1 for marks in marks_of(person).values())


@needs_marks
@pytest.mark.parametrize("symbol", [Symbol.CIRCLE, Symbol.TRIANGLE])
def test_a_mark_lies_in_its_cell_as_wide_as_the_pen(symbol):
    rng = np.random.default_rng(3)
    for person in people(held_out=True):
        for _ in range(8):
            ink = mark_ink(symbol, hand_of(person, rng), 18.0, 104, rng)
            assert ink.shape == (104, 104)
            assert 0.0 <= float(ink.min()) <= float(ink.max()) <= 1.0
            assert 0.005 < float((ink > 0.1).mean()) < 0.5
            rows, columns = np.nonzero(ink > 0.1)
            assert abs(rows.mean() - 52) < 20
            assert abs(columns.mean() - 52) < 20


@needs_marks
def test_a_board_that_is_counted_has_its_small_zones_wiped_out():
    place = home(8, SMALL, people=people(held_out=True))
    texts = {draw_board(place, BOARD, number, least_zone=5).boards[0].text for number in range(6)}
    assert "OOOOO../......./......./...O.../XXXXXXX/......./......." in texts
    for text in texts:
        kept = zip(text, BOARD, strict=True)
        assert all(now in (before, ".") for now, before in kept)
        assert text.startswith("OOOOO")
