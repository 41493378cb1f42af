"""The companion at work: what is shown is on disk, and what cannot be kept is not shown."""

from random import Random

import pytest

from device.core import events as on
from device.core.companion import Companion, Lots
from device.core.effects import Effect, Save, Sound
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.store.edge import Keeper
from device.store.file import StoreError
from device.store.store import Store
from engine.sepmosa import parse_move


class Full(Keeper):
    """A keeper whose disk fills up after so many moves."""

    def __init__(self, store, room):
        super().__init__(store)
        self.room = room

    def do(self, effect: Effect, game=None):
        if isinstance(effect, Save):
            if self.room == 0:
                raise StoreError(say(Message.FAULT_DISK_FULL), "no space left")
            self.room -= 1
        return super().do(effect, game)


class Ears:
    """Hears every effect."""

    def __init__(self):
        self.heard = []

    def do(self, effect):
        self.heard.append(effect)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        yield store


def playing(store, room=100):
    ears = Ears()
    begun = start(Settings(), camera=CameraStatus.OFF)
    companion = Companion(begun, Full(store, room), (Lots(Random(1)), ears))
    for event in (on.Go(Phase.NEW_GAME), on.Confirm(), own.ChooseCheck(0), own.ChooseCheck(1)):
        companion.take(event)
    companion.take(on.Confirm())
    return companion, ears


def move(companion, text):
    companion.take(own.ChooseMove(parse_move(text)))
    companion.take(on.Confirm())


def test_every_confirmed_move_is_on_disk_before_it_is_shown(store):
    companion, ears = playing(store)
    move(companion, "R7@4+1")
    move(companion, "R8@4+2")
    kept = store.open_game()
    assert kept is not None
    assert kept.game == companion.model.game
    assert [str(each) for each in kept.game.moves] == ["R7@4+1", "R8@4+2"]
    assert any(isinstance(effect, Sound) for effect in ears.heard)


def test_a_move_that_cannot_be_kept_is_not_shown(store):
    companion, _ = playing(store, room=1)
    move(companion, "R7@4+1")
    before = companion.model.game
    move(companion, "R8@4+2")
    assert companion.model.game == before
    assert companion.model.phase is CommonPhase.FAULT
    assert companion.model.fault == say(Message.FAULT_DISK_FULL)
    kept = store.open_game()
    assert kept is not None
    assert kept.game == before


def test_the_store_is_asked_from_the_start(store):
    companion, _ = playing(store)
    begun = start(store.settings(), store.open_game(), store.names())
    resumed = Companion(begun, Keeper(store), ())
    assert resumed.model.game == companion.model.game
    assert resumed.model.past_games == store.past_games()
