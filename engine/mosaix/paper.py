"""A game whose boards lie on the table: figures one after the other, then the boards counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Never

from engine.history import History, Redo, Undo, replay_onto
from engine.mosaix.board import Board
from engine.mosaix.errors import IllegalMove, Refusal
from engine.mosaix.rules import score
from engine.mosaix.table import PLAYERS, Lay
from engine.mosaix.values import Figure


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
class PaperTable:
    """What the companion knows of boards that lie on the table."""

    players: int = 0  # none before the game has begun
    first: int = 0
    figures: tuple[Figure, ...] = ()
    is_finished: bool = False  # no more figures are laid
    boards: tuple[Board | None, ...] = ()  # what was counted, player by player

    @property
    def turn(self) -> int:
        """The number of the turn under way."""
        return len(self.figures) + 1

    def advance(self, event: PaperEvent) -> PaperTable:
        """The table after `event`; raises IllegalMove."""
        no = self._refusal(event)
        if no is not None:
            raise IllegalMove(type(event).__name__, no)
        match event:
            case Begin(players, first):
                return PaperTable(players, first, boards=(None,) * players)
            case Lay(figure):
                return replace(self, figures=(*self.figures, figure))
            case Finish():
                return replace(self, is_finished=True)
            case Counted(player, board):
                boards = (*self.boards[:player], board, *self.boards[player + 1 :])
                return replace(self, boards=boards)

    def _refusal(self, event: PaperEvent) -> Refusal | None:
        if isinstance(event, Begin) or not self.players:
            return None if isinstance(event, Begin) and not self.players else Refusal.NOT_NOW
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


@dataclass(frozen=True, slots=True)
class Paper(History[PaperTable, PaperEvent, Never]):
    """A history of figures and counted boards; what was laid is not corrected, only counted."""

    initial: PaperTable = PaperTable()
    state: PaperTable = PaperTable()

    @property
    def players(self) -> int:
        """How many play; raises ValueError where the game has not begun."""
        if not self.state.players:
            raise ValueError("the game has not begun")
        return self.state.players

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures laid so far."""
        return self.state.figures

    @property
    def player(self) -> int:
        """Who has the dice once the last figure is entered."""
        return (self.state.first + len(self.figures)) % self.players

    @property
    def is_finished(self) -> bool:
        """Whether no more figures are laid."""
        return self.state.is_finished

    @property
    def boards(self) -> tuple[Board | None, ...]:
        """What was counted, player by player."""
        return self.state.boards

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


def replay_paper(log: Iterable[PaperEntry]) -> Paper:
    """The game that a log tells; raises IllegalMove or NothingToUndo."""
    return replay_onto(Paper(), log)
