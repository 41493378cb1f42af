"""What SEPMOSA alone wants done in the world."""

from __future__ import annotations

from dataclasses import dataclass

from engine.sepmosa import Game, Move, Table
from vision.judge.proposal import Proposal


@dataclass(frozen=True, slots=True)
class WatchTable:
    """The camera looks at once, and compares with this table from now on."""

    state_id: int
    table: Table
    earlier: tuple[Table, ...]  # past ones, newest first
    since: float  # monotonic seconds; older pictures no longer count
    game: Game[Table] | None = None  # for those who record the evening


@dataclass(frozen=True, slots=True)
class Misread:
    """Players say otherwise than the camera: its picture may be kept for the makers."""

    game: Game[Table]  # before the turn; where an earlier one was corrected, as it is now
    read: Proposal  # what the camera said
    was: Move


@dataclass(frozen=True, slots=True)
class KeepEvidence:
    """A turn is disputed: pictures of the table before it and now are kept for the game; the
    answer is `EvidenceListed`."""

    game_id: int
    turn: int


@dataclass(frozen=True, slots=True)
class ListEvidence:
    """Of which turns there are pictures is wanted; the answer is `EvidenceListed`."""

    game_id: int


@dataclass(frozen=True, slots=True)
class LoadEvidence:
    """The pictures of a disputed turn are wanted; the answer is `EvidenceLoaded`."""

    game_id: int
    turn: int
