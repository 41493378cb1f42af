"""The worked cases of the rulebooks, in positions named after their situation."""

from tests.engine.diagram import draw
from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations

WORKED_6_9_7 = cases(
    """
    4| *  B6 K9 K7
    5| .  .  R9 R7
    """,
    {"a 6 beside a 6 completes 6-9-7": ("R6@5+1", 3)},
)

WORKED_9_10_1 = cases(
    """
    3| .  B9 B10 .
    4| *  R9 R10 R1
    """,
    {"a 13 removes 9-10-1 and a 9 and a 10 float": ("R13x4+1..4+3", 5)},
)

WORKED_ELEVEN = cases(
    """
    3| .  K7 K8 .
    4| *  R1 B8 B9
    """,
    {"an 11 removes a 1 and four tiles float": ("R11x4+1", 0)},
)

WORKED_FOUR_FLOATING = cases(
    """
    3| .  K7 K8 .
    4| *  .  B8 B9
    """,
    {"a 7 reconnects the four": ("O7@4+1", 4)},
)

WORKED_TWELVE = cases(
    """
    2| B9 .  .   .
    3| R9 .  .   .
    4| *  R1 R10 .
    """,
    {"a 12 moves a 9 to complete 1-10-9": ("R12:3+0>4+3", 3)},
)

WORKED_GREY_TILES = cases(
    """
    1| .  B5 .  O6
    2| .  B2 K3 K4
    3| .  .  .  .
    4| *  K7 .  .
    """,
    {
        "a 2 under the 2 reconnects five": ("R2@3+1", 5),
        "a 1 that also completes a set stops at seven": ("B1@3+1", 7),
    },
)

WORKED = [
    *WORKED_6_9_7,
    *WORKED_9_10_1,
    *WORKED_ELEVEN,
    *WORKED_FOUR_FLOATING,
    *WORKED_TWELVE,
    *WORKED_GREY_TILES,
]


@situations(WORKED)
def test_worked_cases(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected


def test_an_11_takes_a_1_and_a_7_brings_the_four_back(rules: Rules) -> None:
    before = draw("""
        3| .  K7 K8 .
        4| *  R1 B8 B9
    """)
    cut = rules.after(before, "R11x4+1")
    assert rules.floating(cut) == {"3+1", "3+2", "4+2", "4+3"}
    assert rules.points(cut, "O7@4+1") == 4
    assert rules.floating(rules.after(cut, "O7@4+1")) == set()


def test_the_12_that_completes_1_10_9_leaves_the_other_9_floating(rules: Rules) -> None:
    mosaic = draw("""
        2| B9 .  .   .
        3| R9 .  .   .
        4| *  R1 R10 .
    """)
    assert rules.floating(rules.after(mosaic, "R12:3+0>4+3")) == {"2+0"}


def test_row_6_is_full_after_the_seventh_tile(rules: Rules) -> None:
    six = draw("""
        4| .  *  .  .  .  .  .  .  .
        5| .  K5 .  .  .  .  .  .  .
        6| .  K6 R6 R7 B7 .  B4 K4 .
        7| .  .  .  .  B8 B9 B5 .  .
    """)
    for seventh, others in {
        "K9@6+4": ("K7@6-1", "O4@6+7"),
        "K7@6-1": ("K9@6+4", "O4@6+7"),
        "O4@6+7": ("K9@6+4", "K7@6-1"),
    }.items():
        seven = rules.after(six, seventh)
        assert [rules.check(seven, move) for move in others] == ["row-full", "row-full"]
