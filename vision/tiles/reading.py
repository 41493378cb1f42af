"""What was seen: the tiles of a picture, each with its doubt, and what is wrong on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from engine.sepmosa import Cell
from vision.geometry import Quad, quad_json
from vision.shares import check_share
from vision.tiles.colour import FULL_COLOUR, PictureColour


class Problem(Enum):
    """What is wrong on the table; the value is its name in the commands' output."""

    NO_JOKER = "no-joker"  # none is in sight, so nothing has a cell
    TWO_JOKERS = "two-jokers"  # two are in sight, so nothing has a cell
    JOKER_TURNED = "joker-turned"  # another way round than the tiles, so nothing has a cell
    TURNED_TILE = "turned-tile"  # one on the lattice lies another way round than the joker
    OFF_LATTICE = "off-lattice"  # a tile 1–10 lies between cells
    CELL_TAKEN_TWICE = "cell-taken-twice"  # two tiles come to lie on one cell
    UNREADABLE_TILE = "unreadable-tile"  # one is there that cannot be read for sure
    NO_COLOUR = "no-colour"  # the picture shows hardly any, so no tile has one
    FOREIGN_TILES = "foreign-tiles"  # unlike those that were taught; read as an unknown set


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile in the picture; `tile` and `guesses` are names as on its face, `*` for a joker.

    `quad` is clockwise from the top left of the printed number, in pixels. `tile` is `None` where
    the reading is not sure; `guesses` then ranks what it may be. `cell` is on the joker's lattice.
    """

    tile: str | None
    confidence: float
    quad: Quad
    cell: Cell | None = None
    guesses: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        check_share(self.confidence)

    def as_json(self) -> dict[str, Any]:
        """The tile as `sepmosa read` prints it."""
        entry: dict[str, Any] = {
            "tile": self.tile,
            "confidence": round(self.confidence, 4),
            "quad": quad_json(self.quad),
            "cell": str(self.cell) if self.cell else None,
        }
        if self.tile is None:
            entry["guesses"] = [[name, round(share, 4)] for name, share in self.guesses]
        return entry


@dataclass(frozen=True, slots=True)
class Reading:
    """All tiles of one picture, its problems, and the time by stage in ms."""

    tiles: tuple[SeenTile, ...]
    problems: tuple[Problem, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict, compare=False)
    backs: tuple[Quad, ...] = ()  # outlines of tiles that show no face
    colour: PictureColour = FULL_COLOUR

    @staticmethod
    def empty() -> Reading:
        """The reading of a picture without tiles."""
        return Reading((), (Problem.NO_JOKER,))

    def as_json(self) -> dict[str, Any]:
        """The parts of the printed object that come from looking."""
        return {
            "tiles": [tile.as_json() for tile in self.tiles],
            "problems": [problem.value for problem in self.problems],
        }
