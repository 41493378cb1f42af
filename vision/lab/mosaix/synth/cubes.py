"""Dice as bodies in the room: shadow, every face that is seen, and what of the upper one shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix import Symbol
from vision.lab.mosaix.synth.prints import printed
from vision.lab.mosaix.synth.styles import DieStyle
from vision.lab.synth.arrays import F32, F64, I16, f32, flat, linear_bgr, mix, scale, smoothstep
from vision.lab.synth.bodies import axes_of, in_frame
from vision.lab.synth.geometry import Camera, bend_points, camera_place, plane_matrix, project
from vision.lab.synth.light import lamp_place
from vision.lab.synth.noise import grain, layered_noise
from vision.lab.synth.pen import fill_convex, fixed, hull, page
from vision.lab.synth.sprite import Sprite, paste, shaded, slope_of, unit

if TYPE_CHECKING:
    from vision.lab.synth.setting import Scene

_PAD = 2
_CORNERS = np.array(list(product((-0.5, 0.5), repeat=3)))
_SIDES = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))  # axis and direction; up is fifth


@dataclass(frozen=True, slots=True)
class LaidDie:
    """One die where it lies. `x_mm`, `y_mm` are its middle, `z_mm` what it lies on.

    `lean_deg` tips it about its own middle towards `lean_towards_deg`; 0 lies level.
    """

    symbol: Symbol
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    z_mm: float = 0.0
    lean_deg: float = 0.0
    lean_towards_deg: float = 0.0
    seed: int = 0  # of the order of symbols around it


@dataclass(frozen=True, slots=True, eq=False)
class Cube:
    """A die in the room: columns of `axes` are its right, down and upward directions."""

    die: LaidDie
    size: float
    axes: F64
    middle: F64
    symbols: tuple[Symbol, ...]  # in the order of `_SIDES`

    @property
    def corners(self) -> F64:
        """(8, 3) millimetres."""
        return np.asarray(self.middle + _CORNERS * self.size @ self.axes.T)

    def upper_face(self) -> F64:
        """(4, 3) the corners of the face that lies upwards."""
        half = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * self.size / 2
        return np.asarray(self.middle + half @ self.axes.T)


def cube_of(style: DieStyle, die: LaidDie) -> Cube:
    """The die in the room, resting on its lowest corner or face."""
    spin = axes_of(die.angle_deg, 0.0)
    if die.lean_deg:
        way = np.radians(die.lean_towards_deg)
        axis = np.array([-np.sin(way), np.cos(way), 0.0]) * np.radians(die.lean_deg)
        spin = np.asarray(cv2.Rodrigues(axis)[0] @ spin)
    lowest = float((_CORNERS * style.size_mm @ spin.T)[:, 2].min())
    middle = np.array([die.x_mm, die.y_mm, die.z_mm - lowest])
    return Cube(die, style.size_mm, spin, middle, _symbols(die))


def _symbols(die: LaidDie) -> tuple[Symbol, ...]:
    """The six faces, each symbol twice, the die's own upwards."""
    rng = np.random.default_rng([die.seed, 11])
    others = [symbol for symbol in Symbol for _ in range(2)]
    others.remove(die.symbol)
    around = [others[int(i)] for i in rng.permutation(5)]
    return (*around[:4], die.symbol, around[4])


