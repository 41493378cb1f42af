"""Sharing's figures: from a confirmed move to the pages of many, what the process takes, and that
the companion does not feel it. Everything is real: processes, files, sockets, a broker, a browser.

Spectators and browser run on this machine too, where a house has machines of its own for them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tqdm import tqdm

from device.lab.bench import screen
from device.lab.bench.figures import BenchLine, yardstick_ms
from device.lab.browser import CHROMIUM, Browser
from device.store.store import Store
from engine.sepmosa import Draw, Pass, Play, Start, Win
from engine.sepmosa.game import LogEntry
from engine.sepmosa.players import play_game, play_greedy

SPECTATORS = 50
TABLES = 16
MOVES = 60  # of one table
CLUB_MOVES = 64  # of all tables together
PAUSE_S = 0.25  # between two moves
IDLE_S = 10.0
SHOWN_MS = 300
FELT = 1.1  # times the companion's answer alone, or as much as halves of the runs alone differ
ROUNDS = 8
NICE = 10  # as the unit has it
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
COMMAND = (sys.executable, "-c", "import sys; from device.cli import main; sys.exit(main())")


def measure() -> Iterator[BenchLine]:
    """The figures one by one."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _one_table(Path(folder))
    yield from _felt()
    if MOSQUITTO is None:
        yield BenchLine(f"{TABLES} tables, one club page", "needs mosquitto", "-", "-", "-", None)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from _club_night(Path(folder))


# One table with spectators


def _one_table(folder: Path) -> Iterator[BenchLine]:
    with ExitStack() as stack:
        table = stack.enter_context(closing(_Table(folder)))
        shared = stack.enter_context(_process("share", folder, "--state", str(folder)))
        crowd = stack.enter_context(_spectators(shared.address, SPECTATORS - 1))
        browser = stack.enter_context(Browser()) if CHROMIUM else None
        if browser:
            browser.size(390, 844, 2.0)
            browser.open(shared.address)
            browser.wait(_on_page(1))
        busy = shared.cpu_s
        confirmed, shown = {}, []
        for _ in tqdm(range(MOVES), desc="50 spectators", leave=False):
            moment, wall = table.play()
            confirmed[str(table.turn)] = moment
            if browser:
                browser.wait(_on_page(table.turn))
                shown.append(float(browser.wait("document.body.dataset.shown")) - wall * 1000)
            time.sleep(PAUSE_S)
        busy = shared.cpu_s - busy
        seen = crowd.close()
        late = [
            (when - confirmed[turn]) * 1000 for turn in confirmed for when in seen.get(turn, [])
        ]
        missing = MOVES * (SPECTATORS - 1) - len(late)
        memory = shared.memory_mb
    name = f"confirmed move to {SPECTATORS} pages"
    against = f"{SHOWN_MS} ms (yardstick {yardstick_ms():.1f} ms)"
    yield _most(f"{name}: at each stream, p95", _p95(late), against, SHOWN_MS)
    yield BenchLine("  never arrived", str(missing), "0", "-", "= 0", missing == 0)
    if shown:
        yield _most("  drawn by Chromium on a phone's page, p95", _p95(shown), against, SHOWN_MS)
    yield BenchLine("  processor time of the process for a move", f"{busy / MOVES * 1000:.1f} ms",
                 f"{SPECTATORS} streams", "-", "-", None)  # fmt: skip
    yield BenchLine("  memory of its own", f"{memory:.1f} MB", "-", "-", "-", None)
    with tempfile.TemporaryDirectory() as quiet, closing(_Table(Path(quiet))) as table:
        table.play()
        with _process("share", Path(quiet), "--state", quiet) as shared:
            time.sleep(1.0)
            before = shared.cpu_s
            time.sleep(IDLE_S)
            idle = (shared.cpu_s - before) / IDLE_S * 100
    yield BenchLine("  processor while nobody plays", f"{idle:.2f} %", "one core", "-", "-", None)


