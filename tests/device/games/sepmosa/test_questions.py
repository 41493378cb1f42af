"""Questions about the table, and both ways out of a disagreement."""

from dataclasses import replace

import numpy as np
import pytest

from device.core import events as on
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.phases import start
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.handlers.disagreements import reason_for
from device.games.sepmosa.handlers.turn import SHOWN
from device.games.sepmosa.model import Phase, Trouble
from engine.history import Undo
from engine.sepmosa import Pass, Place, Reason
from engine.sepmosa.game import Correct
from engine.sepmosa.values import Joker
from tests.device.driver import (
    ONE,
    TWO,
    Session,
    camera_lost,
    cell,
    differing,
    move,
    playing,
    tile,
)
from tests.device.store.kept_games import keep, opened, played
from tests.vision.readings import seen
from vision.judge import Blocked, Breach, Proposal, Status

ROW = ("R7@4+1", "R8@4+2", "K8@5+2")


# Questions


def test_an_illegal_tile_is_asked_about_and_withdrawn():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    assert session.phase is Phase.QUESTION
    assert session.model.question.sentence.message.value == "no-match"
    assert session.model.question.cells == (cell("4+3"),)
    session.look()
    assert (session.phase, session.model.proposal.status) == (Phase.TURN, Status.NONE)


def test_a_question_stays_as_it_is_while_the_same_is_seen():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    asked = session.model.question
    assert session.look(seen("K3", "4+3")).model.question is asked


def test_a_misread_tile_is_put_right_with_one_tap():
    """The camera is sure of a wrong tile: tap the right one."""
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    session.do(own.ChooseTile(tile("R9")))
    assert session.model.game.moves[-1] == move("R9@4+3")
    assert session.phase is Phase.TURN


def test_a_sure_but_wrong_proposal_is_put_right_with_two_taps():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.Doubt())
    assert session.model.question.trouble is Trouble.DOUBTED
    session.look(seen("R9", "4+3"))  # the camera insists, the question stays
    assert session.phase is Phase.QUESTION
    session.do(own.ChooseTile(tile("B8")))
    assert session.model.game.moves[-1] == move("B8@4+3")


def test_a_wrong_place_is_put_right_with_two_taps():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.Doubt(), own.ChooseCell(cell("3+2")))
    assert session.model.game.moves[-1] == move("R9@3+2")


def test_an_unsure_tile_is_chosen_among_ranked_ones_with_one_tap():
    doubtful = seen("R9", "4+3", 0.55, B8=0.43)
    session = playing(*ROW).look(doubtful).press(TWO)
    question = session.model.question
    assert question.trouble is Trouble.UNSURE
    assert [str(offer.move) for offer in question.offers[:2]] == ["R9@4+3", "B8@4+3"]
    assert session.do(own.ChooseMove(question.offers[1].move)).table.mosaic[cell("4+3")] == tile(
        "B8"
    )


def test_what_players_know_better_is_not_asked_again():
    """The camera goes on misreading a tile that was put right; nothing changed is still nothing."""
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ChooseTile(tile("R9")))
    session.look(seen("K3", "4+3")).press(ONE)
    assert session.phase is Phase.ASK_PASS
    session.do(on.Back()).look(seen("K3", "4+3"), seen("R10", "4+4")).press(ONE)
    assert session.phase is Phase.QUESTION
    assert session.model.question.offers[0].move == move("R10@4+4")


def test_a_doubtful_tile_players_know_is_not_waited_for():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ChooseTile(tile("R9")))
    session.look(seen("K3", "4+3", 0.6, B2=0.39)).press(ONE)
    assert session.model.proposal.status is Status.UNSURE
    assert session.phase is Phase.ASK_PASS


def test_a_button_never_confirms_a_guess():
    doubtful = seen("R9", "4+3", 0.55, B8=0.43)
    session = playing(*ROW).look(doubtful).press(TWO).do(on.Press(TWO))
    assert (session.phase, len(session.model.game.moves)) == (Phase.QUESTION, 3)


def test_an_unfinished_action_is_waited_for_and_played_once_it_is_done():
    """The thumb is quicker than the eye: nothing is asked, and nothing is passed."""
    session = playing(*ROW).look(seen("R11", None)).do(on.Press(TWO))
    assert (session.phase, session.model.question) == (Phase.TURN, None)
    session.look(seen("R11", None), without=("4+2",)).wait(SHOWN)
    assert session.model.game.moves[-1] == move("R11x4+2")


