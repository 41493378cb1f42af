"""Batches and losses of finders and namers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch import nn

from vision.frames import floats, pixels
from vision.mosaix.train.samples import PATCH_PX, PATCH_SPAN
from vision.mosaix.views import levelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.frames import Image
    from vision.mosaix.train.samples import Piece
    from vision.train.loop import Batch

WINDOW_PX = 256
FINDER_BATCH, NAMER_BATCH = 6, 64


def finder_batches(
    pieces: Sequence[Piece], least: float, most: float
) -> Callable[[np.random.Generator], Batch]:
    """Makes batches of windows, each piece scaled by `least` to `most`, turned and relit."""

    def make(rng: np.random.Generator) -> Batch:
        windows = [
            _window(pieces[int(k)], rng, least, most)
            for k in rng.integers(0, len(pieces), FINDER_BATCH)
        ]
        pictures = np.stack([picture for picture, _ in windows])
        return pictures, floats(np.stack([pair for _, pair in windows]))

    return make


def _window(
    piece: Piece, rng: np.random.Generator, least: float, most: float
) -> tuple[Image, Image]:
    picture, shrunk, whole = piece.unpack()
    h, w = picture.shape[:2]
    scale = float(np.exp(rng.uniform(np.log(least), np.log(most))))
    turn = np.radians(float(rng.uniform(-12, 12)) + 90 * int(rng.integers(4)))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    reach = np.maximum(np.array([w, h]) / 2 - WINDOW_PX / 2 / scale, 0)
    middle = np.array([w, h]) / 2 + rng.uniform(-1, 1, 2) * reach
    half = WINDOW_PX / 2
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    matrix[:, 2] = half - matrix[:, :2] @ middle
    if rng.random() < 0.5:
        matrix[0] = [-matrix[0, 0], -matrix[0, 1], WINDOW_PX - matrix[0, 2]]
    if scale < 0.75:
        picture = pixels(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale))
    size = (WINDOW_PX, WINDOW_PX)
    border = cv2.BORDER_REFLECT
    seen = pixels(cv2.warpAffine(picture, matrix, size, borderMode=border))
    maps = [
        cv2.resize(
            cv2.warpAffine(each, matrix, size, borderMode=border),
            (WINDOW_PX // 4, WINDOW_PX // 4),
            interpolation=cv2.INTER_AREA,
        )
        for each in (shrunk, whole)
    ]
    return _relit(seen, rng), pixels(np.stack(maps))


def _relit(picture: Image, rng: np.random.Generator) -> Image:
    """Another exposure and tint."""
    gains = np.exp(rng.normal(0, 0.08, 3) + rng.normal(0, 0.15))
    table = np.clip(np.arange(256)[:, None] * gains, 0, 255)
    return pixels(cv2.LUT(picture, pixels(table)[None]))


def finder_loss(net: Any, batch: Batch) -> Any:
    """How far the maps are from the truth, shrunken squares counting more."""
    pictures, maps = batch
    wanted = maps / 255.0
    logits = net(pictures)
    weight = torch.ones_like(wanted)
    # Around dice and cells every pixel matters; bare table is easy.
    near = nn.functional.max_pool2d(wanted[:, 1:], 9, 1, 4)
    weight = weight + 4.0 * near
    cross = nn.functional.binary_cross_entropy_with_logits(logits, wanted, weight=weight)
    shares = torch.sigmoid(logits)
    common = (shares * wanted).sum(dim=(0, 2, 3))
    both = shares.sum(dim=(0, 2, 3)) + wanted.sum(dim=(0, 2, 3))
    return cross + 0.5 * (1 - (2 * common + 1) / (both + 1)).mean()


def namer_batches(
    patches: Image, classes: Image, side_px: int, span: float
) -> Callable[[np.random.Generator], Batch]:
    """Makes batches of views, all classes alike, each shifted, turned and relit a little."""
    groups = [np.flatnonzero(classes == name) for name in range(int(classes.max()) + 1)]

    def make(rng: np.random.Generator) -> Batch:
        names = rng.integers(0, len(groups), NAMER_BATCH)
        views = []
        for name in names:
            patch = patches[int(rng.choice(groups[int(name)]))]
            views.append(_relit(_jittered(patch, rng, side_px, span), rng))
        return levelled(views).transpose(0, 2, 3, 1), names.astype(np.int64)

    return make


def _jittered(patch: Image, rng: np.random.Generator, side_px: int, span: float) -> Image:
    """The patch as a view that spans `span`, a little off in every way."""
    scale = side_px / span / (PATCH_PX / PATCH_SPAN) * float(np.exp(rng.normal(0, 0.05)))
    turn = np.radians(float(rng.normal(0, 4)) + 90 * int(rng.integers(4)))
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    squeeze = np.exp(rng.normal(0, 0.03))
    matrix[0] *= squeeze
    shift = np.clip(rng.normal(0, 0.035, 2), -0.1, 0.1) * side_px / span
    matrix[:, 2] = (side_px - 1) / 2 + shift - matrix[:, :2] @ np.full(2, (PATCH_PX - 1) / 2)
    if rng.random() < 0.5:
        matrix[0] = [-matrix[0, 0], -matrix[0, 1], side_px - 1 - matrix[0, 2]]
    if rng.random() < 0.25:
        patch = pixels(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 1.3))))
    size = (side_px, side_px)
    return pixels(cv2.warpAffine(patch, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def namer_loss(net: Any, batch: Batch) -> Any:
    """Cross-entropy, a little softened."""
    views, names = batch
    return nn.functional.cross_entropy(net(views), names, label_smoothing=0.01)
