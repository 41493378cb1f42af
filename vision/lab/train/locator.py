"""Trains the locator: where the tiles are, each apart from its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch

from vision.lab.train.lights import coloured, smeared, veiled
from vision.lab.train.loop import train
from vision.lab.train.nets import LocatorNet
from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.lab.train.loop import Batch
    from vision.lab.train.sample import TrainingSample
    from vision.lab.train.samples import Packed
    from vision.picture import Floats, Image

SHRINK = 0.65
STRIDE = 4
PATCH = 256
BATCH = 16
SURE_VISIBLE, MAYBE_VISIBLE = 0.5, 0.2


def shrunk(quad_xy: Floats, share: float = SHRINK) -> Floats:
    """The quad drawn in towards where its diagonals cross."""
    a, b, c, d = quad_xy.astype(np.float64)
    matrix = np.stack([c - a, b - d], axis=1)
    if abs(np.linalg.det(matrix)) < 1e-6:
        middle = quad_xy.mean(axis=0)
    else:
        middle = a + (c - a) * np.linalg.solve(matrix, b - a)[0]
    return floats(middle + (quad_xy - middle) * share)


def targets(sample: TrainingSample, matrix: Floats, size: int) -> tuple[Floats, Floats, Floats]:
    """Shrunken, whole and weight map, a quarter of `size`, of the picture moved by `matrix`."""
    fine = size // 2
    small = np.zeros((fine, fine), np.uint8)
    whole = np.zeros((fine, fine), np.uint8)
    weight = np.ones((fine, fine), np.float32)

    def draw(canvas: Any, quad_xy: Floats, value: float) -> None:
        points = np.round((quad_xy / 2 - 0.25) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, points, (value,), cv2.LINE_8, 4)

    for tile in sample.tiles:
        quad_xy = cv2.transform(tile.quad_xy[None], matrix)[0]
        draw(small, quad_xy, 0)
        if tile.visible >= SURE_VISIBLE:
            draw(whole, quad_xy, 255)
            draw(weight, quad_xy, 3.0)
            core = shrunk(quad_xy)
            draw(small, core, 255)
            draw(weight, shrunk(quad_xy, SHRINK * 0.8), 1.5)
        elif tile.visible >= MAYBE_VISIBLE:
            draw(weight, quad_xy, 0.0)
    out = (size // STRIDE, size // STRIDE)
    area = cv2.INTER_AREA
    return (
        cv2.resize(small, out, interpolation=area).astype(np.float32) / 255.0,
        cv2.resize(whole, out, interpolation=area).astype(np.float32) / 255.0,
        cv2.resize(weight, out, interpolation=area),
    )


def median_width(sample: TrainingSample) -> float:
    """The median tile width in pixels, 60 where there is none."""
    widths = [float(np.sqrt(abs(cv2.contourArea(t.quad_xy)) / 1.4)) for t in sample.tiles]
    return float(np.median(widths)) if widths else 60.0


def jitter_colours(patch: Image, rng: np.random.Generator) -> Image:
    """The patch as it is, or under other light; sometimes grey, noisy, hazy or blurred."""
    if rng.random() < 0.35:
        return patch
    picture: Floats = patch.astype(np.float32) * np.exp(rng.uniform(np.log(0.45), np.log(1.5)))
    if rng.random() < 0.5:
        picture *= rng.uniform(0.82, 1.18, 3).astype(np.float32)
    if rng.random() < 0.3:
        picture = 255.0 * (np.clip(picture, 0, 255) / 255.0) ** rng.uniform(0.65, 1.5)
    if rng.random() < 0.06:
        picture = np.repeat(picture.mean(axis=2, keepdims=True), 3, axis=2)
    elif rng.random() < 0.25:
        picture = coloured(picture, rng)
    if rng.random() < 0.12:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.5))
    elif rng.random() < 0.08:
        picture = smeared(picture, 8.0, rng)
    if rng.random() < 0.15:
        picture = veiled(picture, rng)
    if rng.random() < 0.3:
        noise = rng.normal(0, rng.uniform(1, 8), (*picture.shape[:2], 1)).astype(np.float32)
        picture = picture + noise
    return np.clip(picture, 0, 255).astype(np.uint8)


def patch_of(
    sample: TrainingSample, rng: np.random.Generator
) -> tuple[Image, Floats, Floats, Floats]:
    """A turned, scaled, mirrored piece of the sample with its maps."""
    height, width = sample.frame_bgr.shape[:2]
    tile_px = median_width(sample)
    lowest, highest = np.log(max(0.2, 22 / tile_px)), np.log(min(2.5, 100 / tile_px))
    if highest < lowest:
        lowest = highest
    scale = float(np.exp(rng.uniform(lowest, highest)))
    if rng.random() < 0.4:
        scale = float(np.clip(480 / height * rng.uniform(0.7, 1.3), 22 / tile_px, 110 / tile_px))
    angle = rng.choice([0.0, 90.0, 180.0, 270.0]) + rng.normal(0, 15)
    reach = PATCH / scale / 2
    middle = [
        rng.uniform(min(reach, side / 2), max(side - reach, side / 2)) for side in (width, height)
    ]
    if sample.tiles and rng.random() < 0.5:
        quad_xy = sample.tiles[int(rng.integers(len(sample.tiles)))].quad_xy
        middle = (quad_xy.mean(axis=0) + rng.normal(0, reach / 3, 2)).tolist()
    matrix = cv2.getRotationMatrix2D((middle[0], middle[1]), angle, scale)
    matrix[:, 2] = matrix[:, 2] + PATCH / 2 - np.array(middle)
    if rng.random() < 0.5:
        matrix[0] = -matrix[0]
        matrix[0, 2] += PATCH
    flags = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    source = sample.frame_bgr
    if scale < 0.6:  # a warp does not average: shrink first
        source = cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=flags)
        half = matrix.copy()
        half[:, :2] = half[:, :2] * 2
        half[:, 2] = half[:, 2] + matrix[:, :2] @ np.array([0.5, 0.5])
        patch = cv2.warpAffine(source, half, (PATCH, PATCH), borderMode=cv2.BORDER_CONSTANT)
    else:
        patch = cv2.warpAffine(source, matrix, (PATCH, PATCH), borderMode=cv2.BORDER_CONSTANT)
    return (
        jitter_colours(patch.astype(np.uint8), rng),
        *targets(sample, matrix.astype(np.float32), PATCH),
    )


def batch_maker(groups: Sequence[tuple[float, Sequence[Packed | TrainingSample]]]) -> Any:
    """A function of a generator that makes one batch, drawing from the groups by their shares."""
    shares = np.array([share for share, _ in groups])
    shares = shares / shares.sum()

    def make(rng: np.random.Generator) -> Batch:
        made = []
        for _ in range(BATCH):
            group = groups[int(rng.choice(len(groups), p=shares))][1]
            item = group[int(rng.integers(len(group)))]
            sample = item.unpack() if hasattr(item, "unpack") else item
            made.append(patch_of(sample, rng))
        pictures, small, whole, weight = (np.stack(part) for part in zip(*made, strict=True))
        return pictures, np.stack([small, whole], axis=1), weight[:, None]

    return make


def loss_of(net: Any, batch: Batch) -> Any:
    """Weighted cross entropy and overlap of both maps."""
    pictures, truth, weight = batch
    logits = net(pictures)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    entropy = (entropy * weight).mean() / weight.mean()
    seen = torch.sigmoid(logits) * (weight > 0)
    truth = truth * (weight > 0)
    overlap = (seen * truth).sum((0, 2, 3))
    dice = 1 - (2 * overlap + 50) / (seen.sum((0, 2, 3)) + truth.sum((0, 2, 3)) + 50)
    return entropy * 3 + dice.mean()


def train_locator(
    groups: Sequence[tuple[float, Sequence[Packed | TrainingSample]]],
    steps: int,
    seed: int,
    start: Any = None,
    rate: float = 3e-3,
    unfinished: Path | None = None,
) -> Any:
    """A trained locator; `start` is one to go on from."""
    torch.manual_seed(seed)
    net, make = start or LocatorNet(), batch_maker(groups)
    return train(net, make, loss_of, steps, rate, seed, "locator", unfinished=unfinished)
