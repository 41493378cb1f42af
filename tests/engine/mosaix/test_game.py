"""Turns, the end, the solo game (M2–M5, M7), undo and redo."""

from itertools import accumulate
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.mosaix import (
    Broken,
    Correct,
    Game,
    IllegalMove,
    Lay,
    NothingToUndo,
    Reason,
    Redo,
    Refusal,
    Skip,
    Start,
    Step,
    Symbol,
    Table,
    Undo,
    is_done,
    legal_entries,
    new_game,
    parse_board,
    parse_entry,
    parse_figure,
    refusal,
    replay,
)
from engine.mosaix.players import play_random
from engine.mosaix.table import EMPTY_TABLE, Enter, Stop
from tests.engine.mosaix.strategies import games

O, T, X = Symbol  # noqa: E741
FULL_BUT_ONE = "/".join([".XXXXXX", *["XXXXXXX"] * 6])
LINE = parse_figure("OTXX")
SQUARE = parse_figure("OT/XX")


def alone():
    return new_game(Start((O,)))


def game_at(*boards, step=Step.LAY, figure=None):
    """A game in a state made for the test."""
    waiting = frozenset(range(len(boards))) if step is Step.ENTER else frozenset()
    table = Table(step, tuple(map(parse_board, boards)), figure=figure, waiting=waiting)
    return Game(table, table)


def refused(game, event):
    """The reason, from the question and from the attempt alike."""
    with pytest.raises(IllegalMove) as no:
        game.append(event)
    assert no.value.reason is refusal(game.table, event)
    return no.value.reason


# Turns


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_player_has_a_board_with_its_own_centre(players):
    centres = (O, T, X, O)[:players]
    table = new_game(Start(centres, players - 1)).table
    assert [str(board)[27] for board in table.boards] == [centre.value for centre in centres]
    assert table.player == players - 1
    assert table.is_solo == (players == 1)
    assert table.scores == ((8,) if players == 1 else (0,) * players)


@pytest.mark.parametrize(("centres", "first"), [((), 0), ((O,) * 5, 0), ((O, T), 2), ((O,), -1)])
def test_a_game_nobody_can_play_is_refused(centres, first):
    with pytest.raises(ValueError, match=r"one to four|no player"):
        Start(centres, first)


def test_everyone_enters_a_figure_in_any_order_before_the_dice_go_on():
    game = new_game(Start((O, T, X), first=2)).lay(LINE)
    assert game.table.waiting == {0, 1, 2}
    game = game.enter(1, parse_entry("Oa1Tb1Xc1d1")).enter(2, parse_entry("Oa1"))
    assert (game.table.step, game.table.player, game.table.turn) == (Step.ENTER, 2, 1)
    game = game.enter(0, parse_entry("Xa1b1"))
    assert (game.table.step, game.table.player, game.table.turn) == (Step.LAY, 0, 2)
    assert str(game.table.boards[0]).startswith("XX.....")
    assert str(game.table.boards[1]).startswith("OTXX...")
    assert str(game.table.boards[2]).startswith("O......")


@settings(max_examples=20)
@given(games())
def test_the_dice_go_round(game):
    first = game.events[0].first
    for table in accumulate(game.events, Table.advance, initial=EMPTY_TABLE):
        if table.boards:
            assert table.player == (first + table.turn - 1) % len(table.boards)


def test_what_is_not_due_is_refused():
    game = new_game(Start((O, T)))
    entered = Enter(0, parse_entry("Oa1Tb1Xc1d1"))
    assert refused(game, Start((O,))) is Refusal.NOT_NOW
    assert refused(game, entered) is Refusal.NOT_NOW
    assert refused(game, Skip(0)) is Refusal.NOT_NOW
    assert refused(game, Stop()) is Refusal.NOT_ALONE
    assert refused(Game(), Lay(LINE)) is Refusal.NOT_NOW
    laid = game.lay(LINE)
    assert refused(laid, Lay(LINE)) is Refusal.NOT_NOW
    assert refused(laid, Enter(2, entered.entry)) is Refusal.NO_SUCH_PLAYER
    assert refused(laid, Skip(-1)) is Refusal.NO_SUCH_PLAYER
    assert refused(laid.append(entered), entered) is Refusal.ENTERED_ALREADY
    assert refused(laid, Enter(0, parse_entry("Oc1Tb1Xa1d1"))) is Reason.OTHER_FIGURE


def test_nobody_skips_who_can_enter_a_symbol():
    game = new_game(Start((O, T))).lay(LINE)
    assert refused(game, Skip(1)) is Reason.CAN_ENTER


def test_a_player_skips_a_figure_that_he_cannot_enter():
    lonely = FULL_BUT_ONE.replace(".", "X").replace("XXXXXXX", "XX.XXXX", 1)
    game = game_at(lonely, lonely).lay(SQUARE).skip(1)
    assert game.table.waiting == {0}
    assert game.skip(0).table.step is Step.LAY


# The end


def test_the_game_ends_after_the_turn_in_which_a_board_is_full():
    wiped = str(new_game(Start((O,))).table.boards[0])[:-2]
    game = game_at(FULL_BUT_ONE, wiped).lay(LINE).enter(0, parse_entry("Xa1"))
    assert game.table.step is Step.ENTER
    game = game.enter(1, parse_entry("Oa1"))
    assert game.table.step is Step.OVER
    assert game.table.scores == (49, 0)
    assert game.table.leaders == (0,)
    assert refused(game, Lay(LINE)) is Refusal.GAME_OVER


