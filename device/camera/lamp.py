"""The light on the table: noticed when it changes, and waited for until it has settled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from vision.checkup import LAMP, has_lamp_changed, ivory_of
from vision.picture import Picture
from vision.tiles.rectify import face_of

if TYPE_CHECKING:
    from vision.judge.cellmap import CellMap
    from vision.picture import Floats, Image

LASTING = 2.0  # seconds after which another light is there to stay
TILES = 6  # whose ivory tells how the light is
COARSE = 16  # every so many pixels of a frame in which no tile is found


class LampChange(Enum):
    """What has become of the light."""

    OTHER = "other"  # it is another one
    LASTING = "lasting"  # and stays so: the camera had better adjust to it
    BACK = "back"  # it is as it was after all


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """The light the camera is adjusted to, as tiles and frame show it, and since when it is gone;
    levels from 0 to 255, by channel."""

    ivory_bgr: Floats | None = None
    frame_bgr: Floats | None = None
    gone_since: float | None = None  # monotonic seconds


def watch_light(
    lamp: Lamp, frame_bgr: Image, lattice: CellMap | None, now: float
) -> tuple[Lamp, LampChange | None]:
    """The lamp after one more still frame, and what is new about it."""
    level = frame_bgr[::COARSE, ::COARSE].reshape(-1, 3).mean(axis=0)
    ivory = None if lattice is None else _ivory(frame_bgr, lattice)
    if lamp.frame_bgr is None or (lamp.ivory_bgr is None and ivory is not None):
        return replace(lamp, ivory_bgr=ivory, frame_bgr=level), None
    if ivory is not None and lamp.ivory_bgr is not None:
        is_other = has_lamp_changed(list(lamp.ivory_bgr), list(ivory))
    else:  # a frame without tiles tells a lamp that is far brighter or darker, and no more
        ratio = float(level.mean() + 1) / float(lamp.frame_bgr.mean() + 1)
        is_other = not 1 / LAMP <= ratio <= LAMP
    if not is_other:
        back = LampChange.BACK if lamp.gone_since is not None else None
        return replace(lamp, gone_since=None), back
    if lamp.gone_since is None:
        return replace(lamp, gone_since=now), LampChange.OTHER
    if now - lamp.gone_since < LASTING:
        return lamp, None
    return Lamp(), LampChange.LASTING


def _ivory(frame_bgr: Image, lattice: CellMap) -> Floats:
    source = Picture(frame_bgr)
    outlines = list(lattice.outlines.values())[:TILES]
    middle: Floats = np.median([ivory_of(face_of(source, quad)) for quad in outlines], axis=0)
    return middle
