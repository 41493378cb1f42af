"""Draws a scene as a camera would see it, with the truth about every tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.synth.arrays import F32, F64, I16, I32, U8, f32, linear_bgr, to_screen, u8
from vision.synth.faces import PAD, face, face_size
from vision.synth.finish import develop
from vision.synth.geometry import (
    Camera,
    bend_maps,
    bend_points,
    camera_place,
    plane_matrix,
    project,
    table_matrix,
)
from vision.synth.light import glare_spot, illumination, lamp_mirror, lamp_place
from vision.synth.objects import Shape, shape
from vision.synth.setting import LaidTile, Light, Scene, Thing
from vision.synth.sprite import paste, shaded, unit
from vision.synth.style import SetStyle
from vision.synth.tables import Table, texture
from vision.synth.truth import Rendered, TrueTile

__all__ = ["Rendered", "TrueTile", "render"]

_CORNER_STEPS = 3
_MAX_TEXTURE_PX = 1_300_000


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A tile in the room: `axes` columns are its right, down and outward directions."""

    tile: LaidTile
    axes: F64
    origin: F64  # (3,) middle of its back
    face_px: F64  # (4, 2) corners of the face, before the lens bends them
    top_px: F64  # outline of the face
    base_px: F64  # outline of the back
    depth: float


