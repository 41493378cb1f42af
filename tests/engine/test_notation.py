"""Every name reads back to the value it names, and no text does anything but the documented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sepmosa import (
    KINDS,
    Cell,
    NotationError,
    Pass,
    cell_name,
    mosaic_names,
    move_name,
    parse_cell,
    parse_mosaic,
    parse_move,
    parse_tile,
    tile_name,
)
from engine.sepmosa.notation import parse_any_tile
from engine.sepmosa.values import Joker
from tests.engine.strategies import cells, mosaics, moves

NEARLY_NOTATION = st.text(alphabet="KRBOJ0123456789+-@x:.>*pas # \n٣²", max_size=24)
ANY_TEXT = st.one_of(st.text(max_size=40), NEARLY_NOTATION)


@pytest.mark.parametrize("tile", KINDS, ids=str)
def test_tile_reads_back(tile):
    assert parse_tile(tile_name(tile)) is tile


@pytest.mark.parametrize("tile", [*KINDS, *Joker], ids=str)
def test_tile_or_joker_reads_back(tile):
    assert parse_any_tile(str(tile)) is tile


@given(cells())
def test_cell_reads_back(cell):
    assert parse_cell(cell_name(cell)) == cell


@given(moves())
def test_move_reads_back(move):
    assert parse_move(move_name(move)) == move


@given(mosaics())
def test_mosaic_reads_back(mosaic):
    assert parse_mosaic(mosaic_names(mosaic)) == mosaic


@pytest.mark.parametrize(
    "text", ["R7@4+1", "B11x3+2", "K12:4+1>5-1", "O13x2+1..2+3", "pass", "pass:R7"]
)
def test_move_of_the_rules_page_reads_back(text):
    assert move_name(parse_move(text)) == text


def test_line_of_three_may_be_told_from_either_end():
    assert move_name(parse_move("O13x2+3..2+1")) == "O13x2+1..2+3"
    assert move_name(parse_move("O13x5-1..3-1")) == "O13x3-1..5-1"


def test_cells_outside_the_rows_have_names():
    assert parse_cell("0+1") == Cell(0, 1)
    assert parse_cell("8-2") == Cell(8, -2)


def test_the_pass_of_a_known_tile_differs_from_one_at_the_table():
    assert parse_move("pass") == Pass()
    assert parse_move("pass:R7") == Pass(parse_tile("R7"))


@pytest.mark.parametrize("text", ["", "R", "R0", "R14", "r7", "G7", "R07", "7R", "R7 ", "*", "R٧"])
def test_not_a_tile(text):
    with pytest.raises(NotationError):
        parse_tile(text)


@pytest.mark.parametrize(
    "text", ["", "4", "4+", "4-0", "4+01", "+1", "10+1", "4+1 ", "4 +1", "٤+1", "4+1234567"]
)
def test_not_a_cell(text):
    with pytest.raises(NotationError):
        parse_cell(text)


@pytest.mark.parametrize(
    "text",
    [
        *["", "R7", "R7@", "R7@4", "R7x4+1", "R11:4+1>4+2", "R12x4+1", "R13x4+1", "R11x4+1..4+3"],
        *["R7@4+1\n", " R7@4+1", "pass:", "pass:R14", "Pass", "R12:4+1", "R13x4+1.4+3", "R14@4+1"],
    ],
)
def test_not_a_move(text):
    with pytest.raises(NotationError):
        parse_move(text)


@pytest.mark.parametrize(
    "names", [{"4+0": "R7"}, {"0+1": "R7"}, {"8+1": "R7"}, {"4+1": "R11"}, {"4+1": "*"}]
)
def test_not_a_mosaic(names):
    with pytest.raises(NotationError):
        parse_mosaic(names)


@given(ANY_TEXT)
def test_any_text_is_a_name_or_a_notation_error(text):
    for parse, name in [
        (parse_tile, tile_name),
        (parse_any_tile, str),
        (parse_cell, cell_name),
        (parse_move, move_name),
    ]:
        try:
            value = parse(text)
        except NotationError:
            continue
        assert parse(name(value)) == value


@given(st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=3))
def test_any_mapping_is_a_mosaic_or_a_notation_error(names):
    try:
        mosaic = parse_mosaic(names)
    except NotationError:
        return
    assert mosaic_names(mosaic) == dict(sorted(names.items()))
