"""What every screen is drawn from, whatever is played: one frozen value, replaced by every event.

Each game extends it with what it knows of itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from device import games
from device.core.config import AT_ONCE, Config, shipped_config
from device.core.messages import Message, Sentence
from device.core.settings import DEFAULTS, Settings
from device.system.facts import NO_FACTS, Facts

if TYPE_CHECKING:
    from device.core.game import GameKind
    from device.share.wish import Sharing
    from vision.picture import Image


NEVER = float("-inf")  # monotonic seconds of what has not happened yet


class CommonPhase(Enum):
    """What the companion may be doing whatever is played; each phase has its screen."""

    HOME = "home"
    SETTINGS = "settings"
    CAMERA_CHECK = "camera-check"
    BUTTON_CHECK = "button-check"
    ABOUT = "about"
    SHARE = "share"
    FAULT = "fault"
    SHUT_DOWN = "shut-down"


class CameraStatus(Enum):
    """How the camera is."""

    OFF = "off"  # none was asked for: played by touch
    OPENING = "opening"
    WELL = "well"
    LOST = "lost"
    FROZEN = "frozen"
    BLACK = "black"
    MOVED = "moved"
    LAMP = "lamp"  # the light is another one

    @property
    def can_see(self) -> bool:
        """Whether its pictures are worth reading."""
        return self in (CameraStatus.WELL, CameraStatus.MOVED, CameraStatus.LAMP)


CAMERA_MESSAGES = {  # what is said where the camera cannot do its work
    CameraStatus.LOST: Message.CAMERA_LOST,
    CameraStatus.FROZEN: Message.CAMERA_FROZEN,
    CameraStatus.BLACK: Message.CAMERA_BLACK,
    CameraStatus.MOVED: Message.CAMERA_MOVED,
    CameraStatus.LAMP: Message.CAMERA_LAMP,
}


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that is shown for a while beside everything else."""

    sentence: Sentence
    until: float  # monotonic seconds


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game with its id in the store and its players' names."""

    id: int
    names: tuple[str, ...]
    game: Any  # its history
    begun: str = ""  # day and time as the wall clock said, ISO 8601
    seconds: tuple[float, ...] = (0.0, 0.0)  # each player has spent, where a clock counted
    turn_seconds: float = 0.0  # spent on the turn under way


@dataclass(frozen=True, slots=True)
class GameInView:
    """A game that is looked at, after so many turns."""

    shown: OpenGame
    turn: int  # 0 is before the first turn


@dataclass(frozen=True, slots=True)
class SharingPage:
    """What is known of sharing, as long as its page is open."""

    is_on: bool = False
    told: Sharing | None = None  # by the sharing process, of the link that is wanted
    by_hand: str = ""  # the command that starts it; empty if it starts itself
    asked: float = NEVER  # when it was last asked about, in monotonic seconds
    since: float = NEVER  # when it was switched on, or last said something


@dataclass(frozen=True, slots=True)
class CommonModel:
    """What all games share. `trail` holds the phases one goes back through, newest last."""

    plays: GameKind = field(kw_only=True)  # the game in hand
    games: tuple[GameKind, ...] = field(default_factory=lambda: games.GAMES, kw_only=True)
    shelved: Mapping[str, CommonModel] = field(default_factory=dict, kw_only=True)  # out of hand
    visitor: str = field(default="", kw_only=True)  # the game one came from, to visit a screen here
    phase: Enum = CommonPhase.HOME
    trail: tuple[Enum, ...] = ()
    settings: Settings = DEFAULTS
    config: Config = field(default_factory=shipped_config)
    running: Config = field(default_factory=shipped_config)  # as the companion was started
    facts: Facts = NO_FACTS
    now: float = 0.0  # monotonic seconds of the last tick
    entered: float = 0.0  # when this phase was entered
    known_names: tuple[str, ...] = ()
    game_id: int | None = None  # of the game under way, in the store
    past_games: tuple[Any, ...] = ()  # their lines, newest first
    deleted_game: Any = None  # the line of the one that can be brought back
    replay: Any = None  # the game in view, as a GameInView
    names: tuple[str, ...] = ()  # of those who play
    game: Any = None  # the history of the game under way
    camera: CameraStatus = CameraStatus.OFF
    picture: Image | None = field(default=None, compare=False)  # the camera's newest, small
    pressed: tuple[bool, bool] = (False, False)  # buttons tried in the button check
    sharing: SharingPage = SharingPage()

    # sentences
    notice: Notice | None = None
    fault: Sentence | None = None

    @property
    def awaits_restart(self) -> bool:
        """Whether something was configured that only holds from the next start on."""
        changed = self.config.beyond(self.running)
        keys = {(section, name) for section, names in changed.items() for name in names}
        return bool(keys - AT_ONCE)


M = TypeVar("M", bound=CommonModel)
