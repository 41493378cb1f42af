"""Whole games of MOSAIX with nothing but fingers, and with buttons; real store behind it."""

from dataclasses import replace
from random import Random

import pytest

from device.core import events as companion
from device.core.effects import Speak
from device.core.export_kind import ExportKind
from device.core.looking import Look
from device.core.model import CommonPhase
from device.games import SEPMOSA
from device.games.mosaix import events as on
from device.games.mosaix.effects import Target, ThrowDice
from device.games.mosaix.handlers.lay import figure_proposed
from device.games.mosaix.match import boards_of, is_over, scores_of
from device.games.mosaix.model import Phase
from device.games.mosaix.picks import hints, pick_of, picks_at
from device.locale import Language
from device.store.store import Store
from device.system.facts import Facts
from device.ui.icons import Icon
from device.ui.state import Sheet
from device.ui.widgets import walk
from engine.mosaix import (
    CENTRE,
    Cell,
    Game,
    Symbol,
    count,
    legal_entries,
    parse_board,
    parse_figure,
    score,
)
from engine.mosaix.players import roll_dice
from engine.mosaix.record import read_record
from engine.mosaix.values import ALL_CELLS, arrangements
from engine.sepmosa import Player
from tests.device.games.mosaix.hand import SIZE, Hand

FIGURE, OTHER = parse_figure("OTX/..O"), parse_figure("XXXX")
WORKED = parse_board("TOOOOXX/TTTTOOX/TXOOOXX/XXTTTTX/OXTO.XT/XXOOOXX/TTOXTXX")
ONE, TWO = Player.ONE, Player.TWO
LATER = 1e9  # monotonic seconds, after anything that happens here


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-11-15T20:14") as opened:
        yield opened


@pytest.fixture
def hand(store, tmp_path):
    return Hand(store, tmp_path / "exports").home()


def kept(hand):
    assert isinstance(hand.mosaix.match, Game)
    return hand.mosaix.match


def enter_best(hand):
    """The player in view enters where the screen says it is worth most."""
    table = kept(hand).table
    board = table.boards[hand.mosaix.player]
    if not legal_entries(board, table.laid):
        return hand.press(companion.Confirm())
    worth = hints(board, table.laid, hand.mosaix.quarters)
    if not worth:
        return enter_best(hand.press(on.TurnFigure()))
    return hand.cell(max(worth, key=worth.get)).press(companion.Confirm())


def figure_for(game, rng):
    while True:
        figure = rng.choice(arrangements(roll_dice(rng)))
        if not game.table.is_solo or legal_entries(game.table.boards[0], figure):
            return figure


def play_out(hand, rng):
    while hand.phase is not Phase.OVER:
        if hand.phase is Phase.LAY:
            hand.lay(figure_for(kept(hand), rng))
        else:
            enter_best(hand)
    return hand


def test_two_play_a_whole_game_by_touch(hand, store):
    hand.begin(2, True, "Ana", "José")
    play_out(hand, Random(5))
    game = kept(hand)
    assert is_over(game)
    assert hand.mosaix.player in game.table.leaders
    hand.press(companion.Back())
    (past,) = hand.mosaix.past_games
    assert (past.names, past.scores) == (("Ana", "José"), game.table.scores)
    assert past.winners == game.table.leaders
    assert store.names()[:2] == ("José", "Ana")


def test_four_play_and_everyone_enters_each_figure(hand):
    hand.begin(4)
    hand.lay(FIGURE)
    for left in (4, 3, 2, 1):
        assert len(kept(hand).table.waiting) == left
        enter_best(hand)
    assert hand.phase is Phase.LAY
    assert kept(hand).table.turn == 2


