"""Things on a table that are no tiles."""

from __future__ import annotations

from dataclasses import dataclass

from vision.synth.sprite import Sprite

KINDS: tuple[str, ...] = ()
OVER_KINDS: tuple[str, ...] = ()


def reach_mm(kind: str) -> float:
    """About how far a thing of this kind reaches from its middle."""
    return 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A thing's sprite, its size in millimetres, and how high it stands."""

    sprite: Sprite
    size_mm: tuple[float, float]
    height_mm: float
    round_body: bool = False


def shape(kind: str, seed: int, px: float) -> Shape:
    """The drawing of a thing at about `px` pixels a millimetre."""
    raise ValueError(f"{kind!r} is no thing that can be drawn")
