"""How games of Nim are kept, listed and handed on."""

from __future__ import annotations

from typing import Any

from device.core.export_kind import ExportKind
from device.core.game import Codec, Steps, step_by_step
from device.core.model import OpenGame
from device.core.settings import Settings
from device.store.contents import KeptGame
from tests.device.nim.rules import LINES, Nim, Take


def _summary(loaded: OpenGame) -> Steps[dict[str, Any]]:
    yield
    return {"turns": loaded.game.state.turn - 1, "winner": loaded.game.state.winner}


def _past(kept: KeptGame) -> KeptGame | None:
    return kept if kept.summary else None


def _export(loaded: OpenGame, _kind: ExportKind, _settings: Settings) -> bytes:
    taken = [str(event.count) for event in loaded.game.events if isinstance(event, Take)]
    return f"{' – '.join(loaded.names)}: {' '.join(taken)}\n".encode()


CODEC = Codec(
    seats=(2,),
    line=LINES.line,
    replay=step_by_step(Nim(), LINES.entry),
    turns=lambda game: game.state.turn - 1,
    summary=_summary,
    past=_past,
    export=_export,
)
