"""Games as a whole: at home, a new one, its end, and those of the past."""

from __future__ import annotations

from dataclasses import replace

from device.core import effects as wanted
from device.core import events as on
from device.core.handlers.outcome import notify, object_to, stay, visit
from device.core.messages import Message
from device.core.model import CommonPhase
from device.games.sepmosa.handlers.anywhere import go
from device.games.sepmosa.handlers.changes import look_again, watch_effect
from device.games.sepmosa.handlers.checklists import checklist_for, set_table_checks
from device.games.sepmosa.handlers.outcome import Outcome, game_of, go_back, outdated, to_game
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
    closed, effects = close(model)
    home = replace(closed, phase=CommonPhase.HOME, trail=())
    return notify(home, Message.ABANDONED), effects


def close(model: Model) -> tuple[Model, tuple[wanted.Effect, ...]]:
    """The model without an open game."""
    effects: tuple[wanted.Effect, ...] = (wanted.ListGames(),)
    if model.game_id is not None:
        effects = (wanted.CloseGame(model.game_id), wanted.ListGames())
    return (
        replace(
            outdated(model),
            game=None,
            earlier=(),
            game_id=None,
            question=None,
            pick=Pick(),
            checklist=(),
            overruled=frozenset(),
            gain=None,
        ),
        effects,
    )


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
    closed, effects = close(model)
    return replace(closed, phase=CommonPhase.HOME, trail=()), effects


# Games of the past


def choose_game(model: Model, event: on.ChooseGame) -> Outcome:
    """A past game, to be looked at."""
    return replace(model, chosen_game=event.id), (wanted.LoadGame(event.id),)


def loaded(model: Model, event: on.GameLoaded) -> Outcome:
    """The past game asked for, from its end."""
    if event.loaded is None:
        return object_to(model, Message.GAME_DAMAGED)
    shown = Replay(event.loaded, len(event.loaded.game.moves))
    return stay(replace(visit(model, Phase.REPLAY), replay=shown))


def slide(model: Model, event: on.Slide) -> Outcome:
    """The replay after another turn."""
    if model.replay is None:
        return stay(model)
    turn = min(max(event.turn, 0), model.replay.turns)
    return stay(replace(model, replay=replace(model.replay, turn=turn)))


def export(model: Model, event: on.ChooseExport) -> Outcome:
    """The game in view goes to a file."""
    shown = model.game_id if model.phase is Phase.OVER else model.chosen_game
    return (model, (wanted.Export(shown, event.kind),)) if shown is not None else stay(model)


def delete(model: Model, event: on.Delete) -> Outcome:
    """A past game goes; it can be brought back."""
    gone = next((game for game in model.past_games if game.id == event.id), None)
    if gone is None:
        return stay(model)
    left = tuple(game for game in model.past_games if game.id != event.id)
    without = replace(model, past_games=left, deleted_game=gone, chosen_game=None)
    if model.phase is Phase.REPLAY:
        without = replace(go_back(without), replay=None)
    return notify(without, Message.GAME_DELETED), (wanted.DeleteGame(event.id), wanted.ListGames())


def restore(model: Model, _: on.Restore) -> Outcome:
    """The game deleted last comes back."""
    if model.deleted_game is None:
        return stay(model)
    back = replace(model, deleted_game=None)
    effects = (wanted.RestoreGame(model.deleted_game.id), wanted.ListGames())
    return notify(back, Message.GAME_RESTORED), effects


def count(model: Model, event: on.Count) -> Outcome:
    """Whether a past game counts."""
    games = tuple(
        replace(game, counts=event.counts) if game.id == event.id else game
        for game in model.past_games
    )
    return replace(model, past_games=games), (
        wanted.SetCounts(event.id, event.counts),
        wanted.ListGames(),
    )
