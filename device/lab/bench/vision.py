"""The eyes' figures: time to read and to judge a drawn table, and the memory it takes."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Iterator

import cv2
from tqdm import tqdm

from device.lab.bench.figures import BenchLine, yardstick_ms
from engine.sepmosa import Table
from vision.judge.look import Eyes, open_eyes, propose_from_frames
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import Turn, simulated_game, turns_of
from vision.picture import Image

ROUNDS = 41
SEED = 3


def measure() -> Iterator[BenchLine]:
    """The figures one by one, with two threads as on the machine they are promised for."""
    cv2.setNumThreads(2)
    eyes = open_eyes()
    yardstick = yardstick_ms()
    frame, turn = _shot(40, (1280, 960))
    times = _times(lambda: eyes.reader.read(frame), "reading")
    yield from _time_figures("read 1280×960, 40 tiles", times, 80, 120, yardstick)
    yield _stages(eyes, frame)
    frame, turn = _shot(45, (1536, 1152))
    judge = lambda: propose_from_frames(eyes, turn.before, turn.earlier, [frame])  # noqa: E731
    times = _times(judge, "judging")
    yield from _time_figures("propose 1536×1152, 45 tiles", times, 100, 150, yardstick)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ratio = megabytes / 400
    yield BenchLine(
        "peak memory, drawing included", f"{megabytes:.0f} MB", "400 MB", f"{ratio:.2f}", "< 1",
        ratio < 1,
    )  # fmt: skip


def _shot(tiles: int, size_wh: tuple[int, int]) -> tuple[Image, Turn]:
    """A drawn frame just after a turn that left so many tiles in sight, and that turn."""
    turns = list(turns_of(simulated_game(SEED)))
    turn = min(turns, key=lambda each: abs(_in_sight(each.after) - tiles))
    home = household(SEED, size_wh)
    extent = extent_of([turn.after.mosaic])
    return frame_of(home, turn.after, extent, turn.number), turn


def _in_sight(table: Table) -> int:
    return len(table.mosaic) + len(table.played) + 1


def _times(job: Callable[[], object], name: str) -> list[float]:
    job()
    times = []
    for _ in tqdm(range(ROUNDS), desc=name, leave=False):
        begun = time.perf_counter()
        job()
        times.append((time.perf_counter() - begun) * 1000)
    return sorted(times)


def _time_figures(
    name: str, times: list[float], median_goal: float, p95_goal: float, yardstick: float
) -> Iterator[BenchLine]:
    median, p95 = statistics.median(times), times[int(len(times) * 0.95)]
    for what, value, goal in (("median", median, median_goal), ("p95", p95, p95_goal)):
        yield BenchLine(
            f"{name}, {what}",
            f"{value:.0f} ms",
            f"{goal:.0f} ms (yardstick {yardstick:.1f} ms)",
            f"{value / goal:.2f}",
            "≤ 1",
            value <= goal,
        )


def _stages(eyes: Eyes, frame: Image) -> BenchLine:
    reading = min(
        (eyes.reader.read(frame) for _ in range(5)), key=lambda r: sum(r.stage_ms.values())
    )
    total = sum(reading.stage_ms.values())
    shares = ", ".join(f"{name} {ms:.0f}" for name, ms in reading.stage_ms.items())
    return BenchLine("  of that, by stage (ms)", shares, f"all {total:.0f} ms", "-", "-", None)
