"""How games of Nim are kept, listed and handed on."""

from __future__ import annotations

from device.core.export_kind import ExportKind
from device.core.game import Codec, at_once, step_by_step
from device.core.model import OpenGame
from device.core.settings import Settings
from tests.device.nim.rules import LINES, Nim, NimTake


def _export(loaded: OpenGame, _kind: ExportKind, _settings: Settings) -> bytes:
    taken = [str(event.count) for event in loaded.game.events if isinstance(event, NimTake)]
    return f"{' – '.join(loaded.names)}: {' '.join(taken)}\n".encode()


CODEC = Codec(
    seats=(2,),
    line=LINES.line,
    replay=step_by_step(Nim(), LINES.entry),
    summary=at_once(lambda loaded: {"winner": loaded.game.state.winner}),
    export=_export,
)
