"""What was seen: the tiles of a picture, each with its doubt, and what is wrong on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vision.colour import FULL_COLOUR, Colour

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

NO_JOKER = "no-joker"
TWO_JOKERS = "two-jokers"
JOKER_TURNED = "joker-turned"
TURNED_TILE = "turned-tile"
OFF_LATTICE = "off-lattice"
CELL_TAKEN_TWICE = "cell-taken-twice"
UNREADABLE_TILE = "unreadable-tile"
FOREIGN_TILES = "foreign-tiles"
NO_COLOUR = "no-colour"

PROBLEMS = {
    NO_JOKER: "no joker is in sight, so nothing has a cell",
    TWO_JOKERS: "two jokers are in sight, so nothing has a cell",
    JOKER_TURNED: "the joker lies another way round than the tiles, so nothing has a cell",
    TURNED_TILE: "a tile on the lattice lies another way round than the joker",
    OFF_LATTICE: "a tile 1–10 lies between cells",
    CELL_TAKEN_TWICE: "two tiles come to lie on one cell",
    UNREADABLE_TILE: "a tile is there that cannot be read for sure",
    NO_COLOUR: "the picture shows hardly any colour, so no tile has one",
    FOREIGN_TILES: "these do not look like the tiles that were taught; read as an unknown set",
}
"""Every problem a reading may name, and what it means."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile in the picture.

    `quad` is clockwise from the top left of the printed number, in pixels. `tile` is `None` where
    the reading is not sure; `guesses` then ranks what it may be. `cell` is on the joker's lattice.
    """

    tile: str | None
    confidence: float
    quad: Quad
    cell: str | None = None
    guesses: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence lies between 0 and 1, not {self.confidence}")

    def as_json(self) -> dict[str, Any]:
        """The tile as `sepmosa read` prints it."""
        entry: dict[str, Any] = {
            "tile": self.tile,
            "confidence": round(self.confidence, 4),
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "cell": self.cell,
        }
        if self.tile is None:
            entry["guesses"] = [[name, round(share, 4)] for name, share in self.guesses]
        return entry


@dataclass(frozen=True, slots=True)
class Reading:
    """All tiles of one picture, problems as slugs of `PROBLEMS`, and the time by stage in ms."""

    tiles: tuple[SeenTile, ...]
    problems: tuple[str, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict, compare=False)
    backs: tuple[Quad, ...] = ()  # outlines of tiles that show no face
    colour: Colour = FULL_COLOUR

    @staticmethod
    def empty() -> Reading:
        """The reading of a picture without tiles."""
        return Reading((), (NO_JOKER,))

    def by_cell(self) -> dict[str, SeenTile]:
        """The tiles that have a cell, by its name."""
        return {tile.cell: tile for tile in self.tiles if tile.cell is not None}

    def as_json(self) -> dict[str, Any]:
        """The parts of the printed object that come from looking."""
        return {
            "tiles": [tile.as_json() for tile in self.tiles],
            "problems": list(self.problems),
        }
