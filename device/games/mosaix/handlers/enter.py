"""Entering the figure on the boards that the device keeps."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect, Sound, SoundName
from device.core.events import Confirm, Press
from device.core.handlers.outcome import notify, object_to, stay
from device.games.mosaix import events as on
from device.games.mosaix.effects import AskAdvice
from device.games.mosaix.handlers.lay import solo_board
from device.games.mosaix.handlers.outcome import Outcome, kept_of, went_on
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import Mosaix
from device.games.mosaix.picks import next_pick, pick_at, pick_of, picks_at
from engine.mosaix import Reason, Refusal, Step, legal_entries

LOUDEST = 4  # the sound rises with the points, a step for every so many


def can_enter(model: Mosaix) -> bool:
    """Whether the player in view can enter anything at all (M4)."""
    table = kept_of(model).table
    return bool(legal_entries(table.boards[model.player], table.laid))


def is_waiting(model: Mosaix) -> bool:
    """Whether the player in view has yet to enter."""
    return model.player in kept_of(model).table.waiting


def touch_cell(model: Mosaix, event: on.TouchCell) -> Outcome:
    """The figure goes there; touched again, it goes there another way."""
    if not is_waiting(model):
        return object_to(model, Refusal.ENTERED_ALREADY)
    table = kept_of(model).table
    board, figure, pick = table.boards[model.player], table.laid, model.pick
    if pick is not None and pick.cell == event.cell:
        return stay(replace(model, pick=next_pick(board, figure, pick), is_advised=False))
    found = pick_at(board, figure, model.quarters, event.cell)
    if isinstance(found, Reason):
        return object_to(model, found)
    quarters = found.placement.quarters
    return stay(replace(model, pick=found, quarters=quarters, is_advised=False, notice=None))


def turn(model: Mosaix, event: on.TurnFigure) -> Outcome:
    """The figure turned, where it is if it fits there so."""
    table = kept_of(model).table
    quarters = (model.quarters + event.quarters) % 4
    turned = replace(model, quarters=quarters, pick=None, is_advised=False)
    if model.pick is None:
        return stay(turned)
    found = picks_at(table.boards[model.player], table.laid, quarters, model.pick.cell)
    return stay(replace(turned, pick=found[0] if found else None))


def choose_player(model: Mosaix, event: on.ChoosePlayer) -> Outcome:
    """Another player's board in view."""
    if event.player not in range(len(kept_of(model).table.boards)):
        return stay(model)
    return stay(replace(model, player=event.player, pick=None, is_advised=False))


def let_go(model: Mosaix, _: on.LetGo) -> Outcome:
    """The figure lifted again."""
    return stay(replace(model, pick=None, is_advised=False))


def confirm(model: Mosaix, _: Confirm | Press) -> Outcome:
    """The figure is entered where it lies; where nothing fits, the player goes without."""
    game, player = kept_of(model), model.player
    if not is_waiting(model):
        return object_to(model, Refusal.ENTERED_ALREADY)
    if model.pick is not None:
        changed, effects = went_on(model, game.enter(player, model.pick.entry))
        told = notify(changed, MosaixMessage.ENTERED, player=player, points=model.pick.gain)
        return told, (*effects, _sound(changed, model.pick.gain))
    if can_enter(model):
        return object_to(model, MosaixMessage.CHOOSE_PLACE)
    changed, effects = went_on(model, game.skip(player))
    return notify(changed, MosaixMessage.SKIPPED, player=player), (*effects, _sound(changed, 0))


def ask_coach(model: Mosaix, _: on.AskCoach) -> Outcome:
    """Where the coach would enter the figure."""
    board = solo_board(model)
    if board is None:
        return stay(model)
    return model, (AskAdvice(board, kept_of(model).table.laid),)


def advised(model: Mosaix, event: on.Advised) -> Outcome:
    """The coach's place, unless the board has changed meanwhile."""
    figure = kept_of(model).table.laid
    if event.board != solo_board(model) or event.asked != figure:
        return stay(model)
    if event.advice is None:
        return stay(notify(model, MosaixMessage.COACH_STOPS))
    pick = pick_of(event.board, figure, event.advice.entry)
    if pick is None:
        return stay(model)
    shown = replace(model, pick=pick, quarters=pick.placement.quarters, is_advised=True)
    return stay(notify(shown, MosaixMessage.COACH_HOPES, count=round(event.advice.outlook)))


def _sound(model: Mosaix, gain: int) -> Effect:
    if kept_of(model).table.step is Step.OVER:
        return Sound(SoundName.WIN)
    return Sound(SoundName.SCORE, -(-gain // LOUDEST)) if gain > 0 else Sound(SoundName.TICK)