def test_a_lone_player_asks_the_coach_and_is_told_the_verdict(hand):
    hand.begin(1)
    rng = Random(3)
    while hand.phase is not Phase.OVER:
        board = kept(hand).table.boards[0]
        if hand.phase is Phase.LAY:
            hand.press(on.ThrowForMe()).press(on.AskCoach())
            if hand.notice == "coach-stops" or not hand.mosaix.is_advised:
                hand.open(Sheet.MENU).press(companion.Go(Phase.ASK_END)).press(companion.Confirm())
                break
            hand.press(companion.Confirm())
        elif rng.random() < 0.5:
            hand.press(on.AskCoach())
            assert hand.mosaix.is_advised
            hand.press(companion.Confirm())
        else:
            enter_best(hand)
        assert kept(hand).table.boards[0].boxes <= board.boxes
    assert hand.phase is Phase.OVER
    assert scores_of(kept(hand))[0] == count(kept(hand).table.boards[0]).total


def test_the_coach_wants_to_see_the_dice_first(hand):
    hand.begin(1).press(on.AskCoach())
    assert hand.notice == "coach-needs-dice"


def test_only_a_lone_player_is_offered_the_coach(hand):
    hand.begin(2)
    assert not hand.has_key(on.AskCoach())


def test_a_game_is_played_by_buttons_once_the_dice_are_seen(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.begin(2)
    look = hand.mosaix.look
    hand.take(companion.Press(ONE))
    assert hand.notice == "no-dice-seen"
    hand.take(on.ThrowSeen(look, None, LATER, "too-few"), companion.Press(ONE))
    assert hand.phase is Phase.LAY
    hand.take(on.ThrowSeen(look, FIGURE, LATER), companion.Press(TWO))
    assert hand.phase is Phase.ENTER
    hand.take(companion.Press(ONE))
    assert hand.notice == "choose-place"
    hand.cell(Cell(1, 1)).take(companion.Press(TWO))
    assert len(kept(hand).table.waiting) == 1


def test_what_the_camera_saw_before_the_figure_was_laid_is_dropped(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.begin(2)
    late = on.ThrowSeen(hand.mosaix.look, FIGURE, LATER)
    hand.lay(FIGURE)
    enter_best(hand)
    enter_best(hand)
    hand.take(late)
    assert hand.mosaix.seen is None


def test_a_misread_figure_is_put_right_by_touch(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.begin(2)
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER))
    hand.press(on.LetGo()).press(on.ChooseBrush(Symbol.CROSS))
    (place, _), *_rest = hand.mosaix.draft.dice
    hand.take(on.TouchPlace(place))
    hand.press(companion.Confirm())
    assert kept(hand).table.laid == parse_figure("XTX/..O")


def test_four_dice_that_do_not_touch_are_no_figure(hand):
    hand.begin(2)
    for place in ((0, 0), (0, 2), (2, 0), (2, 2)):
        hand.take(on.TouchPlace(place))
    hand.take(companion.Confirm())
    assert hand.notice == "edge-to-edge"
    hand.take(on.TouchPlace((4, 4)))
    assert hand.notice == "four-dice"
    hand.take(on.TouchPlace((0, 0)), companion.Confirm())
    assert hand.notice == "four-dice"
    assert hand.phase is Phase.LAY


def test_touching_a_cell_again_lays_the_figure_another_way(hand):
    hand.begin(2).lay(FIGURE)
    middle = Cell(2, 2)
    ways = []
    for _ in range(5):
        hand.cell(middle)
        ways.append(hand.mosaix.pick.entry)
    assert len(set(ways[:4])) == 4
    assert ways[4] == ways[0]


def test_a_figure_is_turned_where_it_lies(hand):
    hand.begin(2).lay(FIGURE)
    hand.cell(Cell(2, 2))
    before = hand.mosaix.pick
    hand.press(on.TurnFigure())
    after = hand.mosaix.pick
    assert (before.cell, after.placement.quarters) == (after.cell, 1)
    assert before.entry != after.entry


def test_a_taken_cell_is_refused_with_its_reason(hand):
    hand.begin(2).lay(FIGURE).cell(CENTRE)
    assert hand.notice == "occupied"
    assert hand.mosaix.pick is None


def test_symbols_dropped_over_the_edge_cost_a_lone_player_his_boxes(hand):
    hand.begin(1).lay(FIGURE)
    table = kept(hand).table
    entry = next(each for each in legal_entries(table.boards[0], FIGURE) if each.dropped == 3)
    pick = pick_of(table.boards[0], FIGURE, entry)
    while hand.mosaix.quarters != pick.placement.quarters:
        hand.press(on.TurnFigure())
    for _ in range(4):
        hand.cell(pick.cell)
        if hand.mosaix.pick.entry == entry:
            break
    assert hand.mosaix.pick.gain == -3
    hand.press(companion.Confirm())
    assert kept(hand).table.boards[0].boxes == 5


def test_where_nothing_fits_the_player_goes_on_without(hand):
    hand.begin(2).lay(FIGURE)
    game = kept(hand)
    hole = parse_board("OTXOTXO/OTXOTXO/OT.OTXO/OT.OTXO/OT.OTXO/OT.OTXO/OTXOTXO")
    table = replace(game.table, boards=(hole, hole))  # takes a straight figure, and no other
    inner = replace(hand.mosaix, match=replace(game, state=table))
    hand.companion.model = inner
    hand.cell(Cell(3, 3))
    assert (hand.notice, hand.mosaix.pick) == ("occupied", None)
    hand.press(companion.Confirm())
    assert hand.notice == "skipped"
    assert len(kept(hand).table.waiting) == 1


def test_hints_say_what_a_touch_does():
    board = WORKED
    for cell, gain in hints(board, FIGURE, 0).items():
        assert picks_at(board, FIGURE, 0, cell)[0].gain == gain
    assert not hints(board, FIGURE, 0)  # nothing fits the one empty cell


def test_undo_goes_back_any_depth_and_redo_forward(hand):
    hand.begin(2)
    for _ in range(2):
        hand.lay(FIGURE)
        enter_best(hand)
        enter_best(hand)
    whole = kept(hand)
    hand.press(companion.AskUndo())
    for _ in range(5):
        hand.press(companion.AskUndo(hand.mosaix.undo_depth + 1))
    assert not hand.has_key(companion.AskUndo(7))
    hand.press(companion.Confirm())
    assert (hand.phase, kept(hand).can_undo) == (Phase.LAY, 0)
    for _ in range(6):
        hand.take(companion.AskRedo())
    assert kept(hand).table == whole.table


def test_the_last_throw_is_not_offered_to_the_next_player(hand):
    """The dice stay where they are until somebody takes them up."""
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    lies, moved = ((0.0, 0.0), (1.0, 0.0)), ((9.0, 4.0), (9.0, 5.0))

    def throw(figure, places=(), problem=None):
        hand.take(on.ThrowSeen(hand.mosaix.look, figure, LATER, problem, places))

    def offered():
        return hand.mosaix.seen.figure if hand.mosaix.seen else None

    throw(FIGURE, lies)
    hand.take(companion.Press(ONE)).press(companion.Confirm())
    assert hand.phase is Phase.LAY
    throw(FIGURE, lies)
    assert (offered(), hand.mosaix.seen.problem) == (None, "last-roll")
    hand.take(companion.Press(TWO))
    assert hand.phase is Phase.LAY
    throw(None, problem="too-few")  # a hand rests on them
    throw(FIGURE, lies)
    assert offered() is None
    throw(FIGURE, moved)
    assert offered() == FIGURE
    hand.take(companion.Press(TWO)).press(companion.Confirm())
    throw(OTHER, moved)
    assert offered() == OTHER


def test_the_screen_rolls_the_virtual_dice_or_none_where_real_ones_lie(hand):
    hand.begin(2)
    hand.press(on.ThrowForMe())
    assert len(hand.mosaix.draft.dice) == 4  # without a camera there are no others
    hand.press(on.LetGo()).take(companion.CameraChanged(companion.CameraStatus.WELL))
    assert not hand.has_key(on.ThrowForMe())
    hand.companion.model = replace(hand.mosaix, facts=Facts(is_virtual=True))
    hand.heard.effects.clear()
    hand.press(on.ThrowForMe())
    assert ThrowDice(on_table=True) in hand.heard.effects
    assert hand.mosaix.draft.dice == ()
    hand.take(on.ThrowSeen(hand.mosaix.look, None, LATER, "not-touching"))
    hand.take(companion.Tick(hand.model.now + 9))  # what was noticed is gone
    assert "Roll the dice, then push them edge to edge." in texts(hand)


def test_old_dice_are_none_for_the_coach(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(1)
    hand.press(on.AskCoach())
    assert hand.notice == "coach-needs-dice"
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER))
    assert "Is this the figure?" in texts(hand)  # what was missing is no longer said
    hand.take(companion.Press(ONE))
    enter_best(hand)
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER)).press(on.AskCoach())
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER))
    assert hand.notice == "coach-needs-roll"


