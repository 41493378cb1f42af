"""Taking back leads into the guide: until the table agrees nothing is offered or played."""

import pytest

from device.core import events as on
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from engine.sepmosa import Player
from tests.device.driver import ONE, TWO, Session, cell, differing, playing, sure, tile, touching
from tests.vision.readings import seen
from vision.judge import Proposal, Status

FIRST, SECOND, THIRD = "R7@4+1", "R8@4+2", "R9@4+3"
LIES = seen("R8", "4+2")  # the second tile, where it was placed


def taken_back(session: Session, depth: int = 1) -> Session:
    return session.do(on.AskUndo(depth)).wait(1.0).do(on.Confirm())


def steps(session: Session) -> list[tuple[str, str, bool]]:
    return [
        (
            check.sentence.message.value,
            f"{check.sentence.values['tile']}@{check.sentence.values.get('cell')}",
            check.is_done,
        )
        for check in session.model.checklist
    ]


def test_the_tile_still_lying_there_is_not_offered_again():
    session = taken_back(playing(FIRST, SECOND))
    assert session.phase is Phase.GUIDE_BACK
    assert steps(session) == [("guide-take", "R8@4+2", False)]
    session.look(LIES)
    assert session.phase is Phase.GUIDE_BACK
    session.do(on.Press(ONE), on.Press(TWO), on.Confirm())
    assert [str(move) for move in session.model.game.moves] == [FIRST]
    assert session.notice == "guide-take"
    session.look()
    assert (session.phase, session.notice) == (Phase.TURN, "guided")


def test_two_turns_taken_back_are_two_steps_and_no_accusation():
    session = taken_back(playing(FIRST, SECOND, THIRD), 2)
    assert [each[1] for each in steps(session)] == ["R8@4+2", "R9@4+3"]
    session.look(LIES, seen("R9", "4+3"))
    assert session.phase is Phase.GUIDE_BACK
    session.look(LIES)
    assert [each[2] for each in steps(session)] == [False, True]
    session.look()
    assert session.phase is Phase.TURN


def test_another_tile_placed_instead_is_offered_once_the_old_one_is_gone():
    session = taken_back(playing(FIRST, SECOND))
    session.look(seen("R6", "4+2"))
    assert session.phase is Phase.TURN
    assert session.press().model.game.moves[-1] == sure("R6@4+2").move


def test_an_action_taken_back_is_undone_tile_by_tile():
    session = taken_back(playing(FIRST, SECOND, "R12:4+2>3+1"))
    assert {each[:2] for each in steps(session)} == {
        ("guide-take", "R8@3+1"),
        ("guide-lay", "R8@4+2"),
        ("guide-take-beside", "R12@None"),
    }


def test_a_table_that_lies_so_already_needs_no_guide():
    session = playing(FIRST, SECOND)
    gone = Proposal(Status.UNDONE, differences=(differing("4+2", "R8", None),), back=1)
    session.see(gone).press().do(own.TableIsRight())
    assert (session.phase, session.notice) == (Phase.TURN, "undone")
    held = playing(FIRST, SECOND).see(gone).do(on.Hold(ONE)).wait(1.0).do(on.Confirm())
    assert held.phase is Phase.TURN
    passed = taken_back(playing(FIRST, "pass"))
    assert passed.phase is Phase.TURN


@pytest.mark.parametrize("camera", [CameraStatus.OFF, CameraStatus.LOST])
def test_without_a_camera_the_steps_are_ticked_by_touch(camera: CameraStatus):
    session = playing(FIRST, SECOND) if camera is CameraStatus.LOST else touching()
    if camera is CameraStatus.LOST:
        session.do(on.CameraChanged(camera))
    else:
        for text in (FIRST, SECOND):
            session.do(own.ChooseMove(sure(text).move), on.Confirm())
    taken_back(session)
    assert session.phase is Phase.GUIDE_BACK
    session.do(on.Press(session.table.player))
    assert session.phase is Phase.GUIDE_BACK
    session.do(own.ChooseCheck(0))
    assert session.phase is Phase.TURN


def test_taking_back_by_mistake_is_redone_from_the_guide():
    session = taken_back(playing(FIRST, SECOND)).look(LIES).do(on.AskRedo())
    assert [str(move) for move in session.model.game.moves] == [FIRST, SECOND]
    assert session.phase is Phase.TURN  # the tile still lies there: nothing to do
    again = taken_back(playing(FIRST, SECOND)).look().do(on.AskRedo())
    assert steps(again) == [("guide-lay", "R8@4+2", False)]


def test_taking_back_further_adds_to_what_is_left_to_do():
    session = taken_back(playing(FIRST, SECOND, THIRD)).do(on.Hold(ONE)).wait(1.0)
    assert session.phase is Phase.ASK_UNDO
    session.do(on.Confirm())
    assert [each[1] for each in steps(session)] == ["R8@4+2", "R9@4+3"]


def test_a_restart_leads_back_into_the_guide():
    session = taken_back(playing(FIRST, SECOND))
    after = Session.resumed(session.saved())
    assert after.phase is Phase.GUIDE_BACK
    after.look(LIES).do(on.Press(Player.TWO))
    assert [str(move) for move in after.model.game.moves] == [FIRST]
    after.look()
    assert after.phase is Phase.TURN
    after.do(on.Go(CommonPhase.HOME), on.Resume())
    assert after.phase is Phase.TURN


def test_a_correction_of_a_table_that_agreed_is_guided_too():
    session = playing(FIRST, SECOND).look()
    session.do(on.Go(Phase.HISTORY), own.ChooseTurn(2), own.ChooseCell(cell("3+1")))
    session.do(own.ChooseTile(tile("R8")), on.Confirm())
    assert {each[:2] for each in steps(session)} == {
        ("guide-take", "R8@4+2"),
        ("guide-lay", "R8@3+1"),
    }
    seen_otherwise = playing(FIRST, SECOND).see(
        Proposal(Status.ILLEGAL, differences=(differing("4+2", "R8", "R6"),))
    )
    seen_otherwise.do(on.Go(Phase.HISTORY), own.ChooseTurn(2), own.ChooseTile(tile("R6")))
    assert seen_otherwise.do(on.Confirm()).phase is Phase.TURN  # the next look decides


def test_a_misreading_is_overruled_by_hand_and_asked_no_more():
    session = playing(FIRST, SECOND).look()
    session.do(on.Go(Phase.HISTORY), own.ChooseTurn(2), own.ChooseTile(tile("B7")), on.Confirm())
    assert steps(session) == [("guide-swap", "B7@4+2", False)]
    misread = Proposal(Status.ILLEGAL, differences=(differing("4+2", "B7", "R8"),))
    session.see(misread).do(own.ChooseCheck(0))
    assert session.phase is Phase.TURN
    assert session.see(misread).press().phase is not Phase.QUESTION
