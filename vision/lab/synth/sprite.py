"""Small lit pictures: colour, shape and gloss of one thing, and how it looks under a lamp."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, f32, scale


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One thing seen from above, before light falls on it."""

    albedo: F32  # (h, w, 3) linear light, blue first
    alpha: F32  # (h, w) 0–1
    slope: F32  # (h, w, 2): how far the surface leans to +x and +y
    gloss: F32  # (h, w) 0–1


def slope_of(height: F32, px: float = 1.0) -> F32:
    """(h, w, 2) slopes of a height map (h, w), whose unit is `px` pixels."""
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=-px / 8.0)
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=-px / 8.0)
    return f32(np.dstack([dx, dy]))


def unit(vector: F64) -> F64:
    """The vector at length one."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float64)


def shaded(
    sprite: Sprite, to_lamp: F64, to_eye: F64, ambient: float, shine: float, lean: F64
) -> F32:
    """(h, w, 4): lit colour times alpha, and alpha. Directions are in the sprite's own frame.

    A level, matt surface keeps its albedo. `lean` (2,) tips the whole thing a little.
    """
    sx = sprite.slope[..., 0] + np.float32(lean[0])
    sy = sprite.slope[..., 1] + np.float32(lean[1])
    length = cv2.sqrt(1.0 + sx * sx + sy * sy)
    lamp = unit(to_lamp)
    towards = (sx * np.float32(lamp[0]) + sy * np.float32(lamp[1]) + np.float32(lamp[2])) / length
    direct = np.maximum(towards, 0.0) * np.float32((1.0 - ambient) / max(lamp[2], 0.3))
    diffuse = direct + np.float32(ambient) * (0.4 + 0.6 / length)
    half = unit(lamp + unit(to_eye))
    mirror = (sx * np.float32(half[0]) + sy * np.float32(half[1]) + np.float32(half[2])) / length
    # A rough surface spreads the same reflection wider and so dimmer.
    strength = np.float32(min(1.0, (shine / 90.0) ** 1.6))
    glint = cv2.pow(f32(np.maximum(mirror, 0.0)), shine) * (sprite.gloss * strength)
    b, g, r = cv2.split(sprite.albedo)
    alpha = sprite.alpha
    planes = [(plane * diffuse + glint) * alpha for plane in (b, g, r)]
    return f32(cv2.merge([*planes, alpha]))


def paste(canvas: F32, picture: F32, matrix: F64) -> None:
    """Lays `picture` (h, w, 4) onto `canvas` through a (3, 3) `matrix`, in place."""
    h, w = picture.shape[:2]
    corners = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float64)
    if not np.all(np.isfinite(matrix)):
        return
    landed = cv2.perspectiveTransform(corners, matrix)[0]
    x0, y0 = np.floor(landed.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(landed.max(axis=0)).astype(int) + 2
    x0, y0 = max(x0, 0), max(y0, 0)
    x1, y1 = min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    piece = f32(
        cv2.warpPerspective(picture, shift @ matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    )
    b, g, r, alpha = cv2.split(piece)
    area = canvas[y0:y1, x0:x1]
    scale(area, f32(1.0 - alpha))
    area += f32(cv2.merge((b, g, r)))
