"""The small change of all handlers: going to a phase and back, notices, sounds."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from device.core.effects import Effect, Sound, SoundName
from device.core.messages import Sentence, Value, say
from device.core.model import CommonPhase, M, Notice

NOTICE_SECONDS = 4.0


def stay(model: M) -> tuple[M, tuple[Effect, ...]]:
    """Nothing happens."""
    return model, ()


def notify(model: M, message: Enum, **values: Value) -> M:
    """The model with a notice that goes away by itself."""
    return show(model, say(message, **values))


def show(model: M, sentence: Sentence, seconds: float = NOTICE_SECONDS) -> M:
    """The model with a sentence as its notice."""
    return replace(model, notice=Notice(sentence, model.now + seconds))


def object_to(model: M, message: Enum, **values: Value) -> tuple[M, tuple[Effect, ...]]:
    """A notice with the sound of an error, and nothing else."""
    return notify(model, message, **values), (Sound(SoundName.ERROR),)


def visit(model: M, phase: Enum) -> M:
    """Another phase, from which one comes back to this one."""
    return replace(model, phase=phase, trail=(*model.trail, model.phase))


def go_back(model: M) -> M:
    """The phase one came from; HOME where there is none."""
    *trail, phase = model.trail or (CommonPhase.HOME,)
    return replace(model, phase=phase, trail=tuple(trail))
