"""Other light and another camera on a training picture, of a table or of one face.

Every function takes numbers 0–255 (h x w x 3) and gives such; none clips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats

if TYPE_CHECKING:
    from vision.picture import Floats


def veiled(picture: Floats, rng: np.random.Generator) -> Floats:
    """The picture behind a haze, as a lamp's reflection or a poor lens lays over it: black ink
    becomes grey, and takes on the haze's colour."""
    share = rng.uniform(0.05, 0.5)
    haze = rng.uniform(60, 255) * rng.uniform(0.93, 1.07, 3)
    return floats(picture * (1 - share) + haze * share)


def coloured(picture: Floats, rng: np.random.Generator) -> Floats:
    """The picture in fuller or paler colours, as cameras have them."""
    grey = picture.mean(axis=2, keepdims=True)
    return floats(grey + (picture - grey) * np.exp(rng.uniform(np.log(0.45), np.log(1.9))))


def smeared(picture: Floats, longest_px: float, rng: np.random.Generator) -> Floats:
    """The picture from a camera, or of a tile, that moved by two pixels to `longest_px`."""
    length = rng.uniform(2.0, longest_px)
    angle = rng.uniform(0, np.pi)
    half = int(np.ceil(length / 2)) + 1
    offset = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    start, end = (np.round((half + side * offset) * 16).astype(int).tolist() for side in (-1, 1))
    cv2.line(kernel, start, end, (1.0,), 1, cv2.LINE_AA, 4)
    return floats(cv2.filter2D(picture, -1, kernel / kernel.sum()))
