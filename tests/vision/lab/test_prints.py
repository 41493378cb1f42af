"""Print that is no tile, and other light on training pictures."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lab.train import prints
from vision.lab.train.lights import coloured, smeared, veiled
from vision.lab.train.prints import LONE_LETTERS, printed_sheet, printed_table, word
from vision.picture import floats

TILE_NUMBERS = {str(number) for number in range(14)}


@pytest.fixture(params=[True, False], ids=["fonts", "strokes"], autouse=True)
def _fonts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr(prints, "_fonts", tuple)


def test_a_table_of_print_has_no_tile_and_comes_from_its_seed() -> None:
    first, again = (printed_table((320, 240), np.random.default_rng(3)) for _ in range(2))
    assert first.tiles == ()
    assert first.frame_bgr.shape == (240, 320, 3)
    assert (first.frame_bgr == again.frame_bgr).all()
    assert (first.frame_bgr != printed_table((320, 240), np.random.default_rng(4)).frame_bgr).any()


def test_nothing_printed_alone_could_be_a_tiles_number() -> None:
    rng = np.random.default_rng(0)
    assert TILE_NUMBERS.isdisjoint(word(rng) for _ in range(2000))
    assert not set(LONE_LETTERS) & set("0123456789IlOoSBZz|i")


def test_a_sheet_bears_ink() -> None:
    sheets = [printed_sheet(np.random.default_rng(seed)) for seed in range(12)]
    assert sum(len(np.unique(sheet.reshape(-1, 3), axis=0)) > 1 for sheet in sheets) >= 10


def test_haze_lifts_black_ink_and_keeps_it_below_the_ivory() -> None:
    rng = np.random.default_rng(1)
    ink_and_ivory = floats([[[10, 10, 10], [214, 230, 236]]])
    for _ in range(50):
        black, ivory = veiled(ink_and_ivory, rng)[0]
        assert (black > 10).all()
        assert (ivory > black + 50).all()


def test_colours_become_fuller_or_paler_about_their_grey() -> None:
    rng = np.random.default_rng(2)
    red = floats([[[40, 50, 180]]])
    spreads = [float(np.ptp(coloured(red, rng)[0, 0])) for _ in range(50)]
    assert min(spreads) < 0.7 * 140 < 1.4 * 140 < max(spreads)
    assert coloured(red, rng).mean() == pytest.approx(90, abs=0.01)


def test_a_moved_camera_spreads_a_spot_and_keeps_its_light() -> None:
    spot = np.zeros((21, 21, 3), np.float32)
    spot[10, 10] = 200
    moved = smeared(spot, 7.0, np.random.default_rng(5))
    assert moved.sum() == pytest.approx(600, rel=0.01)
    assert (moved[..., 0] > 1).sum() >= 2
