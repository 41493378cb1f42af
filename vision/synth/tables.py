"""Table tops: wood with grain and knots, cloth, stone, print and plain tops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.synth.arrays import F32, RGB, blend, f32, flat, linear_bgr, mix, scaled, smoothstep, u8
from vision.synth.noise import grain, layered_noise, smooth_noise
from vision.synth.pen import field, page, write

if TYPE_CHECKING:
    from collections.abc import Callable

MATERIALS = (
    "wood",
    "planks",
    "plain",
    "felt",
    "weave",
    "rug",
    "marble",
    "stone",
    "checks",
    "flowers",
    "print",
    "glass",
)


@dataclass(frozen=True, slots=True)
class Table:
    """One table top. `colour` is its main colour, `second` that of grain or pattern."""

    material: str = "wood"
    colour: RGB = (150, 104, 70)
    second: RGB = (96, 60, 40)
    gloss: float = 0.15
    shine: float = 60.0
    scale: float = 1.0  # of the pattern
    strength: float = 1.0  # of the pattern
    knots: int = 3
    angle_deg: float = 0.0
    edge_deg: float = 0.0  # where the table ends, clockwise from +x
    edge_mm: float = 0.0  # how far from the origin; 0 has no end in sight
    floor: RGB = (90, 84, 78)
    seed: int = 0


_WOODS: tuple[tuple[RGB, RGB], ...] = (
    ((150, 104, 70), (96, 60, 40)),
    ((110, 74, 58), (70, 42, 34)),
    ((92, 56, 40), (54, 30, 22)),
    ((196, 150, 104), (158, 108, 68)),
    ((214, 178, 132), (180, 136, 90)),
    ((226, 204, 168), (196, 164, 122)),
    ((206, 198, 186), (168, 158, 146)),
    ((120, 110, 100), (84, 76, 70)),
    ((176, 112, 60), (126, 72, 34)),
    ((160, 84, 48), (104, 48, 26)),
    ((62, 46, 40), (36, 26, 24)),
)


def random_table(rng: np.random.Generator) -> Table:
    """A plausible table top."""
    material = str(
        rng.choice(
            MATERIALS,
            p=[0.22, 0.13, 0.14, 0.1, 0.06, 0.05, 0.08, 0.06, 0.04, 0.04, 0.04, 0.04],
        )
    )
    if material in {"wood", "planks"}:
        colour, second = _WOODS[int(rng.integers(len(_WOODS)))]
    else:
        colour, second = _random_colours(rng, material)
    jitter = rng.normal(0, 7, 3) + rng.normal(0, 6)
    colour = _clip(np.array(colour) + jitter)
    second = _clip(np.array(second) + jitter)
    return Table(
        material=material,
        colour=colour,
        second=second,
        gloss=float(rng.choice([0.0, 0.05, 0.2, 0.5], p=[0.25, 0.3, 0.3, 0.15]))
        if material not in {"felt", "weave", "rug", "checks", "flowers"}
        else 0.0,
        shine=float(np.exp(rng.uniform(np.log(15), np.log(250)))),
        scale=float(np.exp(rng.normal(0, 0.3))),
        strength=float(rng.uniform(0.4, 1.2)),
        knots=int(rng.choice([0, 1, 2, 4, 7, 12], p=[0.25, 0.15, 0.2, 0.2, 0.12, 0.08])),
        angle_deg=float(rng.choice([0.0, 90.0, rng.uniform(0, 180)], p=[0.25, 0.25, 0.5]))
        + float(rng.normal(0, 2)),
        seed=int(rng.integers(2**31)),
    )


def _clip(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> RGB:
    r, g, b = (int(v) for v in np.clip(values, 8, 250))
    return (r, g, b)


def _hue(rng: np.random.Generator, saturation: float, value: float) -> RGB:
    hsv = np.array([[[rng.uniform(0, 180), saturation * 255, value * 255]]], np.uint8)
    b, g, r = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return (r, g, b)


def _random_colours(rng: np.random.Generator, material: str) -> tuple[RGB, RGB]:
    if material == "felt":
        base = _hue(rng, float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.15, 0.6)))
        if rng.random() < 0.45:
            base = (20, int(rng.integers(70, 120)), int(rng.integers(40, 80)))
        return base, base
    if material in {"marble", "stone", "print"}:
        pale = int(rng.integers(170, 245)) if rng.random() < 0.75 else int(rng.integers(30, 110))
        warm = int(rng.integers(-6, 14))
        dark = int(rng.integers(60, 130))
        return (pale, pale - warm // 2, pale - warm), (dark, dark - 4, dark - 10)
    if material == "glass":
        return _hue(rng, 0.15, float(rng.uniform(0.15, 0.6))), (200, 210, 215)
    if material == "plain":
        kind = rng.random()
        if kind < 0.4:  # close to the tiles' own ivory
            pale = int(rng.integers(188, 240))
            warm = int(rng.integers(0, 30))
            return (pale, pale - warm // 3, pale - warm), (120, 116, 110)
        if kind < 0.7:
            dark = int(rng.integers(18, 80))
            return (dark, dark, dark), (90, 90, 90)
        base = _hue(rng, float(rng.uniform(0.05, 0.6)), float(rng.uniform(0.25, 0.9)))
        return base, (90, 90, 90)
    first = _hue(rng, float(rng.uniform(0.0, 0.6)), float(rng.uniform(0.3, 0.95)))
    second = _hue(rng, float(rng.uniform(0.0, 0.8)), float(rng.uniform(0.2, 0.9)))
    if rng.random() < 0.4:
        first = (235, 230, 222)
    return first, second


def texture(table: Table, size_wh: tuple[int, int], px: float, offset: tuple[float, float]) -> F32:
    """(h, w, 3) linear albedo, `px` pixels a millimetre, its corner at `offset` millimetres."""
    rng = np.random.default_rng([table.seed, 3])
    draw: dict[str, Callable[[Table, np.random.Generator, _Area], F32]] = {
        "wood": _wood,
        "planks": _planks,
        "plain": _plain,
        "felt": _felt,
        "weave": _weave,
        "rug": _rug,
        "marble": _marble,
        "stone": _stone,
        "checks": _checks,
        "flowers": _flowers,
        "print": _print,
        "glass": _glass,
    }
    area = _Area(size_wh, px, offset)
    return draw[table.material](table, rng, area)


@dataclass(frozen=True, slots=True)
class _Area:
    """The piece of the table that is drawn."""

    size_wh: tuple[int, int]
    px: float
    offset: tuple[float, float]

    def axes(self) -> tuple[F32, F32]:
        """(1, w) and (h, 1) millimetres."""
        w, h = self.size_wh
        x = self.offset[0] + (np.arange(w, dtype=np.float32) + 0.5) / self.px
        y = self.offset[1] + (np.arange(h, dtype=np.float32) + 0.5) / self.px
        return f32(x[None, :]), f32(y[:, None])

    def span_mm(self) -> tuple[float, float]:
        return self.size_wh[0] / self.px, self.size_wh[1] / self.px


def _knot_places(
    rng: np.random.Generator, count: int, area: _Area
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


def _wood(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    return _grain_of_wood(table, rng, area, None)


def _grain_of_wood(table: Table, rng: np.random.Generator, area: _Area, board: F32 | None) -> F32:
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


def _box(area: _Area, x: float, y: float, rx: float, ry: float) -> tuple[slice, slice] | None:
    w, h = area.size_wh
    x0 = int(max(0, (x - rx - area.offset[0]) * area.px))
    x1 = int(min(w, (x + rx - area.offset[0]) * area.px))
    y0 = int(max(0, (y - ry - area.offset[1]) * area.px))
    y1 = int(min(h, (y + ry - area.offset[1]) * area.px))
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def _crack(
    core: F32, area: _Area, x: float, y: float, radius: float, rng: np.random.Generator
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


def _planks(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    _, y = area.axes()
    wide = float(rng.uniform(55, 160)) * table.scale
    phase = f32((y - area.offset[1]) / wide + rng.random())
    board = f32(np.floor(phase))
    colours = _grain_of_wood(table, rng, area, board)
    edge = np.abs(phase - np.round(phase)) * wide
    gap = float(rng.uniform(0.4, 1.6))
    seam = f32(1 - smoothstep(gap * 0.5, gap * 0.5 + max(0.5, 1.2 / area.px), f32(edge)))
    return scaled(colours, f32(np.broadcast_to(1 - 0.75 * seam, colours.shape[:2])))


def _plain(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    cloud = layered_noise(rng, area.size_wh, (150 * area.px, 150 * area.px), 4)
    dust = grain(rng, area.size_wh, 1)
    tone = 1 + 0.05 * table.strength * cloud + 0.015 * dust
    specks = smoothstep(3.4, 3.8, dust) * 0.3
    return flat(linear_bgr(table.colour), f32(tone - specks))


def _felt(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    dust = grain(rng, area.size_wh, 1)
    soft = f32(cv2.GaussianBlur(dust, (0, 0), max(0.6, 0.35 * area.px)))
    soft /= max(float(soft.std()), 1e-6)
    cloud = layered_noise(rng, area.size_wh, (60 * area.px, 60 * area.px), 3)
    tone = 1 + table.strength * (0.09 * soft + 0.06 * dust + 0.10 * cloud)
    return flat(linear_bgr(table.colour), f32(tone))


def _weave(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    x, y = area.axes()
    pitch = max(float(rng.uniform(0.8, 3.0)) * table.scale, 2.6 / area.px)
    wander = layered_noise(rng, area.size_wh, (40 * area.px, 40 * area.px), 3) * 0.8
    over = np.sin((x + wander) * (2 * np.pi / pitch))
    under = np.sin((y + wander) * (2 * np.pi / pitch))
    thread = f32(np.maximum(over * np.sign(under), 0) + 0.5 * np.abs(under))
    hue = f32(0.5 + 0.5 * smooth_noise(rng, area.size_wh, (400 * area.px, 2 * area.px)))
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(hue * 0.35))
    return scaled(colours, f32(0.72 + 0.28 * thread * table.strength))


def _rug(table: Table, rng: np.random.Generator, area: _Area) -> F32:
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


def _marble(table: Table, rng: np.random.Generator, area: _Area) -> F32:
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


def _stone(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    tone = field(area.size_wh, 1.0)
    spread = float(rng.uniform(0.1, 0.5)) * table.strength
    for size, weight in ((0.6, 0.5), (1.4, 0.8), (4.0, 0.6)):
        cell = max(size * area.px * table.scale, 1.0)
        flecks = smooth_noise(rng, area.size_wh, (cell, cell))
        tone += spread * weight * (smoothstep(0.35, 0.6, flecks) - smoothstep(0.35, 0.6, -flecks))
    tinted = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(np.clip(1 - tone, 0, 1)))
    return f32(np.clip(scaled(tinted, f32(np.maximum(tone, 1))), 0.003, 1))


def _cloth_light(rng: np.random.Generator, area: _Area) -> F32:
    """(h, w) folds and threads of a tablecloth."""
    folds = layered_noise(rng, area.size_wh, (160 * area.px, 70 * area.px), 3)
    return f32(1 + 0.12 * folds + 0.03 * grain(rng, area.size_wh, 1))


def _checks(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    x, y = area.axes()
    pitch = float(rng.uniform(9, 45)) * table.scale
    a = smoothstep(-0.05, 0.05, f32(np.sin(x * np.pi / pitch)))
    b = smoothstep(-0.05, 0.05, f32(np.sin(y * np.pi / pitch)))
    if rng.random() < 0.3:
        a = f32(a * 0)
    colours = mix(linear_bgr(table.colour), linear_bgr(table.second), f32(0.5 * (a + b)))
    return scaled(colours, _cloth_light(rng, area))


def _flowers(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    """Round motifs: petals, rings and dots, of about a tile's or a joker's size."""
    w, h = area.size_wh
    sheet: F32 = np.empty((h, w, 3), np.float32)
    sheet[:] = linear_bgr(table.colour)
    ink = linear_bgr(table.second)
    third = linear_bgr(_hue(rng, 0.6, 0.7))
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


def _print(table: Table, rng: np.random.Generator, area: _Area) -> F32:
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
    paper = _plain(table, rng, area)
    return blend(paper, flat(linear_bgr((40, 40, 44)), field(area.size_wh, 1.0)), f32(share))


def _glass(table: Table, rng: np.random.Generator, area: _Area) -> F32:
    """A dark or tinted sheet with soft reflections of the room in it."""
    room = layered_noise(rng, area.size_wh, (250 * area.px, 250 * area.px), 2)
    bright = smoothstep(0.1, 0.35, room)
    base = _plain(table, rng, area)
    return blend(base, flat(linear_bgr(table.second), field(area.size_wh, 1.0)), f32(0.3 * bright))