def test_an_unfinished_action_lets_nobody_pass():
    session = playing(*ROW).look(seen("R11", None)).do(own.AskPass())
    assert (session.phase, session.notice) == (Phase.TURN, "pass-not-now")


def test_an_unfinished_action_is_named_and_finished_by_one_tap():
    session = playing(*ROW).look(seen("R11", None)).press(TWO)
    assert session.model.question.trouble is Trouble.HALF_DONE
    session.do(own.ChooseCell(cell("4+2")))
    assert session.model.game.moves[-1] == move("R11x4+2")


def test_a_second_joker_is_asked_about_and_taken_away():
    """It is no tile that was laid, so the question knows of none."""
    joker = Proposal(
        Status.ILLEGAL, reason=Breach.SECOND_JOKER, differences=(differing("4+3", None, "*"),)
    )
    session = playing(*ROW).see(joker).press(TWO)
    question = session.model.question
    assert (question.trouble, question.tile) == (Trouble.ILLEGAL, None)
    assert question.sentence.message is Breach.SECOND_JOKER
    assert question.cells == (cell("4+3"),)
    session.do(own.ScreenIsRight())
    (check,) = session.model.checklist
    assert check.sentence == say(Message.GUIDE_TAKE, tile=Joker.JOKER, cell=cell("4+3"))


def test_two_tiles_at_once_ask_which_was_first():
    """The other player forgot to press: one tap for the first, then the camera sees the second."""
    two = (seen("R9", "4+3"), seen("R10", "4+4"))
    session = playing(*ROW).look(*two).do(on.Press(TWO))
    assert [str(offer.move) for offer in session.model.question.offers] == ["R9@4+3"]
    session.do(own.ChooseMove(move("R9@4+3"))).look(seen("R10", "4+4"))
    assert session.model.proposal.move == move("R10@4+4")


def test_a_move_that_cannot_be_is_refused_with_its_reason():
    session = playing(*ROW).do(own.Doubt(), own.ChooseMove(move("K3@4+3")))
    assert (session.phase, session.notice) == (Phase.QUESTION, "not-legal")
    assert session.model.notice.sentence.values["detail"] is Reason.NO_MATCH


def test_a_question_can_be_answered_with_a_pass():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.AskPass(), on.Confirm())
    assert session.model.game.moves[-1] == Pass()


def test_the_crop_of_the_doubtful_place_stays_while_a_hand_is_over_it():
    """A picture has no truth value; it once broke the question."""
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    crop = np.ones((9, 9, 3), np.uint8)
    illegal = replace(session.model.proposal, reason=Reason.ISLAND)
    session.see(illegal, crop).see(None)
    assert session.model.crop is crop


def test_a_doubted_reading_is_told_as_it_was_read():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.Doubt())
    assert session.model.question.sentence == say(Message.I_SAW, move=move("R9@4+3"))


def test_doubting_that_nothing_has_changed_says_so():
    session = playing(*ROW).look().do(own.Doubt())
    assert session.model.question.sentence == say(Message.NOTHING_CHANGED)


# Tiles that have swapped places


def test_swapped_tiles_are_put_back_step_by_step():
    session = playing("R7@4+1", "R8@4+2", "K8@5+2").look(seen("R8", "4+1"), seen("R7", "4+2"))
    session.press(TWO)
    question = session.model.question
    assert question.sentence.message is Breach.TILES_SWAPPED
    assert (question.can_guide_back, question.can_follow_table) == (True, False)
    session.do(own.ScreenIsRight())
    assert [check.sentence.message for check in session.model.checklist] == [Message.GUIDE_SWAP] * 2
    assert session.look().phase is Phase.TURN


def test_tiles_misread_as_each_other_are_told_again_together():
    """Told one after the other the same tile would lie twice in a row for a while."""
    session = playing("R7@4+1", "R8@5+1", "R7@5+2")
    session.look(seen("R8", "4+1"), seen("R7", "5+1"), seen("R8", "5+2")).press(TWO)
    assert session.model.question.can_follow_table
    session.do(own.TableIsRight())
    assert session.phase is Phase.TURN
    assert [str(each) for each in session.model.game.moves] == ["R8@4+1", "R7@5+1", "R8@5+2"]
    assert session.saved().state == session.table


# Both ways out of a disagreement