def shade_table(canvas: F32, scene: Scene, cubes: list[Cube], level: float) -> None:
    """Darkens what lies under the dice: a shadow away from the lamp and one all around."""
    h, w = canvas.shape[:2]
    lamp = lamp_place(scene.light, scene.camera)
    size = ((w + 1) // 2, (h + 1) // 2)
    cast, near = page(size), page(size)
    for cube in cubes:
        points = cube.corners
        rise = np.maximum(points[:, 2:] - level, 0)
        fallen = points[:, :2] + (points[:, :2] - lamp[:2]) * rise / np.maximum(
            lamp[2] - points[:, 2:], 1.0
        )
        on_table = np.hstack([fallen, np.full((len(fallen), 1), level)])
        fill_convex(cast, hull(project(scene.camera, on_table) * 0.5))
        foot = np.hstack([points[:, :2], np.full((len(points), 1), level)])
        fill_convex(near, hull(project(scene.camera, foot) * 0.5))
    px = scene.camera.zoom / 2
    cast_soft = f32(cv2.GaussianBlur(cast, (0, 0), max(0.5, scene.light.softness_mm * px)))
    near_soft = f32(cv2.GaussianBlur(near, (0, 0), max(0.6, 2.0 * px)))
    lit = 1.0 - cast_soft * np.float32((1 - scene.light.ambient) * 0.85 / 255)
    lit *= 1.0 - near_soft * np.float32(0.6 * scene.light.ambient / 255)
    scale(canvas, f32(cv2.resize(lit, (w, h), interpolation=cv2.INTER_LINEAR)))


def draw_cube(canvas: F32, scene: Scene, style: DieStyle, cube: Cube) -> None:
    """The faces that look towards the camera, each as bright as it faces the lamp."""
    eye = camera_place(scene.camera)
    lamp = lamp_place(scene.light, scene.camera)
    seen = []
    for side, (axis, way) in enumerate(_SIDES):
        out = cube.axes[:, axis] * way
        place = cube.middle + out * cube.size / 2
        facing = float(out @ unit(eye - place))
        if facing > 0.02:
            seen.append((facing, side))
    outline = hull(project(scene.camera, _rounded(style, cube)))
    _fill_body(canvas, outline, style, scene.light.ambient)
    for _, side in sorted(seen):
        _draw_face(canvas, scene, style, cube, side, eye, lamp)


def _rounded(style: DieStyle, cube: Cube) -> F64:
    """(n, 3) the corners, each cut a little, so that the outline is round there."""
    cut = style.corner * 0.45
    points = []
    for axis in range(3):
        pulled = _CORNERS.copy()
        pulled[:, axis] *= 1 - 2 * cut
        points.append(pulled)
    return np.asarray(cube.middle + np.vstack(points) * cube.size @ cube.axes.T)


def _fill_body(
    canvas: F32, outline: np.ndarray[tuple[int, ...], np.dtype[np.int32]], style: DieStyle,
    ambient: float,
) -> None:  # fmt: skip
    mask = page((canvas.shape[1], canvas.shape[0]))
    fill_convex(mask, outline)
    x, y, w, h = cv2.boundingRect(mask)
    if not w:
        return
    cover = f32(f32(mask[y : y + h, x : x + w]) / 255.0)
    area = canvas[y : y + h, x : x + w]
    body = linear_bgr(style.body) * np.float32(0.45 + 0.3 * ambient)
    scale(area, f32(1 - cover))
    area += flat(body, cover)


def _draw_face(
    canvas: F32, scene: Scene, style: DieStyle, cube: Cube, side: int, eye: F64, lamp: F64
) -> None:
    axis, way = _SIDES[side]
    out = cube.axes[:, axis] * way
    right = cube.axes[:, (axis + 1) % 3]
    down = np.asarray(np.cross(out, right), np.float64)
    place = cube.middle + out * cube.size / 2
    axes = np.stack([right, down, out], axis=1)
    px = int(np.clip(round(cube.size * scene.camera.zoom * 1.3 / 4) * 4, 24, 160))
    turn = int(np.random.default_rng([cube.die.seed, side]).integers(4))
    sprite = face(style, cube.symbols[side], px, turn, (cube.die.seed + side) % 8)
    picture = shaded(
        sprite, in_frame(axes, lamp - place), in_frame(axes, eye - place), scene.light.ambient,
        style.shine, np.zeros(2),
    )  # fmt: skip
    level = max(float(unit(lamp - place)[2]), 0.3)
    towards = max(float(out @ unit(lamp - place)), 0.0)
    ambient = scene.light.ambient
    gain = ambient * (0.6 + 0.4 * float(out[2])) + (1 - ambient) * towards / level
    own = ambient + (1 - ambient) * 1.0
    picture[..., :3] *= np.float32(np.clip(gain / own, 0.15, 1.4))
    step = cube.size / px
    corner = place - (right + down) * (step * (px / 2 + _PAD - 0.5))
    matrix = plane_matrix(scene.camera, corner, right * step, down * step)
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    paste(canvas, picture, shift @ matrix)


@lru_cache(maxsize=256)
def face(style: DieStyle, symbol: Symbol, px: int, turn: int, variant: int) -> Sprite:
    """One face of a die, `px` wide, its symbol turned by quarters; wood differs by variant."""
    rng = np.random.default_rng([style.seed, variant, px])
    axis = np.abs((np.arange(px) + 0.5) / px - 0.5)
    x, y = np.meshgrid(axis, axis)
    inner = 0.5 - style.corner
    away = np.hypot(np.maximum(x - inner, 0), np.maximum(y - inner, 0))
    inside = f32(style.corner - away - np.minimum(np.maximum(x - inner, y - inner), 0))
    alpha = f32(np.clip(inside * px + 0.5, 0, 1))
    rise = np.clip(inside / max(style.edge, 1e-3), 0, 1)
    height = f32(style.edge * px * 0.5 * (1 - (1 - rise) ** 2))
    ink = f32(np.rot90(printed(symbol, style.design, px), turn))
    if style.depth:
        cut = f32(cv2.GaussianBlur(ink, (0, 0), max(0.5, 0.01 * px)))
        height = f32(height - style.depth * px * cut)
    tone = f32(1 + 0.02 * grain(rng, (px, px), 1))
    if style.wood:
        rings = layered_noise(rng, (px, px), (px * 0.9, px * 0.12), 3)
        tone = f32(tone * (1 + 0.16 * style.wood * rings))
    cover = f32(ink * style.ink_cover)
    if style.wear:
        rubbed = layered_noise(rng, (px, px), (px * 0.35, px * 0.35), 4)
        cover = f32(cover * (1 - style.wear * smoothstep(-0.1, 0.4, rubbed)))
    albedo = mix(linear_bgr(style.body), linear_bgr(style.ink), cover)
    albedo = f32(cv2.multiply(albedo, cv2.merge((tone, tone, tone))))
    gloss = f32(np.full((px, px), style.gloss))
    slope = slope_of(_bordered(height))
    alpha = f32(cv2.copyMakeBorder(alpha, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_CONSTANT, value=(0,)))
    return Sprite(_bordered(albedo), alpha, slope, _bordered(gloss))


def _bordered(picture: F32) -> F32:
    return f32(cv2.copyMakeBorder(picture, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_REPLICATE))


def claim(owner: I16, camera: Camera, cube: Cube, number: int) -> None:
    """Writes `number` where the upper face is, 0 where another side is seen."""
    fill_convex(owner, hull(project(camera, cube.corners)), 0, smooth=False)
    fill_convex(owner, fixed(project(camera, cube.upper_face())), number, smooth=False)


def upper_quad(camera: Camera, cube: Cube) -> F64:
    """(4, 2) pixels of the upper face, clockwise in the picture, as the lens shows them."""
    return bend_points(camera, project(camera, cube.upper_face()))
