"""The figures of MOSAIX: dice and boards read before a drawn camera, and the coach alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from statistics import median

from tqdm import tqdm

from device.lab.bench.figures import BenchLine, yardstick_ms
from engine.mosaix.players import solo_scores
from engine.mosaix.rules import BRILLIANT, WIN
from vision.lab.mosaix.simulate import (
    MosaixEvening,
    MosaixTally,
    rehearse_board,
    rehearse_throw,
)
from vision.lab.mosaix.synth.throws import MISHAPS
from vision.lab.tally import ReadingVerdict
from vision.mosaix import MosaixEyes
from vision.net import use_threads

FIRST_HOME = 5_000  # training draws from 700,000 on
THROWS_A_HOME = 4
CELLS_GOAL = 0.995
_MISHAPS = tuple(MISHAPS)


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is measured; 0 leaves a part out."""

    throws: int = 2000
    boards: int = 200
    solo_games: int = 200


def measure(amounts: Amounts) -> Iterator[BenchLine]:
    """The figures one by one, as they are ready; homes of training's looks and held out in turn."""
    yardstick = yardstick_ms()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for held_out in (False, True):
            looks = "held-out looks" if held_out else "looks as in training"
            if amounts.throws:
                numbers = range(amounts.throws // 2)
                job = partial(throw_of, held_out)
                tally = _sum(pool.map(job, numbers, chunksize=16), numbers, "throws")
                yield from _throw_figures(tally, looks, yardstick)
            if amounts.boards:
                numbers = range(amounts.boards // 2)
                job = partial(board_of, held_out)
                tally = _sum(pool.map(job, numbers, chunksize=4), numbers, "boards")
                yield from _board_figures(tally, looks, yardstick)
        if amounts.solo_games:
            yield from _solo_figures(amounts.solo_games, pool.map)


def throw_of(held_out: bool, number: int) -> MosaixTally:
    """Reads throw `number`; two in five have a mishap, all kinds in turn."""
    which, throw = divmod(number, THROWS_A_HOME)
    mishap = _MISHAPS[number // 5 % len(_MISHAPS)] if number % 5 < 2 else None
    return rehearse_throw(_eyes(), _plan(held_out, which), throw, mishap)


def board_of(held_out: bool, number: int) -> MosaixTally:
    """Reads board `number`, each in a home of its own."""
    return rehearse_board(_eyes(), _plan(held_out, number), 0)


def _plan(held_out: bool, which: int) -> MosaixEvening:
    return MosaixEvening(
        FIRST_HOME + which, held_out=held_out, calm=which % 2 == 0, size_wh=(960, 720)
    )


@lru_cache(maxsize=1)
def _eyes() -> MosaixEyes:
    use_threads(1)
    return MosaixEyes()


def _sum(tallies: Iterator[MosaixTally], numbers: Sequence[int], name: str) -> MosaixTally:
    total = MosaixTally()
    for tally in tqdm(tallies, total=len(numbers), desc=name, leave=False):
        total.add(tally)
    for line in total.wrong:
        tqdm.write(f"  wrong: {line}")
    return total


def _throw_figures(tally: MosaixTally, looks: str, yardstick: float) -> Iterator[BenchLine]:
    good, bad = tally.throws, tally.mishaps
    wrong = good[ReadingVerdict.WRONG] + bad[ReadingVerdict.WRONG]
    all_good, all_bad = good.total(), bad.total()
    yield BenchLine(
        f"{all_good} throws, {looks}",
        f"{good[ReadingVerdict.RIGHT]} right, {good[ReadingVerdict.FLAGGED]} flagged",
        "what lies there",
        f"{good[ReadingVerdict.RIGHT] / max(all_good, 1):.1%}",
        "≥ 95 %",
        good[ReadingVerdict.RIGHT] >= 0.95 * all_good,
    )
    yield BenchLine(
        f"{all_bad} mishaps, {looks}",
        f"{bad[ReadingVerdict.RIGHT] + bad[ReadingVerdict.FLAGGED] - tally.as_laid} told, "
        f"{tally.named} by name",
        "what lies there",
        f"{tally.named / max(all_bad, 1):.1%}",
        "-",
        None,
    )
    yield BenchLine("  wrong as sure", str(wrong), "throws and mishaps", "-", "0", wrong == 0)
    yield BenchLine(
        "  a die leans by little, the figure read as laid",
        str(tally.as_laid),
        "mishaps",
        "-",
        "-",
        None,
    )
    yield _time_figure("  read a throw, median", tally.throw_ms, yardstick)


def _board_figures(tally: MosaixTally, looks: str, yardstick: float) -> Iterator[BenchLine]:
    boards, cells = tally.boards, tally.cells
    kept = 1 - cells[ReadingVerdict.WRONG] / max(cells.total(), 1)
    yield BenchLine(
        f"{boards.total()} boards by hand, {looks}",
        f"{boards[ReadingVerdict.RIGHT]} sure, {boards[ReadingVerdict.FLAGGED]} to look at "
        f"({tally.not_found} not found)",
        "what is drawn",
        f"{boards[ReadingVerdict.RIGHT] / max(boards.total(), 1):.0%}",
        "-",
        None,
    )
    yield BenchLine(
        f"  their {cells.total()} cells",
        f"{cells[ReadingVerdict.RIGHT]} right, {cells[ReadingVerdict.FLAGGED]} flagged, "
        f"{cells[ReadingVerdict.WRONG]} wrong",
        "what is drawn",
        f"{kept:.2%}",
        f"≥ {CELLS_GOAL:.1%}",
        kept >= CELLS_GOAL,
    )
    wrong = boards[ReadingVerdict.WRONG]
    yield BenchLine("  totals wrong as sure", str(wrong), "boards", "-", "0", wrong == 0)
    yield _time_figure("  read a board, median", tally.board_ms, yardstick)


def _time_figure(name: str, times: list[float], yardstick: float) -> BenchLine:
    middle = median(times)
    return BenchLine(
        name, f"{middle:.0f} ms", f"one thread (yardstick {yardstick:.1f} ms)", "-", "-", None
    )


def _solo_figures(
    games: int, run: Callable[[Callable[[int], int], Sequence[int]], Iterator[int]]
) -> Iterator[BenchLine]:
    seeds = range(games)
    scores = sorted(tqdm(run(_solo_score, seeds), total=games, desc="solo games", leave=False))
    won = sum(score >= WIN for score in scores)
    brilliant = sum(score >= BRILLIANT for score in scores)
    share = won / games
    yield BenchLine(
        f"coach alone, {games} games", f"{won} won", f"{WIN} points", f"{share:.0%}", "≥ 50 %",
        share >= 0.5,
    )  # fmt: skip
    parts = [scores[min(games - 1, games * k // 10)] for k in (1, 2, 5, 8, 9)]
    yield BenchLine(
        "  a tenth below, a fifth, half, four fifths, nine tenths",
        ", ".join(map(str, parts)),
        f"{brilliant} games of {BRILLIANT}",
        "-",
        "-",
        None,
    )


def _solo_score(seed: int) -> int:
    (score,) = solo_scores([seed])
    return score
