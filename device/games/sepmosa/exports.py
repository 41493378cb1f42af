"""Writes a game to a file that others can read: record, table of turns, or picture."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.export_kind import ExportKind
from device.core.model import OpenGame
from device.core.settings import Settings
from device.core.spreadsheet import as_csv, plain
from engine.sepmosa import Play, Table
from engine.sepmosa.record import Record, write_record


def content_of(loaded: OpenGame, kind: ExportKind, settings: Settings) -> bytes:
    """What goes into the file."""
    begun = loaded.begun
    match kind:
        case ExportKind.RECORD:
            one, two = loaded.names
            header = {"Date": begun[:10] or "?", "Player1": one, "Player2": two}
            return write_record(Record(loaded.game, header)).encode("utf-8", "replace")
        case ExportKind.CSV:
            return _table_of_turns(loaded).encode("utf-8", "replace")
        case ExportKind.PICTURE:
            from device.games.sepmosa.ui.poster import poster
            from device.ui.album import as_png

            return as_png(poster(loaded, begun, settings))


def _table_of_turns(loaded: OpenGame) -> str:
    """Comma-separated lines: turn, player, move, points, and both scores after it."""
    return as_csv(
        [["turn", "player", "move", "points", *map(plain, loaded.names)], *_turns(loaded)]
    )


def _turns(loaded: OpenGame) -> Iterator[list[str | int]]:
    state: Table = loaded.game.initial
    for event in loaded.game.events:
        before, state = state, state.advance(event)
        if isinstance(event, Play):
            who = before.player
            gain = state.scores[who] - before.scores[who]
            name = plain(loaded.names[who])
            yield [before.turn, name, str(event.move), gain, *state.scores]
