"""Counts the starts that did not last, so that a broken setup cannot keep the companion down.

A device may be unplugged at any moment: a start that was up when the power went has not failed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from device.store.files import replace_file

log = logging.getLogger(__name__)

FAILED = 3  # starts one after the other that did not last: the next one is in safe mode
LASTED = 60.0  # seconds after which a start has not failed
UP = 10.0  # seconds after which only the companion itself can make it fail, no longer the power
MARKER = "failed-starts"
UP_MARKER = "was-up"  # names the boot in which the last start was up for so long
BOOT = Path("/proc/sys/kernel/random/boot_id")  # another one after the power was gone


class Starts:
    """The marker on disk: how many starts there were since one lasted."""

    def __init__(self, folders: Iterable[Path], boot: Path = BOOT) -> None:
        """The marker is in the first folder that can be written."""
        self._markers = tuple(folder / MARKER for folder in folders)
        self._boot = _text(boot)
        self._begun: float | None = None
        self._is_open = False
        self._is_up = False

    @property
    def failed(self) -> int:
        """How many starts in a row have not lasted."""
        return max((_read(marker) for marker in self._markers), default=0)

    def begin(self) -> bool:
        """Counts this start as failed until it has lasted; whether it is to be in safe mode."""
        if self._was_unplugged():
            self.forget()
        failed = self.failed
        self._is_open = True
        self._write(MARKER, str(failed + 1))
        return failed >= FAILED

    def poll(self, now: float) -> None:
        """The companion runs at `now`, in monotonic seconds; once it has lasted, all is well."""
        if self._begun is None:
            self._begun = now
        if not self._is_open:
            return
        if now - self._begun >= LASTED:
            self.forget()
        elif now - self._begun >= UP and not self._is_up:
            self._is_up = True
            self._write(UP_MARKER, self._boot)

    def forget(self) -> None:
        """This start went well."""
        self._is_open = False
        for marker in self._markers:
            for path in (marker, marker.with_name(UP_MARKER)):
                with suppress(OSError):
                    path.unlink()

    def _was_unplugged(self) -> bool:
        """Whether the last start was up until the power went."""
        ends = (_text(marker.with_name(UP_MARKER)) for marker in self._markers)
        return bool(self._boot) and any(boot and boot != self._boot for boot in ends)

    def _write(self, name: str, text: str) -> None:
        """Writes a marker to the first folder that takes it."""
        for marker in self._markers:
            try:
                _write(marker.with_name(name), text)
                break
            except OSError as no:
                log.warning("%s cannot be written: %s", marker.with_name(name), no)


def _read(marker: Path) -> int:
    try:
        return int(_text(marker)[:4])
    except ValueError:
        return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _write(marker: Path, text: str) -> None:
    """Whole or not at all, and on disk before it returns."""
    marker.parent.mkdir(parents=True, exist_ok=True)
    replace_file(marker, text.encode("ascii"))
