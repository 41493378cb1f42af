"""The doctor's report: what is measured and told, and what never is."""

import getpass
import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from device.camera.source import CameraError
from device.system.doctor.report import (
    FRAMES,
    IN_USE,
    Section,
    camera_rows,
    machine_rows,
    pin_rows,
    power_of,
    report,
    screen_rows,
    sound_rows,
    source_rows,
    text_of,
    touch_rows,
)
from tests.device.store.kept_games import keep, opened, played

SEPMOSA = Path(sys.executable).with_name("sepmosa")
INPUT = """I: Bus=0003 Vendor=0eef Product=0005 Version=0100
N: Name="ILITEK ILITEK-TP"
P: Phys=usb-0000:01:00.0-1.4/input0
H: Handlers=mouse0 event4
B: PROP=2
B: ABS=3273800000000003

I: Bus=0019 Vendor=0001 Product=0001 Version=0100
N: Name="pwr_button"
H: Handlers=kbd event0
B: KEY=10000000000000 0
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def pi(tmp_path):
    """Files as a Raspberry Pi's kernel shows them."""
    write(tmp_path / "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(tmp_path / "proc/bus/input/devices", INPUT)
    write(tmp_path / "proc/asound/cards", " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n   x\n")
    write(tmp_path / "etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n')
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", "51234\n")
    write(tmp_path / "sys/class/drm/card1-DSI-1/status", "connected\n")
    write(tmp_path / "sys/class/drm/card1-DSI-1/modes", "800x480\n")
    write(tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    return tmp_path


def test_the_machine_is_told(pi):
    told = dict(machine_rows(pi))
    assert told["model"] == "Raspberry Pi 5 Model B Rev 1.0"
    assert told["system"] == "Debian GNU/Linux 13 (trixie)"
    assert told["heat"] == "51 °C"
    assert told["numpy"] == np.__version__
    assert told["throttled"].startswith("0x50005: now under-voltage, throttled")


def test_a_device_with_one_handler_is_told_with_its_event(tmp_path):
    """As the kernel writes a touchscreen that is no mouse as well."""
    write(tmp_path / "proc/bus/input/devices", 'N: Name="MultiTouch"\nH: Handlers=event3 \n')
    assert list(touch_rows(tmp_path)) == [("event3", "MultiTouch")]


def test_the_firmwares_bits_are_put_in_words():
    assert power_of(0) == "0x0: now nothing; since the start nothing"
    assert power_of(0x80008) == "0x80008: now hot; since the start hot"
    assert power_of(0x10000) == "0x10000: now nothing; since the start under-voltage"


def test_touchscreens_are_told_from_other_input(pi):
    assert list(touch_rows(pi)) == [("event4", "ILITEK ILITEK-TP, touch"), ("event0", "pwr_button")]
    assert list(touch_rows(pi / "nowhere")) == [("input", "none")]


def test_what_is_connected_is_told_and_a_screen_in_use_left_alone(pi):
    told = list(screen_rows(pi, is_in_use=True))
    assert told == [("DSI-1", "connected, 800x480"), ("picture", IN_USE)]


def test_sound_and_pins(pi):
    assert list(sound_rows(pi)) == [("card", "0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0")]
    assert list(sound_rows(pi / "nowhere")) == [("card", "none")]
    assert list(pin_rows(pi)) == [("pins", "none")]


class Camera:
    """Gives a frame every 40 ms of a clock that it turns itself."""

    is_live = True
    model, format, controls, is_locked = "imx708", "RGB888", frozenset({"AeEnable"}), True

    def __init__(self):
        self.now = 0.0
        self.is_closed = False

    def read(self):
        self.now += 0.04
        return np.full((1080, 1920, 3), 90, np.uint8)

    def close(self):
        self.is_closed = True


def test_a_camera_is_told_with_its_controls_format_and_frame_rate():
    camera = Camera()
    told = dict(source_rows(camera, lambda: camera.now))
    assert told["camera"] == "imx708 (Camera)"
    assert told["controls"] == "AeEnable"
    assert (told["format"], told["size"]) == ("RGB888", "1920 x 1080")
    assert told["frames"] == "25.0 a second"
    assert told["light"] == f"mean 90 of 255 after {FRAMES + 1} frames"


def test_a_camera_is_let_go_of_and_what_is_wrong_with_it_told():
    camera = Camera()
    list(camera_rows(lambda: camera))
    assert camera.is_closed

    def fail():
        raise CameraError("there is no camera at the Pi")

    assert list(camera_rows(fail)) == [("camera", "there is no camera at the Pi")]
    assert list(camera_rows(None)) == [("camera", "none is wanted")]
    assert list(camera_rows(fail, is_in_use=True)) == [("camera", IN_USE)]


def test_what_breaks_is_told_and_ends_nothing_else(pi):
    def fail():
        raise ValueError("the driver\nis mad")

    told = report(fail, is_in_use=False, root=pi)
    assert "trouble" in told
    assert "ValueError: the driver·is mad" in told
    assert told.index("[camera]") < told.index("ValueError") < told.index("[reading]")


def test_the_text_can_be_pasted():
    """Nothing in it steers a terminal, and no line is endless."""
    told = text_of([Section("camera", (("model", "imx\x1b[31m708" + 500 * "x"),))])
    assert told.startswith("[camera]\nmodel ")
    assert "\x1b" not in told
    assert max(map(len, told.splitlines())) < 350


def test_the_command_tells_no_names_and_no_games(tmp_path):
    """A person's home, account and host, and the players, are nobody's business."""
    state = tmp_path / "state-of-berta"
    state.mkdir()
    with opened(state / "games.sqlite") as store:
        keep(store, played("R7@4+1"), ("Wilhelmina", "Friedrich"))
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [SEPMOSA, "doctor", "--report", "--state", str(state)],
        env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for secret in ("Wilhelmina", "Friedrich", "berta", socket.gethostname(), getpass.getuser()):
        if len(secret) > 3:
            assert secret not in done.stdout, secret
    assert "R7@4+1 drawn, R7@4+1 read" in done.stdout
    assert "cannot be read back" in done.stdout
    assert done.stderr == ""
    sections = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert sections == [
        "[machine]",
        "[screen]",
        "[touch]",
        "[camera]",
        "[reading]",
        "[pins]",
        "[sound]",
    ]


def test_screen_and_camera_of_a_companion_at_work_are_left_alone(tmp_path):
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with opened(tmp_path / "games.sqlite"):
        done = subprocess.run(
            [SEPMOSA, "doctor", "--report", "--state", str(tmp_path)],
            env=env, capture_output=True, text=True, check=True,
        )  # fmt: skip
    assert done.stdout.count(IN_USE) == 2
