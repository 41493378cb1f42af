"""What looks like a tile and is none goes; what may be one stays."""

from dataclasses import replace

import pytest

from engine.sepmosa import JOKER_CELL, Mosaic, parse_cell, parse_tile
from tests.vision.readings import tile_at
from vision.judge.cellmap import cell_map
from vision.judge.clutter import is_odd_joker, within_reach, without_clutter
from vision.tiles.reading import Reading, SeenTile

KNOWN = [tile_at(cell, name) for cell, name in {"4+0": "*", "4+1": "R7", "5+1": "K7"}.items()]


def shrunk(tile: SeenTile, share: float) -> SeenTile:
    """The tile with its outline so much smaller in both directions."""
    x, y = tile.quad[0]
    a, b, c, d = ((x + (px - x) * share, y + (py - y) * share) for px, py in tile.quad)
    return replace(tile, quad=(a, b, c, d))


def kept(tile: SeenTile, others: list[SeenTile] = KNOWN) -> bool:
    return tile in without_clutter(Reading((*others, tile))).tiles


@pytest.mark.parametrize(("share", "stays"), [(0.4, False), (0.8, False), (0.9, True), (1.4, True)])
def test_what_has_no_name_must_have_a_tiles_size(share, stays):
    assert kept(shrunk(tile_at("3+1", None, K10=0.7), share)) is stays


def test_what_was_named_stays_whatever_its_size():
    assert kept(shrunk(tile_at("3+1", "K10"), 0.5))


def test_a_second_joker_that_is_doubtful_goes():
    mark = tile_at("5+0", None, **{"*": 0.8, "K6": 0.1})
    assert not kept(mark)
    assert kept(mark, KNOWN[1:]), "the only joker there may be"


def test_where_nothing_is_named_everything_stays():
    doubtful = shrunk(tile_at("3+1", None, K10=0.7), 0.4)
    assert kept(doubtful, [])


def test_beside_a_bare_joker_a_tile_that_lies_far_off_is_no_clutter():
    """The joker in sight may be the other one, and that the first tile."""
    bare = Mosaic()
    stray = tile_at("4+8", "R7")
    alone = Reading((replace(tile_at("4+0", "*"), cell=JOKER_CELL), stray))
    lattice = cell_map(alone)
    assert lattice
    assert within_reach(alone, lattice, bare, ()).tiles[1:] == (stray,)
    laid = replace(tile_at("4+1", "B3"), cell=parse_cell("4+1"))
    both = replace(alone, tiles=(*alone.tiles, laid))
    assert within_reach(both, lattice, bare, ()).tiles == (alone.tiles[0], laid)
    known = Mosaic({parse_cell("4+1"): parse_tile("B3")})
    assert within_reach(alone, lattice, known, ()).tiles == alone.tiles[:1]
    nameless = replace(alone, tiles=(alone.tiles[0], tile_at("4+8", None, R7=0.5)))
    assert within_reach(nameless, lattice, bare, ()).tiles == alone.tiles[:1]


def test_a_joker_whose_drawing_alone_was_outlined_tells_no_cells():
    """With lines from it half as far apart, a tile beside it would lie two cells away."""
    joker, beside = (
        replace(tile_at(cell, name), cell=parse_cell(cell))
        for cell, name in {"4+0": "*", "5+0": "R5"}.items()
    )
    assert not is_odd_joker(Reading((joker, beside)))
    assert is_odd_joker(Reading((shrunk(joker, 0.55), beside)))
    assert not is_odd_joker(Reading((shrunk(joker, 0.55),)))
