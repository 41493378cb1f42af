"""Far from the joker, in positions named after their situation."""

from collections.abc import Iterator

import pytest

from tests.engine.positions.situations import (
    COLOURS,
    Rules,
    Tiles,
    outcome,
)

LONGEST = [(3, 0), (1, 0), (1, 6), (2, 6), (2, 11), (3, 11), (3, 16), (4, 16), (4, 22)]
LONGEST += [(5, 22), (5, 28), (6, 28), (6, 34), (7, 34), (7, 40)]
ROUND_TO_ROW_4 = [(5, 0), (7, 0), (7, 6), (6, 6), (6, 11), (5, 11), (5, 16), (3, 16), (3, 22)]
ROUND_TO_ROW_4 += [(4, 22), (4, 25)]


def walk(corners: list[tuple[int, int]], side: int) -> list[str]:
    """The cells of a path from corner to corner, each once; side -1 mirrors the columns."""
    cells = [corners[0]]
    for row, column in corners[1:]:
        while cells[-1] != (row, column):
            last_row, last_column = cells[-1]
            cells.append((last_row + step(last_row, row), last_column + step(last_column, column)))
    return [f"{row}{side * column:+d}" for row, column in cells]


def step(here: int, there: int) -> int:
    """One step towards a number, or none when it is reached."""
    return (there > here) - (there < here)


def chain() -> Iterator[str]:
    """Forty different tiles over and over, each matching the one before."""
    up, down = range(1, 11), range(10, 0, -1)
    while True:
        for colour, values in zip(COLOURS, (up, down, up, down), strict=True):
            yield from (f"{colour}{value}" for value in values)


@pytest.mark.parametrize("side", [1, -1], ids=["right", "left"])
def test_seven_rows_of_seven_reach_forty_columns_out(rules: Rules, side: int) -> None:
    cells = walk(LONGEST, side)
    assert len(cells) == 49
    mosaic: Tiles = {}
    for cell, tile in zip(cells, chain(), strict=False):
        assert rules.check(mosaic, f"{tile}@{cell}") is None
        mosaic = rules.after(mosaic, f"{tile}@{cell}")
    assert f"7{side * 40:+d}" in rules.connected(mosaic)
    assert rules.floating(mosaic) == set()


def test_a_chain_cut_at_the_joker_floats_to_its_far_end(rules: Rules) -> None:
    cells = walk(LONGEST, 1)[:48]
    mosaic = dict(zip(cells, chain(), strict=False))
    assert outcome(rules, mosaic, "K11x3+0") == 0
    assert outcome(rules, mosaic, "K13x1+0..3+0") == 7
    cut = rules.after(mosaic, "K11x3+0")
    assert rules.floating(cut) == set(cells[1:])
    assert outcome(rules, cut, "K1@3+0") == 7
    assert outcome(rules, cut, "O2@3+0") == 7
    assert outcome(rules, cut, "O9@3+0") == "no-match"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("O7@4+26", 4),
        ("K8@4+26", 0),
        ("K7@4+26", "no-match"),
        ("O8@4+26", "identical-in-line"),
        ("O8@2+25", "identical-in-line"),
        ("O7@4+27", "not-adjacent"),
        ("O7@3+25", "row-full"),
        ("O7@4+25", "occupied"),
        ("O11x4+25", 0),
        ("O12:4+25>4+1", 0),
        ("O12:4+25>4+26", "not-adjacent"),
        ("O13x4+23..4+25", 3),
        ("O13x4+24..4+26", "empty-cell"),
    ],
)
def test_row_4_at_column_25_and_beyond(rules: Rules, move: str, expected: str | int) -> None:
    mosaic = dict(zip(walk(ROUND_TO_ROW_4, 1), chain(), strict=False))
    assert mosaic["4+25"] == "O8"
    assert rules.floating(mosaic) == set()
    assert outcome(rules, mosaic, move) == expected


@pytest.mark.parametrize("column", ["+25", "-25", "+26", "-40", "+60"])
def test_a_floating_tile_far_out(rules: Rules, column: str) -> None:
    mosaic = {"4+1": "R6", f"4{column}": "R7"}
    assert rules.floating(mosaic) == {f"4{column}"}
    assert outcome(rules, mosaic, f"K7@3{column}") == "island"
    assert outcome(rules, mosaic, f"R11x4{column}") == "floating"
    assert outcome(rules, mosaic, "R7@4+2") == "identical-in-line"
    assert outcome(rules, mosaic, "R7@3+1") == 0
