"""MOSAIX's table of phases: nothing unreachable, no dead end, and every row keeps its word."""

from dataclasses import replace
from random import Random

import pytest

from device.core import events as companion
from device.core.effects import Led, LedState, TakeUp
from device.core.export_kind import ExportKind
from device.core.looking import Look
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import leds_of, rows_for, start, step
from device.core.settings import Settings
from device.games import MOSAIX
from device.games.mosaix import events as on
from device.games.mosaix.effects import Target
from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.phases import ORIGINS, TABLE
from device.games.sepmosa.effects import WatchTable
from device.lab.mosaix.samples import MOMENTS, mosaix_sample
from device.lab.screens.sample_games import playing
from device.ui.controls import Button, Slider, Toggle
from device.ui.state import Ui
from device.ui.view import View
from device.ui.widgets import walk
from engine.mosaix import ROLLS, SYMBOLS, Cell, parse_figure
from engine.mosaix.values import ALL_CELLS
from engine.sepmosa import Player

TOUCHED = frozenset(
    {companion.Back, companion.Confirm, companion.Go, companion.Resume, companion.Rematch}
)
FIGURE = parse_figure("OTX/..O")
LATER = 1e9  # monotonic seconds, after anything that happens here


def leads(phase, kinds=None):
    rows = (row for kind, row in TABLE.get(phase, {}).items() if kinds is None or kind in kinds)
    return set().union(*(row.leads_to for row in rows))


def test_every_phase_has_its_rows_and_can_be_reached():
    assert set(TABLE) == {CommonPhase.FAULT, *Phase}
    reached, edge = {Phase.MENU}, {Phase.MENU}
    while edge:
        edge = set().union(*map(leads, edge)) - reached
        reached |= edge
    assert reached == {CommonPhase.HOME, CommonPhase.SETTINGS, *Phase}


def test_no_button_answers_whether_to_end_the_game_and_both_are_dark():
    asked = mosaix_sample("ask-end").model
    assert {led.state for led in leds_of(asked)} == {LedState.OFF}
    assert step(asked, companion.Press(0))[0] == asked


def test_what_a_button_says_to_taking_back_stands_on_the_screen():
    sample = mosaix_sample("ask-undo")
    assert {led.state for led in leds_of(sample.model)} == {LedState.LIT}
    shown = walk(View(sample.ui, sample.model.phase).scene(sample.model, (800, 480)))
    assert "Either button says yes" in {getattr(each, "text", "") for each in shown}


def test_no_phase_is_a_dead_end():
    """From everywhere one gets out of MOSAIX again, by touch alone."""
    out = {CommonPhase.HOME}
    while True:
        more = {phase for phase in Phase if leads(phase, TOUCHED) & out} | out
        if more == out:
            break
        out = more
    assert out == {CommonPhase.HOME, *Phase}


def test_back_leads_only_where_one_came_from():
    for phase, origins in ORIGINS.items():
        for origin in origins:
            assert phase in leads(origin), (origin, phase)


@pytest.mark.parametrize("name", MOMENTS)
def test_everything_that_can_be_touched_leads_somewhere(name):
    sample = mosaix_sample(name)
    scene = View(sample.ui, sample.model.phase).scene(sample.model, (800, 480))
    meant = [each.meant for each in walk(scene) if isinstance(each, Button | Toggle)]
    meant += [each.value_at(each.rect.centerx) for each in walk(scene) if isinstance(each, Slider)]
    events = [each for each in meant if each is not None and not isinstance(each, Ui)]
    assert any(meant)
    dead = [
        each
        for each in events
        if not isinstance(each, companion.Change) and not rows_for(sample.model, each)
    ]
    assert not dead


