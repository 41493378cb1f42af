"""Entering figures (M3, M4), when a board is done (M5), zones and points (M6), boxes (M7)."""

import pytest

from engine.mosaix import (
    IllegalMove,
    Placement,
    Reason,
    Symbol,
    Verdict,
    apply,
    check,
    check_placement,
    count,
    entries_of,
    entry_at,
    is_done,
    legal_entries,
    new_board,
    parse_board,
    parse_cell,
    parse_entry,
    parse_figure,
    placements,
    score,
    scored_entries,
    verdict,
    zones,
)

WIPED = new_board(Symbol.CIRCLE)
ALONE = new_board(Symbol.CIRCLE, solo=True)

# Two zones of circles with 14 cells, two of triangles with 11, three of crosses with 17; seven
# cells are in no zone, and e5 is empty, cut off where no figure reaches it.
WORKED_EXAMPLE = parse_board(
    "TOOOOXX/"
    "TTTTOOX/"
    "TXOOOXX/"
    "XXTTTTX/"
    "OXTO.XT/"
    "XXOOOXX/"
    "TTOXTXX"
)  # fmt: skip


def board(*rows, boxes=None):
    return parse_board("/".join(rows) + ("" if boxes is None else f"+{boxes}"))


def entry(text):
    return parse_entry(text)


def gap(*cells, boxes=None):
    """A board full of crosses but for these cells."""
    rows = [["X"] * 7 for _ in range(7)]
    for name in cells:
        cell = parse_cell(name)
        rows[cell.row - 1][cell.column - 1] = "."
    return board(*map("".join, rows), boxes=boxes)


# The rulebook's example


def test_the_worked_example_counts_101():
    table = count(WORKED_EXAMPLE)
    assert [str(line) for line in table.lines] == ["O 2×14=28", "T 2×11=22", "X 3×17=51"]
    assert table.total == score(WORKED_EXAMPLE) == 101


def test_the_worked_example_has_those_zones():
    sizes = {}
    for zone in zones(WORKED_EXAMPLE):
        if zone.counts:
            sizes.setdefault(zone.symbol.value, []).append(zone.size)
    assert {symbol: sum(own) for symbol, own in sizes.items()} == {"O": 14, "T": 11, "X": 17}
    assert [len(sizes[symbol]) for symbol in "OTX"] == [2, 2, 3]


def test_in_the_worked_example_nothing_can_be_entered_in_the_empty_cell():
    assert WORKED_EXAMPLE[parse_cell("e5")] is None
    assert WORKED_EXAMPLE.empty == parse_cell("e5").bit
    assert is_done(WORKED_EXAMPLE)


# Entering


def test_a_figure_may_be_entered_far_from_everything():
    assert check(WIPED, parse_figure("OT/XO"), entry("Oa1b2Tb1Xa2")) is None


@pytest.mark.parametrize("text", ["Oa1Tb1Xc1d1", "Oa1Ta2Xa3a4", "Od1Tc1Xa1b1", "Oa4Ta3Xa1a2"])
def test_a_figure_may_be_turned(text):
    assert check(WIPED, parse_figure("OTXX"), entry(text)) is None


def test_a_figure_may_not_be_mirrored():
    figure = parse_figure("OT./.XX")
    assert check(WIPED, figure, entry("Oa1Tb1Xb2c2")) is None
    assert check(WIPED, figure, entry("Oc1Tb1Xa2b2")) is Reason.OTHER_FIGURE


def test_a_figure_keeps_its_arrangement():
    assert check(WIPED, parse_figure("OTXX"), entry("Oa1Xb1c1Td1")) is Reason.OTHER_FIGURE


def test_symbols_may_drop_off_the_edge():
    figure = parse_figure("OTXX")
    after = apply(WIPED, figure, entry("Xa1b1"))
    assert str(after).startswith("XX...../")
    assert check(WIPED, figure, entry("Xb1c1")) is Reason.OTHER_FIGURE  # off no edge there


def test_a_single_symbol_of_a_line_may_stay():
    figure = parse_figure("OTXX")
    assert check(WIPED, figure, entry("Oc1")) is None
    assert check(WIPED, figure, entry("Xc7")) is None
    assert check(WIPED, figure, entry("Tc1")) is Reason.OTHER_FIGURE  # a neighbour would stay too


def test_an_occupied_cell_is_refused():
    assert check(WIPED, parse_figure("OTXX"), entry("Ob4Tc4Xd4e4")) is Reason.OCCUPIED
    with pytest.raises(IllegalMove, match="Ob4Tc4Xd4e4: occupied") as no:
        apply(WIPED, parse_figure("OTXX"), entry("Ob4Tc4Xd4e4"))
    assert no.value.reason is Reason.OCCUPIED


def test_a_figure_held_over_the_grid_leaves_an_entry():
    figure = parse_figure("OTX/..O")
    assert str(entry_at(figure, Placement(0, 1, 1))) == "Oa1c2Tb1Xc1"
    assert str(entry_at(figure, Placement(1, 1, 1))) == "Ob1a3Tb2Xb3"
    assert str(entry_at(figure, Placement(0, 0, 1))) == "Oc1"
    assert entry_at(figure, Placement(0, -1, 1)) is None


