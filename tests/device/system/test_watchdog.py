"""What systemd is told, heard on a real socket; a loop that hangs falls silent."""

import os
import socket

import pygame
import pytest

from device.core.loop import run_loop
from device.system.watchdog import Watchdog


@pytest.fixture
def systemd(tmp_path):
    """The end of the socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.bind(str(tmp_path / "notify"))
        ours.setblocking(False)
        yield ours


def heard(systemd):
    """Every line told so far."""
    lines = []
    while True:
        try:
            lines.append(systemd.recv(4096).decode())
        except BlockingIOError:
            return lines


def watchdog_of(systemd, seconds=20.0):
    return Watchdog(systemd.getsockname(), seconds)


def test_the_first_picture_tells_that_all_is_up_and_beats_follow(systemd):
    dog = watchdog_of(systemd)
    assert heard(systemd) == []
    dog.beat(100.0)
    assert heard(systemd) == ["READY=1", "WATCHDOG=1"]
    dog.beat(104.9)
    assert heard(systemd) == []
    dog.beat(105.0)
    assert heard(systemd) == ["WATCHDOG=1"]


def test_an_abstract_socket_is_spoken_to():
    name = f"sepmosa-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ours:
        ours.bind(f"\0{name}")
        Watchdog(f"@{name}").beat(1.0)
        assert ours.recv(4096) == b"READY=1"


def test_what_systemd_says_is_understood(systemd):
    address = systemd.getsockname()
    environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "8000000"}
    dog = Watchdog.from_environment(environment)
    for now in (0.0, 1.9, 2.0):
        dog.beat(now)
    assert heard(systemd) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    for other in ({"WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "²"}):
        Watchdog.from_environment({**environment, **other}).beat(0.0)
        assert heard(systemd) == ["READY=1"]


def test_without_systemd_and_with_a_deaf_one_the_game_goes_on(tmp_path, caplog):
    Watchdog().beat(1.0)
    assert caplog.text == ""
    Watchdog(str(tmp_path / "nobody"), 4.0).beat(1.0)
    assert "does not hear READY=1" in caplog.text


class Hung(Exception):
    """Stands for the moment at which a loop never comes back."""


class Loop:
    """A loop that shows so many pictures and then hangs, or ends."""

    def __init__(self, pictures, hangs):
        self.left = pictures
        self.hangs = hangs

    def turn_over(self, _):
        if self.left == 0 and self.hangs:
            raise Hung
        self.left -= 1
        return self.left >= 0


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.init()
    pygame.display.set_mode((8, 8))
    yield
    pygame.quit()


def test_the_loop_itself_feeds_the_watchdog(systemd, screen):
    ticks = iter(range(0, 1000, 5))
    run_loop(Loop(3, False), watchdog_of(systemd), lambda: float(next(ticks)))
    assert heard(systemd) == ["READY=1", *["WATCHDOG=1"] * 3]


@pytest.mark.parametrize("pictures", [0, 2])
def test_a_loop_that_hangs_tells_nothing_more(systemd, screen, pictures):
    ticks = iter(range(0, 1000, 5))
    with pytest.raises(Hung):
        run_loop(Loop(pictures, True), watchdog_of(systemd), lambda: float(next(ticks)))
    assert heard(systemd) == ["READY=1", *["WATCHDOG=1"] * 2] * (pictures > 0)
