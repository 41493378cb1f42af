"""The companion as systemd starts it: a real process, watched, stopped, killed, started in vain."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from device.store.lines import line_bytes
from device.store.store import Store
from device.system.failed_starts import FAILED, MARKER
from device.system.kiosk import SWITCHED_OFF
from tests.device.store.kept_games import flip, keep, played
from tests.device.store.old_file import old_file

SEPMOSA = Path(sys.executable).with_name("sepmosa")
PATIENCE = 60.0  # seconds for anything to happen on a busy machine


@contextmanager
def kiosk(state, config=None, **variables):
    """A companion without camera and buttons, and the socket it speaks to."""
    if config is None:
        config = state / "config.toml"
        config.write_text('[camera]\nsource = "none"\n[buttons]\non = false\n')
    address = f"sepmosa-test-{os.getpid()}"
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env |= {"NOTIFY_SOCKET": f"@{address}", "WATCHDOG_USEC": "400000", **variables}
    command = [SEPMOSA, "companion", "--kiosk", "--config", str(config), "--state", str(state)]
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(f"\0{address}")
        systemd.settimeout(PATIENCE)
        running = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
        try:
            yield running, systemd
        finally:
            running.kill()
            running.communicate()


def fail_to_start(state, config):
    """One start in vain; returns what it said."""
    with kiosk(state, config) as (running, _):
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    return told


def test_it_is_ready_beats_and_stops_cleanly(tmp_path):
    with kiosk(tmp_path) as (running, systemd):
        assert [systemd.recv(64) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        assert (tmp_path / MARKER).read_text() == "1"
        running.send_signal(signal.SIGTERM)
        while (line := systemd.recv(64)) != b"STOPPING=1":
            assert line == b"WATCHDOG=1"
        _, told = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0
    assert not (tmp_path / MARKER).exists()
    assert "Traceback" not in told


READING = f"""
from threading import Semaphore, Thread
import cv2
import numpy as np
from device.commands.companion import leave

taken = Semaphore(0)
def read():
    while True:
        cv2.medianBlur(np.zeros((300, 300), np.uint8), 31)
        taken.release()
for _ in range(4):
    Thread(target=read, daemon=True).start()
for _ in range(40):
    taken.acquire()
