"""Draws dice and boards on a table as a camera sees them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.mosaix import Symbol
from vision.lab.mosaix.synth.cubes import (
    Cube,
    LaidDie,
    claim,
    cube_of,
    draw_cube,
    shade_table,
    upper_quad,
)
from vision.lab.mosaix.synth.sheets import LaidBoard, grid_corners, size_of, sprite_of
from vision.lab.mosaix.synth.styles import DieStyle
from vision.lab.synth.arrays import F32, F64, I16, U8, f32, scale, u8
from vision.lab.synth.bodies import axes_of, in_frame
from vision.lab.synth.geometry import bend_maps, bend_points, camera_place, plane_matrix, project
from vision.lab.synth.light import lamp_place
from vision.lab.synth.pen import fill_convex, hull, page
from vision.lab.synth.render import background, photographed
from vision.lab.synth.setting import Scene
from vision.lab.synth.sprite import paste, shaded
from vision.lab.synth.things import COVERED, draw_thing

_BOARD_MM = 2.0  # thickness
_LEVEL_DEG = 4.0  # a die that leans less lies level


@dataclass(frozen=True, slots=True)
class Setup:
    """What lies on a table; `scene` holds the table, things, light and camera, and no tiles."""

    scene: Scene
    style: DieStyle
    dice: tuple[LaidDie, ...] = ()
    boards: tuple[LaidBoard, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TrueDie:
    """One die as it lies in the picture; (0, 0) is the outer corner of the first pixel."""

    symbol: Symbol
    quad_xy: F64  # (4, 2) pixels of the upper face, clockwise
    visible: float  # share of that face inside the frame and not covered
    is_level: bool
    z_mm: float  # what it lies on


@dataclass(frozen=True, slots=True, eq=False)
class TrueBoard:
    """One board as it lies in the picture, its grid's corners clockwise from that of a1."""

    text: str
    quad_xy: F64
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class DrawnFrame:
    """A frame (h, w, 3) uint8, blue first, the truth in the setup's order, and (h, w) uint8 where
    any side of a die is seen (255) and where a hand is over the table."""

    frame_bgr: U8
    dice: tuple[TrueDie, ...]
    boards: tuple[TrueBoard, ...]
    bodies: U8
    covered: U8


def draw(setup: Setup) -> DrawnFrame:
    """The frame and its truth."""
    scene = setup.scene
    camera = scene.camera
    w, h = camera.size_wh
    rng = np.random.default_rng([scene.seed, 19])
    canvas = background(scene)
    owner = np.zeros((h, w), np.int16)
    boards = np.zeros((h, w), np.int16)
    bodies = page((w, h))
    for thing in (t for t in scene.things if not t.over):
        draw_thing(canvas, owner, scene, thing)
    for number, board in enumerate(setup.boards, 1):
        _draw_board(canvas, scene, board)
        fill_convex(boards, hull(_grid_px(setup, board)), number, smooth=False)
    cubes = [cube_of(setup.style, die) for die in setup.dice]
    eye = camera_place(camera)
    for level in sorted({cube.die.z_mm for cube in cubes}):
        here = [index for index, cube in enumerate(cubes) if cube.die.z_mm == level]
        shade_table(canvas, scene, [cubes[i] for i in here], level)
        for index in sorted(here, key=lambda i: -float(np.linalg.norm(eye - cubes[i].middle))):
            draw_cube(canvas, scene, setup.style, cubes[index])
            claim(owner, camera, cubes[index], index + 1)
            outline = hull(project(camera, cubes[index].corners))
            fill_convex(boards, outline, 0, smooth=False)
            fill_convex(bodies, outline, 255, smooth=False)
    for thing in (t for t in scene.things if t.over):
        draw_thing(canvas, owner, scene, thing)
    boards[owner == COVERED] = 0
    bodies[owner == COVERED] = 0
    covered = u8((owner == COVERED) * np.uint8(255))
    if camera.bend:
        bodies, covered = (
            u8(cv2.remap(mask, *bend_maps(camera), cv2.INTER_NEAREST)) for mask in (bodies, covered)
        )
    frame = photographed(canvas, scene, rng)
    return DrawnFrame(
        frame,
        tuple(_true_die(setup, cube, owner, number) for number, cube in enumerate(cubes, 1)),
        tuple(_true_board(setup, board, boards, n) for n, board in enumerate(setup.boards, 1)),
        bodies,
        covered,
    )


def _true_die(setup: Setup, cube: Cube, owner: I16, number: int) -> TrueDie:
    camera = setup.scene.camera
    return TrueDie(
        cube.die.symbol,
        upper_quad(camera, cube),
        _share(owner, project(camera, cube.upper_face()), number),
        abs(cube.die.lean_deg) < _LEVEL_DEG,
        cube.die.z_mm,
    )


def _true_board(setup: Setup, board: LaidBoard, owner: I16, number: int) -> TrueBoard:
    straight = _grid_px(setup, board)
    quad = bend_points(setup.scene.camera, straight)
    return TrueBoard(board.text, quad, _share(owner, straight, number))


def _share(owner: I16, quad: F64, number: int) -> float:
    """How much of a quad is drawn as `number`, 0–1."""
    area = float(cv2.contourArea(f32(quad)))
    return min(1.0, int(np.count_nonzero(owner == number)) / max(area, 1.0))


def _grid_px(setup: Setup, board: LaidBoard) -> F64:
    corners = np.hstack([grid_corners(board.style), np.full((4, 1), _BOARD_MM)])
    place = np.array([board.x_mm, board.y_mm, 0.0])
    return project(setup.scene.camera, place + corners @ axes_of(board.angle_deg, 0.0).T)


def _draw_board(canvas: F32, scene: Scene, board: LaidBoard) -> None:
    px = float(np.clip(round(scene.camera.zoom * 1.25, 1), 1.2, 7.0))
    sprite, (wide, tall) = sprite_of(board, px)
    width, height = size_of(board.style)
    axes = axes_of(board.angle_deg, 0.0)
    place = np.array([board.x_mm, board.y_mm, _BOARD_MM])
    step_x, step_y = axes[:, 0] * (width / wide), axes[:, 1] * (height / tall)
    corner = place - step_x * (wide / 2) - step_y * (tall / 2)
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    _shade_under(canvas, scene, place + np.hstack([half, np.zeros((4, 1))]) @ axes.T)
    lamp, eye = lamp_place(scene.light, scene.camera), camera_place(scene.camera)
    picture = shaded(
        sprite, in_frame(axes, lamp - place), in_frame(axes, eye - place), scene.light.ambient,
        board.style.shine, np.zeros(2),
    )  # fmt: skip
    matrix = plane_matrix(scene.camera, corner, step_x, step_y)
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    back = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    paste(canvas, picture, shift @ matrix @ back)


def _shade_under(canvas: F32, scene: Scene, corners_xyz: F64) -> None:
    """The narrow shadow that a flat board throws."""
    h, w = canvas.shape[:2]
    lamp = lamp_place(scene.light, scene.camera)
    fallen = corners_xyz.copy()
    fallen[:, :2] += (fallen[:, :2] - lamp[:2]) * (_BOARD_MM / max(lamp[2], 1.0))
    fallen[:, 2] = 0.0
    dark = page(((w + 1) // 2, (h + 1) // 2))
    fill_convex(dark, hull(project(scene.camera, fallen) * 0.5))
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.8, 1.2 * scene.camera.zoom / 2))
    lit = 1 - f32(u8(soft)) * np.float32(0.4 / 255)
    scale(canvas, f32(cv2.resize(f32(lit), (w, h), interpolation=cv2.INTER_LINEAR)))
