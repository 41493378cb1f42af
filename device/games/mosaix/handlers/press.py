"""Whether a button means something now; its light says so."""

from __future__ import annotations

from device.core.effects import LedState
from device.core.model import CommonPhase
from device.games.mosaix.handlers.lay import figure_proposed
from device.games.mosaix.model import Mosaix, Phase


def can_press(model: Mosaix) -> bool:
    """Whether a press would confirm what the screen shows."""
    match model.phase:
        case Phase.LAY:
            return figure_proposed(model) is not None
        case Phase.ENTER:
            return model.pick is not None
        case Phase.COUNT:
            return model.sheet.is_sure
        case phase:
            return phase in (Phase.SHOW, Phase.ASK_UNDO)


def led(model: Mosaix, _: int) -> LedState:
    """Lit as long as a press means something; blinking where something is wrong."""
    if model.phase is CommonPhase.FAULT:
        return LedState.BLINKING
    return LedState.LIT if can_press(model) else LedState.OFF
