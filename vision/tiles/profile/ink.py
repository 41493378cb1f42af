"""Ink on a face: its colour, where it stands, and the same number painted in another ink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats
from vision.thresholds.tiles import INK_SAYS_MOST, INK_SPREAD, INK_STRANGE
from vision.tiles.rectify import FACE_WH, IVORY_LEVEL, MARGIN_PX

if TYPE_CHECKING:
    from vision.picture import Floats

Box = tuple[float, float, float, float]

INKY = 0.06
"""Share of a face's inner part that is surely ink, even of a thin 1."""

RIM_X, RIM_Y = 7, 8
"""What is left out at each edge of a face: margins, bevel, shadow."""

FAINTEST = 20.0
"""Ink nearer to ivory than this has no direction."""

WHOLE_FACE: Box = (0.0, 0.0, 1.0, 1.0)
PRESENT = 0.25  # of the strongest row or column of ink from which a number is said to stand there


def inks_of(balanced: Floats) -> Floats:
    """N x 3: the BGR of each face's ink; `balanced` as `rectify.balance` gives it."""
    inner = balanced[:, RIM_Y:-RIM_Y, RIM_X:-RIM_X].reshape(len(balanced), -1, 3)
    depth = (IVORY_LEVEL - inner) ** 2
    away = depth[..., 0] + depth[..., 1] + depth[..., 2]  # far quicker than a sum over three
    count = max(12, int(inner.shape[1] * INKY))
    inkiest = np.argpartition(-away, count, axis=1)[:, :count]
    return floats(np.median(np.take_along_axis(inner, inkiest[..., None], axis=1), axis=1))


def directions_of(inks: Floats) -> Floats:
    """N x 3: which way inks differ from ivory, of length 1 unless too faint to tell.

    How deep an ink looks changes with stroke and focus; its direction hardly does."""
    depth = IVORY_LEVEL - inks
    return floats(depth / np.maximum(np.linalg.norm(depth, axis=1, keepdims=True), FAINTEST))


def blueness_of(inks: Floats) -> Floats:
    """N: how much less of the blue than of the red light inks take away; 0 for black and grey."""
    directions = directions_of(inks)
    return floats(directions[:, 2] - directions[:, 0])


def ink_fits(directions: Floats, taught: Floats) -> Floats:
    """N x colours: how well directions fit the taught ones, as logarithms; 0 is best. `taught` is
    colours x 3, NaN where none was taught."""
    away = np.linalg.norm(directions[:, None] - taught[None], axis=2)
    away = np.where(np.isnan(away), INK_STRANGE, away)
    fits = -3.0 * np.log1p((away / INK_SPREAD) ** 2 / 2.0)
    return floats(np.maximum(fits - fits.max(axis=1, keepdims=True), -INK_SAYS_MOST))


def painted(face: Floats, ink: Floats, other: Floats) -> Floats:
    """A balanced face with its ink exchanged for another, shading and edges kept."""
    depth = IVORY_LEVEL - ink
    share = np.clip((IVORY_LEVEL - face) @ depth / max(float(depth @ depth), 1.0), 0.0, 1.1)
    return floats(np.clip(face + share[..., None] * (other - ink), 0, 255))


def number_box_of(balanced: Floats) -> Box:
    """Where numbers stand on upright faces, as shares of the tile: left, top, right, bottom."""
    width, height = FACE_WH
    away = np.abs(IVORY_LEVEL - balanced).sum(axis=3)
    away[:, :RIM_Y] = away[:, -RIM_Y:] = 0.0
    away[:, :, :RIM_X] = away[:, :, -RIM_X:] = 0.0
    mean = np.clip(away - 90.0, 0.0, None).mean(axis=0)
    spans = []
    for axis, size in ((0, width), (1, height)):
        strength = mean.sum(axis=axis)
        there = np.flatnonzero(strength > PRESENT * max(float(strength.max()), 1e-6))
        if not there.size:
            return WHOLE_FACE
        inside = size - 2 * MARGIN_PX
        spans.append(((there[0] - MARGIN_PX) / inside, (there[-1] + 1 - MARGIN_PX) / inside))
    (left, right), (top, bottom) = spans
    return float(left), float(top), float(right), float(bottom)
