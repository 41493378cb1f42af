"""What was played, judged from readings made by hand: every status, every reason."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sepmosa import Pass, Play, Reason, Step, apply, check, parse_cell, parse_move
from engine.sepmosa.players import deal, play_greedy, play_random, take_step
from tests.vision.readings import reading_of, seen, tables
from vision.judge import Blocked, Breach, Evidence, Status, evidence_of, merged, propose
from vision.judge.decide import as_read
from vision.judge.proposal import Remark
from vision.tiles.reading import Reading

ROW = ["R7@4+1", "R8@4+2", "K8@5+2", "K9@5+3", "B8@3+2", "B7@3+1"]


def judge(*changes, moves=ROW, without=(), covered=()):
    table, past = tables(*moves)
    evidence = evidence_of(reading_of(table, *changes, without=without))
    evidence = replace(evidence, covered=frozenset(map(parse_cell, covered)))
    return propose(table, past[:6], evidence)


def test_a_tile_laid_is_the_move_and_its_points():
    proposal = judge(seen("R9", "4+3"))
    assert (proposal.status, proposal.points) == (Status.MOVE, 3)
    assert proposal.move == parse_move("R9@4+3")
    assert proposal.candidates[0][0] == parse_move("R9@4+3")
    assert [each.as_json() for each in proposal.differences] == [
        {"cell": "4+3", "expected": None, "seen": "R9"}
    ]


def test_the_first_tile_of_a_game():
    assert judge(seen("K3", "4-1"), moves=[]).move == parse_move("K3@4-1")


def test_nothing_changed():
    proposal = judge()
    assert (proposal.status, proposal.move, proposal.differences) == (Status.NONE, None, ())


def test_an_11_removes():
    proposal = judge(seen("K11", None), without=("5+3",))
    assert (proposal.status, proposal.points) == (Status.MOVE, 0)
    assert proposal.move == parse_move("K11x5+3")


def test_a_12_moves():
    proposal = judge(seen("K12", None), seen("K9", "5+1"), without=("5+3",))
    assert (proposal.status, proposal.move) == (Status.MOVE, parse_move("K12:5+3>5+1"))


def test_action_tiles_taken_for_the_new_stock_are_no_illegal_change():
    table, past = tables(*ROW, "K11x5+3", "R9@4+3")
    table = replace(table, step=Step.RESHUFFLE)
    taken = propose(table, past, evidence_of(reading_of(table, without=("K11",))))
    assert (taken.status, taken.reason) == (Status.NONE, Remark.ACTION_TILES_GONE)
    lying = propose(table, past, evidence_of(reading_of(table)))
    assert (lying.status, lying.reason) == (Status.NONE, None)
    less = propose(table, past, evidence_of(reading_of(table, without=("K11", "4+3"))))
    assert (less.status, less.reason) != (Status.NONE, Remark.ACTION_TILES_GONE)


def test_an_action_tile_must_be_read_as_a_laid_one_must():
    """In weak colour an orange 11 on a red tile was once accepted, with points."""
    doubtful = seen("R11", None, 0.7, O11=0.28)
    proposal = judge(doubtful, without=("4+2",))
    assert (proposal.status, proposal.candidates[0][0]) == (Status.UNSURE, parse_move("R11x4+2"))
    assert judge(seen("R11", None), without=("4+2",)).move == parse_move("R11x4+2")


def test_a_tile_taken_by_an_11_of_another_colour_is_not_taken_back():
    """The mosaic lies as it did before the last turn, but for the 11 in plain sight."""
    proposal = judge(seen("R11", None), without=("3+1",))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Reason.WRONG_COLOUR)
    assert judge(without=("3+1",)).status is Status.UNDONE


def test_a_bare_joker_beside_a_new_action_tile_is_no_cleared_table():
    cells = ("4+1", "4+2", "5+2", "5+3", "3+2", "3+1")
    assert judge(without=cells).status is Status.CLEARED
    assert judge(seen("R11", None), without=cells).status is not Status.CLEARED


def test_a_known_tile_in_plain_sight_is_no_part_of_a_cleared_table():
    """The others may lie under something that was not seen as such."""
    others = ("4+1", "4+2", "5+2", "5+3", "3+2")
    assert judge(without=others).status is not Status.CLEARED


def test_a_tile_that_may_have_been_moved_from_under_a_hand_is_not_a_new_one():
    """The 12 is out of sight, and what it moved from a covered cell looks like the other copy."""
    moves = [*ROW, "K10@5+4"]
    proposal = judge(seen("K10", "6+3"), moves=moves, without=("5+4",), covered=("5+4",))
    assert (proposal.status, proposal.reason) == (Status.BLOCKED, Blocked.COVERED)
    assert judge(seen("K10", "6+3"), moves=moves).move == parse_move("K10@6+3")
    other = judge(seen("K10", "6+3"), moves=moves, without=("4+2",), covered=("4+2",))
    assert other.move == parse_move("K10@6+3")


def test_a_second_joker_on_an_open_cell_is_not_allowed():
    table, past = tables(*ROW)
    evidence = evidence_of(reading_of(table))
    there = replace(evidence, second_joker=parse_cell("4+3"))
    proposal = propose(table, past[:6], there)
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Breach.SECOND_JOKER)
    assert [each.as_json() for each in proposal.differences] == [
        {"cell": "4+3", "expected": None, "seen": "*"}
    ]
    assert merged([evidence, there, there]).second_joker == parse_cell("4+3")
    assert merged([evidence, evidence, there]).second_joker is None


def test_a_13_removes_three():
    moves = [*ROW, "R9@4+3"]
    proposal = judge(seen("R13", None), moves=moves, without=("4+1", "4+2", "4+3"))
    assert (proposal.status, proposal.move) == (Status.MOVE, parse_move("R13x4+1..4+3"))
    assert proposal.points == 7


def test_the_second_copy_of_an_action_tile():
    moves = [*ROW, "K11x5+3", "K9@5+3"]
    proposal = judge(seen("K11", None), moves=moves, without=("5+3",))
    assert proposal.move == parse_move("K11x5+3")


@pytest.mark.parametrize("back", [1, 2, 3, 5])
def test_the_table_is_back_at_an_earlier_state(back):
    table, past = tables(*ROW)
    proposal = propose(table, past, evidence_of(reading_of(past[back - 1])))
    assert (proposal.status, proposal.back) == (Status.UNDONE, back)


def test_only_the_joker_is_left():
    table, past = tables(*ROW)
    proposal = propose(table, past[:3], evidence_of(reading_of(tables()[0])))
    assert proposal.status is Status.CLEARED


@pytest.mark.parametrize(
    ("changes", "without", "reason"),
    [
        ([seen("K3", "4+3")], (), Reason.NO_MATCH),
        ([seen("O7", "4+8")], (), Reason.NOT_ADJACENT),
        ([seen("R8", "4+4"), seen("R9", "4+3")], (), Breach.TWO_TILES),
        ([seen("K8", "5+1")], (), Reason.IDENTICAL_IN_LINE),
        ([seen("K8", "0+1")], (), Reason.OUTSIDE_ROWS),
        ([seen("R13", None)], ("4+1", "4+2"), Breach.ACTION_UNFINISHED),
        ([seen("R11", None)], ("5+3",), Reason.WRONG_COLOUR),
        ([seen("B12", None), seen("K9", "5+1")], ("5+3",), Reason.WRONG_COLOUR),
        ([seen("K12", None), seen("K9", "6+3")], ("5+3",), Reason.NOT_ADJACENT),
        ([], ("5+3",), Breach.NO_ACTION_TILE),
        ([seen("K9", "5+1")], ("5+3",), Breach.NO_ACTION_TILE),
        ([seen("K11", None)], ("5+3", "5+2"), Breach.TOO_MANY_REMOVED),
        ([seen("K11", None), seen("R11", None)], ("5+3",), Breach.TWO_ACTIONS),
        ([seen("K11", None), seen("R9", "4+3")], (), Breach.TILE_AND_ACTION),
        ([seen("B7", "4+1"), seen("R7", "3+1")], (), Breach.TILES_SWAPPED),
        ([seen("O2", "4+1")], (), Breach.TILE_CHANGED),
        ([seen("O2", None)], (), Breach.OFF_LATTICE),
    ],
)
def test_what_no_rule_allows_is_called_by_its_name(changes, without, reason):
    proposal = judge(*changes, without=without)
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, reason)
    assert proposal.points is None
    assert proposal.differences


THREE = [*ROW, "K10@5+4"]


@pytest.mark.parametrize(
    ("tile", "without", "do", "cells"),
    [
        ("K11", (), "remove", ["5+2", "5+3", "5+4"]),
        ("K12", (), "move", ["5+2", "5+3", "5+4"]),
        ("K12", ("5+4",), "place", ["4+3", "6+3"]),
        ("K13", (), "remove", ["5+2", "5+3", "5+4"]),
        ("K13", ("5+3", "5+4"), "remove", ["5+2"]),
    ],
)
def test_an_action_that_is_not_done_yet_is_waited_for(tile, without, do, cells):
    proposal = judge(seen(tile, None), moves=THREE, without=without)
    assert (proposal.status, proposal.reason, proposal.move) == (Status.UNFINISHED, None, None)
    expected = proposal.as_json()["expected"]
    assert (expected["tile"], expected["do"]) == (tile, do)
    if do != "place":
        assert expected["cells"] == cells
    assert set(cells) <= set(expected["cells"])


def test_an_action_tile_that_fits_nothing_is_not_waited_for():
    assert judge(seen("O11", None)).status is not Status.UNFINISHED


def test_nothing_is_said_of_what_was_done_while_a_hand_is_at_work():
    table, past = tables(*ROW)
    for changes, without in (
        ((), ("5+3",)),
        ((seen("K3", "4+3"),), ()),
        ((seen("K11", None),), ()),
    ):
        evidence = evidence_of(reading_of(table, *changes, without=without))
        at_work = propose(table, past, replace(evidence, has_hand=True))
        assert propose(table, past, evidence).status is not Status.BLOCKED
        assert (at_work.status, at_work.reason) == (Status.BLOCKED, Blocked.COVERED)
    laid = evidence_of(reading_of(table, seen("R9", "4+3")))
    assert propose(table, past, replace(laid, has_hand=True)).move == parse_move("R9@4+3")


def test_an_illegal_placement_says_what_was_laid_where():
    assert judge(seen("K3", "4+3")).move == parse_move("K3@4+3")


def test_an_action_on_a_floating_tile():
    moves = ["R7@4+1", "R8@4+2", "R9@4+3", "R11x4+2"]
    proposal = judge(seen("R11", None), moves=moves, without=("4+3",))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Reason.FLOATING)


def test_three_that_are_no_line():
    proposal = judge(seen("K13", None), moves=ROW, without=("5+2", "5+3", "4+1"))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Reason.NOT_A_LINE)


def test_a_played_action_tile_that_is_gone():
    proposal = judge(moves=[*ROW, "K11x5+3"], without=("K11",))
    assert proposal.status is not Status.MOVE
    assert proposal.status is not Status.NONE


ACTIONS = [*ROW, "K11x5+3", "K9@5+3", "B11x3+1", "B7@3+1", "K12:5+3>5+1"]


def test_action_tiles_out_of_sight_do_not_stop_a_move_in_plain_sight():
    gone = ("K11", "B11", "K12")
    proposal = judge(seen("R9", "4+3"), moves=ACTIONS, without=gone)
    assert (proposal.status, proposal.move) == (Status.MOVE, parse_move("R9@4+3"))
    told = [str(each.expected) for each in proposal.differences if each.expected]
    assert sorted(told) == sorted(gone)


def test_action_tiles_that_are_gone_are_told_where_nothing_else_changed():
    proposal = judge(moves=ACTIONS, without=("K11", "B11", "K12"))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Breach.ACTION_TILE_GONE)


def test_a_joker_that_was_moved_along_the_mosaic():
    table, past = tables(*ROW)
    moved = [
        seen(str(tile), f"{cell.row}{cell.column + 1:+d}") for cell, tile in table.mosaic.items()
    ]
    proposal = propose(table, past, evidence_of(reading_of(tables()[0], *moved)))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Breach.JOKER_MOVED)


# Doubt


def test_two_colours_that_could_both_be_are_asked_about():
    proposal = judge(seen("K9", "4+3", 0.5, R9=0.49))
    assert proposal.status is Status.UNSURE
    proposal = judge(seen("K8", "4+3", 0.5, R8=0.49), moves=["R7@4+1", "K7@4+2"])
    assert proposal.status is Status.UNSURE
    assert str(proposal.candidates[0][0]) in ("K8@4+3", "R8@4+3")


def test_the_rules_alone_do_not_make_a_doubtful_tile_sure():
    """K3 could not lie there and R9 could: a shrug of the reader stays a question."""
    proposal = judge(seen("K3", "4+3", 0.6, R9=0.4))
    assert proposal.status is Status.UNSURE
    proposal = judge(seen("R9", "4+3", 0.6, K3=0.4))
    assert proposal.status is Status.UNSURE


def test_an_old_tile_that_is_hard_to_read_does_not_stop_a_clear_move():
    proposal = judge(seen("R9", "4+3"), seen("K8", "5+2", 0.5, K6=0.45))
    assert proposal.move == parse_move("R9@4+3")


def test_a_third_copy_is_a_misreading():
    moves = [*ROW, "R7@3+0"]
    proposal = judge(seen("R7", "2-1"), moves=moves)
    assert proposal.status is Status.UNSURE


def test_a_covered_place_could_hide_a_tile():
    proposal = judge(covered=("4+3", "4+4"))
    assert (proposal.status, proposal.reason) == (Status.BLOCKED, Blocked.COVERED)


def test_tiles_under_a_hand_are_not_gone():
    proposal = judge(without=("5+2", "5+3"), covered=("5+2", "5+3"))
    assert (proposal.status, proposal.reason) == (Status.BLOCKED, Blocked.COVERED)


def test_a_hand_far_from_the_mosaic_covers_nothing():
    assert judge(seen("R9", "4+3"), covered=("1-9", "2-9")).move == parse_move("R9@4+3")


def test_a_move_in_plain_sight_is_taken_whatever_else_is_covered():
    """A turn is one move: a hand elsewhere hides no other."""
    assert judge(seen("R9", "4+3"), covered=("4-1", "5+4")).move == parse_move("R9@4+3")
    moved = judge(seen("R12", None), seen("R8", "4-1"), without=("4+2",), covered=("4-2",))
    assert moved.move == parse_move("R12:4+2>4-1")


def test_what_a_move_takes_away_must_be_seen_to_be_gone():
    proposal = judge(seen("B11", None), without=("3+2",), covered=("3+2",))
    assert proposal.status is not Status.MOVE


def test_an_action_tile_below_the_rows_lies_beside_the_mosaic():
    table, past = tables(*ROW, "B11x3+2")
    lying = [tile for tile in reading_of(table).tiles if tile.tile != "B11"]
    below = Reading((*lying, seen("B11", "8-2", 0.8, B1=0.1)))
    assert propose(table, past, evidence_of(below)).status is Status.NONE


def test_print_far_below_the_rows_does_not_stop_a_clear_move():
    printed = seen("K10", "9+3", confidence=0.95)
    assert judge(seen("R9", "4+3"), printed).move == parse_move("R9@4+3")
    assert judge(seen("R9", "4+3"), seen("K10", "8+2", confidence=0.95)).reason is Breach.TWO_TILES
    plain = judge(seen("R9", "4+3"), seen("K10", "9+3", confidence=0.99))
    assert (plain.status, plain.reason) == (Status.ILLEGAL, Breach.OFF_LATTICE)


def test_a_tile_lying_on_its_face_is_told():
    table, past = tables(*ROW)
    proposal = propose(table, past, replace(evidence_of(reading_of(table)), face_down=1))
    assert (proposal.status, proposal.reason) == (Status.ILLEGAL, Breach.FACE_DOWN)


def test_a_cell_covered_in_one_frame_is_read_in_the_next():
    table, past = tables(*ROW)
    clear = evidence_of(reading_of(table, seen("R9", "4+3")))
    hand = evidence_of(reading_of(table, without=("5+2",)))
    hand = replace(hand, covered=frozenset(map(parse_cell, ["4+3", "5+2"])))
    for frames in ([clear, hand], [hand, clear], [hand, clear, hand]):
        assert propose(table, past, merged(frames)).move == parse_move("R9@4+3")


def test_a_tile_the_locator_missed_once_is_still_there():
    table, past = tables(*ROW)
    clear = evidence_of(reading_of(table))
    missed = evidence_of(reading_of(table, without=("5+3",)))
    assert propose(table, past, merged([clear, missed, clear])).status is Status.NONE


def test_an_empty_reading_is_no_move():
    table, past = tables(*ROW)
    assert propose(table, past, Evidence({})).status in (Status.CLEARED, Status.UNSURE)


# Whole games


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.sampled_from([play_greedy, play_random]))
def test_every_turn_of_a_well_read_game_is_proposed(seed, chooser):
    rng = Random(seed)
    game = deal(rng)
    past = []
    while game.state.step is not Step.OVER and len(game.moves) < 50:
        before = game.state.table
        game = take_step(game, (chooser, play_random), rng)
        event = game.units[-1][0]
        if not isinstance(event, Play) or game.state.table.turn == before.turn:
            continue
        proposal = propose(before, past[:4], evidence_of(reading_of(game.state.table)))
        if isinstance(event.move, Pass):
            assert proposal.status is Status.NONE
        else:
            assert (proposal.status, proposal.move) == (Status.MOVE, event.move)
        past.insert(0, before)


@st.composite
def doubtful_changes(draw):
    """Up to three tiles anywhere near, read with any doubt."""
    names = st.sampled_from([f"{c}{v}" for c in "KRBO" for v in range(1, 14)])
    cells = st.sampled_from([f"{row}{column:+d}" for row in range(2, 7) for column in range(-2, 5)])
    changes = []
    for _ in range(draw(st.integers(0, 3))):
        one, two = draw(st.lists(names, min_size=2, max_size=2, unique=True))
        share = draw(st.sampled_from([0.35, 0.5, 0.8, 0.95, 0.99, 0.999]))
        cell = None if int(one[1:]) > 10 else draw(cells)
        if cell != "4+0":
            changes.append(seen(one, cell, share, **{two: (1 - share) * 0.9}))
    gone = draw(st.lists(st.sampled_from(["4+1", "4+2", "5+2", "5+3"]), max_size=2))
    return changes, tuple(gone)


@settings(max_examples=300)
@given(doubtful_changes())
def test_a_proposed_move_is_legal_and_explains_what_was_read(case):
    changes, gone = case
    table, past = tables(*ROW)
    evidence = evidence_of(reading_of(table, *changes, without=gone))
    proposal = propose(table, past, evidence)
    if proposal.status is not Status.MOVE:
        assert proposal.move is None or proposal.status is Status.ILLEGAL
        return
    assert check(table.mosaic, proposal.move) is None
    assert as_read(table.mosaic, evidence).cells == dict(apply(table.mosaic, proposal.move))


def test_where_known_tiles_can_hardly_be_read_nothing_changed_is_not_sure():
    blurred = [
        seen(name, cell, 0.5, **{other: 0.4})
        for name, cell, other in [
            ("R7", "4+1", "R1"),
            ("R8", "4+2", "R6"),
            ("K8", "5+2", "K6"),
            ("K9", "5+3", "K3"),
            ("B8", "3+2", "B6"),
        ]
    ]
    assert judge(*blurred).status is Status.UNSURE


def test_print_beside_the_mosaic_does_not_stop_a_clear_move():
    proposal = judge(seen("R9", "4+3"), seen("K10", None, 0.7, K1=0.2))
    assert proposal.move == parse_move("R9@4+3")
    certain = judge(seen("R9", "4+3"), seen("K10", None))
    assert certain.status is not Status.MOVE


def test_that_nothing_was_laid_yet_is_not_said_while_a_hand_is_at_work():
    """The first tile may lie under it, and the joker in sight be the other one."""
    bare, _ = tables()
    empty = evidence_of(reading_of(bare))
    assert propose(bare, [], empty).status is Status.NONE
    at_work = propose(bare, [], replace(empty, has_hand=True))
    assert (at_work.status, at_work.reason) == (Status.BLOCKED, Blocked.COVERED)
    laid = evidence_of(reading_of(bare, seen("R9", "4+1")))
    assert propose(bare, [], replace(laid, has_hand=True)).move == parse_move("R9@4+1")
