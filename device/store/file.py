"""The file the games are in: locked, checked whole before anything in it is believed, appended to
line by line, and set aside when damaged.

Beside it lies a second, small one, `….lock`: the process that has it locked has the games to
itself, and it says how many lines there were and how many games, so that lines lost at the end are
missed, and no number is given twice, whatever becomes of the file.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from device.core.messages import Message, Sentence, say
from device.store.contents import Contents, Fact, Newer, Unfit, body_of, facts_of
from device.store.files import names_beside, replace_file, sync_folder
from device.store.lines import line_bytes, read_lines
from vision.regular import read_regular

log = logging.getLogger(__name__)

OLD_SUFFIX = ".sqlite"  # of the file that version 0.1 kept its games in
STALE = 500  # facts that others have replaced: the file is rewritten without them
SKIPPED = 1000  # numbers left out after damage, where it is not known how many there were
BLOCK = 4096  # bytes of a memory card that are lost together


class StoreError(OSError):
    """The games cannot be read or written; `sentence` says it to players."""

    def __init__(self, sentence: Sentence, detail: object) -> None:
        super().__init__(str(detail))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class SetAside:
    """A damaged file, where it lies now, and how much was saved from it."""

    path: Path
    saved: int  # games that go on whole
    cut: int  # games of which only the beginning was saved

    @property
    def sentence(self) -> Sentence:
        return say(Message.FAULT_SET_ASIDE, path=self.path.name, count=self.saved + self.cut)


@contextmanager
def said(what: str) -> Iterator[None]:
    """Turns whatever goes wrong with a file into a StoreError with its sentence."""
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        message = Message.FAULT_STORE
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            message = Message.FAULT_DISK_FULL
        elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            message = Message.FAULT_READ_ONLY
        raise StoreError(say(message, detail=str(error)), f"{what}: {error}") from error


# Reading


@dataclass(frozen=True, slots=True)
class FileReading:
    """What was found in a file."""

    contents: Contents
    is_sound: bool
    is_current: bool = False  # in the form of today, and not in that of version 0.1
    cut: int = 0  # games of which only the beginning is left
    last: int = 0  # the number of the last line
    end: int = 0  # bytes up to the end of the last line


@dataclass(frozen=True, slots=True)
class FileTally:
    """How many lines a file has at least, and the highest number of a game."""

    lines: int
    games: int


def source_of(path: Path) -> Path | None:
    """The file the games are in now: this one, or until it is made the one of version 0.1 beside
    it; None if there is none. Raises OSError."""
    candidates = (path, path.with_suffix(OLD_SUFFIX))
    return next((each for each in candidates if each.exists() or is_odd(each)), None)


def is_odd(path: Path) -> bool:
    """Whether something is there that neither is a file nor leads to one: a folder, a pipe, a
    device, a link to nothing. Raises OSError."""
    return os.path.lexists(path) and not path.is_file()


def read_games(path: Path) -> FileReading:
    """What a file tells, sound or not; changes nothing. Raises StoreError if it cannot be read at
    all or was written by a newer companion."""
    with said(f"{path}: cannot be read"):
        tally = read_tally(path) or FileTally(0, 0)  # first: a companion at work only adds lines
        raw = _read(path)
        lines = read_lines(raw)
        if not lines.bodies:
            from device.store.old_games import read_old_games  # only where an old file is there

            wal = path.with_name(f"{path.name}-wal")
            old = read_old_games(raw, _read(wal) if wal.exists() else b"")
            return FileReading(old.contents, old.is_sound and not tally.lines, cut=old.cut)
    contents, cut = Contents(), set[int]()
    is_sound = lines.is_sound and lines.last >= tally.lines
    for body in lines.bodies:
        try:
            contents.take_line(body)
        except Newer as no:
            raise StoreError(say(Message.FAULT_NEWER), f"{path}: {no}") from no
        except Unfit:
            is_sound = False
            cut |= _games_in(body) & contents.games.keys()
    return FileReading(contents, is_sound, True, len(cut), lines.last, lines.end)


def _games_in(body: str) -> set[int]:
    """The games that a line which does not fit is about."""
    with suppress(Unfit):
        return {fact[1] for fact in facts_of(body) if fact[0] == "log"}
    return set()


def _read(path: Path) -> bytes:
    """A file's bytes; zeros where the memory card no longer gives them. Raises OSError."""
    try:
        return read_regular(path)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return b"".join(_blocks(handle, os.fstat(handle).st_size))
    finally:
        os.close(handle)


