"""`sepmosa replay GAME`: a game record, turn by turn, with scores."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from device.cli import BadInput
from device.commands.terminal import draw_mosaic, has_colour, printable
from engine.record_text import RecordError, split_record
from engine.sepmosa import Full, Game, Table
from engine.sepmosa.record import GAME_NAME, read_record, table_of
from engine.sepmosa.table import Play, Reset, Reshuffle, Step, Win
from vision.regular import read_regular

LONGEST_RECORD = 1 << 22  # bytes; a real one is about 2 kB
PICTURE = "a picture (try: sepmosa read)"
GAMES = "the companion's file of all games (export one on the screen)"
BYTES = {
    b"\x89PNG": PICTURE,
    b"\xff\xd8\xff": PICTURE,
    b"SQLite format 3": f"{GAMES[:-1]}; version 0.1)",
}
TEXTS = {"@": GAMES, "{": "JSON"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record to play."""
    parser.add_argument("game", metavar="GAME", help="a game record (text)")
    parser.add_argument("--board", action="store_true", help="draw the mosaic after every turn")


def run(options: argparse.Namespace) -> int:
    """Prints every turn; raises BadInput where the record breaks, after all that stands."""
    text = _read(Path(options.game))
    other = _something_else(text)
    if other is not None:
        raise BadInput(f"{options.game} is {other}, not a record of SEPMOSA")
    try:
        record = read_record(text)
    except RecordError as broken:
        if broken.game is not None:
            _show(broken.game, {}, options.board)
        raise BadInput(f"{options.game}: {broken}") from None
    _show(record.game, dict(record.header), options.board)
    return 0


def _read(path: Path) -> str:
    try:
        content = read_regular(path, LONGEST_RECORD + 1)
    except OSError as no:
        raise BadInput(f"cannot read {str(path)[:200]}: {no.strerror}") from None
    for magic, what in BYTES.items():
        if content.startswith(magic):
            raise BadInput(f"{path} is {what}, not a record of SEPMOSA")
    if len(content) > LONGEST_RECORD:
        raise BadInput(f"{path} is too large to be a game record")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a game record: it is not text") from None


def _something_else(text: str) -> str | None:
    """What a text is that is plainly no record of SEPMOSA; None where it may be one."""
    try:
        header, body = split_record(text)
    except RecordError:
        return None  # the reader says exactly where it breaks
    game = header["Game"][1] if "Game" in header else GAME_NAME
    if game != GAME_NAME:
        return f"a record of {printable(game)}"
    if header:
        return None
    if not body:
        return "empty"
    return next((what for begin, what in TEXTS.items() if text.startswith(begin)), "another text")


def _show(game: Game[Table] | Game[Full], header: dict[str, str], boards: bool) -> None:
    names = tuple(printable(header.get(key, "")) or key for key in ("Player1", "Player2"))
    width = max(map(len, names))
    for line in _turns(game, names, width, boards):
        print(line)
    table = table_of(game)
    print()
    if not boards:
        print(draw_mosaic(table.mosaic, colour=has_colour(sys.stdout)))
    one, two = table.scores
    verdict = f"{names[table.player]} wins" if table.step is Step.OVER else "not finished"
    print(f"{names[0]} {one} – {two} {names[1]}: {verdict} after {table.turn - 1} turns")


def _turns(
    game: Game[Table] | Game[Full], names: tuple[str, ...], width: int, boards: bool
) -> Iterator[str]:
    state: Table | Full = game.initial
    for event in game.events:
        before = state if isinstance(state, Table) else state.table
        state = state.advance(event)
        after = state if isinstance(state, Table) else state.table
        match event:
            case Play(move):
                who = before.player
                gain = after.scores[who] - before.scores[who]
                one, two = after.scores
                turn = f"{before.turn:>4}. {names[who]:<{width}}  {move!s:<16}"
                yield f"{turn} {gain:>3}  {one:>4} – {two}"
                if boards:
                    yield draw_mosaic(after.mosaic, colour=has_colour(sys.stdout))
            case Reset():
                yield "      reset: the 49th tile lies, the mosaic is cleared"
            case Reshuffle():
                yield "      reshuffle: the stock was empty"
            case Win(player):
                yield f"      {names[player]} has {after.scores[player]} points"