def test_a_throw_taken_back_is_offered_again(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
    hand.take(companion.Hold(ONE)).press(companion.Confirm())
    assert hand.phase is Phase.LAY
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER))
    assert hand.mosaix.seen.figure == FIGURE


def test_what_was_seen_before_is_not_offered_after(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, hand.mosaix.fresh_since))
    assert hand.mosaix.seen is None
    look = hand.mosaix.look
    hand.take(companion.CameraChanged(companion.CameraStatus.LAMP))
    hand.take(on.ThrowSeen(look, FIGURE, LATER))
    assert hand.mosaix.seen is None


def test_a_board_counted_already_is_not_offered_for_the_next(hand):
    """One of its cells was put right by touch; the camera goes on seeing it as it did."""
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
    hand.open(Sheet.MENU).press(on.Finish())
    cells = tuple(WORKED[cell] for cell in ALL_CELLS)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    hand.cell(Cell(1, 1)).press(companion.Confirm())
    assert hand.mosaix.counting == 1
    for doubt in (frozenset(), frozenset({Cell(2, 2)})):
        hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER, doubt))
        assert hand.mosaix.sheet.board is None
    hand.take(companion.Press(TWO))
    assert hand.phase is Phase.COUNT


def counting(hand):
    """Two boards on the table are to be counted; the cells of one of them."""
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
    hand.open(Sheet.MENU).press(on.Finish())
    return tuple(WORKED[cell] for cell in ALL_CELLS)


