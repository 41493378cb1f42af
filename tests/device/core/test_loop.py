"""The loop that owns the game: what it tells first, and what it does when something breaks."""

from dataclasses import replace

import pytest

from device.core import events as on
from device.core.config import shipped_config
from device.core.loop import End, Events, Loop
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.settings import DEFAULTS
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.locale import Language
from device.system import kiosk
from device.system.failed_starts import MARKER
from device.system.kiosk import SWITCHED_OFF
from engine.sepmosa import Player
from tests.device.clock import Clock
from tests.device.driver import sure
from tests.device.store.kept_games import flip, keep, opened, played


class Screen:
    """Draws nothing; raises what it is told to when it is touched."""

    def __init__(self):
        self.drawn = []

    def draw(self, model, now):
        self.drawn.append(model)

    def take(self, happened, model, now):
        return iter(())

    def is_typing(self, model):
        return False

    def attend(self, model, now):
        return iter(())


class Broken:
    """An edge that fails at every sound."""

    def do(self, effect):
        raise OSError("the cable is out")


@pytest.fixture
def store(tmp_path):
    with opened(tmp_path / "games.txt") as store:
        yield store


def loop_of(store, edges=(), **options):
    events = Events()
    return Loop(store, Screen(), edges, events, clock=Clock(), **options), events


def test_safe_mode_is_told_first_and_left_with_a_touch(store):
    keep(store, played("R7@4+1"))
    loop, events = loop_of(store, troubles=(say(Message.FAULT_SAFE_MODE),))
    assert (loop.model.phase, loop.model.fault) == (CommonPhase.FAULT, say(Message.FAULT_SAFE_MODE))
    events.put(on.Back())
    assert loop.turn_over([])
    assert (loop.model.phase, loop.model.fault) == (CommonPhase.HOME, None)
    assert loop.model.game == played("R7@4+1")


def test_two_things_to_tell_are_told_one_after_the_other(tmp_path):
    path = tmp_path / "games.txt"
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    flip(path, 30)
    with opened(path) as store:
        loop, events = loop_of(store, troubles=(say(Message.FAULT_SAFE_MODE),))
        told = []
        while loop.model.phase is CommonPhase.FAULT:
            told.append(loop.model.fault.message)
            assert loop.turn_over([])
            assert loop.model.fault.message is told[-1]  # it waits to be read
            events.put(on.Back())
            assert loop.turn_over([])
        assert told == [Message.FAULT_SAFE_MODE, Message.FAULT_SET_ASIDE]
        assert loop.model.phase is CommonPhase.HOME


def test_a_file_set_aside_is_told_until_somebody_has_read_it(tmp_path):
    path = tmp_path / "games.txt"
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    flip(path, 30)
    for is_read in (False, True):
        with opened(path) as store:
            loop, events = loop_of(store)
            assert loop.turn_over([])
            assert loop.model.fault.message is Message.FAULT_SET_ASIDE
            if is_read:
                events.put(on.Back())
                assert loop.turn_over([])
                assert loop.model.phase is CommonPhase.HOME
    with opened(path) as store:
        assert loop_of(store)[0].model.phase is CommonPhase.HOME
        assert store.open_game().game == played("R7@4+1")


def test_the_configuration_holds_where_players_have_set_nothing(store):
    german = shipped_config().changed({("screen", "language"): "de"})
    assert loop_of(store, config=german)[0].model.settings == german.settings
    store.keep_settings(replace(DEFAULTS, language=Language.DUTCH))
    assert loop_of(store, config=german)[0].model.settings.language is Language.DUTCH


def test_what_breaks_is_told_once_and_the_game_is_kept(store, caplog):
    keep(store, played("R7@4+1"))
    loop, events = loop_of(store)
    loop._companion._edges = (Broken(),)
    events.put(on.Go(CommonPhase.SHUT_DOWN))
    events.put(on.Confirm())
    assert loop.turn_over([])
    assert loop.model.phase is CommonPhase.FAULT
    assert loop.model.fault.message is Message.FAULT_UNEXPECTED
    assert "the cable is out" in caplog.text
    assert store.open_game().game == played("R7@4+1")


