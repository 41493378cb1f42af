"""Follows the games' file as a companion writes it: never locks it, never writes to it.

A line that is being written may be seen before it is safely on disk; if the disk then fails, the
companion cuts it off again, and it vanishes here as well.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from typing import Any

from device.store.contents import Contents, Newer, Unfit, facts_of
from device.store.lines import Lines, read_lines
from device.system.memory import give_back
from vision.regular import read_regular

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class News:
    """What a look at the file brought; `is_whole` if it was read from its beginning."""

    facts: tuple[Any, ...] = ()
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class _Mark:
    """A state of the file; another one means that it was written to or replaced."""

    inode: int
    size: int
    changed: int  # ns


class GamesReader:
    """All that the file tells, kept up to date by `poll`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.contents = Contents()
        self._mark: _Mark | None = None
        self._end = 0  # bytes that were read
        self._last = 0  # the number of the last line that was read

    def poll(self) -> News | None:
        """Reads what has been added, or everything where the file is another one; None where
        nothing has changed. Raises OSError; a file that is missing is empty."""
        mark = _mark_of(self.path)
        if mark == self._mark:
            return None
        before, self._mark = self._mark, mark  # from before it is read: no change is missed
        if mark is None:
            return self._begin(Lines((), 0, True, 0))
        is_longer = before is not None and before.inode == mark.inode and mark.size > self._end
        if is_longer and self._last:
            raw = _read_from(self.path, self._end)
            if b"\n" not in raw:
                return None  # half of a line
            added = read_lines(raw)
            first = added.last - len(added.bodies) + 1
            if added.is_sound and first == self._last + 1:
                return News(tuple(self._take(added)))
        news = self._begin(read_lines(read_regular(self.path)))
        give_back()
        return news

    def _begin(self, lines: Lines) -> News:
        self.contents = Contents()
        self._end = 0
        for _ in self._take(lines):
            pass
        return News(is_whole=True)

    def _take(self, lines: Lines) -> Iterator[Any]:
        """Takes all lines that fit, fact by fact: what is wrong with others is the companion's to
        say."""
        self._end += lines.end
        self._last = lines.last
        wrong: list[Exception] = []
        for body in lines.bodies:
            try:
                for fact in facts_of(body):
                    self.contents.take(_shared(fact))
                    yield fact
            except (Unfit, Newer) as no:
                wrong.append(no)
        if wrong:
            log.warning("%s: %d lines left out: %s …", self.path.name, len(wrong), wrong[0])


def _shared(fact: Any) -> Any:
    """The fact with one text in memory for all moves that are the same."""
    match fact:
        case ["log", game, after, [*entries]]:
            return ["log", game, after, [intern(e) if isinstance(e, str) else e for e in entries]]
    return fact


def _mark_of(path: Path) -> _Mark | None:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return _Mark(found.st_ino, found.st_size, found.st_mtime_ns)


def _read_from(path: Path, start: int) -> bytes:
    """A file's bytes from `start` on; raises OSError."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read()