@pytest.mark.parametrize(
    "events",
    [
        [companion.CameraChanged(companion.CameraStatus.LAMP)],
        [companion.CameraChanged(companion.CameraStatus.LOST)],
        [companion.Go(Phase.HELP), companion.Back()],
    ],
)
def test_a_board_read_before_is_not_offered_as_the_count(hand, events):
    cells = counting(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER), *events)
    assert hand.mosaix.sheet.board is None
    hand.take(companion.Press(ONE))
    assert (hand.mosaix.counting, hand.notice) == (0, "no-board-seen")
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER), companion.Press(ONE))
    assert hand.mosaix.counting == 1


def test_a_board_that_is_read_is_asked_for_no_longer(hand):
    cells = counting(hand)
    assert "Ana: show me your board" in texts(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    hand.take(companion.Tick(hand.model.now + 9))  # what was noticed is gone
    assert {"Ana: is this your board?", "Press a button to confirm"} <= set(texts(hand))


def test_a_board_counted_already_takes_the_place_of_the_next(hand):
    """It is not the next one that lies there any more."""
    cells = counting(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER), companion.Press(ONE))
    hand.take(on.BoardSeen(hand.mosaix.look, (*[None] * 7, *cells[7:]), LATER))
    assert hand.mosaix.sheet.board is not None
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert hand.mosaix.sheet.board is None


def test_a_board_whose_count_was_taken_back_is_offered_again(hand):
    cells = counting(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER), companion.Press(ONE))
    hand.take(companion.Hold(ONE)).press(companion.Confirm())
    assert hand.mosaix.counting == 0
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert hand.mosaix.sheet.board == WORKED


