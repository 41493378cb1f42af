"""What lies on the virtual table and on its racks: tiles as things, with no rules at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from engine.sepmosa import JOKER_CELL, Cell, Full, Move, Player, Table
from engine.sepmosa.notation import tile_name
from engine.sepmosa.values import JOKER, Pass, Place, Remove, RemoveThree, Shift, Tile
from vision.lab.simulate.household import Household
from vision.lab.synth.setting import LaidTile

Point = tuple[float, float]  # millimetres on the table


@dataclass(frozen=True, slots=True)
class World:
    """The joker, the tiles on the table, and the two racks; the rest is in the bag or aside."""

    home: Household
    joker: LaidTile
    laid: tuple[LaidTile, ...] = ()
    racks: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())

    @property
    def pitch(self) -> Point:
        """From cell to cell, across and down."""
        style = self.home.style
        return style.width_mm + self.home.gap_mm, style.height_mm + self.home.gap_mm

    def middle_of(self, cell: Cell) -> Point:
        """Where a cell is, by the joker."""
        across, down = self.pitch
        x = self.joker.x_mm + (cell.column - JOKER_CELL.column) * across
        return x, self.joker.y_mm + (cell.row - JOKER_CELL.row) * down

    def cell_at(self, at: Point) -> Cell:
        """The cell nearest to a place."""
        across, down = self.pitch
        column = round((at[0] - self.joker.x_mm) / across)
        return Cell(JOKER_CELL.row + round((at[1] - self.joker.y_mm) / down), column)

    def tile_at(self, at: Point) -> LaidTile | None:
        """The tile that lies uppermost at a place."""
        half_w, half_h = self.home.style.width_mm / 2, self.home.style.height_mm / 2
        for tile in reversed((self.joker, *self.laid)):
            if abs(tile.x_mm - at[0]) <= half_w and abs(tile.y_mm - at[1]) <= half_h:
                return tile
        return None


def new_world(home: Household) -> World:
    """A bare joker and two empty racks."""
    return World(home, LaidTile(JOKER, 0.0, 0.0, variant=home.joker_variant))


# What hands do


def lay(world: World, tile: Tile, at: Point, angle_deg: float = 0.0) -> World:
    """A tile put down face up, on top of whatever is there."""
    return replace(world, laid=(*world.laid, LaidTile(tile_name(tile), *at, angle_deg)))


def lift(world: World, tile: LaidTile) -> World:
    """A tile taken from the table."""
    return replace(world, laid=tuple(each for each in world.laid if each is not tile))


def swap(world: World, old: LaidTile, new: LaidTile) -> World:
    """A tile moved, turned or flipped where it lies."""
    if old is world.joker:
        return replace(world, joker=new)
    return replace(world, laid=tuple(new if each is old else each for each in world.laid))


def take_from_rack(world: World, player: Player, tile: Tile) -> World:
    """One copy of a tile gone from a rack."""
    rack = list(world.racks[player])
    rack.remove(tile)
    return with_rack(world, player, rack)


def with_rack(world: World, player: Player, rack: Iterable[Tile]) -> World:
    """A rack with other tiles on it."""
    racks = list(world.racks)
    racks[player] = tuple(sorted(rack, key=lambda tile: (tile.value > 10, str(tile))))
    return replace(world, racks=(racks[0], racks[1]))


# What a player who knows the rules does


def play(world: World, before: Table, move: Move, rng: Random) -> World:
    """The table after the hands of a player have made `move`, as neatly as hands are."""
    match move:
        case Place(tile, cell):
            return _laid_at(world, tile, cell, rng)
        case Remove(tile, cell):
            return _beside(_lifted(world, cell), tile, len(before.played), rng)
        case RemoveThree(tile):
            for cell in move.cells or ():
                world = _lifted(world, cell)
            return _beside(world, tile, len(before.played), rng)
        case Shift(tile, source, target):
            moved = _laid_at(_lifted(world, source), before.mosaic[source], target, rng)
            return _beside(moved, tile, len(before.played), rng)
        case Pass():
            return world


def take_back(world: World, before: Table, move: Move, rng: Random) -> World:
    """The table after the hands of a player have taken `move` back; what it took off the table
    lies there again as far as it did before."""
    gone: tuple[Cell, ...] = ()
    match move:
        case Pass():
            return world
        case Place(_, cell):
            return _lifted(world, cell)
        case Shift(_, source, target):
            world, gone = _lifted(world, target), (source,)
        case Remove(_, cell):
            gone = (cell,)
        case RemoveThree():
            gone = move.cells or ()
    for cell in gone:
        if cell in before.mosaic:
            world = _laid_at(world, before.mosaic[cell], cell, rng)
    action = next((each for each in world.laid[::-1] if each.tile == str(move.tile)), None)
    return world if action is None else lift(world, action)


def follow(world: World, state: Full | Table, rng: Random) -> World:
    """The table laid out again just as the game says, racks included where they are known."""
    table = state if isinstance(state, Table) else state.table
    fresh = replace(world, laid=())
    for cell, tile in table.mosaic.items():
        fresh = _laid_at(fresh, tile, cell, rng)
    for index, tile in enumerate(table.played):
        fresh = _beside(fresh, tile, index, rng)
    if isinstance(state, Full):
        for player in Player:
            fresh = with_rack(fresh, player, state.racks[player])
    return fresh


def _laid_at(world: World, tile: Tile, cell: Cell, rng: Random) -> World:
    x, y = world.middle_of(cell)
    slack = 0.3 * world.home.gap_mm
    at = (x + rng.gauss(0, slack), y + rng.gauss(0, slack))
    return lay(world, tile, at, rng.gauss(0, world.home.crooked_deg))


def _lifted(world: World, cell: Cell) -> World:
    tile = world.tile_at(world.middle_of(cell))
    return world if tile is None or tile is world.joker else lift(world, tile)


def _beside(world: World, action: Tile, index: int, rng: Random) -> World:
    """An action tile laid in the rows below the mosaic."""
    across, down = world.pitch
    row, column = divmod(index, 12)
    x = world.joker.x_mm + (column - 5.5) * across * 1.08 + rng.gauss(0, 0.6)
    y = world.joker.y_mm + (4.5 + 1.08 * row) * down + rng.gauss(0, 1.2)
    return lay(world, action, (x, y), rng.gauss(0, 2.0))
