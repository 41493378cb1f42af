"""What all joker drawings are made with: a pen with two inks in a square from −1 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.lab.synth import pen
from vision.lab.synth.arrays import I32

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 256  # pixels of a drawing's square


class JokerPen:
    """Draws on two ink layers in a square from −1 to 1."""

    def __init__(self, weight: float) -> None:
        self.layers = [pen.page((SIDE, SIDE)), pen.page((SIDE, SIDE))]
        self.weight = weight

    def _px(self, value: float) -> int:
        return round((value + 1) * (SIDE / 2 - 6) * 16 + 6 * 16)

    def _fixed(self, points: Sequence[tuple[float, float]]) -> I32:
        return np.array([[self._px(x), self._px(y)] for x, y in points], np.int32)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        scale: float = 1.0,
        layer: int = 0,
        ink: int = 255,
        closed: bool = False,
    ) -> None:
        thick = round(self.weight * scale * SIDE / 2)
        pen.line(self.layers[layer], self._fixed(points), thick, ink, closed)

    def fill(self, points: Sequence[tuple[float, float]], layer: int = 0, ink: int = 255) -> None:
        pen.fill(self.layers[layer], self._fixed(points), ink)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        start: float = 0,
        stop: float = 360,
        scale: float = 1.0,
        layer: int = 0,
        fill: bool = False,
        ink: int = 255,
    ) -> None:
        points = arc(x, y, rx, ry, start, stop)
        if fill:
            self.fill(points, layer, ink)
        else:
            self.line(points, scale, layer, ink, closed=abs(stop - start) >= 360)


def arc(
    x: float, y: float, rx: float, ry: float, start: float = 0, stop: float = 360
) -> list[tuple[float, float]]:
    """Points of an arc; degrees clockwise from the right."""
    turns = np.radians(np.linspace(start, stop, max(6, int(abs(stop - start) / 7))))
    return [(float(x + rx * np.cos(t)), float(y + ry * np.sin(t))) for t in turns]