def render(scene: Scene, background_bgr: U8 | None = None) -> Rendered:
    """The frame and its truth; `background_bgr`, a picture of a table, replaces the table's top."""
    camera = scene.camera
    w, h = camera.size_wh
    rng = np.random.default_rng([scene.seed, 17])
    canvas = _background(scene, background_bgr)
    owner = np.zeros((h, w), np.int16)
    bodies = [_body(scene.style, camera, tile) for tile in scene.tiles]
    leans = rng.normal(0, 0.012, (len(bodies), 2))

    for thing in (t for t in scene.things if not t.over):
        _draw_thing(canvas, owner, scene, thing)
    # A leaning tile throws its shadow on the table; a lying one on what it lies on.
    levels = [0.0 if body.tile.lean_deg else body.tile.z_mm for body in bodies]
    for level in sorted(set(levels)):
        here = [index for index in range(len(bodies)) if levels[index] == level]
        _shadow_of_tiles(canvas, scene, [bodies[i] for i in here], level)
        for index in sorted(here, key=lambda i: -bodies[i].depth):
            _draw_tile(canvas, scene, bodies[index], leans[index])
            _claim(owner, bodies[index], index + 1)
    for thing in (t for t in scene.things if t.over):
        _draw_thing(canvas, owner, scene, thing)

    canvas *= illumination(scene.light, scene.finish, camera)
    if scene.light.glare:
        canvas += glare_spot(scene.light, (w, h))[..., None]
    frame = to_screen(canvas)
    if camera.bend:
        columns, rows = bend_maps(camera)
        frame = u8(cv2.remap(frame, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    frame = develop(frame, scene.finish, rng)
    return Rendered(
        frame,
        tuple(_truth(body, owner, index + 1, camera) for index, body in enumerate(bodies)),
    )


def _background(scene: Scene, background_bgr: U8 | None) -> F32:
    if background_bgr is None:
        return _plate(scene.table, scene.camera, scene.light).copy()
    size = scene.camera.size_wh
    picture = f32(cv2.resize(background_bgr, size, interpolation=cv2.INTER_AREA)) / 255.0
    # The scene's own light will fall on it again; leave out the exposure it already has.
    return f32(picture * picture / max(scene.finish.exposure, 0.1))


@lru_cache(maxsize=4)
def _plate(table: Table, camera: Camera, light: Light) -> F32:
    """(h, w, 3) the bare table in linear light, with its own reflection of the lamp."""
    w, h = camera.size_wh
    turn = np.radians(table.angle_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    to_px = table_matrix(camera) @ spin
    corners = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64)
    seen = cv2.perspectiveTransform(corners, np.linalg.inv(to_px))[0]
    low, high = seen.min(axis=0) - 2, seen.max(axis=0) + 2
    span = high - low
    px = min(camera.zoom, float(np.sqrt(_MAX_TEXTURE_PX / (span[0] * span[1]))))
    size = (int(np.ceil(span[0] * px)), int(np.ceil(span[1] * px)))
    top = texture(table, size, px, (float(low[0]), float(low[1])))
    place = np.array([[1 / px, 0, low[0]], [0, 1 / px, low[1]], [0, 0, 1]])
    plate = f32(
        cv2.warpPerspective(
            top, to_px @ place, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
    )
    if table.gloss:
        plate += (lamp_mirror(light, camera, table.shine) * table.gloss)[..., None]
    return plate


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


def _axes(angle_deg: float, lean_deg: float) -> F64:
    """(3, 3) columns right, down, outward of something turned and then leant back."""
    a, b = np.radians(angle_deg), np.radians(lean_deg)
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    lean = np.array([[1.0, 0, 0], [0, np.cos(b), np.sin(b)], [0, -np.sin(b), np.cos(b)]])
    return np.asarray(spin @ lean)


def _body(style: SetStyle, camera: Camera, tile: LaidTile) -> _Body:
    axes = _axes(tile.angle_deg, tile.lean_deg)
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
    return _Body(
        tile,
        axes,
        origin,
        placed(half, style.thickness_mm),
        placed(rim, style.thickness_mm),
        placed(rim, 0.0),
        float(np.linalg.norm(eye - origin)),
    )


def _fixed(points: F64, scale: float = 1.0) -> I32:
    """Points in sixteenths of a pixel, as the drawing calls take them."""
    return np.round((points * scale - 0.5) * 16).astype(np.int32)


def _shadow_of_tiles(canvas: F32, scene: Scene, bodies: list[_Body], level: float) -> None:
    """Darkens what lies under the tiles: a shadow away from the lamp and one all around."""
    h, w = canvas.shape[:2]
    camera, light, style = scene.camera, scene.light, scene.style
    lamp = lamp_place(light, camera)
    size = ((w + 1) // 2, (h + 1) // 2)
    cast = np.zeros((size[1], size[0]), np.uint8)
    near = np.zeros_like(cast)
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
        hull = cv2.convexHull(f32(on_table))[:, 0]
        cv2.fillConvexPoly(cast, _fixed(np.asarray(hull, np.float64), 0.5), 255, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(near, _fixed(body.base_px, 0.5), 255, cv2.LINE_AA, 4)
    px = camera.zoom / 2
    cast_soft = f32(cv2.GaussianBlur(cast, (0, 0), max(0.5, light.softness_mm * px)))
    near_soft = f32(cv2.GaussianBlur(near, (0, 0), max(0.6, 1.6 * px)))
    lit = 1.0 - cast_soft * np.float32((1 - light.ambient) * 0.85 / 255)
    lit *= 1.0 - near_soft * np.float32(0.6 * light.ambient / 255)
    canvas *= cv2.resize(lit, (w, h), interpolation=cv2.INTER_LINEAR)[..., None]


def _local(body_axes: F64, vector: F64) -> F64:
    return np.asarray(body_axes.T @ vector)


def _draw_tile(canvas: F32, scene: Scene, body: _Body, lean: F64) -> None:
    camera, light, style = scene.camera, scene.light, scene.style
    facing = float(body.axes[:, 2] @ unit(camera_place(camera) - body.origin))
    to_lamp = lamp_place(light, camera) - body.origin
    _draw_walls(canvas, style, body, _local(body.axes, unit(to_lamp)), light.ambient)
    if facing <= 0.05:
        return
    across = np.linalg.norm(body.face_px[1] - body.face_px[0])
    along = np.linalg.norm(body.face_px[3] - body.face_px[0]) * style.width_mm / style.height_mm
    width_px = _stepped(float(max(across, along)))
    sprite = face(style, body.tile.tile if body.tile.face_up else "", body.tile.variant, width_px)
    picture = shaded(
        sprite,
        _local(body.axes, to_lamp),
        _local(body.axes, camera_place(camera) - body.origin),
        light.ambient,
        style.shine,
        lean,
    )
    if body.tile.lean_deg:
        # A leaning face meets the lamp at another angle than the table does.
        level = unit(to_lamp)[2]
        gain = light.ambient + (1 - light.ambient) * max(
            _local(body.axes, unit(to_lamp))[2], 0.0
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


def _draw_walls(canvas: F32, style: SetStyle, body: _Body, lamp: F64, ambient: float) -> None:
    """The sides of a tile, each as bright as it faces the lamp."""
    both = np.vstack([body.top_px, body.base_px])
    x0, y0 = np.maximum(np.floor(both.min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(
        np.ceil(both.max(axis=0)).astype(int) + 3, [canvas.shape[1], canvas.shape[0]]
    )
    if x1 <= x0 or y1 <= y0:
        return
    offset = np.array([x0, y0])
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    shade = np.full_like(mask, 120)
    hull = np.asarray(cv2.convexHull(f32(both - offset))[:, 0], np.float64)
    cv2.fillConvexPoly(mask, _fixed(hull), 255, cv2.LINE_AA, 4)
    rim = _outline(style.width_mm, style.height_mm, min(style.corner_mm, 4.0))
    edges = np.roll(rim, -1, axis=0) - rim
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    facing = np.clip(normals @ lamp[:2], 0, 1)
    bright = np.clip(ambient * 0.62 + (1 - ambient) * facing / max(lamp[2], 0.35), 0, 1.3) * 180
    top, base = body.top_px - offset, body.base_px - offset
    for i in range(len(rim)):
        j = (i + 1) % len(rim)
        quad = np.stack([top[i], top[j], base[j], base[i]])
        cv2.fillConvexPoly(shade, _fixed(quad), int(min(bright[i], 255)), cv2.LINE_8, 4)
    shade = u8(cv2.blur(shade, (3, 3)))
    cover = (f32(mask) / 255.0)[..., None]
    wall = (f32(shade) / 180.0)[..., None] * linear_bgr(style.ivory)
    area = canvas[y0:y1, x0:x1]
    area += (wall - area) * cover


def _claim(owner: I16, body: _Body, number: int) -> None:
    """Writes `number` where the tile's face is, 0 where only its side is seen."""
    both = np.vstack([body.top_px, body.base_px])
    hull = np.asarray(cv2.convexHull(f32(both))[:, 0], np.float64)
    cv2.fillConvexPoly(owner, _fixed(hull), (0,), cv2.LINE_8, 4)
    cv2.fillConvexPoly(owner, _fixed(body.face_px), (number,), cv2.LINE_8, 4)


def _truth(
    body: _Body,
    owner: I16,
    number: int,
    camera: Camera,
) -> TrueTile:
    h, w = owner.shape
    x0, y0 = np.clip(np.floor(body.face_px.min(axis=0)).astype(int), 0, [w, h])
    x1, y1 = np.clip(np.ceil(body.face_px.max(axis=0)).astype(int) + 1, 0, [w, h])
    seen = int(np.count_nonzero(owner[y0:y1, x0:x1] == number))
    area = float(cv2.contourArea(f32(body.face_px)))
    tile = body.tile
    return TrueTile(
        tile.tile if tile.face_up else "",
        bend_points(camera, body.face_px),
        tile.cell,
        float(min(1.0, seen / max(area, 1.0))),
        tile.face_up,
    )


def _draw_thing(
    canvas: F32,
    owner: I16,
    scene: Scene,
    thing: Thing,
) -> None:
    """Shadow, side and top of a thing."""
    if thing.kind.startswith("rack:"):
        return
    camera, light = scene.camera, scene.light
    drawn: Shape = shape(thing.kind, thing.seed, round(camera.zoom * thing.scale, 1))
    lamp = lamp_place(light, camera)
    axes = _axes(thing.angle_deg, 0.0)
    ground = scene.style.thickness_mm if thing.over else 0.0
    top = ground + drawn.height_mm * thing.scale
    place = np.array([thing.x_mm, thing.y_mm, 0.0])
    h_px, w_px = drawn.sprite.alpha.shape
    mm_x = axes[:, 0] * (drawn.size_mm[0] * thing.scale / w_px)
    mm_y = axes[:, 1] * (drawn.size_mm[1] * thing.scale / h_px)
    corner = place - mm_x * (w_px / 2) - mm_y * (h_px / 2)

    def matrix_at(z: float, dx: float = 0.0, dy: float = 0.0) -> F64:
        return plane_matrix(camera, corner + np.array([dx, dy, z]), mm_x, mm_y)

    away = (place[:2] - lamp[:2]) / max(lamp[2], 1.0)
    half = np.diag([0.5, 0.5, 1.0])
    h, w = canvas.shape[:2]
    size = ((w + 1) // 2, (h + 1) // 2)
    alpha = drawn.sprite.alpha
    steps = 1 if top - ground < 4 else 4
    dark = np.zeros((size[1], size[0]), np.float32)
    for step in range(1, steps + 1):
        rise = (top - ground) * step / steps
        fallen = matrix_at(ground, float(away[0] * rise), float(away[1] * rise))
        dark = f32(np.maximum(dark, cv2.warpPerspective(alpha, half @ fallen, size)))
    spread = max(0.6, (light.softness_mm + 0.06 * (top - ground)) * camera.zoom / 2)
    dark = f32(cv2.GaussianBlur(dark, (0, 0), spread))
    strength = np.float32((1 - light.ambient) * 0.8 + 0.1)
    canvas *= cv2.resize(1.0 - strength * dark, (w, h), interpolation=cv2.INTER_LINEAR)[..., None]

    picture = shaded(
        drawn.sprite,
        _local(axes, lamp - place),
        _local(axes, camera_place(camera) - place),
        light.ambient,
        30.0,
        np.zeros(2),
    )
    if drawn.round_body:
        wall = picture.copy()
        wall[..., :3] *= 0.55
        for step in range(8):
            paste(canvas, wall, matrix_at(ground + (top - ground) * step / 8))
    paste(canvas, picture, matrix_at(top))
    covered = cv2.warpPerspective(alpha, matrix_at(top), (w, h)) > 0.5
    owner[covered] = 0
