"""What was seen of a throw of dice, each die with its doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.mosaix import Figure, Symbol
from vision.geometry import Quad, quad_json
from vision.shares import check_share

NO_DICE = "no-dice"  # no dice are in sight
TOO_FEW = "too-few"  # fewer than four dice are in sight
TOO_MANY = "too-many"  # more than four dice are in sight
NOT_TOUCHING = "not-touching"  # the dice do not all lie edge to edge
ASKEW = "askew"  # the dice touch, but not side against side
STACKED = "stacked"  # a die lies on another
TILTED = "tilted"  # a die leans and shows no symbol upwards
CUT_OFF = "cut-off"  # a die lies at the edge of the picture
UNREADABLE = "unreadable"  # a die is there that cannot be read for sure
THROW_PROBLEMS = frozenset(
    (NO_DICE, TOO_FEW, TOO_MANY, NOT_TOUCHING, ASKEW, STACKED, TILTED, CUT_OFF, UNREADABLE)
)
"""Every problem a throw may have."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: its upper face's corners in pixels, clockwise, and the symbol it shows.

    `symbol` is `None` where it is not sure; `guess` is the likeliest all the same.
    """

    quad: Quad
    symbol: Symbol | None
    confidence: float
    guess: Symbol | None = None

    def __post_init__(self) -> None:
        check_share(self.confidence)

    def as_json(self) -> dict[str, Any]:
        """The die as `sepmosa read-dice` prints it."""
        entry: dict[str, Any] = {
            "symbol": self.symbol.value if self.symbol else None,
            "confidence": round(self.confidence, 4),
            "quad": quad_json(self.quad),
        }
        if self.symbol is None:
            entry["guess"] = self.guess.value if self.guess else None
        return entry


@dataclass(frozen=True, slots=True)
class ThrowReading:
    """The dice of one picture. `figure` lies as in the picture and is there only when sure.

    `problems` are slugs of `THROW_PROBLEMS`, the first the one to tell; none where the figure is
    sure.
    """

    figure: Figure | None
    confidence: float
    problems: tuple[str, ...] = ()
    dice: tuple[DieReading, ...] = ()
    stage_ms: dict[str, float] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        check_share(self.confidence)
        if (self.figure is None) != bool(self.problems):
            raise ValueError("a throw is a figure, or has a problem")

    def as_json(self) -> dict[str, Any]:
        """The parts of the printed object that come from looking."""
        return {
            "figure": None if self.figure is None else str(self.figure),
            "confidence": round(self.confidence, 4),
            "dice": [die.as_json() for die in self.dice],
            "problems": list(self.problems),
        }
