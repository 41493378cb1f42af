"""Where files for people go: onto a USB stick where one is in, else into a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.store.files import write_inside

ROOTS = (Path("/media"), Path("/run/media"))  # where sticks are mounted
ON_STICK = "SEPMOSA"  # the folder on a stick
LONGEST = 160  # bytes of all names together; a file's name may have 255
_ESCAPED = re.compile(r"\\([0-7]{3})")
_DOCUMENTS = re.compile(r'^XDG_DOCUMENTS_DIR="(?:\$HOME/?|(?=/))([^"]*)"', re.MULTILINE)
_NO_NAME = re.compile(r"[^\w '-]+")  # FAT forbids most other signs


@dataclass(frozen=True, slots=True)
class Sent:
    """Where a file is, as people say it."""

    path: str
    on_stick: bool


@dataclass(frozen=True, slots=True)
class Outbox:
    """A folder, and wherever sticks show up; the rest is for tests."""

    folder: Path
    roots: tuple[Path, ...] = ROOTS
    mounts: Path = Path("/proc/self/mountinfo")
    devices: Path = Path("/sys/dev/block")

    def put(self, name: str, content: bytes) -> Sent:
        """Writes a new file, on disk before it returns; one that is there already stays. Raises
        OSError."""
        sticks = list(self.sticks())
        if not sticks:
            return Sent(as_told(write_inside(self.folder, name, content)), False)
        path = write_inside(sticks[-1] / ON_STICK, name, content)
        return Sent(f"{ON_STICK}/{path.name}", True)

    def sticks(self) -> Iterator[Path]:
        """Every USB stick that is mounted and may be written to, the newest last."""
        try:
            lines = self.mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        except OSError:
            return
        for line in lines:
            fields = line.split(" ")
            if len(fields) < 6 or "rw" not in fields[5].split(","):
                continue
            place = Path(_ESCAPED.sub(lambda sign: chr(int(sign[1], 8)), fields[4]))
            is_there = any(place.is_relative_to(root) for root in self.roots)
            if is_there and self._is_usb(fields[2]) and os.access(place, os.W_OK):
                yield place

    def _is_usb(self, number: str) -> bool:
        """Whether a block device, by its number, hangs on the USB."""
        return "/usb" in str((self.devices / number).resolve())


def documents_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Where people keep their documents: as the desktop says, else `Documents` at home."""
    file = Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    try:
        told = file.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        told = ""
    named = _DOCUMENTS.search(told)
    return home / named[1] if named else home / "Documents"


def as_told(path: Path) -> str:
    """Where a file is, as people say it: from their own folder on."""
    whole, home = path.absolute(), Path.home()
    return f"~/{whole.relative_to(home)}" if whole.is_relative_to(home) else str(whole)


def readable_name(game: str, begun: str, names: Sequence[str], number: int) -> str:
    """A file's name that tells the game, its day and its players: `SEPMOSA 2026-11-15 Anna - Ben`;
    the game's number stands in for players without a name that a file can have."""
    own = [" ".join(_NO_NAME.sub(" ", name).split()).strip("'- ") for name in names]
    day = begun[:10] if re.fullmatch(r"\d{4}-\d\d-\d\d", begun[:10]) else ""
    players = " - ".join(filter(None, own)).encode()[:LONGEST].decode(errors="ignore").rstrip("'- ")
    return " ".join(filter(None, (game, day, players or f"{number:04d}")))
