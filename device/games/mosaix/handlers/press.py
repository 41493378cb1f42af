"""Whether a button means something now; its light says so."""

from __future__ import annotations

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
