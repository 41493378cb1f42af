"""What happens around a game: settings, checks, faults, the clock, notices."""

import pytest

from device.core import events as on
from device.core.effects import KeepSettings, OpenCamera, ShutDown, Sound, SoundName, Speak
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.settings import ClockMode, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import PastGame, Phase
from device.locale import Language
from tests.device.driver import A_FRAME, ONE, TWO, Session, move, playing, sure, touching
from tests.vision.readings import seen

ROW = ("R7@4+1", "R8@4+2", "R9@4+3", "K9@5+3")
PAST = PastGame(5, ("A", "B"), "2026-01-01T10:00:00", (77, 3), 77, 40, ONE)


# Settings, checks, faults


def test_settings_are_kept():
    session = Session.begin().do(on.Go(CommonPhase.SETTINGS), on.Change(Settings(Language.DUTCH)))
    assert session.effects == [KeepSettings(Settings(Language.DUTCH))]


@pytest.mark.parametrize(
    "wrong",
    [{"brightness": 0}, {"rotation": 45}, {"target": 0}, {"turn_seconds": 1}],
)
def test_settings_have_bounds(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Settings(**wrong)


def test_camera_and_buttons_are_checked():
    session = Session.begin().do(
        on.Go(CommonPhase.SETTINGS), on.Go(CommonPhase.CAMERA_CHECK), on.Confirm()
    )
    assert session.effects == [OpenCamera()]
    session.do(on.Back(), on.Go(CommonPhase.BUTTON_CHECK), on.Press(TWO))
    assert session.model.pressed == (False, True)


def test_the_device_is_shut_down_only_when_confirmed():
    session = Session.begin().do(on.Go(CommonPhase.SHUT_DOWN), on.Press(ONE))
    assert session.effects == []
    assert session.do(on.Confirm()).effects == [ShutDown()]


def test_a_fault_is_shown_and_the_game_kept():
    session = playing(*ROW).do(on.Failed(say(Message.FAULT_DISK_FULL)))
    assert (session.phase, session.model.fault.message) == (
        CommonPhase.FAULT,
        Message.FAULT_DISK_FULL,
    )
    session.do(on.Failed(say(Message.FAULT_STORE)), on.Press(ONE))
    assert (session.phase, session.model.fault, len(session.model.game.moves)) == (
        Phase.TURN,
        None,
        4,
    )


# Speech


def speaking(*moves, language=Language.ENGLISH):
    session = Session.begin(Settings(language, has_speech=True))
    session.do(on.SetName(0, "Anna"), on.Go(Phase.NEW_GAME))
    session.do(on.SetName(0, "Anna"), on.SetName(1, "Ben"))
    return session.set_out().moves(*moves)


def said(session):
    return [effect.text for effect in session.kinds(Speak)]


def test_speech_is_off_until_it_is_wanted_and_then_says_so():
    assert Settings().has_speech is False
    session = playing("R7@4+1", "R8@4+2").see(sure("R9@4+3")).do(on.Press(ONE))
    assert said(session) == []
    session.do(on.Change(Settings(has_speech=True)))
    assert said(session) == ["I'll say aloud what was played."]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.ENGLISH, "Anna: red nine, three points. Ben's turn."),
        (Language.GERMAN, "Anna: rote neun, drei Punkte. Ben ist dran."),
        (Language.DUTCH, "Anna: rode negen, drie punten. Ben is aan de beurt."),
        (Language.FRENCH, "Anna : neuf rouge, trois points. À Ben de jouer."),
        (Language.SPANISH, "Anna: nueve rojo, tres puntos. Le toca a Ben."),
    ],
)
def test_only_what_is_confirmed_is_said(language, text):
    session = speaking("R7@4+1", "R8@4+2", language=language)
    assert said(session.see(sure("R10@4+3"))) == []  # seen, not confirmed
    assert said(session.see(sure("R9@4+3"))) == []
    session.do(on.Press(ONE))
    assert said(session) == [text]
    assert session.kinds(Speak)[0].language is language
    assert said(session.look()) == []


def test_what_is_said_is_what_the_record_says():
    """Whatever is confirmed by touch, the sentence is that of the move that was kept."""
    session = speaking("R7@4+1", "R8@4+2").see(sure("R9@4+3")).do(own.Doubt())
    assert said(session) == ["Which tile is it? I saw: red nine placed."]
    session.do(own.ChooseMove(move("B8@4+3")))
    assert str(session.model.game.moves[-1]) == "B8@4+3"
    assert said(session) == ["Anna: blue eight, no points. Ben's turn."]


def test_a_pass_taking_back_and_questions_are_said():
    session = speaking("R7@4+1").ask_to_pass()
    assert said(session) == ["Pass for minus two points?"]
    session.wait(2).do(on.Press(TWO))
    assert said(session) == ["Ben passes, minus two points. Anna's turn."]
    session.do(on.Hold(ONE), on.Press(ONE))
    assert said(session) == []  # too soon after the question
    session.wait(1).do(on.Confirm())
    assert said(session) == ["Taken back. Ben's turn."]
    session.look(seen("K3", "4+2")).press(TWO)
    (asked,) = said(session)
    assert asked.startswith("That's not allowed. Nothing next to it matches")


# The clock


def test_the_clock_counts_for_whose_turn_it_is_and_warns_once():
    session = playing(settings=Settings(clock=ClockMode.TURN, turn_seconds=10))
    session.wait(0).wait(6)
    assert session.model.clock.players == (6.0, 0.0)
    assert session.wait(6).notice == "turn-time-up"
    assert session.wait(1).effects == []
    session.moves("R7@4+1")
    assert session.model.clock.turn == 0.0
    session.wait(0).wait(2)
    assert session.model.clock.players == (13.0 + A_FRAME, 2.0)


def test_that_time_is_up_is_said_aloud_once():
    clocked = Settings(clock=ClockMode.TURN, turn_seconds=10, has_speech=True)
    session = playing(settings=clocked).wait(0).wait(9)
    assert said(session) == []
    assert said(session.wait(2)) == ["Player 1, your time for this turn is up."]
    assert said(session.wait(2)) == []


def test_the_clock_warns_in_each_turn_anew():
    session = playing(settings=Settings(clock=ClockMode.TURN, turn_seconds=10)).wait(0).wait(11)
    session.moves("R7@4+1").wait(0)
    assert session.wait(9).kinds(Sound) == []
    assert session.wait(2).kinds(Sound) == [Sound(SoundName.QUESTION)]


def test_no_time_is_lost_on_a_visited_screen():
    session = playing(settings=Settings(clock=ClockMode.PLAYER)).wait(0).wait(3)
    session.do(on.Go(Phase.HELP)).wait(60).do(on.Back()).wait(0).wait(1)
    assert session.model.clock.players == (4.0, 0.0)


def test_notices_go_away():
    session = playing().do(on.Hold(ONE))
    assert session.wait(1).notice == "nothing-to-undo"
    assert session.wait(9).notice is None


def test_without_a_camera_nothing_is_awaited():
    session = touching()
    assert session.model.camera is CameraStatus.OFF
    assert session.do(on.Press(ONE)).phase is Phase.ASK_PASS
