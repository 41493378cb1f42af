"""The values a reading is made of: what they allow, and what they say."""

import pytest

from engine.mosaix import CENTRE, Symbol, parse_board, parse_cell, parse_figure
from engine.mosaix.values import ALL_CELLS
from vision.boards.reading import (
    DOUBTFUL_CELL,
    NO_BOARD,
    NO_CENTRE,
    BoardReading,
    CellReading,
    board_problems,
)
from vision.dice.reading import UNREADABLE, DieReading, ThrowReading

QUAD = ((0.0, 0.0), (70.0, 0.0), (70.0, 70.0), (0.0, 70.0))
TEXT = "OOOOO../......./......./...T.../......./......./XX....."


def reading_of(text, doubtful=()):
    board = parse_board(text)
    cells = tuple(CellReading(board[cell], 0.99, str(cell) in doubtful) for cell in ALL_CELLS)
    return BoardReading(cells, QUAD, board_problems(cells))


def test_a_throw_is_a_figure_or_has_a_problem():
    assert ThrowReading(parse_figure("OTX/..O"), 0.99).problems == ()
    assert ThrowReading(None, 0.0, (UNREADABLE,)).as_json()["figure"] is None
    for figure, problems in ((None, ()), (parse_figure("OOOO"), (UNREADABLE,))):
        with pytest.raises(ValueError, match="or has a problem"):
            ThrowReading(figure, 0.5, problems)


def test_a_die_that_is_not_sure_names_its_guess():
    assert DieReading(QUAD, None, 0.4, Symbol.CROSS).as_json()["guess"] == "X"
    assert "guess" not in DieReading(QUAD, Symbol.CROSS, 0.99).as_json()
    with pytest.raises(ValueError, match="between 0 and 1"):
        DieReading(QUAD, None, 1.4)


def test_a_board_counts_itself():
    reading = reading_of(TEXT)
    assert str(reading.board) == TEXT
    assert reading.count.total == 5
    assert reading.is_sure
    assert reading.as_json()["count"] == ["O 1×5=5", "T 0×0=0", "X 0×0=0"]


def test_a_doubtful_cell_is_settled_by_one_tap():
    reading = reading_of(TEXT, doubtful=("f1",))
    assert reading.problems == (DOUBTFUL_CELL,)
    assert [str(cell) for cell in reading.doubtful] == ["f1"]
    settled = reading.settled(parse_cell("f1"), Symbol.CIRCLE)
    assert settled.is_sure
    assert settled.count.total == 6
    assert settled[parse_cell("f1")].confidence == 1.0


@pytest.mark.parametrize(
    ("doubtful", "is_told"),
    [
        ((), True),
        (("b6", "g1"), True),  # whatever stands there, no zone comes to five, and none grows
        (("f1",), False),  # would make the zone longer
        (("c1",), False),  # would make it too short
        (("a6", "b6", "a5"), False),  # alone none makes a zone of five; with the two crosses all do
        (("d4",), True),
        (("a7", "b7", "c7", "g1", "g2", "g3", "g4", "g5", "g6"), False),  # too many to go through
    ],
)
def test_a_total_is_told_when_no_doubtful_cell_can_change_it(doubtful, is_told):
    reading = reading_of(TEXT, doubtful)
    assert reading.is_sure == (not doubtful)
    assert reading.is_total_sure == reading.as_json()["sure"] == is_told
    assert reading.as_json()["total"] == 5
    assert len(reading.as_json()["doubtful"]) == len(doubtful)


def test_an_empty_centre_is_a_problem():
    assert reading_of(TEXT).settled(CENTRE, None).problems == (NO_CENTRE,)
    assert reading_of(TEXT).settled(CENTRE, None).board is None
    assert not reading_of(TEXT).settled(CENTRE, None).is_total_sure


def test_turning_moves_cells_and_corners_and_keeps_the_count():
    reading = reading_of(TEXT)
    once = reading.turned()
    assert str(once.board) == "X.....O/X.....O/......O/...T..O/......O/......./......."
    assert once.quad == (QUAD[3], *QUAD[:3])
    assert once.count == reading.count
    assert reading.turned(4) == reading
    assert reading.turned(3).turned() == reading


def test_no_board_has_no_cells():
    empty = BoardReading.empty()
    assert (empty.board, empty.count, empty.doubtful, empty.confidence) == (None, None, (), 0.0)
    assert empty.as_json()["problems"] == [NO_BOARD]
    with pytest.raises(ValueError, match="49 cells"):
        BoardReading((), QUAD)
