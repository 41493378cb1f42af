"""What happens at the table, in a word, for lamps, scoreboards and onlookers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.core.model import CommonModel


class TableState(Enum):
    """What happens at a table, fine enough for lamps and scoreboards."""

    IDLE = "idle"
    PLAYING = "playing"
    QUESTION = "question"  # the companion asks the players something
    RESET = "reset"  # tiles are being shuffled
    OVER = "over"


def state_in(states: Mapping[Enum, TableState], model: CommonModel) -> TableState:
    """The state of the model's phase, or of the newest it was reached from that has one."""
    known = (states[phase] for phase in (model.phase, *reversed(model.trail)) if phase in states)
    return next(known, TableState.IDLE)
