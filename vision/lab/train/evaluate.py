"""Measures the reading: tiles and whole photographs by session, confidence, time.

python -m vision.lab.train.evaluate            # the shared photographs, by session
python -m vision.lab.train.evaluate --changed 4 # every fourth of them, changed in 22 ways
python -m vision.lab.train.evaluate --drawn 60 # drawn tables from seeds training never used
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from tqdm import tqdm

from vision.lab.train.changes import changed_cases
from vision.lab.train.compare import Fault, Tally, TrueTile, compare
from vision.lab.train.faces import is_cut
from vision.lab.train.photos import PHOTOS, load_photos
from vision.net import MODELS
from vision.picture import floats
from vision.tiles.read import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.lab.synth.render import Rendered
    from vision.lab.synth.scene import Scene
    from vision.lab.synth.style import SetStyle
    from vision.picture import Image

Case = tuple[str, str, "Image", "Sequence[TrueTile]"]


def photo_cases(folder: Path, names: Sequence[str] | None = None) -> Iterable[Case]:
    """Session, name, picture and truth of the labelled photographs, or of those named."""
    for photo in load_photos(folder, names):
        frame_bgr = photo.load()
        size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
        truth = [
            TrueTile(
                t.tile, t.quad_xy, not is_cut(t.quad_xy, size_wh), not is_cut(t.quad_xy, size_wh)
            )
            for t in photo.tiles
        ]
        yield photo.session, photo.path.name, frame_bgr, truth


def drawn_cases(count: int, seed: int) -> Iterable[Case]:
    """Drawn tables; whole tiles only have to be read."""
    from vision.lab.train.drawn import drawn_sample

    for number in range(seed, seed + count):
        sample = drawn_sample(number, (1000, 750))
        truth = [
            TrueTile(
                "" if t.tile == "back" else t.tile,
                t.quad_xy,
                t.number_visible >= 1.0 and t.tile != "back",
            )
            for t in sample.tiles
        ]
        yield "drawn", f"drawn-{number}", sample.frame_bgr, truth


def truth_of(seen: Rendered) -> list[TrueTile]:
    """The truth of a drawn table; only whole, face-up tiles have to be read."""
    return [
        TrueTile(t.tile, floats(t.quad_xy), t.visible > 0.97 and t.face_up)
        for t in seen.tiles
        if t.visible > 0.02
    ]


def random_game(seed: int, count: int, style: SetStyle, **conditions: Any) -> Scene:
    """A drawn mosaic of `count` tiles and six action tiles, seen at 1280 x 960."""
    from vision.lab.synth.scene import mosaic_scene, random_mosaic

    rng = np.random.default_rng(seed)
    actions = [f"{letter}{value}" for letter, value in zip("KROBKR", (11, 12, 13) * 2, strict=True)]
    return mosaic_scene(
        random_mosaic(rng, count), actions, style, seed, size_wh=(1280, 960), **conditions
    )


def held_out_cases(count: int, seed: int) -> Iterable[Case]:
    """Games and scattered tiles of the sets that drawing for training leaves out."""
    from vision.lab.synth.render import render
    from vision.lab.synth.scene import scatter_scene
    from vision.lab.synth.style import HELD_OUT

    for name, style in HELD_OUT.items():
        for number in range(seed, seed + count):
            scene = (
                random_game(number, 30, style) if number % 2 else scatter_scene(number, style=style)
            )
            seen = render(scene)
            yield name, f"{name}-{number}", seen.frame_bgr, truth_of(seen)


def disturbed_cases(count: int, seed: int) -> Iterable[Case]:
    """Games under each disturbance, the sets drawn at random."""
    from vision.lab.synth.render import render
    from vision.lab.synth.scene import Finish, Light
    from vision.lab.synth.style import random_style

    kinds: dict[str, dict[str, Any]] = {
        "plain": {},
        "gain 0.6": {"finish": Finish(exposure=0.6)},
        "gain 1.3": {"finish": Finish(exposure=1.3)},
        "half shadow": {"light": Light(shade="edge", shade_strength=0.5)},
        "warm 20 %": {"light": Light(tint=(1.2, 1.0, 0.8))},
        "cold 20 %": {"light": Light(tint=(0.8, 1.0, 1.2))},
        "defocus 2.5 px": {"finish": Finish(defocus_px=2.5)},
        "glare": {"light": Light(glare=0.35, glare_size=0.12)},
        "noise": {"finish": Finish(noise=6.0, jpeg=60)},
        "crooked 8°": {"crooked_deg": 8.0, "gap_mm": 4.0},
    }
    for name, conditions in kinds.items():
        for number in range(seed, seed + count):
            style = random_style(np.random.default_rng([number, 5]))
            seen = render(random_game(number, 36, style, **conditions))
            yield name, f"{name}-{number}", seen.frame_bgr, truth_of(seen)


def speed(models: Path, rounds: int = 40) -> str:
    """Time by stage and peak memory, reading one drawn table of 40 tiles again and again."""
    import resource

    from vision.lab.synth.render import render
    from vision.lab.synth.style import NAMED

    cv2.setNumThreads(2)
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
) -> tuple[dict[str, Tally], list[Fault], list[dict[str, float]]]:
    """Tallies by session, every fault, and the time by stage of each picture."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    faults: list[Fault] = []
    times = []
    for session, name, frame_bgr, truth in tqdm(cases, desc="reading", mininterval=5):
        reading = reader.read(frame_bgr)
        tally, found = compare(name, truth, reading)
        tallies[session].add(tally)
        faults += found
        times.append(reading.stage_ms)
    return dict(tallies), faults, times


