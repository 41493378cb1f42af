"""Nim as one table: in this phase, on this event, that happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from device.core import effects as wanted
from device.core import events as on
from device.core.game import Flow, Game, Outcome, Row, row
from device.core.handlers import door
from device.core.handlers.outcome import object_to, stay
from device.core.model import CommonModel, CommonPhase, OpenGame
from device.core.phases import AROUND, COMMON
from engine.errors import IllegalMove
from engine.history import Correct, NothingToUndo, Redo, Undo
from tests.device.nim import NIM
from tests.device.nim.rules import Entry, Nim, Reason, Start, Take


class Phase(Enum):
    """What may be going on; each phase has its screen."""

    MENU = "nim-menu"
    PLAY = "nim-play"
    PAST = "nim-past"


@dataclass(frozen=True, slots=True)
class Counted:
    """An event of Nim's own: so many are left, says the camera."""

    look: int
    left: int


@dataclass(frozen=True, slots=True)
class Look:
    """An effect of Nim's own: counters are to be counted in pictures from then on."""

    look: int
    since: float  # monotonic seconds


@dataclass(frozen=True, slots=True)
class NimModel(CommonModel):
    """What every screen of Nim is drawn from."""

    plays: Game = field(default=NIM, kw_only=True)
    phase: Enum = Phase.MENU
    names: tuple[str, ...] = ("Ada", "Ben")
    game: Nim | None = None
    look: int = 0  # names what the camera is to look for
    offer: int | None = None  # counters taken, as the camera sees it
    shown: OpenGame | None = None  # a past game


def opened(model: NimModel) -> Outcome:
    """The menu; what the store has is fetched whenever the game is taken up."""
    return replace(model, phase=Phase.MENU), (wanted.FetchGames(),)


def fetched(model: NimModel, event: on.Fetched) -> Outcome:
    """The game that was left open, and those of the past."""
    left = event.open_game
    game, game_id = (left.game, left.id) if left is not None else (None, None)
    return stay(replace(model, past_games=event.games, game=game, game_id=game_id))


def lot_fell(model: NimModel, event: on.LotFell) -> Outcome:
    """A game begins; its id comes with `GameBegun`."""
    game = Nim().append(Start(event.seat))
    return replace(model, game=game, phase=Phase.PLAY), (wanted.BeginGame(model.names, game.log),)


def _went_on(model: NimModel, entry: Entry) -> Outcome:
    if model.game is None:
        return stay(model)
    try:
        game = model.game.append(entry)
    except (IllegalMove, IndexError, NothingToUndo):
        return object_to(model, Reason.TOO_MANY)
    after = replace(model, game=game, offer=None, phase=Phase.PLAY)
    return after, (wanted.Save(model.game_id, (entry,), len(model.game.log)),)


def seen(model: NimModel, event: Counted) -> Outcome:
    """What the camera counted is offered, if it may be."""
    taken = model.game.state.left - event.left if model.game is not None else 0
    return stay(replace(model, offer=taken if 1 <= taken <= 3 else None))


def end(model: NimModel, _: on.Abandon) -> Outcome:
    """The game is no longer the open one."""
    closed = replace(model, phase=Phase.MENU, game=None, game_id=None)
    if model.game_id is None:
        return stay(closed)
    return closed, (wanted.CloseGame(model.game_id), wanted.ListGames())


def settled(
    before: NimModel, after: NimModel, _event: on.Event, effects: tuple[wanted.Effect, ...]
) -> Outcome:
    """Whatever changes the game outdates what was seen; in play the camera counts."""
    if after.game is before.game and after.phase is before.phase:
        return after, effects
    after = replace(after, look=after.look + 1, offer=None)
    wishes = (Look(after.look, after.now),) if after.phase is Phase.PLAY else ()
    return after, (*effects, *wishes)


def _to(phase: Phase) -> Row:
    return row(lambda model, _: stay(replace(model, phase=phase)), phase)


def _exported(model: NimModel, event: on.ChooseExport) -> Outcome:
    if model.shown is None:
        return stay(model)
    return model, (wanted.Export(model.shown.id, event.kind),)


TABLE: Mapping[Enum, Mapping[type, Row]] = {
    **AROUND,
    Phase.MENU: {
        on.Back: row(door.leave, CommonPhase.HOME),
        on.Confirm: row(lambda model, _: (model, (wanted.DrawLot(2),))),
        on.LotFell: row(lot_fell, Phase.PLAY),
        on.Resume: _to(Phase.PLAY),
        on.Go: _to(Phase.PAST),
    },
    Phase.PLAY: {
        Counted: row(seen),
        on.Press: row(lambda model, _: _went_on(model, Take(model.offer or 0))),
        on.Confirm: row(lambda model, _: _went_on(model, Take(model.offer or 0))),
        **dict.fromkeys((Take, Correct), row(_went_on)),
        on.AskUndo: row(lambda model, event: _went_on(model, Undo(event.depth))),
        on.AskRedo: row(lambda model, _: _went_on(model, Redo())),
        on.Abandon: row(end, Phase.MENU),
        on.Back: _to(Phase.MENU),
    },
    Phase.PAST: {
        on.Back: _to(Phase.MENU),
        on.ChooseGame: row(lambda model, event: (model, (wanted.LoadGame(event.id),))),
        on.GameLoaded: row(lambda model, event: stay(replace(model, shown=event.loaded))),
        on.ChooseExport: row(_exported),
        on.Delete: row(lambda m, event: (m, (wanted.DeleteGame(event.id), wanted.ListGames()))),
    },
}


def _led(model: NimModel, seat: int) -> wanted.LedState:
    lit = model.game is not None and model.offer is not None and model.game.state.player == seat
    return wanted.LedState.LIT if lit else wanted.LedState.OFF


def _is_outdated(model: NimModel, event: on.Event) -> bool:
    return isinstance(event, Counted) and event.look != model.look


FLOW = Flow(
    fresh=NimModel(),
    opened=opened,
    table=TABLE,
    anywhere={**COMMON, on.Fetched: row(fetched)},
    led=_led,
    is_outdated=_is_outdated,
    settled=settled,
)