def test_equals_win_together():
    game = game_at(FULL_BUT_ONE, FULL_BUT_ONE).lay(LINE)
    game = game.enter(0, parse_entry("Xa1")).enter(1, parse_entry("Xa1"))
    assert game.table.leaders == (0, 1)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_random_games_come_to_an_end_with_a_board_that_is_done(players):
    for seed in range(4):
        game = play_random(players, Random(seed))
        assert any(map(is_done, game.table.boards))
        assert game.table.scores == replay(game.log).table.scores


# Alone


def test_a_lone_player_may_stop_before_and_after_laying():
    assert alone().stop().table.step is Step.OVER
    game = alone().lay(LINE).stop()
    assert game.table.scores == (8,)
    assert refused(game, Stop()) is Refusal.GAME_OVER


def test_dropping_the_last_symbol_ends_the_game():
    game = alone()
    for text in ("Oa1", "Oc1", "Xe1e2"):
        assert game.table.step is Step.LAY
        game = game.lay(LINE).enter(0, parse_entry(text))
        assert game.table.boards[0].boxes in (5, 2, 0)
    assert game.table.step is Step.OVER
    assert game.table.scores == (0,)


def test_a_lone_player_lays_no_figure_that_he_cannot_enter():
    """He could always lay another, so that laying one for a new roll would be no turn."""
    game = game_at("/".join(["XXXXXXX", "X....XX", *["XXXXXXX"] * 5]) + "+8")
    assert refused(game, Lay(SQUARE)) is Reason.NO_PLACE
    assert game.lay(LINE).table.step is Step.ENTER


# Undo and redo


def test_undo_takes_back_and_redo_brings_back():
    start = alone()
    laid = start.lay(LINE)
    entered = laid.enter(0, parse_entry("Oa1"))
    assert entered.undo().table == laid.table
    assert entered.undo(2).table == start.table
    assert entered.undo(2).redo(2).table == entered.table
    assert entered.undo().undo().redo().table == laid.table
    assert entered.undo().log[-1] == Undo(1)


def test_what_was_undone_is_forgotten_when_something_else_happens():
    game = alone().lay(LINE).undo().lay(SQUARE)
    with pytest.raises(NothingToUndo):
        game.redo()


@pytest.mark.parametrize("depth", [-1, 0, 2])
def test_there_is_nothing_to_undo_beyond_the_start(depth):
    game = alone().lay(LINE)
    with pytest.raises(NothingToUndo):
        game.undo(depth)
    with pytest.raises(NothingToUndo):
        game.undo().redo(depth)
    with pytest.raises(NothingToUndo):
        alone().undo()


# Corrections


def two_turns():
    game = new_game(Start((O, T))).lay(LINE)
    game = game.enter(1, parse_entry("Oa1Tb1Xc1d1")).enter(0, parse_entry("Oa1Tb1Xc1d1"))
    return game.lay(SQUARE).enter(0, parse_entry("Oa2Tb2Xa3b3"))


def test_an_entry_of_an_earlier_turn_is_corrected_and_the_rest_stands():
    game = two_turns().correct(1, Enter(0, parse_entry("Oa7Tb7Xc7d7")))
    assert str(game.table.boards[0]) == "......./OT...../XX...../...O.../......./......./OTXX..."
    assert game.table.boards[1] == two_turns().table.boards[1]
    assert game.table.waiting == {1}
    assert replay(game.log) == game


def test_a_correction_ends_the_way_back():
    corrected = two_turns().undo().correct(1, Enter(0, parse_entry("Oa7Tb7Xc7d7")))
    with pytest.raises(NothingToUndo):
        corrected.redo()


def test_a_correction_that_breaks_a_later_entry_says_which():
    game = two_turns()
    broken = game.correct(1, Enter(0, parse_entry("Oa2Tb2Xc2d2")))
    assert broken == Broken(2, Enter(0, parse_entry("Oa2Tb2Xa3b3")), Reason.OCCUPIED)
    with pytest.raises(IllegalMove, match="turn 2: occupied"):
        game.append(Correct(1, Enter(0, parse_entry("Oa2Tb2Xc2d2"))))


def test_a_figure_is_corrected_where_its_entries_allow_it():
    game = two_turns()
    assert game.correct(2, Lay(SQUARE.turned())).table.boards == game.table.boards
    entered = Enter(0, parse_entry("Oa2Tb2Xa3b3"))
    assert game.correct(2, Lay(LINE)) == Broken(2, entered, Reason.OTHER_FIGURE)
    assert game.correct(2, Skip(0)) == Broken(2, Skip(0), Reason.CAN_ENTER)


@pytest.mark.parametrize(
    ("turn", "what"), [(0, Lay(LINE)), (3, Lay(LINE)), (2, Skip(1)), (1, Skip(2))]
)
def test_what_did_not_happen_cannot_be_corrected(turn, what):
    with pytest.raises(IndexError, match=f"turn {turn} has nothing of the kind"):
        two_turns().correct(turn, what)


@settings(max_examples=25)
@given(games(), st.data())
def test_undo_undoes_and_the_log_tells_the_game(game, data):
    if game.can_undo:
        depth = data.draw(st.integers(1, game.can_undo))
        back = game.undo(depth)
        assert back.events == game.events[:-depth]
        assert back.table == replay(back.events).table
        again = back.append(Redo(depth))
        assert (again.table, again.events) == (game.table, game.events)
        assert replay(again.log) == again
    assert replay(game.log) == game


@settings(max_examples=25)
@given(games())
def test_refusal_and_legal_entries_agree_in_every_game(game):
    table = game.table
    for player in table.waiting:
        legal = legal_entries(table.boards[player], table.figure)
        assert (refusal(table, Skip(player)) is None) == (not legal)
        assert all(refusal(table, Enter(player, entry)) is None for entry in legal[:5])
