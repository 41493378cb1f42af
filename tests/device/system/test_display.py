"""Opening the screen: every renderer is tried, and a picture counts once it was seen there."""

import errno
import fcntl
import logging
import os
import signal
import subprocess
import sys

import numpy as np
import pygame
import pytest

from device.system import display as shown
from device.system import scanout
from device.system.display import (
    CHOICE,
    LOOKS,
    Display,
    DisplayError,
    ReadBack,
    ScreenFinding,
    open_display,
)
from device.system.scanout import Unreadable

SIZE = (80, 48)


@pytest.fixture(autouse=True)
def dummy(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv(CHOICE, "")
    yield
    pygame.display.quit()


@pytest.fixture
def bare(monkeypatch):
    """As without a desktop, on SDL's dummy screen."""
    monkeypatch.setattr(pygame.display, "get_driver", lambda: shown.WITHOUT_DESKTOP)


def eyes_for(*sights):
    """A look at the screen for each renderer, in the order of trial; and what was tried."""
    left, tried = list(sights), []

    def look(_surface):
        tried.append(os.environ[CHOICE])
        return left.pop(0)

    return look, tried


SHOWN, OTHER = ReadBack(ScreenFinding.SHOWN), ReadBack(ScreenFinding.OTHER)
UNKNOWN = ReadBack(ScreenFinding.UNKNOWN, "another process owns the display")


def test_the_first_renderer_that_shows_the_picture_is_taken(bare, caplog):
    caplog.set_level(logging.INFO)
    look, tried = eyes_for(OTHER, SHOWN)
    display = open_display(look=look)
    assert tried == ["opengles2", "opengl"]
    assert display.renderer == "opengl"
    assert "opengl" in caplog.text
    assert "opengles2: on the screen is something else" in caplog.text


def test_a_screen_that_cannot_be_read_back_is_believed_and_said(bare, caplog):
    caplog.set_level(logging.INFO)
    look, tried = eyes_for(UNKNOWN)
    assert open_display(look=look).renderer == "opengles2"
    assert tried == ["opengles2"]
    assert "cannot be read back: another process owns the display" in caplog.text


def test_no_renderer_that_shows_anything_is_one_clear_line(bare):
    look, _ = eyes_for(OTHER, OTHER, OTHER)
    with pytest.raises(DisplayError, match=r"^no renderer shows a picture: opengles2: .*") as no:
        open_display(look=look)
    assert "\n" not in str(no.value)
    assert str(no.value).count("something else") == 3


def test_a_renderer_that_cannot_be_had_is_passed_over(bare, monkeypatch):
    real = pygame.display.set_mode

    def set_mode(*words):
        if os.environ[CHOICE] == "opengles2":
            raise pygame.error("Window framebuffer support not available")
        return real(*words)

    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    look, tried = eyes_for(SHOWN)
    assert open_display(look=look).renderer == "opengl"
    assert tried == ["opengl"]


def test_what_the_environment_asks_for_is_tried_first():
    assert shown.renderers("opengl") == ("opengl", "opengles2", "opengles")
    assert shown.renderers(None) == shown.renderers("nonsense") == shown.RENDERERS
    assert shown.renderers("opengl", died="opengl") == ("opengles2", "opengles", "opengl")
    assert shown.renderers(None, died="nonsense") == shown.RENDERERS


DEADLY = """
import os, pygame
from device.system import display
pygame.display.get_driver = lambda: display.WITHOUT_DESKTOP
display.open_display(look=lambda _: os.abort())
"""


def test_a_renderer_that_kills_the_companion_is_tried_last_the_next_time(
    bare, monkeypatch, tmp_path, caplog
):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    for _ in range(2):
        died = subprocess.run([sys.executable, "-c", DEADLY], capture_output=True, check=False)
        assert died.returncode == -signal.SIGABRT
    look, tried = eyes_for(OTHER, SHOWN)
    assert open_display(look=look).renderer == "opengles"
    assert tried == ["opengles2", "opengles"]  # the second start died with opengl
    assert "opengl ended the start before" in caplog.text
    assert list(tmp_path.iterdir()) == []
    look, tried = eyes_for(SHOWN)
    monkeypatch.setenv(CHOICE, "")
    assert open_display(look=look).renderer == "opengles2"


def test_a_folder_that_cannot_be_written_keeps_no_screen_dark(bare, monkeypatch, tmp_path):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "missing"))
    look, _ = eyes_for(SHOWN)
    assert open_display(look=look).renderer == "opengles2"


def test_with_a_desktop_nothing_is_tried_and_every_picture_is_out():
    look, tried = eyes_for()
    display = open_display(look=look)
    assert display.flip()
    assert tried == []


