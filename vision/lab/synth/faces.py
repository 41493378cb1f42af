"""Faces of tiles as sprites, kept once drawn."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, RGB, blend, f32, flat, linear_bgr, smoothstep, u8
from vision.lab.synth.digits import as_height, number_mask
from vision.lab.synth.jokers import joker_masks
from vision.lab.synth.noise import grain, layered_noise
from vision.lab.synth.pen import field, page, write
from vision.lab.synth.sprite import Sprite, slope_of
from vision.lab.synth.style import SetStyle

PAD = 2  # clear pixels around a face, so that its edge is smooth when turned
JOKER = "*"


def face_size(style: SetStyle, width_px: int) -> tuple[int, int]:
    """Width and height of the sprite without its clear margin."""
    return width_px, max(8, round(width_px * style.height_mm / style.width_mm))


@lru_cache(maxsize=12)
def blank(style: SetStyle, width_px: int, back: bool) -> Sprite:
    """The body of a tile without ink: bevel, dish or dimple, writing in relief, roughness."""
    w, h = face_size(style, width_px)
    px = w / style.width_mm
    rng = np.random.default_rng([style.seed, width_px, int(back)])
    inside = _inside(w, h, style.corner_mm * px)
    alpha = f32(np.clip(inside + 0.5, 0.0, 1.0))

    bevel = max(style.bevel_mm * px, 0.6)
    rise = np.clip(inside / bevel, 0.0, 1.0)
    # A rounded shoulder is steep at the rim and level where the face begins.
    rounded = 1.0 - (1.0 - rise) ** 2
    profile = style.bevel_round * rounded + (1 - style.bevel_round) * rise
    height = f32(style.bevel_slope * bevel * profile)
    if back:
        height += _back_relief(style, w, h, px, inside)
    else:
        height += _front_relief(style, w, h, px)
    slope = slope_of(f32(cv2.copyMakeBorder(height, 1, 1, 1, 1, cv2.BORDER_REPLICATE)))[1:-1, 1:-1]
    if style.relief:
        rough = grain(rng, (w, h)) * style.relief
        slope = f32(slope + cv2.GaussianBlur(rough, (0, 0), max(0.5, 0.12 * px))[..., :2])
    tint = 1.0 + style.speckle * (
        grain(rng, (w, h), 1) * 0.7 + layered_noise(rng, (w, h), (w / 2, w / 2), 3)
    )
    # Grime gathers where the bevel meets the table.
    edge = 1.0 - 0.10 * (1.0 - smoothstep(-0.2, 1.0, f32(inside / max(bevel * 0.5, 1.0))))
    albedo = flat(linear_bgr(style.ivory), f32(tint * edge))
    gloss = np.full((h, w), style.gloss, np.float32)
    return _padded(albedo, alpha, slope, gloss)


def _padded(albedo: F32, alpha: F32, slope: F32, gloss: F32) -> Sprite:
    def pad(values: F32, kind: int) -> F32:
        return f32(cv2.copyMakeBorder(values, PAD, PAD, PAD, PAD, kind))

    return Sprite(
        pad(albedo, cv2.BORDER_REPLICATE),
        pad(alpha, cv2.BORDER_CONSTANT),
        pad(slope, cv2.BORDER_REPLICATE),
        pad(gloss, cv2.BORDER_REPLICATE),
    )


def _inside(w: int, h: int, radius: float) -> F32:
    """(h, w) distance in pixels inward from the edge of a rounded rectangle."""
    x = np.abs(np.arange(w, dtype=np.float32) + 0.5 - w / 2)[None, :]
    y = np.abs(np.arange(h, dtype=np.float32) + 0.5 - h / 2)[:, None]
    qx, qy = x - (w / 2 - radius), y - (h / 2 - radius)
    outer = np.sqrt(np.maximum(qx, 0) ** 2 + np.maximum(qy, 0) ** 2)
    return f32(radius - outer - np.minimum(np.maximum(qx, qy), 0))


def _from_centre(w: int, h: int, cx: float, cy: float) -> F32:
    x = np.arange(w, dtype=np.float32)[None, :] + 0.5 - cx
    y = np.arange(h, dtype=np.float32)[:, None] + 0.5 - cy
    return f32(np.sqrt(x * x + y * y))


def _front_relief(style: SetStyle, w: int, h: int, px: float) -> F32:
    height = field((w, h))
    radius = style.dish_mm * px / 2
    if style.layout == "dish":
        from_centre = _from_centre(w, h, w * (0.5 + style.dish_dx), h * (style.number_y + 0.015))
        depth = style.dish_slope * radius * 0.5
        bowl = 1.0 - np.clip(from_centre / radius, 0, 1) ** 2
        rim = smoothstep(radius - max(0.9, 0.4 * px), radius + 0.4, from_centre)
        height -= f32(depth * bowl + style.dish_step * px * (1 - rim))
    elif style.layout == "dimple":
        y = style.number_y + style.number_height / 2 + 0.06 + style.dish_mm / style.height_mm / 2
        from_centre = _from_centre(w, h, w / 2, h * min(y, 0.84))
        bowl = 1 - np.clip(from_centre / radius, 0, 1) ** 2
        height -= f32(style.dish_slope * 0.9 * radius * bowl)
    elif style.layout == "frame":
        # A sunk line around the number's half of the face.
        top, bottom = 0.08 * h, (style.number_y + style.number_height / 2 + 0.06) * h
        x = np.abs(np.arange(w, dtype=np.float32)[None, :] + 0.5 - w / 2) - 0.38 * w
        y = np.abs(np.arange(h, dtype=np.float32)[:, None] + 0.5 - (top + bottom) / 2)
        away = np.abs(np.maximum(x, y - (bottom - top) / 2))
        height -= f32(0.3 * px * np.exp(-((away / max(0.5 * px, 0.8)) ** 2)))
    if style.logo:
        height += _writing(style, w, h, px)
    return height


def _writing(style: SetStyle, w: int, h: int, px: float) -> F32:
    """The maker's name in relief, drawn large and brought down to size."""
    big = 4 if w < 120 else 2
    sheet = page((w * big, h * big))
    (tw, th), _ = cv2.getTextSize(style.logo, style.logo_font, 1.0, 2)
    scale = style.logo_width * w * big / tw
    thick = max(1, round(0.36 * px * big))
    x = int((w * big - tw * scale) / 2)
    y = int(style.logo_y * h * big + th * scale / 2)
    write(sheet, style.logo, (x, y), scale * 21, style.logo_font, thick)
    if style.logo_line:
        above = (x + 0.08 * w * big, y - th * scale * 1.5)
        write(sheet, "Classic", above, scale * 9.5, style.logo_font, thick // 2)
    small = f32(cv2.resize(sheet, (w, h), interpolation=cv2.INTER_AREA)) / 255.0
    return f32(small * style.logo_slope * max(0.6 * px, 0.9))


def _back_relief(style: SetStyle, w: int, h: int, px: float, inside: F32) -> F32:
    if style.back == "frame":
        line = np.exp(-(((inside - 3.2 * px) / max(0.4 * px, 0.7)) ** 2))
        return f32(-0.25 * px * line)
    if style.back == "dish":
        away = _from_centre(w, h, w / 2, h / 2) / (0.36 * w)
        return f32(-0.12 * px * (1 - np.clip(away, 0, 1) ** 2))
    return field((w, h))


@lru_cache(maxsize=160)  # a set's 53 faces in up to three sizes
def face(style: SetStyle, tile: str, variant: int, width_px: int) -> Sprite:
    """The sprite of a tile's face: `tile` as in `R7`, `*` for a joker, or empty for the back."""
    body = blank(style, width_px, back=tile == "")
    if tile == "":
        return body
    layers = _joker_ink(style, width_px, variant) if tile == JOKER else _ink(style, width_px, tile)
    if style.ink_wear:
        layers = [(_worn(style, ink, tile), colour) for ink, colour in layers]
    return _inked(style, body, layers, width_px)


def _place(sheet: F32, ink: F32, cx: float, cy: float) -> None:
    """Adds `ink` to `sheet` with its middle at (cx, cy) pixels, cut at the edge."""
    h, w = ink.shape
    matrix = np.array([[1, 0, cx - w / 2], [0, 1, cy - h / 2]], np.float64)
    size = (sheet.shape[1], sheet.shape[0])
    moved = cv2.warpAffine(ink, matrix, size, flags=cv2.INTER_LINEAR)
    np.maximum(sheet, f32(moved), out=sheet)


def _ink(style: SetStyle, width_px: int, tile: str) -> list[tuple[F32, RGB]]:
    w, h = face_size(style, width_px)
    value = int(tile[1:])
    mask = number_mask(style.digits, value)
    # Wide numbers shrink until they stay clear of the bevel.
    tall = style.number_height * h
    tall *= min(1.0, 0.78 * w / (tall * mask.shape[1] / mask.shape[0]))
    ink = field((w, h))
    cx, cy = w * (0.5 + style.number_dx), h * style.number_y
    _place(ink, as_height(mask, max(3, round(tall))), cx, cy)
    if style.mark != "none" and value in (6, 9):
        y = cy + tall / 2 + 0.07 * h
        if style.mark == "dot":
            dot = np.clip(0.03 * h + 0.5 - _from_centre(w, h, cx, y), 0, 1)
            ink = f32(np.maximum(ink, dot))
        else:
            bar = np.ones((max(1, round(0.03 * h)), max(2, round(0.3 * w))), np.float32)
            _place(ink, bar, cx, y)
    return [(ink, style.ink(tile[0]))]


def _joker_ink(style: SetStyle, width_px: int, variant: int) -> list[tuple[F32, RGB]]:
    w, h = face_size(style, width_px)
    joker = style.joker
    side = min(joker.size * h, 0.82 * w)
    cy = min(max(joker.y * h, side / 2 + 0.08 * h), h - side / 2 - 0.08 * h)
    layers: list[tuple[F32, RGB]] = []
    for mask, colour in zip(
        joker_masks(joker.kind, joker.seed), (joker.inks[variant % 2], joker.second), strict=True
    ):
        ink = field((w, h))
        _place(ink, as_height(mask, max(4, round(side))), w * (0.5 + style.number_dx), cy)
        layers.append((ink, colour))
    if joker.word:
        words, _ = joker_masks("word", 2)
        word = u8(words[100:156])
        small = as_height(word, max(3, round(0.15 * w)))
        _place(layers[0][0], small, w / 2, cy + side / 2 + 0.1 * h)
    return layers


def _worn(style: SetStyle, ink: F32, tile: str) -> F32:
    """The ink with chips missing, other ones on every tile."""
    h, w = ink.shape
    rng = np.random.default_rng([style.seed, *tile.encode()])
    chips = layered_noise(rng, (w, h), (w / 14, w / 14), 2, 0.8)
    edge = float(np.quantile(chips, 1 - style.ink_wear))
    return f32(ink * (1 - smoothstep(edge, edge + 0.08, chips)))


def _inked(style: SetStyle, body: Sprite, layers: list[tuple[F32, RGB]], width_px: int) -> Sprite:
    w, h = face_size(style, width_px)
    px = w / style.width_mm
    albedo = body.albedo.copy()
    slope = body.slope.copy()
    gloss = body.gloss.copy()
    window = (slice(PAD, PAD + h), slice(PAD, PAD + w))
    for cover, colour in layers:
        if not cover.any():
            continue
        rng = np.random.default_rng([style.seed, 7])
        uneven = 1.0 + style.ink_uneven * layered_noise(rng, (w, h), (w / 3, w / 3), 3)
        ink = flat(linear_bgr(colour), f32(uneven))
        albedo[window] = blend(albedo[window], ink, cover)
        gloss[window] += (style.gloss * (0.4 + style.ink_gloss) - gloss[window]) * cover
        if style.ink_slope > 0.06:
            slope[window] += slope_of(f32(-cover * style.ink_slope * max(0.5 * px, 0.7)))
    return Sprite(albedo, body.alpha, slope, gloss)
