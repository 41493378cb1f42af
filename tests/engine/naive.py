"""The rules of SEPMOSA a second time, as plainly as they can be written.

A mosaic is a dict of cell names and tile names, `{"4+1": "R7"}`; the joker at 4+0 is never in
it. A move is its text. Each function is one rule of the rules page (S1-S16) and is named there.
Nothing here comes from the engine, so that the two can be held against each other.
"""

import re
from functools import cache, lru_cache

Tiles = dict[str, str]

JOKER = "4+0"
COLOURS = "KRBO"
ALL_KINDS = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 14))

CELL = r"([0-9][+-][0-9]+)"
PLACE = re.compile(rf"([KRBO][0-9]+)@{CELL}")
REMOVE = re.compile(rf"([KRBO]11)x{CELL}")
SHIFT = re.compile(rf"([KRBO]12):{CELL}>{CELL}")
REMOVE_THREE = re.compile(rf"([KRBO]13)x{CELL}\.\.{CELL}")


# Tiles, cells and moves as text


def colour_of(tile: str) -> str:
    """The colour letter of a tile."""
    return tile[0]


def value_of(tile: str) -> int:
    """The number on a tile."""
    return int(tile[1:])


@cache
def row_of(cell: str) -> int:
    """The row of a cell."""
    return int(cell[0])


@cache
def column_of(cell: str) -> int:
    """The column of a cell, counted from the joker."""
    return int(cell[1:])


def cell_at(row: int, column: int) -> str:
    """The name of the cell in a row and a column."""
    return f"{row}{column:+d}"


def split_move(move: str) -> tuple[str, list[str]]:
    """The tile played and the cells named, in the order written; ValueError for other text."""
    for pattern in (PLACE, REMOVE, SHIFT, REMOVE_THREE):
        found = pattern.fullmatch(move)
        if found and found[1] in ALL_KINDS:
            return found[1], list(found.groups()[1:])
    raise ValueError(f"not a move: {move!r}")


# The table: S1 to S3


def is_outside_rows(cell: str) -> bool:
    """Whether a cell is not in rows 1-7 (S1)."""
    return not 1 <= row_of(cell) <= 7


def is_row_full(mosaic: Tiles, row: int) -> bool:
    """Whether a row holds seven tiles, gaps and joker not counted (S1)."""
    return len([cell for cell in mosaic if row_of(cell) == row]) >= 7


@cache
def neighbours(cell: str) -> tuple[str, ...]:
    """The cells above, below, left and right of a cell (S2)."""
    row, column = row_of(cell), column_of(cell)
    return (
        cell_at(row - 1, column),
        cell_at(row + 1, column),
        cell_at(row, column - 1),
        cell_at(row, column + 1),
    )


def connected(mosaic: Tiles) -> set[str]:
    """The cells of the tiles from which a chain of tiles leads to the joker (S3)."""
    return set(reached_from_joker(frozenset(mosaic)))


@lru_cache(maxsize=10_000)
def reached_from_joker(cells: frozenset[str]) -> frozenset[str]:
    """The cells among these that a chain of neighbours joins to the joker."""
    reached = {JOKER}
    while True:
        more = {cell for cell in cells - reached if reached & set(neighbours(cell))}
        if not more:
            return frozenset(reached - {JOKER})
        reached |= more


def floating(mosaic: Tiles) -> set[str]:
    """The cells of the tiles that are not connected (S3)."""
    return set(mosaic) - connected(mosaic)


# Placing a tile: S4 to S9


def is_match(tile: str, other: str) -> bool:
    """Whether two tiles match: same value, or same colour and one apart, 10 and 1 too (S6)."""
    if value_of(tile) == value_of(other):
        return True
    apart = abs(value_of(tile) - value_of(other))
    return colour_of(tile) == colour_of(other) and apart in (1, 9)


def has_identical_in_line(mosaic: Tiles, tile: str, cell: str) -> bool:
    """Whether the same tile lies somewhere in the row or the column of the cell (S8)."""
    return any(
        row_of(other) == row_of(cell) or column_of(other) == column_of(cell)
        for other in mosaic
        if mosaic[other] == tile
    )


