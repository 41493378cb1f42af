"""Reads a games' file of version 0.1, an SQLite database, as bytes; it is never changed.

In it the lines of the games' logs have checksums, and hardly anything else has. So logs are taken
by their lines alone, and a flag is never enough to hide a game or to erase one.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from device.core.settings import parse_settings, settings_texts
from device.store.contents import MOSAIX, SEPMOSA, Contents, Fact, Unfit
from device.store.lines import mended
from device.store.wal import image_of, is_damaged, pages_of, parse_log
from engine.names import clean_name

APPLICATION = 0x5345504D  # SEPM
COLUMNS = {
    "games": ("id", "is_open", "counts", "is_deleted", "summary", "kind"),
    "lines": ("game", "number", "line"),
    "names": ("name", "used"),
    "settings": ("name", "value"),
    "profiles": ("name", "taught", "text", "is_deleted"),
}
GAMES_WIDTH = {1: 3, 2: 5, 3: 6, 4: 6}  # version → columns of `games`
PROFILES_SINCE = 4
NEWEST = max(GAMES_WIDTH)
FLAGS = {"is_open": 0, "counts": 1, "is_deleted": 0}  # and what they are where there are none
SCHEMA = (  # as the newest version has it, to the letter
    b"CREATE TABLE games (id INTEGER PRIMARY KEY, is_open INTEGER NOT NULL DEFAULT 1,\n        "
    b"counts INTEGER NOT NULL DEFAULT 1, is_deleted INTEGER NOT NULL DEFAULT 0, summary TEXT, "
    b"kind TEXT NOT NULL DEFAULT 'sepmosa')",
    b"CREATE TABLE lines (game INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL,\n"
    b"        PRIMARY KEY (game, number))",
    b"CREATE TABLE names (name TEXT PRIMARY KEY, used INTEGER NOT NULL)",
    b"CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    b"CREATE TABLE profiles (name TEXT PRIMARY KEY, taught TEXT NOT NULL, text TEXT NOT NULL,\n"
    b"        is_deleted INTEGER NOT NULL DEFAULT 0)",
)
TOLD, ASIDE, SECONDS = "version", "set-aside", "seconds"  # among the settings, and none
RETIRED = ("mosaix_in_spanish",)  # settings there are no longer
_LINE = re.compile(rb"@([1-9][0-9]{0,8})\|(0|[1-9][0-9]{0,5})\|([ -{}~]{1,1500})\|([0-9a-f]{8});")
_SEALED = re.compile(r"(.*)#([0-9a-f]{8})")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OldLine:
    """Line `number` of a game; number 0 tells its players, the others are its log."""

    game: int
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Head:
    """What the first line of a game tells."""

    names: tuple[str, ...]
    begun: str
    kind: str = SEPMOSA


Logs = dict[int, tuple[Head, list[str]]]


@dataclass(frozen=True, slots=True)
class OldGames:
    """What an old file tells, as far as it can be saved."""

    contents: Contents
    is_sound: bool  # nothing is damaged, as far as anybody can tell
    cut: int  # games of which only the beginning is left


def read_old_games(main: bytes, log: bytes = b"") -> OldGames:
    """What a file and its write-ahead log tell; raises nothing, whatever is in them."""
    wal = parse_log(log)
    tables = _Tables(image_of(main, wal))
    tables.is_sound = tables.is_sound and not is_damaged(wal)
    pages = () if tables.is_sound else map(find_lines, pages_of(main, wal))
    logs, cut = whole_logs([*pages, *([] if is_damaged(wal) else [tables.lines])])
    tables.forget_others(logs)
    contents = _contents(tables, logs)
    return OldGames(contents, tables.is_sound and not cut, cut)


# Lines


def find_lines(raw: bytes) -> Iterator[OldLine]:
    """Every sound line among other bytes."""
    for found in _LINE.finditer(raw):
        game, number, text, check = found.groups()
        if crc32(b"|".join((game, number, text))) == int(check, 16):
            yield OldLine(int(game), int(number), text.decode("ascii"))


def old_line(line: OldLine) -> bytes:
    """The bytes in which `find_lines` finds the line."""
    summed = f"{line.game}|{line.number}|{line.text}".encode()
    return b"@%b|%08x;" % (summed, crc32(summed))


def whole_logs(pages: Iterable[Iterable[OldLine]]) -> tuple[Logs, int]:
    """Every game from its first line up to where it breaks, and how many break. One that has lost
    its players' names goes on without them. Pages come in the order they were written: 0.1 gave
    the numbers of erased games again, and then an earlier page tells of another game."""
    found: dict[int, dict[int, str]] = {}
    for page in pages:
        told: dict[int, dict[int, str]] = defaultdict(dict)
        for line in page:
            told[line.game][line.number] = line.text
        for game, texts in told.items():
            known = found.get(game, {})
            is_same = all(known.get(number, text) == text for number, text in texts.items())
            found[game] = {**known, **texts} if is_same else texts
    logs: Logs = {}
    cut = 0
    for game, texts in sorted(found.items()):
        head = _parse_head(texts.pop(0, "")) or nameless_head(texts.get(1, ""))
        log: list[str] = []
        while len(log) + 1 in texts:
            log.append(texts[len(log) + 1])
        if head is not None:
            logs[game] = head, log
        cut += head is None or len(log) < len(texts)
    return logs, cut


def _parse_head(text: str) -> Head | None:
    try:
        match json.loads(text):
            case [str(one), str(two), str(begun)]:
                return Head((one, two), begun)
            case {"kind": str(kind), "names": [*names], "begun": str(begun)}:
                return Head(tuple(map(str, names)), begun, kind)
    except (ValueError, RecursionError):
        pass
    return None


def nameless_head(first: str) -> Head | None:
    """A head for a game that has lost its own, told from its first entry: so many players, of
    whom nothing is known. None if that begins no game."""
    match first.split(" "):
        case ["start", "1" | "2", *_]:
            return Head(("", ""), "")
        case ["start", centres, _]:
            return Head(("",) * len(centres), "", MOSAIX)
        case ["paper", "1" | "2" | "3" | "4" as players, _]:
            return Head(("",) * int(players), "", MOSAIX)
    return None


def unseal(sealed: Any) -> Any:
    """The JSON value in a text with its checksum; None if it is damaged."""
    found = _SEALED.fullmatch(sealed) if isinstance(sealed, str) else None
    if found is None or crc32(found[1].encode(errors="replace")) != int(found[2], 16):
        return None
    try:
        return json.loads(found[1])
    except (ValueError, RecursionError):
        return None


# Tables


class _Tables:
    """The rows that SQLite reads from a database's bytes; `is_sound` until anything is odd."""

    def __init__(self, image: bytes) -> None:
        self.is_sound = True
        self.version = 0
        self.rows: dict[str, list[Row]] = {name: [] for name in COLUMNS}
        try:
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
                file.deserialize(self._with_schema(image))
                file.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
                self._read(file)
        except Exception:  # noqa: BLE001  what SQLite and its module raise on damage has no bounds
            self.is_sound = False
        self.lines = list(self._lines())
        self.settings = {row.get("name"): row.get("value") for row in self.rows["settings"]}
        version = self.settings.pop(TOLD, None)
        self._expect(version == str(self.version))

    def forget_others(self, logs: Logs) -> None:
        """Says nothing of games other than these. With a damaged log the tables are of an earlier
        time, when a number may have been another game's."""
        known, _ = whole_logs([self.lines])
        own = {game for game, (head, log) in known.items() if _begins(logs.get(game), head, log)}
        self.rows["games"] = [row for row in self.rows["games"] if row.get("id") in own]

    def _expect(self, is_so: bool) -> bool:
        """Notes damage where something is not as it must be."""
        self.is_sound = self.is_sound and is_so
        return is_so

    def _with_schema(self, image: bytes) -> bytes:
        """The database with each statement of its schema put right of which one half is."""
        if int.from_bytes(image[60:64], "big") != NEWEST:
            return image
        for text in SCHEMA:
            half = len(text) // 2
            at = image.find(text[:half])
            at = image.find(text[half:]) - half if at < 0 else at
            if self._expect(at >= 0) and not self._expect(image.startswith(text, at)):
                image = image[:at] + text + image[at + len(text) :]
        return image

    def _read(self, file: sqlite3.Connection) -> None:
        for name, columns in COLUMNS.items():
            try:
                self._read_table(file, name, columns)
            except Exception:  # noqa: BLE001  likewise
                self.is_sound = False
        (self.version,) = file.execute("PRAGMA user_version").fetchone()
        self._expect(file.execute("PRAGMA application_id").fetchone() == (APPLICATION,))
        self._expect(file.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
        self._expect(self.version in GAMES_WIDTH)
        width = GAMES_WIDTH.get(self.version, 0)
        self._expect(all(len(row) == width for row in self.rows["games"]))

    def _read_table(self, file: sqlite3.Connection, name: str, columns: tuple[str, ...]) -> None:
        known = file.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        if known is None and name == "profiles":
            (version,) = file.execute("PRAGMA user_version").fetchone()
            self._expect(version < PROFILES_SINCE)
            return
        rows = file.execute(f"SELECT * FROM {name}")  # noqa: S608  one of ours
        told = tuple(each[0] for each in rows.description)
        self._expect(told == columns[: len(told)])
        for row in rows:
            if self._expect(all(map(_is_plain, row))) or name == "lines":  # which prove themselves
                self.rows[name].append(dict(zip(columns, row, strict=False)))

    def _lines(self) -> Iterator[OldLine]:
        for row in self.rows["lines"]:
            raw = str(row.get("line")).encode("utf-8", "surrogateescape")
            key = row.get("game"), row.get("number")
            for line in _lines_in(raw):
                if (line.game, line.number) == key:
                    self._expect(raw == old_line(line))
                    yield line
                    break
            else:
                self.is_sound = False

    def facts_about(self, logs: Logs) -> Iterator[Fact]:
        """What `games` says of the logs. Closed is whatever has a summary or is not the newest of
        its kind: the flag alone proves nothing, and the flag of a deleted game does not either."""
        rows = {row.get("id"): row for row in self.rows["games"]}
        self._expect(rows.keys() == logs.keys())
        newest = {head.kind: game for game, (head, _) in logs.items()}
        for game, (head, _) in logs.items():
            row = rows.get(game, {})
            flags = [row.get(name, default) for name, default in FLAGS.items()]
            is_open, counts, is_deleted = flags
            self._expect(all(flag in (0, 1) and isinstance(flag, int) for flag in flags))
            self._expect(row.get("kind", SEPMOSA) == head.kind)
            self._expect(not is_open or (newest[head.kind] == game and not is_deleted))
            summary = unseal(row.get("summary"))
            self._expect(row.get("summary") is None or isinstance(summary, dict))
            if isinstance(summary, dict):
                yield ["summary", game, summary]
            if isinstance(summary, dict) or newest[head.kind] != game:
                yield ["close", game]
            if counts == 0:
                yield ["counts", game, False]

    def names(self) -> list[str]:
        """The names used, the newest last."""
        rows = [row for row in self.rows["names"] if self._expect(_is_name(row))]
        newest_first = sorted(rows, key=lambda row: (-row["used"], row["name"]))
        return [row["name"] for row in reversed(newest_first)]

    def other_facts(self) -> Iterator[Fact]:
        """Settings, profiles, the clock, and what players have yet to be told."""
        special = {name: self.settings.pop(name, None) for name in (ASIDE, SECONDS, *RETIRED)}
        known = {name: value for name, value in self.settings.items() if _is_setting(name, value)}
        self._expect(known == self.settings)
        yield ["settings", known]
        for row in self.rows["profiles"]:
            if self._expect(_is_profile(row)):
                yield ["profile", row["name"], row["taught"], row["text"]]
        note, spent = unseal(special[ASIDE]), unseal(special[SECONDS])
        self._expect(special[ASIDE] is None or isinstance(note, list))
        self._expect(special[SECONDS] is None or isinstance(spent, list))
        if isinstance(note, list):
            yield ["aside", *note]
        if isinstance(spent, list):
            yield ["clock", *(spent if len(spent) > 3 else (*spent, 0.0, -1))]


def _lines_in(raw: bytes) -> Iterator[OldLine]:
    """The lines in what should be one; what has none may have one with a flipped bit."""
    yield from find_lines(raw)
    yield from find_lines(mended(raw) or b"")


def _begins(whole: tuple[Head, list[str]] | None, head: Head, log: list[str]) -> bool:
    return whole is not None and whole[0] == head and whole[1][: len(log)] == log


def _is_plain(value: object) -> bool:
    """Whether a value is one that a sound file can hold: a text, a whole number or nothing."""
    if isinstance(value, str):
        return value.isascii() or value.encode(errors="replace").decode() == value
    return value is None or isinstance(value, int)


def _is_name(row: Row) -> bool:
    name = row.get("name")
    return isinstance(name, str) and isinstance(row.get("used"), int) and clean_name(name) == name


def _is_setting(name: Any, value: Any) -> bool:
    if not isinstance(name, str) or not isinstance(value, str):
        return False
    return settings_texts(parse_settings({name: value})).get(name) == value


def _is_profile(row: Row) -> bool:
    from vision.tiles.profile.text import NotAProfile, parse_profile

    if not all(isinstance(row.get(name), str) for name in ("name", "taught", "text")):
        return False
    try:
        return bool(parse_profile(row["text"]).name == row["name"])
    except NotAProfile:
        return False


def _contents(tables: _Tables, logs: Logs) -> Contents:
    contents = Contents()
    for game, (head, log) in logs.items():
        contents.take(["begin", game, head.kind, list(head.names), head.begun])
        contents.take(["log", game, 0, log])
    for fact in tables.facts_about(logs):
        contents.take(fact)
    names = tables.names()
    contents.take(["names", [name for name in contents.names if name not in names] + names])
    for fact in tables.other_facts():
        with suppress(Unfit):  # the clock of a game that is gone
            contents.take(fact)
    return contents
