"""Trains the network that sees hands over the table: real and drawn hands over drawn, composed and
photographed tables, and tables without any.

Real hands are laid over tables batch by batch, so that no two views are alike. Clips of hands,
photographs and clutter that `is_held_out` names are never learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from engine.sepmosa.values import ACTION_KINDS
from vision.judge.cover import LOOK_WH, MAP_WH
from vision.lab.cutouts import CutOut, clutter_cutouts, hand_cutouts, is_held_out
from vision.lab.cutouts.clutter import clutter_photos
from vision.lab.cutouts.paste import laid_free
from vision.lab.cutouts.reach import Wardrobe, laid_over
from vision.lab.simulate.photo_home import PhotoView, frame_of, photo_home
from vision.lab.simulate.turns import simulated_game, turns_of
from vision.lab.synth.conditions import random_finish, random_light
from vision.lab.synth.disturb import with_hand
from vision.lab.synth.light import glare_spot
from vision.lab.synth.render import render
from vision.lab.synth.scene import mosaic_camera, mosaic_scene, random_mosaic
from vision.lab.synth.setting import Camera, Light
from vision.lab.synth.style import SetStyle, random_style
from vision.lab.synth.tables import random_table
from vision.lab.train.loop import Batch, train
from vision.lab.train.nets import Conv, Residual
from vision.lab.train.photos import Photo
from vision.picture import Floats, Image, floats, pixels

FRAME_WH = (256, 192)
DRAWN_WH, HOME_WH = (512, 384), (768, 576)  # drawn larger, for sharper tiles
BATCH = 16
FIRST_SEED = 900_000
"""Seeds from here on are drawn from; tests and figures use others."""

DRESSED = 1500  # hands made ready before training
HAND_PX_PER_MM = 0.7  # at which they are kept: frames are small
BARE, TWO, STREWN, LAMP, SKIN, SHADE = 0.25, 0.2, 0.15, 0.15, 0.15, 0.15
"""How often there is no hand, a second one, clutter; a lamp mirrored, a table of the colour of
skin, a shadow of something out of sight."""

SKINS_BGR = ((166, 190, 236), (118, 150, 206), (94, 126, 182), (50, 70, 108), (140, 175, 225))


@dataclass(frozen=True, slots=True, eq=False)
class CoverSample:
    """A frame (`FRAME_WH`), its mask of what is over the table, and its scale; 0 where a hand
    already lies over it."""

    frame_bgr: Image
    covered: Image
    px_per_mm: float = 0.0


class Cover(nn.Module):
    """BGR 0–255, 192 x 144, to logits at a quarter of the size: something is over the table."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, 2), Conv(16, 24, 2))
        self.down8 = nn.Sequential(Conv(24, 40, 2), Residual(40))
        self.down16 = nn.Sequential(Conv(40, 56, 2), Residual(56))
        self.down32 = nn.Sequential(Conv(56, 80, 2), Residual(80), Residual(80))
        self.lift16 = Conv(80, 56, size=1)
        self.join16 = Conv(56, 56)
        self.lift8 = Conv(56, 40, size=1)
        self.join8 = Conv(40, 40)
        self.lift4 = Conv(40, 24, size=1)
        self.join4 = Conv(24, 24)
        self.head = nn.Conv2d(24, 1, 1)

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


# Tables


def drawn_sample(seed: int) -> CoverSample:
    """A drawn game as the camera sees it; every third with drawn hands over it."""
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
    hands = int(rng.choice([1, 2], p=[0.75, 0.25])) if seed % 3 == 0 else 0
    for number in range(hands):
        at = np.array(scene.camera.look_at_mm)
        at = at + rng.uniform(-0.5, 0.5, 2) * np.array(DRAWN_WH) / scene.camera.zoom
        scene = with_hand(scene, seed * 3 + number, (float(at[0]), float(at[1])))
    rendered = render(scene)
    scale = 0.0 if hands else scene.camera.zoom * FRAME_WH[0] / DRAWN_WH[0]
    area = cv2.INTER_AREA
    frame_bgr = cv2.resize(rendered.frame_bgr, FRAME_WH, interpolation=area)
    covered = cv2.resize(rendered.covered, FRAME_WH, interpolation=area)
    return CoverSample(pixels(frame_bgr), pixels(covered), scale)


def _camera(style: SetStyle, rng: np.random.Generator) -> Camera:
    straight = mosaic_camera(style, DRAWN_WH, int(rng.integers(9, 17)))
    return replace(
        straight,
        zoom=straight.zoom * float(rng.uniform(0.8, 1.4)),
        tilt_deg=float(abs(rng.normal(0, 6))),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        rotation_deg=float(rng.normal(0, 5)),
    )


