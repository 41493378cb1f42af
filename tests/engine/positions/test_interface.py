"""The engine's own interface, in positions named after their situation."""

import pytest

from engine import sepmosa
from tests.engine import naive
from tests.engine.positions.situations import Tiles, situations
from tests.engine.positions.test_eleven import REMOVING
from tests.engine.positions.test_placing import PLACING
from tests.engine.positions.test_points import SCORING
from tests.engine.positions.test_reasons import FIRST_REASON
from tests.engine.positions.test_table import TABLE
from tests.engine.positions.test_thirteen import REMOVING_THREE
from tests.engine.positions.test_twelve import MOVING
from tests.engine.positions.test_worked_cases import WORKED

EVERY_SITUATION = [
    *TABLE,
    *PLACING,
    *SCORING,
    *REMOVING,
    *MOVING,
    *REMOVING_THREE,
    *FIRST_REASON,
    *WORKED,
]


@situations(EVERY_SITUATION)
def test_apply_refuses_with_the_reason_or_plays_the_move(
    mosaic: Tiles, move: str, expected: str | int
) -> None:
    table, played = sepmosa.parse_mosaic(mosaic), sepmosa.parse_move(move)
    if isinstance(expected, str):
        with pytest.raises(sepmosa.IllegalMove) as refused:
            sepmosa.apply(table, played)
        assert refused.value.reason.value == expected
    else:
        assert sepmosa.mosaic_names(sepmosa.apply(table, played)) == naive.after(mosaic, move)
    assert sepmosa.mosaic_names(table) == mosaic


def test_the_situations_show_every_reason_and_no_other() -> None:
    shown = {expected for *_, expected in EVERY_SITUATION if isinstance(expected, str)}
    assert shown == {reason.value for reason in sepmosa.Reason}


def test_the_situations_show_every_number_of_points() -> None:
    shown = {expected for *_, expected in EVERY_SITUATION if isinstance(expected, int)}
    assert shown == set(range(8))


def test_an_illegal_move_is_a_value_error() -> None:
    assert issubclass(sepmosa.IllegalMove, ValueError)


def test_the_kinds_are_the_52_tiles() -> None:
    names = [sepmosa.tile_name(tile) for tile in sepmosa.KINDS]
    assert len(names) == 52
    assert set(names) == set(naive.ALL_KINDS)


@pytest.mark.parametrize("tile", naive.ALL_KINDS)
def test_a_tile_is_read_as_it_is_written(tile: str) -> None:
    assert sepmosa.tile_name(sepmosa.parse_tile(tile)) == tile


@pytest.mark.parametrize("cell", ["4+0", "4+1", "3-2", "1+25", "7-40", "0+1", "8-2", "4+123"])
def test_a_cell_is_read_as_it_is_written(cell: str) -> None:
    assert sepmosa.cell_name(sepmosa.parse_cell(cell)) == cell


@pytest.mark.parametrize(
    "move",
    ["R7@4+1", "K10@3-12", "B11x3+2", "K12:4+1>5-1", "O13x2+1..2+3", "O13x2+1..4+1", "R1@0+1"],
)
def test_a_move_is_read_as_it_is_written(move: str) -> None:
    assert sepmosa.move_name(sepmosa.parse_move(move)) == move


@pytest.mark.parametrize(
    ("reverse", "move"),
    [
        ("O13x2+3..2+1", "O13x2+1..2+3"),
        ("O13x2-1..2-3", "O13x2-3..2-1"),
        ("O13x2+1..2-1", "O13x2-1..2+1"),
        ("O13x2+10..2+8", "O13x2+8..2+10"),
        ("O13x4+1..2+1", "O13x2+1..4+1"),
    ],
)
def test_a_13_is_written_from_its_top_or_left_end(reverse: str, move: str) -> None:
    assert sepmosa.parse_move(reverse) == sepmosa.parse_move(move)
    assert sepmosa.move_name(sepmosa.parse_move(reverse)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R7",
        "R7@",
        "@4+1",
        "R0@4+1",
        "R14@4+1",
        "R07@4+1",
        "r7@4+1",
        "G7@4+1",
        "*@4+1",
        "R7@4",
        "R7@41",
        "R7@+1",
        "R7@10+1",
        "R7@4+",
        "R7@4+x",
        " R7@4+1",
        "R7@4+1 ",
        "R7@4+1\n",
        "R7@4+1@4+2",
        "B7x3+2",
        "B12x3+2",
        "B11:3+2>3+3",
        "B7:3+2>3+3",
        "B12:3+2",
        "B12:3+2>",
        "B13x3+2",
        "B11x3+2..3+4",
        "B13x3+2-3+4",
        "R7@٤+1",
        "R7@4+١",
    ],
)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        sepmosa.parse_move(text)


def test_a_mosaic_is_read_as_it_is_written_and_sorted_by_text() -> None:
    mosaic = {"4+2": "R8", "4-1": "K3", "4+10": "O1", "3+0": "B10", "4+1": "R7"}
    names = sepmosa.mosaic_names(sepmosa.parse_mosaic(mosaic))
    assert list(names.items()) == sorted(mosaic.items())


def test_legal_moves_of_many_tiles_are_sorted_and_list_a_double_once() -> None:
    mosaic = {"4+1": "R7", "3+0": "K7"}
    tiles = ["R8", "K12", "R7", "R8", "K11", "O7"]
    moves = sepmosa.legal_moves(sepmosa.parse_mosaic(mosaic), map(sepmosa.parse_tile, tiles))
    names = [sepmosa.move_name(move) for move in moves]
    assert isinstance(moves, tuple)
    assert names == sorted(move for tile in set(tiles) for move in naive.legal_moves(mosaic, tile))


def test_no_tiles_have_no_moves() -> None:
    assert sepmosa.legal_moves(sepmosa.parse_mosaic({"4+1": "R7"}), []) == ()


def test_mosaics_with_the_same_tiles_are_equal() -> None:
    one = sepmosa.parse_mosaic({"4+1": "R7", "4+2": "R8"})
    other = sepmosa.parse_mosaic({"4+2": "R8", "4+1": "R7"})
    grown = sepmosa.apply(sepmosa.parse_mosaic({"4+1": "R7"}), sepmosa.parse_move("R8@4+2"))
    assert one == other == grown
    assert hash(one) == hash(other) == hash(grown)
    assert one != sepmosa.parse_mosaic({"4+1": "R7", "4+2": "R6"})