def table(tallies: dict[str, Tally]) -> str:
    """The tallies as a Markdown table, with their sum."""
    lines = [
        "| session | photos | exact | tiles | F1 | right | wrong as sure | flagged | missed "
        "| phantoms | unnamed | turn wrong | overlap |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    for name, tally in [*sorted(tallies.items()), ("all", total)]:
        mean = float(np.mean(tally.overlaps)) if tally.overlaps else float("nan")
        lines.append(
            f"| {name} | {tally.pictures} | {tally.exact} | {tally.tiles} | {tally.f1:.4f}"
            f" | {tally.right} | {tally.wrong_as_sure} | {tally.flagged}"
            f" | {tally.missed} | {tally.phantoms}"
            f" | {tally.null_phantoms} | {tally.turned} | {mean:.3f} |"
        )
    return "\n".join(lines)


def reliability(tallies: dict[str, Tally]) -> str:
    """How often answers of each confidence were right, as a Markdown table."""
    answers = [answer for tally in tallies.values() for answer in tally.answers]
    edges = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0001]
    lines = ["| confidence | answers | right |", "|---|---|---|"]
    for low, high in pairwise(edges):
        inside = [right for confidence, right in answers if low <= confidence < high]
        share = f"{np.mean(inside):.4f}" if inside else "–"
        lines.append(f"| {low:g}–{min(high, 1.0):g} | {len(inside)} | {share} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description="measure the reading")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument(
        "--changed",
        type=int,
        default=0,
        metavar="N",
        help="every Nth photograph, under each change",
    )
    parser.add_argument("--drawn", type=int, default=0, help="so many drawn tables instead")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--disturb", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--count", type=int, default=6, help="tables of each kind")
    parser.add_argument("--seed", type=int, default=9_000_000)
    parser.add_argument("--faults", action="store_true", help="list what was not read right")
    chosen = parser.parse_args(arguments)
    if chosen.speed:
        sys.stdout.write(speed(chosen.models) + "\n")
        return 0
    is_drawn = chosen.drawn or chosen.held_out or chosen.disturb
    if not is_drawn and not chosen.photos.is_dir():
        sys.stderr.write(f"no photographs at {chosen.photos}; name them with --photos\n")
        return 2
    if chosen.held_out:
        cases = held_out_cases(chosen.count, chosen.seed)
    elif chosen.disturb:
        cases = disturbed_cases(chosen.count, chosen.seed)
    elif chosen.drawn:
        cases = drawn_cases(chosen.drawn, chosen.seed)
    elif chosen.changed:
        cases = changed_cases(photo_cases(chosen.photos), chosen.changed)
    else:
        cases = photo_cases(chosen.photos)
    tallies, faults, times = measure(Reader(chosen.models), cases)
    out = [table(tallies), "", reliability(tallies), ""]
    for stage in times[0] if times else ():
        spent = [laps.get(stage, 0.0) for laps in times]
        out.append(
            f"{stage}: {np.median(spent):.1f} ms median, {np.percentile(spent, 95):.1f} ms p95"
        )
    if chosen.faults:
        out += [
            f"{f.picture}: {f.kind} {f.true} {f.seen} at {f.quad_xy.mean(axis=0).round()}"
            for f in faults
        ]
    sys.stdout.write("\n".join(out) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
