"""Fits figures to a finder's maps: which of the seven shapes lies there, where, and how well."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.figures import QUARTERS, Place, Shape, parse_figure
from engine.mosaix.symbols import DICE
from vision.frames import floats, pixels

if TYPE_CHECKING:
    from vision.frames import Floats, Image

LEAST_FIT = 1.15
"""Of a fit's score, at most 2.5."""

AHEAD = 0.12
"""By how much the best figure must fit better than the best of another shape."""

_TURNS = tuple(np.radians(range(-45, 45, 9)))
_SIZES = (0.85, 0.95, 1.05, 1.18)
_REFINED = 6  # of the first fits, so many are made better
_STEPS = (0.2, 0.1, 0.05, 0.025)  # of a side
_STAR = ((0, 0), (0.16, 0.16), (-0.16, 0.16), (0.16, -0.16), (-0.16, -0.16))


@dataclass(frozen=True, slots=True)
class Fit:
    """Four places of a lattice, its middle and its step to the right in pixels, and the score."""

    places: tuple[Place, ...]
    middle: complex
    step: complex
    score: float

    def quads(self) -> list[Floats]:
        """The faces, each (4, 2), clockwise."""
        corners = np.array([-0.5 - 0.5j, 0.5 - 0.5j, 0.5 + 0.5j, -0.5 + 0.5j])
        quads = []
        for centre in _centred(self.places):
            at = self.middle + self.step * (centre + corners)
            quads.append(floats(np.stack([at.real, at.imag], axis=1)))
        return quads


@dataclass(frozen=True, slots=True)
class _Probes:
    """Where a figure's maps are looked at, in sides from its middle, as complex numbers."""

    faces: Floats
    seams: Floats
    rim: Floats


def fit_figure(shrunk: Floats, whole: Floats, scale: float) -> Fit | None:
    """The figure that fits the maps best, in pixels of the frame; nothing where none fits well."""
    fits = [_refined(fit, shrunk, whole) for fit in _first_fits(shrunk, whole)]
    if not fits:
        return None
    fits.sort(key=lambda fit: -fit.score)
    best = fits[0]
    rivals = [fit.score for fit in fits if _differs(fit, best)]
    if best.score < LEAST_FIT or max(rivals, default=0.0) > best.score - AHEAD:
        return None
    return Fit(best.places, best.middle / scale, best.step / scale, best.score)


def _differs(one: Fit, other: Fit) -> bool:
    """Whether two fits put dice on different spots."""
    middles = [np.array([quad.mean(axis=0) for quad in fit.quads()]) for fit in (one, other)]
    apart = np.linalg.norm(middles[0][:, None] - middles[1][None], axis=2).min(axis=1).max()
    return bool(apart > 0.4 * abs(other.step))


def _first_fits(shrunk: Floats, whole: Floats) -> list[Fit]:
    """The most promising figures at coarse places, turns and sizes; of every shape one."""
    piece = _main_piece(shrunk, whole)
    if piece is None:
        return []
    middle, side = piece
    best: list[Fit] = []
    for places in _outlines():
        tried = [
            Fit(places, middle, side * size * np.exp(1j * turn), 0.0)
            for turn in _TURNS
            for size in _SIZES
        ]
        scored = [Fit(f.places, f.middle, f.step, _score(f, shrunk, whole)) for f in tried]
        best.append(max(scored, key=lambda fit: fit.score))
    return sorted(best, key=lambda fit: -fit.score)[:_REFINED]


def _main_piece(shrunk: Floats, whole: Floats) -> tuple[complex, float] | None:
    """The middle of the piece of the map that has most to show, and about a die's side."""
    mask = pixels(whole > 0.45)
    closed = pixels(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)))
    count, labels = cv2.connectedComponents(closed, connectivity=8)
    if count < 2:
        return None
    mass = np.bincount(labels.ravel(), weights=shrunk.ravel(), minlength=count)
    mass[0] = 0
    piece: Image = labels == int(np.argmax(mass))
    rows, columns = np.nonzero(piece)
    low, high = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()])
    x, y = (low + high) / 2
    area = float(np.count_nonzero(piece & (whole > 0.45)))
    return complex(x, y), float(np.sqrt(area / DICE)) * 0.95


def _refined(fit: Fit, shrunk: Floats, whole: Floats) -> Fit:
    """The fit after it was moved, turned and sized as long as that is better."""
    for step in _STEPS:
        for _ in range(6):
            before = fit
            shift = abs(fit.step) * step
            for by, factor in (
                (shift, 1), (-shift, 1), (shift * 1j, 1), (-shift * 1j, 1),
                (0, 1 + step / 2), (0, 1 - step / 2), (0, np.exp(1j * step)),
                (0, np.exp(-1j * step)),
            ):  # fmt: skip
                moved = Fit(fit.places, fit.middle + by, fit.step * factor, 0.0)
                score = _score(moved, shrunk, whole)
                if score > fit.score:
                    fit = Fit(moved.places, moved.middle, moved.step, score)
            if fit == before:
                break
    return fit


def _score(fit: Fit, shrunk: Floats, whole: Floats) -> float:
    """How much more the maps show on the faces than between and around them.

    The poorest face counts as much as all together: each of the four must be there.
    """
    probes = _probes(fit.places)
    faces = _at(shrunk, fit, probes.faces).reshape(DICE, -1).mean(axis=1)
    inside = _at(whole, fit, probes.faces).reshape(DICE, -1).mean(axis=1)
    seams, rim = _at(shrunk, fit, probes.seams).mean(), _at(whole, fit, probes.rim).mean()
    there = 0.5 * (faces.mean() + faces.min())
    return float(1.5 * (there - seams) + 0.5 * (inside.mean() + inside.min()) - rim)


def _at(values: Floats, fit: Fit, spots: Floats) -> Floats:
    at = fit.middle + fit.step * spots
    points = floats(np.stack([at.real, at.imag], axis=-1))[None]
    seen: Floats = cv2.remap(values, points, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    return floats(seen[0])


@lru_cache(maxsize=32)
def _probes(places: tuple[Place, ...]) -> _Probes:
    centres = _centred(places)
    star = np.array([complex(*point) for point in _STAR])
    faces = (centres[:, None] + star).ravel()
    seams, rim = [], []
    for (row, column), centre in zip(places, centres, strict=True):
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            way = complex(right, down)
            if (row + down, column + right) in places:
                seams += [centre + way * 0.5 + way * 1j * along for along in (-0.25, 0.0, 0.25)]
            else:
                rim += [centre + way * 0.95 + way * 1j * along for along in (-0.25, 0.25)]
    return _Probes(faces, np.array(seams), np.array(rim))


def _centred(places: tuple[Place, ...]) -> Floats:
    """The places as complex numbers, columns and rows, about the middle of their box."""
    spots = np.array([complex(column, row) for row, column in places])
    low = complex(spots.real.min(), spots.imag.min())
    high = complex(spots.real.max(), spots.imag.max())
    return np.asarray(spots - (low + high) / 2)


@lru_cache(maxsize=1)
def _outlines() -> tuple[tuple[Place, ...], ...]:
    """The nineteen ways round in which the seven shapes can lie."""
    found = {
        tuple(place for place, _ in parse_figure(shape.value).turned(quarters).dice)
        for shape in Shape
        for quarters in QUARTERS
    }
    return tuple(sorted(found))
