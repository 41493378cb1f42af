"""The companion with a real store: what it wants kept is kept, and nothing unsaved is shown."""

import os

import pytest

from device.core import events as on
from device.core.config import read_config
from device.core.effects import KeepClock, KeepConfig, ListGames
from device.core.model import CommonPhase
from device.core.phases import start, step
from device.core.settings import ClockMode, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Model, Phase
from device.locale import Language
from device.store.config_file import NAME, ConfigFile
from device.store.edge import BATCH, Keeper
from device.store.file import StoreError
from device.store.store import Store
from tests.device.driver import ONE, TWO, cell, sure, tile
from tests.device.store.kept_games import full_disk, keep, opened, played


class Loop:
    """The smallest loop there can be: events in, effects to the store, answers in again."""

    def __init__(self, path):
        self.store = Store(path, lambda: "2026-01-01T10:00:00")
        self.keeper = Keeper(self.store)
        model, effects = start(self.store.settings(), self.store.open_game(), self.store.names())
        self.model: Model = model
        self._do(effects)

    def do(self, *events):
        for event in events:
            before = self.model
            self.model, effects = step(before, event)
            try:
                self._do(effects)
            except StoreError as error:
                self.model, _ = step(before, on.Failed(error.sentence))
        return self

    def _do(self, effects):
        for effect in effects:
            answer = self.keeper.do(effect)
            if answer is not None:
                self.model, more = step(self.model, answer)
                self._do(more)


@pytest.fixture
def loop(tmp_path):
    loop = Loop(tmp_path / "games.txt")
    yield loop
    loop.store.close()


def begin(loop):
    loop.do(on.Go(Phase.NEW_GAME), on.SetName(ONE, "Anna"), on.LotFell(ONE), on.Confirm())
    return loop.do(own.ChooseCheck(0), own.ChooseCheck(1), on.Confirm())


def lay(loop, text):
    player = loop.model.table.player
    loop.do(on.CameraChanged(on.CameraStatus.WELL))
    seen = own.Seen(loop.model.state_id, sure(text), loop.model.now + 1e-6)
    return loop.do(seen, on.Press(player))


def test_every_move_is_in_the_store_when_it_is_on_the_screen(loop):
    begin(loop)
    for text in ("R7@4+1", "R8@4+2"):
        lay(loop, text)
        assert loop.store.open_game().game == loop.model.game
    loop.do(on.Hold(ONE), on.Confirm())
    assert loop.store.open_game().game == loop.model.game


def test_after_a_restart_the_game_goes_on(loop, tmp_path):
    lay(begin(loop), "R7@4+1")
    game = loop.model.game
    loop.store.close()
    again = Loop(tmp_path / "games.txt").do(on.Resume())
    assert (again.model.game, again.model.names, again.model.phase) == (
        game,
        ("Anna", ""),
        Phase.TURN,
    )
    again.store.close()
    loop.store = Store(tmp_path / "other.txt", str)  # for the fixture to close


def test_a_move_that_cannot_be_kept_is_not_shown(loop):
    lay(begin(loop), "R7@4+1")
    with full_disk(loop.store):
        lay(loop, "R8@4+2")
    assert (loop.model.phase, len(loop.model.game.moves)) == (CommonPhase.FAULT, 1)
    loop.do(on.Press(TWO))
    lay(loop, "R8@4+2")
    assert (loop.model.phase, len(loop.model.game.moves)) == (Phase.TURN, 2)
    assert loop.store.open_game().game == loop.model.game


def test_an_abandoned_game_is_listed_replayed_deleted_and_brought_back(loop):
    lay(begin(loop), "R7@4+1").do(on.Abandon(), on.Confirm())
    assert [past.turns for past in loop.model.past_games] == [1]
    game_id = loop.model.past_games[0].id
    loop.do(on.Go(Phase.PAST_GAMES), on.ChooseGame(game_id))
    assert loop.model.phase is Phase.REPLAY
    loop.do(on.Back(), on.CountInStatistics(game_id, False))
    assert loop.model.past_games[0].counts is False
    loop.do(on.Delete(game_id))
    assert loop.model.past_games == ()
    loop.do(on.Restore())
    assert len(loop.model.past_games) == 1


def test_names_and_settings_are_there_again(loop):
    begin(loop).do(on.Change(Settings(Language.GERMAN)))
    assert loop.store.settings().language is Language.GERMAN
    assert loop.store.names() == ("Anna",)


def test_what_is_set_for_the_device_is_kept_where_there_is_a_file_for_it(loop, tmp_path):
    base = read_config()
    config = base.changed({("sound", "volume"): 90})
    assert loop.keeper.do(KeepConfig(config)) is None
    file = ConfigFile(tmp_path / NAME, base)
    Keeper(loop.store, config_file=file).do(KeepConfig(config))
    assert read_config(file.path) == config != base


def test_a_press_between_begin_and_its_answer_is_kept_too(loop):
    """A move may come before the store's answer with the id of the game."""
    loop.do(on.Go(Phase.NEW_GAME), on.LotFell(ONE), on.Confirm())
    loop.do(own.ChooseCheck(0), own.ChooseCheck(1))
    model, (begun, *_) = step(loop.model, on.Confirm())
    loop.keeper.do(begun)
    model, _ = step(model, own.ChooseTile(tile("R7")))
    model, _ = step(model, own.ChooseCell(cell("4+1")))
    model, (save, *_) = step(model, on.Confirm())
    assert save.game_id is None
    loop.keeper.do(save)
    assert loop.store.open_game().game == model.game


# The clock


