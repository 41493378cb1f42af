"""Setting the table, the 49-tile reset and the empty stock: done at the table, then confirmed."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import BeginGame, Sound, SoundName
from device.core.events import Back, Confirm, Press
from device.core.handlers.outcome import show, stay
from device.games.sepmosa.confirm import GoOn, confirms
from device.games.sepmosa.events import ChooseCheck, Seen
from device.games.sepmosa.handlers.changes import restart_clock, shuffle
from device.games.sepmosa.handlers.checklists import (
    first_open,
    is_complete,
    tick_by_hand,
    tick_seen,
)
from device.games.sepmosa.handlers.outcome import Outcome, game_of, looked, to_game
from device.games.sepmosa.model import Model, Phase


def seen(model: Model, event: Seen) -> Outcome:
    """Entries of the checklist are ticked as they are seen done."""
    after = looked(model, event)
    if event.proposal is None:
        return stay(after)
    checks = tick_seen(model.checklist, game_of(model).state, event.proposal)
    done = is_complete(checks) and not is_complete(model.checklist)
    return replace(after, checklist=checks), (Sound(SoundName.TICK),) if done else ()


def tick(model: Model, event: ChooseCheck) -> Outcome:
    """An entry ticked by hand."""
    return stay(replace(model, checklist=tick_by_hand(model.checklist, event.at)))


def confirm(model: Model, _: Press | Confirm) -> Outcome:
    """The game goes on once all is done; the button of either player will do."""
    return shuffle(model) if confirms(model) == GoOn() else hold_up(model)


def begin(model: Model, _: Press | Confirm) -> Outcome:
    """The first turn, once the table is set."""
    if confirms(model) != GoOn():
        return hold_up(model)
    begun = replace(restart_clock(to_game(model)), checklist=(), notice=None)
    log = game_of(model).log
    return begun, (BeginGame(model.names, log), Sound(SoundName.TICK))


def leave(model: Model, _: Back) -> Outcome:
    """Back to the choices for a new game; none has begun."""
    return stay(replace(model, phase=Phase.NEW_GAME, game=None, checklist=(), proposal=None))


def hold_up(model: Model) -> Outcome:
    """What is still to be done is said."""
    left = first_open(model.checklist)
    return (show(model, left) if left else model), (Sound(SoundName.ERROR),)
