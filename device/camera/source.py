"""What a camera is to the rest: something that gives one frame after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from vision.picture import Image, pixels

TRIES = 3  # damaged frames, one after the other, before a camera is given up


class CameraError(OSError):
    """A camera that cannot be opened or gives no more frames; the message says why."""


class Source(Protocol):
    """A camera, opened. Only the thread that opened it reads it."""

    @property
    def is_live(self) -> bool:
        """Whether no two frames are ever the same, because a sensor has noise."""

    def read(self) -> Image:
        """The next frame (h x w x 3, 8-bit BGR), waiting for it; raises CameraError."""

    def close(self) -> None:
        """Lets go of the camera."""


Opener = Callable[[], Source]


class Settling:
    """Counts frames until a camera has found its exposure and white balance, which then stay."""

    def __init__(self, frames: int) -> None:
        self._frames = frames
        self._count = 0
        self._begins = True

    @property
    def is_locked(self) -> bool:
        """Whether exposure and white balance have been found and stay."""
        return self._count >= self._frames and not self._begins

    def restart(self) -> None:
        """They are to be found again; may be called from any thread."""
        self._begins = True

    def begins(self) -> bool:
        """Whether the camera is to be made automatic now; to be asked before every frame."""
        if not self._begins:
            return False
        self._begins, self._count = False, 0
        return True

    def ends(self) -> bool:
        """Whether the camera is to be locked now; to be asked once for every frame."""
        self._count += 1
        return self._count == self._frames


class SettlingCamera:
    """A camera whose exposure, white balance and focus stay once they have been found."""

    is_live = True

    def __init__(self, frames: int) -> None:
        self._settling = Settling(frames)

    @property
    def is_locked(self) -> bool:
        """Whether they have been found and stay."""
        return self._settling.is_locked

    def relock(self) -> None:
        """They are found again, and stay from then on."""
        self._settling.restart()


def read_whole(take: Callable[[], Any], size_wh: tuple[int, int], camera: str) -> Image:
    """The next frame that is not damaged; raises CameraError after several that are."""
    damage: str | None = None
    for _ in range(TRIES):
        frame = take()
        damage = damage_of(frame, size_wh)
        if damage is None:
            return pixels(frame)
    raise CameraError(f"{camera} gives {damage}")


def damage_of(frame: Any, size_wh: tuple[int, int]) -> str | None:
    """What is wrong with what should be a frame of that size; None if it is whole."""
    if not isinstance(frame, np.ndarray) or frame.size == 0:
        return "empty frames"
    if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        return f"frames of {' x '.join(map(str, frame.shape))} {frame.dtype}, not colour pictures"
    if frame.shape[1::-1] != size_wh:
        wide, high = size_wh
        return f"frames of {frame.shape[1]} x {frame.shape[0]}, not {wide} x {high}"
    if is_cut_short(frame):
        return "frames that end before their lower edge"
    return None


FILL = 8  # rows; a JPEG is decoded in rows of so many at least


def is_cut_short(frame_bgr: Image) -> bool:
    """Whether the last rows are one flat colour while others are not: what a decoder leaves where
    a compressed picture ends too soon. A sensor's noise is never flat; black bars are a camera's
    own, and a picture that is flat as a whole is a matter of light."""
    last = frame_bgr[-FILL:]
    colour = last[0, 0]
    if not colour.any() or (colour == 255).all() or (last != colour).any():
        return False
    return bool((frame_bgr[:FILL] != frame_bgr[0, 0]).any())
