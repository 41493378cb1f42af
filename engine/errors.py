"""What can go wrong in any game: a text that is no notation, an event that cannot happen."""

from __future__ import annotations

from enum import Enum


class NotationError(ValueError):
    """A text is not in the notation."""


class IllegalMove(ValueError):
    """An event that cannot happen here; `reason` says why."""

    def __init__(self, what: object, reason: Enum) -> None:
        super().__init__(f"{what}: {reason.value}")
        self.reason = reason
