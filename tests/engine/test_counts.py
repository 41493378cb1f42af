"""The engine and the naive rules on the positions of `tests/data/positions.txt`.

The positions are dealt into chunks so that they can be shared out among workers.
"""

import random

import pytest

from engine import sepmosa
from tests.engine import naive
from tests.engine.make_positions import (
    MOST_TILES,
    Position,
    Tiles,
    count_depth_2,
    every_move,
    mosaic_text,
    parse_position,
    position_text,
    reach,
    read_positions,
)

POSITIONS = read_positions()
DEEP = [position for position in POSITIONS if position.depth_2 is not None]
DEEP_FOR_NAIVE = [position for position in DEEP if position.moves < 80]
CHUNKS = 16

MIRRORED = str.maketrans("+-", "-+")
UPSIDE_DOWN = dict(zip("1234567", "7654321", strict=True))
NEXT_COLOUR = dict(zip("KRBO", "RBOK", strict=True))


def dealt(positions: list[Position]) -> pytest.MarkDecorator:
    """Parametrises a test with the positions in chunks, small and large ones in each."""
    starts = range(min(CHUNKS, len(positions)))
    chunks = [positions[start::CHUNKS] for start in starts]
    return pytest.mark.parametrize("chunk", chunks, ids=[f"chunk{start}" for start in starts])


def engine_moves(mosaic: Tiles) -> dict[str, int]:
    """The engine's legal moves of all 52 kinds with their points."""
    table = sepmosa.parse_mosaic(mosaic)
    moves = sepmosa.legal_moves(table, sepmosa.KINDS)
    return {sepmosa.move_name(move): sepmosa.points(table, move) for move in moves}


def engine_reason(table: sepmosa.Mosaic, move: str) -> str | None:
    """The engine's reason against a move."""
    reason = sepmosa.check(table, sepmosa.parse_move(move))
    return None if reason is None else str(reason.value)


def cell_names(cells: frozenset[sepmosa.Cell]) -> set[str]:
    """The names of some cells."""
    return {sepmosa.cell_name(cell) for cell in cells}


def any_cell(mosaic: Tiles, chance: random.Random) -> str:
    """A cell on, beside, near or outside the mosaic."""
    taken = chance.choice([naive.JOKER, *mosaic])
    row = naive.row_of(taken) + chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))
    column = naive.column_of(taken) + chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))
    return naive.cell_at(max(0, row), column)


def any_move(mosaic: Tiles, chance: random.Random) -> str:
    """A move that a player might try, most often an illegal one."""
    cell = any_cell(mosaic, chance)
    lying = [*mosaic.values(), *naive.ALL_KINDS]
    colour = naive.colour_of(mosaic.get(cell, chance.choice(naive.COLOURS)))
    if chance.random() < 0.1:
        colour = chance.choice(naive.COLOURS)
    down, right = chance.choice(((0, 2), (2, 0), (0, 2), (2, 0), (1, 1), (0, 1), (0, 0)))
    end = naive.cell_at(min(9, naive.row_of(cell) + down), naive.column_of(cell) + right)
    return chance.choice(
        (
            f"{chance.choice(lying)}@{cell}",
            f"{colour}11x{cell}",
            f"{colour}12:{cell}>{any_cell(mosaic, chance)}",
            f"{colour}13x{cell}..{end}",
        )
    )


def tried_moves(mosaic: Tiles) -> list[str]:
    """A hundred moves that players might try on a mosaic, always the same."""
    chance = random.Random(mosaic_text(mosaic))
    return [any_move(mosaic, chance) for _ in range(100)]


def turned(mosaic: Tiles) -> Tiles:
    """The mosaic turned half round, with every colour changed for the next."""
    return {
        UPSIDE_DOWN[cell[0]] + flipped(cell[1:]): NEXT_COLOUR[tile[0]] + tile[1:]
        for cell, tile in mosaic.items()
    }


