"""`sepmosa simulate`: whole games through drawn frames, and how they were read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

from device.cli import BadInput, whole_number
from device.lab.mosaix import simulate as mosaix
from vision.lab.mosaix.simulate import MosaixTally
from vision.lab.simulate import evening
from vision.lab.simulate.household import (
    BUMPED,
    DRIFTING,
    HIDDEN,
    NO_ACTION,
    household,
)
from vision.lab.simulate.photo_home import has_photographs
from vision.lab.simulate.rehearse import Course, Tally, rehearse
from vision.lab.simulate.turns import MISCHIEF
from vision.lab.synth.disturb import NAMES
from vision.lab.tally import ReadingVerdict

Plan = TypeVar("Plan")
AnyTally = TypeVar("AnyTally", Tally, MosaixTally)

SIDES = range(160, 10_000)  # px a frame may be wide or high
DRAWN, PHOTOGRAPHED = "drawn", "photographed"
AT_DRAWN = ("none", BUMPED, DRIFTING, HIDDEN, NO_ACTION, *NAMES)
AT_PHOTOGRAPHED = ("none", *evening.DISTURBANCES)
DISTURBANCES = tuple(dict.fromkeys((*AT_DRAWN, *AT_PHOTOGRAPHED)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, how many, from which seed, and what is done to them."""
    parser.add_argument(
        "--game", choices=("sepmosa", "mosaix"), default="sepmosa", help="which game"
    )
    parser.add_argument("--games", type=whole_number(1), default=2, metavar="N", help="how many")
    parser.add_argument(
        "--seed", type=whole_number(0), default=1, metavar="S", help="of the first game"
    )
    parser.add_argument(
        "--turns", type=whole_number(1), metavar="N", help="at most so many of each game"
    )
    parser.add_argument(
        "--disturb",
        nargs="+",
        default=["none"],
        metavar="NAME",
        help=f"each in games of its own, with mischief too; all of: {', '.join(DISTURBANCES)}",
    )
    parser.add_argument(
        "--mischief", nargs="+", default=[], metavar="NAME", help=f"all of: {', '.join(MISCHIEF)}"
    )
    parser.add_argument(
        "--homes",
        nargs="+",
        choices=(DRAWN, PHOTOGRAPHED),
        help="drawn tables, each turn judged by itself; tables made of photographs, with stock,"
        " racks, cards and the other joker, that are followed. Both, where photographs are at hand",
    )
    parser.add_argument(
        "--style",
        default="named",
        help="named (the usual sets), any, held-out, or a set's name; of MOSAIX, any or held-out",
    )
    parser.add_argument("--size", default="1280x960", metavar="WxH", help="of the frames")
    parser.add_argument("--save", metavar="DIR", help="keep frames and records there")
    parser.add_argument("--jobs", type=whole_number(1), default=2, metavar="N", help="processes")


def run(options: argparse.Namespace) -> int:
    """Prints a line per disturbance or mischief; the status is 1 when anything was wrong."""
    if options.game == "mosaix":
        plans = mosaix.plans(options, _size(options.size))
        return _rehearsed(options.jobs, plans, mosaix.rehearse, mosaix.table)
    return _rehearsed(options.jobs, list(_plans(options)), rehearse, _table)


def _rehearsed(
    jobs: int,
    plans: list[tuple[str, Plan]],
    rehearse: Callable[[Plan], AnyTally],
    table: Callable[[dict[str, AnyTally]], str],
) -> int:
    tallies: dict[str, AnyTally] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        done = tqdm(pool.map(rehearse, [plan for _, plan in plans]), total=len(plans), unit="game")
        for (name, _), tally in zip(plans, done, strict=True):
            if name in tallies:
                tallies[name].add(tally)
            else:
                tallies[name] = tally
    print(table(tallies))
    wrong = [line for tally in tallies.values() for line in tally.wrong]
    for line in wrong[:20]:
        print(f"  wrong: {line}")
    return int(bool(wrong))


def _plans(options: argparse.Namespace) -> Iterator[tuple[str, Course]]:
    _check(options)
    size = _size(options.size)
    disturbed = _all(options.disturb, DISTURBANCES)
    done: list[str | None] = [*_all(options.mischief, MISCHIEF)] or [None]
    homes = options.homes or ((DRAWN, PHOTOGRAPHED) if has_photographs() else (DRAWN,))
    for mischief, disturbance, home in product(done, disturbed, homes):
        is_photographed = home == PHOTOGRAPHED
        if disturbance not in (AT_PHOTOGRAPHED if is_photographed else AT_DRAWN):
            continue
        disturbances = () if disturbance == "none" else (disturbance,)
        words = (*([mischief] if mischief else []), *disturbances)
        name = " ".join(words) or "none"
        for number in range(options.games):
            yield (
                f"{name} {PHOTOGRAPHED}" if is_photographed else name,
                Course(
                    options.seed + number,
                    disturbances,
                    mischief,
                    options.style,
                    size,
                    options.turns,
                    save=options.save,
                    photographed=is_photographed,
                ),
            )


def _check(options: argparse.Namespace) -> None:
    for given, known in ((options.disturb, DISTURBANCES), (options.mischief, MISCHIEF)):
        for name in given:
            if name != "all" and name not in known:
                raise BadInput(f"no such thing as {name!r} (try: sepmosa simulate --help)")
    if PHOTOGRAPHED in (options.homes or ()) and not has_photographs():
        raise BadInput("there are no photographs at hand (../shared/photos)")
    try:
        household(0, (8, 6), options.style)
    except ValueError as no:
        raise BadInput(str(no)) from None
    try:
        Path(options.save or ".").mkdir(parents=True, exist_ok=True)
    except OSError as no:
        raise BadInput(f"cannot write to {options.save}: {no.strerror}") from None


def _all(given: list[str], known: tuple[str, ...]) -> list[str]:
    return list(known) if "all" in given else given


def _size(text: str) -> tuple[int, int]:
    wide, cross, tall = text.partition("x")
    is_number = cross and wide.isdecimal() and tall.isdecimal() and len(text) < 12
    if not is_number or not all(int(each) in SIDES for each in (wide, tall)):
        raise BadInput(f"--size takes width and height, as in 1280x960, not {text[:40]!r}")
    return int(wide), int(tall)


def _table(tallies: dict[str, Tally]) -> str:
    lines = [
        f"{'':<28}{'turns':>7}{'right':>9}{'flagged':>9}{'wrong':>7}{'named':>8}"
        f"{'p50 ms':>8}{'p95 ms':>8}   said instead"
    ]
    for name, tally in tallies.items():
        ms = sorted(tally.ms) or [0.0]
        turns, verdicts = max(tally.turns, 1), tally.verdicts
        named = f"{tally.named / turns:.1%}" if name.split()[0] in MISCHIEF else ""
        instead = ", ".join(f"{what} {count}" for what, count in tally.flags.most_common(4))
        if tally.accused:
            instead = f"accused {tally.accused}, {instead}"
        lines.append(
            f"{name:<28}{tally.turns:>7}{verdicts[ReadingVerdict.RIGHT] / turns:>9.2%}"
            f"{verdicts[ReadingVerdict.FLAGGED]:>9}{verdicts[ReadingVerdict.WRONG]:>7}{named:>8}"
            f"{ms[len(ms) // 2]:>8.0f}{ms[int(len(ms) * 0.95)]:>8.0f}   {instead}"
        )
    return "\n".join(lines)
