"""The door to the other game: what happens in it is its own affair, until it is left."""

from __future__ import annotations

from dataclasses import replace

from device.core.events import CameraChanged, Event
from device.core.model import CommonPhase
from device.games.mosaix.handlers.games import open_mosaix as opened
from device.games.mosaix.model import Phase as MosaixPhase
from device.games.mosaix.phases import step
from device.games.sepmosa.handlers.changes import look_again
from device.games.sepmosa.handlers.outcome import Outcome
from device.games.sepmosa.model import Model, Phase


def open_mosaix(model: Model) -> Outcome:
    """MOSAIX, from which one comes home again."""
    mosaix, effects = opened(model.mosaix, model.now, model.camera.can_see)
    trail = (*model.trail, model.phase)
    return replace(model, phase=Phase.MOSAIX, trail=trail, notice=None, mosaix=mosaix), effects


def take(model: Model, event: Event) -> Outcome:
    """An event for MOSAIX. Left again, the camera looks at the mosaic anew."""
    mosaix, effects = step(model.mosaix, event)
    after = replace(model, mosaix=mosaix)
    if isinstance(event, CameraChanged):
        after = replace(after, camera=event.status)
    if model.phase is not Phase.MOSAIX or mosaix.phase is not MosaixPhase.AWAY:
        return after, effects
    home, watched = look_again(replace(after, phase=CommonPhase.HOME, trail=()))
    return home, (*effects, *watched)
