"""What a drawn picture shows: the frame and every tile in it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lab.synth.arrays import F64, U8


@dataclass(frozen=True, slots=True, eq=False)
class TrueTile:
    """One tile as it lies in the picture; (0, 0) is the outer corner of the first pixel."""

    tile: str  # "R7", "*" for a joker, "" face down
    quad_xy: F64  # (4, 2) pixels, clockwise from the top left of the printed number
    cell: str | None
    visible: float  # share of the face inside the frame and not covered
    face_up: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A frame (h, w, 3) uint8, blue first, its tiles in the scene's order, and (h, w) uint8 where
    a hand or the like is over the table (255)."""

    frame_bgr: U8
    tiles: tuple[TrueTile, ...]
    covered: U8
