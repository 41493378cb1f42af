"""A game whose boards lie on the table: figures one after the other, then the boards counted.

Like the engine's game it is its events: the log is the truth, and undo is an event too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.mosaix import Board, Figure, IllegalMove, NothingToUndo, Redo, Refusal, Undo, score
from engine.mosaix.table import PLAYERS, Lay


@dataclass(frozen=True, slots=True)
class Begin:
    """So many took a board, and `first` the dice."""

    players: int
    first: int = 0

    def __post_init__(self) -> None:
        if self.players not in PLAYERS or not 0 <= self.first < self.players:
            raise ValueError(f"of {self.players} players number {self.first + 1} cannot begin")


@dataclass(frozen=True, slots=True)
class Finish:
    """Somebody's board is full, or nothing more fits there: the boards are counted."""


@dataclass(frozen=True, slots=True)
class Counted:
    """This is what `player`'s board holds; told again, it is put right."""

    player: int
    board: Board


PaperEvent = Begin | Lay | Finish | Counted
PaperEntry = PaperEvent | Undo | Redo


@dataclass(frozen=True, slots=True)
class Paper:
    """What happened (`log`) and what of it stands (`events`)."""

    log: tuple[PaperEntry, ...] = ()
    events: tuple[PaperEvent, ...] = ()
    undone: tuple[PaperEvent, ...] = ()  # the next to redo is the last

    @property
    def begin(self) -> Begin:
        """How it began; raises ValueError where it has not."""
        if not self.events or not isinstance(self.events[0], Begin):
            raise ValueError("the game has not begun")
        return self.events[0]

    @property
    def players(self) -> int:
        return self.begin.players

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures laid so far."""
        return tuple(event.figure for event in self.events if isinstance(event, Lay))

    @property
    def player(self) -> int:
        """Who has the dice once the last figure is entered."""
        return (self.begin.first + len(self.figures)) % self.players

    @property
    def is_finished(self) -> bool:
        """Whether no more figures are laid."""
        return any(isinstance(event, Finish) for event in self.events)

    @property
    def boards(self) -> tuple[Board | None, ...]:
        """What was counted, player by player."""
        found: list[Board | None] = [None] * self.players
        for event in self.events:
            if isinstance(event, Counted):
                found[event.player] = event.board
        return tuple(found)

    @property
    def uncounted(self) -> int | None:
        """The first player whose board is to be counted."""
        return next((who for who, board in enumerate(self.boards) if board is None), None)

    @property
    def is_over(self) -> bool:
        return self.is_finished and self.uncounted is None

    @property
    def scores(self) -> tuple[int, ...]:
        """What each counted board is worth; 0 for the others."""
        return tuple(0 if board is None else score(board) for board in self.boards)

    @property
    def can_undo(self) -> int:
        """How many events can be taken back: all but the beginning."""
        return max(len(self.events) - 1, 0)

    def append(self, entry: PaperEntry) -> Paper:
        """The game with `entry` added; raises IllegalMove or NothingToUndo."""
        log = (*self.log, entry)
        match entry:
            case Undo(depth):
                if not 1 <= depth <= self.can_undo:
                    raise NothingToUndo(f"{depth} asked for, {self.can_undo} there")
                stay, gone = self.events[:-depth], self.events[-depth:]
                return Paper(log, stay, (*self.undone, *reversed(gone)))
            case Redo(depth):
                if not 1 <= depth <= len(self.undone):
                    raise NothingToUndo(f"{depth} asked for, {len(self.undone)} there")
                back = tuple(reversed(self.undone[-depth:]))
                return Paper(log, (*self.events, *back), self.undone[:-depth])
            case _:
                no = self._refusal(entry)
                if no is not None:
                    raise IllegalMove(type(entry).__name__, no)
                return replace(self, log=log, events=(*self.events, entry), undone=())

    def _refusal(self, event: PaperEvent) -> Refusal | None:
        if isinstance(event, Begin) or not self.events:
            return None if isinstance(event, Begin) and not self.events else Refusal.NOT_NOW
        match event:
            case Lay():
                return Refusal.GAME_OVER if self.is_finished else None
            case Finish():
                return Refusal.NOT_NOW if self.is_finished or not self.figures else None
            case Counted(player, board):
                if not self.is_finished:
                    return Refusal.NOT_NOW
                is_alone = board.boxes is not None
                known = player in range(self.players) and is_alone == (self.players == 1)
                return None if known else Refusal.NO_SUCH_PLAYER


def replay_paper(log: Iterable[PaperEntry]) -> Paper:
    """The game that a log tells; raises what its entries deserve."""
    game = Paper()
    for entry in log:
        game = game.append(entry)
    return game