@pytest.mark.parametrize(
    ("changes", "gone", "trouble", "said"),
    [
        ((), ("5+2",), Trouble.WENT_BACK, "table-went-back"),
        ((seen("B7", "4+1"),), (), Trouble.ILLEGAL, "tile-changed"),
        ((seen("K3", "4+3"),), (), Trouble.ILLEGAL, "no-match"),
    ],
    ids=["a tile gone", "another tile", "a tile more"],
)
@pytest.mark.parametrize("is_seen_at_home", [True, False])
def test_a_table_that_changed_while_the_device_was_off_is_asked_about(
    tmp_path, changes, gone, trouble, said, is_seen_at_home
):
    """The camera is told at once what the game kept says; the first press raises the question."""
    path = tmp_path / "games.txt"
    with opened(path) as store:
        keep(store, played(*ROW))
    with opened(path) as store:
        kept = store.open_game()
    model, effects = start(Settings(), kept, camera=CameraStatus.WELL)
    (watched,) = (effect for effect in effects if isinstance(effect, WatchTable))
    assert watched.table == played(*ROW).state
    session = Session(model, watched=watched)
    if is_seen_at_home:
        session.look(*changes, without=gone).do(on.Resume())
    else:
        session.do(on.Resume()).look(*changes, without=gone)
    session.do(on.Press(TWO))
    question = session.model.question
    assert (session.phase, question.trouble) == (Phase.QUESTION, trouble)
    assert question.sentence.message.value == said
    assert session.model.game == played(*ROW)


def test_the_table_is_right_when_it_went_back():
    session = playing(*ROW).look(without=("5+2",)).do(on.Press(TWO))
    assert session.model.question.trouble is Trouble.WENT_BACK
    session.do(own.TableIsRight())
    assert (session.phase, session.model.game.moves) == (Phase.TURN, tuple(map(move, ROW[:2])))
    assert session.log[-1] == Undo(1)


def test_the_table_is_right_about_a_tile_misread_before():
    session = playing(*ROW).look(seen("B8", "5+2")).do(on.Press(TWO))
    assert session.model.question.sentence.message.value == "tile-changed"
    session.do(own.TableIsRight())
    assert session.log[-1] == Correct(3, Place(tile("B8"), cell("5+2")))
    assert session.notice == "corrected"


def test_where_following_the_table_breaks_a_turn_it_is_named():
    session = playing(*ROW).look(seen("B3", "4+1")).do(on.Press(TWO), own.TableIsRight())
    assert session.phase is Phase.CORRECT
    assert session.model.amendment.broken.turn == 2
    assert session.do(on.Back()).phase is Phase.TURN


def test_what_the_camera_cannot_follow_is_looked_for_in_the_history():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.TableIsRight())
    assert (session.phase, session.notice) == (Phase.HISTORY, "no-one-move")


def test_choosing_the_tile_the_screen_shows_overrules_the_camera():
    session = playing(*ROW).look(seen("B8", "5+2")).do(on.Press(TWO), own.ChooseTile(tile("K8")))
    assert session.phase is Phase.TURN
    assert session.look(seen("B8", "5+2")).press(TWO).phase is Phase.ASK_PASS


def test_beside_an_overruled_tile_another_one_is_judged_for_itself():
    """From the first wrong tap on, every illegal tile was told of as a changed one."""
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ChooseTile(tile("R9")))
    known = seen("K3", "4+3")
    for other, at, message in (("K3", "3+1", Reason.NO_MATCH), ("R8", "5+1", Message.UNSURE_TILE)):
        session.look(known, seen(other, at))
        asked = reason_for(session.model, session.table, session.model.proposal)
        session.do(on.Press(session.table.player))
        assert asked == session.model.question.sentence
        assert asked.message is message
        assert session.model.question.tile == tile(other)
        session.do(on.Back())


def test_while_a_tile_is_overruled_the_table_is_not_said_to_match_the_screen():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ChooseTile(tile("R9")))
    known = seen("K3", "4+3")
    session.look(known, seen("K3", "3+1")).do(on.Press(session.table.player), own.ScreenIsRight())
    assert session.phase is Phase.GUIDE_BACK
    session.look(known)
    assert (session.phase, session.notice) == (Phase.TURN, None)


