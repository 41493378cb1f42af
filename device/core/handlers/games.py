"""Games as a whole, the same way in every game: closed, and looked at again when they are past."""

from __future__ import annotations

from dataclasses import replace

from device.core import effects as wanted
from device.core import events as on
from device.core.handlers.outcome import go_back, notify, object_to, stay
from device.core.messages import Message
from device.core.model import GameInView, M

Outcome = tuple[M, tuple[wanted.Effect, ...]]


def close(model: M, *_: object) -> Outcome[M]:
    """The open game is one of the past, which are listed again, and no screen is of it."""
    closed = replace(model, phase=model.plays.flow.fresh.phase, trail=(), game=None, game_id=None)
    begun = () if model.game_id is None else (wanted.CloseGame(model.game_id),)
    return closed, (*begun, wanted.ListGames())


def choose(model: M, event: on.ChooseGame) -> Outcome[M]:
    """A past game, to be looked at."""
    return model, (wanted.LoadGame(event.id),)


def fetched(model: M, event: on.Fetched) -> Outcome[M]:
    """The game that was left open, and those of the past."""
    left = event.open_game
    known = replace(model, past_games=event.games, known_names=event.names)
    if left is None:
        return stay(replace(known, game=None, game_id=None))
    return stay(replace(known, game=left.game, game_id=left.id, names=left.names))


def loaded(model: M, event: on.GameLoaded) -> Outcome[M]:
    """The past game asked for, from its end."""
    if event.loaded is None:
        return object_to(model, Message.GAME_DAMAGED)
    turns = model.plays.codec.turns(event.loaded.game)
    return stay(replace(model, replay=GameInView(event.loaded, turns)))


def export(model: M, event: on.ChooseExport) -> Outcome[M]:
    """The game under way goes to a file."""
    return (model, (wanted.Export(model.game_id, event.kind),)) if model.game_id else stay(model)


def export_shown(model: M, event: on.ChooseExport) -> Outcome[M]:
    """The game in view goes to a file."""
    shown = model.replay.shown.id if model.replay else None
    return (model, (wanted.Export(shown, event.kind),)) if shown else stay(model)


def slide(model: M, event: on.Slide) -> Outcome[M]:
    """The game in view after another turn."""
    if model.replay is None:
        return stay(model)
    turn = min(max(event.turn, 0), model.plays.codec.turns(model.replay.shown.game))
    return stay(replace(model, replay=replace(model.replay, turn=turn)))


def delete(model: M, event: on.Delete) -> Outcome[M]:
    """A past game goes; it can be brought back."""
    gone = next((game for game in model.past_games if game.id == event.id), None)
    if gone is None:
        return stay(model)
    left = tuple(game for game in model.past_games if game.id != event.id)
    without = replace(model, past_games=left, deleted_game=gone, notice=None)
    return without, (wanted.DeleteGame(event.id), wanted.ListGames())


def delete_shown(model: M, event: on.Delete) -> Outcome[M]:
    """The past game in view goes, and its screen with it."""
    without, effects = delete(model, event)
    return (replace(go_back(without), replay=None) if effects else without), effects


def restore(model: M, _: on.Restore) -> Outcome[M]:
    """The game deleted last comes back."""
    if model.deleted_game is None:
        return stay(model)
    effects = wanted.RestoreGame(model.deleted_game.id), wanted.ListGames()
    return notify(replace(model, deleted_game=None), Message.GAME_RESTORED), effects
