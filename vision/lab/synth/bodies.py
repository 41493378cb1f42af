"""Tiles as bodies in the room: shadow, sides, lit face, and what of them is seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, I16, blend, f32, flat, linear_bgr, scale, u8
from vision.lab.synth.faces import PAD, face, face_size
from vision.lab.synth.geometry import (
    Camera,
    bend_points,
    camera_place,
    plane_matrix,
    project,
    share_inside,
)
from vision.lab.synth.light import lamp_place
from vision.lab.synth.pen import fill_convex, fixed, hull, page
from vision.lab.synth.setting import LaidTile, Scene
from vision.lab.synth.sprite import paste, shaded, unit
from vision.lab.synth.style import SetStyle
from vision.lab.synth.truth import TrueTile

_CORNER_STEPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A tile in the room: `axes` columns are its right, down and outward directions."""

    tile: LaidTile
    axes: F64
    origin: F64  # (3,) middle of its back
    face_px: F64  # (4, 2) corners of the face, before the lens bends them
    top_px: F64  # outline of the face
    base_px: F64  # outline of the back
    depth: float


@lru_cache(maxsize=64)
def _outline(width: float, height: float, radius: float) -> F64:
    """(n, 2) points of a rounded rectangle around the origin, clockwise from the top left."""
    points = []
    turns = np.linspace(0, np.pi / 2, _CORNER_STEPS)
    for (sx, sy), start in (
        ((-1, -1), np.pi),
        ((1, -1), 1.5 * np.pi),
        ((1, 1), 0.0),
        ((-1, 1), 0.5 * np.pi),
    ):
        cx, cy = sx * (width / 2 - radius), sy * (height / 2 - radius)
        points += [
            (cx + radius * np.cos(start + t), cy + radius * np.sin(start + t)) for t in turns
        ]
    return np.array(points)


def axes_of(angle_deg: float, lean_deg: float) -> F64:
    """(3, 3) columns right, down, outward of something turned and then leant back."""
    a, b = np.radians(angle_deg), np.radians(lean_deg)
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    lean = np.array([[1.0, 0, 0], [0, np.cos(b), np.sin(b)], [0, -np.sin(b), np.cos(b)]])
    return np.asarray(spin @ lean)


def body_of(style: SetStyle, camera: Camera, tile: LaidTile) -> Body:
    """The tile in the room and its outlines in the picture."""
    axes = axes_of(tile.angle_deg, tile.lean_deg)
    origin = np.array([tile.x_mm, tile.y_mm, tile.z_mm])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [
        style.width_mm / 2,
        style.height_mm / 2,
    ]
    rim = _outline(style.width_mm, style.height_mm, min(style.corner_mm, 4.0))

    def placed(points: F64, z: float) -> F64:
        local = np.hstack([points, np.full((len(points), 1), z)])
        return project(camera, origin + local @ axes.T)

    eye = camera_place(camera)
    return Body(
        tile,
        axes,
        origin,
        placed(half, style.thickness_mm),
        placed(rim, style.thickness_mm),
        placed(rim, 0.0),
        float(np.linalg.norm(eye - origin)),
    )


