"""Everything that can happen to the companion, as values on one queue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from device.core.config import Key
from device.core.export_kind import ExportKind
from device.core.messages import Sentence
from device.core.model import CameraStatus, OpenGame
from device.core.settings import Settings

if TYPE_CHECKING:
    from device.share.wish import Sharing

ConfigValue = str | int | float | bool

# Buttons


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed shortly."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A button was held."""

    seat: int


# Camera


@dataclass(frozen=True, slots=True)
class CameraChanged:
    """The camera is well, or in some trouble."""

    status: CameraStatus


# Clock


@dataclass(frozen=True, slots=True)
class Tick:
    """Monotonic time passed; `now` in seconds."""

    now: float


# Touch: what was chosen on the screen


@dataclass(frozen=True, slots=True)
class Go:
    """Another screen was chosen."""

    phase: Enum


@dataclass(frozen=True, slots=True)
class Back:
    """Back to where one came from; in a question: never mind."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """What the screen offers was accepted: the same as the button of whose turn it is."""

    offer: object = None  # the move that was on the screen, where it was one


@dataclass(frozen=True, slots=True)
class AskUndo:
    """The last `depth` deeds shall be taken back."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class AskRedo:
    """The last deed taken back shall be done again."""


@dataclass(frozen=True, slots=True)
class AskCoach:
    """The coach is asked what he would do, with what was chosen so far."""


# Touch, about games and settings


@dataclass(frozen=True, slots=True)
class SetName:
    """A player's name was entered or chosen."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """A setting was changed; these are all of them now."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Configure:
    """Something about the device was changed: the configuration's values by section and name."""

    values: tuple[tuple[Key, ConfigValue], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Onlookers shall see the games, or no longer; under another link where one is wanted."""

    is_on: bool
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """The open game goes on."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The open game ends here, unfinished."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same two play again."""


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """A past game was chosen."""

    id: int


@dataclass(frozen=True, slots=True)
class Slide:
    """The replay's slider stands after so many turns."""

    turn: int


@dataclass(frozen=True, slots=True)
class ChooseExport:
    """The game in view shall be written to a file."""

    kind: ExportKind


@dataclass(frozen=True, slots=True)
class Delete:
    """The past game `id` shall go."""

    id: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The past game deleted last shall come back."""


@dataclass(frozen=True, slots=True)
class CountInStatistics:
    """Whether the past game `id` counts in the statistics."""

    id: int
    counts: bool


@dataclass(frozen=True, slots=True)
class EnterGame:
    """Another game was chosen, by its name."""

    name: str


# Answers from the edges


@dataclass(frozen=True, slots=True)
class LotFell:
    """The lot decided who starts."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The store has opened a new game under this id."""

    game_id: int


@dataclass(frozen=True, slots=True)
class GamesListed:
    """The past games and the names known, as the store has them now."""

    games: tuple[Any, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLoaded:
    """A past game the store was asked for; nothing where it cannot be replayed."""

    loaded: OpenGame | None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What the store has of the game in hand."""

    open_game: OpenGame | None
    games: tuple[Any, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exported:
    """A file was written."""

    path: str  # as people say it
    on_stick: bool = False  # a USB stick, from whose beginning the path is


@dataclass(frozen=True, slots=True)
class SharingTold:
    """Whether the games are to be shared, and how that goes; None where nobody has said it."""

    is_on: bool
    told: Sharing | None
    by_hand: str = ""  # the command that starts it; empty if it starts itself


@dataclass(frozen=True, slots=True)
class Failed:
    """An edge is broken; the sentence says what and what to do."""

    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Noticed:
    """An edge cannot do what is wanted of it; the game goes on without."""

    sentence: Sentence


ButtonEvent = Press | Hold
Event = object
"""Anything that happens: the events here, and those of each game."""
