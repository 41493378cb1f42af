"""From one game to another, and home again."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from device.core.effects import TakeUp
from device.core.events import EnterGame
from device.core.game import Outcome
from device.core.model import CommonModel

OWN = frozenset(
    {"plays", "phase", "trail", "shelved", "notice", "picture", "game_id", "past_games"}
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
