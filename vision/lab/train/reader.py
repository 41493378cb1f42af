"""Trains the reader: number, joker or nothing; which way up; which colour."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn.utils.fusion import fuse_conv_bn_eval

from vision.lab.train.loop import train
from vision.lab.train.nets import CLASSES, COLOURS, JOKER_CLASS, NO_TILE_CLASS, TURNS, ReaderNet
from vision.lab.train.sample import BACK
from vision.picture import Picture, floats, pixels
from vision.tiles.rectify import FACE_WH, balance, face_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.lab.train.loop import Batch
    from vision.lab.train.sample import SampleTile, TrainingSample
    from vision.picture import Floats, Image, Picture

COLOUR_LETTERS = "KBOR"
UNKNOWN = -1
NUMBER_SEEN, NUMBER_HIDDEN = 0.93, 0.4
OF_BARE_TABLES = 8  # spots of a picture without tiles that are shown as "no tile"


@dataclass(frozen=True, slots=True)
class Crops:
    """Faces (N x 64 x 48 x 3, not balanced) with value, turn and colour; -1 where unknown."""

    faces: Image
    values: NDArray[np.int64]
    turns: NDArray[np.int64]
    colours: NDArray[np.int64]

    def __add__(self, other: Crops) -> Crops:
        return Crops(
            np.concatenate([self.faces, other.faces]),
            np.concatenate([self.values, other.values]),
            np.concatenate([self.turns, other.turns]),
            np.concatenate([self.colours, other.colours]),
        )


def classes_of(tile: str) -> tuple[int, int]:
    """Value class and colour class of a tile's name."""
    if tile == BACK:
        return NO_TILE_CLASS, UNKNOWN
    if tile == "*":
        return JOKER_CLASS, UNKNOWN
    return int(tile[1:]) - 1, COLOUR_LETTERS.index(tile[0])


def shaken(quad_xy: Floats, amount: float, rng: np.random.Generator) -> Floats:
    """The quad with its corners moved by about `amount` of the tile's size."""
    size = float(np.sqrt(abs(cv2.contourArea(quad_xy))))
    together = rng.normal(0, amount, 2)
    return (quad_xy + (together + rng.normal(0, amount, (4, 2))) * size).astype(np.float32)


