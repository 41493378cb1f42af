"""Seven rows of seven, fitted to the maps a finder should draw."""

import cv2
import numpy as np
import pytest

from vision.boards.grid import grid_of

CORNERS = np.float32([[100, 50], [320, 90], [280, 280], [60, 235]])
WH = (400, 320)


def maps(corners=CORNERS, table=False):
    """The shrunken cells and the whole grid, soft as a network draws them."""
    unit = np.float32([[0, 0], [7, 0], [7, 7], [0, 7]])
    matrix = cv2.getPerspectiveTransform(unit, corners)
    shrunk, whole = (np.zeros((WH[1], WH[0]), np.uint8) for _ in range(2))

    def fill(page, left, top, right, bottom):
        square = np.float32([[[left, top], [right, top], [right, bottom], [left, bottom]]])
        cv2.fillConvexPoly(page, np.int32(cv2.perspectiveTransform(square, matrix)[0].round()), 255)

    fill(whole, 0, 0, 7, 7)
    for row in range(7):
        for column in range(7):
            fill(shrunk, column + 0.2, row + 0.2, column + 0.8, row + 0.8)
    if table:
        fill(whole, 7, 2, 8.6, 4)
        fill(shrunk, 7.4, 2.3, 8.3, 3.7)
    return tuple(np.float32(cv2.GaussianBlur(page, (0, 0), 2)) / 255 for page in (shrunk, whole))


def off(grid, corners=CORNERS):
    cell = np.sqrt(cv2.contourArea(corners)) / 7
    return np.linalg.norm(grid.quad_xy - corners, axis=1).max() / cell


@pytest.mark.parametrize("table", [False, True])
def test_the_corners_are_found(table):
    grid = grid_of(*maps(table=table), scale=1.0).upright()
    assert off(grid) < 0.2
    assert len(grid.cells()) == 49


def test_corners_are_told_in_pixels_of_the_frame():
    grid = grid_of(*maps(), scale=0.5).upright()
    assert off(grid, CORNERS * 2) < 0.2


def test_the_first_corner_is_nearest_the_top_left():
    grid = grid_of(*maps(np.roll(CORNERS, 2, axis=0)), scale=1.0).upright()
    assert off(grid) < 0.2


def test_bare_table_is_no_grid():
    nothing = np.zeros((WH[1], WH[0]), np.float32)
    assert grid_of(nothing, nothing, 1.0) is None
    _, whole = maps()
    assert grid_of(nothing, whole, 1.0) is None, "an area without cells is no grid"
