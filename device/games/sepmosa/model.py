"""What SEPMOSA's screens are drawn from: one frozen value, replaced by every event."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from device.core.game import GameKind
from device.core.messages import Sentence
from device.core.model import NEVER, CommonModel, GameInView
from device.core.settings import Opponent
from device.games import SEPMOSA
from device.games.sepmosa.teaching.model import UNTAUGHT, Teaching
from engine.sepmosa import Broken, Cell, Game, Move, Player, Table, Tile
from vision.judge.proposal import Difference, Proposal

if TYPE_CHECKING:
    from vision.picture import Image


class Phase(Enum):
    """What the companion is doing while SEPMOSA is played; each phase has its screen."""

    NEW_GAME = "new-game"
    SET_TABLE = "set-table"
    TURN = "turn"
    QUESTION = "question"
    GUIDE_BACK = "guide-back"
    ASK_PASS = "ask-pass"  # noqa: S105  no password
    ASK_UNDO = "ask-undo"
    RESET = "reset"
    RESHUFFLE = "reshuffle"
    OVER = "over"
    HISTORY = "history"
    CORRECT = "correct"
    ASK_ABANDON = "ask-abandon"
    PAST_GAMES = "past-games"
    REPLAY = "replay"
    STATISTICS = "statistics"
    TEACH = "teach"  # set up: profiles, camera, buttons
    LESSON = "lesson"
    HELP = "help"


class Trouble(Enum):
    """What kind of question is asked about the table."""

    ILLEGAL = "illegal"
    UNSURE = "unsure"
    HALF_DONE = "half-done"
    BLOCKED = "blocked"
    CAMERA_MOVED = "camera-moved"
    WENT_BACK = "went-back"  # the table is as it was some turns ago
    CLEARED = "cleared"
    DOUBTED = "doubted"  # a player says the proposal is wrong


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that may have been played, with its points; best first in a list."""

    move: Move
    points: int
    share: float = 0.0  # how likely the camera thinks it is


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked when table and game do not agree, and all the ways out."""

    trouble: Trouble
    sentence: Sentence
    offers: tuple[Offer, ...] = ()
    cells: tuple[Cell, ...] = ()  # the doubtful places, to be marked
    tile: Tile | None = None  # laid or played for sure, where that much is known
    can_follow_table: bool = False  # whether "the table is right" leads anywhere
    can_guide_back: bool = False
    proposal: Proposal | None = None  # what it is asked about, whatever the camera sees meanwhile


@dataclass(frozen=True, slots=True)
class Pick:
    """What was chosen by touch so far, and the legal moves that are left with it."""

    tile: Tile | None = None
    cells: tuple[Cell, ...] = ()
    offers: tuple[Offer, ...] = ()  # sorted by the moves' text; the coach's best first
    is_coached: bool = False  # the coach was asked: only his hints are offered

    @property
    def is_empty(self) -> bool:
        return self.tile is None and not self.cells and not self.is_coached

    @property
    def only(self) -> Offer | None:
        """The one move left once tile and all its cells are chosen."""
        return self.offers[0] if len(self.offers) == 1 and self.tile and self.cells else None


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction of an earlier turn, tried out: what would become of the game."""

    turn: int
    was: Move
    pick: Pick = Pick()
    move: Move | None = None
    scores: tuple[int, int] | None = None  # of the whole game then
    broken: Broken | None = None  # the turn that would no longer stand
    keeps_table: bool = True  # whether the table would look the same after it


@dataclass(frozen=True, slots=True)
class Check:
    """One entry of a checklist."""

    sentence: Sentence
    is_done: bool = False
    by_hand: bool = False  # ticked by touch; the camera does not take that back
    is_visible: bool = True  # whether a camera can tell; what it cannot, holds nobody up


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds counted by monotonic time; nothing runs while `since` is unknown."""

    since: float | None = None  # when the count below was last brought up to date
    turn: float = 0.0  # spent on the turn under way
    players: tuple[float, ...] = (0.0, 0.0)  # spent by each in this game
    has_warned: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """The points just scored, for the screen to celebrate."""

    seat: int
    move: Move
    points: int
    state_id: int  # after it


@dataclass(frozen=True, slots=True)
class PastGame:
    """A line in the list of games."""

    id: int
    names: tuple[str, str]
    begun: str  # day and time as the wall clock said, ISO 8601
    scores: tuple[int, int]
    target: int
    turns: int
    winner: int | None  # nobody where it was abandoned
    counts: bool = True
    best: tuple[int, int] = (0, 0)  # the most points of a single move of each player


@dataclass(frozen=True, slots=True)
class Replay(GameInView):
    """A past game in view, after so many turns."""

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return len(self.shown.game.moves)

    @property
    def game(self) -> Game[Table]:
        """The whole game."""
        game: Game[Table] = self.shown.game
        return game

    @property
    def state(self) -> Table:
        """The table in view: as the turn left it."""
        if self.turn >= self.turns:
            return self.game.state
        return self.game.state_before(self.turn + 1)


@dataclass(frozen=True, slots=True)
class DisputePictures:
    """Pictures of a disputed turn; nothing where there is none."""

    turn: int
    before: Image | None = field(default=None, compare=False)
    after: Image | None = field(default=None, compare=False)  # when it was in question


@dataclass(frozen=True, slots=True)
class Model(CommonModel):
    """All that SEPMOSA's screens show."""

    plays: GameKind = field(default=SEPMOSA, kw_only=True)

    # the game under way
    names: tuple[str, ...] = ("", "")
    lot: int | None = None  # who starts the new game
    game: Game[Table] | None = None
    earlier: tuple[Table, ...] = ()  # after taking back one deed, two deeds and so on
    state_id: int = 0  # grows with all that outdates what the camera saw; names it to the camera
    gain: Gain | None = None
    clock: Clock = Clock()

    # what the camera says, and what was chosen by touch
    proposal: Proposal | None = None  # for this very state; nothing while something moves
    offered: float = NEVER  # since when its move has been on the screen
    fresh_since: float = NEVER  # when `state_id` grew; looks that began before are dropped
    crop: Image | None = field(default=None, compare=False)
    noted: Proposal | None = None  # the change of the table that was last told for sure
    pick: Pick = Pick()
    question: Question | None = None
    overruled: frozenset[Difference] = frozenset()  # what the camera sees and players know better
    insisted: frozenset[Difference] = frozenset()  # and whoever is asked whether to pass, so far
    awaited: float | None = None  # until then a press waits for a look that began after it
    undo_depth: int = 1  # how many deeds the undo question is about
    amendment: Amendment | None = None
    checklist: tuple[Check, ...] = ()  # in a turn: the way back that is still to be gone
    has_taken_back: bool = False  # whether that way back follows from taking back

    replay: Replay | None = None

    disputed: frozenset[int] = frozenset()  # turns of the game under way with pictures kept
    evidence: DisputePictures | None = None  # those in view
    teaching: Teaching = UNTAUGHT

    @property
    def table(self) -> Table | None:
        """The table of the game under way."""
        return self.game.state if self.game else None

    def is_companion(self, player: int) -> bool:
        """Whether the companion itself plays for this one."""
        can_play = self.facts.has_player and self.settings.opponent is not Opponent.PERSON
        return can_play and player == Player.TWO

    @property
    def shown(self) -> Proposal | None:
        """The proposal the screen is about: that of the question, else the newest."""
        asked = self.question.proposal if self.question else None
        return asked if asked is not None else self.proposal
