"""What MOSAIX wants done in the world, as values; the edges do it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from device.core.export_kind import ExportKind
from engine.mosaix import Board, Figure, Roll
from engine.mosaix.notation import AnyLogEntry


class Target(Enum):
    """What the camera is to look at."""

    NOTHING = "nothing"
    DICE = "dice"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Fetch:
    """What the store has is wanted; the answer is `Fetched`."""


@dataclass(frozen=True, slots=True)
class DrawLot:
    """Who of so many begins is to be drawn; the answer is `LotFell`."""

    players: int


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """The dice are to be thrown; the answer is `Rolled`."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A new game of these players, with its first entries; the answer is `Begun`."""

    names: tuple[str, ...]
    entries: tuple[AnyLogEntry, ...]


@dataclass(frozen=True, slots=True)
class Save:
    """These entries go to the game's log, on disk before the screen says so."""

    game_id: int | None  # nothing: the game begun last
    entries: tuple[AnyLogEntry, ...]
    after: int  # so many entries the log has had before


@dataclass(frozen=True, slots=True)
class Close:
    """The game is no longer the open one."""

    game_id: int


@dataclass(frozen=True, slots=True)
class ListGames:
    """The past games are wanted; the answer is `Listed`."""


@dataclass(frozen=True, slots=True)
class LoadGame:
    """A past game is wanted; the answer is `Loaded`."""

    game_id: int


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """A past game goes, but can still be restored."""

    game_id: int


@dataclass(frozen=True, slots=True)
class RestoreGame:
    """A deleted game comes back."""

    game_id: int


@dataclass(frozen=True, slots=True)
class ExportMosaix:
    """A game is to be written to a file; the answer is `Exported` or `Failed`."""

    game_id: int
    kind: ExportKind


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """The coach is asked what to lay with a roll, or where a figure goes; he answers `Advised`."""

    board: Board
    asked: Roll | Figure


@dataclass(frozen=True, slots=True)
class Look:
    """The camera looks at that from now on, and names it so."""

    look: int
    target: Target
    since: float  # monotonic seconds; older pictures no longer count
