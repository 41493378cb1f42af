"""What is said aloud of whole games is what their records say, in every language."""

from random import Random

import pytest

from device.core import events as companion
from device.core.effects import Speak
from device.core.events import Change
from device.core.settings import Settings
from device.games.mosaix.match import scores_of
from device.games.mosaix.model import Phase as MosaixPhase
from device.games.mosaix.picks import hints
from device.games.sepmosa.model import Phase
from device.locale import Language, catalogue
from device.store.store import Store
from engine.mosaix import parse_figure
from engine.sepmosa import Pass, Place, Reset, Reshuffle
from engine.sepmosa.table import Play
from tests.device.driver import Session, recorded, sure
from tests.device.games.mosaix.hand import Hand


def said(session):
    return [effect.text for effect in session.kinds(Speak)]


def word(language, number):
    return catalogue(language)["spoken"]["numbers"].split()[number]


@pytest.mark.parametrize("language", Language)
def test_every_confirmed_turn_is_said_once_with_its_points_and_nothing_before(language):
    game = recorded(2)
    settings = Settings(language, has_speech=True)
    session = Session.begin(settings, first=game.state_before(1).player).set_out()
    checked = 0
    for event in game.events[1:60]:
        if isinstance(event, Reset | Reshuffle) or session.phase is not Phase.TURN:
            break
        if not isinstance(event, Play) or isinstance(event.move, Pass):
            continue
        player, before = session.table.player, session.table.scores
        assert said(session.see(sure(str(event.move)))) == []
        session.do(companion.Press(player))
        gained = session.table.scores[player] - before[player]
        (text,) = said(session)
        who, _, told = text.partition(":")
        assert who.strip().endswith(str(player + 1))
        value = word(language, event.move.tile.value)
        assert value in told
        assert not any(digit in told.partition(".")[0] for digit in "0123456789")
        if gained > 1:
            assert word(language, gained) in told
        if isinstance(event.move, Place):
            assert told.count(",") == 1
        checked += 1
    assert checked > 15


@pytest.mark.parametrize("language", Language)
def test_a_game_of_mosaix_is_said_as_it_goes(language, tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-11-15T20:14") as store:
        hand = Hand(store, tmp_path / "exports")
        hand.take(Change(Settings(language, has_speech=True)))
        hand.home().begin(2, True, "Anna", "Ben")
        rng = Random(4)
        figures = [parse_figure("OTX/..O"), parse_figure("XXXX")]
        for _ in range(4):
            hand.lay(rng.choice(figures))
            while hand.phase is MosaixPhase.ENTER:
                hand.heard.effects.clear()
                who = hand.mosaix.player
                name, before = ("Anna", "Ben")[who], scores_of(hand.mosaix.match)[who]
                table = hand.mosaix.match.table
                worth = hints(table.boards[who], table.laid, hand.mosaix.quarters)
                hand.cell(max(worth, key=worth.get)).press(companion.Confirm())
                gained = scores_of(hand.mosaix.match)[who] - before
                texts = [each.text for each in hand.heard.effects if isinstance(each, Speak)]
                assert name in texts[0]
                assert str(gained) in texts[0]
        assert hand.phase is MosaixPhase.LAY


def test_nothing_is_said_where_nobody_wants_it():
    session = Session.begin().set_out()
    session.see(sure("R7@4+1")).do(companion.Press(session.table.player))
    assert said(session) == []
    assert len(session.model.game.moves) == 1
