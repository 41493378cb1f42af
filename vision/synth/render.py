"""Draws a scene as a camera would see it, with the truth about every tile."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.synth.arrays import F32, U8, f32, u8
from vision.synth.bodies import body_of, cast_shadows, claim, draw_tile, truth_of
from vision.synth.finish import develop, expose
from vision.synth.geometry import Camera, bend_maps, table_matrix
from vision.synth.light import glare_spot, illumination, lamp_mirror
from vision.synth.setting import Light, Scene
from vision.synth.tables import Table, texture
from vision.synth.things import draw_thing
from vision.synth.truth import Rendered, TrueTile

__all__ = ["Rendered", "TrueTile", "render"]

_MAX_TEXTURE_PX = 850_000


def render(scene: Scene, background_bgr: U8 | None = None) -> Rendered:
    """The frame and its truth; `background_bgr`, a picture of a table, replaces the table's top."""
    camera = scene.camera
    w, h = camera.size_wh
    rng = np.random.default_rng([scene.seed, 17])
    canvas = _background(scene, background_bgr)
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

    canvas *= illumination(scene.light, scene.finish, camera)
    if scene.light.glare:
        spot = glare_spot(scene.light, (w, h))
        canvas += f32(cv2.merge((spot, spot, spot)))
    frame = expose(canvas, scene.finish)
    if camera.bend:
        columns, rows = bend_maps(camera)
        frame = u8(cv2.remap(frame, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))
    frame = develop(frame, scene.finish, rng)
    return Rendered(
        frame,
        tuple(truth_of(body, owner, index + 1, camera) for index, body in enumerate(bodies)),
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
        mirror = lamp_mirror(light, camera, table.shine) * table.gloss
        plate += f32(cv2.merge((mirror, mirror, mirror)))
    return plate
