"""What takes hours: power cuts at random moments of play, every rotation, the older Debian."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Timer

import pygame

from device.core import events as on
from device.core.model import CameraStatus
from device.system.doctor.report import NAMES
from tests.appliance import checks as c
from tests.appliance import desktop, package, picamera, share, stick
from tests.appliance.cell import Failed
from tests.appliance.games import moves_in, take_files
from tests.appliance.machine import PATIENCE
from tests.appliance.root import MORE, OPT
from tests.appliance.trial import Check, Trial, named

CUTS = 20  # for each way to write the disk
CUTS_A_ROUND = 5  # then a move is confirmed, and the next ones go on from there
LONGEST = 30.0  # seconds of play before a cut
NEAR = 1.5  # seconds from a press, in which its move is written: every second cut is there
ROTATIONS = (90, 180, 270)
KEPT = "kept"
READING_S = 3000.0  # seconds: a reading took 13 at a load of 15, and minutes before
REPORTED = {
    "renderer": "opengles2",
    "read back": "the picture drawn",
    "frames": " a second",
    "table": "R7@4+1 drawn, R7@4+1 read",
}
RECOVER = "/etc/appliance/recover.sh"


@dataclass(frozen=True, slots=True)
class Moment:
    """When the power is cut: so many seconds of a guest's usual pace after play began, or after the
    next press."""

    seconds: float
    is_near: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Checks on a machine of its own."""

    suite: str
    checks: tuple[Check, ...]
    disk_cache: str = "writeback"
    name: str = "evening"
    keeps_all: bool = True
    kind: str = ""  # of machine: MORE, or a commit whose program is installed, with ours ready

    def __str__(self) -> str:
        return f"{self.suite}-{self.name}"


def turned(degrees: int, trial: Trial) -> str:
    """The screen turned: taps, drags and a move by touch and button hold as they do upright."""
    trial.turn(degrees)
    trial.machine.run("systemctl restart sepmosa", PATIENCE)
    trial.new_twin()
    trial.shows(f"home-{degrees}")
    c.drag(trial)
    c.second_finger(trial)
    if trial.twin.model.game is None:
        c.new_game(trial)
        trial.tap(trial.twin.key(on.Confirm()))
        c.button_begins(trial)
    else:
        trial.twin.take(on.CameraChanged(CameraStatus.LOST))
        trial.tap(trial.twin.key(on.Resume()))
        trial.shows(f"turn-{degrees}")
    text = c.choose(trial)
    player = c.player_of(trial)
    trial.hands.press(player)
    trial.twin.take(on.Press(player))
    trial.shows(f"confirmed-{degrees}")
    return f"{text} by touch and button; {trial.leds_follow()}"


def whole_report(trial: Trial) -> str:
    """The doctor's report as its owner asks for it, with a table read, which takes long here."""
    trial.machine.run("systemctl stop sepmosa", PATIENCE)
    told = trial.machine.run(f"{c.AS_COMPANION} sepmosa doctor --report 2>&1", READING_S)
    (trial.out / "report.txt").write_text(told, encoding="utf-8")
    rows = {line[:NAMES].strip(): line[NAMES:].strip() for line in told.splitlines()}
    for name, value in REPORTED.items():
        if value not in rows.get(name, ""):
            raise Failed(f"{name} is not {value!r}: {told}")
    return "; ".join(f"{name}: {rows[name]}" for name in (*REPORTED, "time"))


def rotations() -> tuple[Check, ...]:
    """A start, and one check for each way to turn the screen."""
    return (c.home, *(named(partial(turned, each), f"turned_{each}") for each in ROTATIONS))


def moments(rng: Random, first: int) -> list[Moment]:
    """The cuts of a round: anywhere in play, and just when a move is written, in turn."""
    near = [(first + number) % 2 == 1 for number in range(CUTS_A_ROUND)]
    return [Moment(rng.uniform(0, NEAR if each else LONGEST), each) for each in near]


