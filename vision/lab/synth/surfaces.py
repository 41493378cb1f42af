"""Cloth, stone, print, glass and plain tops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.lab.synth.arrays import (
    F32,
    blend,
    f32,
    flat,
    linear_bgr,
    mix,
    random_hue,
    scaled,
    smoothstep,
    u8,
)
from vision.lab.synth.noise import grain, layered_noise, smooth_noise
from vision.lab.synth.pen import field, page, write

if TYPE_CHECKING:
    from vision.lab.synth.area import Area
    from vision.lab.synth.tables import TableTop


def plain(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """One colour with faint clouds and dust."""
    cloud = layered_noise(rng, area.size_wh, (150 * area.px, 150 * area.px), 4)
    dust = grain(rng, area.size_wh, 1)
    tone = 1 + 0.05 * table.strength * cloud + 0.015 * dust
    specks = smoothstep(3.4, 3.8, dust) * 0.3
    return flat(linear_bgr(table.colour), f32(tone - specks))


def felt(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Felt or a plain tablecloth."""
    dust = grain(rng, area.size_wh, 1)
    soft = f32(cv2.GaussianBlur(dust, (0, 0), max(0.6, 0.35 * area.px)))
    soft /= max(float(soft.std()), 1e-6)
    cloud = layered_noise(rng, area.size_wh, (60 * area.px, 60 * area.px), 3)
    tone = 1 + table.strength * (0.09 * soft + 0.06 * dust + 0.10 * cloud)
    return flat(linear_bgr(table.colour), f32(tone))


def weave(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Threads of two directions."""
    x, y = area.axes()
    pitch = max(float(rng.uniform(0.8, 3.0)) * table.scale, 2.6 / area.px)
    wander = layered_noise(rng, area.size_wh, (40 * area.px, 40 * area.px), 3) * 0.8
    over = np.sin((x + wander) * (2 * np.pi / pitch))
    under = np.sin((y + wander) * (2 * np.pi / pitch))
    thread = f32(np.maximum(over * np.sign(under), 0) + 0.5 * np.abs(under))
    hue = f32(0.5 + 0.5 * smooth_noise(rng, area.size_wh, (400 * area.px, 2 * area.px)))
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(hue * 0.35))
    return scaled(colours, f32(0.72 + 0.28 * thread * table.strength))


def rug(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Coarse rows of yarn in two colours, as in a woven rug."""
    x, y = area.axes()
    pitch = max(float(rng.uniform(4, 8)) * table.scale, 4 / area.px)
    wander = layered_noise(rng, area.size_wh, (60 * area.px, 30 * area.px), 4)
    row = f32(y / pitch + wander * 0.35)
    number = np.floor(row)
    turn = np.where(np.mod(number, 2) > 0.5, np.pi, 0.0)
    lump = np.sin(x * (2 * np.pi / (pitch * 1.7)) + turn + wander * 3)
    body = f32((1 - (2 * (row - number) - 1) ** 2) * (0.65 + 0.35 * lump))
    hue = smooth_noise(rng, area.size_wh, (60 * area.px, pitch * area.px))
    yarn = smooth_noise(rng, area.size_wh, (max(2.5 * area.px, 2), 1.0))
    share = smoothstep(-0.1, 0.5, hue)
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(share))
    return f32(np.clip(scaled(colours, f32(0.25 + 0.85 * body + 0.12 * yarn)), 0.003, 1))


def marble(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Veins and clouds."""
    cell = area.px * table.scale
    flow = layered_noise(rng, area.size_wh, (380 * cell, 170 * cell), 5, 0.55)
    second = layered_noise(rng, area.size_wh, (160 * cell, 90 * cell), 5, 0.6)
    thick = layered_noise(rng, area.size_wh, (110 * area.px, 110 * area.px), 3)
    fade = smoothstep(-0.25, 0.3, thick)
    vein = np.exp(-np.abs(flow) / (0.004 + 0.014 * fade)) * fade
    hair = np.exp(-np.abs(second) / 0.006) * 0.5 * smoothstep(0.05, 0.4, thick)
    cloud = 0.10 * np.clip(thick, -0.5, 1) + 0.22 * np.exp(-np.abs(flow) / 0.10) * fade
    share = np.clip((vein * 0.8 + hair) * table.strength + cloud, 0, 1)
    return mix(linear_bgr(table.colour), linear_bgr(table.second), f32(share))


def stone(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Flecks of three sizes."""
    tone = field(area.size_wh, 1.0)
    spread = float(rng.uniform(0.1, 0.5)) * table.strength
    for size, weight in ((0.6, 0.5), (1.4, 0.8), (4.0, 0.6)):
        cell = max(size * area.px * table.scale, 1.0)
        flecks = smooth_noise(rng, area.size_wh, (cell, cell))
        tone += spread * weight * (smoothstep(0.35, 0.6, flecks) - smoothstep(0.35, 0.6, -flecks))
    tinted = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(np.clip(1 - tone, 0, 1)))
    return f32(np.clip(scaled(tinted, f32(np.maximum(tone, 1))), 0.003, 1))


