"""Choosing by touch: a tile and its cells in any order, and the legal moves that are left."""

from __future__ import annotations

from collections.abc import Iterable

from device.games.sepmosa.model import Offer, Pick
from engine.sepmosa import Cell, Move, Pass, RemoveThree, Shift, Table, Tile
from engine.sepmosa.rules import scored_moves
from engine.sepmosa.table import refusal
from engine.sepmosa.values import cells_of
from vision.judge.explain import available_kinds

NO_PICK = Pick()


def legal_offers(table: Table, tiles: Iterable[Tile] | None = None) -> tuple[Offer, ...]:
    """Every legal move with `tiles`, or with whatever tile may still be about; sorted by text."""
    kinds = available_kinds(table)
    wanted = kinds if tiles is None else [tile for tile in tiles if tile in kinds]
    return tuple(Offer(move, gain) for move, gain in scored_moves(table.mosaic, wanted))


def pick_of(table: Table, tile: Tile | None, cells: tuple[Cell, ...]) -> Pick:
    """What is chosen so far, with the moves it leaves; nothing chosen leaves none."""
    if tile is None and not cells:
        return NO_PICK
    offers = legal_offers(table, None if tile is None else (tile,))
    return Pick(tile, cells, tuple(each for each in offers if fits(each.move, cells)))


def pick_of_move(table: Table, move: Move) -> Pick:
    """A whole move chosen at once; empty where it cannot be played."""
    if move.tile is None:
        return NO_PICK
    offers = tuple(each for each in legal_offers(table, (move.tile,)) if each.move == move)
    return Pick(move.tile, cells_of(move), offers) if offers else NO_PICK


def with_tile(table: Table, pick: Pick, tile: Tile | None) -> Pick:
    """The pick after a tile was chosen; cells it cannot go with are let go."""
    kept = pick_of(table, tile, pick.cells)
    return kept if kept.offers or tile is None else pick_of(table, tile, ())


def with_cell(table: Table, pick: Pick, cell: Cell) -> Pick:
    """The pick after a cell was chosen: one more, or another; the same again lets go of it."""
    if cell in pick.cells:
        return pick_of(table, pick.tile, tuple(each for each in pick.cells if each != cell))
    further = pick_of(table, pick.tile, (*pick.cells, cell))
    if further.offers:
        return further
    anew = pick_of(table, pick.tile, (cell,))
    return anew if anew.offers else pick_of(table, None, (cell,))


def fits(move: Move, cells: tuple[Cell, ...]) -> bool:
    """Whether `move` is still possible once `cells` were chosen in that order."""
    match move:
        case Shift(_, source, target):
            return cells == (source, target)[: len(cells)]
        case RemoveThree():
            return set(cells) <= set(move.cells or ())
        case Pass():
            return False
        case _:
            return not cells or cells == cells_of(move)


def is_legal(table: Table, move: Move) -> bool:
    """Whether the move can be played at this table now."""
    return refusal(table, move) is None
