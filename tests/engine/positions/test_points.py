"""Points for a placed tile: S10 to S12, in positions named after their situation."""

import pytest

from tests.engine.diagram import draw
from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations


@pytest.mark.parametrize("length", range(1, 8))
def test_a_line_across_scores_its_length_from_three_on(rules: Rules, length: int) -> None:
    mosaic = {f"5+{column}": f"R{column + 1}" for column in range(length - 1)}
    expected = length if length >= 3 else 0
    assert outcome(rules, mosaic, f"R{length}@5+{length - 1}") == expected


@pytest.mark.parametrize("length", range(1, 8))
def test_an_upright_line_scores_its_length_from_three_on(rules: Rules, length: int) -> None:
    rows = [4, 3, 2, 1, 5, 6, 7][:length]
    mosaic = {f"{row}+1": f"R{row}" for row in rows[:-1]}
    expected = length if length >= 3 else 0
    assert outcome(rules, mosaic, f"R{rows[-1]}@{rows[-1]}+1") == expected


JOKER_BREAKS_ROW = cases(
    """
    4| R6 R7 *  .  .
    """,
    {"the joker breaks a line across": ("R8@4+1", 0)},
)

JOKER_BREAKS_ROW_OF_FIVE = cases(
    """
    4| R6 R7 *  R8 R9 .
    """,
    {
        "the joker breaks a line across and the rest scores": ("R10@4+3", 3),
        "the line left of the joker scores alone": ("R5@4-3", 3),
    },
)

JOKER_BREAKS_COLUMN = cases(
    """
    2| R6
    3| R7
    4| *
    """,
    {"the joker breaks an upright line": ("R8@5+0", 0)},
)

COLOUR_BREAKS = cases(
    """
    4| *  .  .  .
    5| R1 R3 K2 .
    """,
    {"another colour breaks a line": ("R2@5+3", 0)},
)

GAP_BREAKS = cases(
    """
    4| *  O2 B2 K2
    5| R1 R3 .  .
    """,
    {"a gap breaks a line": ("R2@5+3", 0)},
)

BRIDGE_OF_THREE = cases(
    """
    4| *  O1 O5
    5| R1 .  R5
    """,
    {"a bridge between two single tiles": ("R2@5+1", 3)},
)

BRIDGE_OF_FIVE = cases(
    """
    4| *  O3 O2 O7 .
    5| R1 R3 .  R7 R9
    """,
    {
        "a bridge between two lines": ("R2@5+2", 5),
        "another colour in the bridge": ("B2@5+2", 0),
    },
)

BRIDGE_OF_SEVEN = cases(
    """
    4| *  O3 O4 O5 O6 .  .
    5| R1 R5 R3 .  R7 R9 R10
    """,
    {"a bridge between two lines of three": ("R2@5+3", 7)},
)

BRIDGE_UPRIGHT = cases(
    """
    2| K2 R2
    3| K3 .
    4| *  R4
    """,
    {"an upright bridge": ("R3@3+1", 3)},
)

CROSSING_TWO_TWO = cases(
    """
    3| .  K4 R4
    4| *  R9 .
    """,
    {"two both ways": ("R10@4+2", 0)},
)

CROSSING_THREE_TWO = cases(
    """
    3| .  .  K4 R4
    4| *  R8 R9 .
    """,
    {"three across and two upright": ("R10@4+3", 3)},
)

CROSSING_THREE_THREE = cases(
    """
    2| .  .  .  R6
    3| .  .  K4 R4
    4| *  R8 R9 .
    """,
    {
        "three across and three upright": ("R10@4+3", 6),
        "reds round the corner do not count": ("R7@1+3", 3),
    },
)

CROSSING_THREE_FOUR = cases(
    """
    1| .  .  .  R2
    2| .  .  .  R6
    3| .  .  K4 R4
    4| *  R8 R9 .
    """,
    {"three across and four upright": ("R10@4+3", 7)},
)

CROSSING_FOUR_FOUR = cases(
    """
    1| .  .  .  .  R2
    2| .  .  .  .  R6
    3| .  .  .  K4 R4
    4| *  R7 R8 R9 .
    """,
    {"four across and four upright stop at seven": ("R10@4+4", 7)},
)

CROSSING_SEVEN_THREE = cases(
    """
    3| .  .  .  .  .  .  R10
    4| *  .  .  .  .  K9 R9
    5| R1 R2 R3 R4 R5 R6 .
    """,
    {"seven across and three upright stop at seven": ("R7@5+6", 7)},
)

RECONNECTING_ONE = cases(
    """
    4| *  R5 .  B7 .
    """,
    {"one floating tile": ("R6@4+2", 1)},
)

