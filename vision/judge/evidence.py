"""What one or several frames say about the table, cell by cell, with all their doubt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from types import MappingProxyType

from engine.sepmosa import JOKER_CELL, Cell, Tile
from engine.sepmosa.notation import parse_any_tile
from engine.sepmosa.values import JOKER, ROWS, AnyTile, Joker
from vision.thresholds.judge import MISSED, PHANTOM, UNLIKELY
from vision.tiles.reading import Reading, SeenTile

KINDS_OF_TILE = 52  # what the guesses of a tile leave over is shared among so many
_NO_SHARES: Mapping[AnyTile, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sight:
    """One tile as the frames show it: how often it was there, and the shares of what it may be."""

    shares: Mapping[AnyTile, float]
    shown: int = 1  # in so many frames
    missed: int = 0  # in so many that should have shown it

    @property
    def presence(self) -> float:
        """The share of frames that show it, of those that could."""
        return self.shown / (self.shown + self.missed) if self.shown else 0.0

    @property
    def tile(self) -> AnyTile:
        """What it most likely is."""
        return max(self.shares, key=self.shares.__getitem__)

    @property
    def confidence(self) -> float:
        return self.shares[self.tile]

    def share(self, tile: Tile) -> float:
        """How likely this is `tile`, never quite nothing."""
        share = self.shares.get(tile)
        if share is None:
            share = (1 - sum(self.shares.values())) / KINDS_OF_TILE
        return max(share, UNLIKELY)


NOTHING = Sight(_NO_SHARES, shown=0, missed=1)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The tiles on the joker's lattice, those beside it, and the cells nothing is known of."""

    cells: Mapping[Cell, Sight]
    beside: tuple[Sight, ...] = ()  # without a cell: action tiles, and strays
    covered: frozenset[Cell] = field(default_factory=frozenset)
    face_down: int = 0  # tiles seen that show no face
    second_joker: Cell | None = None  # where one lies on an open cell of the mosaic
    has_hand: bool = False  # somebody is at work: nothing is said of what was done so far

    def at(self, cell: Cell) -> Sight:
        return self.cells.get(cell, NOTHING)

    def log_likelihood(self, cell: Cell, tile: Tile | None) -> float:
        """How well `tile` (or nothing) lying at `cell` explains what was seen there."""
        if cell in self.covered:
            return 0.0
        return sight_fit(self.at(cell), tile, MISSED)


def sight_fit(sight: Sight, tile: Tile | None, missed: float) -> float:
    """How well `tile` (or nothing) explains a sight. Whether something is there, every frame says
    anew; what it is they would all get wrong together, so that counts once."""
    if tile is None:
        return sight.shown * log(PHANTOM)
    name = log(sight.share(tile)) if sight.shown else 0.0
    return name + sight.missed * log(missed)


def evidence_of(reading: Reading) -> Evidence:
    """The evidence of a single frame; a joker is no evidence, it is where the lattice starts."""
    cells: dict[Cell, Sight] = {}
    beside: list[Sight] = []
    for seen in reading.tiles:
        if seen.tile == JOKER:
            continue
        sight = Sight(_shares(seen))
        cell = seen.cell
        if cell is None or cell == JOKER_CELL or cell in cells or _lies_beside(sight, cell):
            beside.append(sight)
        else:
            cells[cell] = sight
    return Evidence(cells, tuple(beside))


def merged(frames: Sequence[Evidence]) -> Evidence:
    """The evidence of several frames of one unchanged table, each counting the same."""
    if len(frames) == 1:
        return frames[0]
    known = {cell for frame in frames for cell in frame.cells}
    covered = frozenset.intersection(*(frame.covered for frame in frames))
    cells = {cell: _merged_sight(cell, frames) for cell in known}
    beside = _merged_beside([frame.beside for frame in frames])
    face_down = sorted(frame.face_down for frame in frames)[len(frames) // 2]
    jokers = Counter(frame.second_joker for frame in frames)
    joker = jokers.most_common(1)[0][0]
    has_hand = any(frame.has_hand for frame in frames)
    return Evidence(cells, beside, covered, face_down, joker, has_hand)


def _merged_sight(cell: Cell, frames: Sequence[Evidence]) -> Sight:
    showing = [frame.cells[cell] for frame in frames if cell in frame.cells]
    missed = sum(cell not in frame.cells and cell not in frame.covered for frame in frames)
    return Sight(_mean_shares(showing), len(showing), missed)


def _merged_beside(frames: Sequence[Sequence[Sight]]) -> tuple[Sight, ...]:
    """Tiles beside the mosaic have no cell to know them by: the first R11 of one frame is taken
    for the first R11 of the next."""
    groups: dict[tuple[AnyTile, int], list[Sight]] = defaultdict(list)
    for frame in frames:
        count: Counter[AnyTile] = Counter()
        for sight in frame:
            tile = sight.tile
            groups[tile, count[tile]].append(sight)
            count[tile] += 1
    return tuple(
        Sight(_mean_shares(group), len(group), len(frames) - len(group))
        for group in groups.values()
    )


def _mean_shares(sights: Sequence[Sight]) -> Mapping[AnyTile, float]:
    tiles = dict.fromkeys(tile for sight in sights for tile in sight.shares)
    return {tile: sum(s.shares.get(tile, 0.0) for s in sights) / len(sights) for tile in tiles}


def _lies_beside(sight: Sight, cell: Cell) -> bool:
    """Whether this lies beside the mosaic rather than outside its rows: an action tile, or whatever
    is too far off to touch it."""
    if cell.row in ROWS:
        return False
    tile = sight.tile
    is_action = isinstance(tile, Tile) and tile.is_action
    return is_action or not ROWS.start - 1 <= cell.row <= ROWS.stop


def shares_by_tile(guesses: Iterable[tuple[str, float]]) -> dict[AnyTile, float]:
    """The shares of names, by the tiles they name."""
    return {parse_any_tile(name): share for name, share in guesses}


def _shares(seen: SeenTile) -> Mapping[AnyTile, float]:
    shares = shares_by_tile(seen.guesses)
    if seen.tile is not None:
        tile = parse_any_tile(seen.tile)
        shares[tile] = max(seen.confidence, shares.get(tile, 0.0))
    return shares or {Joker.JOKER: 0.0}
