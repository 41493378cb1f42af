"""Cells from hand-made geometry: joker, gaps, drift, perspective, and tables that are wrong."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from engine.sepmosa import Cell, parse_cell
from vision.geometry import aligned
from vision.tiles.lattice import KnownCells, Lattice, Placed, cells_of
from vision.tiles.reading import Problem

WIDTH, HEIGHT = 26.0, 37.0
ROWS = range(-3, 4)


def corners(x: float, y: float, degrees: float = 0.0) -> np.ndarray:
    turn = np.radians(degrees)
    across = np.array([np.cos(turn), np.sin(turn)]) * WIDTH / 2
    down = np.array([-np.sin(turn), np.cos(turn)]) * HEIGHT / 2
    middle = np.array([x, y])
    return np.array(
        [
            middle - across - down,
            middle + across - down,
            middle + across + down,
            middle - across + down,
        ],
        np.float32,
    )


def seen(quad: np.ndarray, matrix: np.ndarray | None) -> np.ndarray:
    if matrix is None:
        return quad
    return cv2.perspectiveTransform(quad[None], matrix)[0].astype(np.float32)


def table(
    cells: dict[tuple[int, int], str],
    *,
    gap: float = 0.8,
    crooked: float = 0.0,
    drift: float = 0.0,
    matrix: np.ndarray | None = None,
    seed: int = 0,
) -> list[Placed]:
    """Tiles at (column, row) cells from the joker, in millimetres, then seen through `matrix`."""
    rng = np.random.default_rng(seed)
    tiles = []
    for (column, row), name in cells.items():
        x = column * (WIDTH + gap) + rng.normal(0, drift)
        y = row * (HEIGHT + gap) + rng.normal(0, drift) + drift * 0.25 * column
        tiles.append(Placed(name, seen(corners(x, y, rng.normal(0, crooked)), matrix)))
    return tiles


def expected(cells: dict[tuple[int, int], str]) -> list[Cell]:
    return [Cell(4 + row, column) for column, row in cells]


def named(*names: str | None) -> tuple[Cell | None, ...]:
    return tuple(parse_cell(name) if name else None for name in names)


def full(columns: range, rows: range = ROWS) -> dict[tuple[int, int], str]:
    names = [f"{letter}{value}" for letter in "KROB" for value in range(1, 11)]
    found = {(c, r): names[(c * 7 + r) % 40] for c in columns for r in rows}
    found[0, 0] = "*"
    return found


def tilted(degrees: float, turn: float) -> np.ndarray:
    """A camera 600 mm above the middle, tilted about x and turned in the plane."""
    around = cv2.Rodrigues(np.array([0, 0, np.radians(turn)]))[0]
    lean = cv2.Rodrigues(np.array([np.radians(degrees), 0, 0]))[0]
    rotation = lean @ around
    camera = np.array([[1500, 0, 640], [0, 1500, 480], [0, 0, 1]], float)
    return camera @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, 600]])


def test_the_joker_alone_is_four_zero() -> None:
    assert cells_of(table({(0, 0): "*"})) == Lattice(named("4+0"), ())


def test_a_lattice_on_which_too_few_can_lie_as_known_is_not_finished() -> None:
    row = table({(0, 0): "*", (1, 0): "R7", (2, 0): "R8", (3, 0): "R9"})
    as_known = dict(zip(named("4+1", "4+2", "4+3"), ("R7", "R8", "R9"), strict=True))
    assert cells_of(row, KnownCells(as_known, 3)) == cells_of(row)
    moved = dict(zip(named("4+2", "4+3", "4+4"), ("R7", "R8", "R9"), strict=True))
    assert cells_of(row, KnownCells(moved, 3)).cells == named("4+0", "4+1", None, None)
    assert cells_of(row, KnownCells(moved, 0)) == cells_of(row)


def test_a_neighbour_on_each_side() -> None:
    cells = {(0, 0): "*", (1, 0): "R7", (-1, 0): "B7", (0, 1): "K3", (0, -1): "O2"}
    assert list(cells_of(table(cells)).cells) == expected(cells)


@pytest.mark.parametrize("gap", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("turn", [0, 33, 90, 180, 271])
def test_a_full_mosaic_at_any_turn(gap: float, turn: float) -> None:
    cells = full(range(-5, 6))
    found = cells_of(table(cells, gap=gap, crooked=1.5, matrix=tilted(0, turn)))
    assert list(found.cells) == expected(cells)
    assert found.problems == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_drifted_mosaic_thirteen_columns_wide_seen_askew(seed: int) -> None:
    cells = full(range(-6, 7))
    found = cells_of(
        table(cells, gap=1.5, crooked=3.0, drift=1.2, matrix=tilted(15, 10 * seed), seed=seed)
    )
    assert list(found.cells) == expected(cells)


def test_the_joker_at_the_mosaics_edge() -> None:
    cells = full(range(13))
    found = cells_of(table(cells, gap=1.0, crooked=2.0, drift=0.6, matrix=tilted(12, 5)))
    assert list(found.cells) == expected(cells)


@pytest.mark.parametrize("seed", range(6))
def test_floating_tiles_across_a_gap(seed: int) -> None:
    cells = {(0, 0): "*", (1, 0): "R7", (1, 1): "R6", (0, 1): "R5"}
    cells |= {(c, r): "B4" for c in (4, 5) for r in (-1, 0, 1)}
    found = cells_of(table(cells, gap=1.0, crooked=1.5, drift=0.4, matrix=tilted(8, 20), seed=seed))
    assert list(found.cells) == expected(cells)


@pytest.mark.parametrize(("off", "has_cell"), [(0.3, True), (0.4, False), (0.47, False)])
def test_a_tile_between_two_cells_has_none(off: float, has_cell: bool) -> None:
    cells = {(c, r): "B4" for c in (-1, 0, 1) for r in (-1, 0, 1)} | {(0, 0): "*"}
    tiles = table(cells)
    between = corners((2 + off) * (WIDTH + 0.8), 0.0)
    found = cells_of([*tiles, Placed("R7", between)])
    assert (found.cells[-1] is not None) is has_cell
    assert (Problem.OFF_LATTICE in found.problems) is not has_cell


def test_action_tiles_have_no_cell() -> None:
    cells = {(0, 0): "*", (1, 0): "R7", (3, 0): "K12", (0, 1): "O13"}
    found = cells_of(table(cells))
    assert found.cells == named("4+0", "4+1", None, None)
    assert found.problems == ()


def test_an_unread_tile_keeps_its_cell() -> None:
    tiles = table({(0, 0): "*", (1, 0): "R7", (2, 0): "R8"})
    tiles[2] = Placed(None, tiles[2].quad_xy)
    assert cells_of(tiles).cells == named("4+0", "4+1", "4+2")


def test_no_joker() -> None:
    found = cells_of(table({(0, 0): "R1", (1, 0): "R7"}))
    assert found == Lattice((None, None), (Problem.NO_JOKER,))


def test_two_jokers() -> None:
    found = cells_of(table({(0, 0): "*", (1, 0): "R7", (2, 0): "*"}))
    assert found == Lattice((None, None, None), (Problem.TWO_JOKERS,))


def test_a_joker_upside_down_is_no_origin() -> None:
    tiles = table({(0, 0): "*", (1, 0): "R7", (2, 0): "R8", (1, 1): "B8"})
    tiles[0] = Placed("*", np.roll(tiles[0].quad_xy, 2, axis=0))
    assert cells_of(tiles) == Lattice((None,) * 4, (Problem.JOKER_TURNED,))


def test_one_turned_tile_is_named_a_problem_and_keeps_its_cell() -> None:
    tiles = table({(0, 0): "*", (1, 0): "R7", (2, 0): "R8", (1, 1): "B8"})
    tiles[2] = Placed("R8", np.roll(tiles[2].quad_xy, 2, axis=0))
    assert cells_of(tiles) == Lattice(named("4+0", "4+1", "4+2", "5+1"), (Problem.TURNED_TILE,))


def test_a_tile_between_cells_is_a_problem() -> None:
    tiles = table({(0, 0): "*", (1, 0): "R7", (2, 0): "R8"})
    tiles.append(Placed("B3", corners(1.5 * (WIDTH + 0.8), 1.5 * (HEIGHT + 0.8))))
    found = cells_of(tiles)
    assert found.cells == named("4+0", "4+1", "4+2", None)
    assert found.problems == (Problem.OFF_LATTICE,)


def test_two_tiles_on_one_cell() -> None:
    tiles = table({(0, 0): "*", (1, 0): "R7"})
    tiles.append(Placed("B3", corners(WIDTH + 2.5, 2.0)))
    found = cells_of(tiles)
    assert sorted(str(cell or "") for cell in found.cells) == ["", "4+0", "4+1"]
    assert found.problems == (Problem.CELL_TAKEN_TWICE,)


def test_a_tile_above_row_one_has_the_name_of_a_row_that_is_not() -> None:
    tiles = table({(0, row): "*" if row == 0 else "R7" for row in range(0, -5, -1)})
    assert cells_of(tiles).cells == named("4+0", "3+0", "2+0", "1+0", "0+0")


def test_a_joker_that_does_not_tell_its_turn_lies_as_the_others() -> None:
    upright, neighbour = corners(0, 0, 2.0), corners(27, 0, -3.0)
    for turn in range(4):
        assert (aligned(np.roll(upright, turn, axis=0), [neighbour]) == upright).all()
    assert (aligned(neighbour, []) == neighbour).all()


def test_neighbours_upside_down_to_one_another_are_no_crash() -> None:
    """The mean of their sides is nothing, and nothing can be divided by it."""
    tiles = [
        Placed("*", corners(0, 0)),
        Placed("R7", corners(WIDTH, 0, 180)),
        Placed("R8", corners(2 * WIDTH, 0)),
        Placed("R9", corners(3 * WIDTH, 0, 180)),
    ]
    assert {Problem.TURNED_TILE, Problem.JOKER_TURNED} & set(cells_of(tiles).problems)
