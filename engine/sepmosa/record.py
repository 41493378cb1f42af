"""The text record of a game: header lines, an empty line, then a line per turn.

    [Player1 "Anna"]
    [First "1"]

    1. R7@4+1 0
    2. R8@4+2 0

A full game also has the headers Rack1, Rack2 and Draws: the faces dealt and drawn, in order.
Another target than 77 stands in Target, the house rule that S8 does not hold in House.
Header values are JSON strings, so that any name survives; lines end with a newline alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.record_text import BodyLine, Header, RecordError, header_line, split_record
from engine.sepmosa.errors import IllegalMove, NotationError
from engine.sepmosa.full import Full
from engine.sepmosa.game import Game, new_full_game, new_game
from engine.sepmosa.notation import IDENTICAL, move_name, parse_move, parse_tile, tile_name
from engine.sepmosa.rules import points
from engine.sepmosa.table import (
    TARGET,
    Draw,
    Faces,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
)

GAME_NAME = "SEPMOSA"
_TURN = re.compile(r"([0-9]{1,6})\.\s+(\S{1,40})\s+([+-]?[0-9]{1,3})", re.ASCII)
_FINAL = re.compile(r"(-?[0-9]{1,4})-(-?[0-9]{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Record:
    """A game and what its header says of it: Date, Player1, Player2 and whatever else."""

    game: Game[Table] | Game[Full]
    header: Mapping[str, str] = field(default_factory=dict)


def table_of(game: Game[Table] | Game[Full]) -> Table:
    """The table of a game, whichever way it is held."""
    state = game.state
    return state if isinstance(state, Table) else state.table


# Writing


def write_record(record: Record) -> str:
    """The text that `read_record` reads back."""
    header = {"Game": GAME_NAME, "Date": "?", "Player1": "?", "Player2": "?"}
    header |= {**record.header, **_header_of(record.game)}
    lines = [header_line(key, value) for key, value in header.items()]
    return "\n".join([*lines, "", *_turn_lines(record.game), ""])


def _header_of(game: Game[Table] | Game[Full]) -> dict[str, str]:
    """What the game itself says in the header."""
    start = game.events[0]
    if not isinstance(start, Start):
        raise ValueError("a game begins with its start")
    table = table_of(game)
    over = table.step is Step.OVER
    header = {
        "First": str(start.first + 1),
        "Result": f"{table.scores[0]}-{table.scores[1]}" if over else "*",
    }
    if start.target != TARGET:
        header["Target"] = str(start.target)
    if start.allows_identical:
        header["House"] = IDENTICAL
    if start.racks is not None:
        draws = tuple(e.tile for e in game.events if isinstance(e, Draw) and e.tile)
        header |= {"Rack1": _names(start.racks[0]), "Rack2": _names(start.racks[1])}
        header["Draws"] = _names(draws)
    return header


def _turn_lines(game: Game[Table] | Game[Full]) -> Iterator[str]:
    state = game.initial
    for event in game.events:
        if isinstance(event, Play):
            table = state if isinstance(state, Table) else state.table
            yield f"{table.turn}. {move_name(event.move)} {points(table.mosaic, event.move)}"
        elif isinstance(event, Reset):
            yield "reset"
        elif isinstance(event, Reshuffle):
            yield "reshuffle"
        state = state.advance(event)


def _names(tiles: Faces) -> str:
    return " ".join(map(tile_name, tiles))


# Reading


def read_record(text: str) -> Record:
    """The record that `text` tells; raises RecordError with the line where it breaks."""
    header, body = split_record(text)
    values = {key: value for key, (_, value) in header.items()}
    if values.get("Game", GAME_NAME) != GAME_NAME:
        raise RecordError(header["Game"][0], f"this is a record of {values['Game']!r}")
    begun, draws = _begin(header)
    game = _play_all(begun, draws, body)
    _check_result(header, table_of(game))
    own = _header_of(game).keys() | {"Game"}
    return Record(game, {key: value for key, value in values.items() if key not in own})


def _begin(
    header: Header,
) -> tuple[Game[Table] | Game[Full], Iterator[Draw] | None]:
    """The game just begun, and the draws to come where the record names them."""
    first = _first(header)
    target = _target(header)
    identical = _house(header)
    if "Rack1" not in header and "Rack2" not in header:
        return new_game(Start(first, None, target, identical)), None
    racks = _tiles(header, "Rack1"), _tiles(header, "Rack2")
    draws = (Draw(tile) for tile in _tiles(header, "Draws"))
    try:
        return new_full_game(Start(first, racks, target, identical)), draws
    except ValueError as no:
        raise RecordError(header["Rack1"][0], str(no)) from None


def _first(header: Header) -> Player:
    line, value = header.get("First", (1, ""))
    for player in Player:
        key = f"Player{player + 1}"
        if value in (str(player + 1), key):
            return player
    names = [header.get(key, (0, ""))[1] for key in ("Player1", "Player2")]
    if names.count(value) == 1:
        return Player(names.index(value))
    raise RecordError(line, "First says who began: 1 or 2")


def _target(header: Header) -> int:
    line, value = header.get("Target", (1, str(TARGET)))
    if not re.fullmatch(r"[1-9][0-9]{0,3}", value, re.ASCII):
        raise RecordError(line, f"{value!r} is not a number of points to play for")
    return int(value)


def _house(header: Mapping[str, tuple[int, str]]) -> bool:
    line, value = header.get("House", (1, ""))
    if value not in ("", IDENTICAL):
        raise RecordError(line, f"{value!r} is no house rule known here: {IDENTICAL}")
    return value == IDENTICAL


def _tiles(header: Header, key: str) -> Faces:
    if key not in header:
        raise RecordError(1, f"the header {key} is missing")
    line, value = header[key]
    try:
        return tuple(map(parse_tile, value.split()))
    except NotationError as no:
        raise RecordError(line, str(no)) from None


def _play_all(
    game: Game[Table] | Game[Full], draws: Iterator[Draw] | None, body: Iterable[BodyLine]
) -> Game[Table] | Game[Full]:
    last = 1
    for line in body:
        last = line.number
        try:
            game = _play_line(_draw(game, draws, line.number), line)
        except RecordError as broken:
            broken.game = game
            raise
    if draws is not None and (left := next(draws, None)):
        game = _draw(game, iter([left]), last)
        if next(draws, None):
            raise RecordError(last, "more tiles were drawn than turns were played")
    return game


def _draw(
    game: Game[Table] | Game[Full], draws: Iterator[Draw] | None, line: int
) -> Game[Table] | Game[Full]:
    if draws is None or table_of(game).step is not Step.DRAW:
        return game
    draw = next(draws, None)
    if draw is None:
        raise RecordError(line, "the header Draws names too few tiles")
    try:
        return game.add(draw)
    except IllegalMove as no:
        raise RecordError(line, f"drawn {no}") from None


def _play_line(game: Game[Table] | Game[Full], line: BodyLine) -> Game[Table] | Game[Full]:
    try:
        if line.text == "reset":
            return game.add(Reset())
        if line.text == "reshuffle":
            return game.add(Reshuffle())
        return _play_turn(game, line)
    except IllegalMove as no:
        raise RecordError(line.number, _explain(table_of(game), line.text, no)) from None
    except NotationError as no:
        raise RecordError(line.number, str(no)) from None


def _play_turn(game: Game[Table] | Game[Full], line: BodyLine) -> Game[Table] | Game[Full]:
    found = _TURN.fullmatch(line.text)
    if found is None:
        raise RecordError(line.number, "a turn is written: number, move, points, as in 1. R7@4+1 0")
    number, text, said = found.groups()
    table = table_of(game)
    if int(number) != table.turn:
        raise RecordError(line.number, f"turn {number} where turn {table.turn} was due")
    move = parse_move(text)
    played = game.play(move)
    worth = points(table.mosaic, move)
    if int(said) != worth:
        raise RecordError(line.number, f"{text} scores {worth}, not {said}")
    return played


def _explain(table: Table, text: str, no: IllegalMove) -> str:
    waiting = {
        Step.RESET: "the mosaic is full: a reset is due",
        Step.RESHUFFLE: "the stock is empty: a reshuffle is due",
        Step.OVER: "the game is over",
    }.get(table.step)
    return f"{text}: {waiting}" if waiting else f"{text}: {no.reason.value}"


def _check_result(header: Header, table: Table) -> None:
    """A final score, where the header tells one, is the score the turns give."""
    line, value = header.get("Result", (1, "*"))
    found = _FINAL.fullmatch(value)
    if found is None:
        return
    said = int(found[1]), int(found[2])
    if max(said) >= table.target and said != table.scores:
        one, two = table.scores
        raise RecordError(line, f"the turns give {one}-{two}, not {value}")
