"""One training picture with its truth, whatever it was made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.picture import Floats, Image

BACK = "back"
"""The name of a tile lying face down."""


@dataclass(frozen=True, slots=True)
class SampleTile:
    """A tile in a training picture: its name, its outline, how much of it and of its number
    can be seen (0–1).

    `is_oriented` is false where the order of the corners does not tell the turn.
    """

    tile: str
    quad_xy: Floats
    visible: float
    number_visible: float
    is_oriented: bool = True


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """A picture and its tiles, in the order they cover one another (last on top)."""

    frame_bgr: Image
    tiles: tuple[SampleTile, ...]
