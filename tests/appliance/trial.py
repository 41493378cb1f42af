"""A trial: a machine, hands, and the twin that says what must be on its screen."""

from __future__ import annotations

import base64
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from device.core.config import Config, read_config
from device.core.effects import LedState
from device.core.messages import Sentence
from device.core.model import CameraStatus
from engine.sepmosa import Player
from tests.appliance.cell import Failed
from tests.appliance.games import NAME, moves_kept, seed
from tests.appliance.hands import Hands, Point
from tests.appliance.machine import PATIENCE, Machine, wait_for
from tests.appliance.twin import Twin, is_shown

GUEST = Path(__file__).parent / "guest"
STATE = "/var/lib/sepmosa"
CONFIG = "/etc/sepmosa/config.toml"
BLINKS = 8  # looks at an LED that blinks every 0.4 s


@dataclass
class Trial:
    """Everything a check needs."""

    machine: Machine
    hands: Hands
    folder: Path  # for the twin's games
    out: Path  # for pictures of the screen
    config: Config = field(default_factory=lambda: read_config(GUEST / "config.toml"))
    number: int = 0  # of the picture kept last
    keeps_all: bool = True  # or pictures of failures alone
    _twin: Twin | None = None

    @property
    def twin(self) -> Twin:
        assert self._twin is not None
        return self._twin

    # Beginning

    def boot(self) -> float:
        """Switches on and waits until the companion says it is up; how many seconds that took."""
        begun = time.monotonic()
        self.machine.start()
        self.wait_until_up()
        seconds = time.monotonic() - begun
        self.machine.started_in(seconds)
        return seconds

    def wait_for(self, holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        """What `holds` returns once that is true; raises Failed after so long, in a guest of the
        usual pace."""
        return wait_for(holds, what, seconds * self.machine.pace)

    def wait_until_up(self) -> None:
        """Waits until systemd was told that the companion is up."""
        self.wait_for(lambda: self.state() == "active", "the companion is up")

    def state(self) -> str:
        """What systemd says of the companion."""
        return self.machine.attempt("systemctl is-active sepmosa")[1].strip()

    def new_twin(
        self,
        lot: Player = Player.ONE,
        troubles: tuple[Sentence, ...] = (),
        camera: CameraStatus = CameraStatus.WELL,
    ) -> None:
        """A twin of a companion that has just started, with the games it had before."""
        self.close()
        games = self.folder / NAME
        if not games.exists():
            seed(games)
        self._twin = Twin(games, self.config, lot, troubles, camera)

    def close(self) -> None:
        if self._twin is not None:
            self._twin.close()
            self._twin = None

    def turn(self, degrees: int) -> None:
        """The configuration of the next start, and of the next twin, turns the screen so far."""
        line = f"[screen]\\nrotation = {degrees}\\n"
        self.machine.run(f"cp /etc/appliance/config.toml {CONFIG} && printf '{line}' >>{CONFIG}")
        self.config = self.config.changed({("screen", "rotation"): degrees})

    # Doing it on both

    def tap(self, at: Point) -> None:
        """A tap on the machine and on its twin, which must look another way then."""
        before = self.twin.picture()
        self.hands.tap(at)
        self.twin.touch((pygame.FINGERDOWN, at), (pygame.FINGERUP, at))
        if np.array_equal(before, self.twin.picture()):
            raise Failed(f"a tap at {at} changes nothing on the twin's screen")

    def drag(self, start: Point, end: Point) -> None:
        """A drag on both."""
        self.hands.drag(start, end)
        strokes = ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, end), (pygame.FINGERUP, end))
        self.twin.touch(*strokes)

    # Seeing

    def shows(
        self, name: str, but: NDArray[np.bool_] | None = None, seconds: float = PATIENCE
    ) -> None:
        """Waits until the machine's screen is what the twin draws; raises Failed."""
        wanted = self.twin.picture()
        try:
            self.wait_for(lambda: is_shown(self.machine.screen(), wanted, but), name, seconds)
        except Failed:
            cv2.imwrite(str(self.out / f"{self.number + 1:02}-{name}.expected.png"), wanted)
            self.keep(f"{name}.FAILED")
            raise
        if self.keeps_all:
            self.keep(name)

    def keep(self, name: str) -> None:
        """Keeps a picture of the screen."""
        self.number += 1
        cv2.imwrite(str(self.out / f"{self.number:02}-{name}.png"), self.machine.screen())

    def stays(self, name: str, seconds: float) -> None:
        """The screen is what the twin draws, and is so a while later."""
        self.shows(name)
        time.sleep(seconds * self.machine.pace)
        if not is_shown(self.machine.screen(), self.twin.picture()):
            self.keep(f"{name}.FAILED")
            raise Failed(f"{name}: the screen has changed")

    def leds_follow(self) -> str:
        """What the LEDs do, once that is what the twin's would; raises Failed."""
        wanted = self.twin.leds()
        self.wait_for(lambda: self._leds() == wanted, f"LEDs {wanted}", 60)
        return ", ".join(
            f"{Player(seat).name.lower()} {state.value}" for seat, state in wanted.items()
        )

    def _leds(self) -> dict[Player, LedState]:
        looks = []
        for _ in range(BLINKS):
            looks.append(self.hands.leds())
            time.sleep(0.15)
        return {player: led_of([look[player] for look in looks]) for player in Player}

    def moves_kept(self) -> list[str] | None:
        """The moves of the open game on the machine's disk."""
        return moves_kept(lambda command: self.machine.run(command, PATIENCE))

    def fetch_games(self) -> None:
        """The twin's games become those on the machine's disk."""
        self.close()
        for left in self.folder.glob(f"{NAME}*"):
            left.unlink()
        for name in self.machine.run(f"cd {STATE} && ls | grep '^{NAME}' | grep -v lock").split():
            raw = self.machine.run(f"base64 -w0 {STATE}/{name}", PATIENCE)
            (self.folder / name).write_bytes(base64.b64decode(raw))

    def journal(self, options: str = "") -> str:
        """What the companion wrote since the machine was switched on."""
        return self.machine.run(f"journalctl -u sepmosa -b --no-pager -o cat {options}")


def led_of(levels: list[int]) -> LedState:
    """What an LED does that was looked at several times."""
    if len(set(levels)) > 1:
        return LedState.BLINKING
    return LedState.LIT if levels[0] else LedState.OFF


Check = Callable[[Trial], str]


def named(check: Callable[[Trial], str], name: str) -> Check:
    """A check under another name."""

    def named(trial: Trial) -> str:
        return check(trial)

    named.__name__ = name
    return named


@contextmanager
def empty_folder(path: Path) -> Iterator[Path]:
    """A folder that is empty at first and gone at last."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
