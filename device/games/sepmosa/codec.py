"""How games of SEPMOSA are kept, listed and handed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.core.export_kind import ExportKind
from device.core.game import Codec, Steps, step_by_step
from device.core.model import OpenGame
from device.core.settings import Settings
from device.games.sepmosa.model import PastGame
from device.store.contents import KeptGame
from engine.sepmosa import Game, Play, Table, Win
from engine.sepmosa.notation import log_line, parse_log_line
from engine.sepmosa.rules import points
from engine.sepmosa.table import EMPTY_TABLE

_stepwise = step_by_step(Game(EMPTY_TABLE, EMPTY_TABLE), parse_log_line)


def _replay(log: Sequence[str]) -> Steps[Game[Table]]:
    """The game with all that follows with no one deciding: one saved from damage may end within a
    transaction."""
    replayed: Game[Table] = yield from _stepwise(log)
    while replayed.units and (follower := replayed.state.due()) is not None:
        replayed = replayed.append(follower)
    return replayed


def _summary(loaded: OpenGame) -> Steps[dict[str, Any]]:
    """What the list of games shows of one."""
    best = [0, 0]
    state = loaded.game.initial
    winner = None
    for event in loaded.game.events:
        if isinstance(event, Play):
            best[state.player] = max(best[state.player], points(state.mosaic, event.move))
        elif isinstance(event, Win):
            winner = int(event.player)
        state = state.advance(event)
        yield
    return {
        "scores": state.scores,
        "target": state.target,
        "turns": len(loaded.game.moves),
        "winner": winner,
        "best": best,
    }


def _past_game(game: KeptGame) -> PastGame | None:
    """What a game's summary tells; None if it has none that can be understood."""
    match game.summary, game.names:
        case {
            "scores": [int(one), int(two)],
            "target": int(target),
            "turns": int(turns),
            "winner": 0 | 1 | None as winner,
            "best": [int(best_one), int(best_two)],
        }, [first, second]:
            return PastGame(
                game.id,
                (first, second),
                game.begun,
                (one, two),
                target,
                turns,
                winner,
                game.counts,
                (best_one, best_two),
            )
    return None


def _export(loaded: OpenGame, kind: ExportKind, settings: Settings) -> bytes:
    from device.games.sepmosa.exports import content_of

    return content_of(loaded, kind, settings)


CODEC = Codec(
    seats=(2,),
    line=log_line,
    replay=_replay,
    turns=lambda game: len(game.moves),
    summary=_summary,
    past=_past_game,
    export=_export,
)
