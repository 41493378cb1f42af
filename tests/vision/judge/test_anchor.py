"""The joker told by its company: unreadable, taken for another, or looking the same any way up."""

from dataclasses import replace

from engine.sepmosa import parse_cell, parse_mosaic
from tests.vision.readings import tile_at
from vision.judge.anchor import anchored, is_alone, is_the_other, settled
from vision.judge.cellmap import cell_map
from vision.picture import floats
from vision.tiles.reading import Problem, Reading, SeenTile

MOSAIC = {"4+1": "R7", "4+2": "R8", "5+1": "K7", "3-1": "B2", "4-1": "B3"}


def reading(*tiles: SeenTile, problem: Problem = Problem.NO_JOKER) -> Reading:
    return Reading(tiles, (problem,))


def others() -> list[SeenTile]:
    return [tile_at(cell, name) for cell, name in MOSAIC.items()]


def cells(found: Reading) -> dict[str, str | None]:
    return {str(tile.cell): tile.tile for tile in found.tiles if tile.cell}


def test_an_unreadable_joker_is_known_by_the_tiles_around_it():
    doubtful = tile_at("4+0", None, **{"*": 0.4, "R1": 0.3})
    found = anchored(reading(*others(), doubtful), parse_mosaic(MOSAIC))
    assert cells(found) == {**MOSAIC, "4+0": "*"}
    assert found.problems == ()


def test_of_two_jokers_the_one_in_the_mosaic_counts():
    stray = tile_at("7+4", "*")
    joker = tile_at("4+0", "*")
    both = reading(stray, *others(), joker, problem=Problem.TWO_JOKERS)
    found = anchored(both, parse_mosaic(MOSAIC))
    assert cells(found)["4+1"] == "R7"
    assert next(tile for tile in found.tiles if tile.tile == "*").quad == joker.quad


def test_a_joker_named_far_off_is_not_the_one_while_another_lies_beside_the_first_tile():
    """Which of them the reader named, it did for other reasons."""
    other, joker = tile_at("7+4", "*"), tile_at("4+0", None, **{"*": 0.999})
    named = Reading((other, joker, tile_at("4+1", "O7")), (Problem.OFF_LATTICE,))
    on_cells = cells(anchored(named, parse_mosaic({})))
    assert (on_cells["4+0"], on_cells["4+1"]) == ("*", "O7")


def test_what_stands_on_a_rack_and_may_be_a_joker_is_not_the_one_on_the_table():
    rack = tile_at("7+4", None, **{"*": 0.52, "K6": 0.43})
    flat = [(x, 320 + (y - 320) * 0.4) for x, y in rack.quad]
    jokers = tile_at("4+0", "*"), tile_at("7-4", "*"), replace(rack, quad=tuple(flat))
    beside = tile_at("7+5", "R4")
    low = replace(beside, quad=tuple((x, 320 + (y - 320) * 0.4) for x, y in beside.quad))
    found = reading(*jokers, tile_at("4+1", "O7"), low, problem=Problem.TWO_JOKERS)
    on_cells = cells(anchored(found, parse_mosaic({})))
    assert (on_cells["4+0"], on_cells["4+1"]) == ("*", "O7")


def test_with_two_jokers_on_a_bare_table_one_that_lies_as_tiles_do_is_taken():
    """Else the first picture of a game was called blurred."""
    far = tile_at("7+4", "*")
    sideways = replace(far, quad=tuple((700 + y, 300 + x) for x, y in far.quad))
    rack = [tile_at(cell, name) for cell, name in {"1-5": "R2", "1-6": "K5"}.items()]
    found = reading(tile_at("4+0", "*"), sideways, *rack, problem=Problem.TWO_JOKERS)
    joker = next(t for t in anchored(found, parse_mosaic({})).tiles if t.tile == "*")
    assert joker.quad[0] == (300.0, 200.0)


def test_of_two_jokers_the_one_that_lies_where_it_did_counts_whatever_else_is_gone():
    """The one tile there was has been taken away."""
    stray, joker = tile_at("7+4", "*"), tile_at("4+0", "*")
    known = parse_mosaic({"4+1": "R7"})
    both = reading(stray, joker, problem=Problem.TWO_JOKERS)
    assert anchored(both, known) is both
    assert cells(anchored(both, known, floats(joker.quad) + 3.0))["4+0"] == "*"
    assert anchored(both, known, floats(joker.quad) + 200.0) is both


def test_a_tile_on_a_rack_beside_the_other_joker_is_not_the_first_one():
    rack = tile_at("8+4", "R2")
    low = replace(rack, quad=tuple((x, 364 + (y - 364) * 0.5) for x, y in rack.quad))
    jokers = tile_at("7+4", "*"), tile_at("4+0", "*")
    found = anchored(
        reading(*jokers, tile_at("4+1", "O7"), low, problem=Problem.TWO_JOKERS), parse_mosaic({})
    )
    assert (cells(found)["4+0"], cells(found)["4+1"]) == ("*", "O7")


def test_a_joker_that_seems_upside_down_lies_as_the_others_do():
    joker = tile_at("4+0", "*")
    turned = replace(joker, quad=(*joker.quad[2:], *joker.quad[:2]))
    found = anchored(reading(*others(), turned, problem=Problem.JOKER_TURNED), parse_mosaic(MOSAIC))
    assert cells(found) == {**MOSAIC, "4+0": "*"}


