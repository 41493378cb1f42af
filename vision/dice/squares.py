"""From a finder's map to squares: the pieces it falls into, grown back to their full size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.picture import floats, pixels
from vision.thresholds.dice import PLAIN

if TYPE_CHECKING:
    from vision.picture import Floats

SHRUNK = 0.6  # of its side: the part of a square that a finder draws

_SMALLEST_PX = 4.0  # side of a square in the finder's picture


@dataclass(frozen=True, slots=True)
class Square:
    """A rough square in pixels of the frame: its corners clockwise, and how much the map says
    that it is one, at its best."""

    quad_xy: Floats
    score: float

    @property
    def middle(self) -> Floats:
        """(2,) its middle."""
        return floats(self.quad_xy.mean(axis=0))

    @property
    def side(self) -> float:
        """The root of its area."""
        return float(np.sqrt(abs(cv2.contourArea(floats(self.quad_xy)))))

    def sized(self, side: float) -> Square:
        """The square with another side, about its middle."""
        return Square(
            floats(self.middle + (self.quad_xy - self.middle) * (side / self.side)), self.score
        )

    def turned(self, turn_deg: float) -> Square:
        """The square turned about its middle."""
        turn = np.radians(turn_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return Square(floats(self.middle + (self.quad_xy - self.middle) @ spin.T), self.score)


def squares_of(shrunk: Floats, scale: float, least: float = PLAIN) -> list[Square]:
    """The squares of a map (h, w) of a frame made smaller by `scale`, from `least` on."""
    mask = pixels(shrunk > least)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        if area < (_SMALLEST_PX * SHRUNK) ** 2:
            continue
        here = labels[y : y + h, x : x + w] == label
        score = float(shrunk[y : y + h, x : x + w][here].max())
        found.append(Square(_grown(here, (x, y), area, scale), score))
    return found


def _grown(piece: Floats, corner: tuple[int, int], area: int, scale: float) -> Floats:
    """The quad about a piece: the smallest rectangle's turn and shape, the piece's area."""
    rows, columns = np.nonzero(piece)
    points = np.stack([columns + corner[0] + 0.5, rows + corner[1] + 0.5], axis=1)
    _, (wide, tall), turn = cv2.minAreaRect(floats(points))
    wide, tall = wide + 1, tall + 1  # from the middles of pixels to their rims
    factor = np.sqrt(area / (wide * tall)) / SHRUNK / scale
    turns = np.radians(turn)
    across = np.array([np.cos(turns), np.sin(turns)]) * wide * factor / 2
    down = np.array([-np.sin(turns), np.cos(turns)]) * tall * factor / 2
    centre = points.mean(axis=0) / scale
    return floats(
        [
            centre - across - down,
            centre + across - down,
            centre + across + down,
            centre - across + down,
        ]
    )
