"""What a camera is to the rest: something that gives one frame after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vision.frames import Image


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
