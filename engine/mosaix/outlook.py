"""What a lone player's board may still become: its score, and a learnt worth for what is on it.

The outlook is the points the board has plus the sum of its features' worths: how large each
group of symbols is, how many empty cells it can grow into and how many zones its symbol has; the
gaps; the free boxes; pairs of equal groups that one symbol would join. The worths depend on how
full the board is. They were learnt from games the coach played against the dice (`learn`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import product

from engine.mosaix.board import BOXES, Board
from engine.mosaix.rules import ZONE, score
from engine.mosaix.values import DICE, EDGE, groups, spread

PHASES = (6, 16, 30, 49)  # a phase lasts down to so many empty cells and fewer, the last first

_SIZES = 6  # of a group: 1 to 5, and more
_FREE = 4  # cells it can grow into: 0, 1, 2, and more
_ZONES = 4  # its symbol has: 0, 1, 2, and more
_GAPS = 5  # sizes of a gap: 1 to 4, and more

# Where the worths of a phase begin, by kind of feature
_ZONED = _ZONES * _SIZES * _FREE
_GAP = _ZONED + _ZONES
_BOXED = _GAP + 2 * _GAPS
_PAIR = _BOXED + BOXES + 1
STRIDE = _PAIR + ZONE * ZONE

Worths = Sequence[float]


@dataclass(frozen=True, slots=True)
class Gaps:
    """The empty cells of a board, and what they mean for every board that has the same."""

    empty: int
    parts: tuple[int, ...]
    narrow: int  # cells in parts where no group can become a zone by itself
    base: int  # of the worths of this phase
    reach: tuple[int, int]  # the largest part, anywhere and at the edge

    def features(self, boxes: int) -> list[int]:
        """The features of the gaps and the boxes, as places in the worths."""
        at = self.base + _GAP
        found = [
            at + 2 * min(part.bit_count(), _GAPS) - 2 + (part & EDGE != 0) for part in self.parts
        ]
        found.append(self.base + _BOXED + boxes)
        return found

    def can_be_filled(self, boxes: int) -> bool:
        """Whether a lone player with so many free boxes can go on (M5, M7)."""
        anywhere, at_edge = self.reach
        return boxes > 0 and (anywhere >= DICE or at_edge + min(boxes, DICE - 1) >= DICE)


def gaps_of(empty: int) -> Gaps:
    """The empty cells taken apart."""
    parts = tuple(groups(empty))
    narrow = sum(part for part in parts if part.bit_count() < ZONE - 1)
    cells = empty.bit_count()
    phase = next(at for at, most in enumerate(PHASES) if cells <= most)
    sizes = [part.bit_count() for part in parts]
    edge_sizes = [part.bit_count() for part in parts if part & EDGE]
    reach = max(sizes, default=0), max(edge_sizes, default=-DICE)  # no boxes make up for none
    return Gaps(empty, parts, narrow, phase * STRIDE, reach)


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of one symbol: each with its size and the cells around it; and its points."""

    parts: tuple[tuple[int, int, int], ...]  # cells, size, cells around
    zones: int
    points: int


@lru_cache(maxsize=1 << 14)
def groups_of(marks: int) -> Groups:
    """The cells of one symbol taken apart."""
    parts = tuple((part, part.bit_count(), spread(part)) for part in groups(marks))
    sizes = [size for _, size, _ in parts if size >= ZONE]
    return Groups(parts, len(sizes), len(sizes) * sum(sizes))


def symbol_features(own: Groups, marks: int, gaps: Gaps) -> list[int]:
    """The features of one symbol's groups, as places in the worths."""
    zones = min(own.zones, _ZONES - 1)
    base, empty = gaps.base, gaps.empty
    found = [base + _ZONED + zones]
    row = base + zones * _SIZES * _FREE
    frees: list[tuple[int, int]] = []
    for part, size, around in own.parts:
        free = around & empty
        level = min(free.bit_count(), _FREE - 1)
        if free:
            if size < ZONE and not free & ~gaps.narrow and _is_stuck(part, size, free, marks, gaps):
                level = 0
            frees.append((free, min(size, ZONE)))
        found.append(row + (min(size, _SIZES) - 1) * _FREE + level)
    for at, (one, size) in enumerate(frees):
        for other, size2 in frees[at + 1 :]:
            if one & other:
                small, large = (size, size2) if size < size2 else (size2, size)
                found.append(base + _PAIR + (small - 1) * ZONE + large - 1)
    return found


def _is_stuck(part: int, size: int, free: int, marks: int, gaps: Gaps) -> bool:
    """Whether a small group has neither room to become a zone nor another group to join."""
    room = sum(gap for gap in gaps.parts if gap & free)
    return room.bit_count() + size < ZONE and not spread(room) & marks & ~part


@lru_cache(maxsize=1)
def shipped_worths() -> Worths:
    """The worths the coach plays by."""
    text = resources.files("engine.mosaix").joinpath("models/worths.json").read_text("ascii")
    return tuple(tenths / 10 for tenths in json.loads(text))


def guessed_worths() -> list[float]:
    """Worths to begin learning with: a small group is worth more the larger and freer it is."""
    worths = [0.0] * (STRIDE * len(PHASES))
    for phase, zones, size, free in product(
        range(len(PHASES)), range(_ZONES), range(1, ZONE), range(1, _FREE)
    ):
        at = phase * STRIDE + (zones * _SIZES + size - 1) * _FREE + free
        worths[at] = 0.2 * (zones + 1) * size**2 * min(free, 2)
    return worths


def features(board: Board) -> list[int]:
    """All features of a lone player's board, as places in the worths."""
    gaps = gaps_of(board.empty)
    found = gaps.features(board.boxes or 0)
    for marks in board.marks:
        found += symbol_features(groups_of(marks), marks, gaps)
    return found


def outlook(board: Board, worths: Worths) -> float:
    """The score a lone player can hope for: exact when nothing more can be entered."""
    if not gaps_of(board.empty).can_be_filled(board.boxes or 0):
        return score(board)
    return score(board) + sum(worths[feature] for feature in features(board))


def learn(worths: list[float], boards: Sequence[Board], rate: float, trust: float) -> None:
    """Move the worths towards what a game showed: its boards after each entry, the last one final.

    From the end back, each board's outlook is drawn by `rate` to a blend of the final score and
    the outlooks on the way, `trust` saying how much of the former lasts per turn.
    """
    aim = float(score(boards[-1]))
    for board in reversed(boards):
        hoped = outlook(board, worths)
        if gaps_of(board.empty).can_be_filled(board.boxes or 0):
            there = features(board)
            for feature in there:
                worths[feature] += rate * (aim - hoped) / len(there)
        aim = trust * aim + (1 - trust) * hoped
