"""What is remembered of a table: how it looked when it was last confirmed, and what lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.sepmosa import JOKER_CELL, Cell, Table, Tile
from engine.sepmosa.notation import parse_any_tile
from engine.sepmosa.values import JOKER, AnyTile, Joker
from vision.judge.cellmap import map_of
from vision.judge.decide import as_read
from vision.judge.evidence import Evidence
from vision.judge.ground import Ground, ground_of
from vision.judge.look import FrameView
from vision.judge.patches import ivory_of, patches_of
from vision.judge.register import Landmarks, landmarks_of
from vision.picture import Floats, Picture, floats
from vision.tiles.colour import PictureColour
from vision.tiles.reading import SeenTile

Bare = Mapping[Cell, Floats]
"""How cells looked when nothing lay on them: patches in light of 1."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownTile:
    """A tile and where it lies in a frame; without a cell it lies beside the mosaic."""

    tile: AnyTile
    quad_xy: Floats
    cell: Cell | None


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """A frame, what it says, and where its tiles lie; `others` are outlines that take no part."""

    picture: Picture
    evidence: Evidence
    tiles: tuple[KnownTile, ...]
    others: tuple[Floats, ...]
    colour: PictureColour
    jokers: int = 1  # in sight
    is_foreign: bool = False  # the tiles are not of the set that was taught
    hands: Floats | None = None  # where something is over the table, as `cover` maps it
    ground: Ground | None = None  # where it was made already

    @property
    def joker_xy(self) -> Floats | None:
        """How the joker lies that all cells hang on, where it was seen."""
        return next((each.quad_xy for each in self.tiles if each.cell == JOKER_CELL), None)


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """A table as it was last confirmed, ready to be compared with."""

    table: Table
    tiles: tuple[KnownTile, ...]
    patches: Floats  # of the tiles
    places: Mapping[Cell, Floats]  # where a tile may be laid
    place_patches: Floats
    bare: Bare  # of cells that are taken now
    light_bgr: Floats  # that of the tiles' ivory
    others: tuple[Floats, ...]
    landmarks: Landmarks
    ground: Ground
    colour: PictureColour
    tile_px: float

    @property
    def bare_before(self) -> Bare:
        """How all cells looked that are bare, or were before a tile was laid there."""
        lit = zip(self.places, self.place_patches / self.light_bgr, strict=True)
        return {**self.bare, **dict(lit)}


def agrees(evidence: Evidence, table: Table) -> bool:
    """Whether a frame in which nothing is covered shows just this table; played action tiles may
    be out of sight."""
    seen = as_read(table.mosaic, evidence)
    beside = Counter(tile for tile in seen.beside if tile.is_action)
    return (
        not evidence.covered
        and dict(seen.cells) == dict(table.mosaic)
        and not beside - Counter(table.played)
    )


def remember(seen: SeenTable, table: Table, before: Memory | None) -> Memory | None:
    """The memory of a frame that agrees with a table; None where it does not show all tiles. The
    memory from `before` tells how cells looked that are taken now."""
    mosaic = {tile.cell: tile for tile in seen.tiles if tile.cell is not None}
    bare = before.bare_before if before else {}
    if seen.jokers > 1 and not table.mosaic:
        return None  # which of them it is the first tile will tell
    if any(cell not in mosaic for cell in (*table.mosaic, JOKER_CELL)):
        return None
    played, others = _beside(seen, table)
    laid = [replace(mosaic[cell], tile=tile) for cell, tile in table.mosaic.items()]
    tiles = (*laid, *played, mosaic[JOKER_CELL])
    lattice = map_of({tile.cell: tile.quad_xy for tile in tiles if tile.cell is not None})
    open_cells = table.mosaic.board.cells(table.mosaic.board.open_cells())
    places = lattice.outlines_of(sorted(open_cells, key=str))
    quads = [tile.quad_xy for tile in tiles]
    patches = patches_of(seen.picture, quads)
    return Memory(
        table,
        tiles,
        patches,
        places,
        patches_of(seen.picture, list(places.values())),
        {cell: patch for cell, patch in bare.items() if cell in table.mosaic},
        floats(np.median(ivory_of(patches), axis=0)),
        others,
        landmarks_of(seen.picture, quads),
        seen.ground or ground_of(seen.picture),
        seen.colour,
        lattice.tile_px,
    )


def _beside(seen: SeenTable, table: Table) -> tuple[list[KnownTile], tuple[Floats, ...]]:
    """The action tiles that were played, and the outlines of all else beside the mosaic."""
    left = Counter(table.played)
    played: list[KnownTile] = []
    others = list(seen.others)
    for tile in seen.tiles:
        if tile.cell is not None:
            continue
        if isinstance(tile.tile, Tile) and left[tile.tile] > 0:
            left[tile.tile] -= 1
            played.append(tile)
        else:
            others.append(tile.quad_xy)
    return played, tuple(others)


def seen_in_full(picture: Picture, view: FrameView) -> SeenTable | None:
    """A full look as a frame that may be remembered; None where it saw nothing."""
    if view.evidence is None or view.reading is None or view.lattice is None:
        return None
    evidence = view.evidence
    tiles: list[KnownTile] = []
    others: list[Floats] = []
    for seen in view.reading.tiles:
        tile, quad = _likeliest(seen), floats(seen.quad)
        if seen.cell is not None and (seen.cell in evidence.cells or seen.cell == JOKER_CELL):
            tiles.append(KnownTile(tile, quad, seen.cell))
        elif isinstance(tile, Tile) and tile.is_action:
            tiles.append(KnownTile(tile, quad, None))
        else:
            others.append(quad)
    have = {tile.cell for tile in tiles}
    unread = view.lattice.outlines_of(cell for cell in evidence.cells if cell not in have)
    tiles += [KnownTile(evidence.cells[cell].tile, quad, cell) for cell, quad in unread.items()]
    jokers = sum(_likeliest(seen) is Joker.JOKER for seen in view.reading.tiles)
    return SeenTable(
        picture, evidence, tuple(tiles), tuple(others), view.reading.colour, jokers, view.is_foreign
    )


def _likeliest(seen: SeenTile) -> AnyTile:
    return parse_any_tile(seen.tile or (seen.guesses[0][0] if seen.guesses else JOKER))
