"""Explanations: every way the table may have come to look as it does, each with how well it fits.

An explanation fits by the logarithm of how likely it makes what was seen; 0 would be a perfect
reading of just that table. Most explanations differ from the known table in a cell or two, so
they are scored by that difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from engine.sepmosa import Cell, Mosaic, Move, Place, Remove, RemoveThree, Shift, Table, Tile
from engine.sepmosa.rules import scored_moves
from engine.sepmosa.table import Faces, Step, in_sight
from engine.sepmosa.values import COPIES, KINDS
from vision.judge.evidence import Evidence, Sight, sight_fit
from vision.judge.proposal import Kind
from vision.thresholds.judge import MISSED_BESIDE, OVERLOOKED, PHANTOM, PLAIN


@dataclass(frozen=True, slots=True)
class Explanation:
    """What may have happened, and the logarithm of how likely that makes what was seen."""

    kind: Kind
    fit: float
    move: Move | None = None
    points: int = 0
    back: int = 0  # turns, for UNDONE
    mosaic: Mosaic = field(default_factory=Mosaic)  # what then lies there, where all of it changed,
    played: tuple[Faces, ...] = ((),)  # and what may lie beside it

    @property
    def candidate(self) -> Move | Kind:
        """What a proposal lists it as."""
        return self.move or self.kind


@dataclass(frozen=True, slots=True)
class Changes:
    """What a move changes on the table: cells and the tile then there, and the action tile laid."""

    cells: Mapping[Cell, Tile | None]
    action: Tile | None = None


def changes_of(mosaic: Mosaic, move: Move) -> Changes:
    """What `move` would change; it need not be legal, but must fit the mosaic."""
    match move:
        case Place(tile, cell):
            return Changes({cell: tile})
        case Remove(tile, cell):
            return Changes({cell: None}, tile)
        case Shift(tile, source, target):
            return Changes({source: None, target: mosaic[source]}, tile)
        case RemoveThree(tile):
            return Changes(dict.fromkeys(move.cells or ()), tile)
        case _:
            return Changes({})


def explanations(table: Table, earlier: Sequence[Table], evidence: Evidence) -> list[Explanation]:
    """Every explanation the rules allow, best first; `earlier` are past tables, newest first."""
    here = fit_of(table.mosaic, table.played, evidence)
    found = [Explanation(Kind.NONE, here)]
    found += _moves(table, evidence, here)
    found += _earlier(table, earlier, evidence)
    if len(table.mosaic) > 1:
        either = ((), table.played)
        cleared = [fit_of(Mosaic(), played, evidence) for played in either]
        found.append(Explanation(Kind.CLEARED, max(cleared), played=either))
    if table.step is Step.RESHUFFLE and table.played:
        fit = fit_of(table.mosaic, (), evidence)
        found.append(Explanation(Kind.ACTIONS_GONE, fit, mosaic=table.mosaic))
    return sorted(found, key=lambda each: -each.fit)


def fit_of(mosaic: Mosaic, played: Iterable[Tile], evidence: Evidence) -> float:
    """How well a whole table fits what was seen."""
    return mosaic_fit(mosaic, evidence) + beside_fit(evidence.beside, played)


def mosaic_fit(mosaic: Mosaic, evidence: Evidence) -> float:
    """How well the tiles on cells fit what was seen there."""
    return sum(
        evidence.log_likelihood(cell, mosaic.get(cell))
        for cell in mosaic.keys() | evidence.cells.keys()
    )


def beside_fit(sights: Iterable[Sight], played: Iterable[Tile]) -> float:
    """How well the action tiles `played` fit the tiles seen beside the mosaic."""
    left = list(played)
    fit = 0.0
    for sight in sorted(sights, key=lambda each: -each.confidence):
        best = max(left, key=sight.share, default=None)
        if best is not None and sight.share(best) > PHANTOM:
            left.remove(best)
            fit += sight_fit(sight, best, MISSED_BESIDE)
        else:
            fit += sight_fit(sight, None, MISSED_BESIDE)
    return fit + len(left) * log(MISSED_BESIDE)


def is_beside(evidence: Evidence, action: Tile, copies: int, least: float = 0.05) -> bool:
    """Whether so many copies of an action tile lie beside the mosaic, with that share at least."""
    likely = (s for s in evidence.beside if s.share(action) > least and s.presence >= 0.5)
    return sum(1 for _ in likely) >= copies


def available_kinds(table: Table) -> Faces:
    """The kinds of tile of which a copy may still come onto the table."""
    shown = Counter(in_sight(table))
    return tuple(kind for kind in KINDS if shown[kind] < COPIES)


def _moves(table: Table, evidence: Evidence, here: float) -> Iterator[Explanation]:
    if table.step is not Step.PLAY:
        return
    kinds = _shown_kinds(table, evidence)
    beside_now = beside_fit(evidence.beside, table.played)
    beside_with: dict[Tile | None, float] = {None: 0.0}
    for kind in kinds:
        if kind.is_action:
            beside_with[kind] = beside_fit(evidence.beside, (*table.played, kind)) - beside_now
            if not is_beside(evidence, kind, table.played.count(kind) + 1):
                beside_with[kind] = log(OVERLOOKED)
    moves = scored_moves(table.mosaic, kinds)
    unseen = -log(len(moves) + 1)  # moves that left no trace share what one overlooked tile weighs
    for move, gain in moves:
        changes = changes_of(table.mosaic, move)
        fit = here + beside_with[changes.action]
        if not any(evidence.at(cell).presence for cell, tile in changes.cells.items() if tile):
            fit += unseen if isinstance(move, Place | Shift) else 0.0
        for cell, tile in changes.cells.items():
            fit += evidence.log_likelihood(cell, tile)
            fit -= evidence.log_likelihood(cell, table.mosaic.get(cell))
        yield Explanation(Kind.MOVE, fit, move, gain)


def _shown_kinds(table: Table, evidence: Evidence) -> Faces:
    """The kinds that may have come onto the table and of which something is seen. Any other would
    be as unlikely as the next; but an action tile may lie out of sight where a tile is gone."""
    named = {
        tile for sight in (*evidence.cells.values(), *evidence.beside) for tile in sight.shares
    }
    is_gone = any(
        evidence.at(cell).share(tile) < PLAIN and cell not in evidence.covered
        for cell, tile in table.mosaic.items()
    )
    return tuple(
        kind for kind in available_kinds(table) if kind in named or (is_gone and kind.is_action)
    )


def _earlier(table: Table, earlier: Sequence[Table], evidence: Evidence) -> Iterator[Explanation]:
    """Tables the game has been at. One that looks like the present is no way back, and a bare
    joker is a cleared table unless the first tile was only just laid."""
    present = _look(table)
    beside: dict[Faces, float] = {}  # most of them have the same action tiles
    for back, past in enumerate(earlier, 1):
        if _look(past) != present and (past.mosaic or back == 1):
            if past.played not in beside:
                beside[past.played] = beside_fit(evidence.beside, past.played)
            fit = mosaic_fit(past.mosaic, evidence) + beside[past.played]
            yield Explanation(
                Kind.UNDONE, fit, back=back, mosaic=past.mosaic, played=(past.played,)
            )


def _look(table: Table) -> tuple[Mosaic, list[str]]:
    return table.mosaic, sorted(map(str, table.played))
