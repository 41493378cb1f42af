"""Everything that can happen to MOSAIX besides what happens to the companion as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.core.export_kind import ExportKind
from device.games.mosaix.match import OpenGame, PastGame
from device.games.mosaix.model import Phase, Places
from device.games.mosaix.sheet import Cells
from engine.mosaix import Board, Cell, Figure, Roll, Symbol
from engine.mosaix.values import Place

if TYPE_CHECKING:
    from engine.mosaix.players import Advice
    from vision.picture import Image

# Touch


@dataclass(frozen=True, slots=True)
class Visit:
    """Another screen of MOSAIX was chosen."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class SetPlayers:
    """So many play."""

    count: int


@dataclass(frozen=True, slots=True)
class SetName:
    """A player's name was entered or chosen."""

    player: int
    name: str


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
class Resume:
    """The open game goes on."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same players play again."""


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
class AskCoach:
    """A lone player wants to know what the coach would do."""


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
class Finish:
    """Somebody's board on the table is full, or nothing more fits."""


@dataclass(frozen=True, slots=True)
class SetBoxes:
    """So many boxes are free on a lone player's board on the table."""

    count: int


@dataclass(frozen=True, slots=True)
class LookAgain:
    """The board shall be read anew."""


@dataclass(frozen=True, slots=True)
class AskUndo:
    """The last `depth` events shall be taken back."""

    depth: int = 1


@dataclass(frozen=True, slots=True)
class AskRedo:
    """The last event taken back shall be done again."""


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

    kind: ExportKind = ExportKind.RECORD


@dataclass(frozen=True, slots=True)
class Delete:
    """A past game shall go."""

    id: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The past game deleted last shall come back."""


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
    """What the camera makes of a board; no cells where it sees none or something moves."""

    look: int
    cells: Cells | None
    began: float = field(compare=False)  # monotonic seconds; no picture behind it is older
    doubtful: frozenset[Cell] = frozenset()
    picture: Image | None = field(default=None, compare=False)


# Answers from the edges


@dataclass(frozen=True, slots=True)
class Fetched:
    """What the store has of MOSAIX."""

    open_game: OpenGame | None
    games: tuple[PastGame, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotFell:
    """The lot decided who has the dice first."""

    player: int


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


@dataclass(frozen=True, slots=True)
class Begun:
    """The store has opened a new game under this id."""

    game_id: int


@dataclass(frozen=True, slots=True)
class Listed:
    """The past games as the store has them now."""

    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A past game the store was asked for; nothing where it cannot be replayed."""

    loaded: OpenGame | None


Planning = Visit | SetPlayers | SetName | SetCentre | SetKept | Resume | Rematch
Laying = TouchPlace | ChooseBrush | ThrowForMe | AskCoach | LetGo
Entering = TouchCell | TurnFigure | ChoosePlayer | Finish | SetBoxes | LookAgain
Looking = AskUndo | AskRedo | ChooseGame | Slide | ChooseExport | Delete | Restore
CameraEvent = ThrowSeen | BoardSeen
Answer = Fetched | LotFell | Rolled | Advised | Begun | Listed | Loaded
Touch = Planning | Laying | Entering | Looking
MosaixEvent = Touch | CameraEvent | Answer
