"""The answer to one look at the table: what was played, or why that cannot be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class Status(Enum):
    """What a proposal says; the value is its name in the commands' output."""

    MOVE = "move"  # one legal explanation, sure
    NONE = "none"  # nothing changed
    UNDONE = "undone"  # the table is back at an earlier state
    CLEARED = "cleared"  # only the joker is left
    ILLEGAL = "illegal"  # sure what happened, but a rule forbids it
    UNSURE = "unsure"  # look again or ask
    BLOCKED = "blocked"  # nothing can be said: hand, blur, dark, no joker


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the table is not as the game knows it; no cell means beside the mosaic."""

    cell: str | None
    expected: str | None
    seen: str | None

    def as_json(self) -> dict[str, str | None]:
        return {"cell": self.cell, "expected": self.expected, "seen": self.seen}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was played, with its points; or what stands in the way, with its reason."""

    status: Status
    move: str | None = None
    points: int | None = None
    reason: str | None = None
    candidates: tuple[tuple[str, float], ...] = ()
    differences: tuple[Difference, ...] = ()
    back: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The proposal as `sepmosa propose` prints it, without the time it took."""
        shown: dict[str, Any] = {
            "status": self.status.value,
            "move": self.move,
            "points": self.points,
            "reason": self.reason,
            "candidates": [[name, round(share, 4)] for name, share in self.candidates],
            "differences": [difference.as_json() for difference in self.differences],
        }
        if self.back is not None:
            shown["back"] = self.back
        return shown
