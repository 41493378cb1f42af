"""Nim as one table: in this phase, on this event, that happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Any

from device.core import effects as wanted
from device.core import events as on
from device.core.game import Flow, GameKind, Outcome, Row, row
from device.core.handlers import anywhere, door, games
from device.core.handlers.outcome import object_to, stay, visit
from device.core.looking import Looked, LookingModel, aimed, is_old
from device.core.model import CommonPhase
from device.core.phases import AROUND, COMMON
from engine.errors import IllegalMove
from engine.history import Correct, NothingToUndo, Redo, Undo
from tests.device.nim import NIM
from tests.device.nim.rules import MOST, Nim, NimReason, NimStart, NimTake


class NimPhase(Enum):
    """What may be going on; each phase has its screen."""

    MENU = "nim-menu"
    PLAY = "nim-play"
    PAST = "nim-past"


@dataclass(frozen=True, slots=True)
class NimSeen(Looked):
    """An event of Nim's own: so many are left, says the camera."""

    left: int


@dataclass(frozen=True, slots=True)
class NimModel(LookingModel):
    """What every screen of Nim is drawn from; `seen` are counters taken, as the camera sees it."""

    plays: GameKind = field(default=NIM, kw_only=True)
    phase: Enum = NimPhase.MENU
    names: tuple[str, ...] = ("Ada", "Ben")
    game: Nim | None = None


def lot_fell(model: NimModel, event: on.LotFell) -> Outcome:
    """A game begins; its id comes with `GameBegun`."""
    game, playing = Nim().append(NimStart(event.seat)), visit(model, NimPhase.PLAY)
    return replace(playing, game=game), (wanted.BeginGame(model.names, game.log),)


def _went_on(model: NimModel, entry: Any) -> Outcome:
    if model.game is None:
        return stay(model)
    try:
        game = model.game.append(entry)
    except (IllegalMove, IndexError, NothingToUndo):
        return object_to(model, NimReason.TOO_MANY)
    return replace(model, game=game), (wanted.Save(model.game_id, (entry,), len(model.game.log)),)


def counted(model: NimModel, event: NimSeen) -> Outcome:
    """What the camera counted is offered, if it may be."""
    taken = model.game.state.left - event.left if model.game is not None else 0
    return stay(replace(model, seen=taken if 1 <= taken <= MOST else None))


def _led(model: NimModel, seat: int) -> wanted.LedState:
    lit = model.game is not None and model.seen is not None and model.game.state.player == seat
    return wanted.LedState.LIT if lit else wanted.LedState.OFF


BACK = row(anywhere.back, NimPhase.MENU)
YES = row(lambda model, _: _went_on(model, NimTake(model.seen or 0)))
TABLE: Mapping[Enum, Mapping[type, Row]] = {
    **AROUND,
    NimPhase.MENU: {
        on.Back: row(door.leave, CommonPhase.HOME),
        on.Confirm: row(lambda model, _: (model, (wanted.DrawLot(2),))),
        on.LotFell: row(lot_fell, NimPhase.PLAY),
        on.Resume: row(lambda model, _: stay(visit(model, NimPhase.PLAY)), NimPhase.PLAY),
        on.Go: row(anywhere.go, NimPhase.PAST),
    },
    NimPhase.PLAY: {
        **dict.fromkeys((on.Press, on.Confirm), YES),
        **dict.fromkeys((NimTake, Correct), row(_went_on)),
        NimSeen: row(counted),
        on.AskUndo: row(lambda model, event: _went_on(model, Undo(event.depth))),
        on.AskRedo: row(lambda model, _: _went_on(model, Redo())),
        on.Abandon: row(games.close, NimPhase.MENU),
        on.Back: BACK,
    },
    NimPhase.PAST: {
        on.Back: BACK,
        on.ChooseGame: row(games.choose),
        on.GameLoaded: row(games.loaded),
        on.ChooseExport: row(games.export_shown),
        on.Delete: row(games.delete),
    },
}
FLOW = Flow(
    fresh=NimModel(),
    table=TABLE,
    anywhere={**COMMON, on.Fetched: row(games.fetched)},
    led=_led,
    is_outdated=is_old,
    settled=partial(aimed, targets={NimPhase.PLAY: NimPhase.PLAY}),
)
