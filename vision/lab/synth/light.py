"""Light on a table: lamp, falloff, tints, hard shadows, glare."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, f32, smoothstep
from vision.lab.synth.geometry import Camera, camera_place, table_matrix
from vision.lab.synth.noise import layered_noise
from vision.lab.synth.setting import CameraFinish, Light


def lamp_place(light: Light, camera: Camera) -> F64:
    """(3,) where the lamp hangs, in millimetres."""
    azimuth, elevation = np.radians(light.azimuth_deg), np.radians(light.elevation_deg)
    flat = light.distance_mm * np.cos(elevation)
    x, y = camera.look_at_mm
    return np.array(
        [
            x + flat * np.cos(azimuth),
            y + flat * np.sin(azimuth),
            light.distance_mm * np.sin(elevation),
        ]
    )


def _table_points(camera: Camera, step: int) -> F32:
    """(h / step, w / step, 2) millimetres on the table under a coarse grid of pixels."""
    w, h = camera.size_wh
    x, y = np.meshgrid(
        np.arange(step / 2, w + step / 2, step), np.arange(step / 2, h + step / 2, step)
    )
    back = np.linalg.inv(table_matrix(camera))
    points = np.stack([x, y], axis=-1).reshape(1, -1, 2)
    return f32(cv2.perspectiveTransform(points, back).reshape(*x.shape, 2))


@lru_cache(maxsize=2)
def illumination(light: Light, finish: CameraFinish, camera: Camera) -> F32:
    """(h, w, 3) by which every pixel is multiplied: falloff, tints, shade, exposure, vignette."""
    w, h = camera.size_wh
    step = 8 if light.shade == "none" else 2
    points = _table_points(camera, 8)
    lamp = lamp_place(light, camera)
    d2 = ((points - lamp[:2]) ** 2).sum(axis=-1) + lamp[2] ** 2
    weak = np.clip((light.distance_mm**2 / d2) ** 1.5, 0.3, 3.0)
    gain = light.ambient + (1 - light.ambient) * (1 + light.falloff * (weak - 1))
    gain /= gain.mean()
    away = points - np.array(camera.look_at_mm)
    side = np.radians(light.side_deg)
    reach = 0.5 * w / camera.zoom
    share = np.clip(0.5 + 0.5 * (away @ np.array([np.cos(side), np.sin(side)])) / reach, 0, 1)
    tint = np.array(light.tint[::-1])
    far = np.array(light.side_tint[::-1]) * tint
    field = gain[..., None] * (tint + (far - tint) * share[..., None])
    y, x = np.mgrid[0 : field.shape[0], 0 : field.shape[1]]
    rx = (x - (field.shape[1] - 1) / 2) / (field.shape[1] / 2)
    ry = (y - (field.shape[0] - 1) / 2) / (field.shape[0] / 2)
    field *= (1 - finish.vignette * (rx**2 + ry**2) / 2)[..., None]
    field = f32(field * finish.exposure)
    if light.shade != "none":
        size = (w // step, h // step)
        field = f32(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR))
        dark = shade_mask(light, size)
        # What the lamp does not reach is lit by the bluer light of the room.
        cool = (0.92, 1.0, 1.04)
        lit = cv2.merge([1 - (light.shade_strength * share) * dark for share in cool])
        field = f32(cv2.multiply(field, f32(lit)))
    return f32(cv2.resize(field, (w, h), interpolation=cv2.INTER_LINEAR))


def shade_mask(light: Light, size_wh: tuple[int, int]) -> F32:
    """(h, w) 0–1: where something keeps the lamp's light away."""
    w, h = size_wh
    rng = np.random.default_rng([light.shade_seed, 5])
    angle = float(rng.uniform(0, 2 * np.pi))
    x = (np.arange(w, dtype=np.float32)[None, :] - w / 2) / w
    y = (np.arange(h, dtype=np.float32)[:, None] - h / 2) / w
    along = f32(x * np.cos(angle) + y * np.sin(angle))
    soft = max(light.shade_softness, 1.0 / w)
    if light.shade == "edge":
        at = float(rng.uniform(-0.2, 0.2))
        return smoothstep(at - soft, at + soft, along)
    if light.shade == "band":
        at, wide = float(rng.uniform(-0.25, 0.25)), float(rng.uniform(0.06, 0.25))
        return f32(1 - smoothstep(wide - soft, wide + soft, np.abs(along - at)))
    if light.shade == "bars":
        pitch = float(rng.uniform(0.08, 0.3))
        phase = f32(np.abs(np.mod(along / pitch + rng.random(), 1.0) - 0.5))
        cut = float(rng.uniform(0.12, 0.3))
        return smoothstep(cut - soft / pitch, cut + soft / pitch, phase)
    field = layered_noise(rng, size_wh, (w * 0.7, w * 0.7), 3)
    return smoothstep(-soft * 4, soft * 4, f32(field + 0.05))


def lamp_mirror(light: Light, camera: Camera, shine: float) -> F32:
    """(h, w) 0–1: how much a level glossy table throws the lamp into the camera."""
    w, h = camera.size_wh
    flat = _table_points(camera, 8)
    points = np.dstack([flat, np.zeros(flat.shape[:2])])
    to_lamp = lamp_place(light, camera) - points
    to_eye = camera_place(camera) - points
    to_lamp /= np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    to_eye /= np.linalg.norm(to_eye, axis=-1, keepdims=True)
    half = to_lamp + to_eye
    level = half[..., 2] / np.linalg.norm(half, axis=-1)
    return f32(cv2.resize(f32(level**shine), (w, h), interpolation=cv2.INTER_LINEAR))


def glare_spot(light: Light, size_wh: tuple[int, int]) -> F32:
    """(h, w) added light of a reflection lying over everything."""
    w, h = size_wh
    x = (np.arange(w, dtype=np.float32)[None, :] / w - light.glare_xy[0]) / light.glare_size
    y = (np.arange(h, dtype=np.float32)[:, None] / w - light.glare_xy[1] * h / w) / light.glare_size
    return f32(light.glare * np.exp(-(x * x + y * y)))
