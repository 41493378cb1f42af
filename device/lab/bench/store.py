"""The store's figures: how long it takes to open a file of many games, to show the first picture
when none of them is summed up, to keep a move, and to answer a press while they are summed up."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import pygame
from tqdm import tqdm

from device.core.loop import FPS
from device.lab.bench import screen
from device.lab.bench.figures import BenchLine, best_ms, yardstick_ms
from device.store.contents import SEPMOSA, VERSION, body_of
from device.store.lines import line_bytes
from device.store.store import Store
from engine.history import Redo, Undo
from engine.sepmosa import Draw, Start
from engine.sepmosa.game import LogEntry
from engine.sepmosa.notation import log_line
from engine.sepmosa.players import play_game, play_greedy

COUNTS = (10, 100, 1000)  # games in the file
KINDS = 10  # of games, played again and again
FIRST_S = 9.0  # until the first picture: a tenth of what the unit allows, for slower machines
MOVES = 100  # kept one after the other
OPENED = 8.0  # times as long as to read the lines as JSON, unchecked: 3 for 1,000 games, and 6 for
# 10, where the disk is most of it; measured on two busy x86 cores
KEPT = 2.0  # times as long as to write the same bytes to a plain file; 1.2 there


Jobs = Sequence[Callable[[], object]]


def measure() -> Iterator[BenchLine]:
    """The figures one by one."""
    yardstick = yardstick_ms()
    logs = [_log(seed) for seed in range(KINDS)]
    with tempfile.TemporaryDirectory() as folder, screen.running(Path(folder) / "warm.txt"):
        pass  # what is loaded and drawn only once is not the store's
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.txt"
            _write(path, [logs[number % KINDS] for number in range(count)])
            yield from _figures(path, count, yardstick)


def _figures(path: Path, count: int, yardstick: float) -> Iterator[BenchLine]:
    name = f"open {count} games, {path.stat().st_size / 1e6:.1f} MB"
    jobs: Jobs = (lambda: _opened(path).close()), partial(_read_plain, path)
    opened, plain = map(min, _in_turn(jobs, 7))
    against = f"as plain JSON {plain:.1f} ms (yardstick {yardstick:.1f} ms)"
    yield _ratio(name, opened, against, opened / plain, OPENED)
    with closing(_opened(path)) as store:
        jobs = partial(_append, store), partial(_write_plain, path.with_name("plain"))
        kept, line = map(median, _in_turn(jobs, MOVES))
    yield _ratio("  keep a move", kept, f"a plain line {line:.2f} ms", kept / line, KEPT)
    first, answers, seconds = _first_and_answers(path, count)
    ratio = first / 1000 / FIRST_S
    yield _ratio("  first picture, none summed up", first, f"{FIRST_S:.0f} s", ratio)
    slow, goal = sorted(answers)[int(len(answers) * 0.95)], screen.ANSWER_MS
    yield _ratio("  press to screen meanwhile, p95", slow, f"{goal} ms", slow / goal)
    yield BenchLine("  all summed up after", f"{seconds:.0f} s", "-", "-", "-", None)
    with closing(_opened(path)) as store:
        listed = best_ms(store.past_games, 3)
        against = f"open {opened:.0f} ms"
        ratio = listed / opened
        yield _ratio(f"  list {len(store.past_games())} games", listed, against, ratio)


def _in_turn(jobs: Jobs, rounds: int) -> list[tuple[float, ...]]:
    """How many milliseconds each job took in every round, done in turn: the disk has its moods."""
    times = [[best_ms(job, 1) for job in jobs] for _ in range(rounds)]
    return list(zip(*times, strict=True))


def _ratio(name: str, ms: float, against: str, ratio: float, most: float = 1.0) -> BenchLine:
    return BenchLine(name, f"{ms:.1f} ms", against, f"{ratio:.2f}", f"≤ {most:g}", ratio <= most)


def _opened(path: Path) -> Store:
    return Store(path, lambda: "2026-01-01T12:00")


def _first_and_answers(path: Path, count: int) -> tuple[float, list[float], float]:
    """Milliseconds from opening the file to the first picture, and from presses to the pictures
    that answer them, and seconds until every game is summed up."""
    begun = time.perf_counter()
    with screen.running(path) as (loop, events):
        first = (time.perf_counter() - begun) * 1000
        answers = list(screen.answers_ms(loop, events))
        pace = pygame.time.Clock()
        while len(loop.model.past_games) < count:
            pace.tick(FPS)
            loop.turn_over([])
        return first, answers, time.perf_counter() - begun


# Games


def _log(seed: int) -> list[LogEntry]:
    """A whole game as a companion keeps it, which sees no racks and no draws."""
    entries: list[LogEntry] = []
    for event in play_game((play_greedy, play_greedy), Random(seed)).events:
        match event:
            case Start(first, _, target, allows_identical):
                entries.append(Start(first, None, target, allows_identical))
            case Draw():
                entries.append(Draw())
            case _:
                entries.append(event)
    return entries


def _write(path: Path, logs: list[list[LogEntry]]) -> None:
    """A file with these games, a line for every move and none summed up."""
    bodies = [body_of(["games", VERSION])]
    for game, log in enumerate(tqdm(logs, desc="writing games", leave=False), 1):
        bodies.append(body_of(["begin", game, SEPMOSA, ["Anna", "Ben"], "2026-01-01T12:00"]))
        texts = list(map(log_line, log))
        bodies += [body_of(["log", game, at, texts[at : at + 2]]) for at in range(0, len(texts), 2)]
        bodies.append(body_of(["close", game]))
    path.write_bytes(b"".join(line_bytes(at, body) for at, body in enumerate(bodies, 1)))


# What is compared with


def _read_plain(path: Path) -> int:
    """The same file read by what knows nothing of checksums and games."""
    return sum(len(json.loads(line.split(b"|")[1])) for line in path.read_bytes().splitlines())


def _write_plain(path: Path) -> None:
    with path.open("ab", buffering=0) as file:
        file.write(b"x" * 60)
        os.fdatasync(file.fileno())


def _append(store: Store) -> None:
    game = next(iter(store.contents.games.values()))
    store.append(game.id, [Undo(1), Redo(1)], len(game.log))
