"""Nim as one table: in this phase, on this event, that happens."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass, replace
from enum import Enum

from device.core import effects as wanted
from device.core import events as on
from device.core.game import Flow, Game, row
from device.core.handlers import door
from device.core.handlers.outcome import object_to, stay
from device.core.model import CommonModel, CommonPhase, OpenGame
from device.core.phases import AROUND, COMMON
from engine.errors import IllegalMove
from tests.device.nim import NIM
from tests.device.nim.rules import Correct, Nim, Reason, Redo, Start, Take, Undo

Phase = Enum("Phase", [(name, f"nim-{name.lower()}") for name in ("MENU", "PLAY", "PAST")])
Counted = make_dataclass("Counted", ["look", "left"], frozen=True)  # so many, says the camera
Look = make_dataclass("Look", ["look", "since"], frozen=True)  # they are to be counted from now on


@dataclass(frozen=True, slots=True)
class NimModel(CommonModel):
    plays: Game = field(default=NIM, kw_only=True)
    phase: Enum = Phase.MENU
    names: tuple[str, ...] = ("Ada", "Ben")
    game: Nim | None = None
    look: int = 0  # names what the camera is to look for
    offer: int | None = None  # counters taken, as the camera sees it
    shown: OpenGame | None = None  # a past game


def opened(model):
    return replace(model, phase=Phase.MENU), (wanted.FetchGames(),)


def fetched(model, event):
    game, game_id = (event.open_game.game, event.open_game.id) if event.open_game else (None, None)
    return stay(replace(model, past_games=event.games, game=game, game_id=game_id))


def lot_fell(model, event):
    game = Nim().append(Start(event.seat))
    return replace(model, game=game, phase=Phase.PLAY), (wanted.BeginGame(model.names, game.log),)


def _went_on(model, entry):
    try:
        game = model.game.append(entry)
    except (IllegalMove, IndexError):
        return object_to(model, Reason.TOO_MANY)
    after = replace(model, game=game, offer=None, phase=Phase.PLAY)
    return after, (wanted.Save(model.game_id, (entry,), len(model.game.log)),)


def seen(model, event):
    taken = model.game.state.left - event.left
    return stay(replace(model, offer=taken if 1 <= taken <= 3 else None))


def end(model, _):
    closed = replace(model, phase=Phase.MENU, game=None)
    return closed, (wanted.CloseGame(model.game_id), wanted.ListGames())


def settled(before, after, event, effects):
    """Whatever changes the game outdates what was seen; in play the camera counts."""
    if after.game is before.game and after.phase is before.phase:
        return after, effects
    after = replace(after, look=after.look + 1, offer=None)
    wishes = (Look(after.look, after.now),) if after.phase is Phase.PLAY else ()
    return after, (*effects, *wishes)


def _to(phase):
    return row(lambda model, _: stay(replace(model, phase=phase)), phase)


TABLE = {
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
        on.ChooseExport: row(lambda m, event: (m, (wanted.Export(m.shown.id, event.kind),))),
        on.Delete: row(lambda m, event: (m, (wanted.DeleteGame(event.id), wanted.ListGames()))),
    },
}


def _led(model, seat):
    lit = model.offer is not None and model.game.state.player == seat
    return wanted.LedState.LIT if lit else wanted.LedState.OFF


FLOW = Flow(
    fresh=NimModel(),
    opened=opened,
    table=TABLE,
    anywhere={**COMMON, on.Fetched: row(fetched)},
    led=_led,
    is_outdated=lambda model, event: isinstance(event, Counted) and event.look != model.look,
    settled=settled,
)
