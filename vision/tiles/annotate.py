"""Draws a reading into its picture: outlines, names, confidences, cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.picture import Image
    from vision.tiles.reading import Reading

SURE_BGR = (60, 200, 40)
UNSURE_BGR = (0, 140, 255)
PAPER_BGR = (255, 255, 255)
INK_BGR = (20, 20, 20)


def annotate(frame_bgr: Image, reading: Reading) -> Image:
    """A copy of the frame with the reading drawn in; the number's top left has a dot."""
    picture = frame_bgr.copy()
    unit = max(picture.shape[:2]) / 1000.0
    thick = max(1, round(2 * unit))
    for tile in reading.tiles:
        colour = SURE_BGR if tile.tile is not None else UNSURE_BGR
        corners = np.array(tile.quad)
        cv2.polylines(
            picture, [np.rint(corners).astype(np.int32)], True, colour, thick, cv2.LINE_AA
        )
        first = (round(tile.quad[0][0]), round(tile.quad[0][1]))
        cv2.circle(picture, first, thick * 2, colour, -1, cv2.LINE_AA)
        name = (
            tile.tile
            if tile.tile is not None
            else f"{tile.guesses[0][0]}?"
            if tile.guesses
            else "?"
        )
        lines = [f"{name} {tile.confidence * 100:.1f}"]
        if tile.cell is not None:
            lines.append(str(tile.cell))
        middle = corners.mean(axis=0)
        for number, text in enumerate(lines):
            label(picture, text, (float(middle[0]), float(middle[1]) + number * 15 * unit), unit)
    for number, problem in enumerate(reading.problems):
        label(picture, problem.value, (picture.shape[1] / 2, (20 + 18 * number) * unit), unit * 1.2)
    return picture


def label(picture: Image, text: str, middle_xy: tuple[float, float], unit: float) -> None:
    """Writes text on a paper strip, in place."""
    font, scale, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.42 * unit, max(1, round(unit))
    (width, height), below = cv2.getTextSize(text, font, scale, thick)
    x, y = round(middle_xy[0] - width / 2), round(middle_xy[1] + height / 2)
    cv2.rectangle(picture, (x - 2, y - height - 2), (x + width + 2, y + below), PAPER_BGR, -1)
    cv2.putText(picture, text, (x, y), font, scale, INK_BGR, thick, cv2.LINE_AA)
