"""The renderer: same seed same pixels, truth that agrees with what is drawn, styles kept apart."""

import cv2
import numpy as np
import pytest

from engine.mosaix import Symbol, parse_board, parse_figure
from vision.lab.mosaix.synth.homes import draw_board, draw_throw, home
from vision.lab.mosaix.synth.prints import Design, printed
from vision.lab.mosaix.synth.styles import (
    BOARDS_HELD_OUT,
    DICE_HELD_OUT,
    random_board_style,
    random_die_style,
)
from vision.lab.mosaix.synth.throws import MISHAPS

SMALL = (480, 360)
FIGURE = parse_figure("OTX/..O")
BOARD = parse_board("OOOOO../......./......./...T.../......./......./XX.....")


def ink_inside(frame, quad):
    """How much the middle of a face differs from its rim, in screen values."""
    target = np.array([[0, 0], [40, 0], [40, 40], [0, 40]], np.float32)
    face = cv2.warpPerspective(
        frame, cv2.getPerspectiveTransform(np.float32(quad), target), (40, 40)
    )
    return float(face.reshape(-1, 3).astype(float).std(axis=0).max())


def test_the_same_seed_draws_the_same_throw():
    one, two = (draw_throw(home(5, SMALL), FIGURE, 3) for _ in range(2))
    assert np.array_equal(one.frame_bgr, two.frame_bgr)
    assert not np.array_equal(one.frame_bgr, draw_throw(home(5, SMALL), FIGURE, 4).frame_bgr)


def test_the_truth_is_where_the_dice_are():
    drawn = draw_throw(home(5, SMALL), FIGURE, 3)
    assert [die.symbol.value for die in drawn.dice] == ["O", "T", "X", "O"]
    for die in drawn.dice:
        assert die.is_level
        assert die.visible > 0.9
        assert ink_inside(drawn.frame_bgr, die.quad_xy) > 8
        area = cv2.contourArea(np.float32(die.quad_xy), oriented=True)
        assert area > 0, "clockwise in the picture"


def test_the_truth_is_where_the_grid_is():
    drawn = draw_board(home(6, SMALL), BOARD, 1)
    (board,) = drawn.boards
    assert board.text == str(BOARD)
    assert board.visible > 0.95
    assert cv2.contourArea(np.float32(board.quad_xy), oriented=True) > 0


@pytest.mark.parametrize("mishap", MISHAPS)
def test_every_mishap_can_be_drawn(mishap):
    drawn = draw_throw(home(7, SMALL), FIGURE, 2, mishap)
    wanted = {"no-dice": (0,), "too-few": (1, 2, 3), "too-many": (5,)}.get(mishap, (4,))
    assert len(drawn.dice) in wanted
    if mishap == "tilted":
        assert sum(not die.is_level for die in drawn.dice) == 1
    if mishap == "stacked":
        assert sum(die.z_mm > 0 for die in drawn.dice) == 1
    if mishap in ("cut-off", "hand"):
        assert min(die.visible for die in drawn.dice) < 0.75


def test_an_unknown_mishap_is_refused():
    with pytest.raises(ValueError, match="no mishap"):
        draw_throw(home(7, SMALL), FIGURE, 2, "eaten")


@pytest.mark.parametrize("symbol", Symbol)
def test_a_printed_symbol_is_in_the_middle_of_its_face(symbol):
    ink = printed(symbol, Design(), 48)
    rows, columns = np.nonzero(ink > 0.5)
    assert abs(rows.mean() - 23.5) < 4
    assert abs(columns.mean() - 23.5) < 1


def test_held_out_looks_are_far_from_those_of_training():
    rng = np.random.default_rng(1)
    for _ in range(300):
        die, board = random_die_style(rng), random_board_style(rng)
        for held in DICE_HELD_OUT.values():
            assert np.abs(np.subtract(die.body, held.body)).max() > 12
        assert not die.design.taper
        assert not die.design.ring_within
        for held_board in BOARDS_HELD_OUT.values():
            assert np.abs(np.subtract(board.base, held_board.base)).max() > 12
