"""`sepmosa simulate --game mosaix`: whole games of drawn dice and boards, and their reading."""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import product
from multiprocessing import get_context

from tqdm import tqdm

from device.cli import BadInput
from vision.lab.mosaix.simulate import MosaixEvening, MosaixTally, ReadingVerdict, rehearse_game
from vision.lab.synth.disturb import ON_FRAMES
from vision.mosaix import MosaixEyes
from vision.net import use_threads

DISTURBANCES = ("none", *sorted(ON_FRAMES))


def run(options: argparse.Namespace, size_wh: tuple[int, int]) -> int:
    """Prints a line per disturbance; the status is 1 when anything was wrong."""
    names = DISTURBANCES if "all" in options.disturb else options.disturb
    _check(options, names)
    plans = [
        (
            name,
            MosaixEvening(
                options.seed + number,
                () if name == "none" else (name,),
                options.style == "held-out",
                size_wh=size_wh,
            ),
        )
        for name, number in product(names, range(options.games))
    ]
    tallies: dict[str, MosaixTally] = {}
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        done = pool.map(_rehearse, [plan for _, plan in plans])
        for (name, _), tally in zip(plans, tqdm(done, total=len(plans), unit="game"), strict=True):
            tallies.setdefault(name, MosaixTally()).add(tally)
    print(_table(tallies))  # noqa: T201
    wrong = [line for tally in tallies.values() for line in tally.wrong]
    for line in wrong[:20]:
        print(f"  wrong: {line}")  # noqa: T201
    return int(bool(wrong))


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


def _rehearse(plan: MosaixEvening) -> MosaixTally:
    return rehearse_game(_eyes(), plan)


def _table(tallies: dict[str, MosaixTally]) -> str:
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
