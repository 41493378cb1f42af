"""What the button confirms: what the screen offers, and never a pass that nobody meant."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pygame
import pytest

from device.core import events as on
from device.core.companion import Lots
from device.core.confirm import DECIDE, HASTY
from device.core.effects import Led, LedState, Save, Watch
from device.core.loop import Events, Loop
from device.core.messages import Message, say
from device.core.model import CameraStatus, Model, Phase
from device.games.sepmosa.handlers.turn import PATIENCE, SHOWN
from device.games.sepmosa.ui.move_marks import tell
from device.store.store import Store
from device.ui.state import Sheet
from device.ui.view import View
from device.ui.widgets import Label, walk
from device.ui.words import Words
from engine.history import Undo
from engine.sepmosa import (
    KINDS,
    Game,
    Move,
    Pass,
    Place,
    Play,
    Player,
    Reason,
    Table,
    check,
    legal_moves,
    points,
)
from engine.sepmosa.rules import open_places
from engine.sepmosa.table import in_sight
from tests.device.clock import Clock
from tests.device.driver import ONE, TWO, cell, move, playing, sure, tile
from tests.vision.readings import seen
from vision.judge import Blocked, Kind, Proposal, Status

SIZE = (800, 480)
ROW = ("R7@4+1", "R8@4+2", "K8@5+2")
NOTHING_NEW = Proposal(Status.NONE)
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
    session.do(on.Seen(session.model.state_id, sure("R9@4+3"), before.now + 0.5))
    assert session.model.proposal is None
    session.do(on.Seen(before.state_id, sure("R9@4+3"), session.model.now + 0.5))
    assert session.model.proposal is None


def test_a_question_from_before_the_change_is_withdrawn():
    session = playing(*ROW).look(seen("K3", "4+3")).do(on.Press(TWO))
    assert session.phase is Phase.QUESTION
    session.do(on.CameraChanged(CameraStatus.LAMP))
    assert (session.phase, session.model.question) == (Phase.TURN, None)


def test_every_change_of_the_game_outdates_what_was_seen():
    session = playing(*ROW)
    known = {session.model.state_id}
    for events in (
        [on.ChooseMove(move("R9@4+3")), on.Confirm()],
        [on.AskUndo(), on.Confirm()],
        [on.AskRedo()],
        [on.ChooseCell(cell("5+2")), on.ChooseTile(tile("O8"))],
    ):
        session.do(*events)
        assert session.kinds(Watch), events
        assert session.model.state_id not in known
        known.add(session.model.state_id)
        assert session.model.fresh_since == session.model.now


# Touch and camera


def test_a_place_tapped_beside_the_proposal_is_what_the_button_plays():
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.ChooseCell(cell("3+2")))
    assert session.model.pick.only.move == move("R9@3+2")
    session.see(None).look(seen("R9", "4+3"))  # a hand on its way to the button
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@3+2")


def test_another_tile_laid_takes_the_place_of_what_was_tapped():
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.ChooseCell(cell("3+2")))
    session.look(seen("K9", "6+2"))
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("K9@6+2")


def test_the_tray_of_what_fits_is_closed():
    session = playing(*ROW).do(on.ChooseCell(cell("4+3")))
    assert "What fits here" in words_on(session.model)
    close = next(each for each in scene_of(session.model) if is_key(each, "close"))
    assert session.do(close.meant).model.pick.is_empty


def test_an_illegal_tile_is_shown_while_the_tray_is_open():
    session = playing(*ROW).do(on.ChooseCell(cell("4+3"))).look(seen("K3", "4+3"))
    assert "What fits here" not in words_on(session.model)
    assert session.do(on.Press(TWO)).phase is Phase.QUESTION


def test_a_tap_on_yes_plays_the_move_it_was_put_on_or_none():
    session = playing(*ROW).look(seen("R9", "4+3"))
    yes = next(each for each in scene_of(session.model) if is_key(each, "yes")).meant
    session.look(seen("K9", "6+2")).do(yes)
    assert len(session.model.game.moves) == 3
    yes = next(each for each in scene_of(session.model) if is_key(each, "yes")).meant
    assert session.do(yes).model.game.moves[-1] == move("K9@6+2")


def test_a_touch_on_a_screen_that_just_changed_by_itself_does_nothing():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    session.wait(1.0)
    place = key_of(session.model, "tiles").rect.center
    session.look(seen("R9", "4+3"))
    draw(view, session.model)
    assert view.touch(later(session.model, HASTY / 2), SIZE, place) is None
    touched = later(session.model, HASTY + 0.01)
    draw(view, touched)
    assert view.touch(touched, SIZE, place) is not None


def test_a_touch_on_what_stayed_where_it_was_counts_at_once():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    place = key_of(session.model, "menu").rect.center
    session.wait(1.0).look(seen("R9", "4+3"))
    draw(view, session.model)
    view.touch(session.model, SIZE, place)
    assert view.ui.sheet.value == "menu"


def test_a_finger_that_was_down_before_the_screen_changed_meant_what_it_came_down_on():
    session, view = playing(*ROW).wait(1.0), View()
    draw(view, session.model)
    place = key_of(session.model, "tiles").rect.center
    view.press(session.model, SIZE, place)
    session.look(seen("R9", "4+3"))
    for at in range(20):
        draw(view, later(session.model, at * 0.033))
    assert view.release(later(session.model, 20 * 0.033), SIZE, place) is None
    menu = key_of(session.model, "menu").rect.center
    view.press(session.model, SIZE, menu)
    draw(view, session.look(seen("K9", "6+2")).model)
    view.release(session.model, SIZE, menu)
    assert view.ui.sheet is Sheet.MENU


def test_a_touch_on_what_a_touch_has_brought_counts_at_once():
    session, view = playing(*ROW), View()
    draw(view, session.model)
    view.touch(session.model, SIZE, key_of(session.model, "menu").rect.center)
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
    (watch,) = session.kinds(Watch)
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
    assert session.do(on.AskPass(), on.Confirm()).model.game.moves[-1] == Pass()


@pytest.mark.parametrize("look", [sure("R9@4+3"), ILLEGAL])
def test_nobody_passes_while_a_changed_table_is_in_sight(look):
    session = playing(*ROW).see(look).do(on.AskPass())
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


@pytest.mark.parametrize("tap", [on.ChooseCell(cell("5+3")), on.ChooseTile(tile("B1"))])
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
    view.touch(session.model, SIZE, key_of(session.model, "menu").rect.center)
    session.look(seen("R9", "4+3"))
    draw(view, session.model)
    assert view.ui.sheet is Sheet.NONE
    later_on = session.wait(1.0).model
    draw(view, later_on)
    view.touch(later_on, SIZE, key_of(later_on, "menu").rect.center)
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
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.Doubt(), on.AskPass())
    assert session.phase is Phase.ASK_PASS
    session.do(on.Back())
    assert session.do(on.Press(TWO)).model.game.moves[-1] == move("R9@4+3")


def test_what_was_overruled_is_new_when_it_is_laid_again():
    """Taken back and laid again a turn later, it once was nothing new, and the press passed."""
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.Doubt(), on.AskPass(), on.Confirm())
    assert session.model.game.moves[-1] == Pass()
    session.look(seen("R9", "4+3")).do(on.Press(ONE)).look(seen("R9", "4+3"))
    assert session.phase is Phase.ASK_PASS  # it still lies there, as the players know
    session.do(on.Back()).look().look(seen("R9", "4+3"))
    assert session.do(on.Press(ONE)).model.game.moves[-1] == move("R9@4+3")


def test_the_game_seen_before_mosaix_is_looked_at_anew():
    session = playing(*ROW).look(seen("R9", "4+3")).do(on.Go(Phase.HOME), on.Go(Phase.MOSAIX))
    session.do(on.CameraChanged(CameraStatus.LAMP), on.Back())
    assert session.kinds(Watch)
    session.do(on.Press(TWO), on.Press(TWO))
    assert (session.notice, len(session.model.game.moves)) == ("looking", 3)


def test_the_lamp_asks_for_a_press_where_there_is_a_question():
    session = playing(*ROW).look(seen("K3", "4+3"))
    assert session.kinds(Led) == [Led(TWO, LedState.BLINKING)]


# Any sequence of events


@dataclass
class Look:
    """A look under way: when it began, at what, compared with what."""

    began: float
    laid: Move | None
    state_id: int
    table: Table


@dataclass
class Evening:
    """A table, its players, a camera and the real loop, with a witness of all that happens."""

    loop: Loop
    events: object
    clock: Clock
    rng: Random
    shown: Model | None = None  # the picture people see
    laid: Move | None = None  # what really lies on the table beyond the game
    looks: list[Look] = field(default_factory=list)
    past: list[tuple[float, Move | None]] = field(default_factory=list)  # what lay there, and when
    known: list[tuple[int, Table]] = field(default_factory=list)  # what the camera was told of
    outdated: float = float("-inf")  # the last confirmation, change of light or move of the camera
    told: list[tuple[Look, Proposal | None]] = field(default_factory=list)  # since the last picture
    taken: list[tuple[Look, Proposal | None]] = field(default_factory=list)  # before it
    pressed: list[Player] = field(default_factory=list)  # since the last picture
    waiting: Player | None = None  # whose press is being answered, as the screen says
    waited: float = float("-inf")  # and since when
    tapped: bool = False
    passes: int = 0
    plays: int = 0

    # what happens

    def begin_look(self) -> None:
        """A camera that may be slow: what it sees, and what it compares that with, may be old."""
        lag = self.rng.choice((0, 0, 0, 1, 5, 30))
        began, laid = self.past[max(0, len(self.past) - 1 - lag)]
        state_id, table = self.known[max(0, len(self.known) - 1 - self.rng.choice((0, 0, 0, 1, 2)))]
        self.looks.append(Look(began, laid, state_id, table))

    def end_look(self) -> None:
        if self.looks:
            look = self.looks.pop(self.rng.randrange(len(self.looks)))
            proposal = self._judged(look)
            self.told.append((look, proposal))
            self.events.put(on.Seen(look.state_id, proposal, look.began))

    def light(self) -> None:
        now = self.loop.model.camera
        other = [CameraStatus.WELL, CameraStatus.LAMP, CameraStatus.MOVED, CameraStatus.LOST]
        status = self.rng.choice([each for each in other if each is not now])
        self.events.put(on.CameraChanged(status))

    def lay(self) -> None:
        table = self.loop.model.table
        if table is None or self.laid is not None or table.step.value != "play":
            self.laid = None
            return
        free = [kind for kind in KINDS if in_sight(table).count(kind) < 2 and not kind.is_action]
        if self.rng.random() < 0.3:
            at = self.rng.choice(list(open_places(table.mosaic)))
            wrong = [Place(kind, at) for kind in free if check(table.mosaic, Place(kind, at))]
            self.laid = self.rng.choice(wrong) if wrong else None
        else:
            self.laid = self.rng.choice(legal_moves(table.mosaic, free))

    def press(self, player: Player | None = None) -> None:
        who = self.rng.choice(list(Player)) if player is None else player
        self.pressed.append(who)
        self.events.put(on.Press(who))
        self.turn_over()

    def press_mine(self) -> None:
        if self.loop.model.table is not None:
            self.press(self.loop.model.table.player)

    def hold(self) -> None:
        self.events.put(on.Hold(self.rng.choice(list(Player))))
        self.turn_over()

    def tap(self) -> None:
        """Somebody taps something that is on the screen."""
        assert self.shown is not None
        meant = [each.meant for each in walk(scene_of(self.shown)) if hasattr(each, "meant")]
        meant = [each for each in meant if isinstance(each, TAPS)]
        table = self.shown.table
        if table is not None and self.shown.phase in (Phase.TURN, Phase.QUESTION):
            meant += [on.ChooseCell(self.rng.choice(list(open_places(table.mosaic))))]
            meant += [on.AskPass(), on.AskUndo()]
        if meant:
            self.tapped = True
            self.events.put(self.rng.choice(meant))
            self.turn_over()
            self.tapped = False

    def insist(self) -> None:
        """Somebody says by touch that they pass."""
        for event in (on.AskPass(), on.Confirm()):
            self.tapped = True
            self.events.put(event)
            self.turn_over()
            self.tapped = False

    def look_elsewhere(self) -> None:
        """Another screen for a while, or a fault; the camera goes on looking."""
        fault = on.Failed(say(Message.CAMERA_LOST))
        self.events.put(self.rng.choice((on.Abandon(), on.Go(Phase.HELP), fault)))
        for happens in self.rng.choices((Evening.lay, Evening.begin_look, Evening.end_look), k=6):
            happens(self)
            self.turn_over()
        if self.loop.model.phase in (Phase.ASK_ABANDON, Phase.HELP, Phase.FAULT):
            self.events.put(on.Back())
        self.turn_over()

    def think_better_of_it(self) -> None:
        """Somebody says no, wants to pass, and does not pass after all."""
        for event in (on.Doubt(), on.AskPass(), on.Back()):
            self.events.put(event)
            self.turn_over()

    def wait(self) -> None:
        for _ in range(self.rng.choice((1, 3, 12, 50, 170))):
            self.turn_over()

    def turn_over(self) -> None:
        """One round of the loop, and what came of it."""
        self.clock.now += 0.033
        self.past.append((self.clock.now, self.laid))
        before, shown = self.loop.model, self.shown
        self.loop.turn_over([])
        after = self.loop.model
        is_other = after.camera is not before.camera
        if before.awaited is None and after.awaited is not None:
            is_theirs = self.tapped or before.table.player in self.pressed
            self.waiting = before.table.player if is_theirs else None
            self.waited = self.clock.now
        if before.game is not None and after.game is not None and after.game != before.game:
            self._witness(before.game, after.game, shown)
            is_other = True
        self.outdated = self.clock.now if is_other else self.outdated
        if after.table is not None and after.state_id not in [known for known, _ in self.known]:
            self.known.append((after.state_id, after.table))
        self.taken += self.told
        self.told.clear()
        self.pressed.clear()

    # what must hold

    def _witness(self, before: Game[Table], after: Game[Table], shown: Model | None) -> None:
        for entry in after.log[len(before.log) :]:
            if isinstance(entry, Play):
                assert shown is not None
                if isinstance(entry.move, Pass):
                    self._witness_pass(shown)
                else:
                    self._witness_move(before, entry.move, shown)
            elif isinstance(entry, Undo):
                assert shown is not None
                assert shown.phase in (Phase.ASK_UNDO, Phase.QUESTION)
            self.laid = None if isinstance(entry, Play) else self.laid

    def _witness_move(self, before: Game[Table], played: Move, shown: Model) -> None:
        """It was on the screen with its points, by touch or from a look the rule allows."""
        self.plays += 1
        told = tell(Words(shown.settings.language, shown.names), before.state.mosaic, played)
        if shown.phase is Phase.QUESTION and shown.pick.only is None:
            assert self.tapped, "only a tap answers a question"
            return
        assert told in words_on(shown), (played, words_on(shown))
        if shown.pick.only is not None:
            return
        allowed = [look for look, said in self.taken if said and said.move == played]
        allowed = [look for look in allowed if look.began > self.outdated]
        assert allowed, "from a look of another table or another light"
        assert any(look.table == before.state for look in allowed)
        is_theirs = self.waiting is before.state.player
        if shown.awaited is None:
            is_theirs = before.state.player in self.pressed
        assert self.tapped or is_theirs, "confirmed by the player whose turn it was"

    def _witness_pass(self, shown: Model) -> None:
        """It was asked, and nothing that lies there was seen and not asked about."""
        self.passes += 1
        assert shown.phase is Phase.ASK_PASS
        assert self.tapped or self.clock.now - shown.entered >= DECIDE
        told = [
            said
            for look, said in self.taken
            if look.began > max(self.outdated, self.waited) and look.state_id == shown.state_id
        ]
        if told and told[-1] is not None and shown.camera.can_see and not shown.overruled:
            assert told[-1].status not in (Status.MOVE, Status.ILLEGAL)

    def _judged(self, look: Look) -> Proposal | None:
        """What a camera that never errs says, where it says anything."""
        chance = self.rng.random()
        if chance < 0.15:
            return None
        if chance < 0.25:
            return Proposal(Status.BLOCKED, reason=Blocked.COVERED)
        if look.laid is None:
            return NOTHING_NEW
        if check(look.table.mosaic, look.laid) is not None:
            return Proposal(Status.ILLEGAL, look.laid, None, Reason.NO_MATCH)
        if chance < 0.3:
            return Proposal(Status.UNSURE, candidates=((look.laid, 0.6), (Kind.NONE, 0.4)))
        return Proposal(Status.MOVE, look.laid, points(look.table.mosaic, look.laid))


TAPS = (on.Confirm, on.Back, on.Doubt, on.ChooseMove, on.ChooseTile, on.AskUndo, on.AskRedo)
WHAT_HAPPENS = (
    *(Evening.begin_look, Evening.end_look, Evening.begin_look, Evening.end_look),
    *(Evening.lay, Evening.press, Evening.press_mine, Evening.press_mine, Evening.hold),
    *(Evening.tap, Evening.wait, Evening.wait, Evening.light, Evening.insist),
    *(Evening.look_elsewhere, Evening.look_elsewhere, Evening.think_better_of_it),
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_recorded_was_offered_seen_and_confirmed(seed, tmp_path):
    clock, rng, events = Clock(), Random(seed), Events()
    with Store(tmp_path / "games.sqlite", lambda: "2026-11-17T20:00") as store:
        screen = Witness()
        loop = Loop(store, screen, (Lots(rng),), events, camera=CameraStatus.WELL, clock=clock)
        evening = Evening(loop, events, clock, rng)
        screen.evening = evening
        checks = [on.ChooseCheck(at) for at in range(2)]
        for event in (on.Go(Phase.NEW_GAME), on.Confirm(), *checks, on.Confirm()):
            events.put(event)
            evening.turn_over()
        assert loop.model.phase is Phase.TURN
        for _ in range(150):
            rng.choice(WHAT_HAPPENS)(evening)
            if rng.random() < 0.7:
                evening.turn_over()
        assert store.open_game() is None or store.open_game().game == loop.model.game


def test_a_move_that_time_plays_may_meet_a_broken_edge(tmp_path):
    """A press that waited is answered by the clock: what fails then ends no game either."""
    clock, events = Clock(), Events()
    with Store(tmp_path / "games.sqlite", lambda: "2026-11-17T20:00") as store:
        loop = Loop(
            store, Witness(), (Lots(Random(1)), Mute()), events, (), CameraStatus.WELL, clock
        )
        checks = [on.ChooseCheck(at) for at in range(2)]
        for event in (on.Go(Phase.NEW_GAME), on.Confirm(), *checks, on.Confirm()):
            events.put(event)
            clock.now += 0.1
            loop.turn_over([])
        events.put(on.Press(loop.model.table.player))
        loop.turn_over([])
        clock.now += 0.1
        events.put(on.Seen(loop.model.state_id, sure("R7@4+1"), clock.now))
        loop.turn_over([])
        clock.now += SHOWN + 0.01
        loop.turn_over([])
        assert loop.model.game.moves == (move("R7@4+1"),)


class Mute:
    """A loudspeaker that breaks with the first move."""

    def do(self, effect):
        if isinstance(effect, Save):
            raise OSError("no such device")


class Witness:
    """A screen that remembers the last picture."""

    evening: Evening

    def draw(self, model, now):
        if hasattr(self, "evening"):
            self.evening.shown = model

    def take(self, happened, model, now):
        return iter(())

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
