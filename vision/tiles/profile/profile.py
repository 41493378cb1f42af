"""A set profile: the faces a household taught, and what they say of its tiles."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.names import JOINER
from engine.names import clean_name as seen_name
from vision.tiles.faces import COLOUR_LETTERS, JOKER, NUMBERS
from vision.tiles.profile.ink import inks_of
from vision.tiles.rectify import balance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.picture import Image

MOST_TAUGHT = 112
"""Faces one lesson may keep: the whole set with both jokers, and a few seen twice."""

MOST_CORRECTIONS, MOST_OF_A_KIND = 24, 3
"""Corrected faces a profile keeps, and how many of one kind; beyond that the oldest go."""

NOT_IN_FILES = re.compile(r'[/\\|"<>:*?]')


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """One face as `rectify.face_of` cuts it, upright, and the tile it shows."""

    tile: str
    face_bgr: Image
    is_correction: bool = False
    """Whether it joined in a game, after a player corrected a reading."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What was taught. The faces themselves are kept, so that everything the reader needs is
    computed for whatever network it has.

    `proportion` is a tile's height in widths. `inks` are BGR relative to ivory at
    `rectify.IVORY_LEVEL`, by colour letter.
    """

    name: str
    faces: tuple[TaughtFace, ...]
    proportion: float
    inks: dict[str, tuple[float, float, float]]

    @property
    def kinds(self) -> frozenset[str]:
        """The tiles of which it has at least one face."""
        return frozenset(face.tile for face in self.faces)

    @property
    def corrections(self) -> int:
        """How many faces joined by corrections."""
        return sum(face.is_correction for face in self.faces)


def profile_of(name: str, faces: Iterable[TaughtFace], proportion: float) -> Profile:
    """The profile that these faces make."""
    kept = tuple(faces)
    if not kept:
        raise ValueError("a profile needs at least one face")
    balanced = balance([face.face_bgr for face in kept])
    measured = inks_of(balanced)
    inks = {}
    for letter in COLOUR_LETTERS:
        own = [k for k, face in enumerate(kept) if face.tile[0] == letter]
        if own:
            blue, green, red = np.median(measured[own], axis=0)
            inks[letter] = (float(blue), float(green), float(red))
    return Profile(clean_name(name), kept, proportion, inks)


def renamed(profile: Profile, name: str) -> Profile:
    """The same profile under another name."""
    return replace(profile, name=clean_name(name))


def clean_name(name: str) -> str:
    """A name for screens and files; raises ValueError where nothing is left of it."""
    kept = seen_name(NOT_IN_FILES.sub(" ", name)).strip(f" .{JOINER}")
    if not kept:
        raise ValueError(f"a profile needs a name, not {name!r}")
    return kept


def missing_from(kinds: Iterable[str]) -> tuple[str, ...]:
    """What a whole lesson still lacks: numbers in no colour, colours, the joker.

    Numbers as `1`–`13`, colours as `K`, `R`, `B`, `O`, the joker as `*`.
    """
    names = set(kinds)
    values = {name[1:] for name in names if name != JOKER}
    colours = {name[0] for name in names if name != JOKER}
    wanted = [str(value) for value in range(1, NUMBERS + 1)]
    lacking = [value for value in wanted if value not in values]
    lacking += [letter for letter in "KRBO" if letter not in colours]
    return (*lacking, *(() if JOKER in names else (JOKER,)))
