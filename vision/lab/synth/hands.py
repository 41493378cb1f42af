"""Hands and arms reaching over a table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, RGB, blend, f32, flat, linear_bgr, scaled, smoothstep
from vision.lab.synth.noise import layered_noise
from vision.lab.synth.sheet import ThingShape, ThingSheet

_SKINS: tuple[RGB, ...] = (
    (236, 190, 166),
    (224, 172, 144),
    (206, 150, 118),
    (182, 126, 94),
    (146, 98, 70),
    (108, 70, 50),
    (244, 206, 188),
)
_MAX_PX = 1.6  # pixels a millimetre; a hand is soft enough to be enlarged


class _Limb:
    """Round limbs joined into one height map."""

    def __init__(self, sheet: ThingSheet) -> None:
        self.sheet = sheet
        self.height = f32(np.full((sheet.wh[1], sheet.wh[0]), -1.0))

    def add(self, a: tuple[float, float], b: tuple[float, float], ra: float, rb: float) -> None:
        """A limb from `a` to `b`, round in section, its radius going from `ra` to `rb`."""
        sheet = self.sheet
        wide = max(ra, rb) + 2
        low = np.minimum(a, b) - wide
        high = np.maximum(a, b) + wide
        (x0, y0), (x1, y1) = (
            np.clip(p, 0, sheet.wh).astype(int) for p in sheet.at(np.stack([low, high]))
        )
        if x1 <= x0 or y1 <= y0:
            return
        ax, ay = sheet.axes()
        x, y = ax[:, x0:x1] - a[0], ay[y0:y1] - a[1]
        run = np.array(b) - np.array(a)
        along = np.clip((x * run[0] + y * run[1]) / float(run @ run), 0, 1)
        d2 = (x - along * run[0]) ** 2 + (y - along * run[1]) ** 2
        radius = ra + (rb - ra) * along
        rise = np.sqrt(np.maximum(radius**2 - d2, 0)) - np.sqrt(np.maximum(d2 - radius**2, 0)) * 0.4
        part = self.height[y0:y1, x0:x1]
        np.maximum(part, f32(rise), out=part)


def hand(rng: np.random.Generator, px: float) -> ThingShape:
    """A hand with the arm leaving towards +y; the fingertips are near the middle of the sheet."""
    sheet = ThingSheet((190.0, 620.0), min(px, _MAX_PX))
    limb = _Limb(sheet)
    mirror = 1 if rng.random() < 0.5 else -1
    palm_y = float(rng.uniform(70, 95))
    pose = str(rng.choice(["open", "point", "pinch", "fist"], p=[0.4, 0.25, 0.25, 0.1]))
    tips: list[tuple[tuple[float, float], float, float]] = []
    for finger in range(4):
        root = (mirror * (-33 + 21 * finger), palm_y - 36 + 4 * abs(finger - 1.3))
        length = (62, 72, 66, 50)[finger] * float(rng.uniform(0.92, 1.05))
        if pose == "point" and finger != 0:
            length *= 0.35
        elif pose == "pinch":
            length *= (0.8, 0.78, 0.7, 0.62)[finger]
        elif pose == "fist":
            length *= 0.3
        spread = (-9, -2, 4, 13)[finger] * float(rng.uniform(0.5, 1.6)) * mirror
        if pose == "pinch":
            spread = (14, 4, -5, -14)[finger] * mirror
        turn = np.radians(spread)
        bend = turn + float(rng.normal(0, 0.09))
        knee = (root[0] + length * 0.5 * np.sin(turn), root[1] - length * 0.5 * np.cos(turn))
        tip = (knee[0] + length * 0.5 * np.sin(bend), knee[1] - length * 0.5 * np.cos(bend))
        wide = (9.2, 9.5, 9.0, 7.8)[finger]
        limb.add(root, knee, wide + 1.0, wide)
        limb.add(knee, tip, wide, wide * 0.82)
        if pose != "fist":
            tips.append((tip, bend, wide * 0.82))
    thumb_root = (mirror * -30, palm_y + 22)
    thumb_turn = np.radians(float(rng.uniform(22, 55)) if pose != "pinch" else 8) * -mirror
    joint = (thumb_root[0] + 34 * np.sin(thumb_turn), thumb_root[1] - 34 * np.cos(thumb_turn))
    tip_turn = thumb_turn * 0.5
    thumb = (joint[0] + 28 * np.sin(tip_turn), joint[1] - 28 * np.cos(tip_turn))
    limb.add(thumb_root, joint, 15, 11.5)
    limb.add(joint, thumb, 11.5, 9.5)
    tips.append((thumb, float(tip_turn), 9.5))
    for finger in range(4):
        limb.add(
            (mirror * (-31 + 20 * finger), palm_y - 30),
            (mirror * (-20 + 13 * finger), palm_y + 34),
            14,
            17,
        )
    lean = float(rng.normal(0, 16))
    limb.add((0, palm_y + 34), (lean * 0.2, palm_y + 70), 22, 24)
    limb.add((lean * 0.2, palm_y + 66), (lean * 1.6, 330), 26, 38)
    _skin(sheet, limb.height, rng)
    for tip, turn, wide in tips:
        if rng.random() < 0.75:
            _nail(sheet, tip, turn, wide)
    if rng.random() < 0.6:
        _sleeve(sheet, palm_y + float(rng.uniform(75, 150)), rng)
    return sheet.shape(float(rng.uniform(8, 45)))


def _skin(sheet: ThingSheet, height: F32, rng: np.random.Generator) -> None:
    height = f32(cv2.GaussianBlur(height, (0, 0), max(0.8, 1.1 * sheet.px)))
    first, second = (np.array(_SKINS[int(i)], float) for i in rng.integers(0, len(_SKINS), 2))
    r, g, b = (int(v) for v in first + (second - first) * rng.random() * 0.5)
    mottled = layered_noise(rng, sheet.wh, (18 * sheet.px, 18 * sheet.px), 4)
    # Skin is redder where it turns away.
    side = 1 - smoothstep(0.0, 9.0, height)
    sheet.solid(smoothstep(-0.3, 0.5, height), (r, g, b), f32(1 + 0.10 * mottled))
    sheet.paint(f32(0.35 * side), (int(r * 0.86), int(g * 0.62), int(b * 0.55)))
    sheet.height = f32(np.maximum(height, 0) * 0.75)
    rough = layered_noise(rng, sheet.wh, (2.4 * sheet.px, 5 * sheet.px), 2)
    sheet.height += rough * 0.12
    sheet.gloss[:] = 0.05


def _nail(sheet: ThingSheet, tip: tuple[float, float], turn: float, wide: float) -> None:
    """A paler oval near the end of a finger."""
    ax, ay = sheet.axes()
    cx, cy = tip[0] - 1.0 * np.sin(turn), tip[1] + 1.0 * np.cos(turn)
    (x0, y0), (x1, y1) = (
        np.clip(sheet.at([[cx + d, cy + d]])[0], 0, sheet.wh).astype(int)
        for d in (-1.6 * wide, 1.6 * wide)
    )
    if x1 <= x0 or y1 <= y0:
        return
    x, y = ax[:, x0:x1] - cx, ay[y0:y1] - cy
    along = -x * np.sin(turn) + y * np.cos(turn)
    across = x * np.cos(turn) + y * np.sin(turn)
    oval = (across / (wide * 0.62)) ** 4 + (along / (wide * 0.85)) ** 4
    cover = f32(1 - smoothstep(0.8, 1.15, f32(oval)))
    part = sheet.albedo[y0:y1, x0:x1]
    pink = flat(linear_bgr((246, 206, 196)), f32(np.ones_like(cover)))
    rim = f32(np.exp(-((oval - 1.0) ** 2) / 0.08))
    part[:] = scaled(blend(part, pink, f32(cover * 0.5)), f32(1 - 0.18 * rim))
    sheet.gloss[y0:y1, x0:x1] += cover * 0.15


def _sleeve(sheet: ThingSheet, start: float, rng: np.random.Generator) -> None:
    _, ay = sheet.axes()
    wave = layered_noise(rng, sheet.wh, (40 * sheet.px, 25 * sheet.px), 3)
    cover = smoothstep(-1.0, 1.0, f32(ay - start + wave * 4))
    grown = f32(cv2.dilate(sheet.alpha, np.ones((3, 2 * round(5 * sheet.px) + 1), np.uint8)))
    cloth = f32(grown * cover)
    r, g, b = (int(v) for v in rng.integers(15, 235, 3))
    sheet.solid(cloth, (r, g, b), f32(1 + 0.15 * wave))
    sheet.height = f32(sheet.height + cloth * (3.0 + 5.0 * wave))
