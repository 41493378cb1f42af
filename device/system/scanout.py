"""Reads back what the kernel puts on the screen: the framebuffers that a DRM device scans out.

The kernel gives a framebuffer's memory to the process that owns the display (DRM master), and SDL's
own handle of this process is that. What is read is what the display controller sends to the panel;
cable, panel and backlight are beyond it.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np

from vision.picture import Image, pixels

CARDS = "/dev/dri/card"
FORMATS = (b"XR24", b"AR24")  # four bytes a pixel: blue, green, red, and one that is not shown
LINEAR, NOT_TOLD = 0, (1 << 56) - 1  # modifiers of a picture whose rows follow one another


class Unreadable(OSError):
    """What is on the screen cannot be read; the message says why."""


class _Resources(ctypes.Structure):
    _fields_ = (
        ("framebuffers", ctypes.c_uint64),
        ("controllers", ctypes.c_uint64),
        ("connectors", ctypes.c_uint64),
        ("encoders", ctypes.c_uint64),
        ("count_framebuffers", ctypes.c_uint32),
        ("count_controllers", ctypes.c_uint32),
        ("count_connectors", ctypes.c_uint32),
        ("count_encoders", ctypes.c_uint32),
        ("bounds", ctypes.c_uint32 * 4),
    )


class _Controller(ctypes.Structure):
    _fields_ = (
        ("connectors", ctypes.c_uint64),
        ("count_connectors", ctypes.c_uint32),
        ("id", ctypes.c_uint32),
        ("framebuffer", ctypes.c_uint32),
        ("x", ctypes.c_uint32),
        ("y", ctypes.c_uint32),
        ("gamma_size", ctypes.c_uint32),
        ("has_mode", ctypes.c_uint32),
        ("mode", ctypes.c_uint8 * 68),
    )


class _Framebuffer(ctypes.Structure):
    _fields_ = (
        ("id", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("format", ctypes.c_char * 4),
        ("flags", ctypes.c_uint32),
        ("handles", ctypes.c_uint32 * 4),
        ("pitches", ctypes.c_uint32 * 4),
        ("offsets", ctypes.c_uint32 * 4),
        ("modifiers", ctypes.c_uint64 * 4),
    )


class _Mapping(ctypes.Structure):
    _fields_ = (
        ("handle", ctypes.c_uint32),
        ("pad", ctypes.c_uint32),
        ("offset", ctypes.c_uint64),
    )


class _Handle(ctypes.Structure):
    _fields_ = (("handle", ctypes.c_uint32), ("pad", ctypes.c_uint32))


def own_cards(links: Path = Path("/proc/self/fd")) -> tuple[int, ...]:
    """The handles of display devices that this process has open."""
    found = []
    for link in links.iterdir():
        with suppress(OSError):  # closed meanwhile
            if str(link.readlink()).startswith(CARDS):
                found.append(int(link.name))
    return tuple(sorted(found))


def scanned_out(card: int) -> Iterator[Image]:
    """The picture (h x w x 3, 8-bit BGR) on every screen of a display device; raises Unreadable."""
    try:
        for controller in _controllers(card):
            if controller.has_mode and controller.framebuffer:
                yield _picture(card, controller.framebuffer)
    except OSError as no:
        raise no if isinstance(no, Unreadable) else Unreadable(no.strerror or str(no)) from no


def _controllers(card: int) -> Iterator[_Controller]:
    asked = _Resources()
    _ask(card, 0xA0, asked)
    numbers = (ctypes.c_uint32 * asked.count_controllers)()
    again = _Resources(
        controllers=ctypes.addressof(numbers), count_controllers=asked.count_controllers
    )
    _ask(card, 0xA0, again)
    for number in numbers:
        controller = _Controller(id=number)
        _ask(card, 0xA1, controller)
        yield controller


def _picture(card: int, number: int) -> Image:
    found = _Framebuffer(id=number)
    _ask(card, 0xCE, found)
    handle, pitch = found.handles[0], found.pitches[0]
    if not handle:
        raise Unreadable("another process owns the display")
    try:
        if found.format not in FORMATS:
            raise Unreadable(f"its pixels are {found.format.decode(errors='replace')}")
        if found.modifiers[0] not in (LINEAR, NOT_TOLD):
            raise Unreadable(f"its pixels are tiled ({found.modifiers[0]:#x})")
        place = _Mapping(handle=handle)
        _ask(card, 0xB3, place)
        start, size = found.offsets[0], found.height * pitch
        with mmap.mmap(
            card, start + size, mmap.MAP_SHARED, mmap.PROT_READ, offset=place.offset
        ) as memory:
            raw = np.frombuffer(memory[start : start + size], np.uint8)
    finally:
        _ask(card, 0x09, _Handle(handle=handle), is_answered=False)
    rows = raw.reshape(found.height, pitch)[:, : found.width * 4]
    return pixels(rows.reshape(found.height, found.width, 4)[..., :3])


def _ask(card: int, number: int, told: ctypes.Structure, is_answered: bool = True) -> None:
    """One of the display device's requests, by its number in the kernel's drm.h."""
    way = 3 if is_answered else 1
    fcntl.ioctl(card, way << 30 | ctypes.sizeof(told) << 16 | ord("d") << 8 | number, told)
