"""Draws a reading into its picture: outlines, names, confidences, cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.picture import Image
    from vision.tiles.reading import Reading, SeenTile

SURE_BGR = (60, 200, 40)
UNSURE_BGR = (0, 140, 255)
PAPER_BGR = (255, 255, 255)
INK_BGR = (20, 20, 20)


BELOW = 0.8  # of the face's height: under the number
LARGEST, LEAST = 0.42, 0.3  # letters' size, for a picture 1000 px large


def annotate(frame_bgr: Image, reading: Reading) -> Image:
    """A copy of the frame with the reading drawn in, its words below the numbers; the number's top
    left has a dot."""
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
        wide = float(np.linalg.norm(corners[1] - corners[0]))
        top, bottom = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
        x, y = top + (bottom - top) * BELOW
        label(picture, _words_for(tile), (float(x), float(y)), unit, wide)
    for number, problem in enumerate(reading.problems):
        label(picture, problem.value, (picture.shape[1] / 2, (20 + 18 * number) * unit), unit * 1.2)
    return picture


def _words_for(tile: SeenTile) -> str:
    """What is written on a tile: its name and cell, and how sure that is below."""
    guess = f"{tile.guesses[0][0]}?" if tile.guesses else "?"
    name = tile.tile if tile.tile is not None else guess
    place = f" {tile.cell}" if tile.cell is not None else ""
    return f"{name}{place}\n{tile.confidence * 100:.1f} %"


def label(
    picture: Image,
    text: str,
    middle_xy: tuple[float, float],
    unit: float,
    wide: float = float("inf"),
) -> None:
    """Writes text on paper strips, in place, its middle there; smaller where it would be wider
    than `wide` pixels."""
    font, thick, lines = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(unit)), text.split("\n")
    widest = max(cv2.getTextSize(line, font, LARGEST * unit, thick)[0][0] for line in lines)
    scale = max(LEAST, LARGEST * min(1.0, wide / widest)) * unit
    sizes = [cv2.getTextSize(line, font, scale, thick) for line in lines]
    bottom = middle_xy[1] - sum(height + below + 2 for (_, height), below in sizes) / 2
    for line, ((width, height), below) in zip(lines, sizes, strict=True):
        x, y = round(middle_xy[0] - width / 2), round(bottom + height + 1)
        cv2.rectangle(picture, (x - 2, y - height - 1), (x + width + 2, y + below), PAPER_BGR, -1)
        cv2.putText(picture, line, (x, y), font, scale, INK_BGR, thick, cv2.LINE_AA)
        bottom += height + below + 2
