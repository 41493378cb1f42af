"""What the companion says, in the players' language: catalogues and the names of things in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from device.core.messages import Sentence, Value
from device.locale import COMPANION, Language, catalogue
from engine.sepmosa import Cell, Move, Tile
from engine.sepmosa.mosaic import EMPTY, Mosaic
from engine.sepmosa.values import JOKER_CELL, Colour, Joker, Pass, Place, Remove, RemoveThree, Shift

TOPIC = "sepmosa"
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?", re.ASCII)
SENTENCES = "sentence"
_COLOURS = {
    Colour.BLACK: "black",
    Colour.RED: "red",
    Colour.BLUE: "blue",
    Colour.ORANGE: "orange",
}


def signed(points: int) -> str:
    """Points as they are shown: +6, +0, −2."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def uncapped(text: str) -> str:
    """A text as it goes on after a colon."""
    return text[:1].lower() + text[1:]


def number(value: int) -> str:
    """A score, with a proper minus."""
    return str(value) if value >= 0 else f"−{-value}"


def day(language: Language, begun: str) -> str:
    """An ISO 8601 day and time as people write them in a language: 15 Nov 2026, 20:14."""
    found = _DAY.fullmatch(begun)
    if found is None:
        return begun or "?"
    texts = catalogue(language)["date"]
    year, month, own, time = found.groups()
    months = texts["months"].split()
    if not 1 <= int(month) <= len(months):
        return begun
    written = texts["day"].format(day=int(own), month=months[int(month) - 1], year=year)
    return f"{written}, {time}" if time else written


@dataclass(frozen=True, slots=True)
class GameWords:
    """What any game says in one language, to players with names."""

    topic: ClassVar[str] = COMPANION  # of the catalogues; that of a game with texts of its own

    language: Language = Language.ENGLISH
    names: tuple[str, ...] = ()

    def __call__(self, key: str, **values: str | int) -> str:
        """The text for `section.key` with its values; raises KeyError where there is none."""
        section, _, name = key.partition(".")
        return filled(catalogue(self.language, self.topic)[section][name], values)

    @property
    def letters(self) -> tuple[str, ...]:
        """The rows of a keyboard."""
        return tuple(self("language.letters").split())

    def count(self, what: str, count: int) -> str:
        """So many of something, such as `3 points`."""
        return self(f"count.{what}" if count == 1 else f"count.{what}s", count=count)

    def day(self, begun: str) -> str:
        """A day and time as people write them: 15. Nov. 2026, 20:14; a question mark for none."""
        return day(self.language, begun)

    def player(self, player: int) -> str:
        """The player's name, or `Player 1`."""
        name = self.names[player] if player < len(self.names) else ""
        return name or self("new.player", count=player + 1)

    def sentence(self, sentence: Sentence) -> str:
        """A sentence in words, its values named as players name them."""
        texts = catalogue(self.language, self.topic)[SENTENCES]
        text = texts.get(sentence.message.value, texts["unknown-reason"])
        values = {name: self._value(name, value) for name, value in sentence.values.items()}
        return filled(text, values)

    def _value(self, name: str, value: Value) -> str:
        match value:
            case int() if name == "player":
                return self.player(value)
            case int() if name == "points":
                return signed(value)
        return str(value)


@dataclass(frozen=True, slots=True)
class Words(GameWords):
    """What SEPMOSA says, and the screens around it."""

    topic: ClassVar[str] = TOPIC

    def tile(self, tile: Tile | None) -> str:
        """A tile's name, such as `blue 10`; the joker's for nothing."""
        if tile is None:
            return self._plain("tile.joker")
        return self._plain(f"tile.{_COLOURS[tile.colour]}", value=tile.value)

    def cell(self, cell: Cell) -> str:
        """Where a cell is, as seen from the joker."""
        if cell == JOKER_CELL:
            return self._plain("cell.joker")
        if cell.column:
            side = "left" if cell.column < 0 else "right"
            return self._plain(f"cell.{side}", row=cell.row, count=abs(cell.column))
        side = "above" if cell.row < JOKER_CELL.row else "below"
        return self._plain(f"cell.{side}", row=cell.row, count=abs(cell.row - JOKER_CELL.row))

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

    def _plain(self, key: str, **values: str | int) -> str:
        section, _, name = key.partition(".")
        return catalogue(self.language, TOPIC)[section][name].format_map(_Values(values))


class _Values(dict[str, str | int]):
    """Values by name; one that nobody gave is left out, not an error in players' faces."""

    def __missing__(self, key: str) -> str:
        return ""


def filled(text: str, values: Mapping[str, str | int]) -> str:
    """The text with its values; where it begins with one, that gets a capital."""
    filled = text.format_map(_Values(values))
    return filled[:1].upper() + filled[1:] if text.startswith("{") else filled