def home_sample(seed: int) -> CoverSample:
    """A living-room table of photographed tiles, with stock, racks and cards."""
    rng = np.random.default_rng([seed, 12])
    home = photo_home(seed, HOME_WH, dim=bool(rng.random() < 0.2), is_learned=True)
    turns = list(turns_of(simulated_game(int(rng.integers(200)))))
    table = turns[int(rng.integers(len(turns)))].after
    frame_bgr = frame_of(home, table, PhotoView(seed=seed), drawn=int(rng.integers(40)))
    px_per_mm = home.camera.focal_px / home.camera.distance / 26.0
    return _small(frame_bgr, px_per_mm * FRAME_WH[0] / HOME_WH[0])


def _small(frame_bgr: Image, px_per_mm: float) -> CoverSample:
    mask = np.zeros((FRAME_WH[1], FRAME_WH[0]), np.uint8)
    small = cv2.resize(frame_bgr, FRAME_WH, interpolation=cv2.INTER_AREA)
    return CoverSample(pixels(small), mask, px_per_mm)


def made_samples(maker: Callable[[int], CoverSample], count: int, name: str) -> list[CoverSample]:
    """So many tables, made by two processes."""
    with ProcessPoolExecutor(2) as pool:
        seeds = range(FIRST_SEED, FIRST_SEED + count)
        made = pool.map(maker, seeds, chunksize=8)
        return list(tqdm(made, total=count, desc=name, mininterval=5))


def photo_samples(photos: Sequence[Photo], folder: Path) -> list[CoverSample]:
    """The labelled photographs that are learned from, and clutter, on which nothing is over the
    table."""
    samples = []
    for photo in photos:
        if is_held_out(photo.path.name):
            continue
        frame_bgr = photo.load()
        areas = [abs(cv2.contourArea(tile.quad_xy)) for tile in photo.tiles]
        across = np.sqrt(np.median(areas) / (26.0 * 37.0)) if areas else 2.0
        shrink = FRAME_WH[0] / frame_bgr.shape[1]
        samples.append(_small(frame_bgr, float(across) * shrink))
    for name, frame_bgr in clutter_photos(folder).items():
        if not is_held_out(name):
            samples.append(_small(frame_bgr, FRAME_WH[0] / 450))
    return samples


# Views


@dataclass(frozen=True, slots=True, eq=False)
class CoverMaterial:
    """What views are made of: groups of tables with their shares, hands that are dressed, and
    clutter to strew."""

    tables: Sequence[tuple[float, Sequence[CoverSample]]]
    hands: Sequence[CutOut]
    clutter: Sequence[CutOut]


def learned_hands(photos: Path, seed: int, count: int = DRESSED) -> list[CutOut]:
    """Hands that are learned from, small and dressed."""
    rng = np.random.default_rng(seed)
    own = [_shrunk(hand) for hand in hand_cutouts(photos) if not is_held_out(hand.group)]
    cloths = [p for name, p in clutter_photos(photos).items() if not is_held_out(name)]
    wardrobe = Wardrobe(own, [pixels(cv2.resize(cloth, (160, 120))) for cloth in cloths])
    return [wardrobe.hand(rng) for _ in tqdm(range(count), desc="hands", mininterval=5)]


def learned_clutter(photos: Path) -> list[CutOut]:
    """Clutter that is learned from, small."""
    return [_shrunk(each) for each in clutter_cutouts(photos) if not is_held_out(each.group)]


