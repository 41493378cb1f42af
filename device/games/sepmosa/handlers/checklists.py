"""Checklists: what to do at the table, ticked off as the camera sees it done, or by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from device.core.messages import Message, Sentence, say
from device.games.sepmosa.model import Check
from engine.sepmosa import Cell, Step, Table, Tile
from engine.sepmosa.table import RACK_SIZE
from engine.sepmosa.values import TILE_COUNT, AnyTile, Joker
from vision.judge.explain import changes_of
from vision.judge.proposal import Blocked, Difference, Proposal, Remark, Status

NO_SINGLE_JOKER = frozenset({Blocked.NO_JOKER, Blocked.TWO_JOKERS, Blocked.JOKER_TURNED})
SHOWS_THE_TABLE = frozenset(Status) - {Status.BLOCKED}


def set_table_checks() -> tuple[Check, ...]:
    """What has to be done before the first turn."""
    return (
        Check(say(Message.LAY_JOKER)),
        Check(say(Message.LAY_NOTHING_ELSE)),
        Check(say(Message.FILL_RACKS, count=RACK_SIZE), is_visible=False),
    )


def checklist_for(table: Table) -> tuple[Check, ...]:
    """What has to be done at the table before the game goes on; mostly nothing."""
    if table.step is Step.RESET:
        return (
            Check(say(Message.CLEAR_MOSAIC)),
            Check(say(Message.KEEP_JOKER)),
            Check(say(Message.TAKE_ACTION_TILES), is_done=not table.played),
            Check(
                say(Message.SHUFFLE_STOCK, count=TILE_COUNT - sum(table.racks)), is_visible=False
            ),
        )
    if table.step is Step.RESHUFFLE:
        stock = TILE_COUNT - sum(table.racks) - len(table.mosaic)
        return (
            Check(say(Message.TAKE_ACTION_TILES), is_done=not table.played),
            Check(say(Message.SHUFFLE_STOCK, count=stock), is_visible=False),
        )
    return ()


def guide_checks(differences: Iterable[Difference]) -> tuple[Check, ...]:
    """What has to be moved so that the table is as the game knows it; first take, then lay."""
    ordered = sorted(differences, key=lambda each: (each.seen is None, each.expected is not None))
    return tuple(Check(instruction(each)) for each in ordered)


@dataclass(frozen=True, slots=True)
class Lies:
    """What lies on the table: tiles of the mosaic by cell, and action tiles beside it."""

    cells: Mapping[Cell, AnyTile]
    beside: Counter[AnyTile]


def lies_as(table: Table, checks: tuple[Check, ...] = ()) -> Lies:
    """What lies on the table before those steps of a way back to `table` that are not done."""
    cells: dict[Cell, AnyTile] = dict(table.mosaic)
    beside: Counter[AnyTile] = Counter(table.played)
    for said in (check.sentence for check in checks if not check.is_done):
        is_missing = said.message in (Message.GUIDE_LAY, Message.GUIDE_LAY_BESIDE)
        cell, tile = said.values.get("cell"), said.values.get("seen", said.values.get("tile"))
        if isinstance(cell, Cell):
            cells.pop(cell, None)
        if isinstance(tile, Tile | Joker) and isinstance(cell, Cell) and not is_missing:
            cells[cell] = tile
        elif isinstance(tile, Tile | Joker) and cell is None:
            beside[tile] += -1 if is_missing else 1
    return Lies(cells, +beside)


def differences_from(lies: Lies, table: Table) -> tuple[Difference, ...]:
    """Where what lies on the table is not as `table` has it, in the order of its cells."""
    cells = sorted(lies.cells.keys() | set(table.mosaic), key=attrgetter("row", "column"))
    played: Counter[AnyTile] = Counter(table.played)
    found = [Difference(cell, table.mosaic.get(cell), lies.cells.get(cell)) for cell in cells]
    found += [Difference(None, None, tile) for tile in (lies.beside - played).elements()]
    missing = (played - lies.beside).elements()
    found += [Difference(None, tile, None) for tile in missing if isinstance(tile, Tile)]
    return tuple(each for each in found if each.expected != each.seen)


def differences_of(table: Table, proposal: Proposal) -> tuple[Difference, ...]:
    """Where a look found the table otherwise; a move that was seen changes what it changes."""
    if proposal.status is not Status.MOVE or proposal.move is None:
        return proposal.differences
    changes = changes_of(table.mosaic, proposal.move)
    cells = {**table.mosaic, **changes.cells}
    beside: Counter[AnyTile] = Counter(table.played)
    beside.update([changes.action] if changes.action else ())
    there = Lies({cell: tile for cell, tile in cells.items() if tile is not None}, beside)
    return differences_from(there, table)


def instruction(difference: Difference) -> Sentence:
    """What to do about one difference."""
    match difference:
        case Difference(None, Tile() as tile, None):
            return say(Message.GUIDE_LAY_BESIDE, tile=tile)
        case Difference(None, _, seen):
            return say(Message.GUIDE_TAKE_BESIDE, tile=seen)
        case Difference(Cell() as cell, Tile() as tile, None):
            return say(Message.GUIDE_LAY, tile=tile, cell=cell)
        case Difference(Cell() as cell, None, seen):
            return say(Message.GUIDE_TAKE, tile=seen, cell=cell)
        case Difference(cell, tile, seen):
            return say(Message.GUIDE_SWAP, tile=tile, seen=seen, cell=cell)


def tick_seen(checks: tuple[Check, ...], table: Table, proposal: Proposal) -> tuple[Check, ...]:
    """The checklist as the camera sees it; what was ticked by hand stays ticked."""
    seen = _seen_done(table, proposal)
    return tuple(
        replace(check, is_done=seen[check.sentence.message])
        if check.sentence.message in seen and not check.by_hand
        else check
        for check in checks
    )


def tick_guided(checks: tuple[Check, ...], proposal: Proposal) -> tuple[Check, ...]:
    """The way back as the camera sees it: done steps ticked, new ones added at the end."""
    if proposal.status not in SHOWS_THE_TABLE:
        return checks
    open_now = [check.sentence for check in guide_checks(proposal.differences)]
    known = [check.sentence for check in checks]
    ticked = tuple(
        check if check.by_hand else replace(check, is_done=check.sentence not in open_now)
        for check in checks
    )
    return ticked + tuple(Check(each) for each in open_now if each not in known)


def tick_by_hand(checks: tuple[Check, ...], at: int) -> tuple[Check, ...]:
    """The checklist with entry `at` ticked by hand, or its tick taken away."""
    if not 0 <= at < len(checks):
        return checks
    ticked = replace(checks[at], is_done=not checks[at].is_done, by_hand=not checks[at].is_done)
    return (*checks[:at], ticked, *checks[at + 1 :])


def is_complete(checks: tuple[Check, ...]) -> bool:
    """Whether all is done that can be seen."""
    return all(check.is_done for check in checks if check.is_visible)


def first_open(checks: tuple[Check, ...]) -> Sentence | None:
    """The first thing that is still to be done."""
    return next((each.sentence for each in checks if each.is_visible and not each.is_done), None)


def _seen_done(table: Table, proposal: Proposal) -> dict[Message, bool]:
    """What a proposal says about the entries of a checklist; of the others nothing."""
    if proposal.status is Status.BLOCKED:  # with candidates only a part is hidden, not the joker
        if proposal.reason not in NO_SINGLE_JOKER and not proposal.candidates:
            return {}
        is_there = bool(proposal.candidates)
        return {Message.LAY_JOKER: is_there, Message.KEEP_JOKER: is_there}
    differences = proposal.differences
    gone = Counter(each.expected for each in differences if each.cell is None and not each.seen)
    more = any(each.seen for each in differences)
    actions_gone = gone == Counter(table.played) or proposal.reason is Remark.ACTION_TILES_GONE
    return {
        Message.LAY_JOKER: True,
        Message.LAY_NOTHING_ELSE: proposal.status is Status.NONE,
        Message.KEEP_JOKER: True,
        Message.CLEAR_MOSAIC: proposal.status is Status.CLEARED,
        Message.TAKE_ACTION_TILES: actions_gone and not more,
    }
