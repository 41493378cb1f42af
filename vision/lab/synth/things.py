"""Draws what is no tile: shadow, sides and top of each thing, and racks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, I16, RGB, blend, f32, flat, linear_bgr, scale
from vision.lab.synth.bodies import axes_of, in_frame
from vision.lab.synth.geometry import camera_place, plane_matrix, project
from vision.lab.synth.light import lamp_place
from vision.lab.synth.objects import shape
from vision.lab.synth.pen import fill_convex, fixed, hull, page
from vision.lab.synth.sprite import paste, shaded, unit

if TYPE_CHECKING:
    from vision.lab.synth.setting import Scene, Thing

_SHINE = 30.0
BARE, COVERED = 0, -1  # in the map of owners: no tile shows here; something is over the table


def draw_thing(canvas: F32, owner: I16, scene: Scene, thing: Thing) -> None:
    """Draws a thing and takes what lies under it out of `owner`, both in place."""
    if thing.kind.startswith("rack:"):
        _draw_rack(canvas, scene, thing)
        return
    camera, light = scene.camera, scene.light
    px = float(np.clip(round(camera.zoom * thing.scale, 1), 0.8, 6.0))
    drawn = shape(thing.kind, thing.seed, px)
    axes = axes_of(thing.angle_deg, 0.0)
    ground = scene.style.thickness_mm if thing.over else 0.0
    top = ground + drawn.height_mm * thing.scale
    place = np.array([thing.x_mm, thing.y_mm, 0.0])
    h_px, w_px = drawn.sprite.alpha.shape
    step_x = axes[:, 0] * (drawn.size_mm[0] * thing.scale / w_px)
    step_y = axes[:, 1] * (drawn.size_mm[1] * thing.scale / h_px)
    corner = place - step_x * (w_px / 2) - step_y * (h_px / 2)

    def matrix_at(z: float, dx: float = 0.0, dy: float = 0.0) -> F64:
        return plane_matrix(camera, corner + np.array([dx, dy, z]), step_x, step_y)

    lamp = lamp_place(light, camera)
    away = (place[:2] - lamp[:2]) / max(lamp[2], 1.0)
    away *= min(1.0, 1.6 / max(float(np.linalg.norm(away)), 1e-6))
    if drawn.height_mm > 0:
        steps = 1 if top - ground < 4 else 5
        rises = [(top - ground) * (k + 1) / steps for k in range(steps)]
        falls = [matrix_at(ground, float(away[0] * r), float(away[1] * r)) for r in rises]
        spread = max(0.7, (light.softness_mm + 0.07 * (top - ground)) * camera.zoom)
        _shadow(canvas, drawn.sprite.alpha, falls, spread, (1 - light.ambient) * 0.75 + 0.12)
    picture = shaded(
        drawn.sprite,
        in_frame(axes, lamp - place),
        in_frame(axes, camera_place(camera) - place),
        light.ambient,
        _SHINE,
        np.zeros(2),
    )
    if drawn.has_sides:
        outline = np.array([[[0, 0], [w_px, 0], [w_px, h_px], [0, h_px]]], np.float64)
        low, high = (cv2.perspectiveTransform(outline, matrix_at(z))[0] for z in (ground, top))
        slip = float(np.abs(np.asarray(high) - np.asarray(low)).max())
        wall = picture.copy()
        wall[..., :3] *= 0.6
        steps = int(np.clip(slip / 2.5, 1, 14))
        for step in range(steps):
            paste(canvas, wall, matrix_at(ground + (top - ground) * step / steps))
    paste(canvas, picture, matrix_at(top))
    _cover(owner, drawn.sprite.alpha, matrix_at(top), COVERED if thing.over else BARE)


def _window(
    shape_hw: tuple[int, ...], alpha: F32, matrices: list[F64], margin: float
) -> tuple[int, int, int, int] | None:
    """x0, y0, x1, y1 of the pixels that the warped `alpha` can reach."""
    h, w = alpha.shape
    outline = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64)
    points = np.vstack([cv2.perspectiveTransform(outline, m)[0] for m in matrices])
    x0, y0 = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int)
    x1, y1 = np.ceil(points.max(axis=0) + margin).astype(int)
    x1, y1 = min(int(x1), shape_hw[1]), min(int(y1), shape_hw[0])
    return (int(x0), int(y0), x1, y1) if x1 > x0 and y1 > y0 else None


def _moved(matrix: F64, x0: int, y0: int, by: float = 1.0) -> F64:
    return np.asarray(np.array([[by, 0, -x0 * by], [0, by, -y0 * by], [0, 0, 1]]) @ matrix)


def _shadow(canvas: F32, alpha: F32, falls: list[F64], spread: float, strength: float) -> None:
    """Darkens where the thing's outline falls; drawn at half size."""
    window = _window(canvas.shape, alpha, falls, 3 * spread)
    if window is None:
        return
    x0, y0, x1, y1 = window
    size = ((x1 - x0 + 1) // 2, (y1 - y0 + 1) // 2)
    if min(size) < 2:
        return
    dark = np.zeros((size[1], size[0]), np.float32)
    for fall in falls:
        np.maximum(dark, f32(cv2.warpPerspective(alpha, _moved(fall, x0, y0, 0.5), size)), out=dark)
    soft = f32(cv2.GaussianBlur(dark, (0, 0), spread / 2))
    lit = cv2.resize(1.0 - np.float32(strength) * soft, (x1 - x0, y1 - y0))
    scale(canvas[y0:y1, x0:x1], f32(lit))


def _cover(owner: I16, alpha: F32, matrix: F64, by: int) -> None:
    window = _window(owner.shape, alpha, [matrix], 1.0)
    if window is None:
        return
    x0, y0, x1, y1 = window
    seen = f32(cv2.warpPerspective(alpha, _moved(matrix, x0, y0), (x1 - x0, y1 - y0)))
    owner[y0:y1, x0:x1][seen > 0.5] = by


def _draw_rack(canvas: F32, scene: Scene, thing: Thing) -> None:
    """A rack of two steps as leaning boards; `kind` is `rack:length:lean:tile height`."""
    length, lean, tall = (float(part) for part in thing.kind.split(":")[1:])
    rng = np.random.default_rng([thing.seed, 31])
    colours: tuple[RGB, ...] = (
        (24, 23, 24),
        (24, 23, 24),
        (150, 104, 66),
        (36, 52, 110),
        (200, 190, 170),
    )
    colour = colours[int(rng.integers(len(colours)))]
    turn, b = np.radians(thing.angle_deg), np.radians(lean)
    across = np.array([np.cos(turn), np.sin(turn), 0.0])
    back = np.array([np.sin(turn), -np.cos(turn), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    start = np.array([thing.x_mm, thing.y_mm, 0.0])
    length += 12

    def board(foot: F64, rise: F64, tone: float) -> None:
        corners = np.stack(
            [
                foot - across * length / 2,
                foot + across * length / 2,
                foot + rise + across * length / 2,
                foot + rise - across * length / 2,
            ]
        )
        _fill_board(canvas, project(scene.camera, corners), colour, tone, rng)

    to_lamp = unit(lamp_place(scene.light, scene.camera) - start)
    ambient = scene.light.ambient
    face = np.sin(b) * -back + np.cos(b) * up
    front = ambient + (1 - ambient) * max(float(face @ to_lamp), 0.0)
    level = ambient + (1 - ambient) * float(to_lamp[2])
    floor = np.stack(
        [
            start + side * across * length / 2 + back * depth - to_lamp * reach
            for side in (-1, 1)
            for depth, reach in ((-8.0, 0.0), (tall * 1.6, 30.0))
        ]
    )
    floor[:, 2] = 0.0
    h, w = canvas.shape[:2]
    shadow = page((w // 4 + 1, h // 4 + 1))
    fill_convex(shadow, hull(project(scene.camera, floor) / 4))
    soft = f32(cv2.GaussianBlur(shadow, (0, 0), max(0.6, 5 * scene.camera.zoom / 4)))
    scale(canvas, f32(cv2.resize(1.0 - soft * np.float32(0.5 / 255.0), (w, h))))
    for step in (1, 0):
        foot = start + back * (step * tall * 0.62) + up * (3.0 + step * tall * 0.55)
        foot = foot - face * 0.6
        slope = (np.cos(b) * back + np.sin(b) * up) * tall * (1.02 if step else 0.9)
        board(foot, slope, front)
        board(foot - back * 7.0 - up * 0.5, back * 7.0, level * 1.15)
        board(foot - back * 7.0 - up * 3.5, up * 3.0, front * 1.3)


def _fill_board(
    canvas: F32, corners_px: F64, colour: RGB, tone: float, rng: np.random.Generator
) -> None:
    x0, y0 = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.ceil(corners_px.max(axis=0)).astype(int) + 2
    x1, y1 = min(int(x1), canvas.shape[1]), min(int(y1), canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    size = (int(x1 - x0), int(y1 - y0))
    mask = page(size)
    fill_convex(mask, fixed(corners_px - np.array([x0, y0])))
    rough = 1 + 0.08 * rng.standard_normal((size[1], size[0])).astype(np.float32)
    area = canvas[y0:y1, x0:x1]
    paint = flat(linear_bgr(colour), f32(tone * rough))
    area[:] = blend(area, paint, f32(f32(mask) / 255.0))
