"""Turns, questions and answers, as players at the table live them."""

import pytest

from device.core import events as on
from device.core.effects import Save, Sound, SoundName
from device.core.model import CameraStatus
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE
from device.games.sepmosa.handlers.turn import DOUBTING, PATIENCE, SHOWN
from device.games.sepmosa.model import Phase, Trouble
from engine.sepmosa import Pass
from tests.device.driver import (
    ONE,
    TWO,
    camera_lost,
    cell,
    differing,
    move,
    playing,
    sure,
    tile,
    touching,
)
from tests.vision.readings import seen
from vision.judge import Blocked, Proposal, Status

ROW = ("R7@4+1", "R8@4+2", "K8@5+2")


# The button


def test_a_press_confirms_the_proposal_on_the_screen():
    session = playing("R7@4+1").look(seen("R8", "4+2")).do(on.Press(TWO))
    assert str(session.model.game.moves[-1]) == "R8@4+2"
    assert session.saved() == session.model.game
    assert session.kinds(Sound) == [Sound(SoundName.TICK)]


def test_points_are_heard_and_shown():
    session = playing("R7@4+1", "R8@4+2").look(seen("R9", "4+3")).do(on.Press(ONE))
    assert session.kinds(Sound) == [Sound(SoundName.SCORE, 3)]
    assert (session.model.gain.seat, session.model.gain.points) == (ONE, 3)
    assert session.table.scores == (3, 0)


def test_the_save_comes_before_any_sound():
    session = playing().look(seen("R7", "4+1")).do(on.Press(ONE))
    assert isinstance(session.effects[0], Save)


def test_the_other_players_press_confirms_nothing():
    session = playing().look(seen("R7", "4+1")).do(on.Press(TWO))
    assert (session.notice, session.model.game.moves) == ("not-your-turn", ())


def test_pressing_with_nothing_changed_asks_to_pass_and_a_second_press_confirms():
    session = playing().ask_to_pass()
    assert (session.phase, session.model.game.moves) == (Phase.ASK_PASS, ())
    session.wait(DECIDE).do(on.Press(ONE))
    assert (session.phase, session.model.game.moves) == (Phase.TURN, (Pass(),))
    assert session.table.scores == (-2, 0)


def test_the_other_player_cannot_pass_for_one():
    session = playing().ask_to_pass().wait(DECIDE).do(on.Press(TWO))
    assert (session.phase, session.model.game.moves) == (Phase.ASK_PASS, ())


def test_a_tile_laid_after_all_takes_the_pass_back():
    session = playing().ask_to_pass().look(seen("R7", "4+1"))
    assert session.phase is Phase.TURN
    assert session.do(on.Press(ONE)).model.game.moves == (move("R7@4+1"),)


def test_a_hand_over_the_table_leaves_the_pass_question_alone():
    session = playing().ask_to_pass().see(None).see(Proposal(Status.BLOCKED))
    assert session.phase is Phase.ASK_PASS


def test_holding_or_going_back_ends_the_pass_question():
    for event in (on.Hold(ONE), on.Back()):
        assert playing().ask_to_pass().do(event).phase is Phase.TURN


def test_a_press_before_the_camera_is_ready_is_answered_when_it_is():
    session = playing().see(None).do(on.Press(ONE))
    assert (session.phase, session.notice) == (Phase.TURN, "looking")
    session.wait(0.4).look(seen("R7", "4+1"))
    assert session.model.game.moves == ()  # it is on the screen first
    assert session.wait(SHOWN).model.game.moves == (move("R7@4+1"),)


def test_a_press_that_waited_too_long_is_forgotten():
    session = playing().see(None).do(on.Press(ONE)).wait(PATIENCE)
    assert session.notice == "saw-nothing"
    assert session.look(seen("R7", "4+1")).wait(SHOWN).model.game.moves == ()


def test_a_blocked_view_is_asked_about_only_when_it_stays():
    blocked = Proposal(Status.BLOCKED, reason=Blocked.COVERED)
    session = playing().see(blocked).do(on.Press(ONE)).see(blocked)
    assert session.phase is Phase.TURN
    session.wait(DOUBTING)
    assert session.phase is Phase.QUESTION
    assert session.model.question.trouble is Trouble.BLOCKED
    assert session.model.question.sentence.message.value == "covered"


def test_a_moved_camera_is_named():
    session = playing().do(on.CameraChanged(CameraStatus.MOVED))
    session.see(Proposal(Status.BLOCKED, reason=Blocked.NO_JOKER)).press(ONE)
    assert session.model.question.trouble is Trouble.CAMERA_MOVED


# The camera gone


def test_with_the_camera_lost_the_game_goes_on_by_touch():
    session = playing(*ROW).look(seen("R9", "4+3")).do(camera_lost())
    assert (session.notice, session.model.proposal) == ("camera-lost", None)
    session.do(own.ChooseTile(tile("R9")), own.ChooseCell(cell("4+3")), on.Press(TWO))
    assert session.model.game.moves[-1] == move("R9@4+3")
    assert session.do(on.CameraChanged(CameraStatus.WELL)).notice == "camera-back"


