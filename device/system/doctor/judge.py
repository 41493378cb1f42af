"""The doctor: what is known about this machine, judged, each fault with its remedy in one line.

`MachineFacts` are values; where they come from is in `doctor_facts`.
"""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from device.cli import OLDEST
from device.system.failed_starts import FAILED

NEWEST = (3, 13)  # Python that it was tried with
LITTLE, ALMOST_FULL = 500, 50  # megabytes
MEGABYTE = 1 << 20
GROUPS = {  # a Linux group and what it gives access to
    "video": "the camera and the screen",
    "render": "the screen",
    "input": "touch",
    "gpio": "the buttons",
    "audio": "sound",
}
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SINCE_START = 1 << 0, 1 << 16  # bits the firmware tells
HOT_NOW = 1 << 2 | 1 << 3
MAKE_ROOM = "Make room: remove exports, kept misreadings, damaged files, or use a larger card"


class Grade(Enum):
    """How bad a finding is."""

    FINE = "fine"
    WARNING = "warning"  # it plays, but not as it should
    FAULT = "fault"  # something does not work


class FileState(Enum):
    """How the games' file is."""

    NONE = "none"  # nothing has been played yet
    SOUND = "sound"
    DAMAGED = "damaged"
    IN_USE = "in-use"
    UNREADABLE = "unreadable"
    NO_FILE = "no-file"  # a folder, a pipe or a device in its place
    NEWER = "newer"  # written by a newer companion
    GONE = "gone"  # there was one once


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What was found on this machine; troubles are texts, None if all is well."""

    is_pi: bool
    machine: str
    python: tuple[int, int]
    versions: Mapping[str, str | None]  # package → version; None if it is missing
    config_problems: tuple[str, ...]
    config_unread: Mapping[str, int]  # file → the system's number for why it cannot be read
    wants_camera: bool
    wants_buttons: bool
    cameras: tuple[str, ...]
    picamera_trouble: str | None
    model_troubles: Mapping[str, str | None]  # what was looked at → what is wrong with it
    state: str  # the folder of the games
    state_trouble: int | None  # the system's number for why it cannot be written
    free_bytes: int | None
    games: FileState
    damaged_files: tuple[str, ...]  # set aside earlier
    failed_starts: int
    account: str  # that the companion plays under
    asker: str  # the account that asks
    groups: frozenset[str]  # of the account
    known_groups: frozenset[str]  # of the system
    screen_trouble: str | None
    touch_trouble: str | None
    buttons_trouble: str | None
    sound_trouble: str | None
    speech_trouble: str | None
    throttled: int | None  # the firmware's bits; None if nobody tells


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: how it is, and the remedy where it is not fine."""

    name: str
    grade: Grade
    told: str
    remedy: str | None = None


def examine(facts: MachineFacts) -> tuple[Finding, ...]:
    """Everything looked at, in the order in which to read it."""
    return tuple(finding for look in LOOKS for finding in look(facts))


def worst(findings: tuple[Finding, ...]) -> Grade:
    """The worst grade of all."""
    order = list(Grade)
    return max((finding.grade for finding in findings), key=order.index, default=Grade.FINE)


def fine(name: str, told: str) -> Finding:
    return Finding(name, Grade.FINE, told)


def warning(name: str, told: str, remedy: str) -> Finding:
    return Finding(name, Grade.WARNING, told, remedy)


def fault(name: str, told: str, remedy: str) -> Finding:
    return Finding(name, Grade.FAULT, told, remedy)


# What is looked at


def look_at_python(facts: MachineFacts) -> Iterator[Finding]:
    """The language and what is built on it."""
    told = ".".join(map(str, facts.python))
    if not OLDEST <= facts.python <= NEWEST:
        remedy = "Install Python 3.11, 3.12 or 3.13, then: sudo make install PYTHON=/path/to/it"
        yield fault("python", f"Python {told} on {facts.machine}", remedy)
    else:
        yield fine("python", f"Python {told} on {facts.machine}")
    missing = [name for name, version in facts.versions.items() if version is None]
    if missing:
        remedy = "Install again: sudo make install"
        yield fault("packages", f"missing: {', '.join(missing)}", remedy)
    else:
        shown = (f"{name} {version}" for name, version in facts.versions.items())
        yield fine("packages", ", ".join(shown))


