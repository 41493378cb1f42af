"""The mosaic and the tiles as coloured text, for terminals."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from engine.sepmosa import JOKER_CELL, Cell, Colour, Mosaic, Tile

_INK = {Colour.BLACK: 16, Colour.RED: 160, Colour.BLUE: 26, Colour.ORANGE: 166}
_IVORY, _GREY, _GOLD, _FELT = 230, 247, 222, 22
_NARROWEST = 4  # columns shown to either side of the joker at least


def has_colour(out: TextIO) -> bool:
    """Whether `out` is a terminal whose user has not asked for plain text."""
    return out.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def printable(text: str, longest: int = 24) -> str:
    """A stranger's text made safe for a terminal: no control signs, and not too long."""
    shown = "".join(sign if sign.isprintable() else "·" for sign in text.strip())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def draw_mosaic(mosaic: Mosaic, new: Iterable[Cell] = (), *, colour: bool = True) -> str:
    """Seven lines of text; `new` cells stand out, floating tiles are grey."""
    columns = [cell.column for cell in mosaic]
    left = min([*columns, -_NARROWEST]) - 1
    right = max([*columns, _NARROWEST]) + 1
    fresh = set(new)
    return "\n".join(
        f"{row} "
        + "".join(
            _draw_cell(mosaic, Cell(row, column), fresh, colour)
            for column in range(left, right + 1)
        )
        for row in range(1, 8)
    )


def draw_tile(tile: Tile) -> str:
    """A tile in its ink on ivory."""
    return _paint(f" {tile.value:>2} ", _INK[tile.colour], _IVORY, True)


def _draw_cell(mosaic: Mosaic, cell: Cell, fresh: set[Cell], colour: bool) -> str:
    if cell == JOKER_CELL:
        return _paint("  * ", 160, _IVORY, colour)
    tile = mosaic.get(cell)
    if tile is None:
        return _paint("  · ", 28, _FELT, colour)
    text = f" {tile.value:>2} " if colour else f"{tile!s:>3} "
    floats = not mosaic.is_connected(cell)
    ground = _GREY if floats else _GOLD if cell in fresh else _IVORY
    return _paint(text, _INK[tile.colour], ground, colour)


def _paint(text: str, ink: int, ground: int, colour: bool) -> str:
    return f"\x1b[1;38;5;{ink};48;5;{ground}m{text}\x1b[0m" if colour else text
