"""What SEPMOSA says, in the players' language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from device.core.messages import Value
from device.locale import catalogue
from device.ui.words import SENTENCES, GameWords, uncapped
from engine.sepmosa import Cell, Move, Tile
from engine.sepmosa.mosaic import EMPTY, Mosaic
from engine.sepmosa.values import JOKER_CELL, Colour, Joker, Pass, Place, Remove, RemoveThree, Shift

TOPIC = "sepmosa"
_COLOURS = {
    Colour.BLACK: "black",
    Colour.RED: "red",
    Colour.BLUE: "blue",
    Colour.ORANGE: "orange",
}


@dataclass(frozen=True, slots=True)
class Words(GameWords):
    """What SEPMOSA says, and the screens around it."""

    topic: ClassVar[str] = TOPIC

    def tile(self, tile: Tile | None) -> str:
        """A tile's name, such as `blue 10`; the joker's for nothing."""
        if tile is None:
            return self.plain("tile.joker")
        return self.plain(f"tile.{_COLOURS[tile.colour]}", value=tile.value)

    def cell(self, cell: Cell) -> str:
        """Where a cell is, as seen from the joker."""
        if cell == JOKER_CELL:
            return self.plain("cell.joker")
        if cell.column:
            side = "left" if cell.column < 0 else "right"
            return self.plain(f"cell.{side}", row=cell.row, count=abs(cell.column))
        side = "above" if cell.row < JOKER_CELL.row else "below"
        return self.plain(f"cell.{side}", row=cell.row, count=abs(cell.row - JOKER_CELL.row))

    def move(self, move: Move, mosaic: Mosaic = EMPTY) -> str:
        """What a move does, in a few words; `mosaic` is what lay there before it."""
        match move:
            case Place(tile):
                return self("move.place", tile=self.tile(tile))
            case Remove(tile, cell) | Shift(tile, cell):
                target = self.tile(mosaic[cell]) if cell in mosaic else self.cell(cell)
                key = "move.remove" if isinstance(move, Remove) else "move.shift"
                return self(key, tile=self.tile(tile), target=target)
            case RemoveThree(tile):
                return self("move.three", tile=self.tile(tile))
            case Pass():
                return self("move.pass")

    def _value(self, name: str, value: Value) -> str:
        match value:
            case None:
                return ""
            case Tile():
                return self.tile(value)
            case Joker():
                return self.tile(None)
            case Cell():
                return self.cell(value)
            case Place() | Remove() | Shift() | RemoveThree() | Pass():
                return uncapped(self.move(value))
            case Colour():
                is_one = name == "one"
                key = _COLOURS[value]
                return self(f"one.{key}" if is_one else f"three.{key}")
            case Enum() if not isinstance(value, int):
                return catalogue(self.language, TOPIC)[SENTENCES].get(value.value, value.value)
        return GameWords._value(self, name, value)