def cast_shadows(canvas: F32, scene: Scene, bodies: list[Body], level: float) -> None:
    """Darkens what lies under the tiles: a shadow away from the lamp and one all around."""
    h, w = canvas.shape[:2]
    camera, light, style = scene.camera, scene.light, scene.style
    lamp = lamp_place(light, camera)
    size = ((w + 1) // 2, (h + 1) // 2)
    cast, near = page(size), page(size)
    rim = _outline(style.width_mm, style.height_mm, min(style.corner_mm, 4.0))
    for body in bodies:
        local = np.vstack(
            [
                np.hstack([rim, np.zeros((len(rim), 1))]),
                np.hstack([rim, np.full((len(rim), 1), style.thickness_mm)]),
            ]
        )
        points = body.origin + local @ body.axes.T
        rise = np.maximum(points[:, 2:] - level, 0)
        away = points[:, :2] - lamp[:2]
        fallen = points[:, :2] + away * rise / np.maximum(lamp[2] - points[:, 2:], 1.0)
        on_table = project(camera, np.hstack([fallen, np.full((len(fallen), 1), level)]))
        fill_convex(cast, hull(on_table * 0.5))
        fill_convex(near, fixed(body.base_px, 0.5))
    px = camera.zoom / 2
    cast_soft = f32(cv2.GaussianBlur(cast, (0, 0), max(0.5, light.softness_mm * px)))
    near_soft = f32(cv2.GaussianBlur(near, (0, 0), max(0.6, 1.6 * px)))
    lit = 1.0 - cast_soft * np.float32((1 - light.ambient) * 0.85 / 255)
    lit *= 1.0 - near_soft * np.float32(0.6 * light.ambient / 255)
    scale(canvas, f32(cv2.resize(lit, (w, h), interpolation=cv2.INTER_LINEAR)))


def in_frame(body_axes: F64, vector: F64) -> F64:
    """(3,) a direction of the room in a body's own right, down and outward."""
    return np.asarray(body_axes.T @ vector)


def draw_tile(canvas: F32, scene: Scene, body: Body, lean: F64) -> None:
    """Sides and face; `lean` (2,) tips the face a little, as no tile lies quite level."""
    camera, light, style = scene.camera, scene.light, scene.style
    facing = float(body.axes[:, 2] @ unit(camera_place(camera) - body.origin))
    to_lamp = lamp_place(light, camera) - body.origin
    _draw_walls(canvas, style, body, in_frame(body.axes, unit(to_lamp)), light.ambient)
    if facing <= 0.05:
        return
    across = np.linalg.norm(body.face_px[1] - body.face_px[0])
    along = np.linalg.norm(body.face_px[3] - body.face_px[0]) * style.width_mm / style.height_mm
    width_px = _stepped(float(max(across, along)))
    sprite = face(style, body.tile.tile if body.tile.face_up else "", body.tile.variant, width_px)
    picture = shaded(
        sprite,
        in_frame(body.axes, to_lamp),
        in_frame(body.axes, camera_place(camera) - body.origin),
        light.ambient,
        style.shine,
        lean,
    )
    if body.tile.lean_deg:
        # A leaning face meets the lamp at another angle than the table does.
        level = unit(to_lamp)[2]
        gain = light.ambient + (1 - light.ambient) * max(
            in_frame(body.axes, unit(to_lamp))[2], 0.0
        ) / max(level, 0.3)
        picture[..., :3] *= np.float32(np.clip(gain, 0.3, 1.4))
    fw, fh = face_size(style, width_px)
    mm = style.width_mm / fw
    along_x, along_y = body.axes[:, 0] * mm, body.axes[:, 1] * (style.height_mm / fh)
    corner = (
        body.origin
        + body.axes[:, 2] * style.thickness_mm
        - along_x * (fw / 2 + PAD - 0.5)
        - along_y * (fh / 2 + PAD - 0.5)
    )
    matrix = plane_matrix(camera, corner, along_x, along_y)
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    paste(canvas, picture, shift @ matrix)


def _stepped(width: float) -> int:
    """A sprite width a little above `width`, on a coarse scale so that sprites are shared."""
    step = 2 if width < 48 else 4 if width < 96 else 8
    return max(14, int(np.ceil(width * 1.04 / step)) * step)


def _draw_walls(canvas: F32, style: SetStyle, body: Body, lamp: F64, ambient: float) -> None:
    """The sides of a tile, each as bright as it faces the lamp."""
    both = np.vstack([body.top_px, body.base_px])
    x0, y0 = np.maximum(np.floor(both.min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(
        np.ceil(both.max(axis=0)).astype(int) + 3, [canvas.shape[1], canvas.shape[0]]
    )
    if x1 <= x0 or y1 <= y0:
        return
    offset = np.array([x0, y0])
    mask = page((int(x1 - x0), int(y1 - y0)))
    shade = u8(mask + 120)
    fill_convex(mask, hull(both - offset))
    rim = _outline(style.width_mm, style.height_mm, min(style.corner_mm, 4.0))
    edges = np.roll(rim, -1, axis=0) - rim
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    facing = np.clip(normals @ lamp[:2], 0, 1)
    bright = np.clip(ambient * 0.62 + (1 - ambient) * facing / max(lamp[2], 0.35), 0, 1.3) * 180
    top, base = body.top_px - offset, body.base_px - offset
    quads = np.stack([top, np.roll(top, -1, 0), np.roll(base, -1, 0), base], axis=1)
    sides = quads[:, 2] - quads[:, 0]
    others = quads[:, 3] - quads[:, 1]
    seen = sides[:, 0] * others[:, 1] - sides[:, 1] * others[:, 0]
    outlines = fixed(quads)
    for i in np.flatnonzero(np.abs(seen) > 0.3):
        fill_convex(shade, outlines[i], int(min(bright[i], 255)), smooth=False)
    shade = u8(cv2.blur(shade, (3, 3)))
    wall = flat(linear_bgr(style.ivory), f32(f32(shade) / 180.0))
    area = canvas[y0:y1, x0:x1]
    area[:] = blend(area, wall, f32(f32(mask) / 255.0))


def claim(owner: I16, body: Body, number: int) -> None:
    """Writes `number` where the tile's face is, 0 where only its side is seen."""
    both = np.vstack([body.top_px, body.base_px])
    fill_convex(owner, hull(both), 0, smooth=False)
    fill_convex(owner, fixed(body.face_px), number, smooth=False)


def truth_of(
    body: Body,
    owner: I16,
    number: int,
    camera: Camera,
) -> TrueTile:
    """What is known of a tile once everything is drawn."""
    h, w = owner.shape
    x0, y0 = np.clip(np.floor(body.face_px.min(axis=0)).astype(int), 0, [w, h])
    x1, y1 = np.clip(np.ceil(body.face_px.max(axis=0)).astype(int) + 1, 0, [w, h])
    seen = int(np.count_nonzero(owner[y0:y1, x0:x1] == number))
    area = float(cv2.contourArea(f32(body.face_px)))
    visible = min(1.0, seen / max(area, 1.0))
    quad = bend_points(camera, body.face_px)
    if camera.bend and visible:
        # The lens takes in a little more or less at the frame's edge.
        straight = share_inside(body.face_px, camera.size_wh)
        visible *= min(1.0, share_inside(quad, camera.size_wh) / max(straight, 1e-3))
    tile = body.tile
    name = tile.tile if tile.face_up else ""
    return TrueTile(name, quad, tile.cell, float(visible), tile.face_up)
