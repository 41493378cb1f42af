"""Everything that can happen to MOSAIX besides what happens to the companion as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.core.events import AskCoach as AskCoach
from device.games.mosaix.model import Places
from device.games.mosaix.sheet import Cells
from engine.mosaix import Board, Cell, Figure, Roll, Symbol
from engine.mosaix.paper import Finish as Finish
from engine.mosaix.values import Place

if TYPE_CHECKING:
    from engine.mosaix.players import Advice
    from vision.picture import Image

# Touch


@dataclass(frozen=True, slots=True)
class SetPlayers:
    """So many play."""

    count: int


@dataclass(frozen=True, slots=True)
class SetCentre:
    """The symbol printed on a player's board."""

    player: int
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class SetKept:
    """Whether the device keeps the boards."""

    is_kept: bool


@dataclass(frozen=True, slots=True)
class TouchPlace:
    """A place for a die was touched."""

    place: Place


@dataclass(frozen=True, slots=True)
class ChooseBrush:
    """The symbol of the dice laid by touch from now on."""

    symbol: Symbol


@dataclass(frozen=True, slots=True)
class ThrowForMe:
    """The device shall throw the dice."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """What was chosen so far is forgotten; of what the camera saw: it is put right by touch."""


@dataclass(frozen=True, slots=True)
class TouchCell:
    """A cell of the board in view was touched."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class TurnFigure:
    """The figure in view is turned, by so many quarters clockwise."""

    quarters: int = 1


@dataclass(frozen=True, slots=True)
class ChoosePlayer:
    """Another player's board shall be in view."""

    player: int


@dataclass(frozen=True, slots=True)
class SetBoxes:
    """So many boxes are free on a lone player's board on the table."""

    count: int


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The board shall be read anew."""


# The camera


@dataclass(frozen=True, slots=True)
class ThrowSeen:
    """What the camera makes of the dice; neither figure nor problem while something moves."""

    look: int
    figure: Figure | None
    began: float = field(compare=False)  # monotonic seconds; no picture behind it is older
    problem: str | None = None
    places: Places = field(default=(), compare=False)  # of the figure's dice


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What the camera makes of a board; no cells where it sees none, something moves, or it still
    has to be read again."""

    look: int
    cells: Cells | None
    began: float = field(compare=False)  # monotonic seconds; no picture behind it is older
    doubtful: frozenset[Cell] = frozenset()
    is_there: bool = False  # one is in view, though it has no cells yet
    picture: Image | None = field(default=None, compare=False)


# Answers from the edges


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice show that the device has thrown."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Advised:
    """What the coach says of what he was asked; nothing where he would stop."""

    board: Board
    asked: Roll | Figure
    advice: Advice | None


CameraEvent = ThrowSeen | BoardSeen
