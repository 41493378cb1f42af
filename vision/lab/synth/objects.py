"""Things on a table that are no tiles, by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from vision.lab.synth import household
from vision.lab.synth.hands import hand
from vision.lab.synth.sheet import ThingShape

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KINDS", "OVER_KINDS", "ThingShape", "reach_mm", "shape"]

_DRAWINGS: dict[str, tuple[Callable[[np.random.Generator, float], ThingShape], float]] = {
    "back_rack": (household.back_rack, 175.0),
    "biscuit": (household.biscuit, 36.0),
    "button": (household.button, 14.0),
    "cable": (household.cable, 150.0),
    "cap": (household.cap, 17.0),
    "card": (household.card, 52.0),
    "coin": (household.coin, 14.0),
    "die": (household.die, 14.0),
    "domino": (household.domino, 29.0),
    "eraser": (household.eraser, 50.0),
    "hand": (hand, 100.0),
    "keys": (household.keys, 50.0),
    "mug": (household.mug, 60.0),
    "paper": (household.paper, 110.0),
    "pencil": (household.pencil, 88.0),
    "phone": (household.phone, 85.0),
    "plate": (household.plate, 110.0),
    "plug": (household.plug, 12.0),
    "stain": (household.stain, 44.0),
    "sticker": (household.sticker, 45.0),
}
OVER_KINDS = ("hand",)
KINDS = tuple(sorted(_DRAWINGS))


def reach_mm(kind: str) -> float:
    """About how far a thing of this kind reaches from its middle."""
    return _DRAWINGS[kind][1]


@lru_cache(maxsize=12)
def shape(kind: str, seed: int, px: float) -> ThingShape:
    """The drawing of a thing at about `px` pixels a millimetre."""
    if kind not in _DRAWINGS:
        raise ValueError(f"{kind!r} is no thing that can be drawn: {', '.join(KINDS)}")
    draw, _ = _DRAWINGS[kind]
    return draw(np.random.default_rng([seed, 23]), max(px, 0.8))