def some_events(rng, model):
    """Anything that players, the camera and the edges may do, sensible or not."""
    cell, player = rng.choice(ALL_CELLS), rng.randrange(5)
    cells = tuple(rng.choice((None, *SYMBOLS)) for _ in ALL_CELLS)
    look = model.look + rng.choice((0, 0, 0, -1))
    return rng.choice(
        [
            companion.Back(),
            companion.Confirm(),
            companion.Confirm(),
            companion.Press(rng.choice(list(Player))),
            companion.Hold(Player.ONE),
            companion.CameraChanged(rng.choice(list(CameraStatus))),
            companion.Tick(model.now + rng.random()),
            companion.Go(rng.choice(list(Phase))),
            on.SetPlayers(player),
            on.SetKept(rng.random() < 0.5),
            companion.Resume(),
            companion.Rematch(),
            on.TouchPlace((rng.randrange(5), rng.randrange(5))),
            on.ChooseBrush(rng.choice(SYMBOLS)),
            on.ThrowForMe(),
            on.AskCoach(),
            on.LetGo(),
            on.TouchCell(cell),
            on.TouchCell(cell),
            on.TurnFigure(),
            on.ChoosePlayer(player),
            on.Finish(),
            on.SetBoxes(player),
            on.LookAgain(),
            companion.AskUndo(rng.randrange(1, 4)),
            companion.AskRedo(),
            companion.ChooseGame(player),
            companion.Slide(player),
            companion.ChooseExport(ExportKind.RECORD),
            companion.Delete(player),
            companion.Restore(),
            on.ThrowSeen(look, FIGURE, LATER),
            on.ThrowSeen(look, None, LATER, "too-few"),
            on.BoardSeen(look, cells, LATER, frozenset({cell})),
            on.BoardSeen(look, None, LATER),
            companion.LotFell(player),
            on.Rolled(rng.choice(ROLLS)),
            companion.GameBegun(7),
            companion.GamesListed(()),
            companion.GameLoaded(None),
        ]
    )


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_every_row_keeps_to_the_phases_it_names(seed):
    rng = Random(seed)
    model = Mosaix(phase=Phase.MENU, camera=CameraStatus.WELL)
    seen = set()
    for _ in range(600):
        if model.plays is not MOSAIX:
            model = Mosaix(phase=Phase.MENU, camera=CameraStatus.WELL)
        event = some_events(rng, model)
        allowed = {model.phase}.union(*(row.leads_to for row in rows_for(model, event)))
        after, effects = step(model, event)
        assert after.phase in allowed, (model.phase, event, after.phase)
        if after.plays is not MOSAIX:
            model = after
            continue
        watched = [effect for effect in effects if isinstance(effect, Look)]
        assert (after.look != model.look) == bool(watched)
        model = after
        seen.add(model.phase)
        if rng.random() < 0.1:
            assert View().scene(model, (800, 480))
    assert {Phase.LAY, Phase.NEW} <= seen


def test_the_camera_looks_at_what_the_phase_is_about():
    wanted = {Phase.LAY: Target.DICE, Phase.COUNT: Target.BOARD, Phase.HELP: None}
    for phase, target in wanted.items():
        model = Mosaix(phase=Phase.MENU)
        if phase is Phase.LAY:
            model = mosaix_sample("menu").model
            _, effects = step(model, companion.Resume())
        else:
            _, effects = step(model, companion.Go(phase))
        assert [each.target for each in effects if isinstance(each, Look)] == [target]


def test_a_button_is_lit_when_it_means_something():
    model = mosaix_sample("lay").model
    look = model.look
    after, effects = step(model, on.ThrowSeen(look, FIGURE, LATER))
    assert set(effects) == {Led(player, LedState.LIT) for player in Player}
    _, effects = step(after, on.ThrowSeen(look, None, LATER))
    assert set(effects) == {Led(player, LedState.OFF) for player in Player}


def test_left_for_home_the_camera_looks_at_the_mosaic_again():
    home = replace(playing(), phase=CommonPhase.HOME)
    menu, effects = step(home, companion.EnterGame("mosaix"))
    assert (menu.plays, menu.phase, effects[0]) == (MOSAIX, Phase.MENU, TakeUp(MOSAIX))
    after, effects = step(menu, companion.Back())
    assert (after.phase, after.game) == (CommonPhase.HOME, home.game)
    kinds = [type(each) for each in effects]
    assert kinds.index(TakeUp) < kinds.index(WatchTable)


def test_what_is_done_in_mosaix_stays_while_another_game_is_in_hand():
    menu, _ = step(start(Settings())[0], companion.EnterGame("mosaix"))
    new, _ = step(step(menu, companion.Go(Phase.NEW))[0], on.SetPlayers(3))
    home, _ = step(step(new, companion.Back())[0], companion.Back())
    again, _ = step(home, companion.EnterGame("mosaix"))
    assert again.plan.players == 3


def test_a_cell_is_a_cell():
    assert rows_for(Mosaix(phase=Phase.ENTER), on.TouchCell(Cell(1, 1)))
    assert not rows_for(Mosaix(phase=Phase.LAY), on.TouchCell(Cell(1, 1)))
