"""Figures: four dice laid edge to edge, written row by row as in `OTX/..O`.

Rows are separated by `/`, a `.` is a place of the box around the figure where no die lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import permutations

from engine.mosaix.errors import NotationError
from engine.mosaix.symbols import DICE, ROLLS, Roll, Symbol, parse_symbol, roll_of

QUARTERS = (0, 1, 2, 3)  # clockwise quarter turns: 0, 90, 180 and 270 degrees

_FIGURE = re.compile(r"[OTX.]{1,4}(?:/[OTX.]{1,4}){0,3}", re.ASCII)

Place = tuple[int, int]  # row and column in the box around a figure, from 0


class Shape(Enum):
    """The seven outlines of four squares; S and Z, J and L are mirrored and not the same."""

    I = "OOOO"  # noqa: E741  the shapes' usual names
    O = "OO/OO"  # noqa: E741
    T = "OOO/.O."
    S = ".OO/OO."
    Z = "OO./.OO"
    J = "O../OOO"
    L = "..O/OOO"


@dataclass(frozen=True, slots=True)
class Figure:
    """Four symbols as they lie, row by row; equal only when they lie the same way round."""

    dice: tuple[tuple[Place, Symbol], ...]

    def __post_init__(self) -> None:
        places = [place for place, _ in self.dice]
        if len(set(places)) != DICE or len(places) != DICE:
            raise ValueError(f"a figure is made of {DICE} dice, each in its own place")
        if places != sorted(places) or _corner(places) != (0, 0):
            raise ValueError("a figure is told row by row from the corner of its box")
        if not _hang_together(places):
            raise ValueError("the dice of a figure lie edge to edge")

    def __str__(self) -> str:
        letters = {place: symbol.value for place, symbol in self.dice}
        height, width = self.size
        rows = (
            "".join(letters.get((row, column), ".") for column in range(width))
            for row in range(height)
        )
        return "/".join(rows)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the box around it."""
        rows, columns = zip(*(place for place, _ in self.dice), strict=True)
        return max(rows) + 1, max(columns) + 1

    @property
    def roll(self) -> Roll:
        """What the four dice show."""
        one, two, three, four = (symbol for _, symbol in self.dice)
        return roll_of(one, two, three, four)

    def turned(self, quarters: int = 1) -> Figure:
        """The figure after that many clockwise quarter turns."""
        figure = self
        for _ in range(quarters % 4):
            figure = figure_of(((column, -row), symbol) for (row, column), symbol in figure.dice)
        return figure

    def canonical(self) -> Figure:
        """The one of its four rotations whose text comes first: the same for all four."""
        return min(map(self.turned, QUARTERS), key=str)

    @property
    def shape(self) -> Shape:
        """Which of the seven outlines it has."""
        blank = figure_of((place, Symbol.CIRCLE) for place, _ in self.dice)
        return _shapes()[str(blank.canonical())]


def figure_of(dice: Iterable[tuple[Place, Symbol]]) -> Figure:
    """The figure of dice told in any order and from any corner; raises ValueError."""
    lying = list(dice)
    top, left = _corner([place for place, _ in lying])
    moved = [((row - top, column - left), symbol) for (row, column), symbol in lying]
    return Figure(tuple(sorted(moved, key=lambda die: die[0])))


def parse_figure(text: str) -> Figure:
    """The figure that `text` draws, such as `OTX/..O`; raises NotationError."""
    if _FIGURE.fullmatch(text) is None:
        raise NotationError(f"{text!r} is not a figure: write it row by row, as in OTX/..O")
    rows = text.split("/")
    try:
        figure = figure_of(
            ((row, column), parse_symbol(letter))
            for row, line in enumerate(rows)
            for column, letter in enumerate(line)
            if letter != "."
        )
    except ValueError as no:
        raise NotationError(f"{text!r} is not a figure: {no}") from None
    if str(figure) != text:
        raise NotationError(f"{text!r} is not a figure: its rows do not fit the box around it")
    return figure


def figure_name(figure: Figure) -> str:
    """The text that `parse_figure` reads back."""
    return str(figure)


@lru_cache(maxsize=len(ROLLS))
def arrangements(roll: Roll) -> tuple[Figure, ...]:
    """Every figure that can be laid with a roll (M2), each in its canonical form, sorted."""
    found = {
        figure_of(zip(places, symbols, strict=True)).canonical()
        for places in _outlines()
        for symbols in set(permutations(roll))
    }
    return tuple(sorted(found, key=str))


def _corner(places: list[Place]) -> Place:
    rows = [row for row, _ in places]
    columns = [column for _, column in places]
    return min(rows, default=0), min(columns, default=0)


def _hang_together(places: list[Place]) -> bool:
    reached, todo = {places[0]}, [places[0]]
    while todo:
        row, column = todo.pop()
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in places and near not in reached:
                reached.add(near)
                todo.append(near)
    return len(reached) == len(places)


@lru_cache(maxsize=1)
def _shapes() -> dict[str, Shape]:
    return {str(parse_figure(shape.value).canonical()): shape for shape in Shape}


def _outlines() -> list[list[Place]]:
    return [[place for place, _ in parse_figure(shape.value).dice] for shape in Shape]