def _on_page(turn: int) -> str:
    return f"document.body.dataset.turn.split('/')[1] === '{turn}'"


# What the companion feels


def _felt() -> Iterator[BenchLine]:
    """Press to screen without sharing, and with it and all spectators, in turn."""
    alone: list[float] = []
    watched: list[float] = []
    for _ in range(ROUNDS):
        alone += _answers(is_shared=False)
        watched += _answers(is_shared=True)
    for what, at in (("median", 0.5), ("p95", 0.95)):
        plain, felt = _share_of(alone, at), _share_of(watched, at)
        halves = sorted((_share_of(alone[::2], at), _share_of(alone[1::2], at)))
        yield BenchLine(
            f"companion's press to screen with {SPECTATORS} spectators, {what}",
            f"{felt:.1f} ms",
            f"alone {plain:.1f} ms (halves of it {halves[0]:.1f} and {halves[1]:.1f})",
            f"{felt / plain:.2f}",
            f"≤ {FELT:g}, or a half",
            felt <= max(FELT * plain, halves[1]),
        )


def _answers(is_shared: bool) -> list[float]:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        loop, events = stack.enter_context(screen.running(folder / "games.txt"))
        if is_shared:
            shared = stack.enter_context(_process("share", folder, "--state", name))
            stack.enter_context(_spectators(shared.address, SPECTATORS))
        return list(screen.answers_ms(loop, events))


# A club night


def _club_night(folder: Path) -> Iterator[BenchLine]:
    with ExitStack() as stack:
        port = stack.enter_context(_broker(folder))
        mqtt = f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\n'
        tables, processes = [], []
        for number in range(1, TABLES + 1):
            own = folder / f"table{number}"
            own.mkdir()
            tables.append(stack.enter_context(closing(_Table(own, number))))
            config = f'[table]\nname = "Table {number}"\n{mqtt}'
            process = _process("share", own, "--state", str(own), config=config)
            processes.append(stack.enter_context(process))
        club = stack.enter_context(_process("club", folder, "--state", str(folder), config=mqtt))
        browser = stack.enter_context(Browser()) if CHROMIUM else None
        crowd = None if browser else stack.enter_context(_spectators(club.address, 1))
        if browser:
            browser.size(1920, 1080)
            browser.open(club.address)
            browser.wait(f"document.querySelectorAll('.table').length === {TABLES}")
        busy, shown = club.cpu_s, []
        for at in tqdm(range(CLUB_MOVES), desc="16 tables", leave=False):
            number = at % TABLES + 1
            table = tables[number - 1]
            _, wall = table.play()
            if browser:
                card = f"document.querySelector('[data-table=table-{number}]').dataset.turn"
                browser.wait(f"/\\/{table.turn}$/.test({card})")
                shown.append(float(browser.wait("document.body.dataset.shown")) - wall * 1000)
            time.sleep(PAUSE_S)
        busy = club.cpu_s - busy
        memory = sorted(process.memory_mb for process in processes)
        own_memory = club.memory_mb
        if crowd:
            crowd.close()
    name = f"{TABLES} tables, a broker, one club page: move to page"
    if shown:
        yield _most(f"{name}, p95", _p95(shown), f"{2 * SHOWN_MS} ms", 2 * SHOWN_MS)
    else:
        yield BenchLine(name, "needs chromium", "-", "-", "-", None)
    yield BenchLine("  processor time of the club for a move", f"{busy / CLUB_MOVES * 1000:.1f} ms",
                 "-", "-", "-", None)  # fmt: skip
    told = f"each table {memory[0]:.1f} to {memory[-1]:.1f} MB"
    yield BenchLine("  memory of its own", f"{own_memory:.1f} MB", told, "-", "-", None)


# Parts


