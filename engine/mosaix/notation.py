"""Text for every value of MOSAIX, and back.

A symbol is `O`, `T` or `X`, a roll four of them; a cell is its column, `a` to `g` from the left,
and its row, 1 to 7 from the top: the printed centre is `d4`. A figure is told row by row, rows
separated by `/`, a `.` for a place of the box around it where no die lies: `OTX/..O`. An entry is
told by its outcome, each symbol followed by its cells: `Oc3d3Td4Xd5`. A board is written row by
row, `.` for an empty cell; on the grey side `+` and the number of free boxes follow:

    ......./......./......./...O.../......./......./.......+8
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.history import Redo, Undo
from engine.log_lines import NUMBER, SEAT, Field, LogLines
from engine.mosaix.board import Board
from engine.mosaix.errors import NotationError
from engine.mosaix.game import Correct, Game, LogEntry, replay
from engine.mosaix.paper import Begin, Counted, Finish, Paper, PaperEntry, replay_paper
from engine.mosaix.table import Enter, Lay, Skip, Start, Stop
from engine.mosaix.values import (
    COLUMNS,
    DICE,
    SYMBOLS,
    Cell,
    Entry,
    Figure,
    Roll,
    Symbol,
    figure_of,
    roll_of,
)

Match = Game | Paper  # its boards are kept by the companion, or lie on the table
AnyLogEntry = LogEntry | PaperEntry
_KEPT = (Start, Lay, Enter, Skip, Stop, Undo, Redo, Correct)
_ON_PAPER = (Begin, Lay, Finish, Counted, Undo, Redo)

_SYMBOLS = {symbol.value: symbol for symbol in SYMBOLS}
_CELL = re.compile(r"([a-g])([1-7])", re.ASCII)
_FIGURE = re.compile(r"[OTX.]{1,4}(?:/[OTX.]{1,4}){0,3}", re.ASCII)
_PART = re.compile(r"([OTX])((?:[a-g][1-7]){1,4})", re.ASCII)
_ENTRY = re.compile(r"(?:[OTX](?:[a-g][1-7]){1,4}){1,3}", re.ASCII)
_BOARD = re.compile(r"([OTX.]{7}(?:/[OTX.]{7}){6})(?:\+([0-8]))?", re.ASCII)


# Symbols, rolls and cells


def parse_symbol(text: str) -> Symbol:
    """The symbol whose letter is `text`; raises NotationError."""
    symbol = _SYMBOLS.get(text)
    if symbol is None:
        raise NotationError(f"{text!r} is not a symbol: write O, T or X")
    return symbol


def symbol_name(symbol: Symbol) -> str:
    """The text that `parse_symbol` reads back."""
    return symbol.value


def parse_roll(text: str) -> Roll:
    """The roll of the four letters of `text` in any order; raises NotationError."""
    if len(text) != DICE:
        raise NotationError(f"{text!r} is not a roll: write four symbols, as in OOTX")
    one, two, three, four = map(parse_symbol, text)
    return roll_of(one, two, three, four)


def roll_name(roll: Roll) -> str:
    """The text that `parse_roll` reads back."""
    return "".join(symbol.value for symbol in roll)


def parse_cell(text: str) -> Cell:
    """The cell named `text`, such as `d4`; raises NotationError."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is not a cell: write a column a–g and a row 1–7, as in d4")
    return Cell(int(found[2]), COLUMNS.index(found[1]) + 1)


def cell_name(cell: Cell) -> str:
    """The text that `parse_cell` reads back."""
    return str(cell)


# Figures, entries and boards


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


def parse_entry(text: str) -> Entry:
    """The entry that `text` tells, its parts in any order; raises NotationError."""
    if _ENTRY.fullmatch(text) is None:
        raise NotationError(f"{text!r} is not an entry: write symbols and cells, as in Oc3d3Td4Xd5")
    marks = dict.fromkeys(SYMBOLS, 0)
    named = 0
    for letter, names in _PART.findall(text):
        for at in range(0, len(names), 2):
            marks[parse_symbol(letter)] |= parse_cell(names[at : at + 2]).bit
            named += 1
    circles, triangles, crosses = marks.values()
    try:
        entry = Entry((circles, triangles, crosses))
    except ValueError as no:
        raise NotationError(f"{text!r} is not an entry: {no}") from None
    if entry.cells.bit_count() != named:
        raise NotationError(f"{text!r} is not an entry: it names a cell twice")
    return entry


def entry_name(entry: Entry) -> str:
    """The text that `parse_entry` reads back."""
    return str(entry)


def parse_board(text: str) -> Board:
    """The board that `text` draws; raises NotationError."""
    found = _BOARD.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is not a board: write seven rows of seven, as in .OTX...")
    marks = dict.fromkeys(SYMBOLS, 0)
    for at, letter in enumerate(found[1].replace("/", "")):
        if letter != ".":
            marks[parse_symbol(letter)] |= 1 << at
    circles, triangles, crosses = marks.values()
    try:
        return Board((circles, triangles, crosses), None if found[2] is None else int(found[2]))
    except ValueError as no:
        raise NotationError(f"{text!r} is not a board: {no}") from None


def board_name(board: Board) -> str:
    """The text that `parse_board` reads back."""
    return str(board)


# The entries of a log, one line each, in a form that stays

_CENTRES = Field(
    lambda centres: "".join(map(symbol_name, centres)),
    lambda text: tuple(map(parse_symbol, text)),
)
_LINES = LogLines(
    {
        "start": (Start, _CENTRES, SEAT),
        "paper": (Begin, NUMBER, SEAT),
        "lay": (Lay, Field(str, parse_figure)),
        "enter": (Enter, SEAT, Field(str, parse_entry)),
        "skip": (Skip, SEAT),
        "stop": (Stop,),
        "finish": (Finish,),
        "count": (Counted, SEAT, Field(str, parse_board)),
    },
    (Lay, Enter, Skip),
)
log_line: Callable[[AnyLogEntry], str] = _LINES.line
parse_log_line: Callable[[str], AnyLogEntry] = _LINES.entry


def match_of(entries: Iterable[AnyLogEntry]) -> Match:
    """The game that a log tells; raises IllegalMove, NothingToUndo or NotationError."""
    log = list(entries)
    if log and isinstance(log[0], Begin):
        return replay_paper(_all(_ON_PAPER, log))
    return replay(_all(_KEPT, log))


def _all(kinds: tuple[type, ...], log: list[AnyLogEntry]) -> Iterator[Any]:
    for entry in log:
        if not isinstance(entry, kinds):
            raise NotationError(f"{log_line(entry)!r} belongs to another kind of game")
        yield entry