leave({SWITCHED_OFF})
"""


def test_it_ends_as_it_says_while_something_is_being_read():
    """With the interpreter's own end OpenCV aborts: "Shut down" was a crash, and it came back."""
    done = subprocess.run([sys.executable, "-c", READING], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (SWITCHED_OFF, b"")


def test_a_stop_before_anything_is_shown_is_no_failed_start(tmp_path):
    marker = tmp_path / MARKER
    with kiosk(tmp_path) as (running, _):
        while not marker.exists():
            assert running.poll() is None
            time.sleep(0.002)
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert not marker.exists()
    assert "Traceback" not in told


def test_a_hang_is_told_with_where_it_was(tmp_path):
    """What systemd's watchdog does to a process that stands still."""
    with kiosk(tmp_path) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        running.send_signal(signal.SIGABRT)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == -signal.SIGABRT
    assert "run_loop" in told
    assert (tmp_path / MARKER).read_text() == "1"


def test_three_starts_in_vain_lead_to_safe_mode_and_the_game_is_still_there(tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        keep(store, played("R7@4+1"))
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[screen]\nlanguage = "xx"\n')
    for _ in range(FAILED):
        assert "language = 'xx'" in fail_to_start(tmp_path, wrong)
    with kiosk(tmp_path, wrong) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0
    assert "safe mode" in told
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        assert store.open_game().game == played("R7@4+1")
    assert "language = 'xx'" in fail_to_start(
        tmp_path, wrong
    )  # a start that went well was forgotten


def test_a_damaged_file_of_games_keeps_nothing_down(tmp_path):
    """One bit of the schema of version 0.1, which once kept every start down, safe mode too."""
    with old_file(tmp_path / "games.sqlite") as old:
        old.keep(played("R7@4+1"))
    flip(tmp_path / "games.sqlite", (tmp_path / "games.sqlite").read_bytes().index(b"is_open"), 7)
    with kiosk(tmp_path) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "games.sqlite is damaged; it is kept as games.damaged-1.sqlite" in told
    assert "Traceback" not in told
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        assert store.set_aside is not None  # nobody has touched the message away
        assert store.open_game().game == played("R7@4+1")


def test_damaged_settings_of_the_device_keep_nothing_down(tmp_path):
    (tmp_path / "device.toml").write_text("[camera]\nwidth = 64\0\n")
    with kiosk(tmp_path) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert "device.toml: " in told
    assert "device.toml is kept as device.damaged-1.toml" in told
    assert (tmp_path / "device.damaged-1.toml").read_text() == "[camera]\nwidth = 64\0\n"


@pytest.mark.parametrize("variables", [{"GPIOZERO_PIN_FACTORY": "lgpio"}, {}])
def test_without_pins_and_without_a_camera_each_is_one_line(tmp_path, variables):
    """As on a Raspberry Pi without lgpio and with no camera, whose number here is one of none; by
    its unit, and by hand."""
    config = tmp_path / "config.toml"
    config.write_text('[camera]\nsource = "usb"\ndevice = 63\n')
    with kiosk(tmp_path, config, **variables) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        while systemd.recv(64) != b"WATCHDOG=1":
            pass
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
    lines = [line for line in told.splitlines() if "device.system.display" not in line]
    assert "Traceback" not in told
    assert len([line for line in lines if "no buttons, played by touch: " in line]) == 1
    assert len([line for line in lines if "there is no USB camera 63" in line]) <= 1
    assert "cap_v4l" not in told
    assert "PinFactoryFallback" not in told


def test_no_screen_is_one_clear_line_and_a_failed_start(tmp_path):
    with kiosk(tmp_path, SDL_VIDEODRIVER="nothing") as (running, _):
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    assert "there is no screen" in told
    assert "Traceback" not in told
    assert (tmp_path / MARKER).read_text() == "1"


def test_safe_mode_comes_up_where_no_game_can_be_reached(tmp_path):
    state, runtime = tmp_path / "state", tmp_path / "run"
    runtime.mkdir()
    state.mkdir()
    newer = line_bytes(1, '[["games",99]]') + line_bytes(2, '[["new"]]')
    (state / "games.txt").write_bytes(newer)
    (state / MARKER).write_text(str(FAILED))
    with kiosk(state, tmp_path / "none.toml", RUNTIME_DIRECTORY=str(runtime)) as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        running.send_signal(signal.SIGTERM)
        _, told = running.communicate(timeout=PATIENCE)
    assert "playing without keeping" in told
    assert [path.name for path in runtime.glob("not-kept-*/games.txt")] == ["games.txt"]


def test_a_second_one_says_so_and_leaves_even_in_safe_mode(tmp_path):
    with kiosk(tmp_path) as (_, systemd):
        assert systemd.recv(64) == b"READY=1"
        (tmp_path / MARKER).write_text(str(FAILED))
        command = [SEPMOSA, "companion", "--kiosk", "--state", str(tmp_path)]
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        env.pop("NOTIFY_SOCKET", None)
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "in use by another companion" in done.stderr


def ports_of(pid):
    """Every row of the kernel's tables of ports whose socket this process holds."""
    ours = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            ours.add(str(handle.readlink()).removeprefix("socket:[").removesuffix("]"))
    for name in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        table = Path(f"/proc/{pid}/net/{name}")
        rows = table.read_text().splitlines()[1:] if table.exists() else ()
        yield from (row for row in rows if row.split()[9] in ours)


def test_nothing_listens_on_any_port(tmp_path):
    before = set(ports_of(os.getpid()))  # of other tests
    with socket.create_server(("127.0.0.1", 0)):
        assert len(set(ports_of(os.getpid())) - before) == 1  # the test would see one
    with kiosk(tmp_path, tmp_path / "as-shipped.toml") as (running, systemd):
        assert systemd.recv(64) == b"READY=1"
        assert systemd.recv(64) == b"WATCHDOG=1"
        assert list(ports_of(running.pid)) == []
