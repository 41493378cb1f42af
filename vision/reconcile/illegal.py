"""Names what happened when no rule allows it: illegal moves, half-done actions, stray tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.sepmosa import Cell, Mosaic, Move, Place, Remove, RemoveThree, Shift, Table, Tile
from engine.sepmosa.errors import Reason
from engine.sepmosa.rules import check

REASONS = {
    "action-unfinished": "an action tile was played, but what it does was not done, or not all",
    "no-action-tile": "tiles were taken or moved, but no action tile was played",
    "two-tiles": "more than one tile was laid",
    "two-actions": "more than one action tile was played",
    "tile-and-action": "a tile was laid and an action tile played in one turn",
    "too-many-removed": "more tiles are gone than the action tile takes",
    "tiles-swapped": "two tiles have changed places",
    "tile-changed": "a tile lies where another lay",
    "action-tile-gone": "a played action tile is gone",
    "joker-moved": "the joker lies elsewhere in the mosaic",
    "off-lattice": "a tile 1–10 lies beside the mosaic or between cells",
    "many-changes": "too much has changed for one turn",
}
"""Reasons beyond the rules' own, and what they mean."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The table as read: what lies on cells (any row) and what lies beside them."""

    cells: Mapping[Cell, Tile]
    beside: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class IllegalAct:
    """Why what happened is not allowed, and the one move it amounts to, where it is one."""

    reason: str
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """How a table as read differs from the table the game knows."""

    added: Mapping[Cell, Tile]
    removed: Mapping[Cell, Tile]
    changed: Mapping[Cell, tuple[Tile, Tile]]  # expected and seen
    actions: tuple[Tile, ...]  # action tiles that are new
    gone: tuple[Tile, ...]  # action tiles that are no longer there
    strays: tuple[Tile, ...]  # tiles 1–10 without a cell


def gap_between(table: Table, seen: Seen) -> Gap:
    """What lies where it did not, and what no longer does."""
    mosaic = table.mosaic
    beside = Counter(tile for tile in seen.beside if tile.is_action)
    played = Counter(table.played)
    return Gap(
        added={cell: tile for cell, tile in seen.cells.items() if cell not in mosaic},
        removed={cell: tile for cell, tile in mosaic.items() if cell not in seen.cells},
        changed={
            cell: (tile, seen.cells[cell])
            for cell, tile in mosaic.items()
            if cell in seen.cells and seen.cells[cell] != tile
        },
        actions=tuple((beside - played).elements()),
        gone=tuple((played - beside).elements()),
        strays=tuple(tile for tile in seen.beside if not tile.is_action),
    )


def name_illegal(table: Table, seen: Seen) -> IllegalAct | None:
    """What was done that no rule allows, or nothing when it is a legal move after all."""
    gap = gap_between(table, seen)
    if _is_shifted(table.mosaic, seen.cells):
        return IllegalAct("joker-moved")
    if gap.strays:
        return IllegalAct("off-lattice")
    if gap.gone:
        return IllegalAct("action-tile-gone")
    if gap.changed:
        return IllegalAct(_name_changed(gap))
    if len(gap.actions) > 1:
        return IllegalAct("two-actions")
    if gap.actions:
        return _judge_action(table.mosaic, gap, gap.actions[0])
    return _judge_tiles(table.mosaic, gap)


def _judge_tiles(mosaic: Mosaic, gap: Gap) -> IllegalAct | None:
    """With no action tile played: one tile may be laid, nothing taken."""
    if gap.removed:
        moved = sorted(map(str, gap.removed.values())) == sorted(map(str, gap.added.values()))
        return IllegalAct("no-action-tile" if moved or not gap.added else "many-changes")
    if len(gap.added) > 1:
        return IllegalAct("two-tiles")
    return next((_judge(mosaic, Place(tile, cell)) for cell, tile in gap.added.items()), None)


def _judge_action(mosaic: Mosaic, gap: Gap, action: Tile) -> IllegalAct | None:
    """With one action tile played: just what it does must have been done."""
    takes = {11: 1, 12: 1, 13: 3}[action.value]
    removed = list(gap.removed)
    if gap.added and not (action.value == 12 and removed):
        return IllegalAct("tile-and-action")
    if len(removed) > takes:
        return IllegalAct("too-many-removed")
    if len(removed) < takes or (action.value == 12 and not gap.added):
        return IllegalAct("action-unfinished")
    if action.value == 11:
        return _judge(mosaic, Remove(action, removed[0]))
    if action.value == 13:
        first, _, last = sorted(removed, key=lambda cell: (cell.row, cell.column))
        three = RemoveThree(action, first, last)
        if set(three.cells or ()) != set(removed):
            return IllegalAct(Reason.NOT_A_LINE.value)
        return _judge(mosaic, three)
    if len(gap.added) > 1:
        return IllegalAct("two-tiles")
    ((target, tile),) = gap.added.items()
    if tile != mosaic[removed[0]]:
        return IllegalAct("tile-changed")
    return _judge(mosaic, Shift(action, removed[0], target))


def _judge(mosaic: Mosaic, move: Move) -> IllegalAct | None:
    reason = check(mosaic, move)
    return IllegalAct(reason.value, move) if reason else None


def _name_changed(gap: Gap) -> str:
    if gap.added or gap.removed or len(gap.changed) > 2:
        return "many-changes" if len(gap.changed) > 1 else "tile-changed"
    if len(gap.changed) == 2:
        one, two = gap.changed.values()
        if one == two[::-1]:
            return "tiles-swapped"
        return "many-changes"
    return "tile-changed"


def _is_shifted(mosaic: Mosaic, cells: Mapping[Cell, Tile]) -> bool:
    """Whether the whole mosaic seems to have moved by the same step: then it was the joker."""
    if len(mosaic) < 3 or abs(len(cells) - len(mosaic)) > 1:
        return False
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down, right) == (0, 0):
                continue
            moved = sum(
                cells.get(Cell(at.row + down, at.column + right)) == tile
                for at, tile in mosaic.items()
            )
            if moved >= len(mosaic) - 1:
                return True
    return False
