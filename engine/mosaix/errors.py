"""Why an entry or an event cannot be."""

from __future__ import annotations

from enum import Enum

from engine.errors import IllegalMove, NotationError

__all__ = ["IllegalMove", "NotationError", "Reason", "Refusal"]


class Reason(Enum):
    """Why a rule forbids an entry; the value is its name in the commands' output."""

    OUTSIDE_GRID = "outside-grid"  # not one symbol falls on the grid
    OCCUPIED = "occupied"
    OTHER_FIGURE = "other-figure"  # no rotation of the figure looks like that
    NO_BOXES = "no-boxes"  # more symbols dropped than boxes are free (M7)
    CAN_ENTER = "can-enter"  # nothing entered, though something could be (M4)
    NO_PLACE = "no-place"  # a lone player lays a figure that he can enter


class Refusal(Enum):
    """Why an event that no rule of the board forbids cannot happen in this game now."""

    NOT_NOW = "not-now"
    GAME_OVER = "game-over"
    NO_SUCH_PLAYER = "no-such-player"
    ENTERED_ALREADY = "entered-already"
    NOT_ALONE = "not-alone"  # only a lone player may stop
