"""A game as its events: the log is the truth, the state replays from it, undo is an event too."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from engine.sepmosa.errors import IllegalMove, Reason, Refusal
from engine.sepmosa.full import Full
from engine.sepmosa.moves import Move
from engine.sepmosa.table import (
    EMPTY_TABLE,
    Draw,
    Event,
    Play,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
    Win,
)


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `depth` deeds were taken back, newest first."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """The last `depth` deeds taken back were done again."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class Correct:
    """Turn number `turn` was really `move`; all that came after it stands."""

    turn: int
    move: Move


LogEntry = Event | Undo | Redo | Correct
Unit = tuple[Event, ...]  # a deed and what followed from it with no one deciding


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that cannot be made: turn number `turn` no longer stands."""

    turn: int
    event: Event
    reason: Reason | Refusal

    def __str__(self) -> str:
        what = self.event.move if isinstance(self.event, Play) else self.event
        return f"turn {self.turn}: {what}: {self.reason.value}"


class NothingToUndo(ValueError):
    """Undo or redo beyond what there is."""


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
class Game(Generic[S]):
    """What happened (`log`), what of it stands (`units`), and the state that gives."""

    initial: S
    state: S
    log: tuple[LogEntry, ...] = ()
    units: tuple[Unit, ...] = ()
    undone: tuple[Unit, ...] = ()  # the next to redo is the last

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that stand, in order."""
        return tuple(event for unit in self.units for event in unit)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, turn by turn."""
        return tuple(event.move for event in self.events if isinstance(event, Play))

    @property
    def can_undo(self) -> int:
        """How many deeds can be taken back."""
        return max(len(self.units) - 1, 0)

    def add(self, event: Event) -> Game[S]:
        """The game after `event` and all that follows from it; raises IllegalMove."""
        game = self.append(event)
        while (follower := game.state.due()) is not None:
            game = game.append(follower)
        return game

    def play(self, move: Move) -> Game[S]:
        """The game after `move` and all that follows from it; raises IllegalMove."""
        return self.add(Play(move))

    def undo(self, depth: int = 1) -> Game[S]:
        """The game with the last `depth` deeds taken back; raises NothingToUndo."""
        return self.append(Undo(depth))

    def redo(self, depth: int = 1) -> Game[S]:
        """The game with the last `depth` undone deeds done again; raises NothingToUndo."""
        return self.append(Redo(depth))

    def correct(self, turn: int, move: Move) -> Game[S] | Broken:
        """The game in which turn `turn` was `move`, or the turn that no longer stands then."""
        units = self._corrected(turn, move)
        if isinstance(units, Broken):
            return units
        return self.append(Correct(turn, move))

    def append(self, entry: LogEntry) -> Game[S]:
        """The game with exactly `entry` added to its log; raises what `entry` deserves."""
        log = (*self.log, entry)
        match entry:
            case Undo(depth):
                if not 1 <= depth <= self.can_undo:
                    raise NothingToUndo(f"{depth} asked for, {self.can_undo} there")
                stay, gone = self.units[:-depth], self.units[-depth:]
                undone = (*self.undone, *reversed(gone))
                return replace(self, state=self._replay(stay), log=log, units=stay, undone=undone)
            case Redo(depth):
                if not 1 <= depth <= len(self.undone):
                    raise NothingToUndo(f"{depth} asked for, {len(self.undone)} there")
                units = (*self.units, *reversed(self.undone[-depth:]))
                undone = self.undone[:-depth]
                return replace(self, state=self._replay(units), log=log, units=units, undone=undone)
            case Correct(turn, move):
                corrected = self._corrected(turn, move)
                if isinstance(corrected, Broken):
                    raise IllegalMove(f"turn {corrected.turn}", corrected.reason)
                state = self._replay(corrected)
                return replace(self, state=state, log=log, units=corrected, undone=())
            case Start() | Play() | Reset() | Reshuffle():
                state = self.state.advance(entry)
                return replace(self, state=state, log=log, units=(*self.units, (entry,)), undone=())
            case Draw() | Win():
                state = self.state.advance(entry)
                units = (*self.units[:-1], (*self.units[-1], entry))
                return replace(self, state=state, log=log, units=units)

    def state_before(self, turn: int) -> S:
        """The state in which turn number `turn` was played; raises IndexError."""
        return self._replay(self.units[: self._unit_of(turn)])

    def _unit_of(self, turn: int) -> int:
        plays = [at for at, unit in enumerate(self.units) if isinstance(unit[0], Play)]
        if not 1 <= turn <= len(plays):
            raise IndexError(f"there is no turn {turn}: the game has {len(plays)}")
        return plays[turn - 1]

    def _replay(self, units: Iterable[Unit]) -> S:
        state = self.initial
        for unit in units:
            for event in unit:
                state = state.advance(event)
        return state

    def _corrected(self, turn: int, move: Move) -> tuple[Unit, ...] | Broken:
        """The units with turn `turn` replaced and what follows from each told anew."""
        at = self._unit_of(turn)
        state = self._replay(self.units[:at])
        units = list(self.units[:at])
        for unit in ((Play(move), *self.units[at][1:]), *self.units[at + 1 :]):
            deed, draws = unit[0], [event for event in unit if isinstance(event, Draw)]
            number = state.turn
            try:
                state = state.advance(deed)
            except IllegalMove as no:
                return Broken(number, deed, no.reason)
            followers: list[Event] = []
            while event := draws.pop() if draws and state.step is Step.DRAW else state.due():
                state = state.advance(event)
                followers.append(event)
            units.append((deed, *followers))
        return tuple(units)


def new_game(start: Start) -> Game[Table]:
    """A game at the table, begun."""
    return Game(EMPTY_TABLE, EMPTY_TABLE).add(start)


def new_full_game(start: Start) -> Game[Full]:
    """A game with known racks and stock, begun; its first draw is yet to be named."""
    return Game(Full(), Full()).add(start)


def replay(empty: S, log: Iterable[LogEntry]) -> Game[S]:
    """The game that a log tells, beginning from an `empty` state; raises IllegalMove."""
    game = Game(empty, empty)
    for entry in log:
        game = game.append(entry)
    return game
