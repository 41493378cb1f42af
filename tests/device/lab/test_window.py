"""The companion in a real window on a virtual display, with real clicks, killed and resumed."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.lab.desktop import fitting
from device.lab.virtual.window import SCREEN, WINDOW
from device.store.store import Store
from device.ui import theme

SEPMOSA = Path(sys.executable).with_name("sepmosa")
NEEDED = ("Xvfb", "xdotool")
ROOMY = (1766, 839)  # a desktop on which the window has just its own size
LAPTOP = (1366, 768)  # and one on which it is drawn smaller
PATIENCE = 60.0  # seconds for anything to happen on a busy machine

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}"
)


@dataclass
class Display:
    """A desktop with the window in its middle."""

    name: str
    picture: Path  # the display's memory, in the XWD format
    size: tuple[int, int]

    def place(self, x, y):
        """Where on the desktop a place of the companion's screen is."""
        shown = fitting(WINDOW, self.size)
        left, top = ((has - wide) // 2 for has, wide in zip(self.size, shown, strict=True))
        share = shown[0] / WINDOW[0]
        return round(left + (SCREEN.x + x) * share), round(top + (SCREEN.y + y) * share)

    def pixel(self, x, y):
        """The colour at a place of the companion's screen."""
        raw = self.picture.read_bytes()
        header = struct.unpack(">25I", raw[:100])
        size, line, colours = header[0], header[12], header[19]
        across, down = self.place(x, y)
        at = size + 12 * colours + down * line + 4 * across
        blue, green, red = raw[at : at + 3]
        return red, green, blue

    def do(self, *words):
        """Something done with mouse or keys."""
        env = {**os.environ, "DISPLAY": self.name}
        subprocess.run(["xdotool", *map(str, words)], env=env, check=True)

    def click(self, x, y):
        """A click at a place of the companion's screen."""
        self.do("mousemove", *self.place(x, y), "mousedown", 1, "mouseup", 1)


@contextmanager
def desktop_of(size, folder):
    """A virtual display of that size, its memory in `folder`."""
    read, write = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-fbdir", str(folder)],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    try:
        yield Display(f":{number}", folder / "Xvfb_screen0", size)
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(scope="module")
def display(tmp_path_factory):
    with desktop_of(ROOMY, tmp_path_factory.mktemp("display")) as desktop:
        yield desktop


def surroundings(display):
    """The environment of a companion in a real window, whatever other tests have set."""
    env = {**os.environ, "DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
    env.pop("SDL_VIDEODRIVER", None)
    return env


@contextmanager
def companion(display, state):
    env = surroundings(display)
    running = subprocess.Popen(
        [SEPMOSA, "companion", "--state", str(state), "--players", "human", "human"], env=env
    )
    try:
        yield running
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()


@pytest.mark.parametrize("desktop", [(1024, 600), (1366, 768), (1920, 1080), (1080, 1920)])
def test_the_window_has_room_on_any_desktop(desktop):
    wide, high = fitting(WINDOW, desktop)
    assert wide < desktop[0]
    assert high < desktop[1]
    assert wide / high == pytest.approx(WINDOW[0] / WINDOW[1], rel=0.01)
    assert fitting(WINDOW, ROOMY) == WINDOW


def wait_until(holds):
    """Waits for what another process does; the deadline is for machines that are busy."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.3)


def games_in(state):
    """The games kept so far; the running companion holds the file, so a copy is read."""
    path = state / "games.txt"
    if not path.exists():
        return None
    copy = state / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for part in state.glob("games.txt*"):
        if "lock" not in part.name:
            shutil.copy(part, copy / part.name)
    with Store(copy / "games.txt", lambda: "2026-01-01T12:00") as store:
        return store.open_game()


NEW_GAME, START, BEGIN = (585, 36), (720, 40), (746, 410)  # keys, beside their words
NO_CLOCK = (320, 316)  # chosen on the screen before a game


def shows(display, *key):
    """Whether a key in gold is at that place: then the loop is drawing, and answers."""
    return lambda: display.pixel(*key) == theme.GOLD


def _has_begun(display, state):
    display.click(*BEGIN)  # once the camera has ticked everything off
    return games_in(state) is not None


def test_a_game_begun_by_clicks_outlives_a_kill(display, tmp_path):
    with companion(display, tmp_path):
        wait_until(shows(display, *NEW_GAME))
        display.click(*NEW_GAME)
        wait_until(shows(display, *NO_CLOCK))
        display.click(*START)
        wait_until(shows(display, *BEGIN))
        wait_until(lambda: _has_begun(display, tmp_path))
        begun = games_in(tmp_path)
        assert begun is not None
    with companion(display, tmp_path) as running:
        wait_until(shows(display, *NEW_GAME))  # where the open game is gone on with now
        again = games_in(tmp_path)
        assert again is not None
        assert again.game == begun.game
        display.click(*NEW_GAME)
        wait_until(lambda: not shows(display, *NEW_GAME)())
        running.terminate()  # while pictures of the table are being read
        assert running.wait(PATIENCE) == 0


def test_on_a_small_desktop_all_is_in_sight_and_answers(tmp_path):
    with desktop_of(LAPTOP, tmp_path) as display, companion(display, tmp_path / "state"):
        wait_until(shows(display, *NEW_GAME))
        display.click(*NEW_GAME)
        wait_until(shows(display, *NO_CLOCK))


def test_a_second_companion_says_so_and_leaves(display, tmp_path):
    with companion(display, tmp_path):
        wait_until((tmp_path / "games.txt").exists)
        second = subprocess.run(
            [SEPMOSA, "companion", "--state", str(tmp_path)],
            env=surroundings(display),
            timeout=PATIENCE,
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1
