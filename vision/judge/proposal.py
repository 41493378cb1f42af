"""The answer to one look at the table: what was played, or why that cannot be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.sepmosa import Cell, Move, Reason, Tile
from engine.sepmosa.values import AnyTile
from vision.judge.illegal import Breach, Expected


class Status(Enum):
    """What a proposal says; the value is its name in the commands' output."""

    MOVE = "move"  # one legal explanation, sure
    NONE = "none"  # nothing changed
    UNDONE = "undone"  # the table is back at an earlier state
    CLEARED = "cleared"  # only the joker is left
    ILLEGAL = "illegal"  # sure what happened, but a rule forbids it
    UNSURE = "unsure"  # look again or ask
    UNFINISHED = "unfinished"  # an action tile lies there, and its action is not done
    BLOCKED = "blocked"  # nothing can be said: hand, blur, dark, no joker


class Kind(Enum):
    """What an explanation says has happened; the value is its name among the candidates."""

    NONE = "none"
    MOVE = "move"
    UNDONE = "undone"
    CLEARED = "cleared"
    ACTIONS_GONE = "actions-gone"


class Blocked(Enum):
    """Why nothing can be said; the value is its name in the commands' output."""

    COVERED = "covered"
    BLUR = "blur"
    DARK = "dark"
    NO_COLOUR = "no-colour"
    NO_JOKER = "no-joker"
    TWO_JOKERS = "two-jokers"
    JOKER_TURNED = "joker-turned"
    OUT_OF_FRAME = "out-of-frame"
    NO_FRAME = "no-frame"


class Remark(Enum):
    """What there is to say of a mosaic that has not changed."""

    ACTION_TILES_GONE = "action-tiles-gone"  # they were taken for the new stock


Why = Reason | Breach | Blocked | Remark
Candidates = tuple[tuple[Move | Kind, float], ...]  # each with its share, likeliest first


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the table is not as the game knows it; no cell means beside the mosaic."""

    cell: Cell | None
    expected: Tile | None
    seen: AnyTile | None

    def as_json(self) -> dict[str, str | None]:
        return {
            "cell": _text(self.cell),
            "expected": _text(self.expected),
            "seen": _text(self.seen),
        }


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was played, with its points; or what stands in the way, with its reason."""

    status: Status
    move: Move | None = None
    points: int | None = None
    reason: Why | None = None
    candidates: Candidates = ()
    differences: tuple[Difference, ...] = ()
    back: int | None = None
    expected: Expected | None = None

    def as_json(self) -> dict[str, Any]:
        """The proposal as `sepmosa propose` prints it, without the time it took."""
        shown: dict[str, Any] = {
            "status": self.status.value,
            "move": _text(self.move),
            "points": self.points,
            "reason": _text(self.reason),
            "candidates": [[_text(each), round(share, 4)] for each, share in self.candidates],
            "differences": [difference.as_json() for difference in self.differences],
        }
        if self.back is not None:
            shown["back"] = self.back
        if self.expected is not None:
            shown["expected"] = {
                "tile": _text(self.expected.tile),
                "do": self.expected.do.value,
                "cells": [_text(cell) for cell in self.expected.cells],
            }
        return shown


def _text(value: Cell | AnyTile | Move | Kind | Why | None) -> str | None:
    """A value as the commands write it."""
    if value is None:
        return None
    return value.value if isinstance(value, Enum) else str(value)
