"""What MOSAIX's screens are drawn from: one frozen value, replaced by every event."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from device.core.game import GameKind
from device.core.looking import LookingModel
from device.core.model import NEVER, GameInView
from device.games import MOSAIX
from device.games.mosaix.draft import NO_DRAFT, Draft
from device.games.mosaix.picks import LegalEntry
from device.games.mosaix.sheet import BLANK, CountSheet
from engine.mosaix import Figure, Symbol, winners
from engine.mosaix.notation import Match

MOST_PLAYERS = 4


class Phase(Enum):
    """What the companion is doing while MOSAIX is played; each phase has its screen."""

    MENU = "menu"
    NEW = "new"
    LAY = "lay"  # the dice are thrown and laid into a figure
    ENTER = "enter"  # everyone enters it on the boards the device keeps
    SHOW = "show"  # everyone enters it on the boards on the table
    COUNT = "count"  # a board on the table is read and counted
    OVER = "over"
    ASK_UNDO = "ask-undo"
    ASK_END = "ask-end"
    PAST = "past"
    REPLAY = "replay"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Plan:
    """A new game as it is being settled; for everyone who may play, whether he does or not."""

    players: int = 2
    names: tuple[str, ...] = ("", "", "", "")
    centres: tuple[Symbol, ...] = (Symbol.CIRCLE, Symbol.TRIANGLE, Symbol.CROSS, Symbol.CIRCLE)
    is_kept: bool = True  # the device keeps the boards


Places = tuple[tuple[float, float], ...]  # middles of dice, in widths of a die


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """What the camera makes of the dice: a figure, sure, or the problem with it."""

    figure: Figure | None
    problem: str | None = None
    places: Places = ()


class BoardSight(Enum):
    """What lies under the camera where a board is to be counted, as long as none is made out."""

    UNKNOWN = "unknown"  # nothing was looked at yet
    NO_BOARD = "no-board"
    BOARD = "board"  # it is being read
    COUNTED = "counted"  # the one counted before still lies there


@dataclass(frozen=True, slots=True)
class PastGame:
    """A line in the list of games."""

    id: int
    names: tuple[str, ...]
    begun: str
    scores: tuple[int, ...]
    turns: int
    is_over: bool
    is_kept: bool  # whether the device kept the boards

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody where it was not finished."""
        return winners(self.scores) if self.is_over else ()


@dataclass(frozen=True, slots=True)
class Replay(GameInView):
    """A game in view, after so many turns."""

    is_past: bool = True  # and not the one under way


@dataclass(frozen=True, slots=True)
class Mosaix(LookingModel):
    """All that MOSAIX's screens show."""

    plays: GameKind = field(default=MOSAIX, kw_only=True)
    phase: Enum = Phase.MENU
    plan: Plan = Plan()

    # the game under way
    match: Match | None = None
    seen: DiceSeen | None = None
    last_throw: DiceSeen | None = (
        None  # the throw confirmed last, as long as it may still lie there
    )
    is_broken_up: bool = False  # since then other dice were seen than those of that throw
    draft: Draft = NO_DRAFT  # the figure as it is entered by touch
    player: int = 0  # whose board is in view
    quarters: int = 0  # clockwise, by which the figure in view is turned
    pick: LegalEntry | None = None  # where it would go
    is_advised: bool = False  # the pick, or the draft, is the coach's
    undo_depth: int = 1

    # a board on the table
    sheet: CountSheet = BLANK
    sight: BoardSight = BoardSight.UNKNOWN
    sighted: float = NEVER  # monotonic seconds: when it became that
    read: CountSheet | None = None  # as the camera read it, before anything was put right
    last_board: CountSheet | None = None  # the board counted last, as the camera read it
    counting: int | None = None  # whose it is; nobody's where one is only counted

    replay: Replay | None = None

    @property
    def has_camera(self) -> bool:
        """Whether dice and boards can be seen."""
        return self.camera.can_see

    @property
    def can_throw(self) -> bool:
        """Whether the companion can throw the dice: not where real ones lie before the camera."""
        return self.facts.is_virtual or not self.has_camera