def test_without_company_that_fits_nothing_is_guessed():
    doubtful = tile_at("4+0", None, **{"*": 0.4, "R1": 0.3})
    wrong = parse_mosaic({"4+1": "O1", "4+2": "O2", "5+1": "O3", "3-1": "O4"})
    before = reading(*others(), doubtful)
    assert anchored(before, wrong) is before


def test_company_of_which_only_half_fits_tells_no_joker():
    doubtful = tile_at("4+0", None, **{"*": 0.4, "R1": 0.3})
    before = reading(*others(), doubtful)
    half = dict(list(MOSAIC.items())[:3]) | {"3-1": "O4", "4-1": "O5"}
    assert anchored(before, parse_mosaic(half)) is before
    most = MOSAIC | {"4-1": "O5"}
    assert cells(anchored(before, parse_mosaic(most)))["4+0"] == "*"


def test_of_two_jokers_on_a_bare_table_the_one_beside_the_first_tile_counts():
    bare = parse_mosaic({})
    joker, other = tile_at("4+0", "*"), tile_at("7+6", "*")
    laid = reading(other, joker, tile_at("4+1", "R7"), problem=Problem.TWO_JOKERS)
    assert cells(anchored(laid, bare)) == {"4+0": "*", "4+1": "R7", "7+6": None}
    nothing = reading(other, joker, problem=Problem.TWO_JOKERS)
    assert list(cells(anchored(nothing, bare)).values()).count("*") == 1
    tiles = [tile_at("4+1", "R7"), tile_at("7+5", "B3")]
    both = reading(other, joker, *tiles, problem=Problem.TWO_JOKERS)
    assert anchored(both, bare) is both


def test_of_two_jokers_on_a_bare_table_a_first_tile_that_cannot_be_read_tells_as_well():
    """In weak colour it has no name: the other joker was then taken, beside which nothing lies, and
    the answer was that nothing had changed."""
    joker, other = tile_at("4+0", "*"), tile_at("7+6", "*", **{"*": 0.9999})
    first = tile_at("3+0", None, O2=0.67, K2=0.32)
    laid = reading(other, joker, first, problem=Problem.TWO_JOKERS)
    found = anchored(laid, parse_mosaic({}))
    assert cells(found) == {"4+0": "*", "3+0": None, "7+6": None}


def test_where_no_known_tile_fits_the_joker_read_another_is_tried():
    """The joker of the mosaic lies in glare, and the other one in plain sight."""
    mosaic = parse_mosaic(MOSAIC)
    stray = replace(tile_at("7+6", "*"), cell=parse_cell("4+0"))
    doubtful = tile_at("4+0", None, **{"*": 0.4, "R1": 0.3})
    plain = Reading((stray, *others(), doubtful), ())
    assert is_alone(plain, mosaic)
    assert cells(anchored(plain, mosaic))["4+1"] == "R7"
    hidden = Reading((stray, *others()), ())
    assert anchored(hidden, mosaic) is hidden
    lattice = cell_map(hidden)
    assert lattice
    alone = replace(hidden, tiles=(stray,))
    assert is_the_other(hidden, alone, lattice, mosaic)
    assert not is_the_other(alone, alone, lattice, mosaic), "all were taken away"
    assert not is_the_other(hidden, alone, lattice, parse_mosaic({}))
    moved = [replace(tile, cell=parse_cell("5+5")) for tile in others()]
    shifted = replace(hidden, tiles=(stray, *moved))
    assert not is_the_other(hidden, shifted, lattice, mosaic), "the joker was moved"
    there = replace(others()[0], cell=parse_cell("4+1"))
    agreeing = replace(hidden, tiles=(stray, there))
    assert not is_the_other(hidden, agreeing, lattice, mosaic)


def test_a_lone_tile_is_the_joker_only_if_it_looks_like_one():
    bare = parse_mosaic({})
    likely = reading(tile_at("4+0", None, **{"*": 0.7, "R1": 0.2}))
    assert cells(anchored(likely, bare)) == {"4+0": "*"}
    unlikely = reading(tile_at("4+0", None, **{"R1": 0.5, "*": 0.3}))
    assert anchored(unlikely, bare) is unlikely


def test_a_reading_without_doubt_stays_as_it_is():
    clear = Reading((tile_at("4+0", "*"),), ())
    assert anchored(clear, parse_mosaic({})) is clear


def on_cells(**instead: SeenTile) -> Reading:
    """The known tiles on their cells, with the joker; those of `instead` as given there."""
    laid = {"4+0": "*", **MOSAIC}
    tiles = [
        instead.get(name, replace(tile_at(cell, name), cell=parse_cell(cell)))
        for cell, name in laid.items()
    ]
    return Reading(tuple(tiles))


def pushed(cell: str, name: str, by_px: float) -> SeenTile:
    """A tile without a cell, so far to the right of its place."""
    tile = tile_at(cell, name)
    a, b, c, d = ((x + by_px, y) for x, y in tile.quad)
    return replace(tile, quad=(a, b, c, d))


def test_a_known_tile_pushed_off_the_lattice_is_still_on_its_cell():
    seen = on_cells(R8=pushed("4+2", "R8", 9))
    lattice = cell_map(seen)
    assert lattice
    assert cells(settled(seen, lattice, parse_mosaic(MOSAIC))) == {**MOSAIC, "4+0": "*"}


def test_another_tile_there_or_the_same_far_off_is_not_put_on_the_cell():
    for stray in (pushed("4+2", "O8", 9), pushed("4+2", "R8", 25)):
        seen = on_cells(R8=stray)
        lattice = cell_map(seen)
        assert lattice
        assert settled(seen, lattice, parse_mosaic(MOSAIC)) == seen
