"""The set profiles, kept in the same file as the games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path

from device.store_file import said
from vision.profile.profile import Profile, renamed
from vision.profile.text import NotAProfile, parse_profile, profile_text

Deed = Callable[[str], AbstractContextManager[sqlite3.Connection]]


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A profile in a list."""

    name: str
    taught: str  # day and time as the wall clock said, ISO 8601
    kinds: int
    faces: int
    corrections: int


class Shelf:
    """All profiles, on disk before any call returns. Raises StoreError."""

    def __init__(self, file: sqlite3.Connection, deed: Deed, today: Callable[[], str]) -> None:
        """`deed` opens one transaction on `file`."""
        self._file = file
        self._deed = deed
        self._today = today

    def keep(self, profile: Profile) -> None:
        """Puts a profile on the shelf; one of the same name goes, its day stays."""
        with self._deed("a set profile cannot be kept") as file:
            query = "SELECT taught FROM profiles WHERE name = ? AND NOT is_deleted"
            known = file.execute(query, (profile.name,)).fetchone()
            row = (profile.name, known[0] if known else self._today(), profile_text(profile))
            file.execute("INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, 0)", row)

    def load(self, name: str) -> Profile | None:
        """A profile by its name; nothing where it is not there or is damaged."""
        with said("a set profile cannot be read"):
            return _load(self._file, name)

    def lines(self) -> tuple[ProfileLine, ...]:
        """Every profile, newest first."""
        query = "SELECT name, taught FROM profiles WHERE NOT is_deleted ORDER BY taught DESC, name"
        with said("the set profiles cannot be read"):
            rows = self._file.execute(query).fetchall()
        found = ((name, taught, self.load(name)) for name, taught in rows)
        return tuple(
            ProfileLine(name, taught, len(profile.kinds), len(profile.faces), profile.corrections)
            for name, taught, profile in found
            if profile is not None
        )

    def rename(self, name: str, new: str) -> bool:
        """Gives a profile another name; not where that is taken. Raises ValueError on no name."""
        profile = self.load(name)
        if profile is None or (new != name and self.load(new) is not None):
            return False
        other = renamed(profile, new)
        with self._deed("a set profile cannot be renamed") as file:
            file.execute("DELETE FROM profiles WHERE name = ? AND is_deleted", (other.name,))
            file.execute(
                "UPDATE profiles SET name = ?, text = ? WHERE name = ?",
                (other.name, profile_text(other), name),
            )
        return True

    def delete(self, name: str) -> None:
        """A profile goes; until the file is next opened it can be restored."""
        self._flag(name, True)

    def restore(self, name: str) -> None:
        """A deleted profile comes back."""
        self._flag(name, False)

    def _flag(self, name: str, is_deleted: bool) -> None:
        with self._deed("a set profile cannot be changed") as file:
            file.execute("UPDATE profiles SET is_deleted = ? WHERE name = ?", (is_deleted, name))


def kept_profile(path: Path, name: str) -> Profile | None:
    """A profile from the games' file, whoever else is using it; nothing where it is not there."""
    if not path.exists():
        return None
    with (
        said(f"{path}: the set profiles cannot be read"),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file,
    ):
        has_any = "SELECT 1 FROM sqlite_master WHERE name = 'profiles'"
        return _load(file, name) if file.execute(has_any).fetchone() else None


def _load(file: sqlite3.Connection, name: str) -> Profile | None:
    query = "SELECT text FROM profiles WHERE name = ? AND NOT is_deleted"
    row = file.execute(query, (name,)).fetchone()
    try:
        return parse_profile(row[0]) if row else None
    except NotAProfile:
        return None
