"""What a soak measures: memory, handles, and how long things take."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, linear_regression, median

KEPT = 4_000  # times of a kind; beyond that every second one is dropped
PART = 5  # the first and the last such part of a span tell where a figure began and ended
OWN = ("RssAnon:", "RssShmem:", "VmSwap:")  # in kilobytes
HOUR = 3600.0


def memory() -> int:
    """Bytes of memory that are this process's own; pages of programs and files are not, which
    the kernel takes and gives as it likes."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(OWN)) * 1024


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


@dataclass(frozen=True, slots=True)
class Trend:
    """How a figure went over a span of time."""

    start: float = 0.0
    end: float = 0.0
    slope: float = 0.0  # a second, of the straight line nearest to all of them
    error: float = 0.0  # of that slope: one standard deviation
    seconds: float = 0.0

    @property
    def growth(self) -> float:
        """By what share of the start the figure grew from end to end."""
        return self._share(self.end - self.start)

    @property
    def per_hour(self) -> float:
        """By what share of the start the line rises in an hour."""
        return self._share(self.slope * HOUR)

    @property
    def least_per_hour(self) -> float:
        """What the line rises by in an hour at the least, two standard deviations considered."""
        return self._share((self.slope - 2 * self.error) * HOUR)

    def _share(self, rise: float) -> float:
        return rise / self.start if self.start else 0.0


def trend(times: Sequence[float], figures: Sequence[float]) -> Trend:
    """How figures taken at these times went."""
    if len(figures) < PART:
        return Trend()
    part = len(figures) // PART
    slope, offset = linear_regression(times, figures)
    middle = fmean(times)
    spread = sum((at - middle) ** 2 for at in times)
    pairs = zip(times, figures, strict=True)
    missed = sum((figure - offset - slope * at) ** 2 for at, figure in pairs)
    return Trend(
        median(figures[:part]),
        median(figures[-part:]),
        slope,
        sqrt(missed / (len(figures) - 2) / spread),
        times[-1] - times[0],
    )
