"""A frame of the table in, the throw that lies there out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.mosaix.reading import UNREADABLE, DieReading, ThrowReading

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.mosaix.eyes import Eyes

__all__ = ["DieReading", "ThrowReading", "read_throw"]


def read_throw(eyes: Eyes, frame_bgr: Image) -> ThrowReading:
    """The figure on the table, or why it is not sure of one."""
    del eyes, frame_bgr
    return ThrowReading(None, 0.0, (UNREADABLE,))