def moved(quad_xy: Floats, right: float, down: float, wide: float, tall: float) -> Floats:
    """The quad shifted and stretched along its own sides, in units of them."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad_xy.astype(np.float32))
    changed = (unit - 0.5) * [wide, tall] + 0.5 + [right, down]
    return floats(cv2.perspectiveTransform(floats(changed[None]), matrix)[0])


def wrong_quad(tile: SampleTile, rng: np.random.Generator) -> Floats:
    """An outline beside the tile that is there: half of it, a seam, its corner, its number."""
    kind = int(rng.integers(5))
    side = float(rng.choice([-1, 1]))
    if kind == 0:
        return moved(tile.quad_xy, side * rng.uniform(0.4, 0.62), rng.normal(0, 0.1), 1, 1)
    if kind == 1:
        return moved(tile.quad_xy, rng.normal(0, 0.1), side * rng.uniform(0.42, 0.65), 1, 1)
    if kind == 2:
        return moved(tile.quad_xy, rng.normal(0, 0.05), rng.uniform(0.2, 0.34), 0.5, 0.4)
    if kind == 3:
        grow = rng.uniform(1.8, 3.0)
        return moved(tile.quad_xy, rng.normal(0, 0.3), rng.normal(0, 0.3), grow, grow)
    return moved(
        tile.quad_xy,
        side * rng.uniform(0.35, 0.6),
        rng.choice([-1, 1]) * rng.uniform(0.35, 0.6),
        1,
        1,
    )


def free_quad(sample: TrainingSample, whole: Image, rng: np.random.Generator) -> Floats | None:
    """An outline somewhere on the table where no tile is, drawn to spots with contrast."""
    height, width = sample.frame_bgr.shape[:2]
    best, best_contrast = None, -1.0
    for _ in range(int(rng.integers(1, 5))):
        size = float(np.exp(rng.uniform(np.log(22), np.log(160))))
        middle = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        box = cv2.boxPoints(
            (
                tuple(middle.tolist()),
                (size, size * rng.uniform(1.1, 1.7)),
                float(rng.uniform(0, 360)),
            )
        )
        low = np.clip(box.min(axis=0).astype(int), 0, [width - 1, height - 1])
        high = np.clip(box.max(axis=0).astype(int) + 1, 1, [width, height])
        if whole[low[1] : high[1], low[0] : high[0]].any():
            continue
        piece = sample.frame_bgr[low[1] : high[1] : 2, low[0] : high[0] : 2]
        contrast = float(piece.std()) if piece.size else 0.0
        if contrast > best_contrast:
            best, best_contrast = box.astype(np.float32), contrast
    return best


def crops_of(
    sample: TrainingSample, rng: np.random.Generator, per_tile: int, negatives: float
) -> Crops:
    """Faces of the sample's tiles and things that are none."""
    source = Picture(sample.frame_bgr)
    height, width = sample.frame_bgr.shape[:2]
    faces: list[Image] = []
    rows: list[tuple[int, int, int]] = []

    def add(source: Picture, quad_xy: Floats, value: int, turn: int, colour: int) -> None:
        if abs(cv2.contourArea(quad_xy)) < 100:
            return
        faces.append(face_of(source, quad_xy))
        rows.append((value, turn, colour))

    whole = np.zeros((height, width), np.uint8)
    for tile in sample.tiles:
        cv2.fillConvexPoly(whole, tile.quad_xy.astype(np.int32), (255,))
    for tile in sample.tiles:
        value, colour = classes_of(tile.tile)
        is_hidden = tile.number_visible < NUMBER_HIDDEN
        if value == NO_TILE_CLASS or is_hidden:
            add(source, shaken(tile.quad_xy, 0.02, rng), NO_TILE_CLASS, UNKNOWN, UNKNOWN)
            continue
        if tile.number_visible < NUMBER_SEEN:
            continue
        for _ in range(per_tile):
            turn = int(rng.choice(4, p=[0.4, 0.1, 0.4, 0.1]))
            quad_xy = np.roll(shaken(tile.quad_xy, 0.016, rng), turn, axis=0)
            add(source, quad_xy, value, turn if tile.is_oriented else UNKNOWN, colour)
        if rng.random() < negatives:
            add(
                source,
                np.roll(wrong_quad(tile, rng), int(rng.integers(4)), axis=0),
                NO_TILE_CLASS,
                UNKNOWN,
                UNKNOWN,
            )
    bare = max(1, round(len(sample.tiles) * negatives / 2)) if sample.tiles else OF_BARE_TABLES
    for _ in range(bare):
        free_xy = free_quad(sample, whole, rng)
        if free_xy is not None:
            add(source, free_xy, NO_TILE_CLASS, UNKNOWN, UNKNOWN)
    table = np.array(rows, np.int64).reshape(-1, 3)
    stack = np.stack(faces) if faces else np.zeros((0, FACE_WH[1], FACE_WH[0], 3), np.uint8)
    return Crops(stack, table[:, 0], table[:, 1], table[:, 2])


def gather(samples: Iterable[TrainingSample], seed: int, per_tile: int, negatives: float) -> Crops:
    """The crops of all samples."""
    rng = np.random.default_rng(seed)
    made = [crops_of(sample, rng, per_tile, negatives) for sample in samples]
    return Crops(
        np.concatenate([crops.faces for crops in made]),
        np.concatenate([crops.values for crops in made]),
        np.concatenate([crops.turns for crops in made]),
        np.concatenate([crops.colours for crops in made]),
    )


FOCUS = {0: (0.5, 0.38), 1: (0.62, 0.5), 2: (0.5, 0.62), 3: (0.38, 0.5)}
"""Where the number lies in a face, by its turn, as shares of width and height."""


