"""Fingers and the mouse on the screen: events as SDL gives them, through to what they mean."""

from dataclasses import replace

import pygame
import pytest

from device.core import events as on
from device.core.loop import Keys, TouchScreen
from device.games.sepmosa.model import Phase
from device.ui.controls import Button
from device.ui.touch import Stroke, Touch, TouchStep
from device.ui.view import View, upright_point
from device.ui.widgets import walk
from engine.sepmosa import Player
from tests.device.ui.references import sample_of

SIZE = (800, 480)
SCREEN, OTHER = 6, 7  # touchscreens as SDL numbers them


def finger(kind, at, number=1, touchscreen=SCREEN):
    """A finger's event, as SDL 2.32 gives it without a desktop."""
    x, y = at[0] / SIZE[0], at[1] / SIZE[1]
    return pygame.event.Event(
        kind, touch_id=touchscreen, finger_id=number, x=x, y=y, dx=0.0, dy=0.0, window=None
    )


def mouse(kind, at, touch=False, button=1):
    given = {"button": button} if kind != pygame.MOUSEMOTION else {"buttons": (1, 0, 0)}
    return pygame.event.Event(kind, pos=at, touch=touch, window=None, **given)


def down(at, number=1, touchscreen=SCREEN):
    return finger(pygame.FINGERDOWN, at, number, touchscreen)


def moved(at, number=1, touchscreen=SCREEN):
    return finger(pygame.FINGERMOTION, at, number, touchscreen)


def up(at, number=1, touchscreen=SCREEN):
    return finger(pygame.FINGERUP, at, number, touchscreen)


def strokes(touch, *happened):
    return [found for each in happened if (found := touch.read(each, SIZE)) is not None]


def test_a_finger_presses_moves_and_is_lifted():
    told = strokes(Touch(True), down((100, 50)), moved((120, 80)), up((120, 80)))
    assert told == [
        Stroke(TouchStep.PRESS, (100, 50)),
        Stroke(TouchStep.MOVE, (120, 80)),
        Stroke(TouchStep.RELEASE, (120, 80)),
    ]


def test_the_screens_edges_are_on_the_screen():
    touch = Touch(True)
    assert strokes(touch, down((0, 0)), up(SIZE)) == [
        Stroke(TouchStep.PRESS, (0, 0)),
        Stroke(TouchStep.RELEASE, (799, 479)),
    ]
    assert strokes(touch, down((-3, 900))) == [Stroke(TouchStep.PRESS, (0, 479))]


def test_a_second_finger_does_nothing():
    both = [down((100, 50)), down((600, 300), 2), moved((610, 310), 2), up((610, 310), 2)]
    assert strokes(Touch(True), *both, up((100, 50))) == [
        Stroke(TouchStep.PRESS, (100, 50)),
        Stroke(TouchStep.RELEASE, (100, 50)),
    ]


def test_a_second_finger_does_nothing_after_the_first_is_lifted_either():
    touch = Touch(True)
    strokes(touch, down((100, 50)), down((600, 300), 2), up((100, 50)))
    assert strokes(touch, moved((300, 300), 2), up((300, 300), 2)) == []
    assert strokes(touch, down((200, 200), 3)) == [Stroke(TouchStep.PRESS, (200, 200))]


def test_the_mouse_made_of_a_finger_counts_where_fingers_do_not_and_else_never():
    """With a desktop SDL gives both, the mouse marked as made by touch."""
    twins = [
        down((100, 50)),
        mouse(pygame.MOUSEBUTTONDOWN, (100, 50), touch=True),
        moved((120, 80)),
        mouse(pygame.MOUSEMOTION, (120, 80), touch=True),
        up((120, 80)),
        mouse(pygame.MOUSEBUTTONUP, (120, 80), touch=True),
    ]
    once = [TouchStep.PRESS, TouchStep.MOVE, TouchStep.RELEASE]
    for hears_fingers in (True, False):
        assert [each.step for each in strokes(Touch(hears_fingers), *twins)] == once


