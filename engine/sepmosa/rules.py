"""The rules of the mosaic: what may be played (S4–S9, S13–S16) and what it scores (S10–S16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.sepmosa.board import ROW_LIMIT, Board, reach, spread
from engine.sepmosa.errors import IllegalMove, Reason
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.values import (
    JOKER_CELL,
    MOSAIC_KINDS,
    REMOVE,
    ROWS,
    SHIFT,
    Cell,
    Move,
    Pass,
    Place,
    Remove,
    RemoveThree,
    Shift,
    Tile,
    cells_of,
    neighbours,
)

POINTS_LIMIT = 7
PASS_POINTS = -2


# May it be played?


def check(mosaic: Mosaic, move: Move) -> Reason | None:
    """The rule that forbids `move`, or nothing. Whether a pass is allowed, the racks decide."""
    if isinstance(move, Place) and move.tile.is_action:
        return Reason.ACTION_TILE
    cells = cells_of(move)
    if any(cell.row not in ROWS for cell in cells):
        return Reason.OUTSIDE_ROWS
    if JOKER_CELL in cells:
        return Reason.JOKER
    match move:
        case Place(tile, cell):
            return _check_place(mosaic, tile, cell)
        case Remove(tile, cell):
            return _check_targets(mosaic, tile, (cell,))
        case Shift(tile, source, target):
            return _check_targets(mosaic, tile, (source,)) or _check_shift(mosaic, source, target)
        case RemoveThree(tile):
            if move.cells is None:
                return Reason.NOT_A_LINE
            return _check_targets(mosaic, tile, move.cells)
        case Pass():
            return None


def _check_place(mosaic: Mosaic, tile: Tile, cell: Cell) -> Reason | None:
    if cell in mosaic:
        return Reason.OCCUPIED
    if sum(other.row == cell.row for other in mosaic) >= ROW_LIMIT:
        return Reason.ROW_FULL
    if not mosaic.allows_identical and any(
        other == tile and (at.row == cell.row or at.column == cell.column)
        for at, other in mosaic.items()
    ):
        return Reason.IDENTICAL_IN_LINE
    around = neighbours(cell)
    tiles = [mosaic[at] for at in around if at in mosaic]
    beside_joker = JOKER_CELL in around
    if not tiles:
        return None if beside_joker else Reason.NOT_ADJACENT
    if not beside_joker and not any(mosaic.is_connected(at) for at in around):
        return Reason.ISLAND
    if not any(matches(tile, other) for other in tiles):
        return Reason.NO_MATCH
    return None


def _check_targets(mosaic: Mosaic, tile: Tile, cells: tuple[Cell, ...]) -> Reason | None:
    if JOKER_CELL in cells:
        return Reason.JOKER
    if any(cell not in mosaic for cell in cells):
        return Reason.EMPTY_CELL
    if any(mosaic[cell].colour is not tile.colour for cell in cells):
        return Reason.WRONG_COLOUR
    if not all(mosaic.is_connected(cell) for cell in cells):
        return Reason.FLOATING
    return None


def _check_shift(mosaic: Mosaic, source: Cell, target: Cell) -> Reason | None:
    if source == target:
        return Reason.SAME_CELL
    return _check_place(mosaic.without(source), mosaic[source], target)


def matches(tile: Tile, other: Tile) -> bool:
    """Whether the two may join (S6): same value, or same colour and one apart, 10 beside 1."""
    if tile.value == other.value:
        return True
    return tile.colour is other.colour and abs(tile.value - other.value) in (1, 9)


# What is it worth, and what lies there then?


def outcome(mosaic: Mosaic, move: Move) -> tuple[Mosaic, int]:
    """What lies there after a legal move, and its points; raises IllegalMove."""
    reason = check(mosaic, move)
    if reason is not None:
        raise IllegalMove(move, reason)
    board = mosaic.board
    match move:
        case Place(tile, cell):
            gain = _place_points(board, board.floating, tile, board.bit(cell))
            return mosaic.with_tile(cell, tile), gain
        case Remove(_, cell):
            return mosaic.without(cell), 0
        case Shift(_, source, target):
            tile = mosaic[source]
            lifted = board.without(board.bit(source))
            gain = _place_points(lifted, board.floating, tile, board.bit(target))
            return mosaic.without(source).with_tile(target, tile), gain
        case RemoveThree():
            three = move.cells or ()
            gain = _remove_three_points(board, sum(map(board.bit, three)))
            return mosaic.without(*three), gain
        case Pass():
            return mosaic, PASS_POINTS


def apply(mosaic: Mosaic, move: Move) -> Mosaic:
    """The mosaic after a legal move; raises IllegalMove."""
    return outcome(mosaic, move)[0]


def points(mosaic: Mosaic, move: Move) -> int:
    """The points of a legal move; raises IllegalMove."""
    return outcome(mosaic, move)[1]


def _place_points(board: Board, floating_before: int, tile: Tile, at: int) -> int:
    """Points for `tile` laid at the bit `at` of a board where it does not lie yet (S10–S12)."""
    total = board.line_points(tile.colour, at)
    if floating_before:
        floating = board.floating
        total += (reach(spread(at), floating) & floating_before).bit_count()
    return min(total, POINTS_LIMIT)


def _remove_three_points(board: Board, three: int) -> int:
    """3, and 1 for each tile that floats only now, at most 7 (S16)."""
    left = board.connected & ~three
    cut_off = left & ~reach(spread(board.joker), left)
    return min(3 + cut_off.bit_count(), POINTS_LIMIT)


# Everything that may be played


def legal_moves(mosaic: Mosaic, tiles: Iterable[Tile]) -> tuple[Move, ...]:
    """Every legal move of every kind among `tiles`, sorted by text; a pass is not one of them."""
    return tuple(move for move, _ in scored_moves(mosaic, tiles))


def scored_moves(mosaic: Mosaic, tiles: Iterable[Tile]) -> tuple[tuple[Move, int], ...]:
    """The legal moves of `tiles` as in `legal_moves`, each with its points."""
    board = mosaic.board
    open_cells = board.open_cells()
    found: list[tuple[Move, int]] = []
    for tile in dict.fromkeys(tiles):
        if not tile.is_action:
            found += _placements(board, open_cells, tile)
        elif tile.value == REMOVE:
            targets = board.connected & board.colours[tile.colour]
            found += ((Remove(tile, cell), 0) for cell in board.cells(targets))
        elif tile.value == SHIFT:
            found += _shifts(mosaic, tile)
        else:
            found += _removals_of_three(board, tile)
    return tuple(sorted(found, key=lambda scored: str(scored[0])))


def _placements(board: Board, open_cells: int, tile: Tile) -> Iterator[tuple[Move, int]]:
    for cell in board.cells(_places(board, open_cells, tile)):
        yield Place(tile, cell), _place_points(board, board.floating, tile, board.bit(cell))


def _places(board: Board, open_cells: int, tile: Tile) -> int:
    return open_cells & board.matching(tile) & ~board.in_line_with(tile)


def _shifts(mosaic: Mosaic, twelve: Tile) -> Iterator[tuple[Move, int]]:
    board = mosaic.board
    for source in board.cells(board.connected & board.colours[twelve.colour]):
        at = board.bit(source)
        lifted = board.without(at)
        tile = mosaic[source]
        for target in board.cells(_places(lifted, lifted.open_cells(), tile) & ~at):
            landing = board.bit(target)
            yield (
                Shift(twelve, source, target),
                _place_points(lifted, board.floating, tile, landing),
            )


def _removals_of_three(board: Board, thirteen: Tile) -> Iterator[tuple[Move, int]]:
    own = board.connected & board.colours[thirteen.colour]
    for step in (8, 1):
        firsts = own & own >> step & own >> 2 * step
        lasts = board.cells(firsts << 2 * step)
        for first, last in zip(board.cells(firsts), lasts, strict=True):
            at = board.bit(first)
            three = at | at << step | at << 2 * step
            yield RemoveThree(thirteen, first, last), _remove_three_points(board, three)


def open_places(mosaic: Mosaic) -> dict[Cell, tuple[Tile, ...]]:
    """For every cell where something may be placed, the tiles 1–10 that may, sorted by name."""
    board = mosaic.board
    open_cells = board.open_cells()
    places: dict[Cell, tuple[Tile, ...]] = {}
    for tile in MOSAIC_KINDS:
        for cell in board.cells(_places(board, open_cells, tile)):
            places[cell] = (*places.get(cell, ()), tile)
    return places
