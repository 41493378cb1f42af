"""The engine's figures: move generation, whole games, memory, and how strong the coach is."""

from __future__ import annotations

import importlib.util
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tqdm import tqdm

from device.lab.bench.figures import BenchLine, best_ms, median_ms, yardstick_ms
from engine.sepmosa import KINDS, Full, Game, Mosaic, Step, legal_moves, mosaic_names
from engine.sepmosa.players import deal, play_coach, play_game, play_greedy, play_random, take_step
from engine.sepmosa.record import Record, write_record

NAIVE = Path(__file__).parents[2] / "tests" / "engine" / "naive.py"
TILES = 40  # on the mosaic whose moves are listed


def measure(coach_games: int) -> Iterator[BenchLine]:
    """The figures one by one, as they are ready."""
    yardstick = yardstick_ms()
    yield from _move_figures()
    yield _game_figure(yardstick)
    yield _memory_figure()
    if coach_games:
        yield _coach_figure(coach_games)


def _move_figures() -> Iterator[BenchLine]:
    mosaic = _mosaic_of(TILES)
    names = mosaic_names(mosaic)
    count = len(legal_moves(mosaic, KINDS))
    fast = median_ms(lambda: legal_moves(Mosaic(mosaic), KINDS), 51)
    name = f"all {count} moves of 52 kinds, {TILES} tiles"
    yield BenchLine(name, f"{fast:.2f} ms", "5 ms", f"{fast / 5:.2f}", "≤ 1", fast <= 5)
    naive = _naive()
    if naive is None:
        yield BenchLine(name, f"{fast:.2f} ms", "no naive generator here", "-", "≥ 10", None)
        return
    slow = best_ms(lambda: [naive.legal_moves(names, str(kind)) for kind in KINDS], 3)
    times = slow / fast
    yield BenchLine(
        name, f"{fast:.2f} ms", f"naive {slow:.0f} ms", f"{times:.0f}×", "≥ 10×", times >= 10
    )


def _game_figure(yardstick: float) -> BenchLine:
    seeds = tqdm(range(21), desc="greedy games", leave=False)
    times = [best_ms(partial(_greedy_game, seed), 3) for seed in seeds]
    game = sum(times) / len(times)
    return BenchLine(
        "a game of two greedy players, mean of 21",
        f"{game:.1f} ms",
        f"40 ms (yardstick {yardstick:.1f} ms)",
        f"{game / 40:.2f}",
        "≤ 1",
        game <= 40,
    )


def _greedy_game(seed: int) -> Game[Full]:
    return play_game((play_greedy, play_greedy), Random(seed))


def _memory_figure() -> BenchLine:
    _greedy_game(0)  # what is made once and kept is not the game's
    tracemalloc.start()
    game = _greedy_game(1)
    kilobytes = tracemalloc.get_traced_memory()[0] / 1024
    tracemalloc.stop()
    text = len(write_record(Record(game)).encode()) / 1024
    return BenchLine(
        "memory of a finished game",
        f"{kilobytes:.0f} kB",
        f"1024 kB (its text {text:.1f} kB)",
        f"{kilobytes / 1024:.2f}",
        "< 1",
        kilobytes < 1024,
    )


def _coach_figure(games: int) -> BenchLine:
    with ProcessPoolExecutor() as pool:
        played = pool.map(coach_wins, range(games), chunksize=4)
        won = sum(tqdm(played, total=games, desc="coach against greedy"))
    share = won / games
    name = f"coach against greedy, {games} games, sides swapped"
    return BenchLine(name, f"{won} won", "games", f"{share:.0%}", "≥ 60 %", share >= 0.6)


def coach_wins(number: int) -> bool:
    """Whether the coach wins game `number`; each deal is played twice, from both sides."""
    seed, swapped = divmod(number, 2)
    choosers = (play_greedy, play_coach) if swapped else (play_coach, play_greedy)
    scores = play_game(choosers, Random(seed)).state.table.scores
    return scores[swapped] > scores[1 - swapped]


def _mosaic_of(size: int) -> Mosaic:
    """The first mosaic of just `size` tiles in seeded games of random players."""
    rng = Random(7)
    game = deal(rng)
    while len(game.state.table.mosaic) < size:
        over = game.state.step is Step.OVER
        game = deal(rng) if over else take_step(game, (play_random, play_random), rng)
    return game.state.table.mosaic


def _naive() -> Any:
    """The tests' plain second move generator, where the project's sources are."""
    spec = importlib.util.spec_from_file_location("naive", NAIVE)
    if not NAIVE.exists() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