def test_a_second_thumb_neither_hides_the_figure_nor_takes_it_back(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2, False, "Ana", "Bo")
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
    assert hand.take(companion.Press(ONE)).phase is Phase.SHOW
    assert hand.take(companion.Hold(ONE), companion.Press(TWO)).phase is Phase.ASK_UNDO
    hand.take(companion.Tick(hand.model.now + 1.0), companion.Press(TWO))
    assert hand.phase is Phase.LAY


def test_a_seen_figure_that_was_turned_makes_way_for_the_next_one_seen(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2)
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER)).press(on.TurnFigure())
    assert figure_proposed(hand.mosaix) == FIGURE.turned(1)
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER))  # as it lay
    assert figure_proposed(hand.mosaix) == FIGURE.turned(1)
    hand.take(on.ThrowSeen(hand.mosaix.look, OTHER, LATER))
    assert figure_proposed(hand.mosaix) == OTHER
    hand.press(
        on.TurnFigure(),
    ).take(companion.Press(ONE))
    assert kept(hand).table.laid == OTHER.turned(1)


def test_boards_on_the_table_are_counted_one_by_one(hand, store, tmp_path):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.begin(2, False, "Ana", "Bo")
    for _ in range(2):
        hand.take(on.ThrowSeen(hand.mosaix.look, None, LATER, "too-few"))
        hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
        assert hand.phase is Phase.SHOW
        hand.press(on.TurnFigure())
        assert hand.mosaix.quarters == 1
        hand.press(companion.Confirm())
    hand.open(Sheet.MENU).press(on.Finish())
    assert (hand.phase, hand.mosaix.counting) == (Phase.COUNT, 0)
    cells = tuple(WORKED[cell] for cell in ALL_CELLS)
    doubt = frozenset({Cell(1, 1)})
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER, doubt), companion.Press(ONE))
    assert hand.notice == "doubtful-cells"
    hand.cell(Cell(1, 1)).press(companion.Confirm())
    assert hand.mosaix.counting == 1
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert hand.mosaix.sheet.board is None  # it is the board just counted
    hand.take(companion.Confirm())
    assert hand.notice == "no-board-seen"
    hand.cell(CENTRE).press(companion.Confirm())
    assert hand.phase is Phase.OVER
    assert hand.mosaix.match.scores == (101, 0)
    hand.press(companion.Go(Phase.REPLAY)).press(companion.ChooseExport(ExportKind.RECORD))
    (file,) = (tmp_path / "exports").iterdir()
    text = file.read_text(encoding="utf-8")
    assert f"board 1 {WORKED} = 101" in text
    assert '[Player1 "Ana"]' in text


def test_a_doubt_that_changes_no_total_need_not_be_settled(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.press(companion.Go(Phase.COUNT))
    board = parse_board("OOOOO../......./......./...T.../......./......./XX.....")
    cells = tuple(board[cell] for cell in ALL_CELLS)
    beside, alone = Cell(1, 6), Cell(7, 1)  # one would join the zone, the other none
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER, frozenset({beside})))
    hand.take(companion.Press(ONE))
    assert hand.notice == "doubtful-cells"
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER, frozenset({alone})))
    assert hand.mosaix.sheet.is_sure
    hand.take(companion.Press(ONE))
    assert hand.phase is not Phase.COUNT


def test_a_board_is_counted_without_any_game(hand):
    hand.press(companion.Go(Phase.COUNT))
    for _ in range(2):
        hand.cell(CENTRE)
    assert hand.mosaix.sheet[CENTRE] is Symbol.TRIANGLE
    worth = score(hand.mosaix.sheet.board)
    hand.press(companion.Confirm())
    assert hand.phase is Phase.MENU
    assert hand.mosaix.match is None
    assert (hand.notice, hand.mosaix.notice.sentence.values) == ("board-counted", {"count": worth})
    assert f"This board: {worth} points" in texts(hand)


