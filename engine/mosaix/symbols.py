"""The three symbols `O`, `T`, `X`, and what four dice show, as in `OOTX`."""

from __future__ import annotations

from enum import Enum
from itertools import combinations_with_replacement

from engine.mosaix.errors import NotationError

DICE = 4


class Symbol(Enum):
    """What a die shows and a cell holds; the value is its letter in the notation."""

    CIRCLE = "O"
    TRIANGLE = "T"
    CROSS = "X"

    __hash__ = object.__hash__  # each symbol is one object; the inherited hash is slow


SYMBOLS = tuple(Symbol)
_BY_LETTER = {symbol.value: symbol for symbol in SYMBOLS}

Roll = tuple[Symbol, Symbol, Symbol, Symbol]  # circles first, then triangles, then crosses
ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(SYMBOLS, 4))


def parse_symbol(text: str) -> Symbol:
    """The symbol whose letter is `text`; raises NotationError."""
    symbol = _BY_LETTER.get(text)
    if symbol is None:
        raise NotationError(f"{text!r} is not a symbol: write O, T or X")
    return symbol


def symbol_name(symbol: Symbol) -> str:
    """The text that `parse_symbol` reads back."""
    return symbol.value


def roll_of(one: Symbol, two: Symbol, three: Symbol, four: Symbol) -> Roll:
    """What four dice show, whichever lies first."""
    first, second, third, last = sorted((one, two, three, four), key=SYMBOLS.index)
    return first, second, third, last


def parse_roll(text: str) -> Roll:
    """The roll of the four letters of `text` in any order; raises NotationError."""
    if len(text) != DICE:
        raise NotationError(f"{text!r} is not a roll: write four symbols, as in OOTX")
    one, two, three, four = map(parse_symbol, text)
    return roll_of(one, two, three, four)


def roll_name(roll: Roll) -> str:
    """The text that `parse_roll` reads back."""
    return "".join(symbol.value for symbol in roll)
