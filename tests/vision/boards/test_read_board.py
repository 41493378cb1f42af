"""Boards read from drawn photos that training never saw: cells right, or doubtful."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from engine.mosaix.players import play_random
from engine.mosaix.values import ALL_CELLS
from tests.vision.boards.test_mosaix_readings import reading_of
from vision.boards.annotate import ZONE_BGR, annotate_board
from vision.boards.classes import EMPTY_CELL, SPOILT_CELL
from vision.boards.read import read_board, weighed
from vision.boards.reading import DOUBTFUL_CELL, NO_BOARD
from vision.lab.mosaix.simulate import judge_board
from vision.lab.mosaix.synth.homes import draw_board, home
from vision.lab.mosaix.synth.styles import BOARDS_HELD_OUT
from vision.lab.tally import ReadingVerdict
from vision.symbols import CIRCLE, CROSS
from vision.thresholds.boards import SURE

SIZE = (960, 720)
HOMES = (9_302, 9_303, 9_305)
WORKED = "OOOOOOX/TTTTTXX/OOOOXXT/OOOOXTT/XXXXXXT/XXXTTTT/XXXTTTX"


@pytest.mark.parametrize("seed", HOMES)
def test_boards_are_read(eyes, seed):
    board = play_random(1, Random(seed)).table.boards[0]
    drawn = draw_board(home(seed, SIZE), board, 0)
    reading = read_board(eyes.boards, drawn.frame_bgr)
    verdict, cells = judge_board(reading, str(board))
    assert verdict is ReadingVerdict.RIGHT
    assert cells == {ReadingVerdict.RIGHT: len(ALL_CELLS)}
    assert reading.is_sure
    truth = drawn.boards[0].quad_xy
    off = min(np.abs(np.roll(truth, k, axis=0) - reading.quad).max() for k in range(4))
    assert off < 0.3 * np.linalg.norm(truth[1] - truth[0]) / 7
    assert np.argmin(np.sum(reading.quad, axis=1)) == 0


def test_a_large_photo_is_read_alike(eyes):
    drawn = draw_board(home(HOMES[0], SIZE), WORKED, 0)
    large = cv2.resize(drawn.frame_bgr, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    reading = read_board(eyes.boards, large)
    assert judge_board(reading, WORKED) == (ReadingVerdict.RIGHT, {ReadingVerdict.RIGHT: 49})
    corners, truth = np.array(reading.quad) / 4, drawn.boards[0].quad_xy
    assert min(np.abs(np.roll(truth, k, axis=0) - corners).max() for k in range(4)) < 3


@pytest.mark.parametrize("seed", [9_310, 9_311])
def test_held_out_boards_are_never_believed_wrongly(eyes, seed):
    board = play_random(1, Random(seed)).table.boards[0]
    drawn = draw_board(home(seed, SIZE, held_out=True), board, 0)
    verdict, cells = judge_board(read_board(eyes.boards, drawn.frame_bgr), str(board))
    assert verdict is not ReadingVerdict.WRONG
    assert cells[ReadingVerdict.WRONG] == 0


@pytest.mark.parametrize("seed", [9_402, 9_406, 9_411])
def test_round_corners_are_no_circles(eyes, seed):
    place = replace(home(seed, SIZE), boards=(BOARDS_HELD_OUT["lilac"],) * 4)
    drawn = draw_board(place, "......./......./......./...X.../......./......./.......", 0)
    reading = read_board(eyes.boards, drawn.frame_bgr)
    assert sum(cell.symbol is not None for cell in reading.cells) == 1
    assert len(reading.doubtful) <= 2


def shares_of(names, share=0.98):
    """Shares of 49 cells, each what its name says by so much."""
    shares = np.full((len(ALL_CELLS), 5), (1 - share) / 4, np.float32)
    shares[np.arange(len(ALL_CELLS)), names] = share
    return shares


def test_a_symbol_that_is_nearly_wiped_off_is_not_believed():
    inks = np.full(len(ALL_CELLS), 100.0)
    inks[0] = 8.0
    shares = weighed(shares_of([CIRCLE] * 49), inks)
    assert shares[0].max() < SURE
    assert shares[1:, CIRCLE].min() >= SURE


def test_the_remains_of_a_wiped_symbol_do_not_make_a_cell_doubtful():
    names = [EMPTY_CELL, *[CROSS] * 48]
    shares = shares_of(names)
    shares[0] = [0.25, 0.05, 0.0, 0.65, 0.05]
    inks = np.array([8.0, *[100.0] * 48])
    assert weighed(shares, inks)[0, EMPTY_CELL] >= SURE
    assert weighed(shares, inks * 0 + 100)[0, EMPTY_CELL] < SURE


def test_without_plain_symbols_ink_says_nothing():
    names = [CIRCLE, CIRCLE, *[EMPTY_CELL] * 47]
    inks = np.array([8.0, 100.0, *[2.0] * 47])
    assert weighed(shares_of(names), inks)[0, CIRCLE] >= SURE


@pytest.mark.parametrize("remains", [1, 3, 5])
def test_what_is_left_of_wiped_symbols_alone_on_a_board_is_not_believed(remains):
    """Read as symbols with 0.99, where nothing else told how much ink the pen leaves."""
    inks = np.array([*[14.0] * remains, *[2.0] * (49 - remains)])
    inks[24] = 220.0
    shares = weighed(shares_of([*[CIRCLE] * remains, *[EMPTY_CELL] * (49 - remains)], 0.99), inks)
    assert shares[:remains].max() < SURE
    assert shares[remains:, EMPTY_CELL].min() >= SURE


def test_a_pale_pen_that_drew_much_is_believed():
    inks = np.array([*[14.0] * 12, *[2.0] * 37])
    inks[24] = 220.0
    shares = weighed(shares_of([*[CIRCLE] * 12, *[EMPTY_CELL] * 37], 0.99), inks)
    assert shares[:12, CIRCLE].min() >= SURE


def test_the_printed_centre_may_have_another_ink():
    inks = np.full(len(ALL_CELLS), 100.0)
    inks[24] = 8.0
    assert weighed(shares_of([CIRCLE] * 49), inks)[24, CIRCLE] >= SURE


def test_a_spoilt_cell_is_not_believed():
    shares = shares_of([SPOILT_CELL] * 49, 0.6)
    assert weighed(shares, np.full(49, 100.0)).max(axis=1).max() < SURE


def test_a_hand_over_the_board_is_never_believed(eyes):
    drawn = draw_board(home(HOMES[0], SIZE), WORKED, 0, hand_over=True)
    assert not read_board(eyes.boards, drawn.frame_bgr).is_sure


def test_no_board(eyes):
    assert read_board(eyes.boards, np.full((300, 400, 3), 90, np.uint8)).problems == (NO_BOARD,)


def test_zones_are_framed_in_their_colours():
    blank = np.full((300, 300, 3), 200, np.uint8)
    picture = annotate_board(blank, reading_of(WORKED))
    for colour in ZONE_BGR.values():
        assert np.any(np.all(picture == colour, axis=2))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [(WORKED, ReadingVerdict.RIGHT), (WORKED.replace("X", "O", 1), ReadingVerdict.WRONG)],
)
def test_verdicts(text, verdict):
    assert judge_board(reading_of(WORKED).turned(), text)[0] is verdict


def test_a_doubtful_cell_is_flagged_and_a_spoilt_one_must_be():
    doubtful = reading_of(WORKED, doubtful=("a1",))
    assert doubtful.problems == (DOUBTFUL_CELL,)
    verdict, cells = judge_board(doubtful, "#" + WORKED[1:])
    assert verdict is ReadingVerdict.FLAGGED
    assert cells == {ReadingVerdict.RIGHT: len(ALL_CELLS) - 1, ReadingVerdict.FLAGGED: 1}
    assert judge_board(reading_of(WORKED), "#" + WORKED[1:])[0] is ReadingVerdict.WRONG