def test_it_says_what_lies_under_the_camera_and_counts_the_seconds_of_reading(hand):
    cells, hold = counting(hand), "Put the board under the camera, all of it in view."
    hand.take(companion.Tick(100.0))
    assert hold not in texts(hand)  # nothing was looked at yet
    hand.take(on.BoardSeen(hand.mosaix.look, None, 100.0))
    assert hold in texts(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, None, 102.0, is_there=True), companion.Tick(105.0))
    assert {"Reading your board …  3 s", "I see the board. Don't move it."} <= texts(hand)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, 105.0), companion.Press(ONE))
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert "This board is counted. Show me the next one." in texts(hand)
    assert hold not in texts(hand)
    hand.cell(Cell(1, 1))  # by touch from now on, whatever lies there
    assert "Tap the cells until they match your board." in texts(hand)


def test_the_camera_does_not_overrule_a_finger(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL))
    hand.press(companion.Go(Phase.COUNT)).cell(CENTRE)
    cells = tuple(WORKED[cell] for cell in ALL_CELLS)
    hand.take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert hand.mosaix.sheet[CENTRE] is Symbol.CIRCLE
    hand.press(on.LookAgain()).take(on.BoardSeen(hand.mosaix.look, cells, LATER))
    assert hand.mosaix.sheet.board == WORKED


def test_a_past_game_is_replayed_exported_deleted_and_brought_back(hand, tmp_path):
    hand.begin(2, True, "Ana", "Bo").lay(FIGURE)
    enter_best(hand)
    enter_best(hand)
    game = kept(hand)
    hand.open(Sheet.MENU).press(companion.Go(Phase.ASK_END)).press(companion.Confirm())
    hand.press(companion.Go(Phase.PAST)).press(companion.ChooseGame(1))
    assert hand.phase is Phase.REPLAY
    hand.press(companion.Slide(0))
    assert hand.mosaix.replay.turn == 0
    hand.press(companion.ChooseExport(ExportKind.RECORD))
    assert hand.notice == "exported"
    (file,) = (tmp_path / "exports").iterdir()
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.game.table == game.table
    assert record.header["Player2"] == "Bo"
    hand.press(companion.Delete(1))
    assert hand.mosaix.past_games == ()
    hand.press(companion.Restore())
    assert len(hand.mosaix.past_games) == 1


def test_an_abandoned_game_without_a_figure_is_none(hand):
    hand.begin(2)
    hand.open(Sheet.MENU).press(companion.Go(Phase.MENU)).press(companion.Go(Phase.NEW))
    assert hand.phase is Phase.ASK_END
    hand.press(companion.Confirm())
    assert (hand.phase, hand.mosaix.match, hand.mosaix.past_games) == (Phase.NEW, None, ())


def test_from_the_settings_one_comes_back_into_the_game(hand):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2)
    hand.take(on.ThrowSeen(hand.mosaix.look, FIGURE, LATER), companion.Press(ONE))
    hand.cell(Cell(1, 1))
    before = hand.mosaix
    hand.open(Sheet.MENU).press(companion.Go(CommonPhase.SETTINGS))
    assert (hand.phase, hand.model.plays) == (CommonPhase.SETTINGS, SEPMOSA)
    hand.take(companion.Press(TWO))
    hand.press(companion.Go(CommonPhase.ABOUT)).press(companion.Back())
    assert hand.phase is CommonPhase.SETTINGS
    hand.press(companion.Back())
    assert (hand.phase, hand.mosaix.match) == (Phase.ENTER, before.match)
    assert hand.mosaix.pick == before.pick
    hand.press(companion.Confirm())
    enter_best(hand)
    hand.open(Sheet.MENU).press(companion.Go(CommonPhase.SETTINGS)).press(companion.Back())
    looks = [each for each in hand.heard.effects if isinstance(each, Look)]
    assert looks[-1].target is Target.DICE
    hand.take(on.ThrowSeen(hand.mosaix.look, OTHER, LATER))
    assert hand.mosaix.seen.figure == OTHER
    hand.open(Sheet.MENU).press(companion.Go(Phase.MENU)).press(companion.Back())
    hand.press(companion.Go(CommonPhase.SETTINGS)).press(companion.Back())
    assert (hand.phase, hand.model.plays) == (CommonPhase.HOME, SEPMOSA)


