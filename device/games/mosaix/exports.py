"""A game of MOSAIX as others can read it: record or table of turns."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.model import OpenGame
from device.core.spreadsheet import as_csv, plain
from device.games.mosaix.story import story_of
from engine.mosaix import Enter, Start
from engine.mosaix.paper import Paper
from engine.mosaix.record import Record, write_record
from engine.mosaix.table import EMPTY_TABLE
from engine.record_text import header_line


def record_of(game: OpenGame) -> str:
    """The record: the engine's where the device kept the boards, else figures and final boards."""
    header = {"Date": game.begun[:10] or "?"}
    header |= {f"Player{at}": name or "?" for at, name in enumerate(game.names, 1)}
    if isinstance(game.game, Paper):
        return "\n".join([*_paper_lines(game.game, header), ""])
    return write_record(Record(game.game, header))


def _paper_lines(game: Paper, header: dict[str, str]) -> Iterator[str]:
    """The lines of a game whose boards lay on the table: `1. OTX/..O`, and `board 1 … = 101`."""
    result = "-".join(map(str, game.scores)) if game.is_over else "*"
    told = {"Game": "MOSAIX", **header, "Boards": "on the table"}
    told |= {"First": str(game.state.first + 1), "Result": result}
    for key, value in told.items():
        yield header_line(key, value)
    yield ""
    for number, figure in enumerate(game.figures, 1):
        yield f"{number}. {figure}"
    for player, (board, worth) in enumerate(zip(game.boards, game.scores, strict=True), 1):
        if board is not None:
            yield f"board {player} {board} = {worth}"


def table_of_turns(game: OpenGame) -> str:
    """Comma-separated lines: who threw what, and what each player made of it; then the count.

    A line per throw and player who has entered it, with the points it brought and what the board is
    worth after it. Boards on the table have a line per throw, and one each when they are counted.
    """
    return as_csv([_HEAD, *_turns(game)])


_HEAD = ("turn", "thrown by", "figure", "player", "entry", "points", "total")


def _turns(game: OpenGame) -> Iterator[tuple[str | int, ...]]:
    names = [plain(name) or f"Player {at}" for at, name in enumerate(game.names, 1)]
    start = game.game.events[0]
    before = EMPTY_TABLE.advance(start).scores if isinstance(start, Start) else ()
    for told in story_of(game.game):
        throw = told.turn, names[told.player], str(told.figure)
        if told.table is None or not told.entered:
            yield (*throw, "", "", "", "")
            continue
        for event in told.entered:
            who, after = event.player, told.table.scores[event.player]
            entry = str(event.entry) if isinstance(event, Enter) else ""
            yield (*throw, names[who], entry, after - before[who], after)
        before = told.table.scores
    if isinstance(game.game, Paper):
        for name, board, worth in zip(names, game.game.boards, game.game.scores, strict=True):
            if board is not None:
                yield ("", "", "", name, str(board), worth, worth)
