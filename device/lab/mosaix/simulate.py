"""`sepmosa simulate --game mosaix`: whole games of drawn dice and boards, and their reading."""

from __future__ import annotations

import argparse
from collections import Counter
from functools import lru_cache
from itertools import product

from device.cli import BadInput
from vision.lab.mosaix.simulate import MosaixEvening, MosaixTally, rehearse_game
from vision.lab.synth.disturb import ON_FRAMES
from vision.lab.tally import ReadingVerdict
from vision.mosaix import MosaixEyes
from vision.net import use_threads

DISTURBANCES = ("none", *sorted(ON_FRAMES))


def plans(options: argparse.Namespace, size_wh: tuple[int, int]) -> list[tuple[str, MosaixEvening]]:
    """The games to rehearse, each with its disturbance; raises BadInput."""
    names = DISTURBANCES if "all" in options.disturb else options.disturb
    _check(options, names)
    held_out = options.style == "held-out"
    return [
        (
            name,
            MosaixEvening(
                options.seed + number, () if name == "none" else (name,), held_out, size_wh=size_wh
            ),
        )
        for name, number in product(names, range(options.games))
    ]


def _check(options: argparse.Namespace, names: list[str] | tuple[str, ...]) -> None:
    for name in names:
        if name not in DISTURBANCES:
            raise BadInput(f"no such thing as {name!r}; there are {', '.join(DISTURBANCES)}")
    if options.style not in ("named", "any", "held-out"):
        raise BadInput(f"MOSAIX has the styles any and held-out, not {options.style!r}")
    for given, option in (
        (options.mischief, "--mischief"), (options.turns, "--turns"), (options.save, "--save")
    ):  # fmt: skip
        if given:
            raise BadInput(f"{option} goes with the other game; MOSAIX has mishaps in every game")


@lru_cache(maxsize=1)
def _eyes() -> MosaixEyes:
    use_threads(1)
    return MosaixEyes()


def rehearse(plan: MosaixEvening) -> MosaixTally:
    """The tally of one game."""
    return rehearse_game(_eyes(), plan)


def table(tallies: dict[str, MosaixTally]) -> str:
    """A line per disturbance."""
    lines = [
        f"{'':<14}{'throws':>8}{'right':>9}{'flagged':>9}{'mishaps':>9}{'boards':>8}{'sure':>6}"
        f"{'cells':>7}{'flagged':>9}{'wrong':>7}{'p50 ms':>8}{'p95 ms':>8}   said instead"
    ]
    for name, tally in tallies.items():
        ms = sorted(tally.throw_ms) or [0.0]
        throws, boards, cells = tally.throws, tally.boards, tally.cells
        instead = ", ".join(f"{what} {count}" for what, count in tally.instead.most_common(3))
        lines.append(
            f"{name:<14}{throws.total():>8}{_share(throws):>9.2%}{throws[ReadingVerdict.FLAGGED]:>9}"
            f"{tally.mishaps.total():>9}{boards.total():>8}{boards[ReadingVerdict.RIGHT]:>6}"
            f"{cells.total():>7}{cells[ReadingVerdict.FLAGGED]:>9}{len(tally.wrong):>7}"
            f"{ms[len(ms) // 2]:>8.0f}{ms[int(len(ms) * 0.95)]:>8.0f}   {instead}"
        )
    return "\n".join(lines)


def _share(throws: Counter[ReadingVerdict]) -> float:
    return throws[ReadingVerdict.RIGHT] / max(throws.total(), 1)
