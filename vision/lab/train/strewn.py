"""Training pictures with things on the table that are no tiles, beside tiles or alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.cutouts import clutter_cutouts, is_held_out
from vision.lab.cutouts.clutter import clutter_photos
from vision.lab.cutouts.hands import hand_frames
from vision.lab.cutouts.paste import laid_free
from vision.lab.madeup import made_up
from vision.lab.train.compose import light
from vision.lab.train.grounds import drawn_ground, photo_ground
from vision.lab.train.sample import BACK, SampleTile, TrainingSample
from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.lab.cutouts import CutOut
    from vision.picture import Image

TILE_LIKE = frozenset({"domino", "die", "letter tile", "picture tile"})
"""Things with a tile's body: whether there is one is left open, and there is no face to read."""

BARELY = 0.3  # visible: neither a tile nor none
PHOTOGRAPHED = 0.4  # how often a thing is a photographed one
TILE_MM = 26.0


def learned_things(photos: Path) -> list[CutOut]:
    """The photographed things that are learned from."""
    return [each for each in clutter_cutouts(photos) if not is_held_out(each.group)]


def clutter_samples(photos: Path) -> list[TrainingSample]:
    """The photographs without a tile that are learned from: clutter, and people at other games."""
    clutter = [
        TrainingSample(frame_bgr, ())
        for name, frame_bgr in clutter_photos(photos).items()
        if not is_held_out(name)
    ]
    games = [
        TrainingSample(frame.load(), ())
        for frame in hand_frames(photos)
        if not is_held_out(frame.clip)
    ]
    return clutter + games


def any_things(things: Sequence[CutOut], count: int, rng: np.random.Generator) -> list[CutOut]:
    """So many things, some photographed, the others made up."""
    return [
        things[int(rng.integers(len(things)))]
        if things and rng.random() < PHOTOGRAPHED
        else made_up(rng)
        for _ in range(count)
    ]


def strewn(
    sample: TrainingSample, things: Sequence[CutOut], rng: np.random.Generator
) -> TrainingSample:
    """The sample with a few things where no tile lies, at about their true size."""
    sides = [np.sqrt(abs(cv2.contourArea(tile.quad_xy)) / 1.42) for tile in sample.tiles]
    width = float(np.median(sides)) if sides else float(np.exp(rng.uniform(np.log(25), np.log(90))))
    px_per_mm = width / TILE_MM * float(rng.uniform(0.8, 1.2))
    chosen = any_things(things, int(rng.integers(1, 7)), rng)
    bright = float(np.percentile(sample.frame_bgr[::4, ::4].max(axis=2), 95)) / 240.0
    quads = [tile.quad_xy for tile in sample.tiles]
    gain = bright * float(rng.uniform(0.8, 1.1))
    frame_bgr, laid = laid_free(sample.frame_bgr, chosen, px_per_mm, quads, rng, gain)
    likes = [
        SampleTile(BACK, floats(quad), BARELY, 0.0, False)
        for thing, quad in laid
        if thing.kind in TILE_LIKE
    ]
    return replace(sample, frame_bgr=frame_bgr, tiles=(*sample.tiles, *likes))


def clutter_table(
    things: Sequence[CutOut],
    grounds: Sequence[Image],
    size_wh: tuple[int, int],
    rng: np.random.Generator,
) -> TrainingSample:
    """A table with things on it and no tile."""
    ground = (
        photo_ground(grounds, size_wh, rng)
        if grounds and rng.random() < 0.4
        else drawn_ground(size_wh, rng)
    )
    sample = strewn(strewn(TrainingSample(ground, ()), things, rng), things, rng)
    return replace(sample, frame_bgr=light(sample.frame_bgr, rng))
