"""Where the tiles of a composite lie on the plane, and the camera that looks at it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.picture import Floats, floats

ASPECT = 1.41


@dataclass(frozen=True, slots=True)
class Lie:
    """Where a tile lies on the plane, in tile widths, and its angle in radians."""

    x: float
    y: float
    angle: float


def lie_corners(lie: Lie, grow: float = 1.0) -> Floats:
    """The corners on the plane, clockwise from the number's top left; 4 x 2."""
    half = np.array([0.5, ASPECT / 2]) * grow
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    cosine, sine = np.cos(lie.angle), np.sin(lie.angle)
    turn = np.array([[cosine, sine], [-sine, cosine]])
    return floats((signs * half) @ turn + [lie.x, lie.y])


def grid(columns: int, rows: int, rng: np.random.Generator) -> list[Lie]:
    """A mosaic: touching or nearly so, a little crooked, with holes."""
    gap = rng.choice([0.0, 0.01, 0.03, 0.08])
    crooked = np.radians(rng.choice([0.3, 1.0, 3.0, 6.0]))
    drift = rng.uniform(-0.03, 0.03)
    fill = rng.uniform(0.35, 1.0)
    shift_rows = rng.random() < 0.25
    lies = []
    for row in range(rows):
        offset = rng.uniform(-0.5, 0.5) if shift_rows else 0.0
        for column in range(columns):
            if rng.random() > fill:
                continue
            angle = rng.normal(0, crooked)
            extra = 1 + gap + abs(np.sin(angle)) * 0.35
            x = (column - columns / 2) * (1 + gap + 0.012) * (extra / (1 + gap)) + offset
            y = (row - rows / 2) * ASPECT * (extra + 0.008) + drift * x
            turn = np.pi if rng.random() < 0.05 else 0.0
            lies.append(Lie(x + rng.normal(0, gap / 3), y + rng.normal(0, gap / 3), angle + turn))
    return lies


def runs(count: int, rng: np.random.Generator) -> list[Lie]:
    """Short touching runs lying here and there at any angle."""
    lies: list[Lie] = []
    for _ in range(count):
        length = int(rng.integers(2, 7))
        angle, centre = rng.uniform(0, 2 * np.pi), rng.uniform(-6, 6, 2)
        axis = np.array([np.cos(angle), np.sin(angle)])
        lean = rng.choice([0.0, 0.0, np.pi])
        step = 1.0 + rng.choice([0.0, 0.02, 0.06])
        slide = np.array([-axis[1], axis[0]])
        made = []
        for k in range(length):
            x, y = centre + axis * step * k + slide * rng.normal(0, 0.05)
            made.append(Lie(float(x), float(y), angle + lean + rng.normal(0, 0.03)))
        if not any(np.hypot(a.x - b.x, a.y - b.y) < 1.6 for a in made for b in lies):
            lies.extend(made)
    return lies


def scatter(count: int, spread: float, overlap: float, rng: np.random.Generator) -> list[Lie]:
    """Tiles thrown on the table; `overlap` lets them lie on one another."""
    lies: list[Lie] = []
    for _ in range(count * 4):
        lie = Lie(
            rng.uniform(-spread, spread), rng.uniform(-spread, spread), rng.uniform(0, 2 * np.pi)
        )
        corners = lie_corners(lie, 1.0 - overlap)
        clear = True
        for other in lies:
            if np.hypot(lie.x - other.x, lie.y - other.y) > 1.8:
                continue
            area, _ = cv2.intersectConvexConvex(corners, lie_corners(other, 1.0 - overlap))
            clear = clear and area <= 0
        if clear:
            lies.append(lie)
        if len(lies) == count:
            break
    return lies


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """A pinhole camera over the plane; lengths in tile widths, the picture in pixels."""

    rotation: Floats
    distance: float
    focal_px: float
    centre_xy: tuple[float, float]

    def project(self, points: Floats) -> Floats:
        """Pixels of N x 3 points (x right, y down, z up off the table)."""
        seen = (points * np.array([1, 1, -1], np.float32)) @ self.rotation.T
        depth = seen[:, 2] + self.distance
        return (seen[:, :2] / depth[:, None] * self.focal_px + self.centre_xy).astype(np.float32)

    def depth(self, point: Floats) -> float:
        """How far a point of the plane is."""
        return float((self.rotation @ point)[2] + self.distance)


def random_camera(
    size_wh: tuple[int, int], tile_px: float, tilt: float, rng: np.random.Generator
) -> PinholeCamera:
    """A camera that sees a tile in the middle about `tile_px` wide, tilted about any axis."""
    spin, axis = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    around = cv2.Rodrigues(np.array([0, 0, spin]))[0]
    lean = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * tilt)[0]
    distance = rng.uniform(12, 40)
    centre = (
        size_wh[0] / 2 + rng.uniform(-0.2, 0.2) * size_wh[0],
        size_wh[1] / 2 + rng.uniform(-0.2, 0.2) * size_wh[1],
    )
    return PinholeCamera((lean @ around).astype(np.float32), distance, tile_px * distance, centre)


def with_height(corners: Floats, z: float) -> Floats:
    """The corners lifted to height `z`; 4 x 3."""
    return np.hstack([corners, np.full((len(corners), 1), z, np.float32)]).astype(np.float32)


def lay_out(rng: np.random.Generator) -> list[Lie]:
    """A random arrangement."""
    kind = rng.choice(["grid", "grid", "grid", "runs", "scatter", "pile", "few"])
    if kind == "grid":
        lies = grid(int(rng.integers(2, 14)), int(rng.integers(1, 8)), rng)
        if rng.random() < 0.4:
            lies += [Lie(lie.x, lie.y + 8, lie.angle) for lie in scatter(6, 4, 0.0, rng)]
        return lies
    if kind == "runs":
        return runs(int(rng.integers(2, 12)), rng)
    if kind == "scatter":
        return scatter(int(rng.integers(4, 40)), rng.uniform(2.5, 7), 0.0, rng)
    if kind == "pile":
        return scatter(int(rng.integers(4, 20)), rng.uniform(2, 4), rng.uniform(0.1, 0.4), rng)
    return scatter(int(rng.integers(1, 5)), 2.5, 0.0, rng)