def look_at_config(facts: MachineFacts) -> Iterator[Finding]:
    """The configuration, every problem on its own."""
    for problem in facts.config_problems:
        remedy = "Correct that line of the config file, then: sudo systemctl restart sepmosa"
        yield fault("config", problem, remedy)
    for path, number in facts.config_unread.items():
        why = "not a regular file" if number == errno.EINVAL else os.strerror(number)
        told = f"{path} cannot be read: {why}"
        yield fault("config", told, _unread_remedy(facts, path, number))
    if not facts.config_problems and not facts.config_unread:
        yield fine("config", "understood")
    if facts.failed_starts >= FAILED:
        told = f"the last {facts.failed_starts} starts have failed: safe mode"
        yield fault("starts", told, "See why: journalctl -u sepmosa -p err")


def _unread_remedy(facts: MachineFacts, path: str, number: int) -> str:
    if number not in (errno.EACCES, errno.EPERM):
        return "Put a file that can be read in its place, or delete it"
    folder = str(Path(path).parent)
    if folder == facts.state:
        return _access_remedy(facts, _own_remedy(facts))
    places = shlex.join((folder, path))
    return _access_remedy(facts, f"Let everybody read it: sudo chmod a+rX {places}")


def _access_remedy(facts: MachineFacts, remedy: str) -> str:
    """The remedy for what the companion itself may not do; others ask in its name first."""
    if facts.asker in (facts.account, "root"):
        return remedy
    return f"Run the doctor as the companion: sudo -u {facts.account} sepmosa doctor"


def look_at_eyes(facts: MachineFacts) -> Iterator[Finding]:
    """The networks that read tiles, dice and boards."""
    for name, trouble in facts.model_troubles.items():
        if trouble is None:
            yield fine("eyes", name)
        else:
            remedy = "The files are damaged or missing; install again: sudo make install"
            yield fault("eyes", f"{name}: {trouble}", remedy)


def look_at_camera(facts: MachineFacts) -> Iterator[Finding]:
    """The camera, if one is wanted."""
    if not facts.wants_camera:
        yield fine("camera", "none is wanted: played by touch")
    elif facts.cameras:
        yield fine("camera", ", ".join(facts.cameras))
    elif not facts.is_pi:
        yield fine("camera", "none; the virtual table has its own")
    elif facts.picamera_trouble is not None:
        remedy = "Install the camera's software: sudo apt install python3-picamera2"
        yield fault("camera", f"none was found: {facts.picamera_trouble}", remedy)
    else:
        remedy = "Switch off, push the ribbon cable home at both ends, contacts to the contacts"
        yield fault("camera", "none was found", remedy)


def look_at_disk(facts: MachineFacts) -> Iterator[Finding]:
    """The memory card and the games on it."""
    if facts.state_trouble is not None:
        told = f"{facts.state} cannot be written: {os.strerror(facts.state_trouble)}"
        yield fault("disk", told, _disk_remedy(facts, facts.state_trouble))
    elif facts.free_bytes is not None:
        free = facts.free_bytes // MEGABYTE
        told = f"{free} MB free for {facts.state}"
        if free < ALMOST_FULL:
            yield fault("disk", told, MAKE_ROOM)
        elif free < LITTLE:
            yield warning("disk", told, MAKE_ROOM)
        else:
            yield fine("disk", told)
    yield _games(facts)
    if facts.damaged_files:
        told = f"set aside after damage: {', '.join(facts.damaged_files)}"
        remedy = "What could be saved is saved; copy the file away and delete it, check the card"
        yield warning("games", told, remedy)


def _disk_remedy(facts: MachineFacts, number: int) -> str:
    match number:
        case errno.ENOSPC | errno.EDQUOT:
            return MAKE_ROOM
        case errno.EROFS | errno.EIO:
            return "The card takes nothing any more: restart; if it stays so, use another card"
        case errno.ENOTDIR:
            return "Something else is in the folder's place: move it away"
        case _:
            return _access_remedy(facts, _own_remedy(facts))


def _own_remedy(facts: MachineFacts) -> str:
    folder = shlex.quote(facts.state)
    make = f"sudo mkdir -p {folder} && sudo chown -R {facts.account} {folder}"
    return f"Make it the account's own: {make}"


