"""The 11: S13, S14, in positions named after their situation."""

from tests.engine.diagram import draw
from tests.engine.positions.situations import Rules, Tiles, cases, outcome, situations

ELEVEN = cases(
    """
    3| K4 R4 .  .  .
    4| *  R5 .  R7 K7
    """,
    {
        "an 11 on a tile of its colour": ("R11x3+1", 0),
        "an 11 that cuts nothing off": ("R11x4+1", 0),
        "an 11 of the other colour": ("K11x3+0", 0),
        "an 11 on another colour": ("R11x3+0", "wrong-colour"),
        "an 11 on a floating tile": ("R11x4+3", "floating"),
        "an 11 on a floating tile at the end": ("K11x4+4", "floating"),
        "an 11 on a gap": ("R11x4+2", "empty-cell"),
        "an 11 far off": ("R11x4+40", "empty-cell"),
        "an 11 on the joker": ("R11x4+0", "joker"),
        "an 11 above row 1": ("R11x0+1", "outside-rows"),
        "an 11 below row 7": ("R11x8+1", "outside-rows"),
    },
)

REMOVING = ELEVEN


@situations(REMOVING)
def test_removing_a_tile(rules: Rules, mosaic: Tiles, move: str, expected: str | int) -> None:
    assert outcome(rules, mosaic, move) == expected


def test_an_11_may_remove_every_connected_tile_of_its_colour(rules: Rules) -> None:
    mosaic = draw("""
        3| K4 R4 .  .  .
        4| *  R5 .  R7 K7
    """)
    assert rules.legal_moves(mosaic, "R11") == {"R11x3+1": 0, "R11x4+1": 0}
    assert rules.legal_moves(mosaic, "K11") == {"K11x3+0": 0}
    assert rules.legal_moves(mosaic, "B11") == {}


def test_what_an_11_cuts_off_stays_on_the_table(rules: Rules) -> None:
    mosaic = draw("""
        4| *  R5 K5 K6
    """)
    now = rules.after(mosaic, "R11x4+1")
    assert now == {"4+2": "K5", "4+3": "K6"}
    assert rules.floating(now) == {"4+2", "4+3"}
