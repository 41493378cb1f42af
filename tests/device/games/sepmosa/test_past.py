"""Undo, history, corrections, past games and new ones."""

from dataclasses import replace

import pytest

from device.core import events as on
from device.core.effects import (
    BeginGame,
    CloseGame,
    DeleteGame,
    DrawLot,
    ListGames,
    LoadGame,
    RestoreGame,
    SetCounts,
)
from device.core.messages import Message, say
from device.core.model import CommonPhase, OpenGame
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import HASTY
from device.games.sepmosa.model import PastGame, Phase
from device.games.sepmosa.ui.screens.statistics import records_of
from device.games.sepmosa.ui.words import Words
from device.lab.screens.sample_games import past_games
from device.locale import Language
from device.system.facts import Facts
from device.ui.view import View
from device.ui.widgets import Label, walk
from device.ui.words import day
from engine.history import Redo, Undo
from engine.sepmosa import Player
from tests.device.driver import ONE, TWO, Session, cell, move, playing, recorded, tile
from tests.vision.readings import seen
from vision.judge import Blocked, Kind, Proposal, Status

ROW = ("R7@4+1", "R8@4+2", "R9@4+3", "K9@5+3")
PAST = PastGame(5, ("A", "B"), "2026-01-01T10:00:00", (77, 3), 77, 40, ONE)


# Undo


def test_holding_asks_and_a_press_takes_the_last_move_back():
    session = playing(*ROW).do(on.Hold(ONE))
    assert (session.phase, session.model.undo_depth) == (Phase.ASK_UNDO, 1)
    session.do(on.Press(TWO))
    assert len(session.model.game.moves) == 4  # too soon to be an answer
    session.wait(HASTY).do(on.Press(TWO))
    assert session.model.game.moves == tuple(map(move, ROW[:3]))
    assert session.log[-1] == Undo(1)


def test_undo_goes_to_any_depth_and_back_again():
    session = playing(*ROW).do(on.AskUndo(4), on.Confirm())
    assert session.model.game.moves == ()
    for _ in ROW:
        session.do(on.AskRedo())
    assert session.model.game.moves == tuple(map(move, ROW))
    assert session.log[-1] == Redo(1)
    assert session.saved() == session.model.game


def test_the_depth_is_changed_in_the_question_and_kept_in_bounds():
    session = playing(*ROW).do(on.Hold(ONE), on.AskUndo(99))
    assert session.model.undo_depth == 4
    assert session.do(on.AskUndo(0)).model.undo_depth == 1


def test_holding_again_ends_the_question():
    session = playing(*ROW).do(on.Hold(ONE), on.Hold(ONE))
    assert (session.phase, len(session.model.game.moves)) == (Phase.TURN, 4)


def test_holding_takes_back_as_much_as_the_table_shows():
    session = playing(*ROW).look(without=("4+3", "5+3")).do(on.Hold(ONE))
    assert session.model.undo_depth == 2


def test_with_nothing_played_there_is_nothing_to_undo():
    session = playing().do(on.Hold(ONE))
    assert (session.phase, session.notice) == (Phase.TURN, "nothing-to-undo")


# Corrections


def test_an_earlier_turn_is_told_again_with_the_scores_shown_first():
    session = playing(*ROW).do(on.Go(Phase.HISTORY), own.ChooseTurn(3), own.ChooseTile(tile("B8")))
    amendment = session.model.amendment
    assert amendment.broken.turn == 4  # K9 matches no B8
    session.do(own.ChooseTile(tile("B9")))
    assert (session.model.amendment.move, session.model.amendment.broken.turn) == (
        move("B9@4+3"),
        3,
    )
    session.do(own.ChooseCell(cell("3+2")), own.ChooseTile(tile("R9")))
    assert session.model.amendment.broken.turn == 4
    assert session.do(on.Confirm()).notice == "no-one-move"


def test_a_correction_that_stands_recomputes_the_scores():
    session = playing(*ROW[:3]).do(on.Go(Phase.HISTORY), own.ChooseTurn(3))
    assert session.table.scores == (3, 0)
    session.do(own.ChooseTile(tile("B8")))
    assert session.model.amendment.scores == (0, 0)
    assert session.model.amendment.keeps_table is False
    session.do(on.Confirm())
    assert (session.phase, session.table.scores, session.notice) == (
        Phase.TURN,
        (0, 0),
        "corrected",
    )
    assert session.saved() == session.model.game