class _Table:
    """A game that is kept turn by turn, as a companion keeps it."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.turn = 1
        self._store = Store(folder / "games.txt", lambda: "2026-01-01T12:00")
        self._turns = _turns(seed)
        begun = next(self._turns)
        self._id = self._store.begin(("Anna", "Ben"), begun)
        self._count = len(begun)

    def play(self) -> tuple[float, float]:
        """Keeps a turn; when it was confirmed, by the monotonic and by the wall clock."""
        entries = next(self._turns)
        self._store.append(self._id, entries, self._count)
        self._count += len(entries)
        self.turn += 1
        return time.monotonic(), time.time()

    def close(self) -> None:
        """Lets go of the file."""
        self._store.close()


def _turns(seed: int) -> Iterator[list[LogEntry]]:
    """The turns of a game of many turns, each with what follows from it; shuffles left out."""
    rng = Random(seed)
    while True:
        turns: list[list[LogEntry]] = []
        for entry in play_game((play_greedy, play_greedy), rng).log:
            match entry:
                case Start(first, _, target, identical):
                    turns.append([Start(first, None, target, identical)])
                case Play(Pass()):
                    turns.append([Play(Pass())])
                case Draw():
                    turns[-1].append(Draw())
                case Win():
                    turns[-1].append(entry)
                case Play():
                    turns.append([entry])
                case _:
                    break
        if len(turns) > MOVES + 1:
            yield from turns
            return


@dataclass(frozen=True, slots=True)
class _Running:
    """A process, and where its page is."""

    pid: int
    address: str

    @property
    def cpu_s(self) -> float:
        """The processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory_mb(self) -> float:
        """Memory that is its own."""
        status = Path(f"/proc/{self.pid}/status").read_text("ascii")
        return (
            sum(map(int, re.findall(r"^Rss(?:Anon|Shmem):\s+(\d+)", status, re.MULTILINE))) / 1024
        )


@contextmanager
def _process(command: str, folder: Path, *words: str, config: str = "") -> Iterator[_Running]:
    """A process of the product's own, as patient as its unit makes it."""
    file = folder / f"{command}.toml"
    file.write_text(f"{config}[page]\nport = {_free_port()}\n", "utf-8")
    process = subprocess.Popen(  # noqa: S603
        [*COMMAND, command, "--config", str(file), *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        preexec_fn=lambda: os.nice(NICE),  # noqa: PLW1509  nothing but nice is called
    )  # fmt: skip
    with process:
        try:
            found = re.search(r":(\d+/\w+/)", process.stdout.readline() if process.stdout else "")
            if found is None:
                raise RuntimeError(f"sepmosa {command} does not start")
            yield _Running(process.pid, f"http://127.0.0.1:{found[1]}")
        finally:
            process.send_signal(signal.SIGTERM)


@dataclass(slots=True)
class _Crowd:
    """Spectators in a process of their own."""

    process: subprocess.Popen[str]

    def close(self) -> dict[str, list[float]]:
        """Sends them home; what they saw, and when."""
        seen: dict[str, list[float]] = json.loads(self.process.communicate()[0])
        return seen


@contextmanager
def _spectators(address: str, count: int) -> Iterator[_Crowd]:
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "device.lab.spectators", address, str(count)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.nice(19),  # noqa: PLW1509  likewise
    )  # fmt: skip
    with process:
        try:
            if not process.stdout or process.stdout.readline() != "ready\n":
                raise RuntimeError("the spectators do not come")
            yield _Crowd(process)
        finally:
            process.kill()


@contextmanager
def _broker(folder: Path) -> Iterator[int]:
    port = _free_port()
    file = folder / "mosquitto.conf"
    file.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_dest none\n", "utf-8")
    process = subprocess.Popen(  # noqa: S603
        [str(MOSQUITTO), "-c", str(file)], stderr=subprocess.DEVNULL
    )
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _p95(values: list[float]) -> float:
    return _share_of(values, 0.95)


def _share_of(values: list[float], share: float) -> float:
    """What that share of the values does not exceed."""
    return sorted(values)[int(len(values) * share)]


def _most(name: str, ms: float, against: str, most: float) -> BenchLine:
    return BenchLine(name, f"{ms:.0f} ms", against, f"{ms / most:.2f}", "≤ 1", ms <= most)
