"""What the tiles of a picture say of one another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.tiles.outlines import at, look
from vision.tiles.faces import FaceReading
from vision.tiles.plausible import (
    crowded_jokers,
    hardly_blue,
    lonely_jokers,
    odd_sizes,
    third_copies,
    with_turns_of_others,
)


def test_what_is_far_smaller_than_the_tiles_around_it_is_not_named() -> None:
    tiles = [look(at(40 * k, 0), "R7", 0.99) for k in range(6)]
    assert odd_sizes([*tiles, look(at(0, 90, 10, 0.5), "K13", 0.996)]) == {6}
    assert odd_sizes([*tiles, look(at(0, 90, 10, 0.8), "K13", 0.996)]) == set()
    assert odd_sizes([look(at(0, 0), "R7", 0.99), look(at(0, 90, 0, 0.5), "K1", 0.99)]) == set()


def test_tiles_that_lie_are_not_odd_among_many_on_racks() -> None:
    """Twenty on two racks, seen from above half as high, and four on the table."""
    lying = [look(at(40 * k, 0, 0, 1.5), "R7", 0.99) for k in range(4)]
    standing = [look(at(40 * k, 90) * [1.0, 0.43], "K5", 0.99) for k in range(20)]
    assert odd_sizes([*standing, *lying]) == set()


def test_a_one_of_few_pixels_may_be_an_eleven() -> None:
    assert look(at(0, 0), "B11", 0.95).is_sure
    assert look(at(0, 0, 0, 2.0), "B1", 0.95).is_sure
    assert not look(at(0, 0), "B1", 0.95).is_sure
    assert look(at(0, 0), "B1", 0.98).is_sure


def test_of_a_tile_there_are_two_so_none_of_three_is_named():
    assert third_copies(["K5", "B5", "K5", None, "*", "K5", None, None]) == {0, 2, 5}
    assert third_copies(["K5", "K5", "*", "*"]) == set()


def test_where_three_look_like_jokers_only_those_beyond_doubt_are():
    jokers = [look(at(90 * k, 0), "*", share) for k, share in enumerate((0.999, 0.97, 0.9))]
    assert crowded_jokers([look(at(0, 90), "R7", 0.9), *jokers]) == {2, 3}
    assert crowded_jokers(jokers[:2]) == set()


def test_a_joker_without_tiles_around_it_is_believed_only_beyond_doubt():
    joker = look(at(0, 90), "*", 0.98)
    tiles = [look(at(40 * k, 0), f"R{k + 1}", 0.99) for k in range(3)]
    names = ["*", "R1", "R2", "R3"]
    assert lonely_jokers([joker], ["*"]) == {0}
    assert lonely_jokers([look(at(0, 90), "*", 0.997)], ["*"]) == set()
    assert lonely_jokers([joker, *tiles[:2]], names[:3]) == {0}
    assert lonely_jokers([joker, *tiles], names) == set()


def test_a_nine_that_lies_as_all_others_do_is_no_six():
    row = [look(at(30 * k, 0), f"R{k + 1}", 0.99) for k in range(5)]
    row.append(look(at(0, 90), "K10", 0.99))
    nine = replace(look(at(30, 90), "O9", 0.99), face=FaceReading(0, 0.8, 0.0, (("O9", 0.99),)))
    turned = replace(nine, quad_xy=np.roll(nine.quad_xy, 2, axis=0))
    assert not nine.is_sure
    assert with_turns_of_others([*row, nine])[-1].is_sure
    assert not with_turns_of_others([*row, turned])[-1].is_sure
    assert not with_turns_of_others([*row[:4], nine])[-1].is_sure


def test_a_blue_one_far_less_blue_than_the_others_may_be_black() -> None:
    assert hardly_blue({0: 0.5, 1: 0.55, 2: 0.12, 5: 0.6}, [0.05]) == {2}
    assert hardly_blue({0: 0.5, 1: 0.55, 2: 0.3}, [0.05]) == set()


def test_so_may_one_that_is_hardly_blue_where_no_others_tell() -> None:
    assert hardly_blue({}, [0.1]) == set()
    assert hardly_blue({3: 0.1}, []) == {3}
    assert hardly_blue({3: 0.1, 4: 0.5}, [0.02]) == {3}
    assert hardly_blue({3: 0.3}, []) == set()


def test_a_set_whose_blue_is_nearly_black_is_believed_beside_its_black() -> None:
    nearly_black = {0: 0.12, 1: 0.15, 2: 0.11, 3: 0.16}
    assert hardly_blue(nearly_black, [0.01, 0.03]) == set()
    assert hardly_blue(nearly_black, [0.1]) == {0, 1, 2}
    assert hardly_blue(nearly_black, []) == set(nearly_black)
