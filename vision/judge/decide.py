"""From evidence to one proposal: sure and right, or not sure.

The best explanation is accepted only when it leaves nothing seen unexplained and every other
explanation, legal or not, is far less likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp, inf, log

from engine.sepmosa import Cell, Mosaic, Place, Shift, Table, Tile, check
from engine.sepmosa.table import in_sight
from engine.sepmosa.values import COPIES, Joker
from vision.judge.evidence import Evidence, Sight
from vision.judge.explain import (
    Changes,
    Explanation,
    available_kinds,
    changes_of,
    explanations,
    is_beside,
)
from vision.judge.illegal import Breach, SeenMosaic, gap_between, name_illegal, unfinished
from vision.judge.proposal import (
    Blocked,
    Candidates,
    Difference,
    Kind,
    Proposal,
    Remark,
    Status,
)
from vision.thresholds import judge as limits

SHOWN = 5  # candidates listed
UNREAD = frozenset({Breach.SECOND_JOKER, Breach.FACE_DOWN})  # what no tile 1–13 is told of


def propose(table: Table, earlier: Sequence[Table], evidence: Evidence) -> Proposal:
    """What happened at a table known to the game, by the evidence of its newest frames."""
    ranked = explanations(table, earlier, evidence)
    best = ranked[0]
    seen = as_read(table.mosaic, evidence)
    differences = _differences(table, seen)
    shares = _shares(table, ranked, evidence, seen)
    candidates = tuple((each.candidate, shares[at]) for at, each in enumerate(ranked[:SHOWN]))
    candidates = tuple(pair for pair in candidates if pair[1] >= 0.0005)
    sure = (
        shares[0] >= limits.SURE
        and _shortfall(table, best, evidence) <= limits.UNEXPLAINED
        and (_is_read(table, best, evidence) if best.move else _is_well_read(table, evidence))
    )
    covered = Proposal(Status.BLOCKED, None, None, Blocked.COVERED, candidates, differences)
    if sure and _hidden_matters(table, best, evidence):
        return covered
    if evidence.has_hand and not (sure and _is_whole(table, best)):
        return covered  # somebody is at work: what was done so far need not be all
    if evidence.second_joker is not None and (sure or best.kind is Kind.NONE):
        shown = (*differences, Difference(evidence.second_joker, None, Joker.JOKER))
        return Proposal(Status.ILLEGAL, None, None, Breach.SECOND_JOKER, (), shown)
    if sure and evidence.face_down and best.kind is Kind.NONE:
        if evidence.has_hand:
            return covered
        return Proposal(Status.ILLEGAL, None, None, Breach.FACE_DOWN, (), differences)
    if sure:
        return _accepted(best, candidates, differences)
    if evidence.covered:
        return covered
    if _is_certain(table, evidence) and not _has_third_copy(table, seen):
        expected = unfinished(table, seen)
        if expected is not None:
            return Proposal(Status.UNFINISHED, differences=differences, expected=expected)
        mischief = name_illegal(table, seen)
        if mischief is not None:
            move, reason = mischief.move, mischief.reason
            return Proposal(Status.ILLEGAL, move, None, reason, (), differences)
    return Proposal(Status.UNSURE, None, None, None, candidates, differences)


def without_known(table: Table, proposal: Proposal, known: Collection[Difference]) -> Proposal:
    """The proposal without what players know better; where a rule forbids it, what else differs
    is judged for itself."""
    remaining = tuple(each for each in proposal.differences if each not in known)
    told = replace(proposal, differences=remaining)
    is_less = 0 < len(remaining) < len(proposal.differences)
    if proposal.status is not Status.ILLEGAL or proposal.reason in UNREAD or not is_less:
        return told
    act = name_illegal(table, _differing(table, remaining))
    if act is None:
        return replace(told, status=Status.UNSURE, move=None, reason=None)
    return replace(told, move=act.move, reason=act.reason)


def _differing(table: Table, differences: Iterable[Difference]) -> SeenMosaic:
    """The table as it is read where only these places differ."""
    read = {**table.mosaic, **{each.cell: each.seen for each in differences if each.cell}}
    cells = {cell: tile for cell, tile in read.items() if isinstance(tile, Tile)}
    beside = Counter(table.played)
    for each in differences:
        if each.cell is None and each.expected is not None:
            beside[each.expected] -= 1
        if each.cell is None and isinstance(each.seen, Tile):
            beside[each.seen] += 1
    return SeenMosaic(cells, tuple(beside.elements()))


def as_read(mosaic: Mosaic, evidence: Evidence) -> SeenMosaic:
    """The table by the likeliest name of everything; what is covered is taken as it was."""
    cells = {cell: tile for cell, tile in mosaic.items() if cell in evidence.covered}
    for cell, sight in evidence.cells.items():
        tile = _tile(sight)
        if tile is not None and sight.presence >= 0.5:
            cells[cell] = tile
    beside = (_tile(sight) for sight in evidence.beside if sight.presence >= 0.5)
    return SeenMosaic(cells, tuple(tile for tile in beside if tile is not None))


def _accepted(
    best: Explanation, candidates: Candidates, differences: tuple[Difference, ...]
) -> Proposal:
    match best.kind:
        case Kind.MOVE:
            return Proposal(Status.MOVE, best.move, best.points, None, candidates, differences)
        case Kind.UNDONE:
            return Proposal(Status.UNDONE, differences=differences, back=best.back)
        case Kind.CLEARED:
            return Proposal(Status.CLEARED, differences=differences)
        case Kind.ACTIONS_GONE:
            return Proposal(Status.NONE, reason=Remark.ACTION_TILES_GONE, differences=differences)
        case Kind.NONE:
            return Proposal(Status.NONE)


def _shares(
    table: Table, ranked: Sequence[Explanation], evidence: Evidence, seen: SeenMosaic
) -> list[float]:
    """The share of each explanation when what no rule allows is weighed as well."""
    top = ranked[0].fit
    weights = [exp(max(each.fit - top, -60.0)) for each in ranked]
    breaches = sum(exp(min(fit - top, 60.0)) for fit in _breaches(table, ranked, evidence, seen))
    total = sum(weights) + breaches
    return [weight / total for weight in weights]


def _breaches(
    table: Table, ranked: Sequence[Explanation], evidence: Evidence, seen: SeenMosaic
) -> Iterator[float]:
    """The fits of tables that differ from the best explanation as no rule allows."""
    best = ranked[0]
    after = _table_after(table, best)
    if after is None:
        return
    legal = {
        (cell, tile)
        for each in ranked
        if each.move is not None
        for cell, tile in changes_of(table.mosaic, each.move).cells.items()
    }
    for cell in evidence.cells.keys() | after.keys():
        now = evidence.log_likelihood(cell, after.get(cell))
        prior = log(limits.TAMPERING if cell in table.mosaic else limits.BREACH)
        for other in _other_tiles(evidence.at(cell), after.get(cell)):
            if (cell, other) not in legal:
                yield best.fit - now + evidence.log_likelihood(cell, other) + prior
    if seen.cells != after:
        gain = sum(
            evidence.log_likelihood(cell, seen.cells.get(cell))
            - evidence.log_likelihood(cell, after.get(cell))
            for cell in seen.cells.keys() | after.keys()
        )
        yield best.fit + gain + log(limits.BREACH)


def _other_tiles(sight: Sight, than: Tile | None) -> Iterator[Tile]:
    for tile in sight.shares:
        if isinstance(tile, Tile) and tile != than and not tile.is_action:
            yield tile


def _table_after(table: Table, best: Explanation) -> dict[Cell, Tile] | None:
    """The cells an explanation leaves; nothing for those that change the whole table."""
    if best.kind not in (Kind.MOVE, Kind.NONE):
        return None
    changes = changes_of(table.mosaic, best.move) if best.move else Changes({})
    after = dict(table.mosaic)
    for cell, tile in changes.cells.items():
        if tile is None:
            after.pop(cell)
        else:
            after[cell] = tile
    return after


def _shortfall(table: Table, best: Explanation, evidence: Evidence) -> float:
    """How much better the likeliest name of every single tile would fit than `best` does."""
    after = _table_after(table, best)
    if after is None:
        # a whole table that changed is many readings, each with its doubt; but an action tile in
        # plain sight that was not there is no doubt, nor is a tile that should not be where it is
        if any(
            is_plain(sight) and _tile(sight) != best.mosaic.get(cell)
            for cell, sight in evidence.cells.items()
        ):
            return inf
        extra, _ = min(_beside_shortfall([*played], evidence) for played in best.played)
        return max(-best.fit / 4, extra)
    worst = 0.0
    for cell in after.keys() | evidence.cells.keys():
        sight = evidence.at(cell)
        options = [evidence.log_likelihood(cell, None)]
        if sight.presence and (likeliest := _tile(sight)) is not None:
            options.append(evidence.log_likelihood(cell, likeliest))
        worst = max(worst, max(options) - evidence.log_likelihood(cell, after.get(cell)))
    played = list(table.played)
    if best.move is not None and (action := changes_of(table.mosaic, best.move).action):
        played.append(action)
        if not is_beside(evidence, action, played.count(action)):
            return inf
    extra, gone = _beside_shortfall(played, evidence)
    # Played action tiles lie together, and what hides one hides more: where a move is in plain
    # sight they count as one.
    return worst + extra + limits.GONE * (min(gone, 1) if best.move else gone)


def _beside_shortfall(played: list[Tile], evidence: Evidence) -> tuple[float, int]:
    """What tiles beside the mosaic count that should not be there, and how many that should be
    there are not."""
    left = list(played)
    extra = 0.0
    for sight in sorted(evidence.beside, key=lambda each: -each.confidence):
        best = max(left, key=sight.share, default=None)
        if best is not None and sight.share(best) > 0.05:
            left.remove(best)
        elif sight.presence >= 0.5:
            extra += limits.CLUTTER if _is_clutter(sight) else 3.0
    return extra, len(left)


def _is_clutter(sight: Sight) -> bool:
    """Whether this is more likely print or a sticker than a tile that takes part: no action tile,
    and not read for sure."""
    tile = _tile(sight)
    return sight.confidence < limits.PRINT and (tile is None or not tile.is_action)


def _hidden_matters(table: Table, best: Explanation, evidence: Evidence) -> bool:
    """Whether a covered place could hide what makes the difference. A turn is one move: where all
    that it changed is in plain sight, what is covered elsewhere hides no other."""
    if best.move is None:
        return bool(evidence.covered)
    if changes_of(table.mosaic, best.move).cells.keys() & evidence.covered:
        return True
    return isinstance(best.move, Place) and _may_have_come_from(table, best.move, evidence.covered)


def _is_whole(table: Table, best: Explanation) -> bool:
    """Whether it can be judged while somebody is at work. A bare table cannot: the joker in sight
    may be the other one, and the first tile under the hand."""
    return best.kind is Kind.MOVE or (best.kind is Kind.NONE and bool(table.mosaic))


def _may_have_come_from(table: Table, laid: Place, covered: Collection[Cell]) -> bool:
    """Whether a 12 may have moved the tile laid from a covered cell that held one like it."""
    twelve = Tile(laid.tile.colour, 12)
    return twelve in available_kinds(table) and any(
        table.mosaic.get(cell) == laid.tile
        and check(table.mosaic, Shift(twelve, cell, laid.cell)) is None
        for cell in covered
    )


def _is_read(table: Table, best: Explanation, evidence: Evidence) -> bool:
    """Whether the tiles a move lays were read as such, the action tile beside the mosaic too; the
    rules alone do not make them so."""
    if best.move is None:
        return True
    changes = changes_of(table.mosaic, best.move)
    if changes.action is not None:
        copies = table.played.count(changes.action) + 1
        if not is_beside(evidence, changes.action, copies, limits.READ):
            return False
    return all(
        evidence.at(cell).share(tile) >= limits.READ
        for cell, tile in changes.cells.items()
        if tile is not None
    )


def _is_well_read(table: Table, evidence: Evidence) -> bool:
    """Whether most known tiles in sight were read rightly. Where they were not, what was not seen
    may be there all the same."""
    seen = [cell for cell in table.mosaic if evidence.at(cell).presence >= 0.5]
    right = sum(
        _tile(evidence.at(cell)) == table.mosaic[cell]
        and evidence.at(cell).confidence >= limits.WELL_READ
        for cell in seen
    )
    return right >= limits.LEAST_WELL_READ * len(seen)


def _is_certain(table: Table, evidence: Evidence) -> bool:
    """Whether every tile that is not as expected was read beyond doubt."""
    for cell, sight in evidence.cells.items():
        if _tile(sight) != table.mosaic.get(cell) and not is_plain(sight):
            return False
    gone = (evidence.at(cell) for cell in table.mosaic if cell not in evidence.cells)
    return all(sight.presence <= 1 - limits.SURE_THERE for sight in gone) and all(
        is_plain(sight) for sight in evidence.beside
    )


def is_plain(sight: Sight) -> bool:
    """Whether a tile was seen and read beyond doubt."""
    return sight.presence >= limits.SURE_THERE and sight.confidence >= limits.SURE_NAME


def _has_third_copy(table: Table, seen: SeenMosaic) -> bool:
    """A third copy of a tile cannot be: something was misread."""
    shown = [*seen.cells.values(), *seen.beside, *table.aside]
    return any(shown.count(tile) > COPIES for tile in set(shown)) or any(
        in_sight(table).count(tile) > COPIES for tile in table.played
    )


def _differences(table: Table, seen: SeenMosaic) -> tuple[Difference, ...]:
    gap = gap_between(table, seen)
    found = [
        *(Difference(cell, None, tile) for cell, tile in gap.added.items()),
        *(Difference(cell, tile, None) for cell, tile in gap.removed.items()),
        *(Difference(cell, old, new) for cell, (old, new) in gap.changed.items()),
        *(Difference(None, None, tile) for tile in (*gap.actions, *gap.strays)),
        *(Difference(None, tile, None) for tile in gap.gone),
    ]
    return tuple(sorted(found, key=lambda each: (str(each.cell or "~"), str(each.seen))))


def _tile(sight: Sight) -> Tile | None:
    """The likeliest tile; nothing where that is a joker."""
    tile = sight.tile
    return tile if isinstance(tile, Tile) else None
