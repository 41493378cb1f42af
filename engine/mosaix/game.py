"""A game of MOSAIX: a history of figures laid and entered, and their correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.history import History, Redo, Undo, Unit, replay_onto
from engine.mosaix.errors import IllegalMove, Reason, Refusal
from engine.mosaix.table import (
    EMPTY_TABLE,
    Enter,
    Event,
    Lay,
    Skip,
    Start,
    Stop,
    Table,
    event_name,
    refusal,
)
from engine.mosaix.values import Entry, Figure

Deed = Lay | Enter | Skip


@dataclass(frozen=True, slots=True)
class Correct:
    """In turn number `turn` this is what was laid, or what that player did; the rest stands."""

    turn: int
    deed: Deed


LogEntry = Event | Undo | Redo | Correct


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that cannot be made: `event` of turn number `turn` no longer stands."""

    turn: int
    event: Event
    reason: Reason | Refusal

    def __str__(self) -> str:
        return f"turn {self.turn}: {event_name(self.event)}: {self.reason.value}"


@dataclass(frozen=True, slots=True)
class Game(History[Table, Event, Correct]):
    """A history in which every event is decided by somebody."""

    initial: Table = EMPTY_TABLE
    state: Table = EMPTY_TABLE

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.state

    def lay(self, figure: Figure) -> Game:
        """The game after the dice were laid into a figure; raises IllegalMove."""
        return self.append(Lay(figure))

    def enter(self, player: int, entry: Entry) -> Game:
        """The game after `player` entered the figure; raises IllegalMove."""
        return self.append(Enter(player, entry))

    def skip(self, player: int) -> Game:
        """The game after `player` could enter nothing; raises IllegalMove."""
        return self.append(Skip(player))

    def stop(self) -> Game:
        """The game ended by a lone player's will; raises IllegalMove."""
        return self.append(Stop())

    def correct(self, turn: int, deed: Deed) -> Game | Broken:
        """The game in which turn `turn` had `deed`, or what no longer stands then.

        Raises IndexError where there is nothing of the kind to correct.
        """
        events = self._corrected(turn, deed)
        return events if isinstance(events, Broken) else self.append(Correct(turn, deed))

    def corrected(self, entry: Event | Correct) -> tuple[Unit[Event], ...] | None:
        """The units after a correction; raises IllegalMove."""
        if not isinstance(entry, Correct):
            return None
        events = self._corrected(entry.turn, entry.deed)
        if isinstance(events, Broken):
            raise IllegalMove(f"turn {events.turn}", events.reason)
        return tuple((event,) for event in events)

    def _corrected(self, turn: int, deed: Deed) -> tuple[Event, ...] | Broken:
        at = self._find(turn, deed)
        events = (*self.events[:at], deed, *self.events[at + 1 :])
        table = self.initial
        for event in events:
            no = refusal(table, event)
            if no is not None:
                return Broken(table.turn, event, no)
            table = table.advance(event)
        return events

    def _find(self, turn: int, deed: Deed) -> int:
        """Where in the events the one stands that `deed` takes the place of."""
        number = 0
        for at, event in enumerate(self.events):
            number += isinstance(event, Lay)
            if number == turn and _who(event) == _who(deed):
                return at
        raise IndexError(f"turn {turn} has no such deed to correct")


def _who(event: Event) -> int | type[Event]:
    """The player for whom it was done on his board; the kind of deed, if for all."""
    return event.player if isinstance(event, Enter | Skip) else type(event)


def new_game(start: Start) -> Game:
    """A game, begun."""
    return Game().append(start)


def replay(log: Iterable[LogEntry]) -> Game:
    """The game that a log tells; raises IllegalMove or NothingToUndo."""
    return replay_onto(Game(), log)
