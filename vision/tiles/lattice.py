"""Gives tiles their cells: the joker's lattice, followed from tile to tile across the mosaic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.sepmosa.values import JOKER, JOKER_CELL, Cell, cell_at
from vision.geometry import axes_of, middle_of, turns_against
from vision.picture import floats
from vision.thresholds.tiles import (
    DRIFT_REACH,
    ENOUGH_FOR_PERSPECTIVE,
    OFF_CELL,
    OWN_SIDES,
    TURNED_DEG,
    WELL_ON,
)
from vision.tiles.reading import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vision.picture import Floats

NAMED_ROWS = range(10)
"""Rows outside 1–7 have names, so that a tile laid there can be called wrong."""

USUAL_PITCH = 1.03
"""Distance from tile to tile, in tiles, before any neighbour tells."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile for the lattice: its name (or `None`) and its corners from the number's top left."""

    name: str | None
    quad_xy: Floats


@dataclass(frozen=True, slots=True)
class Lattice:
    """For each tile its cell or `None`, and what is wrong."""

    cells: tuple[Cell | None, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class KnownCells:
    """The names of tiles known to lie on cells, and how many of them must come to lie there: a
    lattice that can no longer have so many is not finished."""

    names: Mapping[Cell | None, str]
    least: float


def cell_from_joker(column: int, row: int) -> Cell | None:
    """The cell `column` right and `row` below the joker, or `None` where none has a name."""
    named = JOKER_CELL.row + row
    return cell_at(named, column) if named in NAMED_ROWS else None


def is_action(name: str | None) -> bool:
    """Whether this is a tile 11–13."""
    return name is not None and name != JOKER and int(name[1:]) > 10


SINGULAR = 1e-6
"""A homography below this lays all cells on one line."""


class _Growing:
    """The lattice while it grows: which tiles have a cell (column, row from the joker), and where
    that puts the next cells."""

    def __init__(self, joker: int, quads_xy: Floats, is_straight: Sequence[bool]) -> None:
        self.middles = middle_of(quads_xy)
        self.axes = axes_of(quads_xy)
        self.is_straight = np.array(is_straight)
        self.cells: dict[int, tuple[int, int]] = {joker: (0, 0)}

    def grow(self, waiting: list[int], may_fit: Callable[[list[int]], bool]) -> list[int]:
        """Gives those that lie on the lattice their cells, nearest first, as long as it may fit
        with the others waiting; the rest come back."""
        while waiting and may_fit(waiting):
            where = self.coordinates(waiting)
            nearest = np.rint(where)
            off = np.abs(where - nearest).max(axis=1)
            known = floats(list(self.cells.values()))
            reach = np.abs(nearest[:, None] - known[None]).sum(axis=2).min(axis=1)
            fitting = np.flatnonzero((reach >= 1) & (off <= OFF_CELL))
            if not len(fitting):
                break
            first = fitting[np.lexsort((off[fitting], reach[fitting]))]
            together = [k for k in first if reach[k] == reach[first[0]] and off[k] < WELL_ON]
            self._join(waiting, nearest, together or list(first[:1]))
            left = [index for index in waiting if index not in self.cells]
            if len(left) == len(waiting):
                break
            waiting = left
        return waiting

    def _join(self, waiting: list[int], nearest: Floats, chosen: list[int]) -> None:
        taken = set(self.cells.values())
        for k in chosen:
            cell = (int(nearest[k, 0]), int(nearest[k, 1]))
            if cell not in taken:
                taken.add(cell)
                self.cells[waiting[k]] = cell

    def coordinates(self, candidates: Sequence[int]) -> Floats:
        """Where the candidates lie, in cells, corrected by how far their nearest known
        neighbours have drifted."""
        cells, middles, matrix = self._lay()
        inverse = np.linalg.inv(matrix.astype(np.float64))
        ideal = cv2.perspectiveTransform(middles[None].astype(np.float64), inverse)[0]
        drift = ideal - cells
        points = self.middles[list(candidates)]
        seen = cv2.perspectiveTransform(points[None].astype(np.float64), inverse)[0]
        away = np.linalg.norm(seen[:, None] - ideal[None], axis=2)
        weight = np.exp(-((away / DRIFT_REACH) ** 2)) + 1e-9
        correction = (weight @ drift) / (weight.sum(axis=1, keepdims=True) + 0.05)
        return floats(seen - correction)

    def _lay(self) -> tuple[Floats, Floats, Floats]:
        """Known cells (n x 2), their middles, and a homography from cells to pixels."""
        known = list(self.cells)
        cells = floats([self.cells[k] for k in known])
        middles = self.middles[known]
        if len(known) >= ENOUGH_FOR_PERSPECTIVE and min(len(set(cells[:, k])) for k in (0, 1)) > 2:
            found, _ = cv2.findHomography(cells, middles, 0)
            if found is not None and abs(cv2.determinant(found)) > SINGULAR:
                return cells, middles, floats(found)
        return cells, middles, self._plain(known, cells, middles)

    def _plain(self, known: list[int], cells: Floats, middles: Floats) -> Floats:
        """An affine lattice for few tiles; their own sides tell the directions as well."""
        steps = self.axes[known][self.is_straight[known]] * self._pitch() * OWN_SIDES
        sides = np.repeat([[[OWN_SIDES, 0.0, 0.0], [0.0, OWN_SIDES, 0.0]]], len(steps), axis=0)
        left = np.vstack([np.c_[cells, np.ones(len(cells))], sides.reshape(-1, 3)])
        right = np.vstack([middles, steps.transpose(0, 2, 1).reshape(-1, 2)])
        matrix = np.eye(3, dtype=np.float32)
        matrix[:2] = np.linalg.lstsq(left, right, rcond=None)[0].T
        return matrix

    def _pitch(self) -> Floats:
        """Distance between neighbouring cells across and down, in tiles."""
        by_cell = {cell: k for k, cell in self.cells.items() if self.is_straight[k]}
        pitch = [USUAL_PITCH, USUAL_PITCH]
        for axis, (right, down) in enumerate(((1, 0), (0, 1))):
            pairs = [
                (k, by_cell[column + right, row + down])
                for (column, row), k in by_cell.items()
                if (column + right, row + down) in by_cell
            ]
            if pairs:
                ones, others = (list(side) for side in zip(*pairs, strict=True))
                axes = (self.axes[ones] + self.axes[others]) / 2
                steps = (self.middles[others] - self.middles[ones])[..., None]
                pitch[axis] = float(np.median(np.linalg.solve(axes, steps)[:, axis, 0]))
        return floats(pitch)


def cells_of(tiles: Sequence[Placed], known: KnownCells | None = None) -> Lattice:
    """The cell of each tile, in the order given, and what is wrong with the table.

    Tiles 11–13 and everything while there is not exactly one joker have none.
    """
    nothing: tuple[Cell | None, ...] = (None,) * len(tiles)
    jokers = [k for k, tile in enumerate(tiles) if tile.name == JOKER]
    if len(jokers) != 1:
        return Lattice(nothing, (Problem.TWO_JOKERS if jokers else Problem.NO_JOKER,))
    quads = np.stack([tile.quad_xy for tile in tiles])
    is_straight = _lies_as(tiles, quads, jokers[0])
    if is_straight is None:
        return Lattice(nothing, (Problem.JOKER_TURNED,))
    lattice = _Growing(jokers[0], quads, is_straight)
    may_join = [k for k, tile in enumerate(tiles) if k != jokers[0] and not is_action(tile.name)]

    def may_fit(waiting: list[int]) -> bool:
        if known is None:
            return True
        on_cells = ((known.names.get(cell_from_joker(*at)), k) for k, at in lattice.cells.items())
        right = sum(name == tiles[k].name for name, k in on_cells)
        return right + sum(tiles[k].name is not None for k in waiting) >= known.least

    left = lattice.grow(may_join, may_fit)
    found = set(_left_over(lattice, [k for k in left if tiles[k].name is not None]))
    if not all(is_straight[k] for k in lattice.cells):
        found.add(Problem.TURNED_TILE)
    cells = (
        cell_from_joker(*lattice.cells[k]) if k in lattice.cells else None
        for k in range(len(tiles))
    )
    return Lattice(tuple(cells), tuple(sorted(found, key=lambda problem: problem.value)))


def _lies_as(tiles: Sequence[Placed], quads_xy: Floats, joker: int) -> list[bool] | None:
    """For each tile whether it lies as the joker does; None where most do not."""
    turns = turns_against(quads_xy, quads_xy[joker])
    others = [turns[k] for k, tile in enumerate(tiles) if k != joker and tile.name is not None]
    if sum(turn > TURNED_DEG for turn in others) * 2 > len(others):
        return None
    return [bool(turn <= TURNED_DEG) for turn in turns]


def _left_over(lattice: _Growing, left: list[int]) -> Iterator[Problem]:
    """What is wrong with named tiles that have no cell."""
    if not left:
        return
    taken = set(lattice.cells.values())
    for spot in lattice.coordinates(left):
        nearest = np.rint(spot)
        is_on = float(np.abs(spot - nearest).max()) <= OFF_CELL
        twice = is_on and (int(nearest[0]), int(nearest[1])) in taken
        yield Problem.CELL_TAKEN_TWICE if twice else Problem.OFF_LATTICE
