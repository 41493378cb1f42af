"""What MOSAIX wants done in the world, as values; the edges do it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.mosaix import Board, Figure, Roll


class Target(Enum):
    """What the camera is to look at."""

    DICE = "dice"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """The dice are to be thrown: those of a virtual table, which the camera then sees, or there are
    none, and the answer is `Rolled`."""

    on_table: bool = False


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """The coach is asked what to lay with a roll, or where a figure goes; he answers `Advised`."""

    board: Board
    asked: Roll | Figure
