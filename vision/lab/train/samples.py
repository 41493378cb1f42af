"""Training pictures in number, made by worker processes, each from its own seed."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from tqdm import tqdm

from vision.lab.train.compose import compose
from vision.lab.train.sample import SampleTile, TrainingSample
from vision.lab.train.strewn import clutter_table, strewn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.lab.cutouts import CutOut
    from vision.lab.train.faces import Face
    from vision.lab.train.photos import Photo
    from vision.picture import Image

FRAME_WH = (640, 480)


@dataclass(frozen=True, slots=True)
class Packed:
    """A sample with its picture compressed, to keep thousands in memory."""

    jpeg: bytes
    sample: TrainingSample

    def unpack(self) -> TrainingSample:
        """The sample with its picture."""
        frame_bgr = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        return replace(self.sample, frame_bgr=frame_bgr.astype(np.uint8))


def pack(sample: TrainingSample) -> Packed:
    """The sample, its picture as a JPEG of high quality."""
    _, jpeg = cv2.imencode(".jpg", sample.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return Packed(jpeg.tobytes(), replace(sample, frame_bgr=np.zeros((0, 0, 3), np.uint8)))


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What pictures are made of: faces, tables without a tile, and things that are none."""

    faces: Sequence[Face] = ()
    grounds: Sequence[Image] = ()
    things: Sequence[CutOut] = ()


STREWN = 0.3
"""How often things lie beside the tiles."""

_material = Material()


def _start(material: Material) -> None:
    global _material  # noqa: PLW0603  one for each worker's process
    cv2.setNumThreads(1)
    _material = material


def _perhaps_strewn(sample: TrainingSample, seed: int) -> TrainingSample:
    rng = np.random.default_rng([seed, 3])
    return strewn(sample, _material.things, rng) if rng.random() < STREWN else sample


def composite(seed: int) -> Packed:
    """The composite of this seed, of the material given to the worker."""
    rng = np.random.default_rng(seed)
    made = compose(_material.faces, _material.grounds, FRAME_WH, rng)
    return pack(_perhaps_strewn(made, seed))


def synthetic(seed: int) -> Packed:
    """The drawn table of this seed."""
    from vision.lab.train.drawn import training_sample

    return pack(_perhaps_strewn(training_sample(seed), seed))


def cluttered(seed: int) -> Packed:
    """The table of this seed with things on it and no tile."""
    rng = np.random.default_rng(seed)
    return pack(clutter_table(_material.things, _material.grounds, FRAME_WH, rng))


def printed(seed: int) -> Packed:
    """The table of this seed with print on it and no tile."""
    from vision.lab.train.prints import printed_table

    return pack(printed_table(FRAME_WH, np.random.default_rng(seed)))


def make(
    maker: Callable[[int], Packed],
    seeds: Sequence[int],
    material: Material,
    name: str,
    workers: int = 2,
) -> list[Packed]:
    """The samples of these seeds, in order, with a progress bar."""
    with multiprocessing.get_context("spawn").Pool(workers, _start, (material,)) as pool:
        made = pool.imap(maker, seeds, chunksize=8)
        return list(tqdm(made, total=len(seeds), desc=name, mininterval=5))


def of_photo(photo: Photo) -> TrainingSample:
    """A labelled photograph as a sample; outlines clipped by the frame are not oriented."""
    from vision.lab.train.faces import is_cut

    frame_bgr = photo.load()
    size_wh = (frame_bgr.shape[1], frame_bgr.shape[0])
    tiles = tuple(
        SampleTile(t.tile, t.quad_xy, 1.0, 1.0, not is_cut(t.quad_xy, size_wh)) for t in photo.tiles
    )
    return TrainingSample(frame_bgr, tiles)
