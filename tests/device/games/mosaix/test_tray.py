"""The virtual tray: dice that slide together, a board to draw on, and the promise of the eyes."""

import math
from random import Random

import pygame
import pytest

from device.core import events as on
from device.games.mosaix.effects import ThrowDice
from device.games.mosaix.model import Mosaix, Phase
from device.lab.mosaix import tray as hands
from device.lab.mosaix.desk import KEYS, TrayWindow
from device.lab.mosaix.tray import new_tray
from device.lab.virtual.window import BUTTONS, TABLE, WINDOW, button_name
from device.ui import theme
from engine.mosaix import CENTRE, Cell, Symbol, parse_figure, score
from engine.sepmosa import Player
from vision.boards.read import read_board
from vision.dice.read import read_throw
from vision.mosaix import MosaixEyes

FIGURE = parse_figure("OTX/..O")


def apart(one, two):
    return math.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)


def test_a_die_dropped_beside_another_slides_close_to_it():
    tray = new_tray()
    size = tray.place.dice.size_mm
    first, last = tray.dice[0], tray.dice[3]
    tray = hands.grab(tray, (last.x_mm, last.y_mm))
    assert tray.held == 3
    tray = hands.move_hand(tray, (first.x_mm + 1.2 * size, first.y_mm + 0.1 * size))
    tray = hands.drop(tray)
    assert tray.held is None
    assert apart(tray.dice[0], tray.dice[3]) == pytest.approx(size, rel=0.02)


def test_a_die_dropped_far_off_stays_there():
    tray = new_tray()
    die = tray.dice[1]
    tray = hands.drop(hands.move_hand(hands.grab(tray, (die.x_mm, die.y_mm)), (-60.0, -40.0)))
    assert (tray.dice[1].x_mm, tray.dice[1].y_mm) == (-60.0, -40.0)


def test_dice_are_tipped_turned_and_thrown():
    tray = new_tray()
    die = tray.dice[0]
    at = (die.x_mm, die.y_mm)
    assert hands.tip_die(tray, at).dice[0].symbol is Symbol.TRIANGLE
    assert hands.turn_die(tray, at, 6.0).dice[0].angle_deg == die.angle_deg + 6.0
    assert hands.tip_die(tray, (500.0, 500.0)) == tray
    rolled = hands.roll(tray, Random(3))
    size = tray.place.dice.size_mm
    assert all(apart(a, b) > size for a in rolled.dice for b in rolled.dice if a is not b)


def test_a_board_is_drawn_on_cell_by_cell_and_its_centre_is_never_wiped():
    tray = new_tray()
    for wanted in (*Symbol, None):
        tray = hands.draw_symbol(tray, Cell(1, 2))
        assert tray.board[Cell(1, 2)] is wanted
    for _ in range(4):
        tray = hands.draw_symbol(tray, CENTRE)
        assert tray.board[CENTRE] is not None


def test_a_cell_is_found_where_the_camera_shows_it():
    tray = new_tray()
    corners = hands.grid_corners(tray.place.boards[0])
    (left, top), (right, low) = corners[0], corners[2]
    for row, column in ((1, 1), (4, 4), (7, 2)):
        x = left + (column - 0.5) / 7 * (right - left)
        y = top + (row - 0.5) / 7 * (low - top)
        assert hands.cell_at(tray, (x, y)) == Cell(row, column)
    assert hands.cell_at(tray, (right + 5, top)) is None


def window():
    return TrayWindow(new_tray(), Random(1))


def mouse(kind, pos, button=1):
    return pygame.event.Event(kind, pos=pos, button=button, buttons=(1, 0, 0))


def on_table(shown, die):
    camera = hands.camera_of(shown.tray, False)
    wide, high = camera.size_wh
    x = (die.x_mm * camera.zoom + wide / 2) * TABLE.width / wide + TABLE.x
    y = (die.y_mm * camera.zoom + high / 2) * TABLE.height / high + TABLE.y
    return round(x), round(y)


def test_the_mouse_drags_a_die():
    shown = window()
    at = on_table(shown, shown.tray.dice[2])
    list(shown.handle(mouse(pygame.MOUSEBUTTONDOWN, at), 0.0))
    assert shown.tray.held == 2
    list(shown.handle(mouse(pygame.MOUSEMOTION, (at[0] + 90, at[1] - 120)), 0.1))
    list(shown.handle(mouse(pygame.MOUSEBUTTONUP, (at[0] + 90, at[1] - 120)), 0.2))
    assert on_table(shown, shown.tray.dice[2]) == pytest.approx((at[0] + 90, at[1] - 120), abs=2)
    list(shown.handle(mouse(pygame.MOUSEBUTTONDOWN, (at[0] + 90, at[1] - 120), 3), 0.3))
    assert shown.tray.dice[2].symbol is Symbol.CIRCLE


def test_the_touchscreen_throws_the_dice_on_the_tray():
    shown = window()
    before = shown.tray.dice
    shown.do(ThrowDice())  # those that are nowhere but on the screen
    assert shown.tray.dice == before
    shown.do(ThrowDice(on_table=True))
    assert shown.tray.dice != before


def test_keys_and_buttons_beside_the_tray():
    shown = window()
    before = shown.tray.dice
    list(shown.handle(mouse(pygame.MOUSEBUTTONDOWN, (KEYS.right - 20, KEYS.centery)), 0.0))
    assert shown.tray.dice != before
    up = mouse(pygame.MOUSEBUTTONUP, BUTTONS[1].center)
    for held, told, released in (
        (0.2, [], [on.Press(Player.TWO)]),
        (1.0, [on.Hold(Player.TWO)], []),
    ):
        list(shown.handle(mouse(pygame.MOUSEBUTTONDOWN, BUTTONS[1].center), 0.0))
        assert list(shown.tick(held)) == told
        assert list(shown.handle(up, held)) == released


@pytest.mark.parametrize("phase", [Phase.SHOW, Phase.LAY])
def test_the_buttons_have_their_names_and_lamps(phase):
    """They were two grey discs, whatever a press would do."""
    model = Mosaix(phase=phase)
    surface = pygame.Surface(WINDOW)
    window().draw(surface, model, 0.0)
    lamp = surface.get_at((BUTTONS[0].centerx, BUTTONS[0].y + 30))[:3]
    assert (lamp == theme.GOLD) is (phase is Phase.SHOW)
    assert button_name(model, Player.ONE) == "Confirm"


def test_a_board_lies_there_when_one_is_to_be_counted():
    shown = window()
    shown.follow(Mosaix(phase=Phase.COUNT))
    assert shown.is_board
    list(shown.handle(mouse(pygame.MOUSEBUTTONDOWN, (KEYS.x + 20, KEYS.centery)), 0.0))
    assert shown.tray.board.filled.bit_count() > 20
    surface = pygame.Surface(WINDOW)
    shown.draw(surface, Mosaix(phase=Phase.COUNT), 0.0)
    shown.see()
    shown.draw(surface, Mosaix(phase=Phase.COUNT), 0.0)
    assert shown.frame is not None
    shown.follow(Mosaix(phase=Phase.LAY))
    assert not shown.is_board


def test_what_the_eyes_say_of_the_tray_is_right_or_unsure():
    eyes = MosaixEyes()
    tray = new_tray()
    read = read_throw(eyes.dice, hands.frame_of(hands.lay(tray, FIGURE), False, 1)).figure
    assert read is None or read.canonical() == FIGURE.canonical()
    tray = hands.fill_board(tray, Random(2))
    seen = read_board(eyes.boards, hands.frame_of(tray, True, 1))
    assert not seen.is_sure or score(seen.board) == score(tray.board)
