"""Many faces out of few: every number in every ink, seen a little otherwise each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats, pixels
from vision.tiles.faces import COLOUR_LETTERS, JOKER, JOKER_CLASS
from vision.tiles.profile.ink import painted
from vision.tiles.rectify import balance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.picture import Floats, Image
    from vision.tiles.profile.profile import Profile

MOST = 640
"""Variants of one profile: about half a second of the network on two small cores."""

MOST_EACH = 3


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """Faces with what they show; `origin` is the taught face each was made from.

    Values and colours as classes of the network, colour -1 for jokers; turns 0 or 2, because an
    outline's longer side is always taken for its height.
    """

    faces: list[Image]
    values: NDArray[np.int64]
    colours: NDArray[np.int64]
    turns: NDArray[np.int64]
    origin: NDArray[np.int64]


def classes_of(tile: str) -> tuple[int, int]:
    """Value and colour class of a tile's name."""
    if tile == JOKER:
        return JOKER_CLASS, -1
    return int(tile[1:]) - 1, COLOUR_LETTERS.index(tile[0])


def variants_of(profile: Profile, seed: int = 7) -> Variants:
    """The profile's faces, each number painted in the taught inks it was not seen in, both ways
    up, reframed and lit a little differently. The same profile gives the same variants."""
    rng = np.random.default_rng(seed)
    plain = list(_plain(profile))
    each = int(np.clip(MOST // (2 * len(plain)), 1, MOST_EACH))
    faces: list[Image] = []
    rows: list[tuple[int, int, int, int]] = []
    for face, value, colour, origin in plain:
        for turn in (0, 2):
            for number in range(each):
                seen = pixels(face) if number == 0 else seen_otherwise(face, rng)
                faces.append(seen if turn == 0 else np.ascontiguousarray(seen[::-1, ::-1]))
                rows.append((value, colour, turn, origin))
    table = np.array(rows, np.int64)
    return Variants(faces, table[:, 0], table[:, 1], table[:, 2], table[:, 3])


def _plain(profile: Profile) -> Iterator[tuple[Floats, int, int, int]]:
    """Balanced faces with their classes and origin; a kind that was taught is not painted."""
    inks = {letter: floats(ink) for letter, ink in profile.inks.items()}
    balanced = balance([face.face_bgr for face in profile.faces])
    taught = profile.kinds
    for origin, (face, picture) in enumerate(zip(profile.faces, balanced, strict=True)):
        value, colour = classes_of(face.tile)
        yield picture, value, colour, origin
        if face.tile == JOKER:
            continue
        for letter, ink in inks.items():
            if f"{letter}{face.tile[1:]}" not in taught:
                other = painted(picture, inks[face.tile[0]], ink)
                yield other, value, COLOUR_LETTERS.index(letter), origin


def seen_otherwise(face: Floats, rng: np.random.Generator) -> Image:
    """A face as a slightly other outline, focus and light would have shown it."""
    height, width = face.shape[:2]
    size = floats([width, height])
    corners = floats([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    moved = (corners - size / 2) * np.exp(rng.normal(0, 0.04)) + size / 2
    moved += rng.normal(0, 0.012, (4, 2)) * size + rng.normal(0, 0.02, 2) * size
    matrix = cv2.getPerspectiveTransform(corners, floats(moved))
    picture = floats(
        cv2.warpPerspective(floats(face), matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    )
    if rng.random() < 0.4:
        picture = floats(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5)))
    picture = picture * rng.uniform(0.6, 1.1) * np.exp(rng.normal(0, 0.04, 3))
    if rng.random() < 0.4:
        picture = picture + rng.normal(0, rng.uniform(1, 7), picture.shape)
    if rng.random() < 0.3:
        y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
        angle = rng.uniform(0, 2 * np.pi)
        slope = (np.cos(angle) * x + np.sin(angle) * y) * rng.uniform(0, 0.6)
        picture = picture * (1 + slope)[..., None]
    return pixels(np.clip(picture, 0, 255))