def has_neighbour(mosaic: Tiles, cell: str) -> bool:
    """Whether the joker or any tile lies next to the cell (S5)."""
    return any(other == JOKER or other in mosaic for other in neighbours(cell))


def is_island(mosaic: Tiles, cell: str) -> bool:
    """Whether neither the joker nor a connected tile lies next to the cell (S5)."""
    home = connected(mosaic) | {JOKER}
    return not any(other in home for other in neighbours(cell))


def has_match(mosaic: Tiles, tile: str, cell: str) -> bool:
    """Whether a neighbouring tile matches, or there is none beside the joker (S6, S7)."""
    tiles = [mosaic[other] for other in neighbours(cell) if other in mosaic]
    return not tiles or any(is_match(tile, other) for other in tiles)


def check_landing(mosaic: Tiles, tile: str, cell: str) -> str | None:
    """Why a tile 1-10 may not be laid on a cell, or None (S4-S8)."""
    if is_outside_rows(cell):
        return "outside-rows"
    if cell == JOKER:
        return "joker"
    if cell in mosaic:
        return "occupied"
    if is_row_full(mosaic, row_of(cell)):
        return "row-full"
    if has_identical_in_line(mosaic, tile, cell):
        return "identical-in-line"
    if not has_neighbour(mosaic, cell):
        return "not-adjacent"
    if is_island(mosaic, cell):
        return "island"
    if not has_match(mosaic, tile, cell):
        return "no-match"
    return None


def check_place(mosaic: Tiles, tile: str, cell: str) -> str | None:
    """Why a tile may not be placed, or None (S4-S9)."""
    if value_of(tile) > 10:
        return "action-tile"
    return check_landing(mosaic, tile, cell)


# Action tiles: S13 to S16


def check_named(cells: list[str]) -> str | None:
    """Why the cells a move names cannot be meant at all, or None."""
    if any(is_outside_rows(cell) for cell in cells):
        return "outside-rows"
    if JOKER in cells:
        return "joker"
    return None


def check_sources(mosaic: Tiles, action: str, cells: list[str]) -> str | None:
    """Why an action tile may not work on the tiles of these cells, or None (S13)."""
    if any(cell not in mosaic for cell in cells):
        return "empty-cell"
    if any(colour_of(mosaic[cell]) != colour_of(action) for cell in cells):
        return "wrong-colour"
    if any(cell in floating(mosaic) for cell in cells):
        return "floating"
    return None


def check_remove(mosaic: Tiles, action: str, cell: str) -> str | None:
    """Why an 11 may not remove the tile of a cell, or None (S14)."""
    return check_named([cell]) or check_sources(mosaic, action, [cell])


def check_shift(mosaic: Tiles, action: str, source: str, target: str) -> str | None:
    """Why a 12 may not move a tile from one cell to another, or None (S15)."""
    reason = check_named([source, target]) or check_sources(mosaic, action, [source])
    if reason:
        return reason
    if source == target:
        return "same-cell"
    return check_landing(without(mosaic, [source]), mosaic[source], target)


def check_remove_three(mosaic: Tiles, action: str, one: str, other: str) -> str | None:
    """Why a 13 may not remove the three tiles between two ends, or None (S16)."""
    reason = check_named([one, other])
    if reason:
        return reason
    three = three_in_line(one, other)
    if three is None:
        return "not-a-line"
    return check_named(three) or check_sources(mosaic, action, three)


