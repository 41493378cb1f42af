"""What a soak measures: memory, handles, and how long things take."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

KEPT = 20_000  # times of a kind; beyond that every second one is dropped
WARM = 0.25  # of the samples: caches fill, networks load


def memory() -> int:
    """Bytes of memory this process occupies."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def handles() -> int:
    """Files and sockets this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  a path a file would be too many


@dataclass(slots=True)
class Times:
    """How long something took, again and again; in seconds."""

    taken: list[float] = field(default_factory=list)
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.taken.append(seconds)
        self.longest = max(self.longest, seconds)
        if len(self.taken) > KEPT:
            del self.taken[::2]

    def share(self, part: float) -> float:
        """The time within which that part of all was done; 0 where there were none."""
        ordered = sorted(self.taken)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else 0.0


def growth(samples: list[int]) -> float:
    """By what share a figure has grown from the first warm samples to the last ones."""
    warm = samples[int(WARM * len(samples)) :]
    part = max(len(warm) // 5, 1)
    if not warm:
        return 0.0
    before, after = median(warm[:part]), median(warm[-part:])
    return after / before - 1.0
