"""A touch means what lies under the finger, however the screen is turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from device.core import events as on
from device.core.messages import Message, say
from device.core.model import Notice
from device.core.phases import rows_for
from device.core.settings import ClockMode, Facing, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Model, Phase, Replay
from device.games.sepmosa.teaching.events import RenameProfile
from device.games.sepmosa.ui.mosaic import MosaicView, Nearby
from device.games.sepmosa.ui.tiles import TileView
from device.lab.screens.gallery import SIZES
from device.lab.screens.sample_games import playing
from device.lab.screens.samples import SAMPLES
from device.locale import Language
from device.ui.controls import Button, Slider, Toggle
from device.ui.marks import Turned
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import View, page_of, rotation_of, upright_point
from device.ui.widgets import Label, Scene, walk
from engine.sepmosa import Place, Player, parse_cell, parse_tile
from tests.device.ui.references import sample_of

SIZE = (800, 480)


def scene_of(name: str) -> Scene:
    sample = sample_of(name)
    return View(sample.ui, sample.model.phase).scene(sample.model, SIZE)


def meanings(scene: Scene) -> Iterator[Tap]:
    """All that the widgets of a scene can mean."""
    for widget in walk(scene):
        if (isinstance(widget, Button) and widget.meant is not None) or isinstance(widget, Toggle):
            yield widget.meant
        elif isinstance(widget, Slider):
            yield widget.value_at(widget.rect.centerx)


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_that_can_be_touched_leads_somewhere(name: str) -> None:
    model = sample_of(name).model
    dead = [
        meant
        for meant in meanings(scene_of(name))
        if not isinstance(meant, Ui) and not rows_for(model, meant)
    ]
    assert not dead


@pytest.mark.parametrize("name", SAMPLES)
def test_no_screen_is_a_dead_end(name: str) -> None:
    assert any(True for _ in meanings(scene_of(name)))


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_touch_is_found_on_a_turned_screen(turned: int) -> None:
    model = replace(sample_of("turn").model, settings=Settings(rotation=turned))
    size = SIZE if turned % 180 == 0 else (480, 800)
    view = View()
    drawn = pygame.Surface(size)
    view.draw(model, drawn, 0.0)
    scene = view.scene(model, size)
    yes = next(
        each for each in scene if isinstance(each, Button) and isinstance(each.meant, on.Confirm)
    )
    wanted = yes.rect.center
    page = page_of(size, turned)
    back = {
        0: wanted,
        90: (size[0] - 1 - wanted[1], wanted[0]),
        180: (size[0] - 1 - wanted[0], size[1] - 1 - wanted[1]),
        270: (wanted[1], size[1] - 1 - wanted[0]),
    }[turned]
    assert upright_point(back, size, turned) == wanted
    assert page.rect.collidepoint(wanted)
    assert view.touch(model, size, back) == yes.meant
    upright = pygame.Surface((page.width, page.height))
    View().draw(replace(model, settings=Settings()), upright, 9.0)
    View().draw(model, drawn, 9.0)
    assert upright.get_at((40, 470)) == drawn.get_at(
        {0: (40, 470), 90: (9, 40), 180: (759, 9), 270: (470, 439)}[turned]
    )


def test_the_screen_turns_to_the_player_whose_turn_it_is() -> None:
    settings = Settings(facing=Facing.TURNING)
    for turns in (60, 61):
        model = replace(playing(turns), settings=settings)
        assert model.table is not None
        assert rotation_of(model) == (180 if model.table.player is Player.TWO else 0)


def test_in_a_two_sided_header_the_second_score_stands_on_its_head() -> None:
    model = replace(playing(60), settings=Settings())
    one, two = pygame.Surface(SIZE), pygame.Surface(SIZE)
    View().draw(model, one, 9.0)
    View().draw(replace(model, settings=Settings(facing=Facing.TWO_SIDED)), two, 9.0)
    box = (662, 0, 138, 392)
    upside_down = pygame.transform.rotate(one.subsurface(box), 180)
    same = pygame.image.tobytes(upside_down, "RGB") == pygame.image.tobytes(
        two.subsurface(box).copy(), "RGB"
    )
    assert same
    left = (0, 0, 138, 392)
    assert pygame.image.tobytes(one.subsurface(left).copy(), "RGB") == pygame.image.tobytes(
        two.subsurface(left).copy(), "RGB"
    )


def touch(view: View, model: Model, at: tuple[int, int]) -> on.Event | None:
    return view.touch(model, SIZE, at)


def center(scene: Scene, meant: Tap) -> tuple[int, int]:
    found = next(each for each in scene if isinstance(each, Button) and each.meant == meant)
    return found.rect.center


def test_a_place_on_the_mosaic_is_a_cell() -> None:
    model, view = playing(), View()
    assert touch(view, model, (170, 195)) == own.ChooseCell(parse_cell("4-5"))


def test_any_misreading_is_put_right_in_two_touches() -> None:
    model, view = sample_of("unsure").model, View()
    opened = Ui(sheet=Sheet.TILES)
    assert touch(view, model, center(view.scene(model, SIZE), opened)) is None
    assert view.ui.sheet is Sheet.TILES
    cell = parse_cell("4-5")
    move = own.ChooseMove(Place(parse_tile("B4"), cell))
    assert touch(view, model, center(view.scene(model, SIZE), move)) == move
    assert view.ui.sheet is Sheet.NONE


def test_a_name_is_typed() -> None:
    model, view = sample_of("new-game").model, View()
    view.scene(model, SIZE)
    view.ui = Ui(sheet=Sheet.NAME_TWO)
    for letter in ("B", "o", "b"):
        scene = view.scene(model, SIZE)
        wanted = (view.ui.typed + letter)[-1]
        key = next(
            each
            for each in scene
            if isinstance(each, Button)
            and isinstance(each.meant, Ui)
            and each.meant.typed == view.ui.typed + wanted
        )
        assert touch(view, model, key.rect.center) is None
    assert view.ui.typed == "Bob"
    name = on.SetName(Player.TWO, "Bob")
    assert touch(view, model, center(view.scene(model, SIZE), name)) == name


def test_the_set_in_use_is_renamed_where_it_stands() -> None:
    model = sample_of("teach").model
    view = View(Ui(), model.phase)
    scene = view.scene(model, SIZE)
    keys = [key for key in walk(scene) if isinstance(key, Button) and isinstance(key.meant, Ui)]
    (row,) = [key for key in keys if key.meant.sheet is Sheet.NAME_ONE]
    assert touch(view, model, row.rect.center) is None
    assert view.ui.sheet is Sheet.NAME_ONE
    view.ui = replace(view.ui, typed="Kitchen ")
    done = RenameProfile("Kitchen")
    assert touch(view, model, center(view.scene(model, SIZE), done)) == done
    assert view.ui.sheet is Sheet.NONE


def test_a_sheet_keeps_touches_from_what_lies_under_it() -> None:
    model, view = playing(), View()
    view.scene(model, SIZE)
    view.ui = Ui(sheet=Sheet.MENU)
    assert touch(view, model, (5, 5)) is None
    assert view.ui.sheet is Sheet.NONE


def test_a_list_is_pushed_by_a_drag_and_not_tapped() -> None:
    model, view = sample_of("history").model, View()
    view.press(model, SIZE, (300, 400))
    assert view.move(model, SIZE, (300, 200)) is None
    assert view.release(model, SIZE, (300, 200)) is None
    assert view.ui.scroll == 200
    assert isinstance(touch(view, model, (300, 200)), own.ChooseTurn)


def test_the_replay_follows_the_knob() -> None:
    model, view = sample_of("replay").model, View()
    assert isinstance(model.replay, Replay)
    view.press(model, SIZE, (300, 445))
    assert view.move(model, SIZE, (560, 445)) == on.Slide(model.replay.turns)


def test_the_screens_own_state_starts_afresh_with_a_phase() -> None:
    view = View(Ui(tab=3), Phase.HELP)
    view.scene(sample_of("help-1").model, SIZE)
    assert view.ui.tab == 3
    view.scene(playing(), SIZE)
    assert view.ui == Ui()


def test_points_fly_for_less_than_a_quarter_of_a_second() -> None:
    sample, view = sample_of("turn-scored"), View()
    frames = []
    for now in (0.0, 0.1, 0.24, 0.3):
        frames.append(pygame.Surface(SIZE))
        view.draw(sample.model, frames[-1], now)
    pictures = [pygame.image.tobytes(frame, "RGB") for frame in frames]
    assert len(set(pictures[:3])) == 3
    assert pictures[2] == pictures[3]


@pytest.mark.parametrize("message", [Message.SCORED, Message.PASSED])
def test_what_was_played_needs_no_words_besides_the_bar(message: Message) -> None:
    model = playing()
    played = replace(model, notice=Notice(say(message, player=0, points=-2), 99.0))
    spoken = replace(model, notice=Notice(say(Message.UNDONE, depth=1), 99.0))
    assert View().scene(played, SIZE) == View().scene(model, SIZE)
    assert View().scene(spoken, SIZE) != View().scene(model, SIZE)


def test_drawing_changes_nothing() -> None:
    sample, view = sample_of("turn"), View()
    one, two = pygame.Surface(SIZE), pygame.Surface(SIZE)
    view.draw(sample.model, one, 5.0)
    view.draw(sample.model, two, 9.0)
    view.draw(sample.model, one, 9.0)
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB")
    assert Language.ENGLISH is sample.model.settings.language


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_on_any_page_the_second_players_header_stands_on_its_head(size: tuple[int, int]) -> None:
    model = replace(playing(60), settings=Settings(facing=Facing.TWO_SIDED))
    (turned,) = [each for each in View().scene(model, size) if isinstance(each, Turned)]
    name = next(each for each in turned.parts if isinstance(each, Label))
    assert name.text == model.names[1]
    one, two = pygame.Surface(size), pygame.Surface(size)
    View().draw(replace(model, settings=Settings()), one, 9.0)
    View().draw(model, two, 9.0)
    head = pygame.transform.rotate(one.subsurface(turned.rect), 180)
    assert pygame.image.tobytes(head, "RGB") == pygame.image.tobytes(
        two.subsurface(turned.rect).copy(), "RGB"
    )


@pytest.mark.parametrize("has_marks", [True, False])
def test_marks_are_on_every_tile_or_on_none(has_marks: bool) -> None:
    seen = 0
    for name in SAMPLES:
        sample = sample_of(name)
        model = replace(sample.model, settings=replace(sample.model.settings, has_marks=has_marks))
        for widget in walk(View(sample.ui, model.phase).scene(model, SIZE)):
            if isinstance(widget, TileView | MosaicView | Nearby):
                assert widget.has_marks is has_marks, name
                seen += 1
    assert seen > 100


@pytest.mark.parametrize("size", SIZES)
def test_no_key_of_the_clock_moves_under_a_finger(size: tuple[int, int]) -> None:
    model, places = sample_of("new-game").model, {}
    for now in ClockMode:
        settings = replace(model.settings, clock=now)
        scene = View().scene(replace(model, settings=settings), size)
        for mode in ClockMode:
            places[now, mode] = [
                key.rect
                for key in walk(scene)
                if isinstance(key, Button) and key.meant == on.Change(replace(settings, clock=mode))
            ]
    assert all(places[now, mode] == places[mode, mode] != [] for now, mode in places)
