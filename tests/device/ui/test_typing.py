"""Names: letters of other languages on the screen, and a real keyboard that types there."""

from dataclasses import replace

import pygame
import pytest

from device.core import events as on
from device.core.loop import Keys
from device.games.sepmosa.model import Model, Phase
from device.ui.keyboard import ACCENTS, LONGEST_NAME
from device.ui.state import Sheet, Ui
from device.ui.view import View
from device.ui.widgets import Label, walk

SIZE = (800, 480)


@pytest.fixture
def model():
    return Model(phase=Phase.NEW_GAME)


@pytest.fixture
def view(model):
    view = View()
    view.notice(model, 0.0)
    view.ui = Ui(Sheet.NAME_ONE)
    return view


def text(letters):
    return pygame.event.Event(pygame.TEXTINPUT, text=letters)


def key(which):
    return pygame.event.Event(pygame.KEYDOWN, key=which, mod=0)


def typed(view, model, *events):
    return [view.keyed(model, SIZE, event) for event in events]


def test_a_real_keyboard_types_a_name_and_enter_keeps_it(view, model):
    events = [*map(text, "Zoée"), key(pygame.K_BACKSPACE), key(pygame.K_RETURN)]
    assert typed(view, model, *events)[-1] == on.SetName(0, "Zoé")
    assert view.ui.sheet is Sheet.NONE


def test_escape_leaves_the_name_as_it_was(view, model):
    assert typed(view, model, text("x"), key(pygame.K_ESCAPE)) == [None, None]
    assert view.ui.sheet is Sheet.NONE


def test_no_name_is_typed_too_long_nor_with_signs_that_cannot_be_seen(view, model):
    typed(view, model, text(" \t" + "a" * 99))
    assert view.ui.typed == "a" * LONGEST_NAME


def test_a_and_l_are_letters_while_a_name_is_typed(view, model):
    """They stand in for the buttons otherwise, and pressing one began the game."""
    assert view.is_typing(model, SIZE)
    view.ui = Ui()
    assert not view.is_typing(model, SIZE)
    assert typed(view, model, text("a")) == [None]
    keys = Keys()
    list(keys.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0), 0.0))
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_a, mod=0)
    assert list(keys.take(up, 0.1)) == [on.Press(0)]


def test_letters_of_other_languages_are_a_touch_away(view, model):
    def letters():
        scene = view.scene(model, SIZE)
        return {each.text for each in walk(scene) if isinstance(each, Label)}

    assert "Ž" not in letters()
    view.ui = replace(view.ui, has_accents=True)
    assert {letter.upper() for letter in "".join(ACCENTS) if letter != "ß"} <= letters()
