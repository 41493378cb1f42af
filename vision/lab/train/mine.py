"""What the locator takes for tiles although none is there: lessons for the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from vision.geometry import overlap, portrait
from vision.lab.train.nets import NO_TILE_CLASS
from vision.lab.train.reader import UNKNOWN, Crops
from vision.picture import Picture
from vision.tiles.corners import CornerFinder, refined
from vision.tiles.locate import Locator
from vision.tiles.rectify import FACE_WH, face_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vision.lab.train.sample import TrainingSample

EASILY_TAKEN_LOGIT = -2.5
"""Far below what counts as a tile, so that near misses are learned from as well."""

CLEAR_OF_TILES = 0.08


def mined(
    models: Path, samples: Iterable[TrainingSample], long_sides: tuple[int, ...] = (640,)
) -> Crops:
    """Faces at false outlines, all "no tile"."""
    locator = Locator(models / "locator.onnx")
    finder = CornerFinder(models / "corners.onnx")
    faces = []
    for sample in tqdm(samples, desc="mining", mininterval=5):
        source = Picture(sample.frame_bgr)
        for long_side in long_sides:
            _, outlines = locator.look(source, long_side, EASILY_TAKEN_LOGIT)
            for outline in (*refined(finder, source, outlines), *outlines):
                if any(overlap(outline.box_xy, t.quad_xy) > CLEAR_OF_TILES for t in sample.tiles):
                    continue
                faces.append(face_of(source, portrait(outline.box_xy)))
    count = len(faces)
    stack = np.stack(faces) if faces else np.zeros((0, FACE_WH[1], FACE_WH[0], 3), np.uint8)
    unknown = np.full(count, UNKNOWN, np.int64)
    return Crops(stack, np.full(count, NO_TILE_CLASS, np.int64), unknown, unknown)
