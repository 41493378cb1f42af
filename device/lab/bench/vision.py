"""The eyes' figures: time to read and to judge a drawn table, and the memory it takes."""

from __future__ import annotations

import resource
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator

from tqdm import tqdm

from device.lab.bench.figures import BenchLine, yardstick_ms
from engine.sepmosa import Table
from vision.judge.follow import Followed, Read, follow
from vision.judge.look import Eyes, open_eyes, propose_from_frames
from vision.judge.proposal import Status
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.photo_home import STOCK, PhotoView, has_photographs, photo_home
from vision.lab.simulate.photo_home import frame_of as frame_of_photographs
from vision.lab.simulate.turns import Turn, simulated_game, turns_of
from vision.net import use_threads
from vision.picture import Image, Picture

ROUNDS = 41
FRAMES = 21  # that are followed
SEED = 3


def measure() -> Iterator[BenchLine]:
    """The figures one by one, with two threads as on the machine they are promised for."""
    use_threads(2)
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
    yield from _followed_figures(eyes, yardstick)


def _followed_figures(eyes: Eyes, yardstick: float) -> Iterator[BenchLine]:
    """What it costs to follow a table made of photographs, by changes and in full."""
    if not has_photographs():
        yield BenchLine("follow", "no photographs at hand (../shared/photos)", "-", "-", "-", None)
        return
    few, _ = _follow_times(eyes, 9, stock=0)
    full_table = f"45 tiles and a stock of {STOCK}"
    many, full = _follow_times(eyes, 45, stock=STOCK)
    name = f"follow 1536×1152, {full_table}"
    yield from _time_figures(f"{name}, by changes", many, 40, 50, yardstick)
    yield from _time_figures(f"{name}, in full", full, 100, 120, yardstick)
    growth = statistics.median(many) / statistics.median(few)
    yield BenchLine(
        "  by changes, 100 tiles in sight against 10", f"{growth:.2f}×", "1.33×",
        f"{growth / (4 / 3):.2f}", "≤ 1", growth <= 4 / 3,
    )  # fmt: skip
    tracemalloc.start()
    turn, frames = _photographed(45, STOCK, 2)
    before = tracemalloc.get_traced_memory()[0]
    kept = _remembered(eyes, turn, frames[0])
    kept = follow(kept, eyes, Picture(frames[1])).followed
    megabytes = (tracemalloc.get_traced_memory()[0] - before) / 2**20
    tracemalloc.stop()
    yield BenchLine(
        "memory of a followed table, its newest frame included", f"{megabytes:.0f} MB", "30 MB",
        f"{megabytes / 30:.2f}", "< 1", kept.memory is not None and megabytes < 30,
    )  # fmt: skip


def _follow_times(eyes: Eyes, tiles: int, stock: int) -> tuple[list[float], list[float]]:
    """Milliseconds that frames after a turn took by changes, and in full; each sorted."""
    turn, (first, *frames) = _photographed(tiles, stock, FRAMES + 1)
    known = _remembered(eyes, turn, first)
    unknown = Followed(turn.before, turn.earlier)
    times: dict[Read, list[float]] = {Read.CHANGES: [], Read.FULL: []}
    for frame in tqdm(frames, desc=f"following {tiles} tiles", leave=False):
        for followed in (known, unknown):
            begun = time.perf_counter()
            step = follow(followed, eyes, Picture(frame))
            times[step.read].append((time.perf_counter() - begun) * 1000)
    return sorted(times[Read.CHANGES]), sorted(times[Read.FULL])


def _photographed(tiles: int, stock: int, count: int) -> tuple[Turn, list[Image]]:
    """A turn that left so many tiles in sight, and photographed frames: one before it, the others
    after it."""
    turns = [turn for turn in turns_of(simulated_game(SEED)) if turn.status is Status.MOVE]
    turn = min(turns, key=lambda each: abs(_in_sight(each.after) - tiles))
    home = photo_home(SEED, stock=stock)
    extent = extent_of([turn.after.mosaic])
    middle = (extent.left + extent.right) / 2
    shots = [turn.before, *[turn.after] * (count - 1)]
    return turn, [
        frame_of_photographs(home, table, PhotoView(seed=at), middle_column=middle)
        for at, table in enumerate(shots)
    ]


def _remembered(eyes: Eyes, turn: Turn, frame: Image) -> Followed:
    return follow(Followed(turn.before, turn.earlier), eyes, Picture(frame)).followed


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
