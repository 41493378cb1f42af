"""From one game to another, and home again."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from device.core.effects import TakeUp
from device.core.events import Back, EnterGame, Go
from device.core.game import Outcome
from device.core.handlers import anywhere
from device.core.model import CommonModel, CommonPhase

OWN = frozenset(
    {"plays", "phase", "trail", "shelved", "visitor", "notice", "picture", "game_id", "past_games"}
    | {"deleted_game", "replay", "names", "game"}
)
SHARED = tuple(each.name for each in fields(CommonModel) if each.name not in OWN)


def enter(model: CommonModel, event: EnterGame) -> Outcome:
    """Another game is taken up as it was left; the one in hand waits."""
    game = next((each for each in model.games if each.name == event.name), None)
    if game is None or game is model.plays:
        return model, ()
    waiting = {**model.shelved, model.plays.name: replace(model, shelved={})}
    known = waiting.pop(game.name, None) or game.flow.fresh
    shared: dict[str, Any] = {name: getattr(model, name) for name in SHARED}
    taken_up = replace(known, **shared, trail=(), shelved=waiting, notice=None)
    opened, effects = game.flow.opened(taken_up)
    return opened, (TakeUp(game), *effects)


def leave(model: CommonModel, _: object) -> Outcome:
    """Home; the game stays open."""
    return enter(model, EnterGame(model.games[0].name))


def visit_home(model: CommonModel, event: Go) -> Outcome:
    """A screen that only the game at home has, such as the settings; `back` returns from it."""
    home, effects = leave(model, event)
    visited = replace(home, phase=event.phase, trail=(home.phase,), visitor=model.plays.name)
    return visited, effects


def back(model: CommonModel, event: Back) -> Outcome:
    """The phase one came from; where that is another game, the one it was left in."""
    gone, effects = anywhere.back(model, event)
    if gone.phase is not CommonPhase.HOME or gone.visitor not in gone.shelved:
        return gone, effects
    left = gone.shelved[gone.visitor]
    entered, effects = enter(replace(gone, visitor=""), EnterGame(gone.visitor))
    again = replace(entered, phase=left.phase, trail=left.trail)
    settled, more = again.plays.flow.settled(entered, again, event, effects)
    return settled, more
