"""The coach's advice is legal, the same every time, and good enough for 120."""

from collections import Counter
from functools import partial
from itertools import product, starmap
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.mosaix import (
    ROLLS,
    SYMBOLS,
    apply,
    arrangements,
    check,
    is_done,
    legal_entries,
    parse_board,
    parse_entry,
    parse_figure,
    parse_roll,
    roll_of,
    score,
)
from engine.mosaix.outlook import (
    PHASES,
    STRIDE,
    features,
    gaps_of,
    groups_of,
    guessed_worths,
    learn,
    outlook,
    shipped_worths,
    symbol_features,
)
from engine.mosaix.players import (
    advise,
    advise_entry,
    learn_game,
    play_solo,
    roll_dice,
    solo_scores,
)
from engine.mosaix.table import Step
from tests.engine.mosaix.strategies import boards, figures, seeds

FOUR_CROSSES = "XXXX.../......./......./...O.../......./......./.......+8"


@settings(max_examples=40)
@given(boards(solo=True), st.sampled_from(ROLLS))
def test_advice_is_legal_and_leaves_the_outlook_it_tells(board, roll):
    advice = advise(board, roll, lookahead=0)
    if advice is None:
        return
    assert advice.figure.roll == roll
    assert check(board, advice.figure, advice.entry) is None
    after = apply(board, advice.figure, advice.entry)
    assert advice.outlook == pytest.approx(outlook(after, shipped_worths()))


@settings(max_examples=30)
@given(boards(solo=True), figures())
def test_no_entry_of_a_figure_has_a_better_outlook_than_the_one_advised(board, figure):
    advice = advise_entry(board, figure)
    if board.empty.bit_count() <= 20 or advice is None:
        return
    rest = [apply(board, figure, entry) for entry in legal_entries(board, figure)]
    best = max(outlook(after, shipped_worths()) for after in rest)
    assert advice.outlook == pytest.approx(best)


@settings(max_examples=15)
@given(boards(solo=True), st.sampled_from(ROLLS))
def test_advice_for_a_roll_is_no_worse_than_for_any_figure_of_it(board, roll):
    advice = advise(board, roll)
    if board.empty.bit_count() <= 20 or advice is None:
        return
    again = advise_entry(board, advice.figure)
    assert again is not None
    assert again.outlook == pytest.approx(advice.outlook)


@given(boards(solo=True))
def test_the_outlook_knows_when_a_board_is_done(board):
    assert gaps_of(board.empty).can_be_filled(board.boxes) == (not is_done(board))
    assert all(0 <= feature < STRIDE * len(PHASES) for feature in features(board))


def test_there_is_a_worth_for_every_feature():
    assert len(shipped_worths()) == len(guessed_worths()) == STRIDE * len(PHASES)


def test_near_the_end_advice_looks_one_roll_ahead():
    """The outlook it tells is that of the best figure and entry for each of the 81 throws."""
    board = parse_board("XXXXXOO/XTTTXOO/OTTXXOT/OOOXTTT/TTOXOTX/TTOO.../TTXX...+5")
    advice = advise(board, parse_roll("OTXX"))
    assert advice is not None
    after = apply(board, advice.figure, advice.entry)
    total = 0.0
    for roll, throws in Counter(starmap(roll_of, product(SYMBOLS, repeat=4))).items():
        boards = [
            apply(after, figure, entry)
            for figure in arrangements(roll)
            for entry in legal_entries(after, figure)
        ]
        best = max((outlook(then, shipped_worths()) for then in boards), default=0)
        total += throws * max(best, score(after))
    assert not is_done(after)
    assert advice.outlook == pytest.approx(total / 81)


def test_the_coach_completes_a_zone_with_the_last_symbols():
    board = parse_board("OOOOOOO/OOOOOOO/OOOOOOO/TTTTTTT/TTTTTTT/TTTTTTT/XXXX...+8")
    advice = advise(board, parse_roll("OTXX"))
    assert advice is not None
    assert advice.entry.marks[2] == parse_entry("Xe7f7").cells


def test_the_coach_stops_where_an_entry_would_only_join_two_zones():
    board = parse_board("XXXXXXX/XXXXXXX/XXXXXXX/TTTTTTT/TTTTTTT/OOOXOOO/OOO.OOO+3")
    assert advise(board, parse_roll("OOOO")) is None
    assert advise_entry(board, parse_figure("OOOO")) is None


def test_the_same_board_and_roll_get_the_same_advice():
    board, roll = parse_board(FOUR_CROSSES), parse_roll("XXOT")
    assert advise(board, roll) == advise(board, roll)


def test_the_coach_advises_nobody_who_does_not_play_alone():
    with pytest.raises(ValueError, match="lone player"):
        advise(parse_board(FOUR_CROSSES[:-2]), parse_roll("OOOO"))


def test_a_figure_that_fits_nowhere_gets_no_advice():
    board = parse_board("/".join(["XXXXXXX", "X....XX", *["XXXXXXX"] * 5]) + "+8")
    assert advise_entry(board, parse_figure("OO/OO")) is None


def test_a_game_of_the_coach_is_told_by_its_seed():
    one, two = (play_solo(partial(advise, lookahead=8), Random(7)) for _ in range(2))
    assert one == two
    assert one.table.step is Step.OVER


def test_the_coach_reaches_120_in_most_games():
    """A short row; the whole one of 200 is measured elsewhere."""
    scores = solo_scores(range(3))
    assert sum(score >= 120 for score in scores) >= 2


@given(seeds)
def test_dice_are_rolls(seed):
    assert roll_dice(Random(seed)) in ROLLS


def test_a_fourth_zone_of_a_symbol_counts_as_the_third_does():
    zones = []
    for last in (".......", "XXXXXXX"):
        board = parse_board(f"XXXXXXX/......./XXXXXXX/...O.../XXXXXXX/......./{last}+8")
        gaps = gaps_of(board.empty)
        zones += [symbol_features(groups_of(x), x, gaps)[0] for x in board.marks if x & 1]
    assert zones[0] == zones[1]


def cross_in_a_corner(rows):
    """The feature of that cross, the only one of its board; the rest of the rows is filled."""
    full = [row.ljust(7, "T") for row in rows] + ["OOOOOOO"] * (7 - len(rows))
    board = parse_board("/".join(full) + "+8")
    (marks,) = [each for each in board.marks if each & 1]
    return symbol_features(groups_of(marks), marks, gaps_of(board.empty))[1]


def test_a_small_group_that_can_never_be_a_zone_counts_as_shut_in():
    assert cross_in_a_corner(["X."]) == cross_in_a_corner(["X"])
    assert cross_in_a_corner(["X...", "T"]) == cross_in_a_corner(["X"])
    assert cross_in_a_corner(["X....", "T"]) != cross_in_a_corner(["X"])


def test_learning_draws_the_outlook_to_what_came():
    board = parse_board(FOUR_CROSSES)
    after = apply(board, parse_figure("XOTT"), legal_entries(board, parse_figure("XOTT"))[0])
    worths = guessed_worths()
    before = outlook(board, worths)
    for _ in range(50):
        learn(worths, [board, after], rate=0.3, trust=1)
    assert abs(outlook(board, worths) - score(after)) < abs(before - score(after))


def test_worths_are_learnt_from_games():
    worths, again = guessed_worths(), guessed_worths()
    for own in (worths, again):
        learn_game(own, Random(1))
    assert worths != guessed_worths()
    assert worths == again
