"""Measures the reading: tiles and whole pictures by session, confidence, hands, time.

python -m vision.lab.train.evaluate                    # the shared photographs, by session
python -m vision.lab.train.evaluate changed --every 8  # every eighth of them, changed in 22 ways
python -m vision.lab.train.evaluate clutter cluttered  # what is no tile, alone and among tiles
python -m vision.lab.train.evaluate hands              # real hands over known tables
python -m vision.lab.train.evaluate all                # everything there is
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from vision.judge.cover import CoverFinder
from vision.lab.train.cases import FIRST_SEED, SETS, Amount, random_game
from vision.lab.train.compare import ReadingFault, ReadingTally, compare
from vision.lab.train.covered import measure_cover
from vision.lab.train.photos import PHOTOS
from vision.net import MODELS, use_threads
from vision.tiles.read import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.lab.train.cases import Case

HANDS, SPEED, ALL = "hands", "speed", "all"


def speed(models: Path, rounds: int = 40) -> str:
    """Time by stage and peak memory, reading one drawn table of 40 tiles again and again."""
    import resource

    from vision.lab.synth.render import render
    from vision.lab.synth.style import NAMED

    use_threads(2)
    frame_bgr = render(random_game(9_300_000, 33, NAMED["dish"])).frame_bgr
    reader = Reader(models)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    readings = [reader.read(frame_bgr) for _ in range(rounds + 3)][3:]
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = [f"{len(readings[0].tiles)} tiles in 1280 x 960, {rounds} readings, two threads"]
    totals = [sum(reading.stage_ms.values()) for reading in readings]
    rows = {"total": totals} | {
        stage: [reading.stage_ms[stage] for reading in readings] for stage in readings[0].stage_ms
    }
    for stage, spent in rows.items():
        lines.append(
            f"{stage}: {np.median(spent):.1f} ms median, {np.percentile(spent, 95):.1f} p95"
        )
    lines.append(f"peak memory {after:.0f} MB ({before:.0f} MB before reading, drawing included)")
    return "\n".join(lines)


def measure(
    reader: Reader, cases: Iterable[Case]
) -> tuple[dict[str, ReadingTally], list[ReadingFault]]:
    """Tallies by session, and every fault."""
    tallies: dict[str, ReadingTally] = defaultdict(ReadingTally)
    faults: list[ReadingFault] = []
    for session, name, frame_bgr, truth in tqdm(cases, desc="reading", mininterval=5):
        tally, found = compare(name, truth, reader.read(frame_bgr))
        tallies[session].add(tally)
        faults += found
    return dict(tallies), faults


def table(tallies: dict[str, ReadingTally]) -> str:
    """The tallies as a Markdown table, with their sum."""
    lines = [
        "| session | photos | exact | tiles | F1 | right | wrong as sure | flagged | missed "
        "| phantoms | unnamed | turn wrong | overlap |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    total = ReadingTally()
    for tally in tallies.values():
        total.add(tally)
    for name, tally in [*tallies.items(), ("all", total)]:
        mean = float(np.mean(tally.overlaps)) if tally.overlaps else float("nan")
        lines.append(
            f"| {name} | {tally.pictures} | {tally.exact} | {tally.tiles} | {tally.f1:.4f}"
            f" | {tally.right} | {tally.wrong_as_sure} | {tally.flagged}"
            f" | {tally.missed} | {tally.phantoms}"
            f" | {tally.null_phantoms} | {tally.turned} | {mean:.3f} |"
        )
    return "\n".join(lines)


def reliability(tallies: dict[str, ReadingTally]) -> str:
    """How often answers of each confidence were right, as a Markdown table; what was seen where
    no tile is counts as wrong."""
    answers = [answer for tally in tallies.values() for answer in tally.answers]
    edges = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0001]
    lines = ["| confidence | answers | right |", "|---|---|---|"]
    for low, high in pairwise(edges):
        inside = [right for confidence, right in answers if low <= confidence < high]
        share = f"{np.mean(inside):.4f}" if inside else "–"
        lines.append(f"| {low:g}–{min(high, 1.0):g} | {len(inside)} | {share} |")
    return "\n".join(lines)


def told(name: str, models: Path, amount: Amount, *, with_faults: bool) -> str:
    """The figures of one set."""
    if name == SPEED:
        return speed(models)
    if name == HANDS:
        return measure_cover(CoverFinder(models / "cover.onnx"), amount)
    tallies, faults = measure(Reader(models), SETS[name](amount))
    lines = [table(tallies), "", reliability(tallies)]
    if with_faults:
        lines += [
            f"{f.picture}: {f.kind} {f.true} {f.seen} at {f.quad_xy.mean(axis=0).round()}"
            for f in faults
        ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the tables."""
    names = [*SETS, HANDS, SPEED]
    parser = argparse.ArgumentParser(description="measure the reading")
    parser.add_argument(
        "sets", nargs="*", metavar="SET", help=f"of {', '.join(names)}, {ALL}; else photographs"
    )
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth photograph")
    parser.add_argument("--count", type=int, default=6, help="drawn tables of each kind")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--faults", action="store_true", help="list what was not read right")
    chosen = parser.parse_args(arguments)
    sets = names if ALL in chosen.sets else chosen.sets or ["photographs"]
    for name in sets:
        if name not in names:
            sys.stderr.write(f"no set {name!r}; there are {', '.join(names)}\n")
            return 2
    drawn = {"drawn", "other-sets", "disturbed", "weak-spots", SPEED}
    if not chosen.photos.is_dir() and not drawn.issuperset(sets):
        sys.stderr.write(f"no photographs at {chosen.photos}; name them with --photos\n")
        return 2
    amount = Amount(chosen.photos, chosen.every, chosen.count, chosen.seed)
    for name in sets:
        figures = told(name, chosen.models, amount, with_faults=chosen.faults)
        sys.stdout.write(f"## {name}\n\n{figures}\n\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
