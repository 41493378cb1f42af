"""The 13: S13, S16, in positions named after their situation."""

import pytest

from tests.engine.diagram import draw
from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations

THIRTEEN_FIVE = cases(
    """
    4| *  R1 R2 R3 R4 R5
    """,
    {
        "the left third of a line of five": ("R13x4+1..4+3", 5),
        "the middle third of a line of five": ("R13x4+2..4+4", 4),
        "the right third of a line of five": ("R13x4+3..4+5", 3),
        "a 13 on another colour": ("K13x4+1..4+3", "wrong-colour"),
        "two ends beside each other": ("R13x4+1..4+2", "not-a-line"),
        "two ends three apart": ("R13x4+1..4+4", "not-a-line"),
        "one cell for both ends": ("R13x4+1..4+1", "not-a-line"),
        "ends on a diagonal": ("R13x4+1..2+3", "not-a-line"),
        "ends a step aside": ("R13x4+1..3+3", "not-a-line"),
        "ends round a corner": ("R13x4+1..5+2", "not-a-line"),
        "a line past the end": ("R13x4+4..4+6", "empty-cell"),
        "an upright line where only one lies": ("R13x3+2..5+2", "empty-cell"),
        "a line from the joker": ("R13x4+0..4+2", "joker"),
        "a line out of the rows above": ("R13x0+1..2+1", "outside-rows"),
        "a line out of the rows below": ("R13x6+1..8+1", "outside-rows"),
    },
)

THIRTEEN_UPRIGHT = cases(
    """
    2| .  R2
    3| .  R3
    4| *  R4
    5| .  R5
    6| .  R6
    """,
    {
        "the upper third of an upright line of five": ("R13x2+1..4+1", 5),
        "the middle third of an upright line of five": ("R13x3+1..5+1", 5),
        "the lower third of an upright line of five": ("R13x4+1..6+1", 5),
    },
)

THIRTEEN_NOTHING_FLOATS = cases(
    """
    3| K1 K2 K3 K4
    4| *  R2 R3 R4
    """,
    {
        "a 13 that cuts nothing off": ("R13x4+1..4+3", 3),
        "a 13 and a tile that hangs on elsewhere": ("K13x3+0..3+2", 3),
    },
)

THIRTEEN_ALREADY_FLOATING = cases(
    """
    4| *  R1 R2 R3 K3 .  K6 K7
    """,
    {"a 13 counts only what it cuts off itself": ("R13x4+1..4+3", 4)},
)

THIRTEEN_JOKER = cases(
    """
    3| .  .  R6 .  .
    4| R1 R2 *  R3 R4
    5| .  .  R7 .  .
    """,
    {
        "a line across the joker": ("R13x4-1..4+1", "joker"),
        "an upright line across the joker": ("R13x3+0..5+0", "joker"),
        "a line that ends at the joker": ("R13x4-2..4+0", "joker"),
        "an upright line that ends at the joker": ("R13x2+0..4+0", "joker"),
    },
)

THIRTEEN_MIXED = cases(
    """
    4| *  R1 K1 R2 .  R4
    """,
    {
        "one of three of another colour": ("R13x4+1..4+3", "wrong-colour"),
        "a gap among the three": ("R13x4+3..4+5", "empty-cell"),
    },
)

THIRTEEN_FLOATING = cases(
    """
    4| *  K1 .  R1 R2 R3
    """,
    {"a 13 on a floating line": ("R13x4+3..4+5", "floating")},
)

REMOVING_THREE = [
    *THIRTEEN_FIVE,
    *THIRTEEN_UPRIGHT,
    *THIRTEEN_NOTHING_FLOATS,
    *THIRTEEN_ALREADY_FLOATING,
    *THIRTEEN_JOKER,
    *THIRTEEN_MIXED,
    *THIRTEEN_FLOATING,
]


@situations(REMOVING_THREE)
def test_removing_three(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected


@pytest.mark.parametrize("tail", range(7))
def test_a_13_scores_at_most_four_for_what_it_makes_floating(rules: Rules, tail: int) -> None:
    mosaic = {"4+1": "R1", "4+2": "R2", "4+3": "R3"}
    hanging = ["4+4", "4+5", "4+6", "4+7", "3+7", "2+7"][:tail]
    mosaic.update({cell: f"K{value}" for value, cell in enumerate(hanging, start=1)})
    assert outcome(rules, mosaic, "R13x4+1..4+3") == 3 + min(4, tail)
    assert rules.floating(rules.after(mosaic, "R13x4+1..4+3")) == set(hanging)


def test_a_13_lists_every_third_of_every_line(rules: Rules) -> None:
    mosaic = draw("""
        3| .  .  R7 .
        4| *  R1 R2 R3
        5| .  .  R9 R4
        6| .  .  B9 R5
    """)
    assert rules.legal_moves(mosaic, "R13") == {
        "R13x4+1..4+3": 7,
        "R13x3+2..5+2": 7,
        "R13x4+3..6+3": 3,
    }
    assert rules.legal_moves(mosaic, "B13") == {}


def test_a_13_written_from_the_other_end_is_the_same_move(rules: Rules) -> None:
    mosaic = draw("""
        2| .  R2 .  .
        3| .  R3 .  .
        4| *  R4 R5 R6
    """)
    for move, reverse in (("R13x4+1..4+3", "R13x4+3..4+1"), ("R13x2+1..4+1", "R13x4+1..2+1")):
        assert rules.check(mosaic, reverse) is None
        assert rules.points(mosaic, reverse) == rules.points(mosaic, move)
        assert rules.after(mosaic, reverse) == rules.after(mosaic, move)
        assert reverse not in rules.legal_moves(mosaic, "R13")
