"""The third owner's crops, sorted by number only: outlines come from the networks as they are.

The number is known; turn and colour are taken from the reading where it is sure, else left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from vision.lab.train.nets import JOKER_CLASS
from vision.lab.train.reader import COLOUR_LETTERS, UNKNOWN, Crops
from vision.picture import Picture
from vision.tiles.rectify import FACE_WH, face_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.picture import Image
    from vision.tiles.candidates import Candidate
    from vision.tiles.read import Reader

PAD = 0.35
"""Margin put about each crop, as a share of it: many tiles fill their crop."""

LOOK_PX = 160
SURE_TURN, SURE_COLOUR = 0.9, 0.9


@dataclass(frozen=True, slots=True)
class ValueCrop:
    """A crop with its margin and the class of its number."""

    path: Path
    picture_bgr: Image
    value: int


def value_crops(folder: Path) -> Iterator[ValueCrop]:
    """Every crop in the folder, with margins, in order."""
    for path in sorted((folder / "crops_by_value").glob("*/*.jpg")):
        crop_bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if crop_bgr is None:
            continue
        name = path.parent.name
        value = JOKER_CLASS if name == "joker" else int(name) - 1
        pad = int(max(crop_bgr.shape[:2]) * PAD)
        edge = np.median(np.concatenate([crop_bgr[0], crop_bgr[-1]]), axis=0) * 0.5
        picture = cv2.copyMakeBorder(
            crop_bgr, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=tuple(map(float, edge))
        )
        yield ValueCrop(path, picture, value)


def middle_tile(reader: Reader, crop: ValueCrop) -> Candidate | None:
    """The tile in the middle of a crop, if one is found that about fills it."""
    height, width = crop.picture_bgr.shape[:2]
    best: Candidate | None = None
    for found in reader.find_at(Picture(crop.picture_bgr), LOOK_PX):
        away = np.abs(found.quad_xy.mean(axis=0) - [width / 2, height / 2]) / [width, height]
        size = abs(float(cv2.contourArea(found.quad_xy))) / (width * height)
        is_middle = away.max() < 0.17 and size > 0.1
        if is_middle and (best is None or found.face.no_tile < best.face.no_tile):
            best = found
    return best


def faces_by_value(reader: Reader, folder: Path) -> Crops:
    """The faces of the crops whose tile was found, in the order of their number's top left."""
    faces, rows = [], []
    for crop in tqdm(value_crops(folder), desc="crops by value", mininterval=5):
        found = middle_tile(reader, crop)
        if found is None:
            continue
        faces.append(face_of(Picture(crop.picture_bgr), found.quad_xy))
        name, share = found.face.guesses[0]
        is_same = name[1:] == str(crop.value + 1)
        colour = COLOUR_LETTERS.index(name[0]) if is_same and share > SURE_COLOUR else UNKNOWN
        turn = 0 if found.face.turn_share > SURE_TURN else UNKNOWN
        rows.append((crop.value, turn, colour))
    table = np.array(rows, np.int64).reshape(-1, 3)
    stack = np.stack(faces) if faces else np.zeros((0, FACE_WH[1], FACE_WH[0], 3), np.uint8)
    return Crops(stack, table[:, 0], table[:, 1], table[:, 2])
