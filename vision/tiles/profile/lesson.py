"""A lesson: pictures of tiles laid out, to faces with names and to questions about the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import aligned, axes_of, middle_of
from vision.picture import Picture
from vision.thresholds.tiles import STRAIGHT_TURN, SURE_BY_ROW
from vision.tiles.faces import JOKER
from vision.tiles.profile.layout import NAMES, row_shares, rows_of, too_many
from vision.tiles.profile.profile import MOST_TAUGHT, TaughtFace, missing_from, profile_of
from vision.tiles.rectify import face_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.picture import Floats, Image
    from vision.tiles.candidates import Candidate
    from vision.tiles.profile.profile import Profile
    from vision.tiles.read import Reader

ROWS_ASKED: tuple[tuple[str, ...], ...] = (
    tuple(f"K{value}" for value in range(1, 14)),
    (
        *(f"R{value}" for value in range(1, 5)),
        *(f"B{value}" for value in range(5, 9)),
        *(f"O{value}" for value in range(9, 13)),
        JOKER,
    ),
)
"""The 26 tiles asked for: 1–13 in one colour, some of each number in the others, the joker."""

LEAST_FACES = 6
"""With fewer faces there is nothing to learn from."""

GUESSES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """One tile of a lesson.

    `seen` is what the reader named alone, `name` what it was taken for with its row, None if
    it must be asked; `guesses` rank the answers.
    """

    picture: int
    quad_xy: Floats
    face_bgr: Image
    seen: str | None
    name: str | None
    guesses: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """All tiles of a lesson, row by row."""

    tiles: tuple[Laid, ...]

    @property
    def questions(self) -> tuple[int, ...]:
        """The tiles to ask about."""
        return tuple(k for k, tile in enumerate(self.tiles) if tile.name is None)

    @property
    def inferred(self) -> int:
        """How many tiles their rows told that were not read for sure."""
        return sum(tile.name is not None and tile.seen is None for tile in self.tiles)

    def names(self, answers: Mapping[int, str]) -> tuple[str | None, ...]:
        """The tiles' names with the answers to questions; an answer may also correct a name."""
        return tuple(answers.get(k, tile.name) for k, tile in enumerate(self.tiles))

    def missing(self, answers: Mapping[int, str]) -> tuple[str, ...]:
        """What a whole lesson still lacks, as `missing_from` says it."""
        return missing_from(name for name in self.names(answers) if name is not None)


def look_at(reader: Reader, frames_bgr: Sequence[Image]) -> Lesson:
    """What lies in the pictures, as well as faces and rows tell; no profile is used for it."""
    aid, reader.aid = reader.aid, None
    try:
        tiles = [
            laid for number, frame in enumerate(frames_bgr) for laid in _look(reader, frame, number)
        ]
    finally:
        reader.aid = aid
    names = [tile.name for tile in tiles]
    doubled = set(too_many(names, [tile.guesses[0][1] for tile in tiles]))
    return Lesson(
        tuple(
            Laid(t.picture, t.quad_xy, t.face_bgr, t.seen, None, t.guesses) if k in doubled else t
            for k, t in enumerate(tiles)
        )
    )


def profile_from(lesson: Lesson, name: str, answers: Mapping[int, str]) -> Profile | None:
    """The profile a lesson makes; what is still unanswered is left out. None if too few
    tiles are known."""
    faces = [
        TaughtFace(known, tile.face_bgr)
        for known, tile in zip(lesson.names(answers), lesson.tiles, strict=True)
        if known is not None
    ]
    if len(faces) < LEAST_FACES:
        return None
    sides = [np.linalg.norm(axes_of(tile.quad_xy), axis=0) for tile in lesson.tiles]
    proportion = float(np.median([tall / max(wide, 1e-6) for wide, tall in sides]))
    return profile_of(name, faces[:MOST_TAUGHT], proportion)


def _look(reader: Reader, frame_bgr: Image, picture: int) -> list[Laid]:
    """The tiles of one picture, row by row, turned as most of them lie."""
    found = reader.tiles(frame_bgr)
    if not found:
        return []
    straight = [tile.quad_xy for tile in found if tile.face.turn_share >= STRAIGHT_TURN]
    quads = [
        tile.quad_xy if tile.face.turn_share >= STRAIGHT_TURN else aligned(tile.quad_xy, straight)
        for tile in found
    ]
    axes = np.median(np.stack([axes_of(quad) for quad in quads]), axis=0)
    middles = np.stack([middle_of(quad) for quad in quads])
    source = Picture(frame_bgr)
    laid = []
    for row in rows_of(middles, axes[:, 0], axes[:, 1]):
        shares = np.stack([_shares(found[k]) for k in row])
        for k, joint in zip(row, row_shares(shares), strict=True):
            seen = found[k].face.name if found[k].is_sure else None
            name, guesses = _judged(seen, joint)
            laid.append(Laid(picture, quads[k], face_of(source, quads[k]), seen, name, guesses))
    return laid


def _shares(tile: Candidate) -> Floats:
    """The reader's shares of `NAMES`; what its guesses leave over is spread evenly."""
    shares = np.zeros(len(NAMES), np.float32)
    for name, share in tile.face.guesses:
        shares[NAMES.index(name)] = share
    return shares + max(0.0, 1.0 - float(shares.sum())) / len(NAMES)


def _judged(seen: str | None, joint: Floats) -> tuple[str | None, tuple[tuple[str, float], ...]]:
    """The name, None if face and row disagree or neither is sure; and the guesses."""
    order = np.argsort(-joint)[:GUESSES]
    guesses = [(NAMES[k], float(joint[k])) for k in order]
    likely, share = guesses[0]
    if seen is None:
        return (likely if share >= SURE_BY_ROW else None), tuple(guesses)
    if seen == likely:
        return seen, tuple(guesses)
    others = [pair for pair in guesses if pair[0] not in (likely, seen)]
    known = dict(guesses).get(seen, 0.0)
    return None, ((likely, share), (seen, known), *others)[:GUESSES]
