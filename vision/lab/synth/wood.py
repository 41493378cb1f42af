"""Wood with grain, knots, pores and planks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, blend, f32, flat, linear_bgr, mix, scaled, smoothstep
from vision.lab.synth.noise import layered_noise, smooth_noise
from vision.lab.synth.pen import field

if TYPE_CHECKING:
    from vision.lab.synth.area import Area
    from vision.lab.synth.tables import TableTop


def _knot_places(
    rng: np.random.Generator, count: int, area: Area
) -> list[tuple[float, float, float, float]]:
    """x, y, radius in millimetres and length along the grain, of each knot; some in groups."""
    span = area.span_mm()
    knots: list[tuple[float, float, float, float]] = []
    for _ in range(count):
        x = area.offset[0] + float(rng.random()) * span[0]
        y = area.offset[1] + float(rng.random()) * span[1]
        radius = float(np.clip(np.exp(rng.normal(1.75, 0.5)), 2.0, 18.0))
        if knots and rng.random() < 0.3:  # two and a mouth make a face
            last = knots[-1]
            radius = last[2] * float(rng.uniform(0.5, 1.2))
            x = last[0] + float(rng.normal(0, 2.5)) * last[2]
            y = last[1] + float(rng.normal(0, 2.5)) * last[2]
        knots.append((x, y, radius, float(rng.uniform(1.0, 1.7))))
    return knots


def wood(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Boards glued into one top; grain, knots and pores."""
    return _grain_of_wood(table, rng, area, None)


def _grain_of_wood(table: TableTop, rng: np.random.Generator, area: Area, board: F32 | None) -> F32:
    """Grain along x. `board` (h, 1) numbers the boards, which then differ."""
    x, y = area.axes()
    px, scale = area.px, table.scale
    wander = layered_noise(rng, area.size_wh, (260 * px * scale, 40 * px * scale), 3)
    across = f32(y + wander * (26.0 * scale))
    if board is not None:
        across = f32(across + board * 57.3)
    knots = _knot_places(rng, table.knots, area)
    core = field(area.size_wh)
    for kx, ky, radius, long in knots:
        reach = radius * 7
        box = _box(area, kx, ky, reach * long, reach)
        if box is None:
            continue
        bx, by = x[:, box[1]] - kx, y[box[0]] - ky
        d2 = (bx / long) ** 2 + by**2
        bend = f32(by * radius * radius * 1.3 / (d2 + 0.3 * radius * radius))
        fade = f32(1 - smoothstep((reach * 0.45) ** 2, reach**2, f32(d2)))
        across[box] += bend * fade
        ring = np.sqrt(d2) + 0.22 * radius * wander[box] * 3
        inside = f32(1 - smoothstep(0.82 * radius, 1.12 * radius, f32(ring)))
        rings = f32(0.5 + 0.5 * np.sin(ring * (5.0 + 9.0 / radius) + wander[box] * 9))
        rim = f32(np.exp(-(((ring - radius) / (0.16 * radius + 0.3)) ** 2)))
        dark = float(rng.uniform(0.35, 1.0))
        core[box] = np.maximum(core[box], dark * (inside * (0.55 + 0.35 * rings) + 0.5 * rim))
        if rng.random() < 0.45:
            _crack(core, area, kx, ky, radius, rng)
    spacing = float(rng.uniform(2.2, 6.5)) * scale
    phase = f32(across / spacing)
    saw = f32(phase - np.floor(phase))
    late = f32(saw * saw * np.minimum((1 - saw) * 10, 1))
    broad = layered_noise(rng, area.size_wh, (180 * px, 14 * px), 3)
    fibre = smooth_noise(rng, area.size_wh, (max(14 * px, 6), max(0.5 * px, 1.0)))
    fine = smooth_noise(rng, area.size_wh, (max(5 * px, 4), 1.0))
    share = f32(0.25 + 0.55 * late * table.strength + 0.3 * broad + 0.14 * fibre + 0.07 * fine)
    if board is not None:
        tones = np.random.default_rng([table.seed, 9]).uniform(-0.3, 0.3, 64).astype(np.float32)
        share = f32(share + tones[np.mod(board, 64).astype(int)])
    pores = smooth_noise(rng, area.size_wh, (max(4.5 * px, 3), max(0.4 * px, 1.0)))
    share = f32(share + smoothstep(0.62, 0.9, pores) * 0.4 * table.strength)
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), np.clip(share, -0.2, 1.3))
    deep = linear_bgr(table.second) * f32([0.22, 0.26, 0.34])
    ones = field(area.size_wh, 1.0)
    knotted = (
        blend(colours, flat(deep, ones), f32(np.clip(core, 0, 1) * 0.85)) if knots else colours
    )
    return f32(np.clip(knotted, 0.003, 1.0))


def _box(area: Area, x: float, y: float, rx: float, ry: float) -> tuple[slice, slice] | None:
    w, h = area.size_wh
    x0 = int(max(0, (x - rx - area.offset[0]) * area.px))
    x1 = int(min(w, (x + rx - area.offset[0]) * area.px))
    y0 = int(max(0, (y - ry - area.offset[1]) * area.px))
    y1 = int(min(h, (y + ry - area.offset[1]) * area.px))
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def _crack(
    core: F32, area: Area, x: float, y: float, radius: float, rng: np.random.Generator
) -> None:
    """A dark split through a knot."""
    cx, cy = (x - area.offset[0]) * area.px, (y - area.offset[1]) * area.px
    angle = float(rng.normal(0, 0.5))
    steps = np.linspace(-1, 1, 9)
    points = np.stack(
        [
            cx + steps * radius * area.px * np.cos(angle),
            cy
            + steps * radius * area.px * np.sin(angle)
            + rng.normal(0, 0.1, 9) * radius * area.px,
        ],
        axis=1,
    )
    cv2.polylines(
        core, [np.round(points).astype(np.int32)], False, (1.1,), max(1, round(0.5 * area.px))
    )


def planks(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Boards of their own tone with gaps between them."""
    _, y = area.axes()
    wide = float(rng.uniform(55, 160)) * table.scale
    phase = f32((y - area.offset[1]) / wide + rng.random())
    board = f32(np.floor(phase))
    colours = _grain_of_wood(table, rng, area, board)
    edge = np.abs(phase - np.round(phase)) * wide
    gap = float(rng.uniform(0.4, 1.6))
    seam = f32(1 - smoothstep(gap * 0.5, gap * 0.5 + max(0.5, 1.2 / area.px), f32(edge)))
    return scaled(colours, f32(np.broadcast_to(1 - 0.75 * seam, colours.shape[:2])))
