"""A game of SEPMOSA: a history of turns, each with what follows from it, and their correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from engine.history import Broken, Correct, History, Redo, Undo, Unit, replay_onto
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

__all__ = ["Broken", "Correct", "Game", "LogEntry", "new_full_game", "new_game", "replay"]

LogEntry = Event | Undo | Redo | Correct[Move]


class GameState(Protocol):
    """What a table and a full game have in common."""

    @property
    def step(self) -> Step: ...
    @property
    def turn(self) -> int: ...
    def advance(self, event: Event) -> Self: ...
    def due(self) -> Event | None: ...


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Game(History[S, Event, Move]):
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

    def is_follower(self, event: Event) -> bool:
        """Draws and wins are decided by no one."""
        return isinstance(event, Draw | Win)

    def followers(self, state: S, before: Unit[Event]) -> Unit[Event]:
        """The draw that followed before, where one is due, and all else that is."""
        draws = [event for event in before if isinstance(event, Draw)]
        found: list[Event] = []
        while event := draws.pop() if draws and state.step is Step.DRAW else state.due():
            state = state.advance(event)
            found.append(event)
        return tuple(found)

    def told_again(self, turn: int, move: Move) -> tuple[int, Event]:
        """The unit of that turn; raises IndexError."""
        return self._unit_of(turn), Play(move)

    def state_before(self, turn: int) -> S:
        """The state in which turn number `turn` was played; raises IndexError."""
        return self.replayed(self.units[: self._unit_of(turn)])

    def _unit_of(self, turn: int) -> int:
        plays = [at for at, unit in enumerate(self.units) if isinstance(unit[0], Play)]
        if not 1 <= turn <= len(plays):
            raise IndexError(f"there is no turn {turn}: the game has {len(plays)}")
        return plays[turn - 1]


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
