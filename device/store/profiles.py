"""The set profiles, kept in the same file as the games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.store.contents import Contents, KeptProfile
from device.store.file import read_games, said, source_of
from vision.tiles.profile.profile import Profile, renamed
from vision.tiles.profile.text import NotAProfile, parse_profile, profile_text

log = logging.getLogger(__name__)

Write = Callable[..., None]


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A profile in a list."""

    name: str
    taught: str  # day and time as the wall clock said, ISO 8601
    kinds: int
    faces: int
    corrections: int


class ProfileShelf:
    """All profiles, on disk before any call returns. Raises StoreError."""

    def __init__(self, contents: Contents, write: Write, today: Callable[[], str]) -> None:
        """`write` writes the facts of one transaction."""
        self._kept = contents.profiles
        self._write = write
        self._today = today

    def keep(self, profile: Profile) -> None:
        """Puts a profile on the shelf; one of the same name goes, its day stays."""
        known = self._known(profile.name)
        taught = known.taught if known else self._today()
        fact = ["profile", profile.name, taught, profile_text(profile)]
        self._write("a set profile cannot be kept", fact)

    def load(self, name: str) -> Profile | None:
        """A profile by its name; None if it is not there."""
        known = self._known(name)
        return _parse(known) if known else None

    def lines(self) -> tuple[ProfileLine, ...]:
        """Every profile, newest first."""
        kept = [profile for profile in self._kept.values() if not profile.is_deleted]
        kept.sort(key=lambda profile: profile.name)
        kept.sort(key=lambda profile: profile.taught, reverse=True)
        found = ((each, _parse(each)) for each in kept)
        return tuple(
            ProfileLine(
                each.name, each.taught, len(profile.kinds), len(profile.faces), profile.corrections
            )
            for each, profile in found
            if profile is not None
        )

    def rename(self, name: str, new: str) -> bool:
        """Gives a profile another name; not where that is taken. Raises ValueError on no name."""
        known, profile = self._known(name), self.load(name)
        if known is None or profile is None or (new != name and self.load(new) is not None):
            return False
        other = renamed(profile, new)
        self._write(
            "a set profile cannot be renamed",
            ["profile-erased", name],
            ["profile", other.name, known.taught, profile_text(other)],
        )
        return True

    def delete(self, name: str) -> None:
        """A profile goes; until the file is next opened it can be restored."""
        self._flag(name, True)

    def restore(self, name: str) -> None:
        """A deleted profile comes back."""
        self._flag(name, False)

    def _known(self, name: str) -> KeptProfile | None:
        found = self._kept.get(name)
        return found if found and not found.is_deleted else None

    def _flag(self, name: str, is_deleted: bool) -> None:
        if name in self._kept:
            self._write("a set profile cannot be changed", ["profile-deleted", name, is_deleted])


def kept_profile(path: Path, name: str) -> Profile | None:
    """A profile from the games' file, whoever else is using it; None if it is not there."""
    with said(f"{path}: the set profiles cannot be read"):
        source = source_of(path)
    known = read_games(source).contents.profiles.get(name) if source else None
    return _parse(known) if known and not known.is_deleted else None


def _parse(kept: KeptProfile) -> Profile | None:
    try:
        return parse_profile(kept.text)
    except NotAProfile as no:
        log.warning("the set profile %r cannot be used: %s", kept.name, no)
        return None