def _blocks(handle: int, size: int) -> Iterator[bytes]:
    for at in range(0, size, BLOCK):
        wanted = min(BLOCK, size - at)
        try:
            yield os.pread(handle, wanted, at)
        except OSError:
            yield bytes(wanted)


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def read_tally(path: Path) -> FileTally | None:
    """The tally beside a file; None if there is none, or it is damaged."""
    try:
        lines = read_lines(_read(_lock_of(path)))
        ((word, games),) = facts_of(lines.bodies[0])
    except (OSError, Unfit, IndexError, ValueError, TypeError):
        return None
    is_told = lines.is_sound and word == "numbers" and isinstance(games, int)
    return FileTally(lines.last, games) if is_told else None


# Writing


class GamesFile:
    """The file, opened by one process at a time, and what it holds. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        """Opens or makes the file; rescues what can be saved if it is damaged."""
        self.path = path
        self._handle = -1
        with said(f"{path}: something that is no file is in its place"):
            _make_way(_lock_of(path))
        self._lock = lock(path)
        try:
            with said(f"{path}: cannot be opened"):
                self._open()
        except BaseException:
            self._let_go()
            raise

    @property
    def set_aside(self) -> SetAside | None:
        """The file that was set aside for this one, if players have not been told yet."""
        aside = self.contents.aside
        return SetAside(self.path.with_name(aside[0]), *aside[1:]) if aside else None

    def write(self, trouble: str, *facts: Fact, waits: bool = True) -> None:
        """One transaction: all of it on disk when this returns, or nothing of it. What need not
        be there after a power cut does not wait for the disk."""
        body = body_of(*facts)
        line = line_bytes(self._number + 1, body)
        with said(trouble):
            try:
                _write_at(self._handle, line, self._end)
                if waits:
                    os.fdatasync(self._handle)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(self._handle, self._end)
                raise
        self._end += len(line)
        self._number += 1
        self.contents.take_line(body)
        if waits:
            self._note()

    def close(self) -> None:
        """Lets go of the file."""
        with suppress(OSError):
            os.fsync(self._lock)
        self._let_go()

    def _open(self) -> None:
        source, tally = source_of(self.path), read_tally(self.path)
        found = FileReading(Contents(), is_sound=tally is None)  # once there was one, it is missed
        if source is not None and is_odd(source):
            found = FileReading(Contents(), is_sound=False)
        elif source is not None:
            found = read_games(source) if source == self.path else _read_locked(source)
        lines, games = (tally.lines, tally.games) if tally else (0, 0)
        self.contents = found.contents
        self.contents.last = max(self.contents.last, games)
        if not found.is_sound and tally is None:
            self.contents.last += SKIPPED
        self._number, self._end = max(found.last, lines), found.end
        if found.is_sound and found.is_current:
            self._go_on()
        else:
            self._replace(source or self.path, found)
        self._note()

    def _go_on(self) -> None:
        """Goes on with a sound file; what was deleted before is gone for good now."""
        self._handle = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
        _let_group_read(self._handle)
        if os.fstat(self._handle).st_size > self._end:
            log.warning("%s: the last line was never finished, and goes", self.path)
            os.ftruncate(self._handle, self._end)
        os.fsync(self._handle)
        if self.contents.purge() or self.contents.stale > STALE:
            try:
                self._rewrite()
            except OSError as no:  # it can wait for the next start
                log.warning("%s: deleted games were not removed: %s", self.path, no)

    def _replace(self, source: Path, found: FileReading) -> None:
        """Makes the file from what another one, damaged or old, holds; that one is kept."""
        aside = _make_way(source)
        if source.exists() and (source == self.path or not found.is_sound):
            aside = _keep_beside(source, "old" if found.is_sound else "damaged")
        if not found.is_sound:
            kept = f"damaged; it is kept as {aside.name}" if aside != source else "gone"
            log.error("%s is %s", source, kept)
            self.contents.aside = aside.name, len(self.contents.games) - found.cut, found.cut
        self._rewrite()
        for tail in ("-wal", "-shm"):  # of version 0.1; the log is kept with its file
            self.path.with_name(self.path.name + tail).unlink(missing_ok=True)

    def _rewrite(self) -> None:
        """Puts a new file with these contents in the place of the one there is."""
        fresh = self.path.with_name(f"{self.path.name}.new")
        bodies = enumerate(self.contents.lines(), self._number + 1)
        lines = [line_bytes(number, body) for number, body in bodies]
        handle = os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
        try:
            _let_group_read(handle)
            _write_at(handle, b"".join(lines), 0)
            os.fsync(handle)
            fresh.replace(self.path)
        except BaseException:
            os.close(handle)
            with suppress(OSError):
                fresh.unlink()
            raise
        if self._handle >= 0:
            os.close(self._handle)
        self._handle, self._end = handle, sum(map(len, lines))
        self._number += len(lines)
        self.contents.stale = 0
        sync_folder(self.path.parent)

    def _note(self) -> None:
        """Notes how many lines and games there are; nobody waits for that."""
        tally = line_bytes(self._number, body_of(["numbers", self.contents.last]))
        with suppress(OSError):
            _write_at(self._lock, tally, 0)
            os.ftruncate(self._lock, len(tally))

    def _let_go(self) -> None:
        for handle in (self._handle, self._lock):
            if handle >= 0:
                os.close(handle)


def lock(path: Path) -> int:
    """A lock that ends with this process; raises StoreError if another one holds it."""
    with said(f"{path}: cannot be locked"):
        handle = os.open(_lock_of(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            _let_group_read(handle)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            why = f"{path} is in use by another companion"
            raise StoreError(say(Message.FAULT_IN_USE), why) from None
    return handle


def _read_locked(path: Path) -> FileReading:
    """What the file of an older companion tells, which must not run meanwhile."""
    handle = lock(path)
    try:
        return read_games(path)
    finally:
        os.close(handle)


def _make_way(path: Path) -> Path:
    """Gives what is no file another name; its name, the new one or its own."""
    if not is_odd(path):
        return path
    aside = next(each for each in names_beside(path, "damaged") if not os.path.lexists(each))
    log.error("%s is no file; it is kept as %s", path, aside.name)
    return path.rename(aside)


def _keep_beside(path: Path, why: str) -> Path:
    """Gives a file, and its log, a second name that stays when the file is replaced."""
    aside = next(  # a start that was cut short has given it one already
        each
        for each in names_beside(path, why)
        if not os.path.lexists(each) or (each.exists() and each.samefile(path))
    )
    for tail in ("", "-wal"):
        beside, kept = path.with_name(path.name + tail), aside.with_name(aside.name + tail)
        if beside.exists() and not kept.exists():
            try:
                kept.hardlink_to(beside)
            except OSError:  # a file system without links
                replace_file(kept, _read(beside))
    return aside


def _let_group_read(handle: int) -> None:
    """Lets those of the file's group read it, whatever mask it was made under: version 0.1 let
    nobody, and sharing is of the group."""
    mode = stat.S_IMODE(os.fstat(handle).st_mode)
    if not mode & stat.S_IRGRP:
        with suppress(OSError):  # a card without modes, or somebody else's file
            os.fchmod(handle, mode | stat.S_IRGRP)


def _write_at(handle: int, content: bytes, at: int) -> None:
    """Writes all of it; raises OSError."""
    rest = memoryview(content)
    while rest:
        done = os.pwrite(handle, rest, at)
        rest, at = rest[done:], at + done