def test_the_screen_is_right_and_guides_back_tile_by_tile():
    swapped = (seen("R8", "4+1"), seen("R7", "4+2"))
    session = playing(*ROW).look(*swapped).do(on.Press(TWO), own.ScreenIsRight())
    assert session.phase is Phase.GUIDE_BACK
    told = [check.sentence.values for check in session.model.checklist]
    assert {(str(each["tile"]), str(each["cell"])) for each in told} == {
        ("R7", "4+1"),
        ("R8", "4+2"),
    }
    session.look(seen("R7", "4+2"))
    assert [check.is_done for check in session.model.checklist] == [True, False]
    session.look()
    assert (session.phase, session.notice) == (Phase.TURN, "guided")


def test_the_way_back_is_ticked_by_hand_without_a_camera():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ScreenIsRight())
    session.do(camera_lost(), on.Press(TWO))
    assert (session.phase, session.notice) == (Phase.GUIDE_BACK, "guide-take")
    assert session.do(own.ChooseCheck(0)).phase is Phase.TURN


def test_the_camera_does_not_untick_what_was_ticked_by_hand():
    two = (seen("K3", "4+3"), seen("K4", "3+1"))
    session = playing(*ROW).look(*two).do(on.Press(TWO), own.ScreenIsRight())
    session.do(own.ChooseCheck(0)).look(*two)
    assert [check.is_done for check in session.model.checklist] == [True, False]
    session = playing(*ROW, first=ONE).do(on.Go(CommonPhase.HOME), on.Abandon(), on.Confirm())
    session.do(on.Go(Phase.NEW_GAME), on.Confirm(), own.ChooseCheck(1)).look(seen("K3", "4+3"))
    assert session.model.checklist[1].is_done


def test_a_covered_table_leaves_the_way_back_as_it_was():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ScreenIsRight())
    before = session.model.checklist
    session.see(Proposal(Status.BLOCKED, reason=Blocked.NO_JOKER))
    assert session.model.checklist == before


def test_new_disorder_on_the_way_back_is_added():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), own.ScreenIsRight())
    session.look(seen("K3", "4+3"), without=("5+2",))
    assert len(session.model.checklist) == 2


def test_a_cleared_table_is_asked_about():
    session = playing(*ROW).look(without=("4+1", "4+2", "5+2")).do(on.Press(TWO))
    assert session.model.question.trouble is Trouble.CLEARED
    session.do(own.TableIsRight())
    assert session.phase is Phase.ASK_ABANDON
    assert session.do(on.Back()).phase is Phase.TURN


@pytest.mark.parametrize("meanwhile", [None, Proposal(Status.BLOCKED, reason=Blocked.COVERED)])
def test_a_hand_over_the_table_changes_no_answer(meanwhile):
    """Whoever taps the screen may well reach over the table."""

    def asked(*changes, without=()):
        session = playing(*ROW).look(*changes, without=without).do(on.Press(TWO))
        return session.see(meanwhile)

    guided = asked(seen("K3", "4+3")).do(own.ScreenIsRight())
    assert (guided.phase, len(guided.model.checklist)) == (Phase.GUIDE_BACK, 1)
    assert asked(without=("5+2",)).do(own.TableIsRight()).log[-1] == Undo(1)
    assert asked(without=("5+2",)).do(on.Hold(TWO)).model.undo_depth == 1
    assert asked(seen("B8", "5+2")).do(own.TableIsRight()).notice == "corrected"
    known = asked(seen("K3", "4+3")).do(own.ChooseTile(tile("R9")))
    assert known.model.overruled == {differing("4+3", "R9", "K3")}


# The menu of a question


@pytest.mark.parametrize("phase", [CommonPhase.SETTINGS, Phase.HELP, Phase.HISTORY])
def test_from_a_question_one_looks_elsewhere_and_comes_back_to_it(phase):
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    asked = session.model.question
    assert session.do(on.Go(phase)).phase is phase
    assert session.do(on.Back()).phase is Phase.QUESTION
    assert session.model.question == asked


def test_going_home_leaves_the_question_and_the_game_goes_on():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), on.Go(CommonPhase.HOME))
    assert (session.phase, session.model.question) == (CommonPhase.HOME, None)
    assert session.do(on.Resume()).phase is Phase.TURN


def test_a_game_may_end_in_the_middle_of_a_question():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), on.Abandon())
    assert session.do(on.Press(TWO)).phase is Phase.QUESTION  # a button never ends a game
    assert session.do(on.Abandon(), on.Confirm()).phase is CommonPhase.HOME