def test_the_time_each_player_spent_outlives_a_power_cut(tmp_path):
    loop = Loop(tmp_path / "games.txt")
    loop.do(on.Change(Settings(clock=ClockMode.PLAYER)))
    begin(loop).do(on.Tick(100.0), on.Tick(107.5))
    lay(loop, "R7@4+1").do(on.Tick(107.5), on.Tick(110.0))
    lay(loop, "R8@4+2")
    loop.store.close()
    again = Loop(tmp_path / "games.txt")
    assert again.model.clock.players == (7.5, 2.5)
    again.do(on.Resume(), on.Tick(5.0), on.Tick(6.0))
    assert again.model.clock.players == (8.5, 2.5)  # monotonic time began anew, and that is fine
    again.do(on.Go(CommonPhase.HOME), on.Abandon(), on.Confirm())
    begin(again)
    assert again.model.clock.players == (0.0, 0.0)
    again.store.close()
    fresh = Loop(tmp_path / "games.txt")
    assert fresh.model.clock.players == (0.0, 0.0)  # that was another game's
    fresh.store.close()


@pytest.mark.parametrize("mode", [ClockMode.TURN, ClockMode.PLAYER])
def test_the_time_of_the_turn_under_way_outlives_a_power_cut(tmp_path, mode):
    loop = Loop(tmp_path / "games.txt")
    loop.do(on.Change(Settings(clock=mode)))
    lay(begin(loop), "R7@4+1").do(on.Tick(100.0), on.Tick(112.5), on.Tick(113.0))
    loop.store.close()
    again = Loop(tmp_path / "games.txt")
    assert again.model.clock.turn == 12.5
    assert again.model.clock.players == (0.0, 12.5)
    again.do(on.Resume(), on.Tick(5.0), on.Tick(6.0))
    assert again.model.clock.turn == 13.5
    lay(again, "R8@4+2")
    again.store.close()
    later = Loop(tmp_path / "games.txt")
    assert later.model.clock.turn == 0.0  # that was the turn before
    later.store.close()


def test_the_clock_is_kept_now_and_then_and_never_waits_for_the_disk(tmp_path, monkeypatch):
    loop = begin(Loop(tmp_path / "games.txt"))
    loop.do(on.Change(Settings(clock=ClockMode.TURN)), on.Tick(100.0))
    kept = []
    for tenth in range(1, 301):
        loop.model, effects = step(loop.model, on.Tick(100.0 + tenth / 10))
        kept += [effect for effect in effects if isinstance(effect, KeepClock)]
    assert len(kept) == 6  # in thirty seconds
    waits = []
    monkeypatch.setattr(os, "fdatasync", waits.append)
    loop.keeper.do(kept[-1])
    assert waits == []
    lay(loop, "R7@4+1")
    assert len(waits) == 1
    loop.store.close()


def test_a_clock_that_cannot_be_kept_stops_no_game(tmp_path):
    loop = begin(Loop(tmp_path / "games.txt"))
    loop.do(on.Change(Settings(clock=ClockMode.TURN)), on.Tick(100.0))
    with full_disk(loop.store):
        loop.do(on.Tick(107.0))
    assert loop.model.phase is Phase.TURN
    assert loop.model.clock.turn == 7.0
    loop.store.close()


def test_the_clock_counts_on_whatever_the_wall_clock_does(tmp_path):
    """Days and times are labels: a clock set back an hour reorders and loses nothing."""
    days = iter(["2026-01-01T12:00", "1970-01-01T00:00", "2026-01-01T11:00"])
    with Store(tmp_path / "games.txt", lambda: next(days)) as store:
        for _ in range(3):
            store.close_game(keep(store, played("R7@4+1", "R8@4+2")))
        games = store.past_games()
    assert [game.id for game in games] == [3, 2, 1]
    assert [game.begun[:4] for game in games] == ["2026", "1970", "2026"]


# Past games that have no summary


def test_past_games_are_summed_up_a_little_at_a_time(tmp_path):
    with opened(tmp_path / "games.txt") as store:
        for _ in range(12):
            keep(store, played("R7@4+1", "R8@4+2"))
        for game in store.contents.games.values():
            game.summary = None
        keeper, clock = Keeper(store), iter(range(100_000))
        assert keeper.do(ListGames()).games == ()
        listed = []
        rounds = 0
        while len(listed) < 11:
            rounds += 1
            for event in keeper.attend(lambda: next(clock) * BATCH / 3):
                listed = getattr(event, "games", listed) or listed
            assert rounds < 1000
        assert rounds > 20  # a few steps each, and never a whole game
        assert [game.id for game in listed] == list(range(11, 0, -1))
        assert list(keeper.attend()) == []
    with opened(tmp_path / "games.txt") as store:
        assert len(store.past_games()) == 11


def test_a_game_that_goes_while_it_is_summed_up_does_no_harm(tmp_path):
    with opened(tmp_path / "games.txt") as store:
        game_id = keep(store, played("R7@4+1", "R8@4+2"))
        keep(store, played())
        store.contents.games[game_id].summary = None
        steps = store.sum_up()
        next(steps)
        store.write("test", ["erase", game_id])
        assert list(steps)
        assert store.past_games() == ()
    with opened(tmp_path / "games.txt") as store:
        assert store.set_aside is None


def test_a_summary_that_cannot_be_kept_stops_nothing(tmp_path):
    with opened(tmp_path / "games.txt") as store:
        game_id = keep(store, played("R7@4+1", "R8@4+2"))
        keep(store, played())
        store.contents.games[game_id].summary = None
        keeper = Keeper(store)
        with full_disk(store):
            assert list(keeper.attend()) == []
        assert list(keeper.attend()) == []
