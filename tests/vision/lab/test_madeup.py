"""Made-up things that are no tiles, alone and beside tiles in training pictures."""

import numpy as np
import pytest

from vision.geometry import overlap
from vision.lab.madeup import KINDS, made_up
from vision.lab.madeup.page import pale
from vision.lab.train.sample import BACK, SampleTile, TrainingSample
from vision.lab.train.strewn import TILE_LIKE, clutter_table, strewn


@pytest.mark.parametrize("kind", KINDS)
def test_a_thing_is_drawn_whole_and_from_its_seed_alone(kind: str) -> None:
    thing = made_up(np.random.default_rng(7), kind)
    again = made_up(np.random.default_rng(7), kind)
    assert (thing.image_bgr == again.image_bgr).all()
    assert thing.alpha.shape == thing.image_bgr.shape[:2]
    height, width = thing.alpha.shape
    assert thing.alpha[height // 2, width // 2] == 255
    assert thing.image_bgr.std() > 2  # something is drawn on it
    assert 8 < max(height, width) / thing.px_per_mm < 320


def test_all_kinds_that_count_as_tile_like_exist() -> None:
    assert set(KINDS) >= TILE_LIKE


def test_things_lie_beside_tiles_and_never_on_them() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    quad = np.array([[280, 200], [330, 200], [330, 270], [280, 270]], np.float32)
    table = TrainingSample(frame, (SampleTile("R7", quad, 1.0, 1.0),))
    changed = 0
    for seed in range(6):
        made = strewn(table, (), np.random.default_rng(seed))
        assert (made.frame_bgr[202:268, 282:328] == 120).all()
        assert made.tiles[0] is table.tiles[0]
        for like in made.tiles[1:]:
            assert like.tile == BACK
            assert like.visible < 0.5
            assert overlap(like.quad_xy, quad) == 0
        changed += bool((made.frame_bgr != frame).any())
    assert changed >= 5


def test_a_table_of_clutter_has_no_tile() -> None:
    made = clutter_table((), (), (320, 240), np.random.default_rng(3))
    assert all(tile.tile == BACK and tile.visible < 0.5 for tile in made.tiles)
    assert made.frame_bgr.shape == (240, 320, 3)


def test_the_palest_ground_is_still_a_colour() -> None:
    for seed in range(3000):
        assert max(pale(np.random.default_rng(seed))) <= 255
