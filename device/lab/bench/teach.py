"""What teaching is worth: reading before and after it, by session and drawn set, and its cost."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tqdm import tqdm

from device.lab.bench.figures import BenchLine
from vision.geometry import overlap
from vision.lab.simulate.household import household
from vision.lab.simulate.lesson import game_picture, lesson_picture
from vision.lab.synth.render import Rendered
from vision.lab.synth.style import HELD_OUT
from vision.lab.train.compare import ReadingTally, TileToRead, compare
from vision.net import MODELS, use_threads
from vision.picture import Image, floats
from vision.tiles.profile.lesson import ROWS_ASKED, Lesson, look_at, profile_from
from vision.tiles.profile.profile import Profile, missing_from
from vision.tiles.read import Reader

SIZE_WH = (1280, 960)
HOMES = range(9000, 9003)
TRICKS: tuple[tuple[str, ...], ...] = ((), ("gain-0.6",), ("warm-20",), ("blur-2.0",))
LEAST_TAUGHT = 6  # tiles in a photograph from which it can be a lesson
ROUNDS = 25

Shown = tuple[Image, list[TileToRead]]


@dataclass(slots=True)
class Outcome:
    """One set of tiles, read without a profile and with it."""

    before: ReadingTally = field(default_factory=ReadingTally)
    after: ReadingTally = field(default_factory=ReadingTally)
    new_wrong: int = 0  # named wrong with the profile and not without it
    asked: int = 0

    def add(self, other: Outcome) -> None:
        """Adds the counts of another set."""
        self.before.add(other.before)
        self.after.add(other.after)
        self.new_wrong += other.new_wrong
        self.asked += other.asked


def measure(models: Path = MODELS, photos: Path | None = None) -> Iterator[BenchLine]:
    """The figures one by one; the photographs' only where there are any."""
    use_threads(2)
    reader = Reader(models)
    total = Outcome()
    for name in HELD_OUT:
        outcome = _drawn(reader, name)
        total.add(outcome)
        yield from _figures(f"drawn, {name}", outcome)
    yield from _figures("drawn sets never met, all", total, must_halve=True)
    yield _reliability("drawn", total)
    if photos is not None and (photos / "labels.jsonl").exists():
        whole, everything = Outcome(), Outcome()
        for name, is_whole, outcome in _sessions(reader, photos):
            everything.add(outcome)
            if is_whole:
                whole.add(outcome)
            yield from _figures(f"photos, {name}", outcome)
        yield from _figures("photos, lesson showed all numbers", whole, must_halve=True)
        yield from _figures("photos, all sessions", everything)
        yield _reliability("photos", everything)
    yield from _costs(reader)


# What is read


def _drawn(reader: Reader, style: str) -> Outcome:
    total = Outcome()
    for seed in tqdm(HOMES, desc=style, leave=False):
        home = household(seed, SIZE_WH, style)
        lesson = _shown(lesson_picture(home, ROWS_ASKED, seed))
        games = [_shown(game_picture(home, seed + at, t)) for at, t in enumerate(TRICKS)]
        total.add(_taught(reader, lesson, games))
    return total


def _shown(seen: Rendered) -> Shown:
    truth = [TileToRead(t.tile, floats(t.quad_xy)) for t in seen.tiles if t.visible > 0.97]
    return seen.frame_bgr, truth


def _sessions(reader: Reader, folder: Path) -> Iterator[tuple[str, bool, Outcome]]:
    """Each session taught with its photograph of most kinds and read on all its others, and
    whether that photograph showed every number."""
    from vision.lab.train.cases import photo_cases

    sessions: dict[str, list[Shown]] = defaultdict(list)
    for session, _, frame_bgr, truth in tqdm(photo_cases(folder), desc="photos", leave=False):
        sessions[session].append((frame_bgr, list(truth)))
    for name, shown in sorted(sessions.items()):
        best = max(range(len(shown)), key=lambda at: len({t.tile for t in shown[at][1]}))
        if len(shown[best][1]) >= LEAST_TAUGHT:
            rest = [each for at, each in enumerate(shown) if at != best]
            is_whole = not missing_from(true.tile for true in shown[best][1])
            yield name, is_whole, _taught(reader, shown[best], rest)