def test_a_turn_is_corrected_to_a_pass():
    session = playing(*ROW[:3]).do(on.Go(Phase.HISTORY), own.ChooseTurn(3))
    session.do(own.ChooseMove(move("pass")), on.Confirm())
    assert session.table.scores == (-2, 0)


def test_an_action_of_an_earlier_turn_gets_another_target():
    session = playing(*ROW[:3], "R11x4+3").do(on.Go(Phase.HISTORY), own.ChooseTurn(4))
    session.do(own.ChooseCell(cell("4+2")), on.Confirm())
    assert session.model.game.moves[-1] == move("R11x4+2")


def test_no_correction_leads_back_to_the_history():
    session = playing(*ROW).do(on.Go(Phase.HISTORY), own.ChooseTurn(1), on.Back())
    assert (session.phase, session.model.amendment) == (Phase.HISTORY, None)
    assert session.do(on.Back()).phase is Phase.TURN


def test_a_turn_that_never_was_cannot_be_chosen():
    assert playing(*ROW).do(on.Go(Phase.HISTORY), own.ChooseTurn(9)).phase is Phase.HISTORY


# New games


def test_a_new_game_draws_the_lot_and_sets_the_table():
    session = Session.begin(Settings(target=50), first=TWO).do(on.Go(Phase.NEW_GAME))
    assert session.effects == [DrawLot()]
    session.do(on.SetName(ONE, " Anna\x00 "), on.SetName(TWO, "Ben"), on.Confirm())
    assert (session.phase, session.model.names) == (Phase.SET_TABLE, ("Anna", "Ben"))
    session.see(Proposal(Status.BLOCKED, reason=Blocked.JOKER_TURNED)).do(on.Press(ONE))
    assert (session.phase, session.notice) == (Phase.SET_TABLE, "lay-joker")
    session.look(seen("R7", "4+1")).do(on.Press(ONE))
    assert (session.phase, session.notice) == (Phase.SET_TABLE, "lay-nothing-else")
    session.look().do(on.Press(ONE))
    assert (session.phase, session.table.player, session.table.target) == (Phase.TURN, TWO, 50)
    assert session.kinds(BeginGame)[0].names == ("Anna", "Ben")
    assert session.saved() == session.model.game


def test_a_hand_beside_the_joker_hides_only_whether_it_lies_alone():
    session = Session.begin().do(on.Go(Phase.NEW_GAME), on.Confirm())
    session.see(Proposal(Status.BLOCKED, reason=Blocked.COVERED))
    assert [check.is_done for check in session.model.checklist] == [False, False, False]
    session.see(Proposal(Status.BLOCKED, reason=Blocked.COVERED, candidates=((Kind.NONE, 0.5),)))
    assert [check.is_done for check in session.model.checklist] == [True, False, False]


def test_two_players_need_two_names():
    session = Session.begin().do(
        on.Go(Phase.NEW_GAME), on.SetName(ONE, "Jo"), on.SetName(TWO, "Jo")
    )
    assert session.do(on.Confirm()).notice == "names-equal"


def test_leaving_the_table_unset_begins_no_game():
    session = Session.begin().do(on.Go(Phase.NEW_GAME), on.Confirm(), on.Back(), on.Back())
    assert (session.phase, session.model.game, session.log) == (CommonPhase.HOME, None, [])


def test_a_new_game_asks_about_the_open_one():
    session = playing(*ROW).do(on.Go(CommonPhase.HOME), on.Go(Phase.NEW_GAME))
    assert session.phase is Phase.ASK_ABANDON
    session.do(on.Confirm())
    assert (session.phase, session.model.game) == (CommonPhase.HOME, None)
    assert session.kinds(CloseGame) == [CloseGame(7)]


def test_a_finished_game_left_open_is_in_nobodys_way():
    """The device was unplugged on the last screen: a new game asks nothing."""
    session = Session.resumed(recorded()).do(on.Go(Phase.STATISTICS), on.Back())
    session.model = replace(session.model, phase=CommonPhase.HOME)
    session.do(on.Go(Phase.NEW_GAME))
    assert (session.phase, session.model.game) == (Phase.NEW_GAME, None)
    assert CloseGame(7) in session.effects


def test_home_and_back_loses_nothing():
    session = playing(*ROW)
    before = session.model.game
    assert session.do(on.Go(CommonPhase.HOME), on.Press(ONE)).model.game is before
    assert session.phase is Phase.TURN


def test_a_button_leads_from_a_visited_screen_back_to_the_game():
    session = playing(*ROW).do(on.Go(CommonPhase.SETTINGS), on.Go(CommonPhase.ABOUT), on.Press(ONE))
    assert (session.phase, len(session.model.game.moves)) == (Phase.TURN, 4)


