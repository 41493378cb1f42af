"""A sheet on which a thing is built up, layer by layer, into a sprite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.lab.synth import pen
from vision.lab.synth.arrays import F32, RGB, U8, blend, f32, flat, linear_bgr, scale, u8
from vision.lab.synth.sprite import Sprite, slope_of


@dataclass(frozen=True, slots=True, eq=False)
class ThingShape:
    """A thing's sprite, its size in millimetres, and how high it stands."""

    sprite: Sprite
    size_mm: tuple[float, float]
    height_mm: float
    has_sides: bool = False  # its outline goes down to the table, as a mug's does


class ThingSheet:
    """Colour, cover, height and gloss over a rectangle of `size_mm`, the origin in its middle."""

    def __init__(self, size_mm: tuple[float, float], px: float) -> None:
        self.px = px
        self.size_mm = size_mm
        self.wh = (max(4, round(size_mm[0] * px)), max(4, round(size_mm[1] * px)))
        self.albedo: F32 = np.zeros((self.wh[1], self.wh[0], 3), np.float32)
        self.alpha = pen.field(self.wh)
        self.height = pen.field(self.wh)  # millimetres
        self.gloss = pen.field(self.wh, 0.1)

    def at(self, points_mm: Any) -> F32:
        """(n, 2) pixels of millimetres."""
        half = np.array(self.size_mm) / 2
        return f32((np.asarray(points_mm, float) + half) * self.px)

    def axes(self) -> tuple[F32, F32]:
        """(1, w) and (h, 1) millimetres."""
        x = (np.arange(self.wh[0]) + 0.5) / self.px - self.size_mm[0] / 2
        y = (np.arange(self.wh[1]) + 0.5) / self.px - self.size_mm[1] / 2
        return f32(x[None, :]), f32(y[:, None])

    def disc(self, x: float, y: float, radius: float) -> F32:
        """(h, w) cover of a disc."""
        ax, ay = self.axes()
        away = np.sqrt((ax - x) ** 2 + (ay - y) ** 2)
        return f32(np.clip((radius - away) * self.px + 0.5, 0, 1))

    def box(self, x: float, y: float, w: float, h: float, radius: float = 0.0) -> F32:
        """(h, w) cover of a rounded rectangle around (x, y)."""
        ax, ay = self.axes()
        qx, qy = np.abs(ax - x) - (w / 2 - radius), np.abs(ay - y) - (h / 2 - radius)
        outer = np.sqrt(np.maximum(qx, 0) ** 2 + np.maximum(qy, 0) ** 2)
        inside = radius - outer - np.minimum(np.maximum(qx, qy), 0)
        return f32(np.clip(inside * self.px + 0.5, 0, 1))

    def line(self, points_mm: Any, thick_mm: float, closed: bool = False) -> F32:
        """(h, w) cover of a line."""
        drawn = pen.page(self.wh)
        pen.line(drawn, pen.fixed(self.at(points_mm)), round(thick_mm * self.px), 255, closed)
        return f32(f32(drawn) / 255.0)

    def polygon(self, points_mm: Any) -> F32:
        """(h, w) cover of an outline."""
        drawn = pen.page(self.wh)
        pen.fill(drawn, pen.fixed(self.at(points_mm)))
        return f32(f32(drawn) / 255.0)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        tall: float,
        thick: float,
        font: int = cv2.FONT_HERSHEY_DUPLEX,
    ) -> F32:
        """(h, w) cover of writing whose lower left corner is at (x, y)."""
        drawn = pen.page(self.wh)
        left, low = self.at([[x, y]])[0]
        pen.write(
            drawn, words, (float(left), float(low)), tall * self.px, font, round(thick * self.px)
        )
        return f32(f32(drawn) / 255.0)

    def stamp(self, mask: U8, x: float, y: float, tall: float, turn_deg: float = 0.0) -> F32:
        """(h, w) cover of a mask around (x, y), `tall` millimetres high."""
        h, w = mask.shape
        size = tall * self.px / h
        c, s = np.cos(np.radians(turn_deg)) * size, np.sin(np.radians(turn_deg)) * size
        cx, cy = self.at([[x, y]])[0]
        matrix = np.array([[c, -s, cx - c * w / 2 + s * h / 2], [s, c, cy - s * w / 2 - c * h / 2]])
        if size < 0.6:
            mask = u8(cv2.GaussianBlur(mask, (0, 0), 0.35 / size))
        return f32(f32(cv2.warpAffine(mask, matrix, self.wh)) / 255.0)

    def solid(self, cover: F32, colour: RGB, tone: F32 | None = None) -> None:
        """Adds matter of a colour."""
        self.paint(cover, colour, tone)
        self.alpha = f32(np.maximum(self.alpha, cover))

    def paint(self, cover: F32, colour: RGB, tone: F32 | None = None) -> None:
        """Colours what is there."""
        ink = flat(linear_bgr(colour), pen.field(self.wh, 1.0) if tone is None else tone)
        self.albedo = blend(self.albedo, ink, cover)

    def shade(self, tone: F32) -> None:
        """Makes the colour darker or brighter."""
        scale(self.albedo, tone)

    def lift(self, cover: F32, height_mm: float, round_mm: float = 0.0) -> None:
        """Raises what `cover` covers, with an edge rounded over about `round_mm`."""
        if round_mm > 0:
            cover = f32(cv2.GaussianBlur(cover, (0, 0), max(0.5, round_mm * self.px / 2)))
        self.height = f32(self.height + cover * height_mm)

    def shape(self, height_mm: float, has_sides: bool = False) -> ThingShape:
        """The finished thing."""
        return ThingShape(
            Sprite(self.albedo, self.alpha, slope_of(self.height, self.px), self.gloss),
            self.size_mm,
            height_mm,
            has_sides,
        )