def _taught(reader: Reader, lesson: Shown, rest: Sequence[Shown]) -> Outcome:
    """The rest read before and after a lesson, whose questions a player answers right."""
    outcome = Outcome()
    profile, outcome.asked = taught_with_truth(reader, *lesson)
    reader.teach(None)
    before = [reader.read(frame) for frame, _ in rest]
    reader.teach(profile)
    after = [reader.read(frame) for frame, _ in rest]
    reader.teach(None)
    for (_, truth), plain, helped in zip(rest, before, after, strict=True):
        one, faults = compare("", truth, plain)
        two, later = compare("", truth, helped)
        outcome.before.add(one)
        outcome.after.add(two)
        known = [f for f in faults if f.kind == "wrong"]
        outcome.new_wrong += sum(
            f.kind == "wrong" and all(overlap(f.quad_xy, k.quad_xy) < 0.5 for k in known)
            for f in later
        )
    return outcome


def taught_with_truth(
    reader: Reader, frame_bgr: Image, truth: Sequence[TileToRead]
) -> tuple[Profile | None, int]:
    """The profile of a lesson, its questions answered by the truth, and how many there were."""
    lesson = look_at(reader, [frame_bgr])
    answers = {k: name for k in lesson.questions if (name := _true_name(lesson, k, truth))}
    return profile_from(lesson, "bench", answers), len(lesson.questions)


def _true_name(lesson: Lesson, at: int, truth: Iterable[TileToRead]) -> str | None:
    quad_xy = lesson.tiles[at].quad_xy
    best = max(truth, key=lambda true: overlap(true.quad_xy, quad_xy), default=None)
    return best.tile if best and overlap(best.quad_xy, quad_xy) > 0.5 else None


# What comes of it


def _errors(tally: ReadingTally) -> int:
    return tally.tiles - tally.right + tally.phantoms


def _figures(name: str, outcome: Outcome, must_halve: bool = False) -> Iterator[BenchLine]:
    before, after = _errors(outcome.before), _errors(outcome.after)
    ratio = after / before if before else 0.0
    tiles = outcome.before.tiles
    goal, is_met = ("≤ 0.5", ratio <= 0.5) if must_halve else ("≤ 1", after <= before)
    yield BenchLine(
        f"{name}: not named right of {tiles}",
        f"{after}",
        f"{before} untaught",
        f"{ratio:.2f}",
        goal,
        is_met,
    )
    wrong = f"{outcome.before.wrong_as_sure} untaught"
    yield BenchLine(
        "  named wrong (of these new)",
        f"{outcome.after.wrong_as_sure} ({outcome.new_wrong})",
        wrong,
        "-",
        "0 new" if must_halve else "-",
        outcome.new_wrong == 0 if must_halve else None,
    )


def _reliability(name: str, outcome: Outcome) -> BenchLine:
    """How often named tiles are right, against how sure the reading said it was."""
    said, right = _sure_answers(outcome.after)
    was_said, was_right = _sure_answers(outcome.before)
    return BenchLine(
        f"{name}: right of those named, against said",
        f"{right:.4f} ({said:.4f} said)",
        f"{was_right:.4f} ({was_said:.4f}) untaught",
        f"{right - said:+.4f}",
        "≥ −0.005",
        right - said >= -0.005,
    )


def _sure_answers(tally: ReadingTally) -> tuple[float, float]:
    answers = np.array([(c, r) for c, r in tally.answers if c >= 0.85] or [(0.0, False)])
    return float(answers[:, 0].mean()), float(answers[:, 1].mean())


def _costs(reader: Reader) -> Iterator[BenchLine]:
    home = household(HOMES[0], SIZE_WH, "dish")
    lesson = _shown(lesson_picture(home, ROWS_ASKED, 1))
    begun, spent = time.perf_counter(), time.process_time()
    profile, _ = taught_with_truth(reader, *lesson)
    reader.teach(profile)
    wall, used = time.perf_counter() - begun, time.process_time() - spent
    yield BenchLine(
        "teaching 26 tiles, picture to profile",
        f"{used:.2f} s of computing",
        f"3 s ({wall:.2f} s by the clock)",
        f"{used / 3:.2f}",
        "< 1",
        used < 3,
    )
    frame, _ = _shown(game_picture(home, 3))
    aids = (None, reader.aid)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for aid, spent_on in zip(aids, times, strict=True):
            reader.aid = aid
            start = time.process_time()
            reader.read(frame)
            spent_on.append(time.process_time() - start)
    plain, helped = (float(np.median(each)) * 1000 for each in times)
    yield BenchLine(
        "reading 47 tiles with a profile, median",
        f"{helped:.0f} ms of computing",
        f"{plain:.0f} ms without, in the same run",
        f"{helped / plain:.2f}",
        "≤ 1.10",
        helped <= 1.1 * plain,
    )
