"""Draws a scene as a camera would see it, with the truth about every tile."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, U8, blend, f32, linear_bgr, scaled, u8
from vision.lab.synth.arrays import flat as flat_colour
from vision.lab.synth.bodies import body_of, cast_shadows, claim, draw_tile, truth_of
from vision.lab.synth.finish import develop, expose
from vision.lab.synth.geometry import Camera, bend_maps, project, projection, table_matrix
from vision.lab.synth.light import glare_spot, illumination, lamp_mirror
from vision.lab.synth.noise import layered_noise
from vision.lab.synth.pen import fill_convex, hull, page
from vision.lab.synth.setting import Light, Scene
from vision.lab.synth.tables import TableTop, texture
from vision.lab.synth.things import COVERED, draw_thing
from vision.lab.synth.truth import Rendered, TrueTile

__all__ = ["Rendered", "TrueTile", "background", "photographed", "render"]

_MAX_TEXTURE_PX = 850_000
_FLOOR_MM = 1500.0
_RIM_MM = 4.0


def render(scene: Scene, background_bgr: U8 | None = None) -> Rendered:
    """The frame and its truth; `background_bgr`, a picture of a table, replaces the table's top."""
    camera = scene.camera
    w, h = camera.size_wh
    rng = np.random.default_rng([scene.seed, 17])
    canvas = background(scene, background_bgr)
    owner = np.zeros((h, w), np.int16)
    bodies = [body_of(scene.style, camera, tile) for tile in scene.tiles]
    leans = rng.normal(0, 0.012, (len(bodies), 2))

    for thing in (t for t in scene.things if not t.over):
        draw_thing(canvas, owner, scene, thing)
    # A leaning tile throws its shadow on the table; a lying one on what it lies on.
    levels = [0.0 if body.tile.lean_deg else body.tile.z_mm for body in bodies]
    for level in sorted(set(levels)):
        here = [index for index in range(len(bodies)) if levels[index] == level]
        cast_shadows(canvas, scene, [bodies[i] for i in here], level)
        for index in sorted(here, key=lambda i: -bodies[i].depth):
            draw_tile(canvas, scene, bodies[index], leans[index])
            claim(owner, bodies[index], index + 1)
    for thing in (t for t in scene.things if t.over):
        draw_thing(canvas, owner, scene, thing)

    frame = photographed(canvas, scene, rng)
    covered = u8((owner == COVERED) * np.uint8(255))
    return Rendered(
        frame,
        tuple(truth_of(body, owner, index + 1, camera) for index, body in enumerate(bodies)),
        covered,
    )


def photographed(canvas: F32, scene: Scene, rng: np.random.Generator) -> U8:
    """What the camera makes of a drawn table (h, w, 3, linear albedo; lit in place)."""
    camera = scene.camera
    canvas *= illumination(scene.light, scene.finish, camera)
    if scene.light.glare:
        spot = glare_spot(scene.light, camera.size_wh)
        canvas += f32(cv2.merge((spot, spot, spot)))
    frame = expose(canvas, scene.finish)
    if camera.bend:
        columns, rows = bend_maps(camera)
        frame = u8(cv2.remap(frame, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    return develop(frame, scene.finish, rng)


def background(scene: Scene, background_bgr: U8 | None = None) -> F32:
    """(h, w, 3) the bare table in linear light, or `background_bgr` in its place."""
    if background_bgr is None:
        return _plate(scene.table, scene.camera, scene.light).copy()
    size = scene.camera.size_wh
    picture = f32(cv2.resize(background_bgr, size, interpolation=cv2.INTER_AREA)) / 255.0
    # The scene's own light will fall on it again; leave out the exposure it already has.
    return f32(picture * picture / max(scene.finish.exposure, 0.1))


@lru_cache(maxsize=2)
def _plate(table: TableTop, camera: Camera, light: Light) -> F32:
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
    if table.edge_mm:
        plate = _with_floor(plate, table, camera)
    if table.gloss:
        mirror = lamp_mirror(light, camera, table.shine) * table.gloss
        plate += f32(cv2.merge((mirror, mirror, mirror)))
    return plate


def _with_floor(plate: F32, table: TableTop, camera: Camera) -> F32:
    """The plate with the floor in sight beyond the table's edge."""
    turn = np.radians(table.edge_deg)
    out = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-out[1], out[0]]) * _FLOOR_MM

    def beyond(start: float) -> U8:
        near, far = out * start, out * (start + _FLOOR_MM)
        flat = np.stack([near - along, near + along, far + along, far - along])
        corners = _in_front(camera, np.hstack([flat, np.zeros((4, 1))]))
        seen = page(camera.size_wh)
        if len(corners):
            fill_convex(seen, hull(corners))
        return seen

    rng = np.random.default_rng([table.seed, 29])
    small = (camera.size_wh[0] // 4 + 1, camera.size_wh[1] // 4 + 1)
    blotches = layered_noise(rng, small, (40.0, 40.0), 3)
    tone = f32(cv2.resize(f32(1 + 0.35 * blotches), camera.size_wh))
    floor = flat_colour(linear_bgr(table.floor), tone)
    rim = f32(f32(beyond(table.edge_mm - _RIM_MM)) / 255.0)
    lit = scaled(plate, f32(1 + 0.25 * rim))
    cover = f32(f32(beyond(table.edge_mm)) / 255.0)
    dark = f32(cv2.GaussianBlur(1 - cover, (0, 0), max(1.0, 25 * camera.zoom / 4)))
    return blend(lit, scaled(floor, f32(1 - 0.6 * dark)), cover)


def _in_front(camera: Camera, points_xyz: F64) -> F64:
    """Pixels of a polygon's part before the camera; none where it is all behind."""
    matrix = projection(camera)
    depth = points_xyz @ matrix[2, :3] + matrix[2, 3]
    near = 0.05 * camera.height_mm
    kept = []
    for i in range(len(points_xyz)):
        j = (i + 1) % len(points_xyz)
        if depth[i] > near:
            kept.append(points_xyz[i])
        if (depth[i] > near) != (depth[j] > near):
            share = (near - depth[i]) / (depth[j] - depth[i])
            kept.append(points_xyz[i] + share * (points_xyz[j] - points_xyz[i]))
    if not kept:
        return np.zeros((0, 2))
    return np.clip(project(camera, np.stack(kept)), -8000, 8000)
