"""Drawn tables as samples."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.lab.synth.digits import font_files
from vision.lab.synth.render import render
from vision.lab.synth.scene import random_scene
from vision.lab.train.sample import BACK, Sample, SampleTile

FRAME_WH = (640, 480)
WHOLE, BARELY = 0.97, 0.15
PARTLY = 0.6


@lru_cache
def fonts() -> tuple[str, ...]:
    """The fonts of this machine that draw digits."""
    return font_files()


def drawn_sample(seed: int, size_wh: tuple[int, int] = FRAME_WH) -> Sample:
    """The drawn table of this seed with its truth."""
    seen = render(random_scene(seed, size_wh=size_wh, fonts=fonts()))
    tiles = []
    for tile in seen.tiles:
        if tile.visible < 0.02:
            continue
        number = 1.0 if tile.visible >= WHOLE else 0.0 if tile.visible < BARELY else PARTLY
        name = tile.tile if tile.face_up else BACK
        tiles.append(SampleTile(name, tile.quad_xy.astype(np.float32), tile.visible, number))
    return Sample(seen.frame_bgr, tuple(tiles), "drawn")
