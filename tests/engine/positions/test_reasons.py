"""Which reason comes first, in positions named after their situation."""

from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations

PLACING_FULL_ROW = cases(
    """
    3| .  .  .  .  .  .  .  .  .  .  O1
    4| K3 K2 K1 *  R1 R2 R3 R4 .  .  .
    6| .  .  .  B9 .  .  .  .  .  .  .
    7| .  .  .  B8 .  .  .  .  .  .  .
    """,
    {
        "action-tile before outside-rows": ("O11@8+0", "action-tile"),
        "action-tile before joker": ("O12@4+0", "action-tile"),
        "action-tile before occupied": ("O13@4+1", "action-tile"),
        "action-tile before row-full": ("O11@4+5", "action-tile"),
        "action-tile before not-adjacent": ("O12@1+1", "action-tile"),
        "action-tile before island": ("O13@6+1", "action-tile"),
        "action-tile before no-match": ("O11@3+1", "action-tile"),
        "outside-rows before identical-in-line": ("B9@8+0", "outside-rows"),
        "outside-rows before not-adjacent": ("B1@8+5", "outside-rows"),
        "outside-rows before island": ("B1@8+0", "outside-rows"),
        "joker before row-full": ("O9@4+0", "joker"),
        "occupied before row-full": ("R8@4+4", "occupied"),
        "occupied before island": ("K8@7+0", "occupied"),
        "row-full before identical-in-line": ("R1@4+5", "row-full"),
        "row-full before not-adjacent": ("O9@4+6", "row-full"),
        "row-full before island": ("O2@4+7", "row-full"),
        "row-full before no-match": ("O9@4+5", "row-full"),
        "identical-in-line before not-adjacent": ("B9@6+5", "identical-in-line"),
        "identical-in-line before island": ("B9@6+1", "identical-in-line"),
        "island before no-match": ("O5@6+1", "island"),
    },
)

PLACING_SPARSE = cases(
    """
    2| K9 .  .  .  .
    3| K8 .  .  .  .
    4| *  R5 R6 .  B5
    """,
    {
        "joker before identical-in-line": ("R5@4+0", "joker"),
        "joker before no-match": ("O2@4+0", "joker"),
        "occupied before identical-in-line": ("R5@4+1", "occupied"),
        "occupied before identical-in-line of another": ("B5@4+1", "occupied"),
        "occupied before not-adjacent": ("K2@4+4", "occupied"),
        "occupied before no-match": ("O1@4+1", "occupied"),
        "identical-in-line before no-match": ("R5@2+1", "identical-in-line"),
    },
)

PLACING_NOTHING = cases(
    """
    4| *
    """,
    {"joker before not-adjacent": ("R5@4+0", "joker")},
)

PLACING_BELOW = cases(
    """
    4| *
    5| R5
    6| R6
    7| R7
    """,
    {"outside-rows before no-match": ("O1@8+0", "outside-rows")},
)

ACTING = cases(
    """
    3| .  .  K4 .  .  .  .
    4| R8 *  R5 .  R7 K7 R9
    """,
    {
        "11 wrong-colour before floating": ("R11x4+4", "wrong-colour"),
        "12 outside-rows before joker": ("R12:4+0>8+0", "outside-rows"),
        "12 outside-rows of the source before joker": ("R12:0+0>4+0", "outside-rows"),
        "12 outside-rows before empty-cell": ("R12:4+2>8+0", "outside-rows"),
        "12 outside-rows before wrong-colour": ("K12:4+1>0+1", "outside-rows"),
        "12 outside-rows before floating": ("R12:4+3>8+3", "outside-rows"),
        "12 joker before empty-cell": ("R12:4+2>4+0", "joker"),
        "12 joker before wrong-colour": ("K12:4+1>4+0", "joker"),
        "12 joker before floating": ("R12:4+3>4+0", "joker"),
        "12 joker before occupied": ("R12:4+0>4+1", "joker"),
        "12 joker before same-cell": ("R12:4+0>4+0", "joker"),
        "12 empty-cell before same-cell": ("R12:4+2>4+2", "empty-cell"),
        "12 empty-cell before occupied": ("R12:4+2>4+1", "empty-cell"),
        "12 wrong-colour before floating": ("R12:4+4>3+0", "wrong-colour"),
        "12 wrong-colour before same-cell": ("K12:4+1>4+1", "wrong-colour"),
        "12 wrong-colour before occupied": ("K12:4+1>3+1", "wrong-colour"),
        "12 floating before same-cell": ("R12:4+3>4+3", "floating"),
        "12 floating before occupied": ("R12:4+3>4+1", "floating"),
        "12 floating before not-adjacent": ("R12:4+3>1+9", "floating"),
        "12 same-cell before no-match": ("R12:4+1>4+1", "same-cell"),
        "13 outside-rows before empty-cell": ("R13x2+0..0+0", "outside-rows"),
        "13 outside-rows before joker and not-a-line": ("R13x4+0..8+0", "outside-rows"),
        "13 outside-rows before not-a-line": ("R13x4+1..8+1", "outside-rows"),
        "13 joker before not-a-line": ("R13x4+0..4+1", "joker"),
        "13 joker before wrong-colour": ("K13x4+0..4+2", "joker"),
        "13 not-a-line before empty-cell": ("R13x1+5..1+6", "not-a-line"),
        "13 not-a-line before wrong-colour": ("K13x4-1..3+1", "not-a-line"),
        "13 not-a-line before floating": ("R13x4+3..4+4", "not-a-line"),
        "13 joker in the middle before empty-cell": ("R13x3+0..5+0", "joker"),
        "13 joker in the middle before wrong-colour": ("K13x4-1..4+1", "joker"),
        "13 empty-cell before wrong-colour": ("K13x4+1..4+3", "empty-cell"),
        "13 empty-cell before floating": ("R13x4+1..4+3", "empty-cell"),
        "13 wrong-colour before floating": ("R13x4+3..4+5", "wrong-colour"),
    },
)

LANDING = cases(
    """
    3| .  .  .  K4 .  .  .  .  .  .  O4
    4| K1 K2 K3 *  R1 R2 R3 R4 .  .  .
    6| .  .  .  B9 .  .  .  .  .  .  .
    7| .  .  .  O8 .  K4 .  .  .  .  .
    """,
    {
        "12 occupied before row-full": ("K12:3+0>4+1", "occupied"),
        "12 occupied before identical-in-line": ("K12:3+0>4+2", "occupied"),
        "12 row-full before not-adjacent": ("K12:3+0>4+6", "row-full"),
        "12 row-full before island": ("K12:3+0>4+7", "row-full"),
        "12 row-full before no-match": ("K12:3+0>4-4", "row-full"),
        "12 identical-in-line before not-adjacent": ("K12:3+0>7+5", "identical-in-line"),
        "12 identical-in-line before island": ("K12:3+0>7+1", "identical-in-line"),
        "12 identical-in-line before no-match": ("K12:3+0>3+2", "identical-in-line"),
        "12 not adjacent without the lifted tile": ("K12:3+0>2+0", "not-adjacent"),
        "12 island before no-match": ("K12:3+0>6+1", "island"),
        "12 beside joker and floating without a match": ("K12:3+0>5+0", "no-match"),
    },
)

FIRST_REASON = [
    *PLACING_FULL_ROW,
    *PLACING_SPARSE,
    *PLACING_NOTHING,
    *PLACING_BELOW,
    *ACTING,
    *LANDING,
]


@situations(FIRST_REASON)
def test_the_first_reason(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected
