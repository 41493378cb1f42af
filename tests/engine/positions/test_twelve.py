"""The 12: S13, S15, in positions named after their situation."""

from tests.engine.diagram import draw
from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations

TWELVE_ALONE = cases(
    """
    4| *  R7
    """,
    {
        "a 12 takes the only tile round the joker": ("R12:4+1>3+0", 0),
        "a 12 to where only the lifted tile was": ("R12:4+1>4+2", "not-adjacent"),
        "a 12 back to the same cell": ("R12:4+1>4+1", "same-cell"),
        "a 12 onto the joker": ("R12:4+1>4+0", "joker"),
        "a 12 that lifts the joker": ("R12:4+0>4-1", "joker"),
        "a 12 out of the rows": ("R12:4+1>8+1", "outside-rows"),
        "a 12 from outside the rows": ("R12:0+1>4-1", "outside-rows"),
        "a 12 from a gap": ("R12:3+0>4-1", "empty-cell"),
        "a 12 on another colour": ("K12:4+1>4-1", "wrong-colour"),
    },
)

TWELVE_OWN_MATCH = cases(
    """
    3| K2 K3 K4
    4| *  R7 .
    """,
    {
        "the moved tile was its own only match": ("R12:4+1>4+2", "no-match"),
        "the moved tile needs no match beside the joker alone": ("R12:4+1>5+0", 0),
        "a 12 to a tile it does not match": ("R12:4+1>2+0", "no-match"),
        "a 12 onto another tile": ("R12:4+1>3+1", "occupied"),
    },
)

TWELVE_OWN_LINE = cases(
    """
    3| K5 O5 B5
    4| *  R5 .
    """,
    {
        "a moved tile is not identical to itself in its row": ("R12:4+1>4+2", 0),
        "a moved tile is not identical to itself in its column": ("R12:4+1>2+1", 0),
    },
)

TWELVE_OTHER_COPY = cases(
    """
    3| .  K5 O5 B5
    4| R5 *  .  .
    5| .  R5 .  .
    """,
    {
        "the other copy lies in the row": ("R12:5+0>4+2", "identical-in-line"),
        "the copy in the row is the one that moves": ("R12:4-1>4+2", 0),
        "the other copy lies in the column": ("R12:4-1>2+0", "identical-in-line"),
    },
)

TWELVE_ISLAND = cases(
    """
    4| *  R5 K5 .
    """,
    {
        "a 12 to tiles that its lifting cuts off": ("R12:4+1>4+3", "island"),
        "a 12 above a tile that its lifting cuts off": ("R12:4+1>3+2", "island"),
        "a 12 that cuts a tile off earns nothing": ("R12:4+1>3+0", 0),
    },
)

TWELVE_CUTS_AND_JOINS = cases(
    """
    3| O5 .  K6
    4| *  R5 K5
    """,
    {"lifting cuts off what landing joins again": ("R12:4+1>3+1", 0)},
)

TWELVE_CUTS_AND_JOINS_MORE = cases(
    """
    2| .  B9 .
    3| O5 .  K6
    4| *  R5 K5
    """,
    {"only the tile that floated before counts": ("R12:4+1>3+1", 1)},
)

TWELVE_RECONNECTS = cases(
    """
    4| R5 *  .  K5 K6
    """,
    {
        "a 12 reconnects what floated before": ("R12:4-1>4+1", 2),
        "a 12 moves a floating tile": ("K12:4+2>4+1", "floating"),
    },
)

TWELVE_RECONNECTS_EIGHT = cases(
    """
    3| .  .  .  K1 K2 K3 K4
    4| R6 *  .  K6 B8 B9 B10
    """,
    {"a 12 that reconnects eight stops at seven": ("R12:4-1>4+1", 7)},
)

TWELVE_SET_AND_FIVE = cases(
    """
    3| .  .  .  .  K6 B1 B3
    4| R9 *  R3 R8 .  K7 B2
    """,
    {"a 12 with a set and five reconnected stops at seven": ("R12:4-1>4+3", 7)},
)

