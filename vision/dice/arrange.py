"""How dice lie to one another: the places of a figure, or why they make none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.reading import ASKEW, NOT_TOUCHING
from vision.picture import floats
from vision.thresholds.dice import OFF_PLACE, TOUCHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.squares import Square
    from vision.picture import Floats


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Rows and columns of the dice, in the order given, and their faces as the lattice has them;
    or the problem."""

    places: tuple[tuple[int, int], ...] = ()
    quads_xy: tuple[Floats, ...] = ()
    problem: str | None = None


def arrange(dice: Sequence[Square]) -> Arrangement:
    """The lattice on which dice lie edge to edge."""
    middles = np.stack([die.middle for die in dice]).astype(float)
    side = float(np.median([die.side for die in dice]))
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) / side
    pairs = [
        (i, j) for i in range(len(dice)) for j in range(i + 1, len(dice)) if near[i, j] < TOUCHING
    ]
    turn = _common_turn([middles[j] - middles[i] for i, j in pairs])
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-right[1], right[0]])
    places = {0: (0, 0)}
    todo = [0]
    while todo:
        here = todo.pop()
        for i, j in pairs:
            other = j if i == here else i if j == here else None
            if other is None or other in places:
                continue
            by = middles[other] - middles[here]
            along, across = float(by @ right) / side, float(by @ down) / side
            row, column = places[here]
            is_beside = abs(along) > abs(across)
            step = (0, int(np.sign(along))) if is_beside else (int(np.sign(across)), 0)
            places[other] = (row + step[0], column + step[1])
            todo.append(other)
    if len(places) < len(dice):
        return Arrangement(problem=NOT_TOUCHING)
    spots = tuple(places[k] for k in range(len(dice)))
    return _checked(spots, middles, side)


def _common_turn(steps: list[Floats]) -> float:
    """The angle that all steps share, but for quarter turns; −45° to 45°."""
    if not steps:
        return 0.0
    turns = [4 * np.arctan2(step[1], step[0]) for step in steps]
    return float(np.arctan2(np.sum(np.sin(turns)), np.sum(np.cos(turns))) / 4)


def _checked(places: tuple[tuple[int, int], ...], middles: Floats, side: float) -> Arrangement:
    """The arrangement, if every die lies on its place."""
    if len(set(places)) < len(places):
        return Arrangement(problem=ASKEW)
    # The lattice that fits best, turned and sized but not bent: a bent one would take a die
    # half way along another's side for one in its place.
    spots = np.array([column + 1j * row for row, column in places])
    seen = middles[:, 0] + 1j * middles[:, 1]
    spots_off, seen_off = spots - spots.mean(), seen - seen.mean()
    step = complex(np.vdot(spots_off, seen_off) / np.vdot(spots_off, spots_off))
    off = np.abs(seen_off - step * spots_off) / side
    right = np.array([step.real, step.imag]) / abs(step)
    down = np.array([-right[1], right[0]])
    if off.max() > OFF_PLACE:
        return Arrangement(problem=ASKEW)
    along, across = right * side / 2, down * side / 2
    quads = tuple(
        floats([m - along - across, m + along - across, m + along + across, m - along + across])
        for m in middles
    )
    return Arrangement(places, quads)
