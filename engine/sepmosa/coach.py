"""Advice from what both players can see: the mosaic and the action tiles played, no rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from engine.sepmosa.rules import apply, scored_moves
from engine.sepmosa.table import RACK_SIZE, Table, in_sight
from engine.sepmosa.values import COPIES, KINDS, Move, Tile, cells_of

WEIGHED = 8  # moves, those with most points, of which it is weighed what they open


@dataclass(frozen=True, slots=True)
class Hint:
    """A move worth thinking of: its points, and what the other player may expect after it."""

    move: Move
    points: int
    reply: float

    @property
    def worth(self) -> float:
        """Points ahead of the other player's reply."""
        return self.points - self.reply


def hints(table: Table, tiles: Iterable[Tile] | None = None, most: int = 5) -> tuple[Hint, ...]:
    """The best places for these tiles, best first; where none is named, those where any tile 1–10
    scores, each place once. The same table gives the same hints."""
    unseen = Counter(dict.fromkeys(KINDS, COPIES))
    unseen.subtract(in_sight(table))
    about = [tile for tile in KINDS if unseen[tile] > 0]
    wanted = [tile for tile in tiles if tile in about] if tiles is not None else None
    asked = [tile for tile in about if not tile.is_action] if wanted is None else wanted
    scored = sorted(scored_moves(table.mosaic, asked), key=lambda each: (-each[1], str(each[0])))
    if wanted is None:
        scored = [each for each in scored if each[1] > 0]
        scored = list({cells_of(each[0]): each for each in reversed(scored)}.values())[::-1]
        scored.sort(key=lambda each: -each[1])
    found = [_weighed(table, move, gain, unseen) for move, gain in scored[:WEIGHED]]
    return tuple(sorted(found, key=lambda hint: (-hint.worth, str(hint.move))))[:most]


def _weighed(table: Table, move: Move, gain: int, unseen: Counter[Tile]) -> Hint:
    after = apply(table.mosaic, move)
    left = unseen - Counter([move.tile] if move.tile else [])
    best = dict.fromkeys(left, 0)
    for reply, points in scored_moves(after, best):
        if reply.tile is not None:
            best[reply.tile] = max(best[reply.tile], points)
    return Hint(move, gain, expected_best([best[tile] for tile in left.elements()], RACK_SIZE + 1))


def expected_best(values: list[int], drawn: int) -> float:
    """The mean of the highest of `drawn` values taken at random."""
    ordered = sorted(values)
    drawn = min(drawn, len(ordered))
    ways = comb(len(ordered), drawn)
    if not drawn:
        return 0.0
    total = sum(value * comb(at, drawn - 1) for at, value in enumerate(ordered))
    return total / ways
