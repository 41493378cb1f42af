"""What takes hours: power cuts at random moments of play, every rotation, the older Debian."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Event, Timer

from device import events as on
from device.model import CameraStatus, Phase
from tests.appliance import checks as c
from tests.appliance.cell import Failed
from tests.appliance.machine import PATIENCE
from tests.appliance.trial import Check, Trial

CUTS = 20  # for each way to write the disk
CUTS_A_GAME = 5  # then a new one: its mosaic is not to reach 49 tiles
LONGEST = 30.0  # seconds of play before a cut
NEAR = 1.5  # seconds from a press, in which its move is written: every second cut is there
ROTATIONS = (90, 180, 270)
CONFIG = "/etc/sepmosa/config.toml"


@dataclass(frozen=True, slots=True)
class Moment:
    """When the power is cut: so many seconds after play began, or after the next press."""

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

    def __str__(self) -> str:
        return f"{self.suite}-{self.name}"


def turned(degrees: int, trial: Trial) -> str:
    """The screen turned: taps, drags and a move by touch and button hold as they do upright."""
    line = f"[screen]\\nrotation = {degrees}\\n"
    trial.machine.run(f"cp /etc/appliance/config.toml {CONFIG} && printf '{line}' >>{CONFIG}")
    trial.machine.run("systemctl restart sepmosa", PATIENCE)
    trial.config = trial.config.changed({("screen", "rotation"): degrees})
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


def rotations() -> tuple[Check, ...]:
    """A start, and one check for each way to turn the screen."""
    return (c.home, *(_named(partial(turned, each), f"turned_{each}") for each in ROTATIONS))


def cuts(seed: int) -> tuple[Check, ...]:
    """Games that are cut short again and again."""
    rng = Random(seed)
    games = range(CUTS // CUTS_A_GAME)
    return tuple(_named(partial(cut_game, moments(rng, n)), f"game_{n + 1}") for n in games)


def moments(rng: Random, first: int) -> list[Moment]:
    """The cuts of a game: anywhere in play, and just when a move is written, in turn."""
    near = [(first + number) % 2 == 1 for number in range(CUTS_A_GAME)]
    return [Moment(rng.uniform(0, NEAR if each else LONGEST), each) for each in near]


def cut_game(cut_at: list[Moment], trial: Trial) -> str:
    """A game on a new disk, its power cut at these moments."""
    trial.machine.cut()
    trial.machine.new_disk()
    trial.close()
    for left in trial.folder.iterdir():
        left.unlink()
    c.home(trial)
    c.new_game(trial)
    trial.tap(trial.twin.key(on.Confirm()))
    c.button_begins(trial)
    known: list[str] = []
    between = surplus = 0
    for moment in cut_at:
        pressed = _play_until_cut(trial, moment, known)
        trial.boot()
        kept = trial.moves_kept() or []
        if kept not in (known, [*known, *pressed]):
            raise Failed(f"on disk is {kept}; confirmed were {known}, pressed {pressed}")
        between += len(pressed)
        surplus += len(kept) - len(known)
        known = kept
        _resume(trial)
    told = f"{len(cut_at)} cuts in {len(known)} moves, none lost, none invented"
    return f"{told}; {between} cuts between press and LED, {surplus} of these moves on disk"


def _play_until_cut(trial: Trial, moment: Moment, known: list[str]) -> list[str]:
    """Plays until the power is gone; appends what was confirmed to `known` and returns the move
    that was pressed but not told yet, if one was."""
    pressed: list[str] = []
    is_cut = Event()

    def cut() -> None:
        is_cut.set()
        trial.machine.kill()

    timer = Timer(moment.seconds, cut)
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
            known.append(text)
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


def _resume(trial: Trial) -> None:
    trial.fetch_games()
    trial.new_twin()
    trial.shows("after-a-cut")
    trial.hands.pull_camera()
    trial.twin.take(on.CameraChanged(CameraStatus.LOST))
    trial.tap(trial.twin.key(on.Resume()))
    if trial.twin.model.phase is not Phase.TURN:
        raise Failed(f"the twin is in {trial.twin.model.phase}")
    trial.shows("goes-on-after-a-cut")


def _named(check: Callable[[Trial], str], name: str) -> Check:
    def named(trial: Trial) -> str:
        return check(trial)

    named.__name__ = name
    return named


LONG: tuple[Part, ...] = (
    Part("trixie", c.CHECKS),
    Part("bookworm", c.CHECKS),
    Part("trixie", rotations(), name="rotations"),
    Part("trixie", cuts(1), "writeback", "cuts-writeback", keeps_all=False),
    Part("trixie", cuts(2), "none", "cuts-none", keeps_all=False),
)
