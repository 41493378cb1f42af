"""Ink on a face: its colour, and the same number painted in another ink."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.picture import floats
from vision.thresholds.tiles import INK_SAYS_MOST, INK_SPREAD, INK_STRANGE
from vision.tiles.rectify import IVORY_LEVEL

if TYPE_CHECKING:
    from vision.picture import Floats

INKY = 0.06
"""Share of a face's inner part that is surely ink, even of a thin 1."""

RIM_X, RIM_Y = 7, 8
"""What is left out at each edge of a face: margins, bevel, shadow."""

FAINTEST = 20.0
"""Ink nearer to ivory than this has no direction."""


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
