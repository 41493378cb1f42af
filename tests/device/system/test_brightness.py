"""Brightness: a made-up backlight, none at all, and one that cannot be written to."""

from dataclasses import replace

import pygame
import pytest

from device.core.effects import KeepSettings
from device.core.loop import TouchScreen
from device.core.settings import Settings
from device.games.sepmosa.model import Model
from device.system.brightness import DIMMEST, Backlight, dim, find_backlight


@pytest.fixture
def backlights(tmp_path):
    for name, most in (("a-broken", "much"), ("b-good", "255")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "max_brightness").write_text(most)
        (folder / "brightness").write_text("0")
    return tmp_path


def test_the_first_backlight_that_works_is_set_and_follows_the_setting(backlights):
    light = find_backlight(50, backlights)
    assert light == Backlight(backlights / "b-good")
    told = backlights / "b-good" / "brightness"
    assert told.read_text() == "128"
    light.do(KeepSettings(Settings(brightness=10)))
    assert told.read_text() == "26"


def test_no_backlight_is_no_trouble(tmp_path):
    assert find_backlight(50, tmp_path / "none") is None
    assert find_backlight(50, tmp_path) is None
    assert not Backlight(tmp_path / "gone").show(50)


def test_a_picture_is_dimmed_but_never_dark():
    surface = pygame.Surface((4, 4))
    levels = []
    for percent in (100, 60, 10):
        surface.fill((255, 255, 255))
        dim(surface, percent)
        levels.append(surface.get_at((0, 0)).r)
    assert levels == [255, 173, DIMMEST]


def test_the_screen_is_dimmed_where_no_backlight_can():
    model = Model()
    dark = replace(model, settings=replace(model.settings, brightness=10))
    shown = []
    for each, dims in ((model, True), (dark, True), (dark, False)):
        surface = pygame.Surface((800, 480))
        TouchScreen(surface, dims=dims).draw(each, 9.0)
        shown.append(pygame.image.tobytes(surface, "RGB"))
    assert shown[0] == shown[2] != shown[1]
