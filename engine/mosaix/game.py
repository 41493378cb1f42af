"""A game of MOSAIX: a history of figures laid and entered, and their correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.history import Broken, Correct, History, Redo, Undo, replay_onto
from engine.mosaix.table import (
    EMPTY_TABLE,
    Enter,
    Event,
    Lay,
    Skip,
    Start,
    Stop,
    Table,
)
from engine.mosaix.values import Entry, Figure

__all__ = ["Broken", "Correct", "Game", "InTurn", "LogEntry", "new_game", "replay"]

InTurn = Lay | Enter | Skip  # what is done in a turn, and can be corrected
LogEntry = Event | Undo | Redo | Correct[InTurn]


@dataclass(frozen=True, slots=True)
class Game(History[Table, Event, InTurn]):
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

    def told_again(self, turn: int, what: InTurn) -> tuple[int, Event]:
        """Where in that turn the same was laid, or the same player did something; raises
        IndexError."""
        number = 0
        for at, event in enumerate(self.events):
            number += isinstance(event, Lay)
            if number == turn and _who(event) == _who(what):
                return at, what
        raise IndexError(f"turn {turn} has nothing of the kind to correct")


def _who(event: Event) -> int | type[Event]:
    """The player on whose board it was done; the kind of event, if for all."""
    return event.player if isinstance(event, Enter | Skip) else type(event)


def new_game(start: Start) -> Game:
    """A game, begun."""
    return Game().append(start)


def replay(log: Iterable[LogEntry]) -> Game:
    """The game that a log tells; raises IllegalMove or NothingToUndo."""
    return replay_onto(Game(), log)
