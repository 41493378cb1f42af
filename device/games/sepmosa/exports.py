"""Writes a game to a file that others can read: record, table of turns, or picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pygame

from device.core import effects as wanted
from device.core import events as on
from device.core.events import ExportKind
from device.core.messages import Message, say
from device.core.settings import Settings
from device.games.mosaix.effects import ExportRecord
from device.games.mosaix.exports import record_of as mosaix_record
from device.games.mosaix.shelf import Shelf
from device.games.sepmosa.model import Model, OpenGame, Phase, Replay
from device.store.files import write_inside
from device.store.store import Store
from device.ui.view import View
from engine.sepmosa import Play, Record, Table, write_record

PICTURE = (1280, 720)
ENDINGS = {ExportKind.RECORD: "txt", ExportKind.CSV: "csv", ExportKind.PICTURE: "png"}


@dataclass(slots=True)
class Exporter:
    """The exports' edge: files in one folder, named by the game's number and nothing else."""

    store: Store
    folder: Path

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Writes the file asked for and says where it is, or what went wrong."""
        match effect:
            case wanted.Export(game_id, kind):
                loaded = self.store.load(game_id)
                if loaded is None:
                    return on.Failed(say(Message.GAME_DAMAGED))
                content = content_of(loaded, kind, self.store.settings())
                return self._write(game_id, ENDINGS[kind], content)
            case ExportRecord(game_id):
                game = Shelf(self.store).load(game_id)
                if game is None:
                    return on.Failed(say(Message.GAME_DAMAGED))
                record = mosaix_record(game).encode("utf-8", "replace")
                return self._write(game_id, ENDINGS[ExportKind.RECORD], record)
        return None

    def _write(self, game_id: int, ending: str, content: bytes) -> on.Event:
        try:
            path = write_inside(self.folder, f"game-{game_id:04d}.{ending}", content)
        except OSError as no:
            return on.Failed(say(Message.FAULT_EXPORT, detail=no.strerror or str(no)))
        return on.Exported(_told(path))


def _told(path: Path) -> str:
    """Where a file is, as people say it: from their own folder on."""
    whole, home = path.absolute(), Path.home()
    return f"~/{whole.relative_to(home)}" if whole.is_relative_to(home) else str(whole)


def content_of(loaded: OpenGame, kind: ExportKind, settings: Settings) -> bytes:
    """What goes into the file."""
    match kind:
        case ExportKind.RECORD:
            one, two = loaded.names
            record = Record(loaded.game, {"Player1": one, "Player2": two})
            return write_record(record).encode("utf-8", "replace")
        case ExportKind.CSV:
            return _table_of_turns(loaded).encode("utf-8", "replace")
        case ExportKind.PICTURE:
            return _picture(loaded, settings)


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


def _picture(loaded: OpenGame, settings: Settings) -> bytes:
    """The end of the game as the screen shows it."""
    replay = Replay(loaded, len(loaded.game.moves))
    model = Model(phase=Phase.REPLAY, settings=settings, names=loaded.names, replay=replay)
    surface = pygame.Surface(PICTURE)
    View().draw(model, surface, 10.0)
    out = io.BytesIO()
    pygame.image.save(surface, out, "game.png")
    return out.getvalue()
