"""What a figure is, and how time is measured on a machine that does other things as well."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BenchLine:
    """One line of the table: what was measured, against what, and whether it is good enough."""

    name: str
    measured: str
    against: str
    ratio: str
    goal: str
    is_met: bool | None  # None if there was nothing to measure


def best_ms(job: Callable[[], object], rounds: int) -> float:
    """The quickest of `rounds` runs in milliseconds: what the others add is not the job's."""
    return min(_ms(job) for _ in range(rounds))


def median_ms(job: Callable[[], object], rounds: int) -> float:
    """The middle of `rounds` runs in milliseconds."""
    return sorted(_ms(job) for _ in range(rounds))[rounds // 2]


def yardstick_ms() -> float:
    """A fixed piece of plain Python, so that figures of two machines can be compared."""
    return best_ms(lambda: sum(at * at % 7 for at in range(100_000)), 15)


def _ms(job: Callable[[], object]) -> float:
    begun = time.perf_counter()
    job()
    return (time.perf_counter() - begun) * 1000


def table_text(figures: list[BenchLine]) -> str:
    """The figures as an aligned table."""
    rows = [("figure", "measured", "against", "ratio", "goal", "")]
    marks = {True: "met", False: "MISSED", None: "-"}
    rows += [(f.name, f.measured, f.against, f.ratio, f.goal, marks[f.is_met]) for f in figures]
    widths = [max(len(row[at]) for row in rows) for at in range(6)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