def test_a_tap_on_the_place_of_the_tile_just_laid_asks_what_fits_there():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.ChooseCell(cell("4+3")))
    assert (session.model.pick.tile, session.model.pick.cells) == (None, (cell("4+3"),))


def test_a_button_trusts_the_camera_over_what_was_only_tried_on_the_screen():
    """Places may be looked up by touch while another tile is laid on the table."""
    session = playing(*ROW).do(own.ChooseTile(tile("R9")), own.ChooseCell(cell("4+3")))
    session.look(seen("K9", "6+2")).do(on.Press(TWO))
    assert session.model.game.moves[-1] == move("K9@6+2")


# Touch


def test_an_open_place_lists_its_tiles_and_a_tile_its_places():
    session = touching().do(own.ChooseCell(cell("4+1")))
    assert len(session.model.pick.offers) == 40
    session.do(own.ChooseTile(tile("R7")))
    assert session.model.pick.only.move == move("R7@4+1")
    session.do(on.Confirm())
    session.do(own.ChooseTile(tile("R8")))
    places = {str(offer.move) for offer in session.model.pick.offers}
    assert "R8@4+2" in places
    assert "R8@4-1" in places


@pytest.mark.parametrize(
    ("text", "taps"),
    [
        ("R11x4+2", ("4+2",)),
        ("R12:4+2>3+1", ("4+2", "3+1")),
        ("R13x4+1..4+3", ("4+1", "4+3")),
        ("R13x4+1..4+3", ("4+2",)),
    ],
)
def test_an_action_tile_is_played_by_touch(text, taps):
    session = playing(*ROW, "R9@4+3").do(camera_lost(), own.ChooseTile(move(text).tile))
    for name in taps:
        session.do(own.ChooseCell(cell(name)))
    assert session.model.pick.only.move == move(text)
    assert session.do(on.Confirm()).model.game.moves[-1] == move(text)


def test_choosing_the_same_cell_again_lets_go_of_it():
    session = touching().do(own.ChooseCell(cell("4+1")), own.ChooseCell(cell("4+1")))
    assert session.model.pick.is_empty


@pytest.mark.parametrize("look", [None, Proposal(Status.NONE), sure("K9@6+2")])
def test_a_choice_on_the_screen_is_what_a_press_confirms(look):
    session = playing(*ROW).see(look).do(own.ChooseTile(tile("R9")), own.ChooseCell(cell("4+3")))
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_a_sure_proposal_takes_the_place_of_what_was_chosen():
    session = playing(*ROW).do(own.ChooseTile(tile("R9"))).see(sure("K9@6+2"))
    assert session.model.pick.is_empty


def test_a_third_copy_is_not_offered():
    session = playing("R7@4+1", "R8@4+2", "R7@3+2").do(own.ChooseTile(tile("R7")))
    assert session.model.pick.offers == ()


def test_tapping_a_laid_tile_and_the_right_one_corrects_it():
    session = playing(*ROW).do(own.ChooseCell(cell("5+2")), own.ChooseTile(tile("O8")))
    assert session.table.mosaic[cell("5+2")] == tile("O8")
    assert session.notice == "corrected"


def test_the_overruled_difference_names_what_was_seen():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ChooseTile(tile("R9")))
    assert session.model.overruled == {differing("4+3", "R9", "K3")}


# The coach


def test_the_coach_is_never_unasked_and_only_hints():
    session = playing("R7@4+1", "R8@4+2").look()
    assert not session.model.pick.is_coached
    session.do(own.AskCoach())
    pick = session.model.pick
    assert (pick.is_coached, pick.tile, pick.only) == (True, None, None)
    assert max(offer.points for offer in pick.offers) == 3
    assert len(session.model.game.moves) == 2
    session.do(on.Press(ONE))  # confirms nothing: it looks at the table first
    assert len(session.model.game.moves) == 2
    assert session.do(own.AskCoach(), on.Back()).model.pick.is_empty


def test_a_hint_is_chosen_like_any_move_and_then_confirmed():
    session = playing("R7@4+1", "R8@4+2").look().do(own.ChooseTile(tile("R9")), own.AskCoach())
    first = session.model.pick.offers[0].move
    assert first == move("R9@4+3")
    session.do(own.ChooseCell(cell("4+3")), on.Press(ONE))
    assert session.model.game.moves[-1] == first


def test_a_tile_laid_on_the_table_takes_the_place_of_the_hints():
    session = playing("R7@4+1", "R8@4+2").look().do(own.AskCoach()).look(seen("R9", "4+3"))
    assert session.model.pick.is_empty
    assert session.do(on.Press(ONE)).model.game.moves[-1] == move("R9@4+3")


def test_for_a_tile_that_goes_nowhere_the_coach_says_so():
    session = playing("R7@4+1", "R8@4+2").look().do(own.ChooseTile(tile("O13")), own.AskCoach())
    assert session.notice == "coach-nothing"


def test_where_nothing_scores_the_coach_says_so():
    session = playing("R7@4+1").look().do(own.AskCoach())
    assert (session.notice, session.model.pick.is_empty) == ("coach-nothing", True)