def test_a_figure_held_over_the_grid_is_checked():
    figure = parse_figure("OTX/..O")
    assert check_placement(WIPED, figure, Placement(0, 1, 1)) is None
    assert check_placement(WIPED, figure, Placement(0, 4, 2)) is Reason.OCCUPIED
    assert check_placement(WIPED, figure, Placement(0, 9, 1)) is Reason.OUTSIDE_GRID
    assert check_placement(gap(boxes=2), figure, Placement(0, 0, 1)) is Reason.OCCUPIED
    few = board(*str(ALONE)[:-2].split("/"), boxes=2)
    assert check_placement(few, figure, Placement(0, 0, 1)) is Reason.NO_BOXES


def test_a_square_of_equals_has_one_entry_per_place():
    """36 whole, 24 halves on the sides, 4 corners."""
    assert len(entries_of(parse_figure("OO/OO"))) == 36 + 24 + 4
    assert len(placements(parse_figure("OO/OO"))) == 4 * 64


def test_a_square_does_not_fit_where_a_line_does():
    lonely = gap("c1")
    assert legal_entries(lonely, parse_figure("OO/OO")) == ()
    assert [str(each) for each in legal_entries(lonely, parse_figure("OTXX"))] == ["Oc1", "Xc1"]


def test_every_entry_tells_what_it_does_to_the_score():
    start = board("XXXX...", ".......", ".......", "...O...", ".......", ".......", ".......")
    gains = {str(each.entry): each.gain for each in scored_entries(start, parse_figure("XOTT"))}
    assert gains["Oe2Tf2g2Xd2"] == 5
    assert gains["Of1Tg1Xe1"] == 5
    assert gains["Ob6Tc6d6Xa6"] == 0


def test_merging_two_zones_costs_points():
    apart = board("XXXXX..", ".......", "XXXXX..", "...O...", ".......", ".......", ".......")
    assert score(apart) == 20
    figure = parse_figure("XTTT")
    gains = {str(each.entry): each.gain for each in scored_entries(apart, figure)}
    assert gains["Tb2c2d2Xa2"] == 11 - 20
    assert score(apply(apart, figure, entry("Tb2c2d2Xa2"))) == 11


# The end


@pytest.mark.parametrize(
    ("cells", "done"),
    [
        ((), True),
        (("d3",), True),
        (("b2", "c2", "d2"), True),  # three in the middle take no figure
        (("b2", "c2", "d2", "d3"), False),
        (("b2", "c2", "b4", "c5"), True),  # four that do not hang together
        (("a3",), False),
        (("g7",), False),
        (("b3", "b4", "a4"), False),
    ],
)
def test_a_board_is_done_when_no_figure_fills_another_cell(cells, done):
    assert is_done(gap(*cells)) is done


def test_a_full_board_is_done():
    assert is_done(gap())
    assert not is_done(WIPED)


@pytest.mark.parametrize(
    ("cells", "boxes", "done"),
    [
        (("a3",), 3, False),
        (("a3",), 2, True),
        (("a3", "b3"), 2, False),
        (("a3", "b3"), 1, True),
        (("a3", "b3", "c3"), 1, False),
        (("b2", "c2", "d2", "d3"), 1, False),
        (("b2", "c2", "d2", "d3"), 0, True),
    ],
)
def test_a_lone_board_is_done_when_its_boxes_do_not_reach(cells, boxes, done):
    assert is_done(gap(*cells, boxes=boxes)) is done


# Boxes


def test_a_dropped_symbol_crosses_out_a_box():
    after = apply(ALONE, parse_figure("OTXX"), entry("Oc1"))
    assert after.boxes == 5
    assert score(after) == 5


def test_a_symbol_may_be_dropped_only_while_enough_boxes_are_free():
    figure = parse_figure("OTXX")
    two_left = board(*str(WIPED).split("/"), boxes=2)
    assert check(two_left, figure, entry("Oc1")) is Reason.NO_BOXES
    assert check(two_left, figure, entry("Oc2Tc1")) is None
    assert all(each.dropped <= 2 for each in legal_entries(two_left, figure))


def test_a_lone_players_entry_that_drops_a_symbol_costs_a_point():
    gains = {str(each.entry): each.gain for each in scored_entries(ALONE, parse_figure("OTXX"))}
    assert gains["Xa1b1"] == -2
    assert gains["Oa1Tb1Xc1d1"] == 0


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (0, Verdict.LOST),
        (119, Verdict.LOST),
        (120, Verdict.WON),
        (129, Verdict.WON),
        (130, Verdict.BRILLIANT),
    ],
)
def test_verdicts(total, expected):
    assert verdict(total) is expected


# Zones


def test_diagonal_neighbours_are_no_zone():
    steps = board("X......", ".X.....", "..X....", "...X...", "....X..", ".....X.", "......X")
    assert [zone.size for zone in zones(steps)] == [1] * 7
    assert score(steps) == 0


def test_a_row_does_not_go_on_in_the_next():
    split = board("....XXX", "XX.....", ".......", "...O...", ".......", ".......", ".......")
    assert score(split) == 0


def test_the_printed_symbol_counts():
    around = board(".......", ".......", "...X...", "..XXX..", "...X...", ".......", ".......")
    assert score(around) == 5


def test_a_zone_of_four_does_not_count_beside_one_of_five():
    both = board("XXXXX.O", "......O", "XXXX..O", "...O..O", ".......", ".......", ".......")
    assert [str(line) for line in count(both).lines] == ["O 0×0=0", "T 0×0=0", "X 1×5=5"]
