"""The file the games are in: made whole or not at all, locked, checked, set aside when damaged."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from device.messages import Message, Sentence, say
from device.sealed import (
    Line,
    find_lines,
    head_line,
    head_of,
    line_name,
    nameless_head,
    parse_line,
    seal,
    unseal,
)
from device.wal import Log, is_damaged, pages_of, parse_log

APPLICATION = 0x5345504D  # SEPM
MIGRATIONS = (  # the script at index n makes version n + 1 of version n
    """
    CREATE TABLE games (id INTEGER PRIMARY KEY, is_open INTEGER NOT NULL DEFAULT 1,
        counts INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE lines (game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (game, number));
    CREATE TABLE names (name TEXT PRIMARY KEY, used INTEGER NOT NULL);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
    """
    ALTER TABLE games ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN summary TEXT;
    """,
    """
    ALTER TABLE games ADD COLUMN kind TEXT NOT NULL DEFAULT 'sepmosa';
    """,
    """
    CREATE TABLE profiles (name TEXT PRIMARY KEY, taught TEXT NOT NULL, text TEXT NOT NULL,
        is_deleted INTEGER NOT NULL DEFAULT 0);
    """,
)
VERSION = len(MIGRATIONS)
TOLD = "version"  # told twice, among the settings too, so that damage is not taken for a new file
TELL_VERSION = """
    INSERT OR REPLACE INTO settings SELECT 'version', user_version FROM pragma_user_version;
"""
ASIDE = "set-aside"  # among the settings: a file set aside that players have not been told of yet
BUSY_SECONDS = 2.0
ROOM = 1 << 16  # bytes: 32 KiB for the index of the log, and the log of a move


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

    @property
    def note(self) -> str:
        """The text that `parse_note` reads back."""
        return seal(json.dumps([self.path.name, self.saved, self.cut]))


def parse_note(note: str | None, folder: Path) -> SetAside | None:
    """What a note in a file in this folder tells; nothing where it is damaged or there is none."""
    told = unseal(note)
    if told is None:
        return None
    name, saved, cut = json.loads(told)
    return SetAside(folder / name, saved, cut)


@contextmanager
def said(what: str, folder: Path | None = None) -> Iterator[None]:
    """Turns whatever goes wrong with the file into a StoreError with its sentence; `folder` is
    where something was to be written."""
    try:
        yield
    except sqlite3.Error as error:
        sentence = _sentence(str(error))
        if sentence.message is Message.FAULT_STORE and folder is not None and is_full(folder):
            sentence = say(Message.FAULT_DISK_FULL)  # SQLite may know no more than "I/O error"
            what = f"{what}: the memory card is full"
        raise StoreError(sentence, f"{what}: {error}") from error
    except StoreError:
        raise
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        sealed = error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
        message = Message.FAULT_DISK_FULL if full else Message.FAULT_STORE
        message = Message.FAULT_READ_ONLY if sealed else message
        raise StoreError(say(message, detail=str(error)), f"{what}: {error}") from error


