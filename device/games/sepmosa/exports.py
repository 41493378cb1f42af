"""Writes a game to a file that others can read: record, table of turns, or picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from device.core import effects as wanted
from device.core import events as on
from device.core.export_kind import ExportKind
from device.core.messages import Message, say
from device.core.settings import Settings
from device.games.mosaix.effects import ExportMosaix
from device.games.mosaix.exports import record_of as mosaix_record
from device.games.mosaix.shelf import Shelf
from device.games.sepmosa.model import OpenGame
from device.store.contents import MOSAIX, SEPMOSA
from device.store.outbox import Outbox, readable_name
from device.store.store import Store
from engine.sepmosa import Play, Record, Table, write_record

ENDINGS = {ExportKind.RECORD: "txt", ExportKind.CSV: "csv", ExportKind.PICTURE: "png"}


@dataclass(slots=True)
class Exporter:
    """The exports' edge: files named by the game, its day and its players."""

    store: Store
    outbox: Outbox

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Writes the file asked for and says where it is, or what went wrong."""
        match effect:
            case wanted.Export(game_id, kind):
                return self._export(SEPMOSA, game_id, kind)
            case ExportMosaix(game_id, kind):
                return self._export(MOSAIX, game_id, kind)
        return None

    def _export(self, game: str, game_id: int, kind: ExportKind) -> on.Event:
        kept = self.store.game(game_id, game)
        content = self._content(game, game_id, kept.begun, kind) if kept is not None else None
        if kept is None or content is None:
            return on.Failed(say(Message.GAME_DAMAGED))
        name = readable_name(game.upper(), kept.begun, kept.names, game_id)
        try:
            sent = self.outbox.put(f"{name}.{ENDINGS[kind]}", content)
        except OSError as no:
            return on.Failed(say(Message.FAULT_EXPORT, detail=no.strerror or str(no)))
        return on.Exported(sent.path, sent.on_stick)

    def _content(self, game: str, game_id: int, begun: str, kind: ExportKind) -> bytes | None:
        settings = self.store.settings()
        if game == SEPMOSA:
            loaded = self.store.load(game_id)
            return content_of(loaded, begun, kind, settings) if loaded is not None else None
        match = Shelf(self.store).load(game_id)
        if match is None:
            return None
        if kind is ExportKind.PICTURE:
            from device.games.mosaix.ui.poster import poster

            return as_png(poster(match, begun, settings))
        return mosaix_record(match).encode("utf-8", "replace")


def content_of(loaded: OpenGame, begun: str, kind: ExportKind, settings: Settings) -> bytes:
    """What goes into the file; `begun` is when the game began, ISO 8601."""
    match kind:
        case ExportKind.RECORD:
            one, two = loaded.names
            header = {"Date": begun[:10] or "?", "Player1": one, "Player2": two}
            return write_record(Record(loaded.game, header)).encode("utf-8", "replace")
        case ExportKind.CSV:
            return _table_of_turns(loaded).encode("utf-8", "replace")
        case ExportKind.PICTURE:
            from device.games.sepmosa.ui.poster import poster

            return as_png(poster(loaded, begun, settings))


def _table_of_turns(loaded: OpenGame) -> str:
    """Comma-separated lines: turn, player, move, points, and both scores after it."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(["turn", "player", "move", "points", *map(_plain, loaded.names)])
    lines.writerows(_turns(loaded))
    return out.getvalue()


def _turns(loaded: OpenGame) -> Iterator[list[str | int]]:
    state: Table = loaded.game.initial
    for event in loaded.game.events:
        before, state = state, state.advance(event)
        if isinstance(event, Play):
            who = before.player
            gain = state.scores[who] - before.scores[who]
            name = _plain(loaded.names[who])
            yield [before.turn, name, str(event.move), gain, *state.scores]


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" and name else name


def as_png(picture: pygame.Surface) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    pygame.image.save(picture, out, "game.png")
    return out.getvalue()