class Cuts:
    """A game whose power is cut again and again. The machine is started once and kept as it is,
    memory and disk; every cut goes on from there and is a real one. The disk it leaves is mended by
    the kernel and read; the last one is started whole."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self._rounds = [moments(rng, number) for number in range(CUTS // CUTS_A_ROUND)]
        self._games: dict[str, bytes] = {}  # the twin's, as they were when the machine was kept
        self._confirmed: list[str] = []

    def checks(self) -> tuple[Check, ...]:
        """A start, rounds of cuts with a move confirmed after each, and a start after the last."""
        numbered = enumerate(self._rounds, 1)
        rounds = (named(partial(self.cut_often, each), f"round_{n}") for n, each in numbered)
        return (named(self.begin, "game_begun"), *rounds, named(self.go_on, "started_whole"))

    def begin(self, trial: Trial) -> str:
        """A game is begun; there the machine is kept."""
        seconds = time.monotonic()
        c.home(trial)
        c.new_game(trial)
        trial.tap(trial.twin.key(on.Confirm()))
        c.button_begins(trial)
        self._keep(trial)
        return f"the machine is kept as it is, after {time.monotonic() - seconds:.0f} s"

    def cut_often(self, cut_at: list[Moment], trial: Trial) -> str:
        """The power is cut at these moments, each time from where the machine was kept."""
        played = between = surplus = 0
        for moment in cut_at:
            self._go_back(trial)
            confirmed = [*self._confirmed]
            pressed = play_until_cut(trial, moment, confirmed)
            kept = self._kept(trial)
            if kept not in (confirmed, [*confirmed, *pressed]):
                raise Failed(f"on disk is {kept}; confirmed were {confirmed}, pressed {pressed}")
            played += len(confirmed) - len(self._confirmed)
            between += len(pressed)
            surplus += len(kept) - len(confirmed)
        if cut_at is not self._rounds[-1]:
            self._advance(trial)
        told = f"{len(cut_at)} cuts, {played} moves confirmed in them, none lost, none invented"
        return f"{told}; {between} cuts between press and LED, {surplus} of these moves on disk"

    def go_on(self, trial: Trial) -> str:
        """The disk that the last cut left is started whole, and the game goes on."""
        kept = self._kept(trial)
        seconds = trial.boot()
        trial.fetch_games()
        trial.new_twin()
        trial.shows("after-a-cut")
        found = trial.moves_kept() or []
        if found != kept:
            raise Failed(f"on disk is {found}, not {kept}")
        trial.hands.pull_camera()
        trial.twin.take(on.CameraChanged(CameraStatus.LOST))
        trial.tap(trial.twin.key(on.Resume()))
        trial.shows("goes-on-after-a-cut")
        return f"{' '.join(kept)} there after {seconds:.0f} s; the game goes on"

    def _advance(self, trial: Trial) -> None:
        """One move more, confirmed, before the machine is kept."""
        self._go_back(trial)
        self._confirmed.append(confirm_move(trial))
        self._keep(trial)

    def _keep(self, trial: Trial) -> None:
        trial.machine.freeze(KEPT)
        trial.close()
        self._games = {each.name: each.read_bytes() for each in trial.folder.iterdir()}

    def _go_back(self, trial: Trial) -> None:
        """Machine and twin are what they were when they were kept."""
        trial.close()
        for name, raw in self._games.items():
            (trial.folder / name).write_bytes(raw)
        trial.new_twin()
        trial.twin.take(on.CameraChanged(CameraStatus.LOST))
        at = trial.twin.key(on.Resume())
        trial.twin.touch((pygame.FINGERDOWN, at), (pygame.FINGERUP, at))
        trial.machine.thaw(KEPT)
        trial.shows("as-it-was-kept")

    def _kept(self, trial: Trial) -> list[str]:
        told = trial.machine.recovered(RECOVER)
        with TemporaryDirectory() as folder:
            take_files(told, Path(folder))
            return moves_in(Path(folder)) or []


def confirm_move(trial: Trial) -> str:
    """A move chosen by touch and confirmed by the button; returns its text."""
    text = c.choose(trial)
    player = c.player_of(trial)
    trial.hands.press_until_lit(player, c.OTHER[player], 60)
    trial.twin.take(on.Press(player))
    return text


def play_until_cut(trial: Trial, moment: Moment, confirmed: list[str]) -> list[str]:
    """Plays until the power is gone; appends what was confirmed to `confirmed` and returns the move
    that was pressed but not told yet, if one was."""
    pressed: list[str] = []
    is_cut = Event()

    def cut() -> None:
        is_cut.set()
        trial.machine.kill()

    timer = Timer(moment.seconds * trial.machine.pace, cut)
    has_begun = not moment.is_near
    if has_begun:
        timer.start()
    try:
        while True:
            text = c.choose(trial)
            player = c.player_of(trial)
            if not has_begun:
                has_begun = True
                timer.start()
            pressed = [text]
            trial.hands.press_until_lit(player, c.OTHER[player], 60)
            confirmed.append(text)
            pressed = []
            trial.twin.take(on.Press(player))
    except Failed:
        if not is_cut.is_set():  # the power is still there
            raise
    finally:
        timer.cancel()
        if has_begun:
            timer.join()
        trial.machine.cut()
    return pressed


LONG: tuple[Part, ...] = (
    Part("trixie", c.CHECKS),
    Part("bookworm", c.CHECKS),
    Part("trixie", package.CHECKS, name="package", kind=package.BEFORE),
    Part("trixie", package.OPT_CHECKS, name="opt", kind=OPT),
    Part("trixie", share.CHECKS, name="share"),
    Part("trixie", stick.CHECKS, name="stick"),
    Part("trixie", desktop.CHECKS, name="desktop", kind=MORE),
    Part("trixie", picamera.CHECKS, name="picamera", kind=MORE),
    Part("trixie", rotations(), name="rotations"),
    Part("trixie", (c.home, whole_report), name="report"),
    Part("trixie", Cuts(1).checks(), "writeback", "cuts-writeback", keeps_all=False),
    Part("trixie", Cuts(2).checks(), "none", "cuts-none", keeps_all=False),
)
