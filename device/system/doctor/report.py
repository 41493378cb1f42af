"""The doctor's report: what someone with a real device is asked to send, as one text.

It measures: it shows a picture and reads it back, takes frames and reads a table. No names, no
games, no paths of people's own folders.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from device.camera.source import CameraError, Opener, Source
from device.commands.terminal import printable
from device.system.doctor.facts import PACKAGES, ROOT, text_in, throttled

FLIPS = 60
FRAMES = 40
READINGS = 3
WIDEST = 300  # characters of a row
NAMES = 22  # of them for its name
IN_USE = "in use by the companion; for all of it: sudo systemctl stop sepmosa, then this again"
SINCE_START = 16  # the firmware's bits of what has happened are those of now, so far up
THROTTLED = ("under-voltage", "slowed down", "throttled", "hot")

Row = tuple[str, str]  # a name and what there is to say


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report."""

    title: str
    rows: tuple[Row, ...]


def report(opener: Opener | None, is_in_use: bool, root: Path = ROOT) -> str:
    """The whole report. `opener` opens the camera; where the companion is at work, screen and
    camera are its own and left alone."""
    sections = (
        _section("machine", lambda: machine_rows(root)),
        _section("screen", lambda: screen_rows(root, is_in_use)),
        _section("touch", lambda: touch_rows(root)),
        _section("camera", lambda: camera_rows(opener, is_in_use)),
        _section("reading", reading_rows),
        _section("pins", lambda: pin_rows(root)),
        _section("sound", lambda: sound_rows(root)),
    )
    return text_of(sections)


def text_of(sections: Iterable[Section]) -> str:
    """The report as a person reads and pastes it."""
    lines = []
    for section in sections:
        lines.append(f"[{section.title}]")
        lines += [f"{name:<{NAMES}} {printable(told, WIDEST)}" for name, told in section.rows]
        lines.append("")
    return "\n".join(lines)


def _section(title: str, rows: Callable[[], Iterable[Row]]) -> Section:
    """A section as far as it can be told: what breaks is told too, and ends nothing else."""
    found: list[Row] = []
    try:
        found.extend(rows())
    except Exception as error:  # noqa: BLE001  drivers raise what they like
        found.append(("trouble", f"{type(error).__name__}: {error}"))
    return Section(title, tuple(found))


# The machine


def machine_rows(root: Path = ROOT) -> Iterator[Row]:
    """The board, its system, versions, power and heat."""
    model = text_in(root / "proc/device-tree/model").rstrip("\0")
    yield "model", model or platform.machine()
    system = dict(
        line.split("=", 1) for line in text_in(root / "etc/os-release").splitlines() if "=" in line
    )
    yield "system", system.get("PRETTY_NAME", "unknown").strip('"')
    yield "kernel", f"{platform.release()} {platform.machine()}"
    yield "processors", str(os.cpu_count())
    yield "python", platform.python_version()
    for name in (*PACKAGES, "picamera2", "lgpio"):
        yield name, _version(name)
    yield "sdl", _sdl()
    bits = throttled(root)
    yield "throttled", "nobody tells" if bits is None else power_of(bits)
    for zone in sorted((root / "sys/class/thermal").glob("thermal_zone*/temp")):
        yield "heat", f"{int(text_in(zone) or 0) / 1000:.0f} °C"


def power_of(bits: int) -> str:
    """What the firmware's bits on voltage and heat mean."""
    now = [name for at, name in enumerate(THROTTLED) if bits >> at & 1]
    since = [name for at, name in enumerate(THROTTLED) if bits >> (at + SINCE_START) & 1]
    told = f"now {', '.join(now) or 'nothing'}; since the start {', '.join(since) or 'nothing'}"
    return f"{bits:#x}: {told}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not there"


def _sdl() -> str:
    import pygame

    return ".".join(map(str, pygame.get_sdl_version()))


# Screen and touch


def screen_rows(root: Path = ROOT, is_in_use: bool = False) -> Iterator[Row]:
    """What is connected, which renderer draws, what the screen reads back, and how fast."""
    for card in sorted((root / "sys/class/drm").glob("card[0-9]")):
        yield card.name, (card / "device/driver").resolve().name
    for status in sorted((root / "sys/class/drm").glob("card*-*/status")):
        modes = text_in(status.with_name("modes")).split()
        told = f"{text_in(status).strip()}, {modes[0] if modes else 'no modes'}"
        yield status.parent.name.partition("-")[2], told
    for light in sorted((root / "sys/class/backlight").glob("*")):
        yield "backlight", light.name
    if is_in_use:
        yield "picture", IN_USE
    else:
        yield from shown_rows()