def three_in_line(one: str, other: str) -> list[str] | None:
    """The three cells from one end to the other, or None if they are not two apart in line."""
    down = row_of(other) - row_of(one)
    right = column_of(other) - column_of(one)
    if sorted((abs(down), abs(right))) != [0, 2]:
        return None
    return [one, cell_at(row_of(one) + down // 2, column_of(one) + right // 2), other]


def without(mosaic: Tiles, cells: list[str]) -> Tiles:
    """The mosaic without the tiles of some cells."""
    return {cell: tile for cell, tile in mosaic.items() if cell not in cells}


def with_tile(mosaic: Tiles, tile: str, cell: str) -> Tiles:
    """The mosaic with one more tile."""
    return {**mosaic, cell: tile}


# Whole moves


def check(mosaic: Tiles, move: str) -> str | None:
    """Why a rule forbids a move, or None if it is legal."""
    tile, cells = split_move(move)
    if "@" in move:
        return check_place(mosaic, tile, cells[0])
    if value_of(tile) == 11:
        return check_remove(mosaic, tile, cells[0])
    if value_of(tile) == 12:
        return check_shift(mosaic, tile, cells[0], cells[1])
    return check_remove_three(mosaic, tile, cells[0], cells[1])


def after(mosaic: Tiles, move: str) -> Tiles:
    """The mosaic after a legal move."""
    tile, cells = split_move(move)
    if "@" in move:
        return with_tile(mosaic, tile, cells[0])
    if value_of(tile) == 12:
        source, target = cells
        return with_tile(without(mosaic, [source]), mosaic[source], target)
    if value_of(tile) == 13:
        return without(mosaic, three_in_line(cells[0], cells[1]) or [])
    return without(mosaic, cells)


# Points: S10 to S12, S14 to S16


def run_length(mosaic: Tiles, cell: str, down: int, right: int) -> int:
    """How many tiles of the cell's colour follow it without a break in one direction."""
    length = 0
    row, column = row_of(cell) + down, column_of(cell) + right
    while colour_of(mosaic.get(cell_at(row, column), "-")) == colour_of(mosaic[cell]):
        length += 1
        row, column = row + down, column + right
    return length


def line_points(mosaic: Tiles, cell: str) -> int:
    """The points for the two lines of one colour through a tile that lies on a cell (S10)."""
    across = run_length(mosaic, cell, 0, -1) + 1 + run_length(mosaic, cell, 0, 1)
    upright = run_length(mosaic, cell, -1, 0) + 1 + run_length(mosaic, cell, 1, 0)
    return sum(length for length in (across, upright) if length >= 3)


def reconnected(before: Tiles, now: Tiles) -> set[str]:
    """The cells that were floating before the turn and are connected after it (S11)."""
    return floating(before) & connected(now)


def cut_off(before: Tiles, now: Tiles) -> set[str]:
    """The cells that were connected before the turn and are floating after it (S16)."""
    return connected(before) & floating(now)


def points(mosaic: Tiles, move: str) -> int:
    """The points of a legal move (S10-S12, S14-S16)."""
    tile, cells = split_move(move)
    now = after(mosaic, move)
    if "@" in move or value_of(tile) == 12:
        return min(7, line_points(now, cells[-1]) + len(reconnected(mosaic, now)))
    if value_of(tile) == 13:
        return 3 + min(4, len(cut_off(mosaic, now)))
    return 0


# Every move of a tile


def cells_around(mosaic: Tiles) -> list[str]:
    """Every cell of rows 1-7 with a tile or the joker on it or next to it."""
    taken = [JOKER, *mosaic]
    around = {*taken, *(other for cell in taken for other in neighbours(cell))}
    return sorted(cell for cell in around if not is_outside_rows(cell))


def conceivable_moves(mosaic: Tiles, tile: str) -> list[str]:
    """Every move of a tile worth asking about, most of them illegal."""
    around = cells_around(mosaic)
    if value_of(tile) <= 10:
        return [f"{tile}@{cell}" for cell in around]
    if value_of(tile) == 11:
        return [f"{tile}x{cell}" for cell in around]
    if value_of(tile) == 12:
        own = [cell for cell in mosaic if colour_of(mosaic[cell]) == colour_of(tile)]
        return [f"{tile}:{source}>{target}" for source in own for target in around]
    across = [(cell, cell_at(row_of(cell), column_of(cell) + 2)) for cell in around]
    upright = [(cell, cell_at(row_of(cell) + 2, column_of(cell))) for cell in around]
    return [f"{tile}x{one}..{other}" for one, other in across + upright]


def legal_moves(mosaic: Tiles, tile: str) -> dict[str, int]:
    """Every legal move of a tile with its points."""
    return {
        move: points(mosaic, move)
        for move in conceivable_moves(mosaic, tile)
        if check(mosaic, move) is None
    }
