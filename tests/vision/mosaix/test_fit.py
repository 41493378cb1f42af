"""Figures, fitted to the maps a finder should draw."""

import cv2
import numpy as np
import pytest

from engine.mosaix import Symbol
from engine.mosaix.figures import Shape, figure_of, parse_figure
from vision.mosaix.fit import fit_figure

SIDE = 24.0


def maps(places, turn_deg):
    """Shrunken faces and whole dice about the middle of a map; places are columns and rows."""
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shrunk, whole = (np.zeros((200, 260), np.uint8) for _ in range(2))
    middle = np.mean(places, axis=0)
    for place in places:
        for page, size in ((shrunk, 0.6), (whole, 1.04)):
            square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 + place - middle
            corners = square @ spin.T * SIDE + [130, 100]
            cv2.fillConvexPoly(page, np.int32(corners.round()), 255)
    return tuple(np.float32(cv2.GaussianBlur(page, (0, 0), 1.5)) / 255 for page in (shrunk, whole))


def outline(places):
    return figure_of((place, Symbol.CIRCLE) for place in places).canonical()


@pytest.mark.parametrize("turn", [0, 20, -33])
@pytest.mark.parametrize("shape", Shape)
def test_every_shape_is_told_from_the_others(shape, turn):
    figure = parse_figure(shape.value)
    places = [(column, row) for (row, column), _ in figure.dice]
    fit = fit_figure(*maps(places, turn), scale=1.0)
    assert outline(fit.places) == outline(place for place, _ in figure.dice)
    assert abs(abs(fit.step) - SIDE) < 0.12 * SIDE
    assert len(fit.quads()) == 4


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (1, 0), (2, 0), (3.6, 0)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (1.8, 0), (0, 1.8), (1.8, 1.8)],
    ],
)
def test_dice_apart_and_too_few_fit_nothing(places):
    assert fit_figure(*maps(places, 15), scale=1.0) is None


def test_bare_table_fits_nothing():
    nothing = np.zeros((120, 160), np.float32)
    assert fit_figure(nothing, nothing, 1.0) is None
