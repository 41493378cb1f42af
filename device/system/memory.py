"""Memory that is no longer needed: threads share it, and the system gets it back."""

from __future__ import annotations

import ctypes
from contextlib import suppress

M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3  # of glibc's malloc.h
HEAPS = 2
LARGE = 1 << 20  # bytes; a picture is more
EVERY = 60.0  # seconds; giving back takes some milliseconds


def share_heaps() -> None:
    """From now on all threads share two heaps, and what is large stays out of them.

    With a heap each, glibc would keep for every thread what it needed most, and for those that
    ended as well; with pictures in them, small things laid between two would keep their room.
    Without glibc nothing is done.
    """
    with suppress(OSError, AttributeError):
        glibc = ctypes.CDLL(None)
        glibc.mallopt(M_ARENA_MAX, HEAPS)
        glibc.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Gives the system whatever is free in the heaps. Of itself glibc gives back only what is free
    at a heap's end, so that gaps add up for hours. Without glibc nothing is done."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Tidier:
    """Gives memory back now and then."""

    def __init__(self) -> None:
        self._due = 0.0

    def poll(self, now: float) -> None:
        """To be called often, with the time in seconds."""
        if now >= self._due:
            self._due = now + EVERY
            give_back()
