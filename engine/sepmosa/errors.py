"""Why a move or an event cannot be."""

from __future__ import annotations

from enum import Enum

from engine.errors import IllegalMove, NotationError

__all__ = ["IllegalMove", "NotationError", "Reason", "Refusal"]


class Reason(Enum):
    """Why a rule forbids a move; the value is its name in the commands' output."""

    OUTSIDE_ROWS = "outside-rows"
    JOKER = "joker"
    OCCUPIED = "occupied"
    ROW_FULL = "row-full"
    IDENTICAL_IN_LINE = "identical-in-line"
    NOT_ADJACENT = "not-adjacent"
    ISLAND = "island"
    NO_MATCH = "no-match"
    ACTION_TILE = "action-tile"
    NOT_A_LINE = "not-a-line"
    EMPTY_CELL = "empty-cell"
    WRONG_COLOUR = "wrong-colour"
    FLOATING = "floating"
    SAME_CELL = "same-cell"


class Refusal(Enum):
    """Why an event that no rule of the mosaic forbids cannot happen in this game now."""

    NOT_NOW = "not-now"  # another kind of event is due, such as a draw or a reset
    GAME_OVER = "game-over"
    THIRD_COPY = "third-copy"  # both copies of that tile are already in sight
    NOT_ON_RACK = "not-on-rack"
    NOT_IN_STOCK = "not-in-stock"
    CAN_PLAY = "can-play"  # a pass, while the rack has a legal move
    FACE_NEEDED = "face-needed"  # a full game names every tile that changes hands