def flipped(column: str) -> str:
    """The column on the other side of the joker."""
    return column if column == "+0" else column.translate(MIRRORED)


def test_there_are_many_different_positions_of_every_size() -> None:
    texts = {mosaic_text(position.mosaic) for position in POSITIONS}
    assert len(texts) == len(POSITIONS) >= 300
    assert {len(position.mosaic) for position in POSITIONS} == set(range(MOST_TILES + 1))
    assert sum(bool(naive.floating(position.mosaic)) for position in POSITIONS) >= 100
    assert max(reach(position.mosaic) for position in POSITIONS) >= 25
    assert len(DEEP) >= 30
    assert len(DEEP_FOR_NAIVE) >= 8


def test_a_position_is_read_as_it_is_written() -> None:
    for position in POSITIONS:
        assert parse_position(position_text(position)) == position


def test_no_position_breaks_the_rules_of_the_table() -> None:
    for mosaic in (position.mosaic for position in POSITIONS):
        tiles = list(mosaic.values())
        assert max(map(tiles.count, tiles), default=0) <= 2
        for row in "1234567":
            in_row = [tile for cell, tile in mosaic.items() if cell[0] == row]
            assert len(in_row) <= 7
            assert len(set(in_row)) == len(in_row)


@dealt(POSITIONS)
def test_moves_and_points_one_by_one(chunk: list[Position]) -> None:
    for position in chunk:
        expected = every_move(position.mosaic)
        assert (len(expected), sum(expected.values())) == (position.moves, position.points)
        assert engine_moves(position.mosaic) == expected


@dealt(POSITIONS)
def test_connected_and_floating_tiles(chunk: list[Position]) -> None:
    for position in chunk:
        table = sepmosa.parse_mosaic(position.mosaic)
        assert cell_names(table.connected) == naive.connected(position.mosaic)
        assert cell_names(table.floating) == naive.floating(position.mosaic)


@dealt(POSITIONS)
def test_reasons_against_moves_that_might_be_tried(chunk: list[Position]) -> None:
    for position in chunk:
        table = sepmosa.parse_mosaic(position.mosaic)
        for move in tried_moves(position.mosaic):
            expected = naive.check(position.mosaic, move)
            assert (move, engine_reason(table, move)) == (move, expected)


def test_the_moves_tried_meet_every_reason() -> None:
    met = {
        naive.check(position.mosaic, move)
        for position in POSITIONS[::4]
        for move in tried_moves(position.mosaic)
    }
    assert met == {None, *(reason.value for reason in sepmosa.Reason)}


@dealt(POSITIONS)
def test_mosaics_after_a_move(chunk: list[Position]) -> None:
    for position in chunk:
        table = sepmosa.parse_mosaic(position.mosaic)
        for move in sepmosa.legal_moves(table, sepmosa.KINDS)[::10]:
            now = sepmosa.mosaic_names(sepmosa.apply(table, move))
            assert now == naive.after(position.mosaic, sepmosa.move_name(move))


@dealt(POSITIONS[::3])
def test_a_turned_mosaic_in_other_colours_has_the_same_counts(chunk: list[Position]) -> None:
    for position in chunk:
        moves = engine_moves(turned(position.mosaic))
        assert (len(moves), sum(moves.values())) == (position.moves, position.points)


@dealt(DEEP)
def test_two_moves_deep(chunk: list[Position]) -> None:
    for position in chunk:
        table = sepmosa.parse_mosaic(position.mosaic)
        second = [
            sepmosa.legal_moves(sepmosa.apply(table, move), sepmosa.KINDS)
            for move in sepmosa.legal_moves(table, sepmosa.KINDS)
        ]
        assert sum(map(len, second)) == position.depth_2


@dealt(DEEP_FOR_NAIVE)
def test_two_moves_deep_naively(chunk: list[Position]) -> None:
    for position in chunk:
        assert count_depth_2(position.mosaic) == position.depth_2
