"""Tables to lay cut-outs on: photographs without tiles, and drawn wood, cloth, stone and litter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats, Image


PALE = 0.2
"""How often a drawn table is white or nearly so."""


def smooth_noise(
    size_wh: tuple[int, int], cells_wh: tuple[int, int], rng: np.random.Generator
) -> Floats:
    """Noise between -1 and 1 that varies over the given number of cells."""
    cells = rng.uniform(-1, 1, (max(2, cells_wh[1]), max(2, cells_wh[0]))).astype(np.float32)
    return cv2.resize(cells, size_wh, interpolation=cv2.INTER_CUBIC)


def random_colour(rng: np.random.Generator) -> Floats:
    """A table colour, BGR, from dark wood to white laminate, sometimes strong."""
    value = rng.uniform(30, 250)
    hue, saturation = (
        rng.uniform(0, 180),
        rng.uniform(0, 60) if rng.random() < 0.6 else rng.uniform(60, 220),
    )
    if rng.random() < 0.5:
        hue = rng.uniform(6, 22)
    hsv = np.array([[[hue, saturation, value]]], np.uint8)
    return floats(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])


def table_colour(rng: np.random.Generator) -> Floats:
    """The colour of a table: white and pale ones, on which ivory hardly shows, more often."""
    if rng.random() < PALE:
        return floats(rng.uniform(195, 252) * rng.uniform(0.9, 1.0, 3))
    return random_colour(rng)


def draw_knots(shade: Floats, rng: np.random.Generator) -> Floats:
    """The shade of a board with a few knots: dark eyes with rings about them."""
    height, width = shade.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(int(rng.integers(0, 5))):
        radius = rng.uniform(6, 40)
        centre_x, centre_y = rng.uniform(0, width), rng.uniform(0, height)
        stretch = rng.uniform(0.5, 1.0)
        away = np.hypot((x - centre_x) * stretch, y - centre_y) / radius
        away = away + smooth_noise((width, height), (width // 12, height // 12), rng) * 0.15
        rings = np.cos(away * rng.uniform(6, 16)) * np.exp(-away) * 0.6
        eye = -np.clip(1.2 - away * rng.uniform(1.2, 2.5), 0, 1) * rng.uniform(0.5, 1.6)
        shade = shade + rings + eye
    return shade


def drawn_ground(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """A drawn table of some kind, BGR."""
    width, height = size_wh
    base = table_colour(rng)
    kind = rng.choice(["wood", "wood", "cloth", "stone", "plain", "pattern", "weave"])
    shade: Floats = np.zeros((height, width), np.float32)
    if kind == "wood":
        stretch = rng.uniform(6, 30)
        for octave in (8, 24, 64, 160):
            shade += smooth_noise(
                size_wh, (max(2, int(octave / stretch)), octave), rng
            ) * rng.uniform(0.1, 0.5)
        shade = draw_knots(shade, rng)
        if rng.random() < 0.6:
            for edge in np.cumsum(rng.uniform(60, 260, 8)):
                if edge < height - 3:
                    shade[int(edge) : int(edge) + int(rng.integers(1, 4))] -= rng.uniform(0.3, 1.5)
    elif kind == "cloth":
        shade += smooth_noise(size_wh, (width // 2, height // 2), rng) * rng.uniform(0.1, 0.8)
        shade += smooth_noise(size_wh, (5, 4), rng) * 0.4
    elif kind == "stone":
        for octave in (4, 10, 26):
            shade += smooth_noise(size_wh, (octave, octave), rng) * rng.uniform(0.1, 0.5)
        vein = np.abs(
            smooth_noise(size_wh, (5, 5), rng) + 0.3 * smooth_noise(size_wh, (30, 30), rng)
        )
        shade -= np.clip(0.06 - vein, 0, 0.06) / 0.06 * rng.uniform(0.2, 1.2)
    elif kind == "pattern":
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        period = rng.uniform(14, 120)
        wave = np.sign(np.sin(x / period * 2 * np.pi)) + np.sign(
            np.sin(y / period * 2 * np.pi)
        ) * rng.choice([0, 1, 1])
        shade += wave.astype(np.float32) * rng.uniform(0.2, 1.0)
    elif kind == "weave":
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        period = rng.uniform(4, 16)
        shade += np.sin(x / period * 6.28) * np.sin(y / period * 6.28) * rng.uniform(0.2, 1.0)
        shade += smooth_noise(size_wh, (width // 30, 6), rng) * rng.uniform(0.2, 1.2)
    other = table_colour(rng) if rng.random() < 0.4 else base * rng.uniform(0.3, 1.4)
    mix = np.clip(0.5 + shade * rng.uniform(0.2, 0.5), 0, 1)[..., None]
    ground = base * mix + other * (1 - mix)
    ground += rng.normal(0, rng.uniform(0.5, 5), (height, width, 1))
    turned = np.clip(ground, 0, 255).astype(np.uint8)
    angle = rng.uniform(0, 360)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.5)
    return cv2.warpAffine(
        turned, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def photo_ground(
    pictures: Sequence[Image], size_wh: tuple[int, int], rng: np.random.Generator
) -> Image:
    """A random piece of a tile-free photograph, turned, mirrored and tinted."""
    picture = pictures[int(rng.integers(len(pictures)))]
    height, width = picture.shape[:2]
    scale = rng.uniform(0.5, 2.0) * max(size_wh) / max(width, height)
    matrix = cv2.getRotationMatrix2D(
        (rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height), rng.uniform(0, 360), scale
    )
    matrix[:, 2] = matrix[:, 2] + np.array(size_wh) / 2 - np.array([width, height]) / 2
    piece = cv2.warpAffine(
        picture, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if rng.random() < 0.6:
        tint = (
            rng.uniform(0.6, 1.25, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0.5, 1.3))
        )
        piece = np.clip(piece * tint, 0, 255).astype(np.uint8)
    return piece


def draw_litter(frame_bgr: Image, count: int, size_px: float, rng: np.random.Generator) -> None:
    """Things that are no tiles: labels, cards, discs, rings, bars, lettering; drawn in place."""
    height, width = frame_bgr.shape[:2]
    for _ in range(count):
        centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        size = size_px * rng.uniform(0.4, 3.0)
        pale = rng.random() < 0.5
        colour = tuple(float(c) for c in (rng.uniform(190, 255, 3) if pale else random_colour(rng)))
        ink = tuple(float(c) for c in random_colour(rng))
        kind = rng.choice(["sheet", "label", "disc", "ring", "bar", "letters", "card", "face"])
        middle = (int(centre[0]), int(centre[1]))
        angle = float(rng.uniform(0, 180))
        if kind in ("sheet", "label", "card", "bar"):
            aspect = rng.uniform(2.5, 12) if kind == "bar" else rng.uniform(0.4, 2.4)
            box = cv2.boxPoints((tuple(centre.tolist()), (size, size * aspect), angle))
            cv2.fillPoly(frame_bgr, [box.astype(np.int32)], colour, cv2.LINE_AA)
            if kind == "label":
                step = max(4, int(size / rng.uniform(4, 9)))
                axis = (box[1] - box[0]) / max(1e-3, float(np.linalg.norm(box[1] - box[0])))
                down = (box[2] - box[1]) / max(1e-3, float(np.linalg.norm(box[2] - box[1])))
                for line in range(step, int(size * aspect) - step, step):
                    start = box[0] + down * line + axis * size * 0.12
                    end = start + axis * size * rng.uniform(0.3, 0.76)
                    cv2.line(
                        frame_bgr,
                        start.astype(int).tolist(),
                        end.astype(int).tolist(),
                        ink,
                        max(1, step // 3),
                        cv2.LINE_AA,
                    )
            elif kind == "card":
                for _ in range(int(rng.integers(2, 9))):
                    spot = (
                        box[0]
                        + (box[1] - box[0]) * rng.uniform(0.1, 0.9)
                        + (box[3] - box[0]) * rng.uniform(0.1, 0.9)
                    )
                    cv2.circle(
                        frame_bgr,
                        spot.astype(int).tolist(),
                        max(1, int(size * rng.uniform(0.03, 0.12))),
                        ink,
                        -1,
                        cv2.LINE_AA,
                    )
        elif kind in ("disc", "ring", "face"):
            axes = (max(2, int(size / 2)), max(2, int(size / 2 * rng.uniform(0.7, 1.0))))
            thickness = -1 if kind == "disc" else max(1, int(size * rng.uniform(0.03, 0.2)))
            cv2.ellipse(
                frame_bgr,
                middle,
                axes,
                angle,
                0,
                360,
                ink if kind == "face" else colour,
                thickness,
                cv2.LINE_AA,
            )
            if kind == "disc" and rng.random() < 0.6:
                inner = (max(1, int(axes[0] * 0.8)), max(1, int(axes[1] * 0.8)))
                cv2.ellipse(
                    frame_bgr,
                    middle,
                    inner,
                    angle,
                    0,
                    360,
                    ink,
                    int(rng.choice([-1, 2])),
                    cv2.LINE_AA,
                )
        else:
            text = "".join(
                rng.choice(
                    list("ABCDEFGHKLMNPRSTUVXYabdefghknqrst23456789"), int(rng.integers(2, 9))
                )
            )
            cv2.putText(
                frame_bgr,
                text,
                middle,
                int(rng.integers(0, 8)),
                size / 40,
                ink,
                max(1, int(size / 14)),
                cv2.LINE_AA,
            )
