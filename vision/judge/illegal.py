"""Names what happened when no rule allows it: illegal moves, half-done actions, stray tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.sepmosa import Cell, Mosaic, Move, Place, Remove, RemoveThree, Shift, Table, Tile
from engine.sepmosa.errors import Reason
from engine.sepmosa.rules import check, legal_moves


class Breach(Enum):
    """What is wrong beyond the rules' own reasons; the value is its name in the output."""

    ACTION_UNFINISHED = "action-unfinished"  # one was played, its action not done, or not all of it
    NO_ACTION_TILE = "no-action-tile"  # tiles were taken or moved, but none was played
    TWO_TILES = "two-tiles"  # more than one was laid
    TWO_ACTIONS = "two-actions"  # more than one action tile was played
    TILE_AND_ACTION = "tile-and-action"  # one was laid and an action tile played in one turn
    TOO_MANY_REMOVED = "too-many-removed"  # more are gone than the action tile takes
    TILES_SWAPPED = "tiles-swapped"  # two have changed places
    TILE_CHANGED = "tile-changed"  # one lies where another lay
    ACTION_TILE_GONE = "action-tile-gone"  # one that was played
    JOKER_MOVED = "joker-moved"  # it lies elsewhere in the mosaic
    OFF_LATTICE = "off-lattice"  # a tile 1–10 lies beside the mosaic or between cells
    MANY_CHANGES = "many-changes"  # too much has changed for one turn
    SECOND_JOKER = "second-joker"  # one lies on an open cell of the mosaic
    FACE_DOWN = "face-down"  # a tile lies there and does not show what it is


@dataclass(frozen=True, slots=True)
class SeenMosaic:
    """The table as read: what lies on cells (any row) and what lies beside them."""

    cells: Mapping[Cell, Tile]
    beside: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class IllegalAct:
    """Why what happened is not allowed, and the one move it amounts to, where it is one."""

    reason: Reason | Breach
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


def gap_between(table: Table, seen: SeenMosaic) -> Gap:
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


class Do(Enum):
    """What is to be done next with an action tile; the value is its name in the output."""

    REMOVE = "remove"
    MOVE = "move"
    PLACE = "place"  # the tile that was lifted


@dataclass(frozen=True, slots=True)
class Expected:
    """What an action tile that lies there still asks for, and the cells it may be done with."""

    tile: Tile
    do: Do
    cells: tuple[Cell, ...]


def unfinished(table: Table, seen: SeenMosaic) -> Expected | None:
    """What is still to be done where one action tile was laid and nothing was done wrong."""
    gap = gap_between(table, seen)
    if len(gap.actions) != 1 or gap.added or gap.changed or gap.gone or gap.strays:
        return None
    action, removed = gap.actions[0], set(gap.removed)
    legal = [move for move in legal_moves(table.mosaic, [action]) if removed <= _taken(move)]
    lifted = action.value == 12 and len(removed) == 1
    if lifted:
        cells = {move.target for move in legal if isinstance(move, Shift)}
    else:
        cells = {cell for move in legal for cell in _taken(move) - removed}
    if not cells:
        return None
    do = Do.PLACE if lifted else Do.MOVE if action.value == 12 else Do.REMOVE
    return Expected(action, do, tuple(sorted(cells, key=str)))


def _taken(move: Move) -> set[Cell]:
    """The cells from which a move takes tiles."""
    match move:
        case Remove(_, cell) | Shift(_, cell):
            return {cell}
        case RemoveThree():
            return set(move.cells or ())
        case _:
            return set()


def name_illegal(table: Table, seen: SeenMosaic) -> IllegalAct | None:
    """What was done that no rule allows, or nothing when it is a legal move after all."""
    gap = gap_between(table, seen)
    if _is_shifted(table.mosaic, seen.cells):
        return IllegalAct(Breach.JOKER_MOVED)
    if gap.strays:
        return IllegalAct(Breach.OFF_LATTICE)
    if gap.gone:
        return IllegalAct(Breach.ACTION_TILE_GONE)
    if gap.changed:
        return IllegalAct(_name_changed(gap))
    if len(gap.actions) > 1:
        return IllegalAct(Breach.TWO_ACTIONS)
    if gap.actions:
        return _judge_action(table.mosaic, gap, gap.actions[0])
    return _judge_tiles(table.mosaic, gap)


def _judge_tiles(mosaic: Mosaic, gap: Gap) -> IllegalAct | None:
    """With no action tile played: one tile may be laid, nothing taken."""
    if gap.removed:
        moved = sorted(map(str, gap.removed.values())) == sorted(map(str, gap.added.values()))
        return IllegalAct(Breach.NO_ACTION_TILE if moved or not gap.added else Breach.MANY_CHANGES)
    if len(gap.added) > 1:
        return IllegalAct(Breach.TWO_TILES)
    return next((_judge(mosaic, Place(tile, cell)) for cell, tile in gap.added.items()), None)


def _judge_action(mosaic: Mosaic, gap: Gap, action: Tile) -> IllegalAct | None:
    """With one action tile played: just what it does must have been done."""
    takes = {11: 1, 12: 1, 13: 3}[action.value]
    removed = list(gap.removed)
    if gap.added and not (action.value == 12 and removed):
        return IllegalAct(Breach.TILE_AND_ACTION)
    if len(removed) > takes:
        return IllegalAct(Breach.TOO_MANY_REMOVED)
    if len(removed) < takes or (action.value == 12 and not gap.added):
        return IllegalAct(Breach.ACTION_UNFINISHED)
    if action.value == 11:
        return _judge(mosaic, Remove(action, removed[0]))
    if action.value == 13:
        first, _, last = sorted(removed, key=lambda cell: (cell.row, cell.column))
        three = RemoveThree(action, first, last)
        if set(three.cells or ()) != set(removed):
            return IllegalAct(Reason.NOT_A_LINE)
        return _judge(mosaic, three)
    if len(gap.added) > 1:
        return IllegalAct(Breach.TWO_TILES)
    ((target, tile),) = gap.added.items()
    if tile != mosaic[removed[0]]:
        return IllegalAct(Breach.TILE_CHANGED)
    return _judge(mosaic, Shift(action, removed[0], target))


def _judge(mosaic: Mosaic, move: Move) -> IllegalAct | None:
    reason = check(mosaic, move)
    return IllegalAct(reason, move) if reason else None


def _name_changed(gap: Gap) -> Breach:
    if gap.added or gap.removed or len(gap.changed) > 2:
        return Breach.MANY_CHANGES if len(gap.changed) > 1 else Breach.TILE_CHANGED
    if len(gap.changed) == 2:
        one, two = gap.changed.values()
        if one == two[::-1]:
            return Breach.TILES_SWAPPED
        return Breach.MANY_CHANGES
    return Breach.TILE_CHANGED


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