TWELVE_OWN_SET = cases(
    """
    3| K1 K8 K6 K7 .
    4| *  R8 R6 R7 .
    """,
    {"the old place is not part of the new line": ("R12:4+1>4+4", 3)},
)

TWELVE_BRIDGE = cases(
    """
    4| R2 *  O3 O2 O7 .
    5| .  R1 R3 .  R7 R9
    """,
    {"a 12 as a bridge between two lines": ("R12:4-1>5+2", 5)},
)

TWELVE_CROSSING = cases(
    """
    1| .   .  .  .  .  R2
    2| .   .  .  .  .  R6
    3| .   .  .  .  K4 R4
    4| R10 *  R7 R8 R9 .
    """,
    {"a 12 with four both ways stops at seven": ("R12:4-1>4+4", 7)},
)

TWELVE_FULL_ROW = cases(
    """
    4| .  K3 K2 K1 *  R1 R2 R3 K4
    """,
    {"a 12 within a row of seven": ("K12:4+4>4-4", 4)},
)

TWELVE_INTO_FULL_ROW = cases(
    """
    3| .  .  .  .  K4 .  .  .  .
    4| .  K3 K2 K1 *  R1 R2 R3 R4
    """,
    {"a 12 into a row of seven": ("K12:3+0>4-4", "row-full")},
)

TWELVE_FULL_ROW_WITH_GAP = cases(
    """
    4| .  *  .  .  .  .  .  .  .
    5| .  K5 .  .  .  .  .  .  .
    6| K7 K6 R6 R7 B7 .  B4 K4 .
    7| .  .  .  .  B8 B3 B5 .  .
    """,
    {
        "a 12 into the gap of its own row of seven": ("B12:6+5>6+4", 0),
        "a 12 into the gap of a row of seven from below": ("B12:7+3>6+4", "row-full"),
    },
)

MOVING = [
    *TWELVE_ALONE,
    *TWELVE_OWN_MATCH,
    *TWELVE_OWN_LINE,
    *TWELVE_OTHER_COPY,
    *TWELVE_ISLAND,
    *TWELVE_CUTS_AND_JOINS,
    *TWELVE_CUTS_AND_JOINS_MORE,
    *TWELVE_RECONNECTS,
    *TWELVE_RECONNECTS_EIGHT,
    *TWELVE_SET_AND_FIVE,
    *TWELVE_OWN_SET,
    *TWELVE_BRIDGE,
    *TWELVE_CROSSING,
    *TWELVE_FULL_ROW,
    *TWELVE_INTO_FULL_ROW,
    *TWELVE_FULL_ROW_WITH_GAP,
]


@situations(MOVING)
def test_moving_a_tile(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected


def test_a_12_has_three_other_sides_of_the_joker_for_the_only_tile(rules: Rules) -> None:
    three = {f"R12:4+1>{cell}": 0 for cell in ("3+0", "5+0", "4-1")}
    assert rules.legal_moves({"4+1": "R7"}, "R12") == three


def test_what_a_12_cuts_off_stays_on_the_table(rules: Rules) -> None:
    mosaic = draw("""
        4| *  R5 K5 K6
    """)
    now = rules.after(mosaic, "R12:4+1>3+0")
    assert now == {"3+0": "R5", "4+2": "K5", "4+3": "K6"}
    assert rules.floating(now) == {"4+2", "4+3"}


def test_nothing_floats_when_a_12_lands_where_it_joins_again(rules: Rules) -> None:
    mosaic = draw("""
        3| O5 .  K6
        4| *  R5 K5
    """)
    now = rules.after(mosaic, "R12:4+1>3+1")
    assert now == {"3+0": "O5", "3+1": "R5", "3+2": "K6", "4+2": "K5"}
    assert rules.floating(now) == set()
