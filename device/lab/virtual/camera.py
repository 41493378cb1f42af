"""What the virtual camera sees of the virtual table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from device.lab.virtual.world import Point, World
from vision.lab.synth.disturb import disturb, disturb_scene
from vision.lab.synth.geometry import table_matrix
from vision.lab.synth.render import render
from vision.lab.synth.setting import Camera, Scene, Thing
from vision.picture import Image

_ROWS, _COLUMNS = 10.2, 15.0  # that the camera sees
_PALM_MM = 70.0


@dataclass(frozen=True, slots=True)
class Shot:
    """How the camera stands, and what is done to its picture."""

    camera: Camera
    tricks: tuple[str, ...] = ()  # names of vision.lab.synth.disturb
    hand_mm: Point | None = None  # where a hand is over the table
    is_covered: bool = False


def shot_of(world: World, size_wh: tuple[int, int]) -> Shot:
    """A camera above the joker that sees the mosaic and two rows of action tiles."""
    across, down = world.pitch
    home = world.home
    return Shot(
        Camera(
            size_wh=size_wh,
            zoom=min(size_wh[0] / (_COLUMNS * across), size_wh[1] / (_ROWS * down)),
            look_at_mm=(0.0, 1.1 * down),
            tilt_deg=home.tilt_deg,
            tilt_towards_deg=home.tilt_towards_deg,
            rotation_deg=home.rotation_deg,
        )
    )


def frame_of(world: World, shot: Shot, seed: int) -> Image:
    """The camera's picture; `seed` is for the noise alone."""
    home = world.home
    things = () if shot.hand_mm is None else (_hand(shot.hand_mm),)
    tiles = (world.joker, *world.laid)
    scene = Scene(home.style, tiles, home.top, things, home.light, shot.camera, home.finish, seed)
    rendered = render(disturb_scene(scene, shot.tricks, seed))
    frame: Image = disturb(rendered, shot.tricks, seed).frame_bgr
    return frame // 16 if shot.is_covered else frame


def place_of(shot: Shot, pixel: Point) -> Point:
    """The place on the table that a pixel of the picture shows."""
    inverse = np.linalg.inv(table_matrix(shot.camera))
    x, y = cv2.perspectiveTransform(np.array([[pixel]], np.float64), inverse)[0, 0]
    return float(x), float(y)


def _hand(at_mm: Point) -> Thing:
    return Thing("hand", at_mm[0], at_mm[1] + _PALM_MM, 0.0, 1.0, 5, over=True)
