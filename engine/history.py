"""The log of any game: the log is the truth, the state replays from it, undo is an event too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.errors import IllegalMove


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `depth` units were taken back, newest first."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """The last `depth` units taken back were done again."""

    depth: int = 1


What = TypeVar("What", covariant=True)


@dataclass(frozen=True, slots=True)
class Correct(Generic[What]):
    """In turn number `turn` this is what was done; all that came after it stands."""

    turn: int
    what: What


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that cannot be made: `event` of turn number `turn` no longer stands."""

    turn: int
    event: Any
    reason: Enum


class NothingToUndo(ValueError):
    """Undo or redo beyond what there is."""


class State(Protocol):
    """What a game's events lead from and to."""

    @property
    def turn(self) -> int:
        """The number of the turn under way, from 1."""

    def advance(self, event: Any) -> Self:
        """The state after `event`; raises IllegalMove."""


S = TypeVar("S", bound=State)
E = TypeVar("E")  # an event
W = TypeVar("W")  # what was done in a turn, as a correction names it

Unit = tuple[E, ...]
"""An event that somebody decided, and what followed from it with no one deciding."""


@dataclass(frozen=True, slots=True)
class History(Generic[S, E, W]):
    """What happened (`log`), what of it stands (`units`), and the state that gives."""

    initial: S
    state: S
    log: tuple[E | Correct[W] | Undo | Redo, ...] = ()
    units: tuple[Unit[E], ...] = ()
    undone: tuple[Unit[E], ...] = ()  # the next to redo is the last

    @property
    def events(self) -> tuple[E, ...]:
        """The events that stand, in order."""
        return tuple(event for unit in self.units for event in unit)

    @property
    def can_undo(self) -> int:
        """How many units can be taken back: all but the first, which began the game."""
        return max(len(self.units) - 1, 0)

    def earlier(self, most: int) -> tuple[S, ...]:
        """The states after taking back one unit, two units and so on, at most so many."""
        states: list[S] = [self.initial]
        for unit in self.units:
            states.append(_advanced(states[-1], unit))
        return tuple(reversed(states[1:-1][-most:]))

    def undo(self, depth: int = 1) -> Self:
        """The game with the last `depth` units taken back; raises NothingToUndo."""
        return self.append(Undo(depth))

    def redo(self, depth: int = 1) -> Self:
        """The game with the last `depth` undone units done again; raises NothingToUndo."""
        return self.append(Redo(depth))

    def append(self, entry: E | Correct[W] | Undo | Redo) -> Self:
        """The game with exactly `entry` added to its log; raises IllegalMove or NothingToUndo."""
        match entry:
            case Undo(depth):
                if not 1 <= depth <= self.can_undo:
                    raise NothingToUndo(f"{depth} asked for, {self.can_undo} there")
                undone = (*self.undone, *reversed(self.units[-depth:]))
                return self._with(entry, self.units[:-depth], undone)
            case Redo(depth):
                if not 1 <= depth <= len(self.undone):
                    raise NothingToUndo(f"{depth} asked for, {len(self.undone)} there")
                again = reversed(self.undone[-depth:])
                return self._with(entry, (*self.units, *again), self.undone[:-depth])
            case Correct(turn, what):
                units = self.amended(turn, what)
                if isinstance(units, Broken):
                    raise IllegalMove(f"turn {units.turn}", units.reason)
                return self._with(entry, units)
        event: Any = entry
        state, log = self.state.advance(event), (*self.log, entry)
        if self.is_follower(event):
            units = (*self.units[:-1], (*self.units[-1], event))
            return replace(self, state=state, log=log, units=units)
        return replace(self, state=state, log=log, units=(*self.units, (event,)), undone=())

    def correct(self, turn: int, what: W) -> Self | Broken:
        """The game in which turn `turn` was `what`, or what no longer stands then; raises
        IndexError where there is nothing of the kind to correct."""
        units = self.amended(turn, what)
        return units if isinstance(units, Broken) else self.append(Correct(turn, what))

    def amended(self, turn: int, what: W) -> tuple[Unit[E], ...] | Broken:
        """The units with one of turn `turn` told again, what follows from each derived again."""
        at, event = self.told_again(turn, what)
        state = self.replayed(self.units[:at])
        units = list(self.units[:at])
        for unit in ((event, *self.units[at][1:]), *self.units[at + 1 :]):
            number = state.turn
            try:
                state = state.advance(unit[0])
            except IllegalMove as no:
                return Broken(number, unit[0], no.reason)
            followers = self.followers(state, unit[1:])
            state = _advanced(state, followers)
            units.append((unit[0], *followers))
        return tuple(units)

    # What a game may have of its own

    def is_follower(self, _event: E) -> bool:
        """Whether an event belongs to the unit before it."""
        return False

    def followers(self, _state: S, _before: Unit[E]) -> Unit[E]:
        """What follows from a unit's first event once that led to a state; `_before` followed
        before a correction."""
        return ()

    def told_again(self, turn: int, what: Any) -> tuple[int, Any]:
        """Which unit a correction tells again, and as which event: where every unit but the first
        is a turn, that of the turn; raises IndexError."""
        if not 1 <= turn < len(self.units):
            raise IndexError(f"there is no turn {turn}")
        return turn, what

    def replayed(self, units: Iterable[Unit[E]]) -> S:
        """The state that units lead to from the beginning; raises IllegalMove."""
        return reduce(_advanced, units, self.initial)

    def _with(
        self,
        entry: E | Correct[W] | Undo | Redo,
        units: tuple[Unit[E], ...],
        undone: tuple[Unit[E], ...] = (),
    ) -> Self:
        state, log = self.replayed(units), (*self.log, entry)
        return replace(self, state=state, log=log, units=units, undone=undone)


def _advanced(state: S, unit: Unit[Any]) -> S:
    for event in unit:
        state = state.advance(event)
    return state


H = TypeVar("H", bound="History[Any, Any, Any]")


def replay_onto(empty: H, log: Iterable[Any]) -> H:
    """The game that a log tells, from one in which nothing has happened; raises IllegalMove or
    NothingToUndo."""
    game = empty
    for entry in log:
        game = game.append(entry)
    return game
