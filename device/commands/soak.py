"""`sepmosa soak`: virtual games through camera, vision, engine and screen while things break."""

from __future__ import annotations

import argparse
import math
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from device.cli import BadInput
from device.system.memory import share_heaps

if TYPE_CHECKING:
    from device.lab.soak.run import SoakReport

MEGABYTE = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How long, how often, and what seed."""
    parser.add_argument("--minutes", type=float, default=60.0, metavar="N", help="of play")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="kill -9 so often first")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of games and faults")


def run(options: argparse.Namespace) -> int:
    """Soaks and prints the report; exit status 0 where all held, else 1."""
    if not math.isfinite(options.minutes) or options.minutes < 0 or options.kills < 0:
        raise BadInput("--minutes and --kills take numbers from 0 on")
    if not options.minutes and not options.kills:
        raise BadInput("nothing to do: --minutes or --kills must be more than 0")
    share_heaps()
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="sepmosa-soak-") as folder:
        if options.kills:
            problems += _kill(Path(folder), options.kills, options.seed)
        if options.minutes:
            problems += _soak(Path(folder), options.minutes * 60, options.seed)
    for problem in problems:
        print(f"✗ {problem}")
    print("All held." if not problems else "It did not hold.")
    return 1 if problems else 0


def _kill(folder: Path, count: int, seed: int) -> tuple[str, ...]:
    from device.lab.soak.kills import kill_often

    with tqdm(total=count, unit="kill", desc="killing") as bar:
        deaths = kill_often(folder, count, seed, lambda _: bar.update() and None)
    print(f"kills            {deaths.count}")
    print(f"games finished   {deaths.games} on the way, {deaths.entries} entries on disk")
    print(f"lost or invented {len(deaths.problems)}")
    return deaths.problems


def _soak(folder: Path, seconds: float, seed: int) -> list[str]:
    from device.lab.soak.run import JUDGED, soak

    with tqdm(total=round(seconds), unit="s", desc="soaking") as bar:

        def show(report: SoakReport) -> None:
            bar.n = min(round(report.seconds), bar.total)
            bar.set_postfix_str(f"turn {report.counted['turns']}", refresh=False)
            bar.refresh()

        report = soak(folder, seconds, seed, show)
    counted, pictures, answered = report.counted, report.pictures, report.answered
    faults = {name: counted[name] for name in sorted(counted) if name.split()[0] in FAULTY}
    print(f"minutes          {report.seconds / 60:.1f}")
    print(f"turns            {counted['turns']}, in {counted['games']} finished games")
    print(f"  by camera      {counted['by camera']}, by touch {counted['by touch']}")
    print(f"wrong scores     {len(report.wrong)}")
    print(f"wrong proposals  {counted['wrong proposals']}, seen by the player and not confirmed")
    blurred = counted["blurred"]
    print(f"presses          {report.presses[0]} made, {report.missed} missed, {blurred} blurred")
    print(f"holds            {report.holds[0]} made, {report.holds[1]} heard")
    told = ", ".join(f"{name} {times}" for name, times in faults.items())
    print(f"faults           {told or 'none'}")
    print(f"a picture took   {_times(pictures.share(0.5), pictures.share(0.95), pictures.longest)}")
    print(f"press to kept    {_times(answered.share(0.5), answered.share(0.95), answered.longest)}")
    print(f"turn to turn     {report.longest:.0f} s at most")
    print(f"left out         {_cold(report)}")
    held = _trend(report, report.memory, MEGABYTE, " MB")
    print(f"memory held      {held}; {report.most / MEGABYTE:.0f} MB with what is free")
    print(f"handles          {_trend(report, report.handles)}")
    print(f"errors logged    {len(report.errors)}")
    if not report.is_long_enough:
        print(f"not judged       memory and handles: less than {JUDGED / 60:.0f} minutes warm")
    return report.problems


FAULTY = ("camera", "button", "slow")


def _cold(report: SoakReport) -> str:
    """What of the soak does not count for memory and handles."""
    minutes = report.times[report.cold - 1] / 60 if report.cold else 0.0
    until = "a quarter" if report.warm is None else "whole games, until all was warm"
    return f"{minutes:.1f} minutes: {until}"


def _trend(report: SoakReport, figures: list[int], unit: int = 1, name: str = "") -> str:
    trend = report.trend_of(figures)
    start, end, most = (each / unit for each in (trend.start, trend.end, max(figures)))
    grown = f"{trend.growth:+.1%}, {trend.per_hour:+.1%} an hour"
    grown += f" (at least {trend.least_per_hour:+.1%})"
    return f"{start:.0f} to {end:.0f}{name}, {grown}; {most:.0f}{name} at most"


def _times(half: float, most: float, longest: float) -> str:
    return f"{half * 1000:.0f} ms p50, {most * 1000:.0f} ms p95, {longest * 1000:.0f} ms at most"
