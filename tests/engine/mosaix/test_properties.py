"""The engine and the naive rules agree, and what must always hold does."""

from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.mosaix import (
    Reason,
    Symbol,
    apply,
    check,
    check_placement,
    count,
    entries_of,
    entry_at,
    is_done,
    legal_entries,
    new_board,
    parse_entry,
    placements,
    score,
    scored_entries,
    zones,
)
from engine.mosaix.rules import is_fixed
from engine.mosaix.values import ALL_CELLS, cells_in
from tests.engine.mosaix import naive
from tests.engine.mosaix.strategies import boards, figures, games


def grid_of(board):
    return str(board).partition("+")[0].split("/")


def naive_name(entry):
    parts = {}
    for (row, column), symbol in sorted(entry.items()):
        parts[symbol] = parts.get(symbol, symbol) + f"{'abcdefg'[column]}{row + 1}"
    return "".join(parts[symbol] for symbol in sorted(parts))


@settings(max_examples=80)
@given(boards(), figures())
def test_legal_entries_and_gains_agree_with_the_naive_rules(board, figure):
    grid, drawn = grid_of(board), str(figure).split("/")
    expected = {}
    for entry in naive.entries(grid, drawn, board.boxes):
        boxes = None if board.boxes is None else board.boxes - (4 - len(entry))
        after = naive.enter(grid, entry)
        expected[naive_name(entry)] = naive.score(after, boxes) - naive.score(grid, board.boxes)
    found = scored_entries(board, figure)
    assert {str(scored.entry): scored.gain for scored in found} == expected


@settings(max_examples=150)
@given(boards())
def test_the_count_agrees_with_the_naive_rules(board):
    grid = grid_of(board)
    table = naive.table_of_points(grid)
    lines = {
        line.symbol.value: (line.zones, line.cells, line.points) for line in count(board).lines
    }
    assert lines == table
    assert count(board).total == score(board) == naive.score(grid, board.boxes)
    expected = {(symbol, frozenset(zone)) for symbol, zone in naive.zones(grid)}
    assert {
        (zone.symbol.value, frozenset((at.row - 1, at.column - 1) for at in cells_in(zone.cells)))
        for zone in zones(board)
    } == expected


@settings(max_examples=80)
@given(boards(), st.sets(st.sampled_from(ALL_CELLS), max_size=3))
def test_a_total_is_fixed_when_every_way_to_fill_the_unknown_cells_comes_to_it(board, unknown):
    places = [(cell.row - 1, cell.column - 1) for cell in unknown]
    totals = set()
    for letters in product(".OTX", repeat=len(places)):
        rows = [list(row) for row in grid_of(board)]
        for (row, column), letter in zip(places, letters, strict=True):
            rows[row][column] = letter
        totals.add(naive.score(["".join(row) for row in rows], board.boxes))
    assert is_fixed(board, unknown) == (len(totals) == 1)


@settings(max_examples=70)
@given(boards())
def test_the_end_agrees_with_trying_every_figure(board):
    assert is_done(board) == naive.is_done(grid_of(board), board.boxes)


@settings(max_examples=70)
@given(boards(), figures())
def test_legal_entries_are_sorted_and_those_that_check_allows(board, figure):
    legal = legal_entries(board, figure)
    assert all(str(one) < str(two) for one, two in pairwise(legal))
    for entry in entries_of(figure):
        assert (check(board, figure, entry) is None) == (entry in legal)


@settings(max_examples=60)
@given(boards(), figures())
def test_placements_lead_to_the_legal_entries_and_no_others(board, figure):
    allowed = [each for each in placements(figure) if check_placement(board, figure, each) is None]
    found = {entry_at(figure, each) for each in allowed}
    assert found == set(legal_entries(board, figure))


@settings(max_examples=60)
@given(boards(), figures())
def test_how_the_figure_lies_makes_no_difference(board, figure):
    legal = legal_entries(board, figure)
    assert all(legal_entries(board, figure.turned(quarters)) == legal for quarters in range(4))


@settings(max_examples=60)
@given(boards(), figures())
def test_an_entry_fills_its_cells_and_no_others(board, figure):
    for scored in scored_entries(board, figure):
        after = apply(board, figure, scored.entry)
        assert after.filled == board.filled | scored.entry.cells
        assert not board.filled & scored.entry.cells
        assert score(after) - score(board) == scored.gain
        if board.boxes is not None:
            assert after.boxes == board.boxes - scored.entry.dropped


@settings(max_examples=60)
@given(figures(), figures())
def test_an_entry_of_one_figure_is_one_of_another_or_refused(one, other):
    board = new_board(Symbol.TRIANGLE)
    expected = {naive_name(each) for each in naive.entries(grid_of(board), str(other).split("/"))}
    for entry in legal_entries(board, one):
        allowed = str(entry) in expected
        assert check(board, other, entry) is (None if allowed else Reason.OTHER_FIGURE)
        assert parse_entry(str(entry)) == entry


@settings(max_examples=25)
@given(games())
def test_a_game_holds_together(game):
    table = game.table
    assert all((board.boxes is not None) == table.is_solo for board in table.boards)
    for board, points in zip(table.boards, table.scores, strict=True):
        assert naive.score(grid_of(board), board.boxes) == points
        assert board.filled.bit_count() <= 4 * table.turn + 1
    over = any(naive.is_done(grid_of(board), board.boxes) for board in table.boards)
    assert (table.step.value == "over") == (over and not table.waiting)
