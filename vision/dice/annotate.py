"""Draws a throw into its picture: dice with their symbols, the figure or what is wrong."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.reading import ThrowReading
from vision.picture import Image
from vision.tiles.annotate import SURE_BGR, UNSURE_BGR, label


def annotate_throw(frame_bgr: Image, reading: ThrowReading) -> Image:
    """A copy of the frame with every die outlined, and the figure or what is wrong."""
    picture = frame_bgr.copy()
    unit = max(picture.shape[:2]) / 1000.0
    for die in reading.dice:
        colour = SURE_BGR if die.symbol is not None else UNSURE_BGR
        corners = np.rint(np.array(die.quad)).astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
        letter = "?" if die.guess is None else f"{die.guess.value}?"
        name = letter if die.symbol is None else die.symbol.value
        below = float(np.array(die.quad)[:, 1].max()) + 9 * unit
        middle = float(np.array(die.quad)[:, 0].mean())
        label(picture, f"{name} {die.confidence * 100:.1f}", (middle, below), unit)
    lines = [str(reading.figure)] if reading.figure is not None else list(reading.problems)
    for number, text in enumerate(lines):
        label(picture, text, (picture.shape[1] / 2, (20 + 18 * number) * unit), unit * 1.2)
    return picture