def is_full(folder: Path) -> bool:
    """Whether a folder has no room for what SQLite wants beside a file."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < ROOM
    return False


def _sentence(error: str) -> Sentence:
    if "full" in error:
        return say(Message.FAULT_DISK_FULL)
    if "readonly" in error or "read-only" in error:
        return say(Message.FAULT_READ_ONLY)
    return say(Message.FAULT_STORE, detail=error)


# Opening


def lock(path: Path) -> int:
    """A lock that ends with this process; raises StoreError where another one holds it."""
    with said(f"{path}: cannot be locked"):
        handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            why = f"{path} is in use by another companion"
            raise StoreError(say(Message.FAULT_IN_USE), why) from None
    return handle


def open_file(path: Path) -> tuple[sqlite3.Connection, SetAside | None]:
    """The games' file, made, mended or brought up to date as needed, and what players have yet to
    be told of that; raises StoreError."""
    with said(f"{path}: cannot be opened", path.parent):
        fresh = path.with_name(f"{path.name}.new")
        if path.exists():
            fresh.unlink(missing_ok=True)  # a half-made file; what it was made from is still there
            if not is_sound(path):
                set_aside(path)
        else:
            if not fresh.exists() or not is_sound(fresh):
                make(fresh)
            put_in_place(fresh, path)
        connection = connect(path)
        return connection, noted(connection, path.parent)


def noted(file: sqlite3.Connection, folder: Path) -> SetAside | None:
    """The file that was set aside for this one, if players have not been told yet."""
    rows = file.execute("SELECT value FROM settings WHERE name = ?", (ASIDE,))
    (note,) = rows.fetchone() or (None,)
    return parse_note(note, folder)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes through to the disk, the schema brought up to date."""
    connection = _open(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is not found again
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """A connection on which damaged text is read as such and raises nothing."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Brings an older schema up to date, in one transaction."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise StoreError(say(Message.FAULT_NEWER), f"version {version} of the file is too new")
    if version == VERSION:
        return
    steps = "".join(MIGRATIONS[version:])
    end = f"PRAGMA user_version = {VERSION}; PRAGMA application_id = {APPLICATION};"
    connection.executescript(f"BEGIN IMMEDIATE; {steps} {end} {TELL_VERSION} COMMIT;")


def is_sound(path: Path) -> bool:
    """Whether the file is whole: its log, its structure, and every line by its own proof."""
    if path.stat().st_size == 0 or is_damaged(parse_log(_log(path))):
        return False  # before anybody opens it: that would take the log's damage for its end
    try:
        with closing(_open(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            told = connection.execute("SELECT value FROM settings WHERE name = ?", (TOLD,))
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if told.fetchone() != (str(version),) or application != APPLICATION:
                return False
            if version > VERSION:
                return True  # not ours to judge
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return False
            rows = connection.execute("SELECT game, number, line FROM lines")
            for game, number, text in rows:
                line = parse_line(str(text))
                if line is None or (line.game, line.number) != (game, number):
                    return False
    except sqlite3.OperationalError as error:
        if "malformed" in str(error) or "no such" in str(error):
            return False
        raise
    except sqlite3.DatabaseError:
        return False
    return True


# Setting aside and saving what can be saved


def set_aside(path: Path) -> None:
    """Moves a damaged file away and puts a new one with all that could be saved in its place."""
    lines, cut = salvaged(path.read_bytes(), parse_log(_log(path)))
    aside = SetAside(_free_name(path), len({line.game for line in lines}) - cut, cut)
    fresh = path.with_name(f"{path.name}.new")
    with copied(path) as copy:
        settings = {**_legible_settings(copy), ASIDE: aside.note}
        make(fresh, lines, tuple(settings.items()), _legible_profiles(copy))
    path.rename(aside.path)
    put_in_place(fresh, path)


def put_in_place(fresh: Path, path: Path) -> None:
    """Gives a finished file its name. What still lies beside that name belongs to a file that was
    there before, even if its setting aside was cut short, and would be taken for the new one's."""
    with closing(_open(fresh)) as file:
        aside = noted(file, path.parent)
    away = aside.path if aside else _free_name(path)
    for tail in ("-wal", "-shm"):
        beside = path.with_name(path.name + tail)
        if beside.exists():
            beside.rename(away.with_name(away.name + tail))
    publish(fresh, path)


def _free_name(path: Path) -> Path:
    """What a damaged file can be called."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of the file and its log to look into: who opens the file itself changes it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for tail in ("", "-wal"):
            if Path(f"{path}{tail}").exists():
                shutil.copyfile(f"{path}{tail}", f"{copy}{tail}")
        yield copy


def _log(path: Path) -> bytes:
    """What the file's log holds; nothing where it was closed properly."""
    beside = path.with_name(f"{path.name}-wal")
    return beside.read_bytes() if beside.exists() else b""


def salvaged(main: bytes, log: Log) -> tuple[list[Line], int]:
    """Every game from its first line up to where it breaks, and how many break. One that has
    lost its players' names goes on without them."""
    found: dict[int, dict[int, Line]] = defaultdict(dict)
    for page in pages_of(main, log):
        for line in find_lines(page):
            found[line.game][line.number] = line
    lines: list[Line] = []
    cut = 0
    for game, numbered in found.items():
        head = nameless_head(numbered[1].text) if 1 in numbered else None
        if head is not None:
            numbered.setdefault(0, head_line(game, head))
        whole = 0
        while whole in numbered:
            lines.append(numbered[whole])
            whole += 1
        cut += 0 < whole < len(numbered)
    return lines, cut


def _legible_settings(path: Path) -> dict[str, str]:
    """The settings of a damaged file, if they can still be read."""
    query = "SELECT name, value FROM settings WHERE name != ?"
    with suppress(sqlite3.Error), closing(_open(path)) as file:
        rows = file.execute(query, (TOLD,)).fetchall()
        return {name: value for name, value in rows if isinstance(value, str)}
    return {}


def _legible_profiles(path: Path) -> list[tuple[str, str, str]]:
    """The set profiles of a damaged file, if they can still be read; each proves itself later."""
    query = "SELECT name, taught, text FROM profiles WHERE NOT is_deleted"
    with suppress(sqlite3.Error), closing(_open(path)) as file:
        rows = file.execute(query).fetchall()
        return [row for row in rows if all(isinstance(value, str) for value in row)]
    return []


def make(
    path: Path,
    lines: Sequence[Line] = (),
    settings: Sequence[tuple[str, str]] = (),
    profiles: Sequence[tuple[str, str, str]] = (),
) -> None:
    """A new file with these lines, settings and profiles, on disk before it returns."""
    for tail in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    with closing(_open(path)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection)
        connection.execute("BEGIN")
        for line in lines:
            if line.number == 0:
                row = (line.game, head_of(line).kind)
                connection.execute("INSERT INTO games (id, is_open, kind) VALUES (?, 0, ?)", row)
        connection.executemany(
            "INSERT INTO lines VALUES (?, ?, ?)",
            ((line.game, line.number, line_name(line)) for line in lines),
        )
        connection.executemany("INSERT INTO settings VALUES (?, ?)", settings)
        connection.executemany(
            "INSERT OR REPLACE INTO profiles (name, taught, text) VALUES (?, ?, ?)", profiles
        )
        connection.execute("COMMIT")


def publish(fresh: Path, path: Path) -> None:
    """Gives a finished file its name, on disk before it returns."""
    fresh.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
