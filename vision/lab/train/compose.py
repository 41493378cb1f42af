"""Composite tables: real cut-out faces with thickness and shadow, laid out and seen by a camera."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.synth.digits import font_files, random_digits
from vision.lab.train.faces import another_set, blank_back, renumbered
from vision.lab.train.grounds import draw_litter, drawn_ground, photo_ground
from vision.lab.train.lies import lay_out, lie_corners, random_camera, with_height
from vision.lab.train.lights import smeared
from vision.lab.train.photos import FACE_WH
from vision.lab.train.racks import draw_rack, on_rack
from vision.lab.train.sample import BACK, SampleTile, TrainingSample
from vision.picture import Floats, Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.lab.train.faces import Face

Owners = NDArray[np.int16]
"""For each pixel the number of the tile seen there, below 0 where none is."""
RACKED = 0.15
"""How often the tiles stand in a rack."""


@lru_cache
def fonts() -> tuple[str, ...]:
    """The fonts of this machine that draw digits."""
    return font_files()


def paste(frame: Image, face_bgr: Image, quad_xy: Floats, sharpness_px: float) -> None:
    """Warps the face into the quad of the frame, with a soft edge, in place."""
    low = np.floor(quad_xy.min(axis=0)).astype(int) - 2
    high = np.ceil(quad_xy.max(axis=0)).astype(int) + 3
    low = np.maximum(low, 0)
    high = np.minimum(high, [frame.shape[1], frame.shape[0]])
    size = high - low
    if size.min() <= 0:
        return
    scale = min(1.0, 1.2 * sharpness_px / FACE_WH[0])
    small = (
        cv2.resize(face_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if scale < 1
        else face_bgr
    )
    source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * [
        small.shape[1],
        small.shape[0],
    ]
    target = quad_xy - low
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    out_wh = (int(size[0]), int(size[1]))
    patch = cv2.warpPerspective(
        small, matrix, out_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask: Image = np.zeros((out_wh[1], out_wh[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(target * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    weight = mask.astype(np.float32)[..., None] / 255.0
    region = frame[low[1] : high[1], low[0] : high[0]]
    region[:] = (region * (1 - weight) + patch * weight).astype(np.uint8)


def light(frame_bgr: Image, rng: np.random.Generator) -> Image:
    """The picture under uneven, coloured light with glare, shadow, blur, noise and compression."""
    height, width = frame_bgr.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    picture: Floats = frame_bgr.astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(angle) * (x / width - 0.5) + np.sin(angle) * (y / height - 0.5)) * rng.uniform(
        0, 0.7
    )
    picture *= (rng.uniform(0.55, 1.2) * (1 + slope))[..., None]
    if rng.random() < 0.6:
        warm = rng.uniform(-0.25, 0.25)
        picture *= np.array([1 - warm, 1 + rng.uniform(-0.04, 0.04), 1 + warm * 0.7], np.float32)
    if rng.random() < 0.25:
        edge = np.cos(angle + 1) * (x - width * rng.uniform(0.2, 0.8)) + np.sin(angle + 1) * (
            y - height * rng.uniform(0.2, 0.8)
        )
        soft = rng.uniform(2, 40)
        picture *= (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-np.clip(edge / soft, -30, 30))))[
            ..., None
        ]
    if rng.random() < 0.25:
        spot = np.exp(
            -(
                ((x - rng.uniform(0, width)) ** 2 + (y - rng.uniform(0, height)) ** 2)
                / (2 * rng.uniform(20, 140) ** 2)
            )
        )
        picture += (spot * rng.uniform(30, 170))[..., None]
    if rng.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.8))
    elif rng.random() < 0.12:
        picture = smeared(picture, 8.0, rng)
    if rng.random() < 0.6:
        picture += rng.normal(0, rng.uniform(1, 9), picture.shape)
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, packed = cv2.imencode(
            ".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
        )
        result = cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8)
    return result


def compose(
    faces: Sequence[Face],
    grounds: Sequence[Image],
    size_wh: tuple[int, int],
    rng: np.random.Generator,
) -> TrainingSample:
    """A composite table with its truth."""
    width, height = size_wh
    frame = (
        drawn_ground(size_wh, rng)
        if rng.random() < 0.6 or not grounds
        else photo_ground(grounds, size_wh, rng)
    )
    tile_px = float(np.exp(rng.uniform(np.log(22), np.log(190))))
    tilt = np.radians(rng.choice([rng.uniform(0, 12), rng.uniform(10, 52)], p=[0.5, 0.5]))
    camera = random_camera(size_wh, tile_px, tilt, rng)
    if rng.random() < 0.5:
        draw_litter(frame, int(rng.integers(1, 14)), tile_px, rng)
    racked = rng.random() < RACKED
    lies = on_rack(rng) if racked else lay_out(rng)
    if racked and lies:
        draw_rack(frame, lies, camera, rng)
    lies.sort(key=lambda lie: -camera.depth(np.array([lie.x, lie.y, 0], np.float32)))
    thickness = rng.uniform(0.12, 0.32)
    fall = rng.uniform(-0.25, 0.25, 2)
    shadow_depth, shadow_soft = rng.uniform(0.15, 0.7), rng.uniform(0.02, 0.12) * tile_px
    one_session = str(faces[int(rng.integers(len(faces)))].session)
    bank = (
        [face for face in faces if face.session == one_session]
        if rng.random() < 0.7
        else list(faces)
    )
    change = rng.random() < 0.6
    style = random_digits(rng, fonts()) if rng.random() < 0.45 else None
    shadow: Floats = np.zeros((height, width), np.float32)
    hulls, quads = [], []
    for lie in lies:
        corners = lie_corners(lie)
        base = camera.project(with_height(corners, 0.0))
        quad_xy = camera.project(with_height(corners, thickness))
        cast = camera.project(with_height((corners + fall * thickness * 4).astype(np.float32), 0.0))
        hulls.append(cv2.convexHull(np.vstack([base, quad_xy]))[:, 0])
        quads.append(quad_xy)
        cv2.fillConvexPoly(shadow, cv2.convexHull(np.vstack([base, cast])).astype(np.int32), (1.0,))
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.6, shadow_soft))
    frame = (frame * (1 - shadow_depth * shadow[..., None])).astype(np.uint8)
    owner = np.full((height, width), -1, np.int16)
    names = []
    side = rng.uniform(0.45, 0.95)
    seam = rng.random() < 0.7
    for index, (hull, quad_xy) in enumerate(zip(hulls, quads, strict=True)):
        face = bank[int(rng.integers(len(bank)))]
        if style is not None:
            face = renumbered(face, style, rng)
        is_back = rng.random() < 0.05
        picture = (
            blank_back(face, rng)
            if is_back
            else another_set(face, rng)
            if change
            else face.face_bgr
        )
        ivory = np.median(picture.reshape(-1, 3), axis=0) * side * rng.uniform(0.9, 1.1)
        points = np.round(hull * 16).astype(np.int32)
        cv2.fillConvexPoly(frame, points, tuple(float(c) for c in ivory), cv2.LINE_AA, 4)
        cv2.fillConvexPoly(owner, np.round(hull).astype(np.int32), (-2,))
        paste(frame, picture, quad_xy, min(face.width_px, 2.5 * tile_px))
        if seam:
            cv2.polylines(
                frame,
                [np.round(quad_xy * 16).astype(np.int32)],
                True,
                tuple(float(c) for c in ivory * 0.8),
                1,
                cv2.LINE_AA,
                4,
            )
        cv2.fillConvexPoly(owner, np.round(quad_xy).astype(np.int32), (index,))
        names.append(BACK if is_back else face.tile)
    if rng.random() < 0.2:
        cover_something(frame, owner, tile_px, rng)
    seen = np.bincount((owner.ravel().astype(np.int64) + 2), minlength=len(quads) + 2)[2:]
    tiles = []
    for index, quad_xy in enumerate(quads):
        area = abs(float(cv2.contourArea(quad_xy)))
        visible = float(min(1.0, seen[index] / max(area, 1.0)))
        if visible > 0.02 and area > 60:
            number = part_visible(owner, quad_xy, index)
            tiles.append(SampleTile(names[index], quad_xy, visible, number))
    return TrainingSample(light(frame, rng), tuple(tiles))


def part_visible(owner: Owners, quad_xy: Floats, index: int) -> float:
    """How much of the number's part of a face belongs to the tile in the map of owners, 0–1."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad_xy)
    x, y = np.meshgrid(np.linspace(0.2, 0.8, 9), np.linspace(0.1, 0.58, 9))
    points = np.stack([x, y], axis=-1).reshape(1, -1, 2).astype(np.float32)
    spots = np.round(cv2.perspectiveTransform(points, matrix)[0]).astype(int)
    height, width = owner.shape
    inside = (spots >= 0).all(axis=1) & (spots[:, 0] < width) & (spots[:, 1] < height)
    kept = spots[inside]
    return float((owner[kept[:, 1], kept[:, 0]] == index).sum() / len(spots))


def cover_something(frame: Image, owner: Owners, tile_px: float, rng: np.random.Generator) -> None:
    """Lays a finger, sleeve or cup over the table, in place."""
    height, width = frame.shape[:2]
    colour = tuple(float(c) for c in rng.uniform([60, 80, 120], [190, 210, 245]))
    start = np.array([rng.uniform(0, width), rng.choice([0.0, float(height)])])
    end = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height])
    thick = max(3, int(tile_px * rng.uniform(0.4, 2.0)))
    for canvas, value in ((frame, colour), (owner, (-2.0,))):
        cv2.line(
            canvas,
            start.astype(int).tolist(),
            end.astype(int).tolist(),
            value,
            thick,
            cv2.LINE_AA if canvas is frame else cv2.LINE_8,
        )
