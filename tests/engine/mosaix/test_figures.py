"""Seven shapes, their rotations, and the figures of a roll (M2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mosaix import ROLLS, Shape, Symbol, arrangements, figure_of, parse_figure, parse_roll
from tests.engine.mosaix import naive
from tests.engine.mosaix.strategies import figures


def names(roll):
    return [str(figure) for figure in arrangements(parse_roll(roll))]


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_stays_itself_whichever_way_it_lies(shape):
    figure = parse_figure(shape.value)
    assert all(figure.turned(quarters).shape is shape for quarters in range(4))


def test_the_seven_shapes_have_nineteen_rotations():
    lying = {parse_figure(shape.value).turned(quarters) for shape in Shape for quarters in range(4)}
    assert len(lying) == 19


@pytest.mark.parametrize(("one", "other"), [(Shape.S, Shape.Z), (Shape.J, Shape.L)])
def test_mirrored_shapes_differ(one, other):
    mirrored = "/".join(row[::-1] for row in one.value.split("/"))
    assert parse_figure(mirrored).shape is other


def test_a_quarter_turn_is_clockwise():
    assert str(parse_figure("OTX/..O").turned()) == ".O/.T/OX"
    assert str(parse_figure("OTX/..O").turned(-1)) == "XO/T./O."


@given(figures(), st.integers(-8, 8))
def test_turning_agrees_with_the_naive_one_and_keeps_what_matters(figure, quarters):
    turned = figure.turned(quarters)
    assert str(turned).split("/") == naive.rotations(str(figure).split("/"))[quarters % 4]
    assert turned.canonical() == figure.canonical()
    assert turned.roll == figure.roll
    assert turned.shape is figure.shape
    assert turned.turned(-quarters) == figure


@given(figures(), st.permutations(range(4)), st.integers(-9, 9), st.integers(-9, 9))
def test_a_figure_may_be_told_from_anywhere(figure, order, down, right):
    dice = [figure.dice[at] for at in order]
    moved = [((row + down, column + right), symbol) for (row, column), symbol in dice]
    assert figure_of(moved) == figure


def test_a_roll_of_equals_has_a_figure_per_shape():
    assert len(names("OOOO")) == 7


def test_every_roll_can_be_laid_as_often_as_counting_says():
    """I, S, Z look the same after half a turn and O after any, so that fewer of them differ."""
    turned_by_half = (81 + 9) // 2
    square = (81 + 9 + 3 + 3) // 4
    assert sum(len(arrangements(roll)) for roll in ROLLS) == 3 * turned_by_half + square + 3 * 81


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: "".join(s.value for s in roll))
def test_arrangements_are_canonical_sorted_and_of_the_roll(roll):
    figures = arrangements(roll)
    assert [str(figure) for figure in figures] == sorted({str(each) for each in figures})
    assert all(each.canonical() == each and each.roll == roll for each in figures)


def test_dice_that_do_not_touch_are_no_figure():
    places = [(0, 0), (0, 1), (1, 2), (1, 3)]
    with pytest.raises(ValueError, match="edge to edge"):
        figure_of((place, Symbol.CROSS) for place in places)