def test_the_mouse_made_of_a_finger_counts_no_second_time_when_it_comes_late():
    twin = [
        mouse(kind, (9, 9), touch=True) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ]
    told = strokes(Touch(True), down((9, 9)), up((9, 9)), *twin)
    assert [each.step for each in told] == [TouchStep.PRESS, TouchStep.RELEASE]


def test_only_the_left_button_presses_and_only_a_pressed_mouse_moves():
    touch = Touch(True)
    assert strokes(touch, mouse(pygame.MOUSEMOTION, (5, 5))) == []
    for button in (2, 3, 4):
        assert strokes(touch, mouse(pygame.MOUSEBUTTONDOWN, (5, 5), button=button)) == []
    pressed = mouse(pygame.MOUSEBUTTONDOWN, (5, 5)), mouse(pygame.MOUSEMOTION, (9, 9))
    assert [each.step for each in strokes(touch, *pressed)] == [TouchStep.PRESS, TouchStep.MOVE]
    assert strokes(touch, mouse(pygame.MOUSEBUTTONUP, (9, 9), button=3)) == []
    assert strokes(touch, mouse(pygame.MOUSEBUTTONUP, (9, 9))) == [
        Stroke(TouchStep.RELEASE, (9, 9))
    ]


@pytest.mark.parametrize(
    "lost", [pygame.WINDOWFOCUSLOST, pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED]
)
def test_a_lost_window_ends_the_touch(lost):
    touch = Touch(True)
    strokes(touch, down((100, 50)), moved((100, 90)))
    gone = pygame.event.Event(lost)
    assert strokes(touch, gone) == [Stroke(TouchStep.CANCEL, (100, 90))]
    assert strokes(touch, gone, moved((100, 99)), up((100, 99))) == []


def test_a_touchscreen_unplugged_under_a_finger_ends_the_touch():
    """SDL never tells that such a finger is gone, and gives the next touchscreen its number."""
    touch = Touch(True)
    strokes(touch, down((100, 50)))
    assert touch.check({SCREEN, OTHER}) is None
    assert touch.check({OTHER}) == Stroke(TouchStep.CANCEL, (100, 50))
    assert strokes(touch, down((10, 10), 2)) == [Stroke(TouchStep.PRESS, (10, 10))]
    assert Touch(True).check(set()) is None


def test_the_mouse_needs_no_touchscreen():
    touch = Touch(False)
    strokes(touch, mouse(pygame.MOUSEBUTTONDOWN, (5, 5)))
    assert touch.check(set()) is None


# On the screen


def on_display(upright, turned):
    """The point of the display that is read as `upright` when the screen is turned so far."""
    page = SIZE if turned % 180 == 0 else SIZE[::-1]
    back = upright_point(upright, page, 360 - turned)
    assert upright_point(back, SIZE, turned) == upright
    return back


def screen_for(model, turned):
    """A touchscreen, and the model that it shows turned."""
    model = replace(model, settings=replace(model.settings, rotation=turned))
    screen = TouchScreen(pygame.Surface(SIZE), hears_fingers=True)
    screen.draw(model, 0.0)
    return screen, model


def takes(screen, model, *happened):
    return [meant for each in happened for meant in screen.take(each, model, 0.0)]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_tap_means_the_key_under_it_however_the_screen_is_turned(turned):
    screen, model = screen_for(sample_of("home").model, turned)
    wanted = on.Go(Phase.NEW_GAME)
    scene = View().scene(model, SIZE)
    (key,) = [each for each in walk(scene) if isinstance(each, Button) and each.meant == wanted]
    at = on_display(key.rect.center, turned)
    assert takes(screen, model, down(at), up(at)) == [wanted]
    assert takes(screen, model, down(at), down((5, 5), 2), up((5, 5), 2)) == []
    assert takes(screen, model, up(at)) == [wanted]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_drag_pushes_the_list_however_the_screen_is_turned(turned):
    screen, model = screen_for(sample_of("history").model, turned)
    start, end = (on_display(at, turned) for at in ((240, 400), (240, 280)))
    before = pygame.image.tobytes(screen._surface, "RGB")
    assert takes(screen, model, down(start), moved(end), up(end)) == []
    assert screen._view.ui.scroll == 120
    screen.draw(model, 0.0)
    assert pygame.image.tobytes(screen._surface, "RGB") != before


