"""Finds the joker by the company it keeps, where its own face leaves a doubt.

Jokers differ more from set to set than any number does, and some look the same any way up. But the
game knows which tiles lie around it: of the tiles that may be the joker, the one that puts the
others on their known cells is it, and it lies as they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.sepmosa import JOKER_CELL, Cell, Mosaic
from engine.sepmosa.values import JOKER
from vision.geometry import aligned, as_quad, overlap
from vision.judge.cellmap import CellMap
from vision.judge.clutter import is_flat, is_misshapen
from vision.picture import Floats, floats
from vision.thresholds.judge import AGREEING, JOKER_BY_ITSELF, MAYBE_JOKER, SAME_PLACE
from vision.tiles.lattice import KnownCells, Placed, cells_of
from vision.tiles.reading import Problem, Reading, SeenTile

DOUBTFUL = (Problem.NO_JOKER, Problem.TWO_JOKERS, Problem.JOKER_TURNED)
TRIED = 4


def anchored(reading: Reading, mosaic: Mosaic, joker_xy: Floats | None = None) -> Reading:
    """The reading on the lattice of the joker that `mosaic` tells; as it was where none fits. Where
    it is known how the joker lies, that tells it."""
    in_doubt = any(problem in reading.problems for problem in DOUBTFUL)
    if not (in_doubt or is_alone(reading, mosaic) or (not mosaic and _are_several(reading))):
        return reading
    if joker_xy is not None:
        there = [
            at
            for at, tile in enumerate(reading.tiles)
            if _joker_share(tile) >= MAYBE_JOKER
            and overlap(joker_xy, floats(tile.quad)) >= SAME_PLACE
        ]
        if len(there) == 1:
            return _with_joker(reading, there[0], Mosaic())
    fitting = [
        (agreement, placed)
        for placed in _placed(reading, mosaic)
        if (agreement := _agreement(placed, mosaic)) >= AGREEING
    ]
    most = max((agreement for agreement, _ in fitting), default=0.0)
    best = [placed for agreement, placed in fitting if agreement == most]
    if len(best) > 1 and not mosaic:
        best = _with_neighbours(best)
    return best[0] if len(best) == 1 else reading


def other_jokers(reading: Reading) -> Iterator[Reading]:
    """The reading with the joker where another tile looks like one, for each of them."""
    for at, tile in enumerate(reading.tiles):
        if tile.cell != JOKER_CELL and _joker_share(tile) >= JOKER_BY_ITSELF:
            yield _with_joker(reading, at, Mosaic())


def _are_several(reading: Reading) -> bool:
    """Whether more than one tile looks like a joker, named or not."""
    return sum(_joker_share(tile) >= JOKER_BY_ITSELF for tile in reading.tiles) > 1


def is_alone(reading: Reading, mosaic: Mosaic) -> bool:
    """Whether not one of the known tiles lies where the joker has it: it may be the other joker."""
    on_cells = {tile.cell: tile.tile for tile in reading.tiles}
    return bool(mosaic) and all(on_cells.get(at) != str(tile) for at, tile in mosaic.items())


def is_the_other(reading: Reading, near: Reading, lattice: CellMap, mosaic: Mosaic) -> bool:
    """Whether the joker is the one that takes no part: alone, while a known tile lies on the table
    where none of the cells is that matter (those of `near`)."""
    names = {str(tile) for tile in mosaic.values()}
    on_cells = [tile.quad for tile in near.tiles if tile.cell is not None]
    return is_alone(near, mosaic) and any(
        tile.tile in names and tile.quad not in on_cells and is_flat(floats(tile.quad), lattice)
        for tile in reading.tiles
    )


def _with_neighbours(placed: list[Reading]) -> list[Reading]:
    """Of the jokers on a table where nothing has been played: the one beside which the first tile
    lies. Where none lies about, any of them that lies as the rest does."""
    near = [sum(_is_near(tile) for tile in reading.tiles) for reading in placed]
    if not any(near):
        return sorted(placed, key=_is_askew)[:1]
    return [reading for reading, count in zip(placed, near, strict=True) if count]


def _is_askew(reading: Reading) -> bool:
    """Whether the joker, taken to lie as the other tiles do, would be wider than tall."""
    return any(t.cell == JOKER_CELL and is_misshapen(floats(t.quad)) for t in reading.tiles)


def _is_near(tile: SeenTile) -> bool:
    """Whether a tile with a number, read for sure or not, lies on a cell next to the joker's, or
    next but one."""
    if tile.cell is None or _joker_share(tile) >= JOKER_BY_ITSELF:
        return False
    if is_misshapen(floats(tile.quad)):
        return False  # on a rack
    down, right = tile.cell.row - JOKER_CELL.row, tile.cell.column - JOKER_CELL.column
    return abs(down) + abs(right) <= 2


def settled(reading: Reading, lattice: CellMap, mosaic: Mosaic) -> Reading:
    """The reading with known tiles that were pushed off the lattice still on their cells."""
    taken = {tile.cell for tile in reading.tiles}
    missing = {cell: str(tile) for cell, tile in mosaic.items() if cell not in taken}
    tiles = []
    for tile in reading.tiles:
        near = (
            cell
            for cell, name in missing.items()
            if tile.cell is None
            and tile.tile == name
            and overlap(lattice.outline(cell), floats(tile.quad)) >= SAME_PLACE
        )
        tiles.append(replace(tile, cell=next(near, tile.cell)))
    return replace(reading, tiles=tuple(tiles))


def _placed(reading: Reading, mosaic: Mosaic) -> Iterator[Reading]:
    """The reading with each tile that may be the joker, and lies, taken for it; where it cannot be
    the one in the mosaic, not all tiles have their cells."""
    shares = sorted(
        ((_joker_share(tile), at) for at, tile in enumerate(reading.tiles)), reverse=True
    )
    for share, at in shares[:TRIED]:
        if share >= MAYBE_JOKER and not is_misshapen(floats(reading.tiles[at].quad)):
            yield _with_joker(reading, at, mosaic)


def _with_joker(reading: Reading, joker: int, mosaic: Mosaic) -> Reading:
    others_xy = [
        floats(tile.quad)
        for at, tile in enumerate(reading.tiles)
        if at != joker and tile.tile not in (None, JOKER)
    ]
    tiles = [
        _joker(tile, others_xy) if at == joker else _no_joker(tile)
        for at, tile in enumerate(reading.tiles)
    ]
    names: dict[Cell | None, str] = {cell: str(tile) for cell, tile in mosaic.items()}
    known = KnownCells(names, AGREEING * min(len(mosaic), _readable(tiles)))
    lattice = cells_of([Placed(tile.tile, floats(tile.quad)) for tile in tiles], known)
    others = [problem for problem in reading.problems if problem not in DOUBTFUL]
    return replace(
        reading,
        tiles=tuple(
            tile if tile.cell == cell else replace(tile, cell=cell)
            for tile, cell in zip(tiles, lattice.cells, strict=True)
        ),
        problems=tuple(dict.fromkeys([*lattice.problems, *others])),
    )


def _joker(tile: SeenTile, others_xy: list[Floats]) -> SeenTile:
    quad = as_quad(aligned(floats(tile.quad), others_xy))
    return replace(tile, tile=JOKER, confidence=_joker_share(tile), quad=quad)


def _no_joker(tile: SeenTile) -> SeenTile:
    return replace(tile, tile=None) if tile.tile == JOKER else tile


def _joker_share(tile: SeenTile) -> float:
    return tile.confidence if tile.tile == JOKER else dict(tile.guesses).get(JOKER, 0.0)


def _agreement(reading: Reading, mosaic: Mosaic) -> float:
    """The share of the tiles read for sure on the lattice, among those known to lie there, that
    are what is known; with nothing known, whether the joker looks like one."""
    if not mosaic:
        joker = next((tile for tile in reading.tiles if tile.tile == JOKER), None)
        return 1.0 if joker is not None and _joker_share(joker) >= JOKER_BY_ITSELF else 0.0
    on_cells = {tile.cell: tile.tile for tile in reading.tiles if tile.cell and tile.tile}
    right = sum(on_cells.get(cell) == str(tile) for cell, tile in mosaic.items())
    return right / max(1, min(len(mosaic), _readable(reading.tiles)))


def _readable(tiles: Iterable[SeenTile]) -> int:
    """How many tiles with a number were read for sure."""
    return sum(tile.tile not in (None, JOKER) for tile in tiles)
