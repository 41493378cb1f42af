"""Games as a whole: at home, a new one, its end, and those of the past."""

from __future__ import annotations

from dataclasses import replace

from device.core import effects as wanted
from device.core import events as on
from device.core.handlers import games as past
from device.core.handlers.outcome import notify, object_to, stay, visit
from device.core.messages import Message
from device.core.model import CommonPhase
from device.games.sepmosa.handlers.anywhere import go
from device.games.sepmosa.handlers.changes import look_again, watch_effect
from device.games.sepmosa.handlers.checklists import checklist_for, set_table_checks
from device.games.sepmosa.handlers.outcome import Outcome, game_of, outdated, to_game
from device.games.sepmosa.model import Model, Phase, Pick, Replay
from engine.names import clean_name
from engine.sepmosa import Player, Start, Step, new_game

A_MOMENT = 3.0  # seconds at the end of a game in which a press is meant for the last move


# Home and the open game


def opened(model: Model) -> Outcome:
    """Home again from another game: the camera looks at the mosaic anew."""
    return look_again(replace(model, phase=CommonPhase.HOME))


def resume(model: Model, _: on.Resume | on.Press) -> Outcome:
    """The open game goes on; without one a new game is prepared."""
    if model.game is None:
        return prepare(model)
    return stay(resumed(model))


def resumed(model: Model) -> Model:
    """The model in the phase in which its game goes on."""
    table = game_of(model).state
    clock = replace(model.clock, since=None)
    ready = replace(to_game(model), clock=clock, pick=Pick())
    if model.has_taken_back:
        return replace(ready, phase=Phase.GUIDE_BACK, has_taken_back=True)
    return replace(ready, checklist=checklist_for(table))


def go_from_home(model: Model, event: on.Go) -> Outcome:
    """A new game is prepared, an open one asked about first; other screens are visited."""
    if event.phase not in (Phase.NEW_GAME, Phase.ASK_ABANDON):
        return go(model, event)
    if model.game is None:
        return prepare(model)
    if model.game.state.step is Step.OVER:
        return rematch(model, on.Rematch())
    return stay(visit(model, Phase.ASK_ABANDON))


def prepare(model: Model) -> Outcome:
    """The choices for a new game; the lot is drawn anew."""
    ready = replace(model, phase=Phase.NEW_GAME, trail=(), lot=None, gain=None, notice=None)
    return ready, (wanted.DrawLot(),)


def ask_abandon(model: Model, _: on.Abandon) -> Outcome:
    """Whether the open game shall end here."""
    return stay(visit(model, Phase.ASK_ABANDON) if model.game else model)


def abandon(model: Model, _: on.Confirm) -> Outcome:
    """The open game ends here; those of the past are listed anew."""
    home, effects = close(model)
    return notify(home, Message.ABANDONED), effects


def close(model: Model) -> Outcome:
    """The model at home, without an open game."""
    closed, effects = past.close(outdated(model))
    forgotten = replace(closed, earlier=(), question=None, pick=Pick(), checklist=(), gain=None)
    return replace(forgotten, overruled=frozenset()), effects


# A new game


def set_name(model: Model, event: on.SetName) -> Outcome:
    """A player's name, made fit to be shown and kept."""
    one, two = model.names
    name = clean_name(event.name)
    names = (name, two) if event.seat == 0 else (one, name)
    return stay(replace(model, names=names))


def set_table(model: Model, _: on.Confirm | on.Press) -> Outcome:
    """The table is to be set for the game as it was chosen."""
    if model.names[0] and model.names[0] == model.names[1]:
        return object_to(model, Message.NAMES_EQUAL)
    if model.lot is None:
        return model, (wanted.DrawLot(),)
    game = new_game(
        Start(Player(model.lot), None, model.settings.target, model.settings.allows_identical)
    )
    setting = replace(
        outdated(model),
        phase=Phase.SET_TABLE,
        game=game,
        earlier=(),
        game_id=None,
        checklist=set_table_checks(),
        overruled=frozenset(),
        notice=None,
    )
    return setting, (watch_effect(setting),)


# The end


def rematch(model: Model, _: on.Rematch | on.Confirm) -> Outcome:
    """The same two again."""
    closed, effects = close(model)
    ready, more = prepare(closed)
    return ready, (*effects, *more)


def press_over(model: Model, _: on.Press) -> Outcome:
    """A button asks for a rematch, unless it was only just pressed for the last move."""
    if model.now - model.entered < A_MOMENT:
        return stay(model)
    return rematch(model, on.Rematch())


def leave_over(model: Model, event: on.Go) -> Outcome:
    """Home closes the finished game; other screens are only visited."""
    if event.phase is not CommonPhase.HOME:
        return stay(visit(model, event.phase))
    return close(model)


# Games of the past


def loaded(model: Model, event: on.GameLoaded) -> Outcome:
    """The past game asked for, from its end."""
    if event.loaded is None:
        return object_to(model, Message.GAME_DAMAGED)
    shown = Replay(event.loaded, len(event.loaded.game.moves))
    return stay(replace(visit(model, Phase.REPLAY), replay=shown))


def count(model: Model, event: on.CountInStatistics) -> Outcome:
    """Whether a past game counts."""
    games = tuple(
        replace(game, counts=event.counts) if game.id == event.id else game
        for game in model.past_games
    )
    return replace(model, past_games=games), (
        wanted.SetCounts(event.id, event.counts),
        wanted.ListGames(),
    )