def shown_rows() -> Iterator[Row]:
    """A picture is shown and read back."""
    import pygame

    from device.system.display import DisplayError, look_at_screen, open_display

    try:
        display = open_display()
        yield "driver", f"{display.driver}, {' x '.join(map(str, display.surface.get_size()))}"
        yield "renderer", display.renderer or "SDL's own choice"
        yield "read back", str(look_at_screen(display.surface))
        begun = time.monotonic()
        for _ in range(FLIPS):
            pygame.display.flip()
        yield "flips", f"{FLIPS / (time.monotonic() - begun):.0f} a second"
    except DisplayError as no:
        yield "picture", str(no)
    finally:
        pygame.display.quit()


def touch_rows(root: Path = ROOT) -> Iterator[Row]:
    """Everything that gives input, and for touchscreens how many fingers they follow."""
    told = text_in(root / "proc/bus/input/devices").strip()
    if not told:
        yield "input", "none"
        return
    for block in told.split("\n\n"):
        lines = dict(line.partition(": ")[::2] for line in block.splitlines() if ": " in line)
        name = lines.get("N", "").removeprefix("Name=").strip('"')
        handlers = lines.get("H", "").removeprefix("Handlers=").split()
        events = [word for word in handlers if word.startswith("event")]
        touches = ", touch" if _axes(block) >> 0x35 & 1 else ""  # ABS_MT_POSITION_X
        yield events[0] if events else "input", f"{name}{touches}"


def _axes(block: str) -> int:
    """A device's axes as bits, which the kernel writes as words of 64, the first ones short."""
    line = next((line for line in block.splitlines() if line.startswith("B: ABS=")), "B: ABS=0")
    first, *rest = line.partition("=")[2].split()
    return int(first + "".join(word.rjust(16, "0") for word in rest), 16)


# Camera and reading


def camera_rows(opener: Opener | None, is_in_use: bool = False) -> Iterator[Row]:
    """The camera, what it gave when it was asked, and how fast it gives frames."""
    if opener is None:
        yield "camera", "none is wanted"
        return
    if is_in_use:
        yield "camera", IN_USE
        return
    try:
        source = opener()
    except CameraError as no:
        yield "camera", str(no)
        return
    try:
        yield from source_rows(source)
    except CameraError as no:
        yield "trouble", str(no)
    finally:
        source.close()


def source_rows(source: Source, clock: Callable[[], float] = time.monotonic) -> Iterator[Row]:
    """What an open camera says of itself, and its frames."""
    yield "camera", f"{getattr(source, 'model', '')} ({type(source).__name__})".strip()
    yield "controls", ", ".join(sorted(getattr(source, "controls", ()))) or "none"
    yield "format", str(getattr(source, "format", "pictures"))
    first = source.read()
    yield "size", f"{first.shape[1]} x {first.shape[0]}"
    begun = clock()
    frames = [source.read() for _ in range(FRAMES)]
    rate = FRAMES / max(1e-6, clock() - begun)
    yield "frames", f"{rate:.1f} a second"
    yield "light", f"mean {frames[-1].mean():.0f} of 255 after {FRAMES + 1} frames"
    yield "locked", "yes" if getattr(source, "is_locked", True) else "not yet"


def reading_rows(clock: Callable[[], float] = time.monotonic) -> Iterator[Row]:
    """How long a look at a drawn table takes, the same table everywhere."""
    from device.system.doctor.facts import MOVE, TABLE_PICTURE
    from engine.sepmosa import Player, Start, new_game
    from vision.image_file import read_image
    from vision.judge.look import open_eyes, propose_from_frames
    from vision.net import MODELS

    table, frame = new_game(Start(Player.ONE)).state, read_image(MODELS / TABLE_PICTURE)
    begun = clock()
    eyes = open_eyes()
    yield "networks", f"opened in {clock() - begun:.2f} s"
    times = []
    for _ in range(READINGS):
        begun = clock()
        seen = propose_from_frames(eyes, table, [], [frame])
        times.append(clock() - begun)
    yield "table", f"{MOVE} drawn, {seen.move} read, {frame.shape[1]} x {frame.shape[0]}"
    yield "time", ", ".join(f"{1000 * each:.0f} ms" for each in times)


# Pins and sound


def pin_rows(root: Path = ROOT) -> Iterator[Row]:
    """The pins' devices."""
    chips = sorted((root / "sys/bus/gpio/devices").glob("gpiochip*"))
    if not chips:
        yield "pins", "none"
    for chip in chips:
        driver = (chip / "device/driver").resolve().name
        yield chip.name, driver if (chip / "device/driver").exists() else "there"


def sound_rows(root: Path = ROOT) -> Iterator[Row]:
    """The sound cards."""
    lines = text_in(root / "proc/asound/cards").splitlines()
    cards = [line.strip() for line in lines if "]:" in line]
    yield from (("card", card) for card in cards)
    if not cards:
        yield "card", "none"
