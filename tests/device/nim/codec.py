"""How games of Nim are kept, listed and handed on."""

from device.core.game import Codec, step_by_step
from tests.device.nim.rules import Nim, Take, entry_of, line


def _summary(loaded):
    yield
    return {"turns": loaded.game.state.turn - 1, "winner": loaded.game.state.winner}


def _export(loaded, _kind, _settings):
    taken = [str(event.count) for event in loaded.game.events if isinstance(event, Take)]
    return f"{' – '.join(loaded.names)}: {' '.join(taken)}\n".encode()


CODEC = Codec(
    seats=(2,),
    line=line,
    replay=step_by_step(Nim(), entry_of),
    turns=lambda game: game.state.turn - 1,
    summary=_summary,
    past=lambda kept: kept if kept.summary else None,
    export=_export,
)
