"""What happens around a game: settings, checks, faults, the clock, notices."""

import pytest

from device.core import events as on
from device.core.effects import KeepSettings, OpenCamera, ShutDown
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.settings import ClockMode, Settings
from device.games.sepmosa.model import PastGame, Phase
from device.locale import Language
from tests.device.driver import A_FRAME, ONE, TWO, Session, playing, touching

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
        on.Go(CommonPhase.SETTINGS), on.Go(Phase.CAMERA_CHECK), on.Confirm()
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