def test_no_screen_at_all_is_said(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing")
    with pytest.raises(DisplayError, match="there is no screen"):
        open_display()


def test_a_picture_is_out_once_it_was_seen_and_is_not_looked_for_again():
    surface = pygame.display.set_mode(SIZE)
    look, _ = eyes_for(OTHER, OTHER, SHOWN)
    os.environ[CHOICE] = "opengles2"
    display = Display(surface, shown.WITHOUT_DESKTOP, "opengles2", look)
    assert [display.flip() for _ in range(5)] == [False, False, True, True, True]


def test_a_first_picture_that_never_comes_is_an_error():
    surface = pygame.display.set_mode(SIZE)
    display = Display(surface, shown.WITHOUT_DESKTOP, "opengl", lambda _: OTHER)
    assert not any(display.flip() for _ in range(LOOKS - 1))
    with pytest.raises(DisplayError, match="opengl"):
        display.flip()


# What is compared


def test_a_picture_is_alike_but_for_rounding():
    drawn = np.random.default_rng(3).integers(0, 256, (48, 80, 3), np.uint8)
    rounded = (drawn & 0xF8).astype(np.uint8)
    assert shown.is_alike(rounded, drawn)
    assert not shown.is_alike(np.zeros_like(drawn), drawn)
    assert not shown.is_alike(drawn[:, ::-1], drawn)
    assert not shown.is_alike(drawn[..., ::-1], drawn)
    assert not shown.is_alike(drawn[:40], drawn)


def test_the_opening_picture_is_mistaken_for_no_other():
    surface = pygame.Surface((800, 480))
    shown.draw_opening(surface)
    drawn = shown.bgr_of(surface)
    for other in (drawn[::-1], drawn[:, ::-1], drawn[::-1, ::-1], np.zeros_like(drawn)):
        assert not shown.is_alike(other, drawn)
    assert drawn.shape == (480, 800, 3)
    assert tuple(drawn[479, 0]) == shown.theme.GOLD[::-1]


# What is read back: a kernel that answers as drm.h says


class Kernel:
    """One screen whose picture is in a file; refuses what it is told to."""

    def __init__(self, path, picture_bgr, refuses=None, **framebuffer):
        high, wide = picture_bgr.shape[:2]
        self.pitch = wide * 4 + 64  # rows are longer than what is shown of them
        rows = np.full((high, self.pitch), 77, np.uint8)
        rows[:, : wide * 4] = np.dstack([picture_bgr, np.full((high, wide), 9, np.uint8)]).reshape(
            high, -1
        )
        path.write_bytes(rows.tobytes())
        self.size = wide, high
        self.refuses = refuses
        self.framebuffer = {"format": b"XR24", "handle": 5, "modifier": 0, **framebuffer}
        self.open_handles = 0

    def ioctl(self, _card, request, told):
        number = request & 0xFF
        if number == self.refuses:
            raise OSError(errno.EACCES, "Permission denied")
        match number:
            case 0xA0:
                told.count_controllers = 1
                if told.controllers:
                    (scanout.ctypes.c_uint32 * 1).from_address(told.controllers)[0] = 33
            case 0xA1:
                assert told.id == 33
                told.has_mode, told.framebuffer = 1, 44
            case 0xCE:
                assert told.id == 44
                told.width, told.height = self.size
                told.format = self.framebuffer["format"]
                told.handles[0] = self.framebuffer["handle"]
                told.pitches[0] = self.pitch
                told.modifiers[0] = self.framebuffer["modifier"]
                self.open_handles += bool(self.framebuffer["handle"])
            case 0xB3:
                assert told.handle == 5
                told.offset = 0
            case 0x09:
                self.open_handles -= 1
        return 0


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    def boot(picture_bgr, **options):
        kernel = Kernel(tmp_path / "card0", picture_bgr, **options)
        monkeypatch.setattr(fcntl, "ioctl", kernel.ioctl)
        kernel.card = os.open(tmp_path / "card0", os.O_RDONLY)
        return kernel

    return boot


PICTURE = np.random.default_rng(4).integers(0, 256, (48, 80, 3), np.uint8)


def test_the_picture_on_the_screen_is_read_back(kernel):
    machine = kernel(PICTURE)
    (found,) = scanout.scanned_out(machine.card)
    assert np.array_equal(found, PICTURE)
    assert machine.open_handles == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"handle": 0}, "another process owns the display"),
        ({"format": b"NV12"}, "NV12"),
        ({"modifier": 0x0700000000000001}, "tiled"),
        ({"refuses": 0xCE}, "Permission denied"),
        ({"refuses": 0xB3}, "Permission denied"),
        ({"refuses": 0xA0}, "Permission denied"),
    ],
)
def test_what_cannot_be_read_back_is_said_and_nothing_is_left_open(kernel, options, reason):
    machine = kernel(PICTURE, **options)
    with pytest.raises(Unreadable, match=reason):
        list(scanout.scanned_out(machine.card))
    assert machine.open_handles == 0


def test_the_requests_are_those_of_the_kernels_header(kernel, monkeypatch):
    """Their numbers carry the sizes of what is passed: 64, 104, 104, 16 and 8 bytes."""
    machine, asked = kernel(PICTURE), []
    real = machine.ioctl

    def note(card, request, told):
        asked.append(request)
        return real(card, request, told)

    monkeypatch.setattr(fcntl, "ioctl", note)
    list(scanout.scanned_out(machine.card))
    assert asked == [0xC04064A0, 0xC04064A0, 0xC06864A1, 0xC06864CE, 0xC01064B3, 0x40086409]


@pytest.mark.parametrize(
    ("on_screen", "sight"),
    [(PICTURE, ScreenFinding.SHOWN), (np.zeros_like(PICTURE), ScreenFinding.OTHER)],
)
def test_a_look_tells_the_picture_from_a_black_screen(kernel, monkeypatch, on_screen, sight):
    machine = kernel(on_screen)
    monkeypatch.setattr(shown, "own_cards", lambda: (machine.card,))
    surface = pygame.surfarray.make_surface(PICTURE[..., ::-1].transpose(1, 0, 2))
    assert shown.look_at_screen(surface).sight is sight


def test_without_a_display_device_nothing_is_known():
    assert shown.look_at_screen(pygame.Surface(SIZE)).sight is ScreenFinding.UNKNOWN


def test_only_display_devices_are_our_cards(tmp_path):
    for name, target in (("3", "/dev/dri/card1"), ("4", "/dev/dri/renderD128"), ("5", "/dev/null")):
        (tmp_path / name).symlink_to(target)
    assert scanout.own_cards(tmp_path) == (3,)
