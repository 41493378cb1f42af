"""The small change of all handlers: going to a phase and back, notices, sounds."""

from __future__ import annotations

from dataclasses import replace

from device.confirm import is_changed, is_unchanged
from device.effects import Effect, Sound, SoundName
from device.events import Seen
from device.messages import Message, Sentence, Value, say
from device.model import Model, Notice, Phase
from engine.sepmosa import Game, Step, Table

Outcome = tuple[Model, tuple[Effect, ...]]

NOTICE_SECONDS = 4.0
GAME_PHASES = {
    Step.PLAY: Phase.TURN,
    Step.RESET: Phase.RESET,
    Step.RESHUFFLE: Phase.RESHUFFLE,
    Step.OVER: Phase.OVER,
}
PLAYING = frozenset(GAME_PHASES.values())


def phase_of(table: Table) -> Phase:
    """The phase in which a game at this step goes on."""
    return GAME_PHASES[table.step]


def game_of(model: Model) -> Game[Table]:
    """The game under way; raises ValueError where there is none."""
    if model.game is None:
        raise ValueError(f"no game is open in {model.phase.value}")
    return model.game


def stay(model: Model) -> Outcome:
    """Nothing happens."""
    return model, ()


def notify(model: Model, message: Message, **values: Value) -> Model:
    """The model with a notice that goes away by itself."""
    return show(model, say(message, **values))


def show(model: Model, sentence: Sentence, seconds: float = NOTICE_SECONDS) -> Model:
    """The model with a sentence as its notice."""
    return replace(model, notice=Notice(sentence, model.now + seconds))


def object_to(model: Model, message: Message, **values: Value) -> Outcome:
    """A notice with the sound of an error, and nothing else."""
    return notify(model, message, **values), (Sound(SoundName.ERROR),)


def visit(model: Model, phase: Phase) -> Model:
    """Another phase, from which one comes back to this one."""
    return replace(model, phase=phase, trail=(*model.trail, model.phase))


def go_back(model: Model) -> Model:
    """The phase one came from; HOME where there is none."""
    *trail, phase = model.trail or (Phase.HOME,)
    return replace(model, phase=phase, trail=tuple(trail))


def looked(model: Model, event: Seen) -> Model:
    """The model with a newer look at the table."""
    move = event.proposal.move if event.proposal else None
    before = model.proposal.move if model.proposal else None
    offered = model.offered if move == before else model.now
    after = replace(model, proposal=event.proposal, crop=event.crop, offered=offered)
    if is_unchanged(model, event.proposal):
        return replace(after, noted=None)
    if is_changed(model, event.proposal):
        return replace(after, noted=event.proposal)
    return after


def outdated(model: Model) -> Model:
    """The model in which no look so far counts: the game, the light or the view is another one,
    or a press wants a look that begins after it."""
    unseen = replace(model, proposal=None, crop=None)
    return replace(unseen, state_id=model.state_id + 1, fresh_since=model.now)


def to_game(model: Model) -> Model:
    """The phase in which the game goes on, everything asked on the way forgotten."""
    phase = phase_of(game_of(model).state)
    return replace(model, phase=phase, trail=(), question=None, amendment=None, awaited=None)
