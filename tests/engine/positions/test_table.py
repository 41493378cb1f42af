"""The table: S0 to S3, in positions named after their situation."""

from tests.engine.diagram import draw
from tests.engine.positions.situations import COLOURS, Rules, Tiles, cases, outcome, situations


def test_the_first_tile_goes_on_any_of_the_four_sides_of_the_joker(rules: Rules) -> None:
    for tile in (f"{colour}{value}" for colour in COLOURS for value in range(1, 11)):
        four = {f"{tile}@{cell}": 0 for cell in ("3+0", "5+0", "4-1", "4+1")}
        assert rules.legal_moves({}, tile) == four


def test_no_action_tile_can_be_played_on_an_empty_mosaic(rules: Rules) -> None:
    for tile in (f"{colour}{value}" for colour in COLOURS for value in (11, 12, 13)):
        assert rules.legal_moves({}, tile) == {}


def test_an_empty_mosaic_has_neither_connected_nor_floating_tiles(rules: Rules) -> None:
    assert rules.connected({}) == set()
    assert rules.floating({}) == set()


def test_a_chain_connects_whatever_its_values(rules: Rules) -> None:
    mosaic = draw("""
        2| .  K1 O9
        3| .  B5 .
        4| *  R7 .
    """)
    assert rules.connected(mosaic) == {"4+1", "3+1", "2+1", "2+2"}
    assert rules.floating(mosaic) == set()


def test_a_chain_may_go_round_a_gap(rules: Rules) -> None:
    mosaic = draw("""
        3| K1 K2 K3 .
        4| *  .  R7 .
        5| .  .  R8 R9
    """)
    assert rules.floating(mosaic) == set()


def test_neither_a_diagonal_nor_a_gap_connects(rules: Rules) -> None:
    mosaic = draw("""
        3| .  .  B1 .  .
        4| *  R7 .  K2 K3
    """)
    assert rules.connected(mosaic) == {"4+1"}
    assert rules.floating(mosaic) == {"3+2", "4+3", "4+4"}


def test_a_diagonal_of_the_joker_floats(rules: Rules) -> None:
    assert rules.floating({"3+1": "R7", "5-1": "R7"}) == {"3+1", "5-1"}


EDGES = cases(
    """
    1| R1
    2| R2
    3| R3
    4| *
    5| R5
    6| R6
    7| R7
    """,
    {
        "above row 1": ("R10@0+0", "outside-rows"),
        "below row 7": ("R8@8+0", "outside-rows"),
        "row 9": ("R8@9+0", "outside-rows"),
        "beside row 1": ("R10@1+1", 0),
        "beside row 7": ("R8@7-1", 0),
    },
)

NEXT_TO = cases(
    """
    4| *  R7
    """,
    {
        "above a tile": ("R8@3+1", 0),
        "below a tile": ("K7@5+1", 0),
        "right of a tile": ("R6@4+2", 0),
        "left of the joker": ("K1@4-1", 0),
        "diagonal of a tile above": ("R8@3+2", "not-adjacent"),
        "diagonal of a tile below": ("R8@5+2", "not-adjacent"),
        "diagonal of the joker": ("K1@5-1", "not-adjacent"),
        "one cell further on": ("R8@4+3", "not-adjacent"),
        "far off": ("R8@4+99", "not-adjacent"),
        "far off to the left": ("R8@2-99", "not-adjacent"),
        "on the tile": ("R8@4+1", "occupied"),
        "on the joker": ("R8@4+0", "joker"),
    },
)

GAP_IN_ROW_6 = cases(
    """
    4| .  *  .  .  .  .  .  .  .
    5| .  K5 .  .  .  .  .  .  .
    6| .  K6 R6 R7 B7 .  B4 K4 .
    7| .  .  .  .  B8 B9 B5 .  .
    """,
    {
        "six in row 6 and one more in the gap": ("K9@6+4", 0),
        "six in row 6 and one more at the left end": ("K7@6-1", 0),
        "six in row 6 and one more at the right end": ("O4@6+7", 0),
    },
)

SEVEN_AND_A_GAP = cases(
    """
    4| .  *  .  .  .  .  .  .  .
    5| .  K5 .  .  .  .  .  .  .
    6| K7 K6 R6 R7 B7 .  B4 K4 .
    7| .  .  .  .  B8 B9 B5 .  .
    """,
    {
        "seven in a row and its gap": ("K9@6+4", "row-full"),
        "seven with a gap and the left end": ("K8@6-2", "row-full"),
        "seven with a gap and the right end": ("O4@6+7", "row-full"),
        "beside a full row": ("R8@5+2", 0),
    },
)

MIDDLE_ROW = cases(
    """
    4| .  K3 K2 K1 *  R1 R2 R3 .
    """,
    {
        "six beside the joker and a seventh right": ("R4@4+4", 4),
        "six beside the joker and a seventh left": ("K4@4-4", 4),
    },
)

MIDDLE_ROW_FULL = cases(
    """
    4| .  K3 K2 K1 *  R1 R2 R3 R4 .
    """,
    {
        "seven and the joker in row 4 and the right end": ("R5@4+5", "row-full"),
        "seven and the joker in row 4 and the left end": ("K4@4-4", "row-full"),
        "above a full row 4": ("R5@3+4", 0),
        "above the joker of a full row 4": ("O9@3+0", 0),
    },
)

FLOATING_FULL_ROW = cases(
    """
    4| *  .  R2 R3 R4 R5 R6 R7 R8
    """,
    {
        "seven floating tiles fill row 4 too": ("R1@4+1", "row-full"),
        "above the joker while row 4 is full of floating tiles": ("R1@3+0", 0),
    },
)

TABLE = [
    *EDGES,
    *NEXT_TO,
    *GAP_IN_ROW_6,
    *SEVEN_AND_A_GAP,
    *MIDDLE_ROW,
    *MIDDLE_ROW_FULL,
    *FLOATING_FULL_ROW,
]


@situations(TABLE)
def test_rows_and_neighbours(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected
