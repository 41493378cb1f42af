"""The figures of MOSAIX: dice and boards read before a drawn camera, and the coach alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from statistics import median

import cv2
from tqdm import tqdm

from device.lab.bench.figures import Figure, yardstick_ms
from engine.mosaix.players import solo_scores
from engine.mosaix.rules import BRILLIANT, WIN
from vision.lab.mosaix.simulate import Plan, Tally, Verdict, rehearse_board, rehearse_throw
from vision.lab.mosaix.synth.throws import MISHAPS
from vision.mosaix import Eyes

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


def measure(amounts: Amounts) -> Iterator[Figure]:
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


def throw_of(held_out: bool, number: int) -> Tally:
    """Reads throw `number`; two in five have a mishap, all kinds in turn."""
    which, throw = divmod(number, THROWS_A_HOME)
    mishap = _MISHAPS[number // 5 % len(_MISHAPS)] if number % 5 < 2 else None
    return rehearse_throw(_eyes(), _plan(held_out, which), throw, mishap)


def board_of(held_out: bool, number: int) -> Tally:
    """Reads board `number`, each in a home of its own."""
    return rehearse_board(_eyes(), _plan(held_out, number), 0)


def _plan(held_out: bool, which: int) -> Plan:
    return Plan(FIRST_HOME + which, held_out=held_out, calm=which % 2 == 0, size_wh=(960, 720))


@lru_cache(maxsize=1)
def _eyes() -> Eyes:
    cv2.setNumThreads(1)
    return Eyes()


def _sum(tallies: Iterator[Tally], numbers: Sequence[int], name: str) -> Tally:
    total = Tally()
    for tally in tqdm(tallies, total=len(numbers), desc=name, leave=False):
        total.add(tally)
    for line in total.wrong:
        tqdm.write(f"  wrong: {line}")
    return total


def _throw_figures(tally: Tally, looks: str, yardstick: float) -> Iterator[Figure]:
    good, bad = tally.throws, tally.mishaps
    wrong = good[Verdict.WRONG] + bad[Verdict.WRONG]
    all_good, all_bad = good.total(), bad.total()
    yield Figure(
        f"{all_good} throws, {looks}",
        f"{good[Verdict.RIGHT]} right, {good[Verdict.FLAGGED]} flagged",
        "what lies there",
        f"{good[Verdict.RIGHT] / max(all_good, 1):.1%}",
        "≥ 95 %",
        good[Verdict.RIGHT] >= 0.95 * all_good,
    )
    yield Figure(
        f"{all_bad} mishaps, {looks}",
        f"{bad[Verdict.RIGHT] + bad[Verdict.FLAGGED] - tally.as_laid} told, {tally.named} by name",
        "what lies there",
        f"{tally.named / max(all_bad, 1):.1%}",
        "-",
        None,
    )
    yield Figure("  wrong as sure", str(wrong), "throws and mishaps", "-", "0", wrong == 0)
    yield Figure(
        "  a die leans by little, the figure read as laid",
        str(tally.as_laid),
        "mishaps",
        "-",
        "-",
        None,
    )
    yield _time_figure("  read a throw, median", tally.throw_ms, yardstick)


def _board_figures(tally: Tally, looks: str, yardstick: float) -> Iterator[Figure]:
    boards, cells = tally.boards, tally.cells
    kept = 1 - cells[Verdict.WRONG] / max(cells.total(), 1)
    yield Figure(
        f"{boards.total()} boards by hand, {looks}",
        f"{boards[Verdict.RIGHT]} sure, {boards[Verdict.FLAGGED]} to look at "
        f"({tally.not_found} not found)",
        "what is drawn",
        f"{boards[Verdict.RIGHT] / max(boards.total(), 1):.0%}",
        "-",
        None,
    )
    yield Figure(
        f"  their {cells.total()} cells",
        f"{cells[Verdict.RIGHT]} right, {cells[Verdict.FLAGGED]} flagged, "
        f"{cells[Verdict.WRONG]} wrong",
        "what is drawn",
        f"{kept:.2%}",
        f"≥ {CELLS_GOAL:.1%}",
        kept >= CELLS_GOAL,
    )
    wrong = boards[Verdict.WRONG]
    yield Figure("  totals wrong as sure", str(wrong), "boards", "-", "0", wrong == 0)
    yield _time_figure("  read a board, median", tally.board_ms, yardstick)


def _time_figure(name: str, times: list[float], yardstick: float) -> Figure:
    middle = median(times)
    return Figure(
        name, f"{middle:.0f} ms", f"one thread (yardstick {yardstick:.1f} ms)", "-", "-", None
    )


def _solo_figures(
    games: int, run: Callable[[Callable[[int], int], Sequence[int]], Iterator[int]]
) -> Iterator[Figure]:
    seeds = range(games)
    scores = sorted(tqdm(run(_solo_score, seeds), total=games, desc="solo games", leave=False))
    won = sum(score >= WIN for score in scores)
    brilliant = sum(score >= BRILLIANT for score in scores)
    share = won / games
    yield Figure(
        f"coach alone, {games} games", f"{won} won", f"{WIN} points", f"{share:.0%}", "≥ 50 %",
        share >= 0.5,
    )  # fmt: skip
    parts = [scores[min(games - 1, games * k // 10)] for k in (1, 2, 5, 8, 9)]
    yield Figure(
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
