"""A picture: its pixels, smaller copies made once, and views cut from them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
"""An 8-bit picture: height x width x 3 (BGR), or height x width for a mask."""

Floats = NDArray[Any]
"""32-bit floats of the shape the docstring names; a quad is 4 x 2."""

LEVELS = 4

LEVEL_BIAS = 0.2
"""How early a halved picture is taken instead of the full one, in halvings. On the photographs,
held out, 0.5, 0.8 and 1.0 read 1, 2 and 4 tiles fewer and gave less exact corners."""


def floats(values: Any) -> Floats:
    """The values as 32-bit floats, copied only where needed."""
    return np.asarray(values, np.float32)


def pixels(values: Any) -> Image:
    """The values as 8-bit pixels, copied only where needed."""
    return np.asarray(values, np.uint8)


class Picture:
    """A frame (height x width x 3, BGR) and smaller copies, each made when first asked for."""

    def __init__(self, frame_bgr: Image) -> None:
        self.frame_bgr = frame_bgr
        self._levels = [frame_bgr]
        self._resized: dict[tuple[int, int], Image] = {}

    @property
    def size_wh(self) -> tuple[int, int]:
        return self.frame_bgr.shape[1], self.frame_bgr.shape[0]

    def level(self, number: int) -> Image:
        """The frame halved so many times, at most `LEVELS` - 1 and while it is more than 64 px."""
        while len(self._levels) <= min(number, LEVELS - 1) and min(self._levels[-1].shape[:2]) > 64:
            height, width = self._levels[-1].shape[:2]
            half_wh = (width // 2, height // 2)
            half = cv2.resize(self._levels[-1], half_wh, interpolation=cv2.INTER_AREA)
            self._levels.append(pixels(half))
        return self._levels[min(number, len(self._levels) - 1)]

    def resized(self, size_wh: tuple[int, int]) -> Image:
        """The frame at that size, made from its nearest halving, which is far quicker than
        averaging over odd numbers of pixels."""
        if size_wh not in self._resized:
            width, height = size_wh
            number = 0
            while (smaller := self.level(number + 1)) is not self.level(number):
                if smaller.shape[1] < width or smaller.shape[0] < height:
                    break
                number += 1
            source = self.level(number)
            way = cv2.INTER_AREA if width < source.shape[1] else cv2.INTER_LINEAR
            self._resized[size_wh] = pixels(cv2.resize(source, size_wh, interpolation=way))
        return self._resized[size_wh]

    def warp(self, quad_xy: Floats, target_xy: Floats, size_wh: tuple[int, int]) -> Image:
        """The frame moved so that `quad_xy` comes to lie on `target_xy`, taken from the level
        whose pixels are closest to those of the result."""
        taken = np.sqrt(max(1.0, abs(float(cv2.contourArea(quad_xy)))))
        given = np.sqrt(abs(float(cv2.contourArea(target_xy))))
        source = self.level(int(np.log2(max(1.0, taken / given)) + LEVEL_BIAS))
        scale = floats([source.shape[1] / self.size_wh[0], source.shape[0] / self.size_wh[1]])
        matrix = cv2.getPerspectiveTransform(floats(quad_xy * scale), target_xy)
        return pixels(
            cv2.warpPerspective(
                source, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
        )
