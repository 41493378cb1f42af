"""Trains the network that sees hands over the table: drawn hands, and photographs without any."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from engine.sepmosa.values import ACTION_KINDS
from vision.judge.cover import LOOK_WH, MAP_WH
from vision.lab.synth.conditions import random_finish, random_light
from vision.lab.synth.disturb import with_hand
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene, random_mosaic
from vision.lab.synth.setting import Camera
from vision.lab.synth.style import SetStyle, random_style
from vision.lab.synth.tables import random_table
from vision.lab.train.loop import Batch, train
from vision.lab.train.nets import Conv, Residual
from vision.picture import Floats, Image, floats, pixels

FRAME_WH = (384, 288)
BATCH = 16
STEPS = 2600
FIRST_SEED = 900_000
"""Seeds from here on are drawn from; tests and figures use lower ones."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverSample:
    """A frame (384 x 288) and its mask of what is over the table."""

    frame_bgr: Image
    covered: Image


class Cover(nn.Module):
    """BGR 0–255, 192 x 144, to logits at a quarter of the size: something is over the table."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 12, 2), Conv(12, 20, 2))
        self.down8 = nn.Sequential(Conv(20, 32, 2), Conv(32, 32))
        self.down16 = nn.Sequential(Conv(32, 48, 2), Residual(48))
        self.down32 = nn.Sequential(Conv(48, 64, 2), Residual(64), Residual(64))
        self.lift16 = Conv(64, 48, size=1)
        self.join16 = Conv(48, 48)
        self.lift8 = Conv(48, 32, size=1)
        self.join8 = Conv(32, 32)
        self.lift4 = Conv(32, 20, size=1)
        self.join4 = Conv(20, 20)
        self.head = nn.Conv2d(20, 1, 1)

    def forward(self, x: Any) -> Any:
        quarter = self.stem(x * (1.0 / 128.0) - 1.0)
        eighth = self.down8(quarter)
        sixteenth = self.down16(eighth)
        deep = self.lift16(self.down32(sixteenth))
        double = nn.functional.interpolate
        y = self.join16(sixteenth + nn.functional.interpolate(deep, size=(9, 12), mode="nearest"))
        y = self.join8(eighth + double(self.lift8(y), scale_factor=2.0, mode="nearest"))
        y = self.join4(quarter + double(self.lift4(y), scale_factor=2.0, mode="nearest"))
        return self.head(y)


def drawn_sample(seed: int) -> CoverSample:
    """A drawn game as the camera sees it; two of three have a hand over it, some two."""
    rng = np.random.default_rng([seed, 9])
    style = random_style(rng)
    table = random_table(rng)
    scene = mosaic_scene(
        random_mosaic(rng, int(rng.integers(0, 50))),
        [str(ACTION_KINDS[at]) for at in rng.integers(0, 12, int(rng.integers(0, 9)))],
        style,
        seed,
        table=table,
        light=random_light(rng),
        camera=_camera(style, rng),
        finish=replace(random_finish(rng, table, 30.0), defocus_px=0.0, motion_px=0.0),
    )
    for number in range(int(rng.choice([0, 1, 2], p=[0.3, 0.55, 0.15]))):
        at = np.array(scene.camera.look_at_mm)
        at = at + rng.uniform(-0.5, 0.5, 2) * np.array(FRAME_WH) / scene.camera.zoom
        scene = with_hand(scene, seed * 3 + number, (float(at[0]), float(at[1])))
    rendered = render(scene)
    return CoverSample(rendered.frame_bgr, rendered.covered)


def _camera(style: SetStyle, rng: np.random.Generator) -> Camera:
    straight = mosaic_camera(style, FRAME_WH, int(rng.integers(9, 17)))
    return replace(
        straight,
        zoom=straight.zoom * float(rng.uniform(0.8, 1.4)),
        tilt_deg=float(abs(rng.normal(0, 6))),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        rotation_deg=float(rng.normal(0, 5)),
    )


def drawn_samples(count: int) -> list[CoverSample]:
    """So many drawn tables, made by two processes."""
    with ProcessPoolExecutor(2) as pool:
        seeds = range(FIRST_SEED, FIRST_SEED + count)
        made = pool.map(drawn_sample, seeds, chunksize=8)
        return list(tqdm(made, total=count, desc="hands over tables"))


def bare_samples(photos_bgr: Sequence[Image]) -> list[CoverSample]:
    """Photographs on which nothing is over the table."""
    mask = np.zeros((FRAME_WH[1], FRAME_WH[0]), np.uint8)
    return [
        CoverSample(pixels(cv2.resize(photo, FRAME_WH, interpolation=cv2.INTER_AREA)), mask)
        for photo in photos_bgr
    ]


def looked_at(sample: CoverSample, rng: np.random.Generator) -> tuple[Image, Floats]:
    """A turned, scaled, recoloured view of a sample and its map."""
    w, h = FRAME_WH
    scale = LOOK_WH[0] / w * float(np.exp(rng.uniform(-0.15, 0.25)))
    angle = float(rng.choice([0.0, 180.0])) + float(rng.normal(0, 12))
    matrix = floats(cv2.getRotationMatrix2D((w / 2, h / 2), angle, scale))
    matrix[:, 2] += np.array(LOOK_WH) / 2 - np.array([w, h]) / 2 + rng.normal(0, 8, 2)
    if rng.random() < 0.5:
        matrix[0] = -matrix[0]
        matrix[0, 2] += LOOK_WH[0]
    blurred = cv2.GaussianBlur(sample.frame_bgr, (0, 0), 0.8)
    view = cv2.warpAffine(blurred, matrix, LOOK_WH, borderMode=cv2.BORDER_REFLECT)
    mask = cv2.warpAffine(sample.covered, matrix, LOOK_WH, borderMode=cv2.BORDER_REFLECT)
    picture = view.astype(np.float32) * rng.uniform(0.55, 1.4)
    picture *= rng.uniform(0.75, 1.25, 3).astype(np.float32)
    if rng.random() < 0.3:  # the outline must do, where hand and table are of one colour
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0.0, 0.5)
    picture += rng.normal(0, rng.uniform(0, 6), picture.shape).astype(np.float32)
    share = cv2.resize(mask, MAP_WH, interpolation=cv2.INTER_AREA)
    return pixels(np.clip(picture, 0, 255)), floats(share) / 255.0


def batch_maker(drawn: Sequence[CoverSample], bare: Sequence[CoverSample]) -> Any:
    """A function of a generator that makes one batch, one in six views a photograph."""

    def make(rng: np.random.Generator) -> Batch:
        views = []
        for _ in range(BATCH):
            group = bare if bare and rng.random() < 1 / 6 else drawn
            views.append(looked_at(group[int(rng.integers(len(group)))], rng))
        pictures, maps = (np.stack(part) for part in zip(*views, strict=True))
        return pictures, maps[:, None]

    return make


def loss_of(net: Any, batch: Batch) -> Any:
    """Cross entropy and overlap."""
    pictures, truth = batch
    logits = net(pictures)
    entropy = nn.functional.binary_cross_entropy_with_logits(logits, truth)
    seen = torch.sigmoid(logits)
    dice = 1 - (2 * (seen * truth).sum() + 50) / (seen.sum() + truth.sum() + 50)
    return entropy * 3 + dice


def train_cover(
    drawn: Sequence[CoverSample], bare: Sequence[CoverSample], seed: int, steps: int = STEPS
) -> Any:
    """A trained network."""
    return train(Cover(), batch_maker(drawn, bare), loss_of, steps, 3e-3, seed, "cover")
