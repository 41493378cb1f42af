"""What the button confirms: what the screen offers, and never a pass that nobody meant."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest

from device.core import events as on
from device.core.companion import Lots
from device.core.effects import Led, LedState, Save
from device.core.loop import Events, Loop
from device.core.messages import Message, say
from device.core.model import CameraStatus, CommonPhase
from device.core.settings import KeySide, Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE, HASTY, CorrectTurn, Nothing, PassTurn, confirms
from device.games.sepmosa.effects import WatchTable
from device.games.sepmosa.handlers.turn import PATIENCE, SHOWN
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.move_marks import tell
from device.games.sepmosa.ui.words import Words
from device.store.store import Store
from device.ui.state import Sheet
from device.ui.view import TWICE, View
from device.ui.widgets import Label, walk
from engine.sepmosa import (
    Pass,
    Reason,
)
from tests.device.clock import Clock
from tests.device.driver import ONE, TWO, cell, move, playing, sure, tile
from tests.vision.readings import seen
from vision.judge import Blocked, Proposal, Status

SIZE = (800, 480)
ROW = ("R7@4+1", "R8@4+2", "K8@5+2")
ILLEGAL = Proposal(Status.ILLEGAL, move("K3@4+3"), None, Reason.NO_MATCH)


# The light, the view


@pytest.mark.parametrize("status", [CameraStatus.LAMP, CameraStatus.MOVED])
def test_an_offer_made_in_another_light_is_not_an_offer_any_more(status):
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.CameraChanged(status))
    assert session.model.proposal is None
    session.do(on.Press(TWO))
    assert (session.phase, session.notice, len(session.model.game.moves)) == (
        Phase.TURN,
        "looking",
        3,
    )
    session.look(seen("R9", "4+3")).wait(SHOWN)
    assert session.model.game.moves[-1] == move("R9@4+3")


def test_in_another_light_the_button_confirms_what_the_screen_offers():
    session = playing(*ROW).do(on.CameraChanged(CameraStatus.LAMP)).look(seen("R9", "4+3"))
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_a_look_from_before_the_change_is_dropped_however_late_it_comes():
    session = playing(*ROW)
    before = session.model
    session.wait(1.0).do(on.CameraChanged(CameraStatus.LAMP))
    session.do(own.Seen(session.model.state_id, sure("R9@4+3"), before.now + 0.5))
    assert session.model.proposal is None
    session.do(own.Seen(before.state_id, sure("R9@4+3"), session.model.now + 0.5))
    assert session.model.proposal is None


def test_a_question_from_before_the_change_is_withdrawn():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    assert session.phase is Phase.QUESTION
    session.do(on.CameraChanged(CameraStatus.LAMP))
    assert (session.phase, session.model.question) == (Phase.TURN, None)


def test_that_the_camera_has_adjusted_itself_is_said():
    session = playing(*ROW).do(on.CameraChanged(CameraStatus.LAMP))
    assert session.do(on.CameraChanged(CameraStatus.WELL)).notice == "camera-adjusted"
    session.do(on.CameraChanged(CameraStatus.LOST))
    assert session.do(on.CameraChanged(CameraStatus.WELL)).notice == "camera-back"


def test_every_change_of_the_game_outdates_what_was_seen():
    session = playing(*ROW)
    known = {session.model.state_id}
    for events in (
        [own.ChooseMove(move("R9@4+3")), on.Confirm()],
        [on.AskUndo(), on.Confirm()],
        [on.AskRedo()],
        [own.ChooseCell(cell("5+2")), own.ChooseTile(tile("O8"))],
    ):
        session.do(*events)
        assert session.kinds(WatchTable), events
        assert session.model.state_id not in known
        known.add(session.model.state_id)
        assert session.model.fresh_since == session.model.now


# Touch and camera


def test_a_place_tapped_beside_the_proposal_is_what_the_button_plays():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.ChooseCell(cell("3+2")))
    assert session.model.pick.only.move == move("R9@3+2")
    session.see(None).look(seen("R9", "4+3"))  # a hand on its way to the button
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@3+2")


def test_another_tile_laid_takes_the_place_of_what_was_tapped():
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.ChooseCell(cell("3+2")))
    session.look(seen("K9", "6+2"))
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("K9@6+2")


def test_the_tray_of_what_fits_is_closed():
    session = playing(*ROW).do(own.ChooseCell(cell("4+3")))
    assert "What fits here" in words_on(session.model)
    close = next(each for each in scene_of(session.model) if is_key(each, "Close"))
    assert session.do(close.meant).model.pick.is_empty


def test_an_illegal_tile_is_shown_while_the_tray_is_open():
    session = playing(*ROW).do(own.ChooseCell(cell("4+3"))).look(seen("K3", "4+3"))
    assert "What fits here" not in words_on(session.model)
    assert session.do(on.Press(TWO)).phase is Phase.QUESTION


def test_a_tap_on_yes_plays_the_move_it_was_put_on_or_none():
    session = playing(*ROW).look(seen("R9", "4+3"))
    yes = next(each for each in scene_of(session.model) if is_key(each, "Yes")).meant
    session.look(seen("K9", "6+2")).do(yes)
    assert len(session.model.game.moves) == 3
    yes = next(each for each in scene_of(session.model) if is_key(each, "Yes")).meant
    assert session.do(yes).model.game.moves[-1] == move("K9@6+2")


def test_a_touch_on_a_screen_that_just_changed_by_itself_does_nothing():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    session.wait(1.0)
    place = key_of(session.model, "Tiles").rect.center
    session.look(seen("R9", "4+3"))
    draw(view, session.model)
    assert view.touch(later(session.model, HASTY / 2), SIZE, place) is None
    touched = later(session.model, HASTY + 0.01)
    draw(view, touched)
    assert view.touch(touched, SIZE, place) is not None


@pytest.mark.parametrize("keys", KeySide)
def test_a_second_touch_where_one_said_yes_takes_nothing_back(keys):
    session, view = playing(*ROW).do(on.Change(Settings(keys=keys))).wait(1.0), View()
    session.look(seen("R9", "4+3"))
    draw(view, session.model)
    session.wait(1.0)
    place = key_of(session.model, "Yes").rect.center
    session.do(view.touch(session.model, SIZE, place))
    assert session.model.game.moves[-1] == move("R9@4+3")
    assert key_of(session.model, "Take back").rect.collidepoint(place)
    assert view.touch(later(session.model, 0.3), SIZE, place) is None
    assert isinstance(view.touch(later(session.model, TWICE + 0.01), SIZE, place), on.AskUndo)


def test_a_touch_on_what_stayed_where_it_was_counts_at_once():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    place = key_of(session.model, "Menu").rect.center
    session.wait(1.0).look(seen("R9", "4+3"))
    draw(view, session.model)
    view.touch(session.model, SIZE, place)
    assert view.ui.sheet.value == "menu"


def test_a_finger_that_was_down_before_the_screen_changed_meant_what_it_came_down_on():
    session, view = playing(*ROW).wait(1.0), View()
    draw(view, session.model)
    place = key_of(session.model, "Tiles").rect.center
    view.press(session.model, SIZE, place)
    session.look(seen("R9", "4+3"))
    for at in range(20):
        draw(view, later(session.model, at * 0.033))
    assert view.release(later(session.model, 20 * 0.033), SIZE, place) is None
    menu = key_of(session.model, "Menu").rect.center
    view.press(session.model, SIZE, menu)
    draw(view, session.look(seen("K9", "6+2")).model)
    view.release(session.model, SIZE, menu)
    assert view.ui.sheet is Sheet.MENU


def test_a_touch_on_what_a_touch_has_brought_counts_at_once():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    view.touch(session.model, SIZE, key_of(session.model, "Menu").rect.center)
    draw(view, session.model)
    scene = view.scene(session.model, SIZE)
    rules = next(each for each in walk(scene) if getattr(each, "meant", 0) == on.Go(Phase.HELP))
    assert view.touch(session.model, SIZE, rules.rect.center) == on.Go(Phase.HELP)


# An impatient thumb


def test_a_tile_laid_and_the_button_pressed_at_once():
    """The last look is from before the tile: it says nothing of what the press meant."""
    session = playing(*ROW).look().do(on.Press(TWO))
    assert session.phase is Phase.TURN
    session.see(None).look(seen("R9", "4+3")).wait(SHOWN)
    assert session.model.game.moves[-1] == move("R9@4+3")


def test_a_press_that_waits_asks_for_a_look_that_begins_after_it():
    session = playing(*ROW).look().wait(1.0).do(on.Press(TWO))
    (watch,) = session.kinds(WatchTable)
    assert (watch.since, watch.state_id) == (session.model.now, session.model.state_id)
    again = session.model.state_id
    assert session.do(on.Press(TWO)).model.state_id == again  # one look is enough


def test_a_second_thumb_does_not_pass():
    session = playing(*ROW).ask_to_pass().do(on.Press(TWO))
    assert (session.phase, session.notice) == (Phase.ASK_PASS, "ask-pass-again")
    session.wait(DECIDE - 0.1).do(on.Press(TWO))
    assert len(session.model.game.moves) == 3
    session.wait(0.2).do(on.Press(TWO))
    assert session.model.game.moves[-1] == Pass()


def test_a_tap_passes_at_once():
    session = playing(*ROW).ask_to_pass().do(on.Confirm())
    assert session.model.game.moves[-1] == Pass()


@pytest.mark.parametrize("look", [None, Proposal(Status.BLOCKED, reason=Blocked.COVERED)])
def test_no_press_passes_while_the_table_cannot_be_seen(look):
    session = playing(*ROW).ask_to_pass().wait(DECIDE).see(look).do(on.Press(TWO))
    assert (session.phase, session.notice) == (Phase.ASK_PASS, "looking")


def test_no_press_passes_with_a_camera_that_is_gone():
    session = playing(*ROW).do(on.CameraChanged(CameraStatus.LOST)).wait(9.0).do(on.Press(TWO))
    assert (session.phase, session.notice) == (Phase.TURN, "camera-lost")
    assert session.do(own.AskPass(), on.Confirm()).model.game.moves[-1] == Pass()


@pytest.mark.parametrize("look", [sure("R9@4+3"), ILLEGAL])
@pytest.mark.parametrize("button", [TWO, None])
def test_a_pass_is_not_confirmed_over_a_changed_table(look, button):
    asked = playing(*ROW).ask_to_pass().wait(DECIDE).model
    assert confirms(asked, button) == PassTurn()
    assert isinstance(confirms(replace(asked, proposal=look), button), Nothing)


@pytest.mark.parametrize("look", [sure("R9@4+3"), ILLEGAL])
def test_nobody_passes_while_a_changed_table_is_in_sight(look):
    session = playing(*ROW).see(look).do(own.AskPass())
    assert (session.phase, session.notice) == (Phase.TURN, "pass-not-now")


def test_a_wait_that_runs_out_confirms_nothing():
    session = playing(*ROW).see(None).do(on.Press(TWO)).wait(PATIENCE)
    assert (session.phase, session.notice) == (Phase.TURN, "saw-nothing")
    session.look(seen("R9", "4+3")).wait(9.0)
    assert len(session.model.game.moves) == 3


def test_a_move_that_a_press_waited_for_is_taken_back_in_time():
    """It is on the screen for a moment, and what is then seen otherwise is not played."""
    session = playing(*ROW).see(None).do(on.Press(TWO)).look(seen("R9", "4+3")).wait(SHOWN / 2)
    session.see(None).wait(SHOWN)
    assert len(session.model.game.moves) == 3


def test_a_press_in_answer_to_something_else_takes_nothing_back():
    session = playing(*ROW).do(on.Hold(ONE)).wait(HASTY / 2).do(on.Press(TWO))
    assert (session.phase, len(session.model.game.moves)) == (Phase.ASK_UNDO, 3)


# What happens while a press waits, or a question is asked


def test_a_press_waits_no_longer_than_its_screen():
    """It once played, unseen and a minute late, what was laid while another screen was open."""
    session = playing(*ROW).see(None).do(on.Press(TWO), on.Abandon())
    session.look(seen("R9", "4+3")).wait(60.0).do(on.Back()).wait(0.03)
    assert (session.phase, len(session.model.game.moves)) == (Phase.TURN, 3)


def test_a_look_just_in_time_is_played_once_it_has_been_shown():
    session = playing(*ROW).see(None).do(on.Press(TWO)).wait(PATIENCE - 0.1)
    session.look(seen("R9", "4+3")).wait(0.1)
    assert session.notice != "saw-nothing"
    assert session.wait(SHOWN).model.game.moves[-1] == move("R9@4+3")


@pytest.mark.parametrize("tap", [own.ChooseCell(cell("5+3")), own.ChooseTile(tile("B1"))])
def test_an_offer_behind_a_tray_is_shown_before_a_press_plays_it(tap):
    session = playing(*ROW).look(seen("R9", "4+3")).do(tap)
    told = tell(Words(), session.table.mosaic, move("R9@4+3"))
    assert told not in words_on(session.model)
    session.do(on.Press(TWO))
    assert (session.notice, len(session.model.game.moves)) == ("looking", 3)
    session.look(seen("R9", "4+3"))
    assert told in words_on(session.model)
    assert session.wait(SHOWN).model.game.moves[-1] == move("R9@4+3")


def test_an_offer_is_not_hidden_by_a_menu():
    session, view = playing(*ROW).look(), View()
    draw(view, session.model)
    view.touch(session.model, SIZE, key_of(session.model, "Menu").rect.center)
    session.look(seen("R9", "4+3"))
    draw(view, session.model)
    assert view.ui.sheet is Sheet.NONE
    later_on = session.wait(1.0).model
    draw(view, later_on)
    view.touch(later_on, SIZE, key_of(later_on, "Menu").rect.center)
    draw(view, session.see(None).model)  # a hand: nothing new
    draw(view, session.look(seen("R9", "4+3")).model)
    assert view.ui.sheet is Sheet.MENU


@pytest.mark.parametrize("way", [on.Go(Phase.HELP), on.AskUndo(), on.Abandon()])
def test_a_question_is_withdrawn_by_the_light_on_whatever_screen_one_is(way):
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), way)
    session.do(on.CameraChanged(CameraStatus.LAMP), on.Back())
    assert (session.phase, session.model.question) == (Phase.TURN, None)


def test_a_question_answered_meanwhile_is_not_asked_again():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), on.Go(Phase.HELP))
    session.look(seen("R9", "4+3")).do(on.Back())
    assert session.phase is Phase.TURN
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_a_question_that_still_stands_is_still_asked():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO), on.Go(Phase.HELP))
    session.look(seen("K3", "4+3")).do(on.Back())
    assert session.phase is Phase.QUESTION
    covered = Proposal(Status.BLOCKED, reason=Blocked.COVERED)
    session.do(on.Go(Phase.HELP)).see(covered).do(on.Back())
    assert session.phase is Phase.QUESTION


def test_nobody_passes_when_a_tile_was_laid_behind_a_fault():
    session = playing(*ROW).ask_to_pass().do(on.Failed(say(Message.CAMERA_LOST)))
    session.look(seen("R9", "4+3")).do(on.Back())
    assert session.phase is Phase.TURN
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_a_lost_camera_is_not_looking():
    session = playing(*ROW).ask_to_pass().do(on.CameraChanged(CameraStatus.LOST)).wait(9.0)
    assert (session.do(on.Press(TWO)).phase, session.notice) == (Phase.ASK_PASS, "camera-lost")


def test_whoever_does_not_pass_after_all_is_offered_his_tile_again():
    """Overruled for the sake of the question, it once was never offered again."""
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.Doubt(), own.AskPass())
    assert session.phase is Phase.ASK_PASS
    session.do(on.Back())
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_what_was_overruled_is_new_when_it_is_laid_again():
    """Taken back and laid again a turn later, it once was nothing new, and the press passed."""
    session = playing(*ROW).look(seen("R9", "4+3")).do(own.Doubt(), own.AskPass(), on.Confirm())
    assert session.model.game.moves[-1] == Pass()
    session.look(seen("R9", "4+3")).do(on.Press(ONE)).look(seen("R9", "4+3"))
    assert session.phase is Phase.ASK_PASS  # it still lies there, as the players know
    session.do(on.Back()).look().look(seen("R9", "4+3"))
    assert session.do(on.Press(ONE)).model.game.moves[-1] == move("R9@4+3")


def test_the_game_seen_before_mosaix_is_looked_at_anew():
    session = (
        playing(*ROW).look(seen("R9", "4+3")).do(on.Go(CommonPhase.HOME), on.EnterGame("mosaix"))
    )
    session.do(on.CameraChanged(CameraStatus.LAMP), on.Back())
    assert session.kinds(WatchTable)
    session.do(on.Press(TWO), on.Press(TWO))
    assert (session.notice, len(session.model.game.moves)) == ("looking", 3)


def test_the_lamp_asks_for_a_press_where_there_is_a_question():
    session = playing(*ROW).look(seen("K3", "4+3"))
    assert session.kinds(Led) == [Led(TWO, LedState.BLINKING)]


# A press that time answers


def test_a_move_that_time_plays_may_meet_a_broken_edge(tmp_path):
    """A press that waited is answered by the clock: what fails then ends no game either."""
    clock, events = Clock(), Events()
    with Store(tmp_path / "games.sqlite", lambda: "2026-11-17T20:00") as store:
        loop = Loop(store, Blank(), (Lots(Random(1)), Mute()), events, (), CameraStatus.WELL, clock)
        checks = [own.ChooseCheck(at) for at in range(2)]
        for event in (on.Go(Phase.NEW_GAME), on.Confirm(), *checks, on.Confirm()):
            events.put(event)
            clock.now += 0.1
            loop.turn_over([])
        events.put(on.Press(loop.model.table.player))
        loop.turn_over([])
        clock.now += 0.1
        events.put(own.Seen(loop.model.state_id, sure("R7@4+1"), clock.now))
        loop.turn_over([])
        clock.now += SHOWN + 0.01
        loop.turn_over([])
        assert loop.model.game.moves == (move("R7@4+1"),)


class Mute:
    """A loudspeaker that breaks with the first move."""

    def do(self, effect):
        if isinstance(effect, Save):
            raise OSError("no such device")


class Blank:
    """A screen that shows nothing."""

    def draw(self, model, now):
        pass

    def take(self, happened, model, now):
        return iter(())

    def is_typing(self, model):
        return False

    def attend(self, model, now):
        return iter(())


# The screen


def scene_of(model):
    return View().scene(model, SIZE, model.now)


def words_on(model):
    return [each.text for each in walk(scene_of(model)) if isinstance(each, Label)]


def is_key(widget, text):
    return text in [each.text for each in walk(widget.parts) if isinstance(each, Label)]


def key_of(model, text):
    return next(each for each in scene_of(model) if is_key(each, text))


def draw(view, model):
    view.draw(model, pygame.Surface(SIZE), model.now)


def later(model, seconds):
    return replace(model, now=model.now + seconds)


# What else a button confirms


def test_a_correction_is_confirmed_as_it_was_tried_out():
    session = playing(*ROW).do(on.Go(Phase.HISTORY), own.ChooseTurn(3))
    assert confirms(session.model) == Nothing(say(Message.NO_ONE_MOVE))
    assert session.do(on.Press(ONE)).notice == "no-one-move"
    session.do(own.ChooseTile(tile("O8")))
    assert confirms(session.model) == CorrectTurn(3, move("O8@5+2"))
    session.do(on.Press(ONE))
    assert session.model.game.moves[2] == move("O8@5+2")


def test_a_correction_that_breaks_the_game_is_not_confirmed():
    session = playing(*ROW).do(on.Go(Phase.HISTORY), own.ChooseTurn(2), own.ChooseTile(tile("B1")))
    assert session.model.amendment.broken
    assert confirms(session.model) == Nothing(say(Message.NO_ONE_MOVE))
    assert session.do(on.Press(ONE)).model.game.moves[1] == move("R8@4+2")
