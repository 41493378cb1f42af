"""A game of MOSAIX as a text that others can read."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.model import OpenGame
from engine.mosaix.paper import Paper
from engine.mosaix.record import Record, write_record
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
