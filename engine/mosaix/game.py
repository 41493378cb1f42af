"""A game as its events: the log is the truth, the table replays from it, undo is an event too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.mosaix.entries import Entry
from engine.mosaix.errors import IllegalMove, Reason, Refusal
from engine.mosaix.figures import Figure
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


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `depth` events were taken back, newest first."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """The last `depth` events taken back were done again."""

    depth: int = 1


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


class NothingToUndo(ValueError):
    """Undo or redo beyond what there is."""


@dataclass(frozen=True, slots=True)
class Game:
    """What happened (`log`), what of it stands (`events`), and the table that gives."""

    table: Table = EMPTY_TABLE
    log: tuple[LogEntry, ...] = ()
    events: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()  # the next to redo is the last

    @property
    def can_undo(self) -> int:
        """How many events can be taken back: all but the start."""
        return max(len(self.events) - 1, 0)

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

    def undo(self, depth: int = 1) -> Game:
        """The game with the last `depth` events taken back; raises NothingToUndo."""
        return self.append(Undo(depth))

    def redo(self, depth: int = 1) -> Game:
        """The game with the last `depth` undone events done again; raises NothingToUndo."""
        return self.append(Redo(depth))

    def correct(self, turn: int, deed: Deed) -> Game | Broken:
        """The game in which turn `turn` had `deed`, or what no longer stands then.

        Raises IndexError where there is nothing of the kind to correct.
        """
        events = self._corrected(turn, deed)
        return events if isinstance(events, Broken) else self.append(Correct(turn, deed))

    def append(self, entry: LogEntry) -> Game:
        """The game with `entry` added to its log; raises what `entry` deserves."""
        log = (*self.log, entry)
        match entry:
            case Undo(depth):
                if not 1 <= depth <= self.can_undo:
                    raise NothingToUndo(f"{depth} asked for, {self.can_undo} there")
                stay, gone = self.events[:-depth], self.events[-depth:]
                return Game(_table_after(stay), log, stay, (*self.undone, *reversed(gone)))
            case Redo(depth):
                if not 1 <= depth <= len(self.undone):
                    raise NothingToUndo(f"{depth} asked for, {len(self.undone)} there")
                events = (*self.events, *reversed(self.undone[-depth:]))
                return Game(_table_after(events), log, events, self.undone[:-depth])
            case Correct(turn, deed):
                corrected = self._corrected(turn, deed)
                if isinstance(corrected, Broken):
                    raise IllegalMove(f"turn {corrected.turn}", corrected.reason)
                return Game(_table_after(corrected), log, corrected)
            case _:
                table = self.table.advance(entry)
                return replace(self, table=table, log=log, events=(*self.events, entry), undone=())

    def _corrected(self, turn: int, deed: Deed) -> tuple[Event, ...] | Broken:
        at = self._find(turn, deed)
        events = (*self.events[:at], deed, *self.events[at + 1 :])
        table = EMPTY_TABLE
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


def _table_after(events: Iterable[Event]) -> Table:
    table = EMPTY_TABLE
    for event in events:
        table = table.advance(event)
    return table


def new_game(start: Start) -> Game:
    """A game, begun."""
    return Game().append(start)


def replay(log: Iterable[LogEntry]) -> Game:
    """The game that a log tells; raises what its entries deserve."""
    game = Game()
    for entry in log:
        game = game.append(entry)
    return game
