"""What the companion wants done in the world, as values; the edges do it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from device.core.config import Config
from device.core.export_kind import ExportKind
from device.core.game import GameKind
from device.core.settings import Settings
from device.core.table_state import TableState
from device.locale import Language


class SoundName(Enum):
    """A sound the companion makes."""

    TICK = "tick"
    SCORE = "score"
    QUESTION = "question"
    ERROR = "error"
    WIN = "win"


class LedState(Enum):
    """What a button's LED does."""

    OFF = "off"
    LIT = "lit"
    BLINKING = "blinking"


@dataclass(frozen=True, slots=True)
class Save:
    """These entries go to the game's log, on disk before the screen says so."""

    game_id: int | None  # nothing: the game begun last
    entries: tuple[Any, ...]
    after: int  # so many entries the log has had before
    seconds: tuple[float, ...] | None = None  # each player has spent, where a clock counts them


@dataclass(frozen=True, slots=True)
class KeepClock:
    """The time taken so far, by each player and on the turn under way; worth no waiting."""

    game_id: int | None
    players: tuple[float, ...]
    turn: float


@dataclass(frozen=True, slots=True)
class BeginGame:
    """A new game of these players, with its first entries; the answer is `GameBegun`."""

    names: tuple[str, ...]
    entries: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class CloseGame:
    """The game is no longer the open one; it was finished or abandoned."""

    game_id: int


@dataclass(frozen=True, slots=True)
class DrawLot:
    """Who of so many starts is to be drawn; the answer is `LotFell`."""

    players: int = 2


@dataclass(frozen=True, slots=True)
class TakeUp:
    """This game is in hand now: its own edges are wanted, the eyes of others rest."""

    game: GameKind


@dataclass(frozen=True, slots=True)
class FetchGames:
    """What the store has of the game in hand is wanted; the answer is `Fetched`."""


@dataclass(frozen=True, slots=True)
class OpenCamera:
    """The camera is to be opened anew, its exposure locked anew."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound is to be heard; a score's sound rises with its points."""

    name: SoundName
    points: int = 0


@dataclass(frozen=True, slots=True)
class Speak:
    """A sentence is to be said aloud."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True)
class Led:
    """A button's LED is to change."""

    seat: int
    state: LedState


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """These settings hold from now on, after a restart too."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class KeepConfig:
    """The device is configured so from now on, after a restart too."""

    config: Config


@dataclass(frozen=True, slots=True)
class Restart:
    """The companion is to start anew with its configuration; the game is kept."""


@dataclass(frozen=True, slots=True)
class ListGames:
    """The past games are wanted; the answer is `GamesListed`."""


@dataclass(frozen=True, slots=True)
class LoadGame:
    """A past game is wanted; the answer is `GameLoaded`."""

    game_id: int


@dataclass(frozen=True, slots=True)
class SetCounts:
    """Whether a past game counts."""

    game_id: int
    counts: bool


@dataclass(frozen=True, slots=True)
class DeleteGame:
    """A past game goes, but can still be restored."""

    game_id: int


@dataclass(frozen=True, slots=True)
class RestoreGame:
    """A deleted game comes back."""

    game_id: int


@dataclass(frozen=True, slots=True)
class Export:
    """A game is to be written to a file; the answer is `Exported` or `Failed`."""

    game_id: int
    kind: ExportKind


@dataclass(frozen=True, slots=True)
class TellState:
    """What happens at the table is to be told."""

    state: TableState


@dataclass(frozen=True, slots=True)
class WishSharing:
    """Onlookers are to see the games, or no longer; the answer is `SharingTold` or `Failed`."""

    is_on: bool
    is_new: bool = False  # under another link


@dataclass(frozen=True, slots=True)
class AskSharing:
    """How sharing goes is wanted; the answer is `SharingTold`."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """The device is to be switched off."""


Effect = object
"""Anything wanted of the world: the effects here, and those of each game."""