@pytest.mark.parametrize("status", [companion.CameraStatus.BLACK, companion.CameraStatus.LOST])
def test_a_covered_lens_is_no_missing_camera(hand, status):
    hand.take(companion.CameraChanged(companion.CameraStatus.WELL)).begin(2)
    hand.take(companion.CameraChanged(status))
    assert hand.notice == f"camera-{status.value}"


def test_an_ended_game_is_said_to_be_over(hand):
    hand.begin(2).lay(FIGURE)
    hand.take(companion.Change(replace(hand.model.settings, has_speech=True)))
    hand.open(Sheet.MENU).press(companion.Go(Phase.ASK_END)).press(companion.Confirm())
    assert (hand.phase, hand.notice) == (Phase.MENU, "abandoned")
    assert "Game ended." in texts(hand)
    spoken = [each.text for each in hand.heard.effects if isinstance(each, Speak)]
    assert spoken[-1] == "Game ended."


def test_the_chosen_symbol_is_plain_without_colours(hand):
    hand.begin(2)
    for symbol in Symbol:
        hand.press(on.ChooseBrush(symbol))
        ticked = [
            key.meant.symbol
            for key in walk(hand.view.scene(hand.model, SIZE, hand.model.now))
            if isinstance(getattr(key, "meant", None), on.ChooseBrush)
            and any(getattr(part, "icon", None) is Icon.TICK for part in key.parts)
        ]
        assert ticked == [symbol]


def test_the_way_home_and_back_into_the_game(hand):
    hand.begin(2).lay(FIGURE)
    hand.open(Sheet.MENU).press(companion.Go(Phase.MENU)).press(companion.Back())
    assert hand.model.phase is CommonPhase.HOME
    hand.home().press(companion.Resume())
    assert hand.phase is Phase.ENTER


def test_spanish_is_chosen_on_the_screen_and_kept(hand, store):
    hand.press(companion.Go(CommonPhase.SETTINGS)).open(Sheet.LANGUAGE)
    spanish = replace(hand.model.settings, language=Language.SPANISH)
    hand.press(companion.Change(spanish))
    assert hand.model.settings.language is Language.SPANISH
    assert store.settings().language is Language.SPANISH
    hand.press(companion.Back())
    assert "Nueva partida" in texts(hand)


def texts(hand):
    """All words on the screen."""
    scene = hand.view.scene(hand.model, SIZE, hand.model.now)
    return {getattr(each, "text", "") for each in walk(scene)}


def test_two_players_have_two_names(hand):
    hand.begin(2, True, "Ana", "Ana")
    assert (hand.phase, hand.notice) == (Phase.NEW, "names-equal")


def test_boards_show_whose_they_are(hand):
    hand.begin(3).lay(FIGURE)
    hand.press(on.ChoosePlayer(2))
    hand.cell(Cell(1, 1)).press(companion.Confirm())
    assert sorted(kept(hand).table.waiting) == [0, 1]
    hand.press(on.ChoosePlayer(2)).cell(Cell(7, 7))
    assert hand.notice == "entered-already"
    assert boards_of(kept(hand))[2][Cell(1, 1)] is not None


def cups(hand):
    scene = walk(hand.view.scene(hand.model, SIZE, hand.model.now))
    return sum(getattr(each, "icon", None) is Icon.CUP for each in scene)


def test_a_lone_player_who_lost_gets_no_cup_here_nor_in_the_list(hand):
    hand.begin(1).lay(FIGURE)
    enter_best(hand)
    hand.open(Sheet.MENU).press(companion.Go(Phase.ASK_END)).press(companion.Confirm())
    assert (hand.phase, cups(hand)) == (Phase.OVER, 0)
    hand.press(companion.Back()).press(companion.Go(Phase.PAST))
    (past,) = hand.mosaix.past_games
    assert (hand.phase, past.winners, cups(hand)) == (Phase.PAST, (), 0)
