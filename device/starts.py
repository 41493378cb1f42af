"""Counts the starts that did not last, so that a broken setup cannot keep the companion down."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from device.files import replace_file

log = logging.getLogger(__name__)

FAILED = 3  # starts one after the other that did not last: the next one is in safe mode
LASTED = 60.0  # seconds after which a start has not failed
MARKER = "failed-starts"


class Starts:
    """The marker on disk: how many starts there were since one lasted."""

    def __init__(self, folders: Iterable[Path]) -> None:
        """The marker is in the first folder that can be written."""
        self._markers = tuple(folder / MARKER for folder in folders)
        self._begun: float | None = None
        self._is_open = False

    @property
    def failed(self) -> int:
        """How many starts in a row have not lasted."""
        return max((_read(marker) for marker in self._markers), default=0)

    def begin(self) -> bool:
        """Counts this start as failed until it has lasted; whether it is to be in safe mode."""
        failed = self.failed
        self._is_open = True
        for marker in self._markers:
            try:
                _write(marker, failed + 1)
                break
            except OSError as no:
                log.warning("%s cannot be written: %s", marker, no)
        return failed >= FAILED

    def poll(self, now: float) -> None:
        """The companion runs at `now`, in monotonic seconds; once it has lasted, all is well."""
        if self._begun is None:
            self._begun = now
        if self._is_open and now - self._begun >= LASTED:
            self.forget()

    def forget(self) -> None:
        """This start went well."""
        self._is_open = False
        for marker in self._markers:
            with suppress(OSError):
                marker.unlink()


def _read(marker: Path) -> int:
    try:
        return int(marker.read_text(encoding="ascii")[:4])
    except (OSError, ValueError):
        return 0


def _write(marker: Path, count: int) -> None:
    """Whole or not at all, and on disk before it returns."""
    marker.parent.mkdir(parents=True, exist_ok=True)
    replace_file(marker, str(count).encode("ascii"))
