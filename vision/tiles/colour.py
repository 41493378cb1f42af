"""How much colour a picture carries, and which of its tiles' colours may be believed.

A network that reads one face cannot know whether a grey ink is black or the picture grey. So the
inks of all faces are looked at: how colourful they are beside their own ivory, and in which hue.
Weaker colour scales all inks down alike, and hues stay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats
from vision.thresholds.tiles import (
    BLACKS,
    BLACKS_ALIKE,
    COLOURFUL,
    FEW_INKS,
    HUES,
    HUES_NARROWER,
    HUES_NARROWEST,
    LEAST_OF_BLUE,
    LEAST_OF_RED,
    MOST_OF_BLACK,
    MOST_OF_BLACK_IN_BLUE,
    MOST_OF_SHINY_BLACK,
    NO_COLOUR,
    PLAINLY_BLACK,
    USUAL_CHROMA,
    USUAL_FRAME,
    WEAK_COLOUR,
)
from vision.tiles.faces import COLOUR_LETTERS, GUESSES, JOKER
from vision.tiles.rectify import IVORY_LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Image
    from vision.tiles.faces import FaceReading


def chroma_of(inks_bgr: Floats) -> Floats:
    """N: how unlike grey inks take light away from their ivory; 0 for black and grey, below 1."""
    depth = IVORY_LEVEL - inks_bgr
    apart = np.linalg.norm(depth - depth.mean(axis=1, keepdims=True), axis=1)
    return floats(apart / np.maximum(np.linalg.norm(depth, axis=1), 20.0))


def hue_of(inks_bgr: Floats) -> Floats:
    """N: the hue of inks, in degrees from -60 to 300; blue about 35, red 180, orange 210."""
    blue, green, red = (IVORY_LEVEL - inks_bgr).T
    across = np.sqrt(3.0) / 2.0 * (green - blue)
    angle = np.degrees(np.arctan2(across, red - (green + blue) / 2.0))
    return floats((angle + 60.0) % 360.0 - 60.0)


@dataclass(frozen=True, slots=True)
class PictureColour:
    """What a picture shows of colour: how much, as a share of what is usual; what lies over all
    inks, such as a lamp mirrored in them, which black ones show best; and whether those that look
    black are all of one colour."""

    share: float = 1.0
    haze_bgr: tuple[float, float, float] = (0.0, 0.0, 0.0)
    tells_black: bool = True

    @property
    def is_there(self) -> bool:
        """Whether any colour can be told at all."""
        return self.share >= NO_COLOUR


FULL_COLOUR = PictureColour()


def colour_of(faces: Sequence[FaceReading], frame_bgr: Image) -> PictureColour:
    """The colour of a picture by the inks of its tiles, and by all of it where they are few."""
    numbers = [face for face in faces if face.name != JOKER]
    share = _share_of(numbers, frame_bgr)
    blacks = [f.ink_bgr for f in numbers if f.name[0] == "K" and f.confidence >= PLAINLY_BLACK]
    depth = IVORY_LEVEL - floats(blacks or np.zeros((0, 3)))
    apart = depth - depth.mean(axis=1, keepdims=True)
    if share < WEAK_COLOUR:
        length = np.maximum(np.linalg.norm(depth, axis=1, keepdims=True), 20.0)
        return PictureColour(share, tells_black=_extent_of(floats(apart / length)) < BLACKS_ALIKE)
    if len(blacks) < BLACKS:
        return PictureColour(share)
    blue, green, red = -np.median(apart, axis=0)
    return PictureColour(share, (float(blue), float(green), float(red)))


def _extent_of(points: Floats) -> float:
    """How far apart some points are, the one farthest from the others left out of many."""
    if len(points) < 2:
        return 0.0
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    if len(points) > BLACKS:
        kept = np.argsort(np.median(apart, axis=1))[:-1]
        apart = apart[np.ix_(kept, kept)]
    return float(apart.max())


def _share_of(numbers: Sequence[FaceReading], frame_bgr: Image) -> float:
    inks = floats([face.ink_bgr for face in numbers] or np.zeros((0, 3)))
    chroma, hue = chroma_of(inks), hue_of(inks)
    is_black = np.array([face.name[0] == "K" for face in numbers], bool)
    told = [0.0]
    for letter, (low, high) in HUES.items():
        own = (chroma >= COLOURFUL) & (low <= hue) & (hue < high)
        own = own & ~is_black if (own & ~is_black).any() else own
        if own.any():
            told.append(float(np.median(chroma[own])) / USUAL_CHROMA[letter])
    if np.count_nonzero(chroma >= COLOURFUL) < FEW_INKS:
        told.append(frame_chroma(frame_bgr) / USUAL_FRAME)
    return min(1.0, max(told))


def frame_chroma(frame_bgr: Image) -> float:
    """The chroma (in CIE Lab) of a frame's most colourful hundredth, seen from afar."""
    small = cv2.resize(frame_bgr, (160, 120), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(floats(small) / 255.0, cv2.COLOR_BGR2LAB)
    return float(np.percentile(np.hypot(lab[..., 1], lab[..., 2]), 99))


def with_known_colour(face: FaceReading, colour: PictureColour) -> FaceReading:
    """The face, its colour in doubt where its ink does not bear it out, or not known at all in a
    picture that shows too little."""
    if face.name == JOKER:
        return face
    if not colour.is_there:
        return _spread(face, 1.0)
    return face if _is_borne_out(face, colour) else _spread(face, 0.5)


def _is_borne_out(face: FaceReading, colour: PictureColour) -> bool:
    """Whether the ink of a face is one of the colour it is said to be."""
    inks = floats([face.ink_bgr]) - floats([colour.haze_bgr])
    chroma, hue = float(chroma_of(inks)[0]), float(hue_of(inks)[0])
    share = min(1.0, colour.share / WEAK_COLOUR)
    letter = face.name[0]
    if share == 1.0 and face.name[1:] == "1" and chroma < LEAST_OF_RED:
        return True  # a thin 1 shows hardly more ink than shadow
    if letter == "K":
        is_blue = HUES["B"][0] <= hue <= HUES["B"][1]
        most = MOST_OF_BLACK_IN_BLUE if is_blue else MOST_OF_BLACK
        if colour.share >= 1.0 and not is_blue:
            most = MOST_OF_SHINY_BLACK
        return colour.tells_black and chroma < most * share**1.5
    low, high = HUES[letter]
    less = HUES_NARROWER * share + HUES_NARROWEST * (1.0 - share) if share < 1.0 else 0.0
    least = LEAST_OF_BLUE if letter == "B" else LEAST_OF_RED
    return chroma >= least * share and low + less <= hue <= high - less


def _spread(face: FaceReading, share: float) -> FaceReading:
    """The face with so much of each number's share spread over all four colours."""
    shares = dict.fromkeys((name for name, _ in face.guesses if name == JOKER), 0.0)
    for name, own in face.guesses:
        shares[name] = shares.get(name, 0.0) + (own if name == JOKER else own * (1 - share))
        for letter in COLOUR_LETTERS if name != JOKER else "":
            other = f"{letter}{name[1:]}"
            shares[other] = shares.get(other, 0.0) + own * share / len(COLOUR_LETTERS)
    ranked = sorted(shares.items(), key=lambda pair: -pair[1])
    return replace(face, guesses=tuple(ranked[:GUESSES]))