NOT_RECONNECTING = cases(
    """
    4| *  R5 .  .  B7
    """,
    {"a tile that does not reach the floating one": ("R6@4+2", 0)},
)

RECONNECTING_THREE_GROUPS = cases(
    """
    3| .  .  K9 .  .
    4| *  R5 .  B7 .
    5| .  .  O1 O2 .
    """,
    {"three groups of floating tiles at once": ("R6@4+2", 4)},
)

RECONNECTING_SOME = cases(
    """
    3| .  .  .  .  .  K9
    4| *  R5 .  B7 .  B3
    """,
    {"only the group that is reached": ("R6@4+2", 1)},
)

RECONNECTING_SIX = cases(
    """
    3| .  .  .  K1 K2 .  .
    4| *  R5 .  B7 B8 B9 B10
    """,
    {"six floating tiles": ("R6@4+2", 6)},
)

RECONNECTING_SEVEN = cases(
    """
    3| .  .  .  K1 K2 K3 .
    4| *  R5 .  B7 B8 B9 B10
    """,
    {"seven floating tiles": ("R6@4+2", 7)},
)

RECONNECTING_EIGHT = cases(
    """
    3| .  .  .  K1 K2 K3 K4
    4| *  R5 .  B7 B8 B9 B10
    """,
    {"eight floating tiles stop at seven": ("R6@4+2", 7)},
)

RECONNECTING_TWELVE = cases(
    """
    3| .  .  .  K1 K2 K3 K4
    4| *  R5 .  B7 B8 B9 B10
    5| .  .  .  O3 O4 O5 O6
    """,
    {"twelve floating tiles stop at seven": ("R6@4+2", 7)},
)

SET_AND_ONE = cases(
    """
    4| *  R5 R9 .  B8
    """,
    {"a set and one floating tile": ("R10@4+3", 4)},
)

SET_OF_FLOATING = cases(
    """
    4| *  R5 .  R7 .
    """,
    {"the floating tile is in the set and counts twice": ("R6@4+2", 4)},
)

SET_AND_FOUR = cases(
    """
    3| .  .  .  .  B9 B1
    4| *  R5 R9 .  B8 B2
    """,
    {"a set and four floating tiles are exactly seven": ("R10@4+3", 7)},
)

SET_AND_FIVE = cases(
    """
    3| .  .  .  .  B9 B1
    4| *  R5 R9 .  B8 B2
    5| .  .  .  .  .  B4
    """,
    {"a set and five floating tiles stop at seven": ("R10@4+3", 7)},
)

TWO_SETS_AND_THREE = cases(
    """
    3| .  .  .  R4 .
    4| *  R8 R9 .  B6
    5| .  .  .  R2 .
    """,
    {"sets both ways and floating tiles stop at seven": ("R10@4+3", 7)},
)

SCORING = [
    *JOKER_BREAKS_ROW,
    *JOKER_BREAKS_ROW_OF_FIVE,
    *JOKER_BREAKS_COLUMN,
    *COLOUR_BREAKS,
    *GAP_BREAKS,
    *BRIDGE_OF_THREE,
    *BRIDGE_OF_FIVE,
    *BRIDGE_OF_SEVEN,
    *BRIDGE_UPRIGHT,
    *CROSSING_TWO_TWO,
    *CROSSING_THREE_TWO,
    *CROSSING_THREE_THREE,
    *CROSSING_THREE_FOUR,
    *CROSSING_FOUR_FOUR,
    *CROSSING_SEVEN_THREE,
    *RECONNECTING_ONE,
    *NOT_RECONNECTING,
    *RECONNECTING_THREE_GROUPS,
    *RECONNECTING_SOME,
    *RECONNECTING_SIX,
    *RECONNECTING_SEVEN,
    *RECONNECTING_EIGHT,
    *RECONNECTING_TWELVE,
    *SET_AND_ONE,
    *SET_OF_FLOATING,
    *SET_AND_FOUR,
    *SET_AND_FIVE,
    *TWO_SETS_AND_THREE,
]


@situations(SCORING)
def test_points_of_a_placed_tile(
    rules: Rules, mosaic: Tiles, move: str, expected: str | int
) -> None:
    assert outcome(rules, mosaic, move) == expected


def test_what_is_not_reached_goes_on_floating(rules: Rules) -> None:
    mosaic = draw("""
        3| .  .  .  .  .  K9
        4| *  R5 .  B7 .  B3
    """)
    now = rules.after(mosaic, "R6@4+2")
    assert rules.connected(now) == {"4+1", "4+2", "4+3"}
    assert rules.floating(now) == {"4+5", "3+5"}