def test_past_games_without_a_summary_join_the_list_as_it_runs(store):
    for _ in range(31):
        keep(store, played("R7@4+1", "R8@4+2"))
    for game in store.contents.games.values():
        game.summary = None
    loop, _ = loop_of(store)
    assert loop.model.past_games == ()  # none was waited for
    for _ in range(10_000):
        assert loop.turn_over([])
        if len(loop.model.past_games) == 30:
            break
    assert [game.id for game in loop.model.past_games] == list(range(30, 0, -1))


def test_shutting_down_ends_the_loop_and_says_so(store):
    loop, events = loop_of(store)
    assert loop.end is End.STOPPED
    events.put(on.Go(CommonPhase.SHUT_DOWN))
    events.put(on.Confirm())
    assert not loop.turn_over([])
    assert loop.end is End.OFF


@pytest.mark.parametrize(("end", "status"), [(End.OFF, SWITCHED_OFF), (End.STOPPED, 0)])
def test_the_exit_status_tells_the_unit_to_switch_off(tmp_path, monkeypatch, end, status):
    ends = iter([End.RESTART, end])
    monkeypatch.setattr(kiosk, "run_device", lambda *_: next(ends))
    assert kiosk.run_kiosk(None, tmp_path, lambda: "2026-01-01T12:00", {}) == status
    assert not (tmp_path / MARKER).exists()


def test_in_safe_mode_players_hear_why_nothing_is_kept(tmp_path):
    (folder := tmp_path / "state").touch()  # nothing that anything could be kept in
    config = shipped_config()
    store, troubles = kiosk.open_store(folder, config, lambda: "today", True, str(tmp_path))
    with store:
        told = [each.message for each in troubles]
        assert told == [Message.FAULT_STORE, Message.FAULT_UNKEPT]


def test_systemd_hears_of_the_end_once_and_of_no_restart(tmp_path, monkeypatch):
    """Told in between, it would kill what has just started anew."""
    told = []
    ends = iter([End.RESTART, End.RESTART, End.STOPPED])
    monkeypatch.setattr(kiosk, "run_device", lambda *_: next(ends))
    monkeypatch.setattr(kiosk.Watchdog, "tell", lambda _, line: told.append(line))
    kiosk.run_kiosk(None, tmp_path, lambda: "2026-01-01T12:00", {})
    assert told == ["STOPPING=1"]


def test_a_press_answers_the_picture_before_it(store):
    """What the camera saw in the same moment was not on the screen yet."""
    keep(store, played("R7@4+1"))
    loop, events = loop_of(store, camera=CameraStatus.WELL)
    events.put(on.Resume())
    loop.turn_over([])
    player = loop.model.table.player
    events.put(own.Seen(loop.model.state_id, sure("R8@4+2"), 1.0))
    events.put(on.Press(player))
    loop.turn_over([])
    assert len(loop.model.game.moves) == 1
    assert loop.model.awaited is not None


def test_every_press_has_a_picture_of_its_own(store):
    keep(store, played("R7@4+1"))
    loop, events = loop_of(store, camera=CameraStatus.WELL)
    for _ in range(3):
        events.put(on.Hold(Player.ONE))
    phases = []
    for _ in range(4):
        loop.turn_over([])
        phases.append(loop.model.phase)
    assert phases == [CommonPhase.HOME] * 4
    events.put(on.Press(Player.ONE))
    events.put(on.Hold(Player.ONE))
    events.put(on.Hold(Player.TWO))
    phases = []
    for _ in range(3):
        loop.turn_over([])
        phases.append(loop.model.phase)
    assert phases == [Phase.TURN, Phase.ASK_UNDO, Phase.TURN]