# Games of the past


def test_a_past_game_is_replayed_with_a_slider():
    game = OpenGame(5, ("A", "B"), recorded())
    session = Session.begin().do(on.Go(Phase.PAST_GAMES))
    assert ListGames() in session.effects
    session.do(on.GamesListed((PAST,)), on.ChooseGame(5))
    assert session.effects == [LoadGame(5)]
    session.do(on.GameLoaded(game))
    assert (session.phase, session.model.replay.state) == (Phase.REPLAY, recorded().state)
    session.do(on.Slide(0))
    assert len(session.model.replay.state.mosaic) == 0
    session.do(on.Slide(1))
    assert len(session.model.replay.state.mosaic) == 1
    assert session.do(on.Slide(999)).model.replay.turn == len(recorded().moves)


def test_a_past_game_tells_of_those_who_played_it():
    session = Session.begin().do(on.SetName(ONE, "Anna"), on.SetName(TWO, "Ben"))
    session.do(on.Go(Phase.PAST_GAMES), on.GamesListed((PAST,)), on.ChooseGame(5))
    session.do(on.GameLoaded(OpenGame(5, ("Cleo", ""), recorded())), on.Slide(1))
    scene = View().scene(session.model, (800, 480))
    texts = " ".join(each.text for each in walk(scene) if isinstance(each, Label))
    assert "Cleo – Player 2" in texts
    assert "Cleo: " in texts or "Player 2: " in texts  # whose turn it was
    assert not {"Anna", "Ben"} & set(texts.replace(":", "").split())


def test_a_past_game_is_deleted_and_brought_back():
    session = Session.begin().do(on.Go(Phase.PAST_GAMES), on.GamesListed((PAST,)), on.Delete(5))
    assert (session.model.past_games, session.model.deleted_game) == ((), PAST)
    assert session.notice is None  # the bar that brings it back says so, and nothing else
    assert DeleteGame(5) in session.effects
    assert RestoreGame(5) in session.do(on.Restore()).effects
    assert session.do(on.Restore()).effects == []


def test_a_past_game_may_not_count():
    session = Session.begin().do(on.Go(Phase.PAST_GAMES), on.GamesListed((PAST,)))
    session.do(on.CountInStatistics(5, False))
    assert SetCounts(5, False) in session.effects
    assert session.model.past_games[0].counts is False


# The companion as the opponent


@pytest.mark.parametrize("moves", [(), ("R7@4+1", "R8@4+2")])
def test_the_companion_is_not_told_what_to_do_in_its_turn(moves):
    session = playing(*moves, first=TWO)

    def said():
        return " ".join(each.text for each in walk(View().scene(session.model, (800, 480)))
                        if isinstance(each, Label))  # fmt: skip

    person = said()
    session.model = replace(session.model, facts=Facts(has_player=True))
    words = Words(Language.ENGLISH, session.model.names)
    for key in ("turn.draw", "turn.yours"):
        assert words(key) in person
        assert words(key) not in said()
    assert words.sentence(say(Message.NOT_YOUR_TURN, player=TWO)) in said()


def test_a_past_game_that_cannot_be_replayed_is_said_to_be_damaged():
    session = Session.begin().do(on.Go(Phase.PAST_GAMES), on.GameLoaded(None))
    assert (session.phase, session.notice) == (Phase.PAST_GAMES, "game-damaged")


@pytest.mark.parametrize(
    ("language", "written"),
    [
        (Language.ENGLISH, "5 Nov 2026, 20:14"),
        (Language.GERMAN, "5. Nov. 2026, 20:14"),
        (Language.DUTCH, "5 nov. 2026, 20:14"),
        (Language.FRENCH, "5 nov. 2026, 20:14"),
        (Language.SPANISH, "5 nov 2026, 20:14"),
    ],
)
def test_a_day_is_written_as_people_do(language, written):
    assert day(language, "2026-11-05T20:14+01:00") == written
    assert day(language, "2026-11-05") == written[:-7]


@pytest.mark.parametrize("begun", ["", "soon", "2026-13-05", "2026-00-05T10:00"])
def test_an_unknown_day_is_as_it_was_kept_or_a_question_mark(begun):
    assert day(Language.ENGLISH, begun) == (begun or "?")


def test_the_companion_has_no_card_in_the_statistics():
    game = replace(past_games()[0], names=("Companion", "Ben"), winner=Player.TWO, counts=True)
    assert [each.name for each in records_of([game])] == ["Ben"]
