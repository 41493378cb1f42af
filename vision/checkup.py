"""Whether a camera is set up well: sharp, bright, even, without glare, near, straight, wide enough.

It judges by the tiles in sight; one is enough, a row of them from edge to edge is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry import axes_of
from vision.picture import Picture
from vision.tiles.rectify import face_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Image
    from vision.tiles.read import Reader

COLUMNS, ROWS = 13, 7
PITCH = 1.06  # from tile to tile, in tiles
SHARP = 0.38  # of a face's contrast within a pixel: 0.41 to 0.7 in focus, 0.33 blurred by 2 px
LIGHTEST, DARKEST = 252.0, 80.0  # level of ivory
EVEN = 0.6  # darkest ivory against the brightest
SHINING, SHINE = 253, 0.06  # level and share of a face from which it glares
NARROWEST, WIDEST = 35.0, 160.0  # width of a tile, px
NEARER = 1.35  # the nearest tile's height against the farthest's; 15° gives 1.25
PROPORTIONS = (1.2, 1.7)  # a tile's height in widths, seen from above
LAMP, TINT = 1.6, 0.18  # change of ivory's level, and of its colour, that asks for a new check


class Mark(Enum):
    """One thing to look at."""

    FOCUS = "focus"
    LIGHT = "light"
    EVEN = "even"
    GLARE = "glare"
    SIZE = "size"
    ANGLE = "angle"
    FIELD = "field"
    LOCK = "lock"


@dataclass(frozen=True, slots=True)
class CameraReport:
    """How many tiles are in sight, and for each thing whether it is well; nothing while there is
    no tile to tell by. `ivory_bgr` is their ivory's level, by which a change of lamp is noticed."""

    tiles: int
    marks: tuple[tuple[Mark, bool], ...] = ()
    ivory_bgr: tuple[float, float, float] | None = None

    @property
    def is_well(self) -> bool:
        """Whether everything is."""
        return bool(self.marks) and all(passed for _, passed in self.marks)


def checkup(reader: Reader, frame_bgr: Image, is_locked: bool) -> CameraReport:
    """How the camera is set up, by one frame."""
    quads = [tile.quad_xy for tile in reader.tiles(frame_bgr) if tile.is_sure]
    if not quads:
        return CameraReport(0)
    source = Picture(frame_bgr)
    faces = [face_of(source, quad) for quad in quads]
    ivories = np.stack([ivory_of(face) for face in faces])
    levels = ivories.mean(axis=1)
    sizes = np.stack([np.linalg.norm(axes_of(quad), axis=0) for quad in quads])
    wide, tall = np.median(sizes, axis=0)
    height, width = frame_bgr.shape[:2]
    near, far = np.percentile(sizes[:, 1], (95, 5))
    marks = {
        Mark.FOCUS: float(np.median([sharpness(face) for face in faces])) >= SHARP,
        Mark.LIGHT: DARKEST <= float(np.median(levels)) <= LIGHTEST,
        Mark.EVEN: float(levels.min() / max(levels.max(), 1.0)) >= EVEN,
        Mark.GLARE: all(_shine(face) < SHINE for face in faces),
        Mark.SIZE: NARROWEST <= wide <= WIDEST,
        Mark.ANGLE: near <= NEARER * far and PROPORTIONS[0] <= tall / wide <= PROPORTIONS[1],
        Mark.FIELD: _holds((width, height), (float(wide), float(tall))),
        Mark.LOCK: is_locked,
    }
    blue, green, red = np.median(ivories, axis=0)
    ivory = (float(blue), float(green), float(red))
    return CameraReport(
        len(quads), tuple((mark, bool(well)) for mark, well in marks.items()), ivory
    )


def ivory_of(face_bgr: Image) -> Floats:
    """The BGR of a face's ivory: the median of its brighter half, rims left out."""
    inner = face_bgr[10:-10, 9:-9].reshape(-1, 3).astype(np.float32)
    light = inner.sum(axis=1)
    bright: Floats = np.median(inner[light >= np.median(light)], axis=0)
    return bright


def sharpness(face_bgr: Image) -> float:
    """How steep a face's steepest edges are: the share of its contrast within one pixel."""
    grey = cv2.cvtColor(face_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)[8:-8, 7:-7]
    low, high = np.percentile(grey, (1, 95))
    steps = np.abs(np.diff(grey, axis=1))
    return float(np.percentile(steps, 99) / max(high - low, 12.0))


def has_lamp_changed(before: Sequence[float], after: Sequence[float]) -> bool:
    """Whether ivory looks so different that the camera should be checked again."""
    change = np.maximum(after, 1.0) / np.maximum(before, 1.0)
    level = float(change.mean())
    tint = change / level
    return bool(level > LAMP or level < 1 / LAMP or tint.max() - tint.min() > TINT)


def _shine(face_bgr: Image) -> float:
    return float((face_bgr[6:-6, 6:-6].min(axis=2) >= SHINING).mean())


def _holds(size_wh: tuple[int, int], tile_wh: tuple[float, float]) -> bool:
    """Whether the frame holds a mosaic as wide as they get, whichever way the camera is turned."""
    wide, tall = (side * PITCH for side in tile_wh)
    long, short = max(size_wh), min(size_wh)
    return long >= COLUMNS * wide and short >= ROWS * tall
