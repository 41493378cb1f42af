"""A game of SEPMOSA: a history of turns, each with what follows from it, and their correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from engine.history import History, Redo, Undo, Unit, replay_onto
from engine.sepmosa.errors import IllegalMove, Reason, Refusal
from engine.sepmosa.full import Full
from engine.sepmosa.table import (
    EMPTY_TABLE,
    Draw,
    Event,
    Play,
    Start,
    Step,
    Table,
    Win,
)
from engine.sepmosa.values import Move


@dataclass(frozen=True, slots=True)
class Correct:
    """Turn number `turn` was really `move`; all that came after it stands."""

    turn: int
    move: Move


LogEntry = Event | Undo | Redo | Correct


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that cannot be made: turn number `turn` no longer stands."""

    turn: int
    event: Event
    reason: Reason | Refusal

    def __str__(self) -> str:
        what = self.event.move if isinstance(self.event, Play) else self.event
        return f"turn {self.turn}: {what}: {self.reason.value}"


class State(Protocol):
    """What a table and a full game have in common."""

    @property
    def step(self) -> Step: ...
    @property
    def turn(self) -> int: ...
    def advance(self, event: Event) -> Self: ...
    def due(self) -> Event | None: ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Game(History[S, Event, Correct]):
    """A history whose units are a turn and the draw and win that follow from it."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, turn by turn."""
        return tuple(event.move for event in self.events if isinstance(event, Play))

    def add(self, event: Event) -> Game[S]:
        """The game after `event` and all that follows from it; raises IllegalMove."""
        game = self.append(event)
        while (follower := game.state.due()) is not None:
            game = game.append(follower)
        return game

    def play(self, move: Move) -> Game[S]:
        """The game after `move` and all that follows from it; raises IllegalMove."""
        return self.add(Play(move))

    def correct(self, turn: int, move: Move) -> Game[S] | Broken:
        """The game in which turn `turn` was `move`, or the turn that no longer stands then."""
        units = self._corrected(turn, move)
        return units if isinstance(units, Broken) else self.append(Correct(turn, move))

    def is_follower(self, event: Event) -> bool:
        """Draws and wins are decided by no one."""
        return isinstance(event, Draw | Win)

    def corrected(self, entry: Event | Correct) -> tuple[Unit[Event], ...] | None:
        """The units after a correction; raises IllegalMove."""
        if not isinstance(entry, Correct):
            return None
        units = self._corrected(entry.turn, entry.move)
        if isinstance(units, Broken):
            raise IllegalMove(f"turn {units.turn}", units.reason)
        return units

    def state_before(self, turn: int) -> S:
        """The state in which turn number `turn` was played; raises IndexError."""
        return self.replayed(self.units[: self._unit_of(turn)])

    def _unit_of(self, turn: int) -> int:
        plays = [at for at, unit in enumerate(self.units) if isinstance(unit[0], Play)]
        if not 1 <= turn <= len(plays):
            raise IndexError(f"there is no turn {turn}: the game has {len(plays)}")
        return plays[turn - 1]

    def _corrected(self, turn: int, move: Move) -> tuple[Unit[Event], ...] | Broken:
        """The units with turn `turn` replaced and what follows from each derived again."""
        at = self._unit_of(turn)
        state = self.replayed(self.units[:at])
        units = list(self.units[:at])
        for unit in ((Play(move), *self.units[at][1:]), *self.units[at + 1 :]):
            decided, draws = unit[0], [event for event in unit if isinstance(event, Draw)]
            number = state.turn
            try:
                state = state.advance(decided)
            except IllegalMove as no:
                return Broken(number, decided, no.reason)
            followers: list[Event] = []
            while event := draws.pop() if draws and state.step is Step.DRAW else state.due():
                state = state.advance(event)
                followers.append(event)
            units.append((decided, *followers))
        return tuple(units)


def new_game(start: Start) -> Game[Table]:
    """A game at the table, begun."""
    return Game(EMPTY_TABLE, EMPTY_TABLE).add(start)


def new_full_game(start: Start) -> Game[Full]:
    """A game with known racks and stock, begun; its first draw is yet to be named."""
    return Game(Full(), Full()).add(start)


def replay(empty: S, log: Iterable[LogEntry]) -> Game[S]:
    """The game that a log tells, beginning from an `empty` state; raises IllegalMove or
    NothingToUndo."""
    return replay_onto(Game(empty, empty), log)
