"""Writes a game to a file that others can read: record, table of turns, or picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pygame

from device.core.events import ExportKind
from device.core.model import OpenGame
from device.core.settings import Settings
from device.games.sepmosa.model import Model, Phase, Replay
from device.ui.view import View
from engine.sepmosa import Play, Record, Table, write_record

PICTURE = (1280, 720)


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
