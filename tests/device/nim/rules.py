"""Nine counters; in turn one takes one, two or three; whoever takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.errors import IllegalMove, NotationError
from engine.history import Correct, History, Redo, Undo

COUNTERS, MOST = 9, 3


@dataclass(frozen=True, slots=True)
class Start:
    """`first` begins."""

    first: int


@dataclass(frozen=True, slots=True)
class Take:
    """So many counters were taken."""

    count: int


class Reason(Enum):
    TOO_MANY = "too-many"


@dataclass(frozen=True, slots=True)
class Heap:
    """The table: `turn` is the number of the turn under way."""

    left: int = COUNTERS
    player: int = 0
    turn: int = 1

    @property
    def winner(self) -> int | None:
        return None if self.left else 1 - self.player

    def advance(self, event: Start | Take) -> Heap:
        if isinstance(event, Start):
            return replace(self, player=event.first)
        if not 1 <= event.count <= min(MOST, self.left):
            raise IllegalMove(event, Reason.TOO_MANY)
        return Heap(self.left - event.count, 1 - self.player, self.turn + 1)


@dataclass(frozen=True, slots=True)
class Nim(History[Heap, Start | Take, Take]):
    """A history of takes."""

    initial: Heap = Heap()
    state: Heap = Heap()

    def told_again(self, turn: int, what: Take) -> tuple[int, Take]:
        if not 1 <= turn < len(self.units):
            raise IndexError(f"there is no turn {turn}")
        return turn, what


def line(entry: object) -> str:
    """An entry of the log as text; `entry_of` reads it back."""
    match entry:
        case Correct(turn, Take(count)):
            return f"correct {turn} {count}"
        case Start(number) | Take(number) | Undo(number) | Redo(number):
            return f"{type(entry).__name__.lower()} {number}"
    raise TypeError(entry)


def entry_of(text: str) -> object:
    """The entry that a line tells; raises NotationError."""
    kinds = {"start": Start, "take": Take, "undo": Undo, "redo": Redo}
    match text.split():
        case ["correct", turn, count] if turn.isdigit() and count.isdigit():
            return Correct(int(turn), Take(int(count)))
        case [word, number] if word in kinds and number.isdigit():
            return kinds[word](int(number))
    raise NotationError(text)