def test_a_cancelled_drag_moves_nothing_more_and_taps_nothing():
    screen, model = screen_for(sample_of("history").model, 0)
    lost = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    assert takes(screen, model, down((240, 400)), moved((240, 350)), lost) == []
    pushed = screen._view.ui.scroll
    assert takes(screen, model, moved((240, 200)), up((240, 200))) == []
    assert screen._view.ui.scroll == pushed


def test_an_unplugged_touchscreen_is_noticed_by_itself(monkeypatch):
    screen, model = screen_for(sample_of("home").model, 0)
    takes(screen, model, down((700, 80)))
    monkeypatch.setattr("device.core.loop.touchscreens", set)
    assert list(screen.attend(model, 0.0)) == []
    assert takes(screen, model, up((700, 80))) == []


def test_beside_the_touchscreen_nothing_is_pressed():
    model = sample_of("home").model
    window = pygame.Surface((1000, 600))
    screen = TouchScreen(window, pygame.Rect(100, 100, *SIZE))
    key = (100 + 585, 100 + 36)  # that goes on with the open game
    beside = mouse(pygame.MOUSEBUTTONDOWN, (50, 50)), mouse(pygame.MOUSEBUTTONUP, key)
    assert takes(screen, model, *beside) == []
    pressed = mouse(pygame.MOUSEBUTTONDOWN, key), mouse(pygame.MOUSEBUTTONUP, key)
    assert takes(screen, model, *pressed) == [on.Resume()]
    dragged = mouse(pygame.MOUSEBUTTONDOWN, key), mouse(pygame.MOUSEMOTION, (990, 590))
    assert takes(screen, model, *dragged, mouse(pygame.MOUSEBUTTONUP, (990, 590))) == []


# Keys that stand in for buttons


def key(kind, code, mod=0):
    return pygame.event.Event(kind, key=code, mod=mod)


def pressed(keys, code, mod=0):
    return [
        *keys.take(key(pygame.KEYDOWN, code, mod), 0.0),
        *keys.take(key(pygame.KEYUP, code, mod), 0.1),
    ]


def test_two_letters_stand_in_for_the_buttons():
    keys = Keys()
    assert pressed(keys, pygame.K_a) == [on.Press(Player.ONE)]
    assert pressed(keys, pygame.K_l) == [on.Press(Player.TWO)]


@pytest.mark.parametrize(
    "code", [pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_LSHIFT, pygame.K_LMETA]
)
def test_no_modifier_is_a_button(code):
    """Ctrl-Alt-F2 asks for a login and must not confirm a move."""
    assert pressed(Keys(), code) == []


@pytest.mark.parametrize("mod", [pygame.KMOD_LCTRL, pygame.KMOD_RALT, pygame.KMOD_LMETA])
def test_a_letter_with_a_modifier_is_no_button(mod):
    assert pressed(Keys(), pygame.K_a, mod) == []


def test_a_key_held_when_the_window_is_lost_is_forgotten():
    keys = Keys()
    assert list(keys.take(key(pygame.KEYDOWN, pygame.K_a), 0.0)) == []
    assert list(keys.take(pygame.event.Event(pygame.WINDOWFOCUSLOST), 0.1)) == []
    assert list(keys.attend(9.0)) == []
    assert list(keys.take(key(pygame.KEYUP, pygame.K_a), 9.1)) == []
