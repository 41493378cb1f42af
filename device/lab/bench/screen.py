"""The screen's figures: pictures a second and the answer to a press, while frames are read beside.

Everything goes through the real loop, with a store on disk; a thread reads a drawn frame over and
over, as the watcher does when something changes all the time.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import pygame
from tqdm import tqdm

from device.core import events as on
from device.core.companion import Lots
from device.core.loop import FPS, Events, Loop, TouchScreen
from device.core.model import CameraStatus
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.lab.bench.figures import BenchLine, yardstick_ms
from device.store.store import Store
from engine.sepmosa import KINDS, Move, Player, Table, legal_moves, points
from engine.sepmosa.table import in_sight
from engine.sepmosa.values import COPIES
from vision.judge.look import open_eyes, propose_from_frames
from vision.judge.proposal import Proposal, Status
from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import simulated_game, turns_of

SIZE = (800, 480)
FRAME = (1280, 960)
SECONDS = 4.0  # for which pictures are counted
PRESSES = 44  # fewer than fill a mosaic
ANSWER_MS = 100
SEED = 5


def measure() -> Iterator[BenchLine]:
    """The figures one by one."""
    yardstick = yardstick_ms()
    quiet = _pictures_a_second()
    with _reading() as read:
        busy = _pictures_a_second()
        slow = sorted(_answers_ms())
    alone = sorted(_answers_ms())
    yield BenchLine(
        f"pictures a second at {SIZE[0]}×{SIZE[1]}, reading beside",
        f"{busy:.0f}",
        f"{FPS} (alone {quiet:.0f}, yardstick {yardstick:.1f} ms)",
        f"{busy / FPS:.2f}",
        "≥ 1",
        busy >= FPS,
    )
    for what, at in (("median", 0.5), ("p95", 0.95)):
        value = slow[int(len(slow) * at)]
        yield BenchLine(
            f"press to screen while reading, {what}",
            f"{value:.0f} ms",
            f"{ANSWER_MS} ms (alone {alone[int(len(alone) * at)]:.0f} ms)",
            f"{value / ANSWER_MS:.2f}",
            "≤ 1",
            value <= ANSWER_MS,
        )
    yield BenchLine("  frames read meanwhile", str(len(read)), "-", "-", "-", None)


@contextmanager
def _reading() -> Iterator[list[float]]:
    """Frames read one after the other in a thread of their own; the list grows with each."""
    eyes = open_eyes()
    turn = list(turns_of(simulated_game(SEED)))[40]
    frame = frame_of(household(SEED, FRAME), turn.after, extent_of([turn.after.mosaic]), 1)
    done: list[float] = []
    stop = Event()

    def read() -> None:
        while not stop.is_set():
            propose_from_frames(eyes, turn.before, turn.earlier, [frame])
            done.append(time.perf_counter())

    thread = Thread(target=read, daemon=True)
    thread.start()
    while not done:  # the first takes longer
        time.sleep(0.05)
    try:
        yield done
    finally:
        stop.set()
        thread.join()


@contextmanager
def _running() -> Iterator[tuple[Loop, Events]]:
    """A loop in the first turn of a game, its store in a folder that goes."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "games.txt") as both:
        yield both


@contextmanager
def running(games: Path) -> Iterator[tuple[Loop, Events]]:
    """A loop in the first turn of a game, and what brings events to it."""
    with Store(games, lambda: "2026-01-01T12:00") as store:
        events: Events = Events()
        screen = TouchScreen(pygame.Surface(SIZE))
        loop = Loop(store, screen, (Lots(Random(SEED)),), events, camera=CameraStatus.WELL)
        checks = [own.ChooseCheck(at) for at in range(3)]
        begun: list[on.Event] = [on.Go(Phase.NEW_GAME), on.Confirm(), *checks, on.Confirm()]
        for event in begun:
            events.put(event)
            loop.turn_over([])
        yield loop, events


def _pictures_a_second() -> float:
    """How many rounds of the loop there are in a second, one picture each, a clock running."""
    with _running() as (loop, _):
        loop.turn_over([])
        begun, count = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS:
            loop.turn_over([])
            count += 1
        return count / (time.perf_counter() - begun)


def _answers_ms() -> list[float]:
    with _running() as (loop, events):
        return list(answers_ms(loop, events))


def answers_ms(loop: Loop, events: Events) -> Iterator[float]:
    """From the moment a button's thread tells of a press to the picture that answers it: a move
    confirmed, on disk, and drawn. The loop keeps its pace."""
    rng = Random(SEED)
    pace = pygame.time.Clock()
    for _ in tqdm(range(PRESSES), desc="pressing", leave=False):
        table, state = loop.model.table or Table(), loop.model.state_id
        move = _placement(table, rng)
        seen = Proposal(Status.MOVE, move, 0, candidates=((move, 1.0),))
        events.put(own.Seen(state, seen, time.monotonic()))
        loop.turn_over([])
        pressed: list[float] = []
        after = rng.random() / FPS
        button = Thread(target=_press, args=(events, table.player, after, pressed))
        button.start()
        while loop.model.state_id == state:
            pace.tick(FPS)
            loop.turn_over([])
        answered = time.perf_counter()
        button.join()
        yield (answered - pressed[0]) * 1000


def _press(events: Events, player: Player, after: float, pressed: list[float]) -> None:
    time.sleep(after)
    pressed.append(time.perf_counter())
    events.put(on.Press(player))


def _placement(table: Table, rng: Random) -> Move:
    """A tile that can be laid and scores as little as any, so that the game goes on."""
    free = [tile for tile in KINDS if not tile.is_action and in_sight(table).count(tile) < COPIES]
    rng.shuffle(free)
    for tile in free:
        moves = legal_moves(table.mosaic, [tile])
        if moves:
            return min(moves, key=lambda move: points(table.mosaic, move))
    raise AssertionError("no tile can be laid any more")
