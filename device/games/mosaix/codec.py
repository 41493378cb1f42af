"""How games of MOSAIX are kept, listed and handed on."""

from __future__ import annotations

from typing import Any

from device.core.export_kind import ExportKind
from device.core.game import Codec, at_once
from device.core.model import OpenGame
from device.core.settings import Settings
from device.games.mosaix.match import figures_of, is_over, scores_of
from device.games.mosaix.model import PastGame
from device.store.contents import KeptGame
from engine.mosaix.notation import log_line, match_of, parse_log_line
from engine.mosaix.paper import Paper
from engine.mosaix.table import PLAYERS


def _summary(loaded: OpenGame) -> dict[str, Any]:
    """What the list of games shows of one."""
    match = loaded.game
    return {
        "scores": scores_of(match),
        "turns": len(figures_of(match)),
        "is_over": is_over(match),
        "is_kept": not isinstance(match, Paper),
    }


def _past_game(game: KeptGame) -> PastGame | None:
    """What a game's summary tells; None if it has none that can be understood."""
    match game.summary:
        case {
            "scores": [*scores],
            "turns": int(turns),
            "is_over": bool(is_over),
            "is_kept": bool(is_kept),
        } if all(isinstance(score, int) for score in scores):
            return PastGame(game.id, game.names, game.begun, tuple(scores), turns, is_over, is_kept)
    return None


def _export(loaded: OpenGame, kind: ExportKind, settings: Settings) -> bytes:
    if kind is ExportKind.PICTURE:
        from device.games.mosaix.ui.poster import poster
        from device.ui.album import as_png

        return as_png(poster(loaded, loaded.begun, settings))
    from device.games.mosaix.exports import record_of, table_of_turns

    text = record_of(loaded) if kind is ExportKind.RECORD else table_of_turns(loaded)
    return text.encode("utf-8", "replace")


CODEC = Codec(
    seats=PLAYERS,
    line=log_line,
    replay=at_once(lambda log: match_of(map(parse_log_line, log))),
    turns=lambda match: len(figures_of(match)),
    summary=at_once(_summary),
    past=_past_game,
    export=_export,
)
