"""Things that lie on tables: crockery, paper, cards, coins, dice, phones, buttons."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, RGB, f32, smoothstep
from vision.lab.synth.digits import number_mask, random_digits
from vision.lab.synth.jokers import KINDS as JOKER_KINDS
from vision.lab.synth.jokers import joker_masks
from vision.lab.synth.noise import layered_noise
from vision.lab.synth.pen import field
from vision.lab.synth.sheet import ThingShape, ThingSheet

_INKS: tuple[RGB, ...] = ((24, 24, 30), (26, 60, 150), (190, 24, 36), (30, 120, 60), (230, 120, 30))


def _any_colour(rng: np.random.Generator, low: int = 20, high: int = 245) -> RGB:
    r, g, b = (int(v) for v in rng.integers(low, high, 3))
    return (r, g, b)


def _pale(rng: np.random.Generator) -> RGB:
    base, warm = int(rng.integers(215, 250)), int(rng.integers(0, 26))
    return (base, base - warm // 3, base - warm)


def _ink(rng: np.random.Generator) -> RGB:
    return _INKS[int(rng.integers(len(_INKS)))]


def _emblem(sheet: ThingSheet, rng: np.random.Generator, x: float, y: float, tall: float) -> F32:
    """(h, w) a face, a star, or a number such as may be printed on anything."""
    turn = float(rng.uniform(0, 360))
    if rng.random() < 0.5:
        kind = str(rng.choice(JOKER_KINDS))
        mask, _ = joker_masks(kind, int(rng.integers(10_000)))
        return sheet.stamp(mask, x, y, tall, turn)
    mask = number_mask(random_digits(rng), int(rng.integers(0, 100)))
    return sheet.stamp(mask, x, y, tall * 0.7, turn)


def mug(rng: np.random.Generator, px: float) -> ThingShape:
    """A mug from above, full or empty."""
    r = float(rng.uniform(36, 46))
    sheet = ThingSheet((2.9 * r, 2.2 * r), px)
    colour = _pale(rng) if rng.random() < 0.4 else _any_colour(rng)
    x = -0.3 * r
    handle = sheet.line(
        [[x + 0.8 * r, -8], [x + 1.5 * r, -7], [x + 1.5 * r, 7], [x + 0.8 * r, 8]], 9
    )
    sheet.solid(handle, colour)
    outer, inner = sheet.disc(x, 0, r), sheet.disc(x, 0, r - 4.0)
    sheet.lift(f32(handle * (1 - outer)), 4, 4)
    sheet.solid(outer, colour)
    sheet.lift(outer, 4.0, 3)
    sheet.lift(inner, -7.0, 3)
    ax, ay = sheet.axes()
    deep = np.sqrt((ax - x - 5) ** 2 + (ay - 4) ** 2) / r
    sheet.paint(inner, colour, f32(0.45 + 0.4 * np.clip(deep, 0, 1)))
    level = sheet.disc(x, 0, r - float(rng.uniform(5, 9)))
    if rng.random() < 0.7:
        drinks: tuple[RGB, ...] = ((46, 26, 16), (120, 70, 34), (176, 134, 96), (150, 60, 20))
        sheet.paint(level, drinks[int(rng.integers(4))])
        if rng.random() < 0.3:
            sheet.paint(f32(level * _emblem(sheet, rng, x, 0, r) * 0.6), (236, 216, 186))
        sheet.gloss -= level * 0.08
    return sheet.shape(float(rng.uniform(70, 105)), has_sides=True)


def plate(rng: np.random.Generator, px: float) -> ThingShape:
    """A plate or saucer."""
    r = float(rng.uniform(55, 110))
    sheet = ThingSheet((2.1 * r, 2.1 * r), min(px, 3.0))
    body = sheet.disc(0, 0, r)
    sheet.solid(body, _pale(rng))
    sheet.lift(body, 3, 2)
    sheet.lift(sheet.disc(0, 0, r * 0.66), -6, 6)
    if rng.random() < 0.5:
        band = f32(sheet.disc(0, 0, r * 0.95) - sheet.disc(0, 0, r * 0.9))
        sheet.paint(band, _any_colour(rng))
    sheet.gloss += 0.3
    return sheet.shape(14.0)


def coin(rng: np.random.Generator, px: float) -> ThingShape:
    """A coin with a rim, a number and a head or star in relief."""
    r = float(rng.uniform(8, 13.5))
    sheet = ThingSheet((2.4 * r, 2.4 * r), max(px, 2.0))
    metals: tuple[RGB, ...] = ((190, 186, 178), (200, 164, 88), (176, 108, 68), (150, 146, 140))
    first, second = (metals[int(i)] for i in rng.integers(0, 4, 2))
    worn = f32(1 + 0.12 * layered_noise(rng, sheet.wh, (r * px, r * px), 4))
    body = sheet.disc(0, 0, r)
    sheet.solid(body, first, worn)
    if rng.random() < 0.35:
        sheet.paint(sheet.disc(0, 0, r * 0.68), second, worn)
    sheet.lift(f32(body - sheet.disc(0, 0, r * 0.9)), 0.5, 0.4)
    sheet.lift(_emblem(sheet, rng, 0, 0, r * 1.2), 0.5, 0.3)
    sheet.gloss += 0.5
    return sheet.shape(1.8)


def die(rng: np.random.Generator, px: float) -> ThingShape:
    """A die, often ivory."""
    side = float(rng.uniform(12, 20))
    sheet = ThingSheet((side * 1.2, side * 1.2), max(px, 2.0))
    colour = _pale(rng) if rng.random() < 0.65 else _any_colour(rng)
    ink: RGB = (20, 20, 22) if sum(colour) > 360 else (240, 240, 240)
    body = sheet.box(0, 0, side, side, side * 0.18)
    sheet.solid(body, colour)
    sheet.lift(body, 2.0, 2.0)
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }[int(rng.integers(1, 7))]
    for x, y in spots:
        spot = sheet.disc(x * side * 0.26, y * side * 0.26, side * 0.1)
        sheet.paint(spot, ink)
        sheet.lift(spot, -0.5, 0.5)
    sheet.gloss += 0.3
    return sheet.shape(side, has_sides=True)


def domino(rng: np.random.Generator, px: float) -> ThingShape:
    """A domino: ivory or black, with pips and a bar."""
    w = float(rng.uniform(20, 26))
    h = 2 * w
    sheet = ThingSheet((w * 1.15, h * 1.1), px)
    dark = rng.random() < 0.3
    body = sheet.box(0, 0, w, h, 2.0)
    sheet.solid(body, (26, 26, 30) if dark else _pale(rng))
    sheet.lift(body, 1.2, 1.4)
    ink: RGB = (240, 238, 230) if dark else (22, 22, 24)
    sheet.paint(sheet.box(0, 0, w * 0.8, 1.0), ink)
    for half in (-1, 1):
        for _ in range(int(rng.integers(0, 7))):
            x, y = rng.integers(-1, 2, 2)
            spot = sheet.disc(float(x) * w * 0.28, half * h * 0.25 + float(y) * w * 0.28, w * 0.085)
            sheet.paint(spot, ink)
            sheet.lift(spot, -0.3, 0.4)
    return sheet.shape(6.0, has_sides=True)


def paper(rng: np.random.Generator, px: float) -> ThingShape:
    """A score sheet: ruled or plain, with hand-written numbers in columns."""
    w, h = float(rng.uniform(70, 150)), float(rng.uniform(90, 210))
    sheet = ThingSheet((w, h), px)
    sheet.solid(sheet.box(0, 0, w - 1, h - 1), _pale(rng))
    pitch = float(rng.uniform(6, 11))
    if rng.random() < 0.65:
        for k in range(int(h / pitch)):
            y = -h / 2 + (k + 1) * pitch
            sheet.paint(f32(0.5 * sheet.box(0, y, w, 0.3)), (120, 150, 200))
    fonts = (
        cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
        cv2.FONT_HERSHEY_SIMPLEX,
        cv2.FONT_HERSHEY_COMPLEX_SMALL,
    )
    ink, font = _ink(rng), int(rng.choice(fonts))
    tall = float(rng.choice([0.6, 0.9, 2.0], p=[0.5, 0.35, 0.15])) * pitch
    rows = min(int(h / (tall * 1.6)) - 1, int(rng.integers(2, 12)))
    writing = field(sheet.wh)
    for column in range(int(rng.integers(1, 4))):
        x = -w / 2 + 8 + column * w / 3
        for row in range(rows):
            value = str(int(rng.integers(1, 60 if rng.random() < 0.8 else 500)))
            y = -h / 2 + (row + 1.5) * tall * 1.6
            at = x + float(rng.normal(0, 1))
            writing = f32(np.maximum(writing, sheet.text(value, at, y, tall, 0.5, font)))
    sheet.paint(f32(writing * 0.85), ink)
    wave = layered_noise(rng, sheet.wh, (50 * sheet.px, 50 * sheet.px), 2)
    sheet.height += wave * 1.2
    sheet.gloss[:] = 0.0
    return sheet.shape(0.4)


def card(rng: np.random.Generator, px: float) -> ThingShape:
    """A playing card, or a coloured one with a large number."""
    w, h = (56.0, 87.0) if rng.random() < 0.6 else (44.0, 67.0)
    sheet = ThingSheet((w + 2, h + 2), px)
    body = sheet.box(0, 0, w, h, 3.0)
    sheet.solid(body, _pale(rng))
    red = rng.random() < 0.5
    ink: RGB = (196, 24, 36) if red else (22, 22, 26)
    kind = rng.random()
    digits = random_digits(rng)
    value = int(rng.integers(1, 14))
    if kind < 0.6:
        for side in (1, -1):
            turn = 0.0 if side == 1 else 180.0
            at = (-side * w * 0.40, -side * h * 0.40)
            sheet.paint(sheet.stamp(number_mask(digits, value), *at, h * 0.1, turn), ink)
        for _ in range(min(value, 10)):
            x, y = float(rng.choice([-0.2, 0.0, 0.2])) * w, float(rng.uniform(-0.33, 0.33)) * h
            s = w * 0.07
            pip = sheet.polygon([[x, y - 1.4 * s], [x + s, y], [x, y + 1.4 * s], [x - s, y]])
            sheet.paint(pip, ink)
    elif kind < 0.85:
        sheet.paint(sheet.box(0, 0, w * 0.86, h * 0.9, 3.0), _any_colour(rng))
        oval = sheet.stamp(number_mask(digits, value), 0, 0, h * 0.36, float(rng.normal(0, 4)))
        sheet.paint(oval, (245, 244, 240))
    else:  # its back
        mesh = field(sheet.wh)
        for k in range(-20, 21):
            ends = [[k * 5 - h, -h], [k * 5 + h, h]]
            mesh = f32(np.maximum(mesh, sheet.line(ends, 0.8)))
        sheet.paint(sheet.box(0, 0, w * 0.86, h * 0.9, 2.0), _any_colour(rng, 20, 160))
        sheet.paint(f32(mesh * sheet.box(0, 0, w * 0.86, h * 0.9, 2.0)), (235, 232, 226))
    sheet.gloss += 0.15
    return sheet.shape(0.5)


def sticker(rng: np.random.Generator, px: float) -> ThingShape:
    """A printed label, counter or coaster with a face, a star or a number."""
    r = float(np.exp(rng.uniform(np.log(7), np.log(45))))
    sheet = ThingSheet((2.2 * r, 2.2 * r), px)
    body = (
        sheet.disc(0, 0, r)
        if rng.random() < 0.6
        else sheet.box(0, 0, 2 * r, 2 * r * float(rng.uniform(0.5, 1.0)), r * 0.15)
    )
    sheet.solid(body, _pale(rng) if rng.random() < 0.55 else _any_colour(rng))
    if rng.random() < 0.4:
        rim = f32(sheet.disc(0, 0, r * 0.92) - sheet.disc(0, 0, r * 0.84))
        sheet.paint(f32(rim * body), _ink(rng))
    sheet.paint(f32(_emblem(sheet, rng, 0, 0, r * 1.15) * body), _ink(rng))
    sheet.gloss += 0.2
    return sheet.shape(0.4 if rng.random() < 0.6 else 3.0)


def button(rng: np.random.Generator, px: float) -> ThingShape:
    """A clothes button with its holes."""
    r = float(rng.uniform(6, 14))
    sheet = ThingSheet((2.3 * r, 2.3 * r), max(px, 2.0))
    body = sheet.disc(0, 0, r)
    sheet.solid(body, _pale(rng) if rng.random() < 0.4 else _any_colour(rng))
    sheet.lift(body, 1.6, 1.0)
    sheet.lift(sheet.disc(0, 0, r * 0.68), -0.9, 0.6)
    holes = [(-1, -1), (1, -1), (-1, 1), (1, 1)] if rng.random() < 0.6 else [(-1, 0), (1, 0)]
    for x, y in holes:
        sheet.paint(sheet.disc(x * r * 0.2, y * r * 0.2, r * 0.13), (18, 16, 14))
    sheet.gloss += 0.35
    return sheet.shape(2.5)


def cap(rng: np.random.Generator, px: float) -> ThingShape:
    """A crown cap with a print."""
    r = float(rng.uniform(14, 17))
    sheet = ThingSheet((2.3 * r, 2.3 * r), max(px, 2.0))
    turns = np.linspace(0, 2 * np.pi, 168, endpoint=False)
    rim = r * (0.97 + 0.03 * np.cos(21 * turns))
    body = sheet.polygon(np.stack([rim * np.cos(turns), rim * np.sin(turns)], axis=1))
    sheet.solid(body, _any_colour(rng))
    sheet.lift(sheet.disc(0, 0, r * 0.82), 3.0, 2.5)
    sheet.paint(_emblem(sheet, rng, 0, 0, r * 1.1), _pale(rng))
    sheet.gloss += 0.5
    return sheet.shape(6.0)


def phone(rng: np.random.Generator, px: float) -> ThingShape:
    """A phone, its screen lit or dark."""
    w, h = float(rng.uniform(66, 78)), float(rng.uniform(138, 162))
    sheet = ThingSheet((w + 4, h + 4), min(px, 4.0))
    body = sheet.box(0, 0, w, h, 9.0)
    sheet.solid(body, (22, 22, 24) if rng.random() < 0.7 else _pale(rng))
    sheet.lift(body, 1.5, 1.5)
    screen = sheet.box(0, 0, w - 6, h - 8, 6.0)
    if rng.random() < 0.65:
        glow = layered_noise(rng, sheet.wh, (w * px, w * px), 2)
        sheet.paint(screen, _any_colour(rng), f32(1.2 + 0.6 * glow))
        clock = f"{int(rng.integers(1, 13))}:{int(rng.integers(0, 60)):02d}"
        sheet.paint(sheet.text(clock, -w * 0.3, -h * 0.25, 11, 1.6), (250, 250, 250))
        for k in range(int(rng.integers(0, 17))):
            x, y = ((k % 4) - 1.5) * w * 0.21, (k // 4) * w * 0.24
            sheet.paint(sheet.box(x, y, w * 0.15, w * 0.15, 3.0), _any_colour(rng))
    else:
        sheet.paint(screen, (10, 10, 12))
        sheet.gloss += screen * 0.1
    return sheet.shape(8.0, has_sides=True)


def pencil(rng: np.random.Generator, px: float) -> ThingShape:
    """A pen or pencil."""
    length, wide = float(rng.uniform(110, 175)), float(rng.uniform(6, 11))
    sheet = ThingSheet((wide * 1.6, length * 1.05), max(px, 1.5))
    body = sheet.box(0, 4, wide, length - 14, wide * 0.3)
    tip = sheet.polygon(
        [[-wide / 2, -length / 2 + 16], [wide / 2, -length / 2 + 16], [0, -length / 2]]
    )
    sheet.solid(tip, (206, 176, 132) if rng.random() < 0.5 else (150, 150, 154))
    sheet.solid(body, _any_colour(rng))
    ax, _ = sheet.axes()
    arch = np.sqrt(np.maximum((wide / 2) ** 2 - ax**2, 0))
    sheet.height = f32(np.broadcast_to(arch, sheet.alpha.shape) * 0.9)
    if rng.random() < 0.5:
        sheet.paint(sheet.box(0, length * 0.36, wide, 12), (190, 190, 194))
    sheet.gloss += 0.35
    return sheet.shape(4.0)


def keys(rng: np.random.Generator, px: float) -> ThingShape:
    """Two or three keys on a ring."""
    sheet = ThingSheet((100.0, 100.0), min(px, 4.0))
    metal: RGB = (176, 172, 164)
    for _ in range(int(rng.integers(1, 4))):
        turn = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        blade = sheet.line([[8 * c, 8 * s], [45 * c, 45 * s]], 7)
        bow = sheet.disc(14 * c, 14 * s, 11)
        hole = sheet.disc(10 * c, 10 * s, 3)
        body = f32(np.maximum(blade, bow) * (1 - hole))
        tone: RGB = metal if rng.random() < 0.7 else (190, 158, 90)
        sheet.solid(body, tone)
        sheet.lift(body, 1.2, 0.8)
    loop = f32(sheet.disc(0, 0, 13) - sheet.disc(0, 0, 11))
    sheet.solid(loop, metal)
    sheet.lift(loop, 1.5, 1.0)
    sheet.gloss += 0.5
    return sheet.shape(2.0)


def eraser(rng: np.random.Generator, px: float) -> ThingShape:
    """A pale block that is no tile: a rubber, a sugar cube, a piece of soap."""
    w = float(rng.uniform(12, 40))
    h = w * float(rng.choice([1.0, rng.uniform(1.9, 3.0)]))
    sheet = ThingSheet((w * 1.15, h * 1.15), px)
    body = sheet.box(0, 0, w, h, float(rng.uniform(0.5, 0.2 * w)))
    sheet.solid(body, _pale(rng))
    sheet.lift(body, 1.6, 2.0)
    if rng.random() < 0.5:
        sheet.paint(f32(sheet.box(0, h * 0.2, w, h * 0.55) * body), _any_colour(rng))
    return sheet.shape(float(rng.uniform(6, 14)), has_sides=True)


def biscuit(rng: np.random.Generator, px: float) -> ThingShape:
    """A round biscuit with dark bits."""
    r = float(rng.uniform(18, 36))
    sheet = ThingSheet((2.2 * r, 2.2 * r), px)
    rough = layered_noise(rng, sheet.wh, (8 * px, 8 * px), 4)
    body = sheet.disc(0, 0, r)
    sheet.solid(body, (196, 148, 92), f32(1 + 0.3 * rough))
    sheet.height += rough * 1.5
    sheet.lift(body, 3.0, 5.0)
    for _ in range(int(rng.integers(0, 12))):
        x, y = rng.uniform(-0.7, 0.7, 2) * r
        sheet.paint(sheet.disc(float(x), float(y), float(rng.uniform(1.5, 4))), (58, 34, 22))
    return sheet.shape(8.0)


def stain(rng: np.random.Generator, px: float) -> ThingShape:
    """A ring or drop that a glass left behind; lies in the table itself."""
    r = float(rng.uniform(5, 40))
    sheet = ThingSheet((2.4 * r, 2.4 * r), px)
    ax, ay = sheet.axes()
    wander = layered_noise(rng, sheet.wh, (r * px, r * px), 3)
    away = f32(np.sqrt(ax**2 + ay**2) + wander * r * 0.06)
    wide = float(rng.uniform(0.02, 0.08)) * r + 0.4
    loop = np.exp(-(((away - r) / wide) ** 2)) * (0.6 + 0.8 * wander)
    inner = (1 - smoothstep(r * 0.9, r, away)) * float(rng.choice([0.0, 0.3]))
    sheet.solid(f32(np.clip(loop + inner, 0, 1) * float(rng.uniform(0.2, 0.7))), (60, 36, 22))
    sheet.gloss[:] = 0.0
    return sheet.shape(0.0)


def plug(rng: np.random.Generator, px: float) -> ThingShape:
    """A screw head or wooden plug set into the table."""
    r = float(rng.uniform(3.5, 9))
    sheet = ThingSheet((2.6 * r, 2.6 * r), max(px, 1.5))
    body = sheet.disc(0, 0, r)
    wood = rng.random() < 0.5
    sheet.solid(body, (96, 62, 40) if wood else (140, 138, 134))
    rim = f32(np.clip(sheet.disc(0, 0, r * 1.08) - sheet.disc(0, 0, r * 0.92), 0, 1))
    sheet.solid(f32(rim * 0.7), (30, 20, 14))
    if not wood:
        for turn in ((1.0, 0.0), (0.0, 1.0)):
            x, y = turn[0] * r * 0.55, turn[1] * r * 0.55
            sheet.paint(sheet.line([[-x, -y], [x, y]], r * 0.22), (34, 34, 36))
    return sheet.shape(0.0)


def cable(rng: np.random.Generator, px: float) -> ThingShape:
    """A length of cable or string."""
    sheet = ThingSheet((300.0, 120.0), min(px, 3.0))
    x = np.linspace(-150, 150, 80)
    phases = rng.uniform(0, 6, 3)
    y = 30 * np.sin(x / 50 + phases[0]) + 14 * np.sin(x / 23 + phases[1])
    points = np.stack([x, y], axis=1)
    wide = float(rng.uniform(2.5, 6))
    body = sheet.line(points, wide)
    sheet.solid(body, (20, 20, 22) if rng.random() < 0.5 else _pale(rng))
    sheet.lift(body, wide * 0.6, wide * 0.7)
    return sheet.shape(2.0)


def back_rack(rng: np.random.Generator, px: float) -> ThingShape:
    """A rack from above and behind: steps of a dark or wooden board, edges of standing tiles."""
    length, deep = float(rng.uniform(220, 340)), float(rng.uniform(45, 75))
    sheet = ThingSheet((length + 6, deep + 6), min(px, 3.0))
    woods: tuple[RGB, ...] = (
        (24, 24, 26),
        (40, 60, 120),
        (150, 100, 60),
        (110, 66, 40),
        (170, 30, 34),
    )
    colour = woods[int(rng.integers(len(woods)))]
    body = sheet.box(0, 0, length, deep, 3.0)
    sheet.solid(body, colour)
    sheet.lift(body, 2.0, 2.0)
    for step in range(2):
        y = -deep * 0.25 + step * deep * 0.42
        sheet.lift(sheet.box(0, y, length, 1.6), -2.5, 0.8)
        edges = sheet.box(0, y, length - 20, 4.5, 1.0)
        # Where tiles stand, and the seams between them, as one row.
        places = (sheet.axes()[0] + length / 2) / 26.5
        taken = rng.random(16) < 0.6
        there = f32(taken[np.clip(places, 0, 15).astype(int)])
        seam = smoothstep(0.0, 0.03, f32(np.abs(places - np.round(places))))
        edges = f32(edges * (there * seam))
        sheet.paint(edges, (236, 230, 214))
        sheet.lift(edges, 1.5, 1.0)
    return sheet.shape(30.0, has_sides=True)