def _shrunk(cutout: CutOut) -> CutOut:
    scale = min(1.0, HAND_PX_PER_MM / cutout.px_per_mm)
    image, alpha = (
        pixels(cv2.resize(each, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        for each in (cutout.image_bgr, cutout.alpha)
    )
    return replace(cutout, image_bgr=image, alpha=alpha, px_per_mm=cutout.px_per_mm * scale)


def with_hands(
    sample: CoverSample, material: CoverMaterial, rng: np.random.Generator
) -> CoverSample:
    """A table with what may be on and over it: clutter, none, one or two hands."""
    frame_bgr, covered = sample.frame_bgr, sample.covered
    if rng.random() < SKIN:
        frame_bgr = _skin_coloured(frame_bgr, rng)
    if not sample.px_per_mm:
        return CoverSample(frame_bgr, covered)
    if rng.random() < STREWN and material.clutter:
        things = [material.clutter[int(rng.integers(len(material.clutter)))] for _ in range(2)]
        frame_bgr, _ = laid_free(frame_bgr, things, sample.px_per_mm, (), rng)
    if rng.random() < BARE or not material.hands:
        return CoverSample(frame_bgr, covered)
    for _ in range(1 + (rng.random() < TWO)):
        hand = material.hands[int(rng.integers(len(material.hands)))]
        frame_bgr, more = laid_over(frame_bgr, hand, sample.px_per_mm, rng)
        covered = np.maximum(covered, more)
    return CoverSample(frame_bgr, covered)


def _skin_coloured(frame_bgr: Image, rng: np.random.Generator) -> Image:
    """The table with its usual colour drawn towards that of a skin."""
    usual = np.median(frame_bgr[::8, ::8].reshape(-1, 3), axis=0)
    skin = np.array(SKINS_BGR[int(rng.integers(len(SKINS_BGR)))]) * rng.uniform(0.7, 1.1)
    gain = np.clip(skin / np.maximum(usual, 8.0), 0.5, 2.5) ** rng.uniform(0.3, 0.8)
    return pixels(np.clip(frame_bgr * floats(gain), 0, 255))


def _with_lamp(frame_bgr: Image, rng: np.random.Generator) -> Image:
    """The frame with one or two lamps mirrored in it."""
    lit: Floats = (floats(frame_bgr) / 255.0) ** 2
    for _ in range(1 + (rng.random() < 0.4)):
        light = Light(
            glare=float(rng.uniform(0.15, 1.2)),
            glare_xy=(float(rng.random()), float(rng.random())),
            glare_size=float(rng.uniform(0.03, 0.2)),
        )
        tint = floats([rng.uniform(0.6, 1.0), rng.uniform(0.85, 1.0), 1.0])
        lit = lit + glare_spot(light, FRAME_WH)[..., None] * tint
    return pixels(np.clip(np.sqrt(lit) * 255.0, 0, 255))


def _with_shade(frame_bgr: Image, rng: np.random.Generator) -> Image:
    """The frame with the shadow of something that is not in sight."""
    width, height = FRAME_WH
    shade: Floats = np.zeros((height, width), np.float32)
    middle = rng.uniform(-0.1, 1.1, 2) * [width, height]
    axes = rng.uniform(0.05, 0.6, 2) * width
    cv2.ellipse(
        shade,
        middle.astype(int).tolist(),
        axes.astype(int).tolist(),
        float(rng.uniform(0, 180)),
        0,
        360,
        (1.0,),
        -1,
    )
    shade = floats(cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(1, 10))))
    return pixels(frame_bgr * (1 - shade * rng.uniform(0.15, 0.6))[..., None])


def looked_at(sample: CoverSample, rng: np.random.Generator) -> tuple[Image, Floats]:
    """A turned, scaled, recoloured view of a sample and its map."""
    w, h = FRAME_WH
    frame_bgr = sample.frame_bgr
    if rng.random() < LAMP:
        frame_bgr = _with_lamp(frame_bgr, rng)
    if rng.random() < SHADE:
        frame_bgr = _with_shade(frame_bgr, rng)
    scale = LOOK_WH[0] / w * float(np.exp(rng.uniform(-0.1, 0.3)))
    angle = float(rng.choice([0.0, 180.0])) + float(rng.normal(0, 8))
    matrix = floats(cv2.getRotationMatrix2D((w / 2, h / 2), angle, scale))
    matrix[:, 2] += np.array(LOOK_WH) / 2 - np.array([w, h]) / 2 + rng.normal(0, 6, 2)
    if rng.random() < 0.5:
        matrix[0] = -matrix[0]
        matrix[0, 2] += LOOK_WH[0]
    blurred = cv2.GaussianBlur(frame_bgr, (0, 0), float(rng.uniform(0.3, 0.7)))
    view = cv2.warpAffine(blurred, matrix, LOOK_WH, borderMode=cv2.BORDER_REFLECT)
    mask = cv2.warpAffine(sample.covered, matrix, LOOK_WH, borderMode=cv2.BORDER_REFLECT)
    picture = view.astype(np.float32) * rng.uniform(0.65, 1.3)
    picture *= rng.uniform(0.88, 1.12, 3).astype(np.float32)
    if rng.random() < 0.12:  # the outline must do, where hand and table are of one colour
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0.0, 0.6)
    picture += rng.normal(0, rng.uniform(0, 6), picture.shape).astype(np.float32)
    share = cv2.resize(mask, MAP_WH, interpolation=cv2.INTER_AREA)
    return pixels(np.clip(picture, 0, 255)), floats(share) / 255.0


def batch_maker(material: CoverMaterial) -> Any:
    """A function of a generator that makes one batch, its tables by the groups' shares."""
    groups = [(share, samples) for share, samples in material.tables if samples]
    shares = np.array([share for share, _ in groups])
    shares = shares / shares.sum()

    def make(rng: np.random.Generator) -> Batch:
        views = []
        for group in rng.choice(len(groups), BATCH, p=shares):
            samples = groups[int(group)][1]
            sample = samples[int(rng.integers(len(samples)))]
            views.append(looked_at(with_hands(sample, material, rng), rng))
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
    material: CoverMaterial, steps: int, seed: int, unfinished: Path | None = None
) -> Any:
    """A trained network."""
    torch.manual_seed(seed)
    make = batch_maker(material)
    return train(Cover(), make, loss_of, steps, 3e-3, seed, "cover", unfinished=unfinished)
