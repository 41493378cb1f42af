"""Large text, and the magnifier for places that a finger cannot tell apart."""

from dataclasses import replace

import pygame
import pytest

from device.core.settings import Settings
from device.games.sepmosa.events import ChooseCell
from device.games.sepmosa.ui.mosaic import MosaicView
from device.lab.screens.samples import SAMPLES
from device.ui.state import Ui
from device.ui.theme import FINGER
from device.ui.view import View
from device.ui.widgets import Label, in_large_text, walk
from engine.sepmosa import Cell
from engine.sepmosa.notation import parse_mosaic

WIDE = parse_mosaic({f"4{column:+}": "R7" for column in range(-6, 8) if column})
ROOM = pygame.Rect(0, 0, 560, 392)


def labels(scene):
    return [each for each in walk(scene) if isinstance(each, Label)]


@pytest.mark.parametrize("name", SAMPLES)
def test_large_text_is_never_smaller_nor_cut_where_it_was_not(name):
    sample = SAMPLES[name]()
    view = View()
    scene = view.scene(sample.model, (800, 480), 10.0)
    for small, large in zip(labels(scene), labels(in_large_text(scene)), strict=True):
        assert large.fit.size >= small.fit.size
        assert large.fit.is_cut <= small.fit.is_cut


def test_most_words_grow():
    sizes = []
    for make in SAMPLES.values():
        scene = View().scene(make().model, (800, 480), 10.0)
        for small, large in zip(labels(scene), labels(in_large_text(scene)), strict=True):
            if small.text:
                sizes.append(large.fit.size / small.fit.size)
    grown = sum(each > 1.1 for each in sizes) / len(sizes)
    assert grown > 0.5, grown


def test_the_setting_makes_words_large():
    model = SAMPLES["turn"]().model
    large = replace(model, settings=replace(Settings(), has_large_text=True))
    plain = replace(model, settings=Settings())
    both = [labels(View().scene(each, (800, 480), 10.0)) for each in (plain, large)]
    assert sum(each.fit.size for each in both[1]) > 1.1 * sum(each.fit.size for each in both[0])


def wide(**more):
    return MosaicView(ROOM, WIDE, meant=ChooseCell, zoom=Ui(), **more)


def test_a_wide_mosaic_has_places_smaller_than_a_finger():
    assert wide().grid.across < FINGER


def test_a_touch_between_two_places_brings_the_magnifier_and_there_each_is_large_enough():
    view = wide()
    left = view.grid.rect(Cell(4, 2))
    between = (left.right, left.centery)
    zoomed = view.tap(between)
    assert isinstance(zoomed, Ui)
    assert zoomed.focus in (Cell(4, 2), Cell(4, 3))
    near = wide(focus=zoomed.focus)
    assert near.grid.across >= FINGER
    for cell in (Cell(4, 2), Cell(4, 3)):
        assert near.tap(near.grid.rect(cell).center) == ChooseCell(cell)


def test_a_touch_in_the_middle_of_a_place_means_it_at_once():
    view = wide()
    for cell in WIDE:
        assert view.tap(view.grid.rect(cell).center) == ChooseCell(cell)


def test_a_place_that_stands_alone_is_as_large_as_a_finger():
    view = wide(targets={Cell(4, 2): "+3", Cell(3, 5): "+0"})
    x, y = view.grid.rect(Cell(4, 2)).center
    reach = FINGER // 2 - 1
    for dx, dy in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
        assert view.tap((x + dx, y + dy)) == ChooseCell(Cell(4, 2))


def test_no_magnifier_where_places_are_large():
    few = MosaicView(ROOM, parse_mosaic({"4+1": "R7"}), meant=ChooseCell, zoom=Ui())
    rect = few.grid.rect(Cell(4, 1))
    for x in range(rect.left, rect.right):
        assert few.tap((x, rect.centery)) == ChooseCell(Cell(4, 1))
