"""Every name reads back to the value it names, and no text does anything but the documented."""

from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.mosaix import (
    ROLLS,
    SYMBOLS,
    Board,
    Cell,
    Entry,
    Figure,
    NotationError,
    Symbol,
    board_name,
    cell_name,
    entries_of,
    entry_name,
    figure_name,
    figure_of,
    new_board,
    parse_board,
    parse_cell,
    parse_entry,
    parse_figure,
    parse_roll,
    parse_symbol,
    roll_name,
    symbol_name,
)
from engine.mosaix.values import ALL_CELLS, EDGE, GRID, cells_in, groups, spread
from tests.engine.mosaix.strategies import boards, figures

NEARLY_NOTATION = st.text(alphabet="OTX./abcdefgh0123456789+-=: \n٣²", max_size=60)
ANY_TEXT = st.text(max_size=40) | NEARLY_NOTATION
EMPTY = "......./......./......./...O.../......./......./......."


def test_symbols_read_back():
    assert [parse_symbol(symbol_name(symbol)) for symbol in SYMBOLS] == list(SYMBOLS)


def test_there_are_fifteen_rolls_and_they_read_back():
    assert len(set(ROLLS)) == 15
    assert [parse_roll(roll_name(roll)) for roll in ROLLS] == list(ROLLS)
    assert roll_name(parse_roll("XOTO")) == "OOTX"


def test_cells_read_back():
    assert len(ALL_CELLS) == 49
    assert [parse_cell(cell_name(cell)) for cell in ALL_CELLS] == list(ALL_CELLS)
    assert (cell_name(Cell(1, 1)), cell_name(Cell(1, 7)), cell_name(Cell(7, 1))) == (
        "a1", "g1", "a7",
    )  # fmt: skip


def test_a_cell_outside_the_grid_is_no_cell():
    with pytest.raises(ValueError, match="outside the grid"):
        Cell(0, 3)


@given(figures())
def test_figure_reads_back(figure):
    assert parse_figure(figure_name(figure)) == figure


@given(figures(), st.integers(0, 10_000))
def test_entry_reads_back(figure, which):
    entries = entries_of(figure)
    entry = entries[which % len(entries)]
    assert parse_entry(entry_name(entry)) == entry


@given(boards())
def test_board_reads_back(board):
    assert parse_board(board_name(board)) == board


def test_a_new_board_is_written_with_its_centre_and_a_lone_players_boxes():
    assert board_name(new_board(Symbol.CIRCLE)) == EMPTY
    assert board_name(new_board(Symbol.CIRCLE, solo=True)) == EMPTY + "+8"


def test_the_parts_of_an_entry_may_come_in_any_order():
    assert entry_name(parse_entry("Te4Od4c3")) == "Oc3d4Te4"
    assert entry_name(parse_entry("Oc3Te4Od4")) == "Oc3d4Te4"


@pytest.mark.parametrize("text", ["", "o", "OO", "A", " O", "0"])
def test_no_symbol(text):
    with pytest.raises(NotationError, match="is not a symbol"):
        parse_symbol(text)


@pytest.mark.parametrize("text", ["", "OOO", "OOOOO", "OOOA", "OO T"])
def test_no_roll(text):
    with pytest.raises(NotationError):
        parse_roll(text)


@pytest.mark.parametrize("text", ["", "a", "a0", "a8", "h1", "A1", "1a", "a1 ", "a١", "d44"])
def test_no_cell(text):
    with pytest.raises(NotationError, match="is not a cell"):
        parse_cell(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write it row by row"),
        ("OTX", "made of 4 dice"),
        ("OTXOT", "row by row"),
        ("OTX/OT.", "made of 4 dice"),
        ("O.T/X.O", "edge to edge"),
        ("OT/..", "made of 4 dice"),
        ("OTX./...O", "edge to edge"),
        ("OTX/O", "do not fit the box"),
        (".OTXO", "row by row"),
        (".OT/.XO", "do not fit the box"),
        ("OT/XO/..", "do not fit the box"),
        ("..../OTXO", "do not fit the box"),
        ("OTXO\n", "row by row"),
    ],
)
def test_no_figure(text, reason):
    with pytest.raises(NotationError, match=reason):
        parse_figure(text)


@pytest.mark.parametrize(
    "text",
    ["", "O", "c3", "Oc3d", "Oh1", "Oc3c3", "Oc3Tc3", "Oa1b1c1d1e1", "Oa1b1c1Td1e1", "Oc3 Td3"],
)  # fmt: skip
def test_no_entry(text):
    with pytest.raises(NotationError, match="is not an entry"):
        parse_entry(text)


@pytest.mark.parametrize(
    "text",
    ["", EMPTY[:-1], EMPTY + "/.......", EMPTY + "+9", EMPTY + "+", EMPTY.replace("O", "."),
     EMPTY.replace("O", "o"), EMPTY + "\n", EMPTY.replace("/", "")],
)  # fmt: skip
def test_no_board(text):
    with pytest.raises(NotationError, match="is not a board"):
        parse_board(text)


@settings(max_examples=300)
@given(ANY_TEXT)
@example("O" * 5000)
@example("Oa1" * 5000)
def test_any_text_is_notation_or_a_notation_error(text):
    for parse in (
        parse_symbol, parse_roll, parse_cell, parse_figure, parse_entry, parse_board,
    ):  # fmt: skip
        try:
            value = parse(text)
        except NotationError:
            continue
        if parse is not parse_roll and parse is not parse_symbol:
            assert parse(str(value)) == value


@settings(max_examples=200)
@given(boards(), st.data())
def test_a_board_with_one_changed_sign_is_read_or_refused(board, data):
    text = board_name(board)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("OTX./+089 \n")) + text[at + 1 :]
    with suppress(NotationError):
        assert board_name(parse_board(changed)) == changed


def test_values_that_cannot_be_are_refused():
    o = Symbol.CIRCLE
    with pytest.raises(ValueError, match="one symbol"):
        Board((1 << 24, 1 << 24, 0))
    with pytest.raises(ValueError, match="printed in the centre"):
        Board((1, 0, 0))
    with pytest.raises(ValueError, match="49 cells"):
        Board((1 << 24 | 1 << 49, 0, 0))
    with pytest.raises(ValueError, match="8 boxes"):
        Board((1 << 24, 0, 0), 9)
    with pytest.raises(ValueError, match="one symbol"):
        Entry((1, 1, 0))
    with pytest.raises(ValueError, match="one to 4"):
        Entry((0, 0, 0))
    with pytest.raises(ValueError, match="row by row"):
        Figure((((0, 1), o), ((0, 0), o), ((0, 2), o), ((0, 3), o)))
    with pytest.raises(ValueError, match="made of 4 dice"):
        figure_of([((0, 0), o)] * 4)
    with pytest.raises(ValueError, match="made of 4 dice"):
        figure_of([])


def test_sets_of_cells():
    assert sum(cell.bit for cell in ALL_CELLS) == GRID
    assert list(cells_in(GRID)) == list(ALL_CELLS)
    assert EDGE.bit_count() == 24
    corner = parse_cell("g1").bit
    assert [str(cell) for cell in cells_in(spread(corner))] == ["f1", "g2"]
    assert [str(cell) for cell in cells_in(spread(parse_cell("d4").bit))] == [
        "d3",
        "c4",
        "e4",
        "d5",
    ]
    apart = parse_cell("g1").bit | parse_cell("a2").bit  # neighbours in the number alone
    assert len(list(groups(apart))) == 2
