"""Nine counters; in turn one takes one, two or three; whoever takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.errors import IllegalMove
from engine.history import History
from engine.log_lines import NUMBER, SEAT, LogLines

COUNTERS, MOST = 9, 3


class NimReason(Enum):
    """Why counters cannot be taken."""

    TOO_MANY = "too-many"


@dataclass(frozen=True, slots=True)
class NimStart:
    """The lot decided who begins."""

    first: int


@dataclass(frozen=True, slots=True)
class NimTake:
    """So many counters are taken; on the screen the key that says so."""

    count: int


@dataclass(frozen=True, slots=True)
class NimHeap:
    """What lies on the table, and whose turn it is."""

    left: int = COUNTERS
    player: int = 0
    turn: int = 1  # the number of the turn under way

    @property
    def winner(self) -> int | None:
        return None if self.left else 1 - self.player

    def advance(self, event: NimStart | NimTake) -> NimHeap:
        """The heap after an event; raises IllegalMove."""
        if isinstance(event, NimStart):
            return replace(self, player=event.first)
        if not 1 <= event.count <= min(MOST, self.left):
            raise IllegalMove(event, NimReason.TOO_MANY)
        return NimHeap(self.left - event.count, 1 - self.player, self.turn + 1)


@dataclass(frozen=True, slots=True)
class Nim(History[NimHeap, NimStart | NimTake, NimTake]):
    """A game of Nim: its log, what of it stands, and the heap that leaves."""

    initial: NimHeap = NimHeap()
    state: NimHeap = NimHeap()


LINES = LogLines({"start": (NimStart, SEAT), "take": (NimTake, NUMBER)}, (NimTake,))
