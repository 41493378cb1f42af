"""Trains the corner network: exact corners from a view about a rough outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from vision.geometry import upright_box
from vision.lab.train.locator import SURE_VISIBLE, jitter_colours
from vision.lab.train.loop import train
from vision.lab.train.nets import Corners
from vision.picture import Picture
from vision.tiles.rectify import into_view, view_of, view_square

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vision.lab.train.loop import Batch
    from vision.lab.train.sample import TrainingSample
    from vision.picture import Floats, Image

VIEWS_PER_TILE = 3


def rough(quad_xy: Floats, rng: np.random.Generator) -> Floats:
    """A rectangle as the locator might give it: off, turned, too small, or over one half."""
    box = upright_box(quad_xy)
    middle = box.mean(axis=0)
    size = np.array([np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[3] - box[0])])
    down = (box[3] - box[0]) / max(size[1], 1e-6)
    right = np.array([down[1], -down[0]])
    stretch = np.exp(rng.normal(0, 0.12, 2))
    shift = rng.normal(0, 0.06, 2)
    if rng.random() < 0.12:  # only the half with the digit, or a part seen beside a cover
        stretch[1] *= rng.uniform(0.5, 0.8)
        shift[1] += rng.choice([-1, 1]) * rng.uniform(0.1, 0.28)
    turn = rng.normal(0, 0.07) if rng.random() < 0.8 else rng.uniform(-0.5, 0.5)
    cosine, sine = np.cos(turn), np.sin(turn)
    new_down = down * cosine + right * sine
    new_right = np.array([new_down[1], -new_down[0]])
    middle = middle + (right * shift[0] * size[0] + down * shift[1] * size[1])
    half = size * stretch / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = middle + signs[:, :1] * half[0] * new_right + signs[:, 1:] * half[1] * new_down
    return upright_box(corners.astype(np.float32))


def in_view_order(corners: Floats) -> Floats:
    """Corners in units of the view, starting with the one closest to being the top left."""
    canonical = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) - 0.5
    middle = corners.mean(axis=0)
    costs = [float(((np.roll(corners, -k, axis=0) - middle) * canonical).sum()) for k in range(4)]
    return np.roll(corners, -int(np.argmax(costs)), axis=0).astype(np.float32)


def views_of(
    sample: TrainingSample, rng: np.random.Generator, per_tile: int
) -> tuple[list[Image], list[Floats]]:
    """Views of the sample's tiles with the true corners in each."""
    source = Picture(sample.frame_bgr)
    views, truths = [], []
    for tile in sample.tiles:
        if tile.visible < SURE_VISIBLE or not tile.is_oriented:
            continue
        for _ in range(per_tile):
            box = rough(tile.quad_xy, rng)
            if rng.random() < 0.5:
                box = np.roll(box, 2, axis=0)
            square = view_square(box)
            truth = in_view_order(into_view(tile.quad_xy, square))
            if np.abs(truth - 0.5).max() > 0.9:
                continue
            views.append(view_of(source, square))
            truths.append(truth)
    return views, truths


def batch_maker(views: Image, truths: Floats, batch: int = 128) -> Any:
    """A function that makes one batch of views with changed light."""

    def make(rng: np.random.Generator) -> Batch:
        chosen = rng.integers(0, len(views), batch)
        pictures = np.stack([jitter_colours(views[k], rng) for k in chosen])
        corners = truths[chosen].copy()
        flip = rng.random(batch) < 0.5
        pictures[flip] = pictures[flip][:, :, ::-1]
        mirrored = corners[flip][:, [1, 0, 3, 2]]
        mirrored[..., 0] = 1 - mirrored[..., 0]
        corners[flip] = mirrored
        return pictures, corners.reshape(batch, 8)

    return make


def loss_of(net: Any, batch: Batch) -> Any:
    """Mean distance of the coordinates, in hundredths of the view."""
    pictures, corners = batch
    return torch.nn.functional.smooth_l1_loss(net(pictures) * 100, corners * 100)


def train_corners(
    views: Image,
    truths: Floats,
    steps: int,
    seed: int,
    start: Any = None,
    unfinished: Path | None = None,
) -> Any:
    """A trained corner network; `start` is one to go on from."""
    torch.manual_seed(seed)
    return train(
        start or Corners(),
        batch_maker(views, truths),
        loss_of,
        steps,
        2e-3,
        seed,
        "corners",
        is_exact=True,
        unfinished=unfinished,
    )


def gather(
    samples: Iterable[TrainingSample], seed: int, per_tile: int = VIEWS_PER_TILE
) -> tuple[Image, Floats]:
    """All views of the samples."""
    rng = np.random.default_rng(seed)
    views: list[Image] = []
    truths: list[Floats] = []
    for sample in samples:
        more, corners = views_of(sample, rng, per_tile)
        views += more
        truths += corners
    return np.stack(views), np.stack(truths)