def _games(facts: MachineFacts) -> Finding:
    match facts.games:
        case FileState.NONE:
            return fine("games", "none yet")
        case FileState.SOUND:
            return fine("games", "the file is sound")
        case FileState.IN_USE:
            return fine("games", "the file is sound, and in use by the companion")
        case FileState.DAMAGED:
            remedy = "Restart the companion: it sets the file aside and saves what can be saved"
            return fault("games", "the file is damaged", remedy)
        case FileState.UNREADABLE:
            remedy = _access_remedy(facts, _own_remedy(facts))
            return fault("games", "the file cannot be read", remedy)
        case FileState.NO_FILE:
            remedy = (
                "Put a copy back, or restart the companion: it sets that aside and starts a new one"
            )
            return fault("games", "something that is no file is in the file's place", remedy)
        case FileState.NEWER:
            remedy = "Update: git pull && sudo make update"
            return fault("games", "the file was written by a newer companion", remedy)
        case FileState.GONE:
            remedy = "Put a copy back, or start the companion: it begins a new one"
            return fault("games", "the file is gone", remedy)


def look_at_access(facts: MachineFacts) -> Iterator[Finding]:
    """The account's groups, and what they give access to."""
    if not facts.is_pi:
        yield fine("groups", "not needed on a desk")
        return
    missing = [
        group for group in GROUPS if group in facts.known_groups and group not in facts.groups
    ]
    for group in missing:
        remedy = f"sudo usermod --append --groups {group} {facts.account}, then restart"
        told = f"{facts.account} is not in {group}, which gives {GROUPS[group]}"
        yield fault("groups", told, remedy)
    if not missing:
        yield fine("groups", f"{facts.account} has access to everything it needs")


def look_at_hands_and_eyes(facts: MachineFacts) -> Iterator[Finding]:
    """Screen, touch, buttons and sound."""
    if facts.screen_trouble is not None:
        remedy = "Connect a screen and restart; on a desk, run it in a desktop session"
        yield (fault if facts.is_pi else warning)("screen", facts.screen_trouble, remedy)
    else:
        yield fine("screen", "there")
    if not facts.is_pi:
        yield fine("buttons", "the keys a and l stand in for them")
        return
    if facts.touch_trouble is not None:
        remedy = (
            "Check the screen's USB or ribbon cable; the buttons alone can confirm, not correct"
        )
        yield warning("touch", facts.touch_trouble, remedy)
    if not facts.wants_buttons:
        yield fine("buttons", "none are wanted: confirmed by touch")
    elif facts.buttons_trouble is not None:
        remedy = "Install what drives the pins: sudo apt install python3-lgpio"
        yield fault("buttons", facts.buttons_trouble, remedy)
    else:
        yield fine("buttons", "the pins are there; press them in Settings, Test the buttons")
    if facts.sound_trouble is not None:
        yield warning("sound", facts.sound_trouble, "Connect a speaker, or turn sound off")


def look_at_speech(facts: MachineFacts) -> Iterator[Finding]:
    """What says sentences aloud; only where that is wanted is it missed."""
    if facts.speech_trouble is None:
        yield fine("speech", "the engine is there; switch it on in Settings")
    else:
        remedy = "If you want it to speak: sudo apt install espeak-ng"
        yield warning("speech", facts.speech_trouble, remedy)


def look_at_power(facts: MachineFacts) -> Iterator[Finding]:
    """What the firmware says of voltage and heat."""
    if facts.throttled is None:
        if facts.is_pi:
            yield fine("power", "the firmware says nothing")
        return
    remedy = "Use the Raspberry Pi's own power supply and its cable"
    if facts.throttled & UNDER_VOLTAGE_NOW:
        yield fault("power", "the voltage is too low right now", remedy)
    elif facts.throttled & UNDER_VOLTAGE_SINCE_START:
        yield warning("power", "the voltage has been too low since the start", remedy)
    else:
        yield fine("power", "the voltage is well")
    if facts.throttled & HOT_NOW:
        yield warning("power", "it is too hot and slowed down", "Give it air, or a heat sink")


LOOKS: tuple[Callable[[MachineFacts], Iterator[Finding]], ...] = (
    look_at_python,
    look_at_config,
    look_at_eyes,
    look_at_camera,
    look_at_hands_and_eyes,
    look_at_speech,
    look_at_access,
    look_at_disk,
    look_at_power,
)
