"""Placing a tile: S4 to S9, in positions named after their situation."""

import pytest

from tests.engine.positions.situations import (
    Rules,
    Tiles,
    cases,
    outcome,
    situations,
)


@pytest.mark.parametrize(
    ("lying", "placed", "expected"),
    [
        ("R7", "R8", 0),
        ("R7", "R6", 0),
        ("R7", "K7", 0),
        ("R7", "B7", 0),
        ("R7", "O7", 0),
        ("R7", "R7", "identical-in-line"),
        ("R7", "R9", "no-match"),
        ("R7", "R5", "no-match"),
        ("R7", "K8", "no-match"),
        ("R7", "B6", "no-match"),
        ("R10", "R1", 0),
        ("R1", "R10", 0),
        ("R10", "R9", 0),
        ("R1", "R2", 0),
        ("R10", "O10", 0),
        ("R1", "O1", 0),
        ("R10", "K1", "no-match"),
        ("R1", "K10", "no-match"),
        ("R10", "R2", "no-match"),
        ("R1", "R9", "no-match"),
        ("R10", "R8", "no-match"),
        ("R1", "R3", "no-match"),
    ],
)
@pytest.mark.parametrize("side", ["3+1", "5+1", "4+2"])
def test_two_tiles_match(
    rules: Rules, lying: str, placed: str, expected: str | int, side: str
) -> None:
    assert outcome(rules, {"4+1": lying}, f"{placed}@{side}") == expected


NEIGHBOURS = cases(
    """
    3| K1 B5 O9
    4| *  .  R3
    5| .  K7 .
    """,
    {
        "one of the neighbours matches by value": ("K5@4+1", 1),
        "one of the neighbours matches by colour": ("R4@4+1", 1),
        "the floating neighbour matches": ("K8@4+1", 1),
        "none of the neighbours matches": ("B10@4+1", "no-match"),
        "only a diagonal tile matches": ("O8@4+1", "no-match"),
    },
)

JOKER_AND_TILE = cases(
    """
    3| K4 .
    4| *  .
    5| O8 .
    """,
    {
        "only the joker beside it": ("R9@4+1", 0),
        "only the joker beside it on the left": ("R9@4-1", 0),
    },
)

JOKER_AND_CORNER = cases(
    """
    3| K4 K5
    4| *  .
    """,
    {
        "joker and a tile that matches": ("R5@4+1", 0),
        "joker and a tile that does not match": ("R9@4+1", "no-match"),
        "the other side of the joker is still free for any": ("R9@4-1", 0),
    },
)

JOKER_AND_FLOATING = cases(
    """
    3| .  B7
    4| *  .
    """,
    {
        "joker and a floating tile that matches": ("B8@4+1", 1),
        "joker below and a floating tile that matches": ("K7@3+0", 1),
        "joker and a floating tile that does not match": ("K3@4+1", "no-match"),
    },
)

ISLAND = cases(
    """
    4| *  R5 .  B7 B8 .
    """,
    {
        "beside floating tiles alone": ("B9@4+5", "island"),
        "above a floating tile alone": ("K7@3+3", "island"),
        "between connected and floating matching the connected": ("R6@4+2", 2),
        "between connected and floating matching the floating": ("O7@4+2", 2),
        "between connected and floating matching neither": ("K1@4+2", "no-match"),
        "beside the connected tile alone": ("K5@3+1", 0),
    },
)

IDENTICAL_BESIDE = cases(
    """
    2| .  K5 .
    3| .  O5 .
    4| *  R5 B5
    """,
    {
        "identical in the same row": ("R5@4+3", "identical-in-line"),
        "identical in the same column": ("R5@1+1", "identical-in-line"),
        "identical right beside it": ("B5@4+3", "identical-in-line"),
        "same value of another colour in line": ("O5@4+3", 0),
        "same colour of another value in line": ("R6@5+1", 0),
        "identical in neither row nor column": ("R5@3+2", 0),
    },
)

IDENTICAL_ROW_GAP = cases(
    """
    3| .  O5 O6 K5
    4| *  R5 .  .
    """,
    {"identical across a gap in the row": ("R5@4+3", "identical-in-line")},
)

IDENTICAL_COLUMN_GAP = cases(
    """
    2| K5 .
    3| K6 .
    4| *  R5
    """,
    {"identical across a gap in the column": ("R5@2+1", "identical-in-line")},
)

IDENTICAL_ACROSS_JOKER = cases(
    """
    3| .  K8 .
    4| R5 *  .
    """,
    {
        "identical across the joker in row 4": ("R5@4+1", "identical-in-line"),
        "identical across the joker in column 0": ("K8@5+0", "identical-in-line"),
        "the second copy round the corner of the joker": ("R5@5+0", 0),
    },
)

IDENTICAL_FLOATING = cases(
    """
    1| .  .  O5 .  .
    2| .  .  .  .  .
    3| .  .  .  .  .
    4| *  K5 .  .  R5
    """,
    {
        "identical floating in the row": ("R5@4+2", "identical-in-line"),
        "identical floating in the column": ("O5@4+2", "identical-in-line"),
        "identical floating elsewhere": ("R5@3+1", 0),
    },
)

ACTION_TILES_PLACED = cases(
    """
    4| *  R10
    """,
    {
        "an 11 on a free cell": ("R11@4+2", "action-tile"),
        "a 12 on a free cell": ("R12@4-1", "action-tile"),
        "a 13 on a free cell": ("K13@5+0", "action-tile"),
    },
)

PLACING = [
    *NEIGHBOURS,
    *JOKER_AND_TILE,
    *JOKER_AND_CORNER,
    *JOKER_AND_FLOATING,
    *ISLAND,
    *IDENTICAL_BESIDE,
    *IDENTICAL_ROW_GAP,
    *IDENTICAL_COLUMN_GAP,
    *IDENTICAL_ACROSS_JOKER,
    *IDENTICAL_FLOATING,
    *ACTION_TILES_PLACED,
]


@situations(PLACING)
def test_placing(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected
