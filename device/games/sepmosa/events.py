"""What can happen to SEPMOSA alone: looks at its table, and what was chosen on its screens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.core.events import AskCoach as AskCoach
from engine.sepmosa import Cell, Move, Tile
from vision.judge.proposal import Proposal

if TYPE_CHECKING:
    from device.games.sepmosa.model import DisputePictures
    from vision.picture import Image


@dataclass(frozen=True, slots=True)
class Seen:
    """What the camera makes of the table, compared with the state named `state_id`."""

    state_id: int
    proposal: Proposal | None  # nothing while something moves
    began: float  # monotonic seconds; no picture behind it is older
    crop: Image | None = field(default=None, compare=False)  # of the doubtful place


@dataclass(frozen=True, slots=True)
class ChooseTile:
    """A tile was chosen from all tiles; nothing lets go of the one chosen before."""

    tile: Tile | None


@dataclass(frozen=True, slots=True)
class ChooseCell:
    """A cell of the mosaic was chosen."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ChooseMove:
    """A whole move was chosen: a ranked alternative, or one of a tile's places."""

    move: Move


@dataclass(frozen=True, slots=True)
class Doubt:
    """The proposal is wrong: ask what was really played."""


@dataclass(frozen=True, slots=True)
class TableIsRight:
    """In a disagreement the table is right: the game follows it."""


@dataclass(frozen=True, slots=True)
class ScreenIsRight:
    """In a disagreement the screen is right: show the way back to it."""


@dataclass(frozen=True, slots=True)
class ChooseCheck:
    """An entry of the checklist was ticked by hand, or its tick taken away."""

    at: int


@dataclass(frozen=True, slots=True)
class AskPass:
    """The player whose turn it is wants to pass."""


@dataclass(frozen=True, slots=True)
class ChooseTurn:
    """A turn of the history was chosen, to be corrected."""

    turn: int


@dataclass(frozen=True, slots=True)
class AskEvidence:
    """The pictures of a disputed turn shall be shown."""

    turn: int


@dataclass(frozen=True, slots=True)
class CloseEvidence:
    """They were looked at."""


@dataclass(frozen=True, slots=True)
class EvidenceListed:
    """Of these turns of a game there are pictures."""

    game_id: int
    turns: frozenset[int]


@dataclass(frozen=True, slots=True)
class EvidenceLoaded:
    """Those of one turn, as far as there are any."""

    evidence: DisputePictures
