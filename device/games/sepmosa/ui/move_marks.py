"""What a move does to the mosaic, for the eye: tiles laid, tiles gone, the sets that score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.games.sepmosa.ui.words import Words
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.rules import apply, check
from engine.sepmosa.values import Cell, Move, Pass, Place, Remove, RemoveThree, Shift, Tile, cell_at

SET = 3  # tiles from which a line scores


@dataclass(frozen=True, slots=True)
class Deed:
    """A move seen on the mosaic it is played on."""

    laid: Mapping[Cell, Tile] = field(default_factory=dict)
    gone: tuple[Cell, ...] = ()
    sets: tuple[tuple[Cell, ...], ...] = ()
    reconnected: int = 0
    floating: int = 0  # tiles that float after it and did not before

    @property
    def line(self) -> tuple[Cell, ...]:
        """Every cell of a set."""
        return tuple(dict.fromkeys(cell for each in self.sets for cell in each))


def deed_of(mosaic: Mosaic, move: Move) -> Deed:
    """What `move` does to `mosaic`; an illegal one only shows its tiles."""
    laid: dict[Cell, Tile] = {}
    gone: tuple[Cell, ...] = ()
    match move:
        case Place(tile, cell):
            laid = {cell: tile}
        case Remove(_, cell):
            gone = (cell,)
        case Shift(_, source, target):
            gone = (source,)
            laid = {target: mosaic[source]} if source in mosaic else {}
        case RemoveThree():
            gone = move.cells or ()
        case Pass():
            return Deed()
    gone = tuple(cell for cell in gone if cell in mosaic)
    if check(mosaic, move) is not None:
        return Deed(laid, gone)
    after = apply(mosaic, move)
    sets = tuple(line for cell in laid for line in sets_through(after, cell))
    return Deed(
        laid,
        gone,
        sets,
        len(mosaic.floating - after.floating - set(gone)),
        len(after.floating - mosaic.floating),
    )


def sets_through(mosaic: Mosaic, cell: Cell) -> list[tuple[Cell, ...]]:
    """The lines of one colour through `cell` that are long enough to score."""
    found = []
    for down, right in ((0, 1), (1, 0)):
        before = _run(mosaic, cell, -down, -right)
        line = (*reversed(before), cell, *_run(mosaic, cell, down, right))
        if len(line) >= SET:
            found.append(line)
    return found


def _run(mosaic: Mosaic, cell: Cell, down: int, right: int) -> list[Cell]:
    run: list[Cell] = []
    at = cell_at(cell.row + down, cell.column + right)
    while at in mosaic and mosaic[at].colour is mosaic[cell].colour:
        run.append(at)
        at = cell_at(at.row + down, at.column + right)
    return run


def tell(words: Words, mosaic: Mosaic, move: Move) -> str:
    """What a move does, with what makes it score."""
    if move.tile is None:
        return words.move(move, mosaic)
    deed = deed_of(mosaic, move)
    tile = words.tile(move.tile)
    if isinstance(move, RemoveThree) and deed.floating:
        return words("move.three-float", tile=tile, count=deed.floating)
    if isinstance(move, Shift) and deed.laid and (deed.sets or deed.reconnected):
        tile = words.tile(next(iter(deed.laid.values())))
    elif not isinstance(move, Place):
        return words.move(move, mosaic)
    if deed.sets and deed.reconnected:
        return words("move.set-reconnect", tile=tile, count=deed.reconnected)
    if len(deed.sets) > 1:
        return words("move.two-sets", tile=tile)
    if deed.sets:
        return words("move.set", tile=tile, count=len(deed.sets[0]))
    if deed.reconnected:
        return words("move.reconnect", tile=tile, count=deed.reconnected)
    return words.move(move, mosaic)
