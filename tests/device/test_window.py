"""The companion in a real window on a virtual display, with real clicks, killed and resumed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.store import Store
from device.virtual.window import WINDOW

SEPMOSA = Path(sys.executable).with_name("sepmosa")
NEEDED = ("Xvfb", "xdotool")
PATIENCE = 40.0  # seconds for anything to happen on a busy machine

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}"
)


@pytest.fixture(scope="module")
def display():
    """A display of just the window's size, so that places on it are places in the window."""
    read, write = os.pipe()
    size = f"{WINDOW[0]}x{WINDOW[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size], pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@contextmanager
def companion(display, state):
    env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
    env.pop("SDL_VIDEODRIVER", None)
    running = subprocess.Popen(
        [SEPMOSA, "companion", "--state", str(state), "--players", "human", "human"], env=env
    )
    try:
        yield running
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()


def xdo(display, *words):
    subprocess.run(
        ["xdotool", *map(str, words)], env={**os.environ, "DISPLAY": display}, check=True
    )


def click(display, x, y):
    xdo(display, "mousemove", x, y, "sleep", 0.2, "mousedown", 1, "sleep", 0.1, "mouseup", 1)


def wait_until(holds):
    """Waits for what another process does; the deadline is for machines that are busy."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.3)


def games_in(state):
    """The games kept so far; the running companion holds the file, so a copy is read."""
    path = state / "games.sqlite"
    if not path.exists():
        return None
    copy = state / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for part in state.glob("games.sqlite*"):
        if "lock" not in part.name:
            shutil.copy(part, copy / part.name)
    with Store(copy / "games.sqlite", lambda: "2026-01-01T12:00") as store:
        return store.open_game()


def _has_begun(display, state):
    click(display, 766, 455)  # start, once the camera has ticked everything off
    return games_in(state) is not None


def test_a_game_begun_by_clicks_outlives_a_kill(display, tmp_path):
    with companion(display, tmp_path):
        wait_until(lambda: (tmp_path / "games.sqlite").exists())
        time.sleep(5.0)  # the first picture is there soon after the file, on a busy machine too
        click(display, 605, 105)  # new game
        click(display, 740, 60)  # start
        wait_until(lambda: _has_begun(display, tmp_path))
        begun = games_in(tmp_path)
        assert begun is not None
    with companion(display, tmp_path):
        time.sleep(1.0)
        again = games_in(tmp_path)
        assert again is not None
        assert again.game == begun.game


def test_a_second_companion_says_so_and_leaves(display, tmp_path):
    with companion(display, tmp_path):
        wait_until(lambda: (tmp_path / "games.sqlite").exists())
        env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        second = subprocess.run(
            [SEPMOSA, "companion", "--state", str(tmp_path)],
            env=env, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1
