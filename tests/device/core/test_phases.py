"""The table of phases: nothing unreachable, no dead end, and every row keeps its word."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest

from device.core import events as on
from device.core.effects import Led, LedState, Sound
from device.core.export_kind import ExportKind
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase, OpenGame
from device.core.phases import leds_of, start, step
from device.core.settings import ClockMode, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.handlers.changes import earlier_tables
from device.games.sepmosa.handlers.outcome import PLAYING
from device.games.sepmosa.model import PastGame, Phase
from device.games.sepmosa.phases import ANYWHERE, ORIGINS, TABLE
from engine.sepmosa import KINDS, Cell, Player, Reason, Start, Step, new_game
from engine.sepmosa.rules import scored_moves
from tests.device.driver import ONE, TWO, Session, cell, differing, game_at, move, playing, tile
from tests.vision.readings import seen
from vision.judge import Blocked, Breach, Kind, Proposal, Status

PHASES = {*CommonPhase, *Phase}
PLAYERS_CAN = frozenset(
    {on.Press, on.Hold, on.Go, on.Back, on.Confirm, own.ChooseTile, own.ChooseMove, on.Resume}
)


def leads(phase):
    rows = [*TABLE[phase].values(), *ANYWHERE.values()]
    return set().union(*(row.leads_to for row in rows)) - {phase}


def test_every_phase_has_its_rows():
    assert set(TABLE) == PHASES


def test_every_phase_can_be_reached():
    reached, edge = {CommonPhase.HOME}, {CommonPhase.HOME}
    while edge:
        edge = set().union(*map(leads, edge)) - reached
        reached |= edge
    assert reached == PHASES


def test_no_phase_is_a_dead_end():
    """From everywhere players can get home again, by their own doing."""
    home = {CommonPhase.HOME}
    while True:
        more = {
            phase
            for phase in PHASES
            if any(row.leads_to & home for kind, row in TABLE[phase].items() if kind in PLAYERS_CAN)
        }
        if more <= home:
            break
        home |= more
    assert home == PHASES


def test_every_phase_but_the_first_is_left_by_touch_alone():
    for phase in PHASES - {CommonPhase.HOME}:
        by_touch = {
            kind: row for kind, row in TABLE[phase].items() if kind not in (on.Press, on.Hold)
        }
        assert any(row.leads_to for row in by_touch.values()), phase


def test_back_leads_only_where_one_came_from():
    for phase, origins in ORIGINS.items():
        for origin in origins:
            assert phase in leads(origin), (origin, phase)


def test_a_stale_look_is_dropped():
    session = playing("R7@4+1")
    before = session.model
    late = own.Seen(before.state_id - 1, Proposal(Status.MOVE, move("R8@4+2"), 0), before.now + 1)
    assert step(before, late) == (before, ())


def test_what_a_phase_does_not_know_is_ignored():
    model, _ = start(Settings())
    assert step(model, on.Slide(3)) == (model, ())
    assert step(model, on.Go(Phase.TURN)) == (model, ())


def test_a_muted_companion_makes_no_sound():
    session = Session.begin(Settings(has_sound=False)).set_out()
    for event in (on.Press(ONE), on.Press(TWO), on.Hold(ONE)):
        session.do(event)
        assert not session.kinds(Sound)


def test_the_led_is_lit_for_whose_turn_it_is_and_blinks_when_asked():
    session = playing()
    session.moves("R7@4+1")
    assert set(session.kinds(Led)) == {Led(ONE, LedState.OFF), Led(TWO, LedState.LIT)}
    session.ask_to_pass()
    assert session.kinds(Led) == [Led(TWO, LedState.BLINKING)]


def test_no_button_answers_whether_to_shut_down_and_both_are_dark():
    session = playing("R7@4+1").do(on.Go(CommonPhase.HOME), on.Go(CommonPhase.SHUT_DOWN))
    assert {led.state for led in leds_of(session.model)} == {LedState.OFF}
    assert session.do(on.Press(ONE), on.Press(TWO)).phase is CommonPhase.SHUT_DOWN


def test_switched_on_with_an_open_game_it_can_be_resumed():
    played = playing("R7@4+1", "R8@4+2").model
    open_game = OpenGame(3, ("Anna", "Ben"), played.game)
    model, effects = start(Settings(), open_game)
    assert model.phase is CommonPhase.HOME
    assert [effect.table for effect in effects if hasattr(effect, "earlier")] == [played.table]
    resumed, _ = step(model, on.Resume())
    assert (resumed.phase, resumed.game_id, resumed.names) == (Phase.TURN, 3, ("Anna", "Ben"))


def test_the_two_who_played_last_are_taken_to_play_again():
    model, _ = start(Settings(), known_names=("Ben", "Anna", "Cleo"))
    assert model.names == ("Anna", "Ben")
    assert start(Settings(), known_names=("Ben",))[0].names == ("", "")


def test_nothing_is_touched_on_import():
    """Neither pins nor screens nor sound are looked for before they are wanted."""
    code = (
        "import sys, device.core.phases, device.buttons, device.system.sounds, device.core.config\n"
        "import device.store.store, device.store.edge\n"
        "import device.camera.choose, device.games.sepmosa.watcher\n"
        "print({'pygame', 'gpiozero', 'picamera2'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")


# Random walks: whatever happens, nothing breaks and what was saved is what is shown

DIFFERENCES = (
    differing("4+1", "R7", "R1"),
    differing("4+2", None, "K3"),
    differing("3+1", None, "R8"),
    differing("4+1", "R7", None),
    differing(None, None, "B11"),
    differing(None, "R11", None),
)
REASONS = [
    Breach.ACTION_UNFINISHED,
    Reason.NO_MATCH,
    Breach.TILE_CHANGED,
    Blocked.COVERED,
    Blocked.NO_JOKER,
    Breach.TWO_TILES,
]

A_GAME = OpenGame(5, ("A", "B"), new_game(Start(ONE)).play(move("R7@4+1")))


def any_proposal(rng, session):
    status = rng.choice(list(Status))
    proposed = None
    if status is Status.MOVE and session.model.table is not None:
        moves = scored_moves(session.table.mosaic, rng.sample(KINDS, 12))
        if not moves:
            return None
        proposed = max(moves, key=lambda scored: scored[1])[0]
    if status is Status.ILLEGAL:
        proposed = rng.choice([None, move("R5@4+3")])
    differences = tuple(rng.sample(DIFFERENCES, rng.randrange(3)))
    back = rng.choice([None, 1, 2, 40]) if status is Status.UNDONE else None
    candidates = ((move("R8@4+2"), 0.6), (Kind.NONE, 0.2), (move("K1@3+0"), 0.1))
    return Proposal(status, proposed, 0, rng.choice(REASONS), candidates, differences, back)


def any_event(rng, session):
    model = session.model
    some_cell = rng.choice([*(model.table.mosaic if model.table else ()), Cell(4, 1), Cell(3, 0)])
    past = PastGame(5, ("A", "B"), "2026-01-01T10:00", (77, 3), 77, 40, ONE)
    settings = replace(model.settings, clock=rng.choice(list(ClockMode)), turn_seconds=10)
    common = [
        *(on.Press(player) for player in Player),
        on.Hold(ONE),
        own.Seen(model.state_id, any_proposal(rng, session), model.now + rng.random() - 0.5),
        on.Tick(model.now + rng.random() * 3),
        on.Confirm(),
        own.ChooseTile(rng.choice([None, *KINDS])),
        own.ChooseCell(some_cell),
    ]
    rare = [
        *(on.Go(phase) for phase in (*CommonPhase, *Phase)),  # a set has another order each time
        *(own.ChooseMove(offer.move) for offer in model.pick.offers[:3]),
        *(own.ChooseMove(o.move) for o in (model.question.offers if model.question else ())),
        own.ChooseMove(move("R7@4+1")),
        own.ChooseMove(move("pass")),
        on.Back(),
        on.Back(),
        own.Doubt(),
        own.TableIsRight(),
        *(own.ScreenIsRight() for _ in range(4)),
        own.ChooseCheck(rng.randrange(4)),
        own.ChooseCheck(rng.randrange(2)),
        own.AskPass(),
        on.AskUndo(rng.randrange(4)),
        on.AskRedo(),
        own.ChooseTurn(rng.randrange(6)),
        on.SetName(ONE, "Anna"),
        on.Change(settings),
        on.Resume(),
        on.Rematch(),
        on.ChooseGame(5),
        on.Slide(rng.randrange(9)),
        on.ChooseExport(ExportKind.CSV),
        on.Delete(5),
        on.Restore(),
        on.CountInStatistics(5, False),
        on.CameraChanged(rng.choice(list(CameraStatus))),
        on.GamesListed((past,), ("Anna",)),
        on.GameLoaded(A_GAME),
        on.GameLoaded(None),
        on.Exported("here"),
    ]
    if rng.random() < 0.02:
        return rng.choice([on.Failed(say(Message.FAULT_STORE)), on.Abandon()])
    known = [event for event in (*common, *rare) if type(event) in TABLE[model.phase]]
    return rng.choice(known if known and rng.random() < 0.8 else [*common, *rare])


def beginnings():
    """Where random walks begin: early in a game, at a question and on the way back from it, before
    a shuffle, and at the end."""
    for answers in ((), (own.ScreenIsRight(),)):
        yield playing("R7@4+1").look(seen("K3", "4+2")).press().do(*answers)
    yield Session.begin(Settings(target=10)).set_out().moves("R7@4+1", "R8@4+2")
    for due in (Step.RESET, Step.RESHUFFLE, Step.OVER):
        yield Session.resumed(game_at(due))


@pytest.fixture(scope="module")
def walks():
    """The phases seen on long random walks."""
    phases = set()
    for seed in range(3):
        rng = random.Random(seed)
        for session in beginnings():
            for _ in range(250):
                before = session.model.state_id
                session.do(any_event(rng, session))
                if session.model.game_id and session.model.state_id != before:
                    assert session.log == list(session.model.game.log)
                    assert session.model.earlier == earlier_tables(session.model.game)
            if session.model.game_id:
                assert session.saved() == session.model.game
            phases |= session.phases
    return phases


def test_random_walks_break_nothing_and_see_every_phase(walks):
    assert walks == PHASES


def test_all_game_phases_are_where_games_go():
    assert {Phase.TURN, Phase.RESET, Phase.RESHUFFLE, Phase.OVER} == PLAYING


def test_looking_for_sure_is_the_same_as_a_made_up_look():
    session = playing().look(seen("R7", "4+1"))
    assert session.model.proposal.move == move("R7@4+1")
    assert (cell("4+1"), tile("R7")) == (Cell(4, 1), move("R7@4+1").tile)
