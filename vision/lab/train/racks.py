"""Composite racks: tiles in one or two rows before a board, a pale wall or the table behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.train.grounds import drawn_ground, random_colour, smooth_noise
from vision.lab.train.lies import ASPECT, Lie, with_height
from vision.picture import floats

if TYPE_CHECKING:
    from vision.lab.train.lies import PinholeCamera
    from vision.picture import Floats, Image

DARK = 0.6
"""How often the board is nearly black."""


def on_rack(rng: np.random.Generator) -> list[Lie]:
    """Tiles side by side in one or two rows, with gaps, hardly crooked."""
    columns, rows = int(rng.integers(3, 15)), int(rng.integers(1, 3))
    step = 1.0 + rng.choice([0.01, 0.03, 0.1])
    fill = rng.uniform(0.4, 1.0)
    return [
        Lie(
            (column - (columns - 1) / 2) * step + rng.normal(0, 0.02),
            row * ASPECT * rng.uniform(1.0, 1.03),
            rng.normal(0, 0.012),
        )
        for row in range(rows)
        for column in range(columns)
        if rng.random() < fill
    ]


def draw_rack(
    frame: Image, lies: list[Lie], camera: PinholeCamera, rng: np.random.Generator
) -> None:
    """Draws the wall, then the board behind the tiles, in place.

    The board may end above, below or beside the outer tiles, which then stand half before the wall.
    """
    if rng.random() < 0.6:
        draw_wall(frame, camera, rng)
    xs, ys = [lie.x for lie in lies], [lie.y for lie in lies]
    left, right = min(xs) - rng.uniform(0.2, 2.5), max(xs) + rng.uniform(0.2, 2.5)
    top = min(ys) - ASPECT * rng.uniform(0.2, 0.7)
    bottom = max(ys) + ASPECT * rng.uniform(0.45, 0.75)
    board_xy = camera.project(
        with_height(floats([[left, top], [right, top], [right, bottom], [left, bottom]]), 0.0)
    )
    colour = rng.uniform(8, 60) * np.ones(3) if rng.random() < DARK else random_colour(rng)
    cv2.fillPoly(frame, _fixed(board_xy), _bgr(colour), cv2.LINE_AA, 4)
    for depth in np.arange(top, bottom, rng.uniform(0.06, 0.7)):
        groove_xy = camera.project(with_height(floats([[left, depth], [right, depth]]), 0.0))
        shade = _bgr(colour * rng.uniform(0.5, 1.5))
        cv2.polylines(frame, _fixed(groove_xy), False, shade, 1, cv2.LINE_AA, 4)


def draw_wall(frame: Image, camera: PinholeCamera, rng: np.random.Generator) -> None:
    """Draws what is behind the rack, mostly pale and smooth, over the frame's part there."""
    height, width = frame.shape[:2]
    wall: Floats = floats(np.full(frame.shape, rng.uniform(185, 250)) * rng.uniform(0.93, 1.0, 3))
    wall += smooth_noise((width, height), (3, 3), rng)[..., None] * rng.uniform(0, 25)
    if rng.random() < 0.25:
        wall = floats(drawn_ground((width, height), rng))
    far_xy = camera.project(floats([[0, rng.uniform(-2, 3), 0], [0, -9, 0]]))
    up = far_xy[1] - far_xy[0]
    up = up / max(1e-3, float(np.linalg.norm(up)))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    behind = (x - far_xy[0, 0]) * up[0] + (y - far_xy[0, 1]) * up[1]
    share = 1.0 / (1.0 + np.exp(-np.clip(behind / rng.uniform(1, 20), -30, 30)))[..., None]
    frame[:] = np.clip(frame * (1 - share) + wall * share, 0, 255).astype(np.uint8)


def _fixed(points_xy: Floats) -> list[np.ndarray[tuple[int, ...], np.dtype[np.int32]]]:
    """The points for OpenCV, with four bits after the comma."""
    return [np.round(points_xy * 16).astype(np.int32)]


def _bgr(colour: Floats) -> tuple[float, ...]:
    return tuple(float(c) for c in np.clip(colour, 0, 255))
