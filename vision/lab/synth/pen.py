"""Drawing on arrays to a sixteenth of a pixel, with smooth edges on 8-bit pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.lab.synth.arrays import F32, I32, U8, f32

if TYPE_CHECKING:
    from collections.abc import Sequence


def page(size_wh: tuple[int, int]) -> U8:
    """(h, w) an empty page."""
    return np.zeros((size_wh[1], size_wh[0]), np.uint8)


def field(size_wh: tuple[int, int], value: float = 0.0) -> F32:
    """(h, w) the same value everywhere."""
    return np.full((size_wh[1], size_wh[0]), value, np.float32)


def fixed(points: Any, scale: float = 1.0) -> I32:
    """(n, 2) points, whose unit is the pixel with its corner at 0, in sixteenths."""
    return np.asarray(np.round((np.asarray(points) * scale - 0.5) * 16), np.int32)


def hull(points: Any) -> I32:
    """The convex outline of (n, 2) points, in their order around it, in sixteenths."""
    return fixed(np.asarray(cv2.convexHull(f32(points)))[:, 0])


def fill_convex(target: Any, outline: I32, value: float = 255, smooth: bool = True) -> None:
    """Fills a convex outline given in sixteenths."""
    kind = cv2.LINE_AA if smooth else cv2.LINE_8
    cv2.fillConvexPoly(target, outline, (value,), kind, 4)


def fill(target: Any, outline: I32, value: float = 255) -> None:
    """Fills any outline given in sixteenths."""
    cv2.fillPoly(target, [outline], (value,), cv2.LINE_AA, 4)


def line(target: Any, points: I32, thick: int, value: float = 255, closed: bool = False) -> None:
    """Draws along points given in sixteenths."""
    cv2.polylines(target, [points], closed, (value,), max(1, thick), cv2.LINE_AA, 4)


def disc(target: Any, x: float, y: float, radius: float) -> None:
    """Fills a circle; pixels with their corner at 0."""
    centre = (round((x - 0.5) * 16), round((y - 0.5) * 16))
    cv2.circle(target, centre, max(1, round(radius * 16)), (255,), -1, cv2.LINE_AA, 4)


def ring(target: Any, x: float, y: float, radius: float, thick: int) -> None:
    """Draws a circle; pixels with their corner at 0."""
    centre = (round((x - 0.5) * 16), round((y - 0.5) * 16))
    cv2.circle(target, centre, max(1, round(radius * 16)), (255,), thick, cv2.LINE_AA, 4)


def write(
    target: Any,
    text: str,
    at: Sequence[float],
    height: float,
    font: int,
    thick: int,
) -> None:
    """Writes `text` with its lower left corner at `at`; `height` pixels for a capital."""
    org = (round(at[0]), round(at[1]))
    cv2.putText(target, text, org, font, height / 21.0, (255,), max(1, thick), cv2.LINE_AA)
