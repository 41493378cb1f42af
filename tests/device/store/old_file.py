"""Games' files as version 0.1 wrote them, with SQLite."""

import json
import shutil
import sqlite3
from contextlib import closing, contextmanager
from zlib import crc32

from device.store.old_games import APPLICATION, NEWEST, OldLine, old_line
from engine.sepmosa.notation import log_line
from tests.device.store.kept_games import log_of

SCHEMA = (  # the script at index n makes version n + 1 of version n
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
BEGUN = "2026-01-01T10:00"


def sealed(value):
    """A JSON value with its checksum, as 0.1 kept one."""
    text = json.dumps(value)
    return f"{text}#{crc32(text.encode()):08x}"


class OldFile:
    """A file that version 0.1 has open."""

    def __init__(self, path, version=NEWEST):
        path.parent.mkdir(exist_ok=True)
        self.path = path
        self.version = version
        self.file = sqlite3.connect(path, isolation_level=None)
        self.file.executescript(
            f"PRAGMA journal_mode = WAL; BEGIN; {''.join(SCHEMA[:version])}"
            f"PRAGMA user_version = {version}; PRAGMA application_id = {APPLICATION}; COMMIT"
        )
        self.keep_settings(version=str(version))

    def keep(self, game, names=("Anna", "Ben"), summary=None):
        """A game kept move by move; open, unless it has a summary. Returns its id."""
        units = [[log_line(entry) for entry in unit] for unit in game.units]
        head = json.dumps([*names, BEGUN]).replace("|", "\\u007c")
        return self.keep_texts(head, units, names, summary)

    def keep_texts(self, head, units, names, summary=None, kind="sepmosa"):
        (number,) = self.file.execute("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()
        first, *rest = units
        with self.transaction():
            if self.version >= 3:
                self.file.execute("UPDATE games SET is_open = 0 WHERE kind = ?", (kind,))
                self.file.execute("INSERT INTO games (id, kind) VALUES (?, ?)", (number, kind))
            else:
                self.file.execute("UPDATE games SET is_open = 0")
                self.file.execute("INSERT INTO games (id) VALUES (?)", (number,))
            self._write(number, 0, [head, *first])
            for name in filter(None, names):
                self.file.execute(
                    "INSERT OR REPLACE INTO names SELECT ?, coalesce(max(used), 0) + 1 FROM names",
                    (name,),
                )
        count = len(first) + 1
        for unit in rest:
            with self.transaction():
                self._write(number, count, unit)
            count += len(unit)
        if summary is not None:
            with self.transaction():
                row = (sealed(summary), number)
                self.file.execute("UPDATE games SET is_open = 0, summary = ? WHERE id = ?", row)
        return number

    def keep_settings(self, **settings):
        with self.transaction():
            rows = settings.items()
            self.file.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)

    def execute(self, statement, *values):
        self.file.execute(statement, values)

    @contextmanager
    def transaction(self):
        self.file.execute("BEGIN IMMEDIATE")
        yield
        self.file.execute("COMMIT")

    def _write(self, game, after, texts):
        lines = [OldLine(game, at, text) for at, text in enumerate(texts, after)]
        rows = [(line.game, line.number, old_line(line).decode()) for line in lines]
        self.file.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)


@contextmanager
def old_file(path, version=NEWEST):
    """A file that is closed properly when this ends."""
    old = OldFile(path, version)
    with closing(old.file):
        yield old


def killed(path, to):
    """A copy of a file in use: what is left of it when its process is killed now."""
    to.mkdir(exist_ok=True)
    shutil.copy(path, to)
    if log_of(path).exists():
        shutil.copy(log_of(path), to)
    return to / path.name
