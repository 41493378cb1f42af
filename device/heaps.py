"""Memory that threads no longer need is used again by others."""

from __future__ import annotations

import ctypes
from contextlib import suppress

M_ARENA_MAX = -8  # of glibc's malloc.h
HEAPS = 2


def share_heaps() -> None:
    """From now on all threads share two heaps; with one each, glibc would keep for every thread
    what it needed most, and for those that ended as well. Without glibc nothing is done."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, HEAPS)
