"""Tiles: a colour and a value, written as in `R7` or `K10`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.sepmosa.errors import NotationError

COPIES = 2  # of every tile
TILE_COUNT = 104  # the joker not counted


class Colour(Enum):
    """A tile's colour; the value is its letter in the notation."""

    BLACK = "K"
    BLUE = "B"
    ORANGE = "O"
    RED = "R"

    __hash__ = object.__hash__  # each colour is one object; the inherited hash is slow


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: value 1–10 belongs in the mosaic, 11–13 is an action tile."""

    colour: Colour
    value: int
    _hash: int = field(init=False, repr=False, compare=False)  # tiles are looked up all the time

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 13:
            raise ValueError(f"a tile has a value from 1 to 13, not {self.value}")
        object.__setattr__(self, "_hash", ord(self.colour.value) * 16 + self.value)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return f"{self.colour.value}{self.value}"

    @property
    def is_action(self) -> bool:
        return self.value > 10


class Joker(Enum):
    """A joker, where one may be seen in a tile's place; the value is how it is written."""

    JOKER = "*"

    __hash__ = object.__hash__  # as a colour's

    def __str__(self) -> str:
        return self.value


AnyTile = Tile | Joker
JOKER = Joker.JOKER.value

KINDS = tuple(sorted((Tile(c, v) for c in Colour for v in range(1, 14)), key=str))
MOSAIC_KINDS = tuple(tile for tile in KINDS if not tile.is_action)
ACTION_KINDS = tuple(tile for tile in KINDS if tile.is_action)

_BY_NAME = {str(tile): tile for tile in KINDS}


def parse_tile(text: str) -> Tile:
    """The tile named `text`, such as `R7`; raises NotationError."""
    tile = _BY_NAME.get(text)
    if tile is None:
        raise NotationError(
            f"{text!r} is not a tile: write a colour K, R, B or O and a value 1–13, as in R7"
        )
    return tile


def parse_any_tile(text: str) -> AnyTile:
    """The tile named `text`, or the joker; raises NotationError."""
    return Joker.JOKER if text == JOKER else parse_tile(text)


def tile_name(tile: Tile) -> str:
    """The text that `parse_tile` reads back."""
    return str(tile)