def _cloth_light(rng: np.random.Generator, area: Area) -> F32:
    """(h, w) folds and threads of a tablecloth."""
    folds = layered_noise(rng, area.size_wh, (160 * area.px, 70 * area.px), 3)
    return f32(1 + 0.12 * folds + 0.03 * grain(rng, area.size_wh, 1))


def checks(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """A chequered or striped tablecloth."""
    x, y = area.axes()
    pitch = float(rng.uniform(9, 45)) * table.scale
    a = smoothstep(-0.05, 0.05, f32(np.sin(x * np.pi / pitch)))
    b = smoothstep(-0.05, 0.05, f32(np.sin(y * np.pi / pitch)))
    if rng.random() < 0.3:
        a = f32(a * 0)
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(0.5 * (a + b)))
    return scaled(colours, _cloth_light(rng, area))


def flowers(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Round motifs: petals, rings and dots, of about a tile's or a joker's size."""
    w, h = area.size_wh
    sheet: F32 = np.empty((h, w, 3), np.float32)
    sheet[:] = linear_bgr(table.colour)
    ink = linear_bgr(table.second)
    third = linear_bgr(random_hue(rng, 0.6, 0.7))
    pitch = float(rng.uniform(22, 60)) * table.scale
    span = area.span_mm()
    petals, size = int(rng.integers(0, 8)), float(rng.uniform(0.2, 0.42)) * pitch
    for j in range(int(span[1] / pitch) + 2):
        for i in range(int(span[0] / pitch) + 2):
            cx = (i + 0.5 * (j % 2)) * pitch * area.px
            cy = j * pitch * area.px
            _motif(sheet, (cx, cy), size * area.px, petals, ink, third)
    return scaled(sheet, _cloth_light(rng, area))


def _motif(
    sheet: F32, at: tuple[float, float], size: float, petals: int, ink: F32, third: F32
) -> None:
    def disc(x: float, y: float, r: float, colour: F32) -> None:
        cv2.circle(sheet, (round(x), round(y)), max(1, round(r)), colour.tolist(), -1)

    x, y = at
    if petals < 3:
        disc(x, y, size, ink)
        if petals:
            disc(x, y, size * 0.75, third)
        return
    for k in range(petals):
        turn = 2 * np.pi * k / petals
        disc(x + 0.6 * size * np.cos(turn), y + 0.6 * size * np.sin(turn), size * 0.4, ink)
    disc(x, y, size * 0.35, third)


def newsprint(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """Columns of small print, headings and numbers, as in a newspaper."""
    piece = page((min(area.size_wh[0], 640), min(area.size_wh[1], 480)))
    px = area.px
    line_mm = float(rng.uniform(3.0, 6.0)) * table.scale
    column = float(rng.uniform(40, 90))
    words = ("the", "of", "1984", "rot", "and", "27", "sun", "13", "gin", "8", "3", "to", "10", "6")
    x = -column * float(rng.random())
    while x * px < piece.shape[1]:
        y = -line_mm * 3 * float(rng.random())
        while y * px < piece.shape[0]:
            big = rng.random() < 0.06
            size = line_mm * (3.0 if big else 1.0)
            text = " ".join(words[i] for i in rng.integers(0, len(words), 3 if big else 9))
            scale = size * 0.6 * px / 22
            font = cv2.FONT_HERSHEY_COMPLEX if rng.random() < 0.5 else cv2.FONT_HERSHEY_DUPLEX
            at = (x * px, (y + size) * px)
            write(piece, text, at, scale * 21, font, round(scale * (3 if big else 1.5)))
            y += size * 1.15
        piece[:, max(0, round((x + column) * px)) : round((x + column + 3) * px)] = 0
        x += column + 3
    rows, columns = (-(-area.size_wh[1 - i] // piece.shape[i]) for i in (0, 1))
    sheet = np.tile(piece, (rows, columns))[: area.size_wh[1], : area.size_wh[0]]
    share = f32(cv2.GaussianBlur(u8(sheet), (0, 0), 0.6)) * np.float32(0.85 / 255.0)
    paper = plain(table, rng, area)
    return blend(paper, flat(linear_bgr((40, 40, 44)), field(area.size_wh, 1.0)), f32(share))


def glass(table: TableTop, rng: np.random.Generator, area: Area) -> F32:
    """A dark or tinted sheet with soft reflections of the room in it."""
    room = layered_noise(rng, area.size_wh, (250 * area.px, 250 * area.px), 2)
    bright = smoothstep(0.1, 0.35, room)
    base = plain(table, rng, area)
    return blend(base, flat(linear_bgr(table.second), field(area.size_wh, 1.0)), f32(0.3 * bright))
