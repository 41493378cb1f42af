"""From millimetres on the table to pixels, and back.

The table's plane is x to the right, y towards the viewer, z up, in millimetres. A camera
without tilt or rotation shows x to the right and y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, F64, f32


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands and what it sees."""

    size_wh: tuple[int, int] = (800, 600)
    height_mm: float = 650.0  # from the point looked at
    tilt_deg: float = 0.0  # away from straight down
    tilt_towards_deg: float = 90.0  # where the camera stands, clockwise from +x
    rotation_deg: float = 0.0  # of the picture, clockwise
    zoom: float = 2.4  # pixels per millimetre at the point looked at
    look_at_mm: tuple[float, float] = (0.0, 0.0)
    bend: float = 0.0  # lens distortion; below 0 is a barrel


@lru_cache(maxsize=64)
def _frame_of(camera: Camera) -> tuple[F64, F64]:
    """Rows: the picture's right, down and the direction towards the camera; and its place."""
    phi, tilt = np.radians(camera.tilt_towards_deg), np.radians(camera.tilt_deg)
    axis = np.array([-np.sin(phi), np.cos(phi), 0.0])

    def turned(v: F64) -> F64:
        return np.asarray(
            v * np.cos(tilt)
            + np.cross(axis, v) * np.sin(tilt)
            + axis * float(axis @ v) * (1 - np.cos(tilt))
        )

    right, down, out = (turned(v) for v in np.eye(3))
    roll = np.radians(camera.rotation_deg)
    right, down = (
        right * np.cos(roll) - down * np.sin(roll),
        right * np.sin(roll) + down * np.cos(roll),
    )
    place = np.array([*camera.look_at_mm, 0.0]) + out * camera.height_mm
    return np.stack([right, down, out]), place


def camera_place(camera: Camera) -> F64:
    """(3,) where the camera stands, in millimetres."""
    return _frame_of(camera)[1]


@lru_cache(maxsize=64)
def projection(camera: Camera) -> F64:
    """(3, 4) from millimetres to pixels, lens distortion left out."""
    axes, place = _frame_of(camera)
    w, h = camera.size_wh
    focal = camera.zoom * camera.height_mm
    to_camera = np.stack([axes[0], axes[1], -axes[2]])
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1.0]])
    rigid = np.hstack([to_camera, -(to_camera @ place)[:, None]])
    return np.asarray(lens @ rigid, np.float64)


def project(camera: Camera, points_xyz: F64) -> F64:
    """(n, 2) pixels of (n, 3) millimetres, lens distortion left out."""
    matrix = projection(camera)
    flat = points_xyz @ matrix[:, :3].T + matrix[:, 3]
    return np.asarray(flat[:, :2] / np.maximum(flat[:, 2:], 1e-6), np.float64)


def plane_matrix(camera: Camera, origin: F64, along: F64, down: F64) -> F64:
    """(3, 3) from coordinates in a plane of the room to pixels; vectors are (3,) millimetres."""
    matrix = projection(camera)
    return np.asarray(
        np.stack(
            [matrix[:, :3] @ along, matrix[:, :3] @ down, matrix[:, :3] @ origin + matrix[:, 3]],
            axis=1,
        )
    )


def table_matrix(camera: Camera) -> F64:
    """(3, 3) from millimetres on the table to pixels."""
    return plane_matrix(camera, np.zeros(3), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))


def bend_points(camera: Camera, points_xy: F64) -> F64:
    """(n, 2) where the lens really shows undistorted pixels."""
    if not camera.bend:
        return points_xy
    w, h = camera.size_wh
    centre = np.array([w / 2, h / 2])
    away = points_xy - centre
    r2 = (away**2).sum(axis=1, keepdims=True) / float(centre @ centre)
    r2 = np.minimum(r2, 2.5)
    return np.asarray(centre + away * (1 + camera.bend * r2) / (1 + camera.bend))


@lru_cache(maxsize=2)
def _bend_maps(size_wh: tuple[int, int], bend: float) -> tuple[F32, F32]:
    """Where each pixel of the bent picture comes from."""
    w, h = size_wh
    small = (w // 8 + 2, h // 8 + 2)
    x, y = np.meshgrid(np.linspace(0, w - 1, small[0]), np.linspace(0, h - 1, small[1]))
    dx, dy = x + 0.5 - w / 2, y + 0.5 - h / 2
    half2 = (w * w + h * h) / 4
    scale = np.ones_like(dx)
    for _ in range(6):
        r2 = (dx**2 + dy**2) * scale**2 / half2
        scale = (1 + bend) / (1 + bend * r2)
    sx, sy = w / 2 + dx * scale - 0.5, h / 2 + dy * scale - 0.5
    # Full-size maps by interpolation: the bend is smooth.
    fx, fy = np.meshgrid(
        np.linspace(0, small[0] - 1, w, dtype=np.float32),
        np.linspace(0, small[1] - 1, h, dtype=np.float32),
    )
    return (
        f32(cv2.remap(f32(sx), fx, fy, cv2.INTER_LINEAR)),
        f32(cv2.remap(f32(sy), fx, fy, cv2.INTER_LINEAR)),
    )


def bend_maps(camera: Camera) -> tuple[F32, F32]:
    """(h, w) source columns and rows for `cv2.remap`."""
    return _bend_maps(camera.size_wh, round(camera.bend, 4))


def share_inside(quad_xy: F64, size_wh: tuple[int, int]) -> float:
    """How much of a convex quad's area lies inside the frame, 0–1."""
    w, h = size_wh
    frame = f32([[0, 0], [w, 0], [w, h], [0, h]])
    common, _ = cv2.intersectConvexConvex(f32(quad_xy), frame)
    return min(1.0, float(common) / max(float(cv2.contourArea(f32(quad_xy))), 1e-6))