def reframed(face: Image, turn: int, rng: np.random.Generator) -> Floats:
    """The face as another outline would have cut it: nearer, farther, askew, off the middle.

    Sets differ in how large the number is, and outlines of unknown sets are less exact.
    """
    height, width = face.shape[:2]
    size = np.array([width, height], np.float32)
    corners = floats([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    nearest = 1.6 if turn in FOCUS else 1.15
    zoom = float(np.clip(np.exp(rng.normal(0.08, 0.18)), 0.78, nearest))
    stretch = np.exp(rng.normal(0, 0.05, 2)) * zoom
    focus = np.array(FOCUS.get(turn, (0.5, 0.5)), np.float32) * size
    middle = size / 2
    kept = focus + (middle - focus) * (0.4 if zoom > 1.2 else 1.0)
    moved_to = (corners - kept) * stretch + middle - (middle - kept) * rng.uniform(0.3, 1.0)
    moved_to += rng.normal(0, 0.02, (4, 2)) * size + rng.normal(0, 0.025, 2) * size
    matrix = cv2.getPerspectiveTransform(corners, floats(moved_to))
    return floats(
        cv2.warpPerspective(floats(face), matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    )


def redrawn(picture: Floats, rng: np.random.Generator) -> Floats:
    """The face in another hand: strokes a little heavier or thinner, shapes a little bent."""
    height, width = picture.shape[:2]
    if rng.random() < 0.35:
        kernel = np.ones((2, 2), np.uint8) if rng.random() < 0.8 else np.ones((3, 3), np.uint8)
        thicken = bool(rng.random() < 0.5)
        other = cv2.erode(picture, kernel) if thicken else cv2.dilate(picture, kernel)
        picture = cv2.addWeighted(picture, 1.0, floats(other) - picture, rng.uniform(0.3, 1.0), 0)
    if rng.random() < 0.35:
        bend = rng.normal(0, rng.uniform(0.3, 1.3), (4, 3, 2)).astype(np.float32)
        away = cv2.resize(bend, (width, height), interpolation=cv2.INTER_CUBIC)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        picture = cv2.remap(
            picture,
            x + away[..., 0],
            y + away[..., 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return floats(picture)


def changed_light(face: Image, turn: int, rng: np.random.Generator) -> Image:
    """The face reframed, redrawn, blurred, shaded, noisier: as another set and camera have it."""
    height, width = face.shape[:2]
    picture = reframed(face, turn, rng) if rng.random() < 0.75 else floats(face)
    picture = redrawn(picture, rng)
    if rng.random() < 0.3:
        scale = rng.uniform(0.35, 0.9)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.3:
        y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
        angle = rng.uniform(0, 2 * np.pi)
        slope = (np.cos(angle) * x + np.sin(angle) * y) * rng.uniform(0, 0.9)
        picture = picture * (1 + slope)[..., None]
    if rng.random() < 0.12:
        y, x = np.mgrid[0:height, 0:width]
        away = ((x - rng.uniform(0, width)) ** 2 + (y - rng.uniform(0, height)) ** 2) / (
            2 * rng.uniform(4, 20) ** 2
        )
        picture = picture + (np.exp(-away) * rng.uniform(20, 130))[..., None]
    gain = rng.uniform(0.6, 1.15)
    tint = np.exp(rng.normal(0, 0.06, 3))
    picture = picture * gain * tint
    if rng.random() < 0.4:
        picture = 255 * (np.clip(picture, 0, 255) / 255) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.35:
        picture = picture + rng.normal(0, rng.uniform(1, 9), picture.shape)
    return pixels(np.clip(picture, 0, 255))


def class_shares(crops: Crops) -> Floats:
    """How often each crop is drawn: numbers alike, jokers and "no tile" more often."""
    wanted = np.full(CLASSES, 1.0)
    wanted[JOKER_CLASS], wanted[NO_TILE_CLASS] = JOKER_SHARE, NO_TILE_SHARE
    counts = np.bincount(crops.values, minlength=CLASSES)
    each = wanted / np.maximum(counts, 1)
    shares = each[crops.values]
    return floats(shares / shares.sum())


JOKER_SHARE, NO_TILE_SHARE = 2.5, 4.0
"""Against one for each number: jokers have many drawings, and what is no tile has more."""


def batch_maker(groups: Sequence[tuple[float, Crops]], batch: int = 96) -> Any:
    """A function that makes one batch, drawing from the groups by their shares."""
    shares = np.array([share for share, _ in groups])
    shares = shares / shares.sum()
    chances = [np.cumsum(class_shares(crops), dtype=np.float64) for _, crops in groups]

    def make(rng: np.random.Generator) -> Batch:
        faces: list[Image] = []
        rows = []
        for index in rng.choice(len(groups), batch, p=shares):
            crops = groups[int(index)][1]
            chance = chances[int(index)]
            k = min(int(np.searchsorted(chance, rng.random() * chance[-1])), len(chance) - 1)
            face, turn = crops.faces[k], int(crops.turns[k])
            if rng.random() < 0.5:
                face = face[::-1, ::-1]
                turn = turn if turn < 0 else (turn + 2) % 4
            faces.append(changed_light(face, turn, rng))
            rows.append((crops.values[k], turn, crops.colours[k]))
        return balance(faces), np.array(rows, np.int64)

    return make


def loss_of(net: Any, batch: Batch) -> Any:
    """Cross entropy of value, turn and colour; the unknown is left out."""
    pictures, truth = batch
    logits = net(pictures)
    entropy = torch.nn.functional.cross_entropy
    values = entropy(logits[:, :CLASSES], truth[:, 0], label_smoothing=0.005)
    turns = entropy(
        logits[:, CLASSES : CLASSES + TURNS],
        truth[:, 1],
        ignore_index=UNKNOWN,
        label_smoothing=0.005,
    )
    colours = entropy(
        logits[:, -COLOURS:], truth[:, 2], ignore_index=UNKNOWN, label_smoothing=0.005
    )
    return values + turns * 0.5 + colours * 0.7


def train_reader(
    groups: Sequence[tuple[float, Crops]],
    steps: int,
    seed: int,
    start: Any = None,
    rate: float = 2e-3,
    unfinished: Path | None = None,
) -> Any:
    """A trained reader; `start` is one to go on from."""
    torch.manual_seed(seed)
    net, make = start or ReaderNet(), batch_maker(groups)
    return train(net, make, loss_of, steps, rate, seed, "reader", unfinished=unfinished)


def folded(net: Any) -> Any:
    """A reader that answers the same without normalisation of its own: a shorter step, what is
    learned is what is written, and weights of several can be averaged."""
    plain = copy.deepcopy(net).eval()
    for layer in plain.body:
        if isinstance(layer[1], torch.nn.BatchNorm2d):
            layer[0] = fuse_conv_bn_eval(layer[0], layer[1])
            layer[1] = torch.nn.Identity()
    return plain


def mean_of(nets: Sequence[Any]) -> Any:
    """The network whose weights are the mean of those of some, each trained from the one before."""
    mean = copy.deepcopy(nets[0])
    states = [net.state_dict() for net in nets]
    mean.load_state_dict({name: sum(s[name] for s in states) / len(states) for name in states[0]})
    return mean.eval()


def between(one: Any, other: Any, share: float) -> Any:
    """The network whose weights are those of one, moved by a share of the way to the other's."""
    mean, target = copy.deepcopy(one), other.state_dict()
    state = one.state_dict()
    mean.load_state_dict(
        {name: state[name] + (target[name] - state[name]) * share for name in state}
    )
    return mean.eval()


HARD = 0.97
"""What is no tile is hard where less than this is said for it."""


def hard_ones(net: Any, crops: Crops) -> Crops:
    """Those of the crops without a tile that the network is not sure of."""
    kept = []
    for start in range(0, len(crops.faces), 256):
        faces = balance(list(crops.faces[start : start + 256]))
        with torch.no_grad():
            logits = net.eval()(torch.from_numpy(faces.transpose(0, 3, 1, 2).copy()))
        said = torch.softmax(logits[:, :CLASSES], dim=1)[:, NO_TILE_CLASS].numpy()
        kept.append(said < HARD)
    chosen = np.concatenate(kept) & (crops.values == NO_TILE_CLASS)
    return Crops(
        crops.faces[chosen], crops.values[chosen], crops.turns[chosen], crops.colours[chosen]
    )
