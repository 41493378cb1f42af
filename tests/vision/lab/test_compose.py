"""Composite training pictures: what they call a tile is one."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from vision.geometry import covered
from vision.lab.train import compose
from vision.lab.train.faces import Face, cut_face
from vision.lab.train.lies import lie_corners, random_camera
from vision.lab.train.photos import FACE_WH
from vision.lab.train.racks import draw_rack, on_rack
from vision.lab.train.sample import TrainingSample
from vision.picture import Image, floats

SIZE_WH = (640, 480)


def face(tile: str) -> Face:
    """A made-up ivory face with the tile's number."""
    picture: Image = np.full((FACE_WH[1], FACE_WH[0], 3), (205, 228, 238), np.uint8)
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, FACE_WH[0] // 24)
    number_xy = (FACE_WH[0] // 4, FACE_WH[1] // 2)
    cv2.putText(picture, tile[1:], number_xy, font, FACE_WH[0] / 60, (30, 30, 200), thick)
    return cut_face(tile, picture, 90.0, "made-up")


FACES = [face(f"R{number}") for number in range(1, 10)]


@pytest.fixture
def racked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "RACKED", 1.0)


def composite(seed: int) -> TrainingSample:
    return compose.compose(FACES, (), SIZE_WH, np.random.default_rng(seed))


@pytest.mark.usefixtures("racked")
def test_a_composite_comes_from_its_seed_alone() -> None:
    first, again = composite(5), composite(5)
    assert (first.frame_bgr == again.frame_bgr).all()
    assert [tile.tile for tile in first.tiles] == [tile.tile for tile in again.tiles]
    assert (first.frame_bgr != composite(6).frame_bgr).any()


@pytest.mark.parametrize("seed", range(20))
def test_tiles_in_a_rack_stand_side_by_side(seed: int) -> None:
    outlines = [lie_corners(lie) for lie in on_rack(np.random.default_rng(seed))]
    assert all(covered(a, b) < 0.1 for a, b in combinations(outlines, 2))


@pytest.mark.parametrize("seed", range(6))
def test_the_board_is_behind_every_tile_of_the_rack(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lies = on_rack(rng)
    camera = random_camera(SIZE_WH, 30.0, np.radians(20), rng)
    bare: Image = np.full((SIZE_WH[1], SIZE_WH[0], 3), (255, 0, 255), np.uint8)
    draw_rack(bare, lies, camera, rng)
    middles = camera.project(floats([[lie.x, lie.y, 0.0] for lie in lies])).astype(int)
    inside = [(x, y) for x, y in middles if 0 <= x < SIZE_WH[0] and 0 <= y < SIZE_WH[1]]
    assert inside
    assert not any((bare[y, x] == (255, 0, 255)).all() for x, y in inside)


@pytest.mark.usefixtures("racked")
def test_what_the_truth_calls_a_tile_is_paler_than_its_board() -> None:
    paler = []
    for seed in range(12):
        sample = composite(seed)
        grey = cv2.cvtColor(sample.frame_bgr, cv2.COLOR_BGR2GRAY)
        inside = np.zeros(grey.shape, np.uint8)
        for tile in sample.tiles:
            cv2.fillConvexPoly(inside, np.round(tile.quad_xy).astype(np.int32), (1,))
        around = cv2.dilate(inside, np.ones((15, 15), np.uint8)) - inside
        if inside.any():
            paler.append(float(grey[inside > 0].mean()) > float(grey[around > 0].mean()))
    assert sum(paler) >= 0.7 * len(paler)
    assert len(paler) >= 8
