"""Nine counters; in turn one takes one, two or three; whoever takes the last one wins."""

from dataclasses import dataclass, make_dataclass, replace
from enum import Enum

from engine.errors import IllegalMove, NotationError
from engine.history import Correct, History, Redo, Undo

COUNTERS, MOST = 9, 3
Start = make_dataclass("Start", [("first", int)], frozen=True)
Take = make_dataclass("Take", [("count", int)], frozen=True)
KINDS = {"start": Start, "take": Take, "undo": Undo, "redo": Redo}
Reason = Enum("Reason", {"TOO_MANY": "too-many"})


@dataclass(frozen=True, slots=True)
class Heap:
    left: int = COUNTERS
    player: int = 0
    turn: int = 1  # the number of the turn under way

    @property
    def winner(self):
        return None if self.left else 1 - self.player

    def advance(self, event):
        if isinstance(event, Start):
            return replace(self, player=event.first)
        if not 1 <= event.count <= min(MOST, self.left):
            raise IllegalMove(event, Reason.TOO_MANY)
        return Heap(self.left - event.count, 1 - self.player, self.turn + 1)


@dataclass(frozen=True, slots=True)
class Nim(History):
    initial: Heap = Heap()
    state: Heap = Heap()

    def told_again(self, turn, what):
        if not 1 <= turn < len(self.units):
            raise IndexError(f"there is no turn {turn}")
        return turn, what


def line(entry):
    """An entry of the log as text; `entry_of` reads it back."""
    if isinstance(entry, Correct):
        return f"correct {entry.turn} {entry.what.count}"
    (name,) = (name for name, kind in KINDS.items() if isinstance(entry, kind))
    return f"{name} {next(getattr(entry, each) for each in entry.__dataclass_fields__)}"


def entry_of(text):
    """The entry that a line tells; raises NotationError."""
    match text.split():
        case ["correct", turn, count] if turn.isdigit() and count.isdigit():
            return Correct(int(turn), Take(int(count)))
        case [word, number] if word in KINDS and number.isdigit():
            return KINDS[word](int(number))
    raise NotationError(text)
