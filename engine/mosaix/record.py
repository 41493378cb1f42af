"""The text record of a game: header lines, an empty line, then a line per turn.

    [Game "MOSAIX"]
    [Player1 "Anna"]
    [Player2 "Ben"]
    [Centres "OX"]
    [First "1"]

    1. OTX/O.. 1:Oa1a2Tb1Xc1=0 2:Oc1=0

A turn names the figure as it was laid, then who entered what, in that order, and what their board
is worth after it; `2:-` could enter nothing. Centres has a printed symbol per player; a game with
one of them is played alone, with eight boxes, and `stop` is its last line where the player had
enough. The last turn may be unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.mosaix.errors import IllegalMove, NotationError
from engine.mosaix.game import Game, new_game
from engine.mosaix.notation import (
    entry_name,
    figure_name,
    parse_entry,
    parse_figure,
    parse_symbol,
    symbol_name,
)
from engine.mosaix.table import EMPTY_TABLE, Enter, Lay, Skip, Start, Step, Stop, Table
from engine.record_text import BodyLine, Header, RecordError, header_line, split_record

GAME_NAME = "MOSAIX"
_TURN = re.compile(r"([0-9]{1,6})\.\s+(\S{1,16})((?:\s+[1-4]:\S{1,24})*)", re.ASCII)
_ENTERED = re.compile(r"([1-4]):(?:-|([A-Za-z0-9]{1,16})=([0-9]{1,4}))", re.ASCII)
_FINAL = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Record:
    """A game and what its header says of it: Date, Player1 to Player4 and whatever else."""

    game: Game
    header: Mapping[str, str] = field(default_factory=dict)


# Writing


def write_record(record: Record) -> str:
    """The text that `read_record` reads back; raises ValueError for a game not begun."""
    own = _header_of(record.game)
    header = {"Game": GAME_NAME, "Date": "?"}
    header |= {f"Player{who}": "?" for who in range(1, len(own["Centres"]) + 1)}
    header |= {**record.header, **own}
    lines = [header_line(key, value) for key, value in header.items()]
    return "\n".join([*lines, "", *_turn_lines(record.game), ""])


def _header_of(game: Game) -> dict[str, str]:
    """What the game itself says in the header."""
    start = game.events[0] if game.events else None
    if not isinstance(start, Start):
        raise ValueError("a game begins with its start")
    return {
        "Game": GAME_NAME,
        "Centres": "".join(map(symbol_name, start.centres)),
        "First": str(start.first + 1),
        "Result": _result(game.table),
    }


def _result(table: Table) -> str:
    return "-".join(map(str, table.scores)) if table.step is Step.OVER else "*"


def _turn_lines(game: Game) -> Iterator[str]:
    table, words = EMPTY_TABLE, list[str]()
    for event in game.events:
        table = table.advance(event)
        match event:
            case Lay(figure):
                if words:
                    yield " ".join(words)
                words = [f"{table.turn}.", figure_name(figure)]
            case Enter(player, entry):
                words.append(f"{player + 1}:{entry_name(entry)}={table.scores[player]}")
            case Skip(player):
                words.append(f"{player + 1}:-")
            case Start() | Stop():
                pass
    if words:
        yield " ".join(words)
    if isinstance(game.events[-1], Stop):
        yield "stop"


# Reading


def read_record(text: str) -> Record:
    """The record that `text` tells; raises RecordError with the line where it breaks."""
    header, body = split_record(text)
    values = {key: value for key, (_, value) in header.items()}
    if values.get("Game", GAME_NAME) != GAME_NAME:
        raise RecordError(header["Game"][0], f"this is a record of {values['Game']!r}")
    game = _play_all(new_game(_start(header)), body)
    _check_result(header, game)
    own = _header_of(game)
    return Record(game, {key: value for key, value in values.items() if key not in own})


def _start(header: Header) -> Start:
    line, letters = header.get("Centres", (1, ""))
    first_line, first = header.get("First", (1, "1"))
    try:
        centres = tuple(map(parse_symbol, letters))
        Start(centres)
    except ValueError:
        reason = "Centres has the printed symbol of each player, one to four, as in OTX"
        raise RecordError(line, reason) from None
    if first not in map(str, range(1, len(centres) + 1)):
        raise RecordError(first_line, f"First says who began: 1 to {len(centres)}")
    return Start(centres, int(first) - 1)


def _play_all(game: Game, body: Iterable[BodyLine]) -> Game:
    for line in body:
        try:
            game = _play_line(game, line)
        except IllegalMove as no:
            over = game.table.step is Step.OVER
            reason = "the game is over" if over else str(no)
            raise RecordError(line.number, reason, game) from None
        except NotationError as no:
            raise RecordError(line.number, str(no), game) from None
        except RecordError as broken:
            broken.game = game
            raise
    return game


def _play_line(game: Game, line: BodyLine) -> Game:
    if line.text == "stop":
        return game.stop()
    found = _TURN.fullmatch(line.text)
    if found is None:
        reason = "a turn is written: number, figure, entries, as in 1. OTX/O.. 1:Oc1=0"
        raise RecordError(line.number, reason)
    number, figure, entered = found.groups()
    due, step = game.table.turn, game.table.step
    if step is Step.ENTER:
        raise RecordError(line.number, f"not everyone has entered the figure of turn {due}")
    if step is Step.LAY and int(number) != due:
        raise RecordError(line.number, f"turn {number} where turn {due} was due")
    game = game.lay(parse_figure(figure))
    for text in entered.split():
        game = _enter(game, text, line.number)
    return game


def _enter(game: Game, text: str, line: int) -> Game:
    found = _ENTERED.fullmatch(text)
    if found is None:
        raise RecordError(line, f"{text!r} is not an entry and its score, as in 1:Oc1=0")
    player = int(found[1]) - 1
    if found[2] is None:
        return game.skip(player)
    entered = game.enter(player, parse_entry(found[2]))
    worth = entered.table.scores[player]
    if int(found[3]) != worth:
        raise RecordError(line, f"after {found[2]} the board is worth {worth}, not {found[3]}")
    return entered


def _check_result(header: Header, game: Game) -> None:
    """A final score, where the header tells one, is the score the turns give."""
    line, value = header.get("Result", (1, "*"))
    result = _result(game.table)
    if _FINAL.fullmatch(value) and value != result:
        raise RecordError(line, f"the turns give {result}, not {value}", game)
