"""Real hands over tables, and clutter beside tiles, cover what they say they cover."""

import numpy as np

from vision.lab.cutouts.cutout import CutOut
from vision.lab.cutouts.paste import laid_free
from vision.lab.cutouts.reach import Wardrobe, laid_over
from vision.lab.train.evaluate import main

WHITE = np.full((240, 320, 3), 250, np.uint8)


def hand() -> CutOut:
    """A brown palm 60 px wide, 90 long, with an arm, 1 px a millimetre."""
    alpha = np.zeros((150, 90), np.uint8)
    alpha[20:110, 15:75] = 255
    alpha[100:, 28:62] = 255
    return CutOut(np.full((*alpha.shape, 3), 90, np.uint8), alpha, "hand", "a", 1.0, "bottom")


def card() -> CutOut:
    alpha = np.full((88, 63), 255, np.uint8)
    return CutOut(np.full((88, 63, 3), 40, np.uint8), alpha, "card", "a", 1.0)


def test_what_a_hand_covers_is_changed_and_the_rest_is_not() -> None:
    wardrobe = Wardrobe([hand()], [])
    for seed in range(12):
        rng = np.random.default_rng(seed)
        frame, covered = laid_over(WHITE, wardrobe.hand(rng), 1.0, rng, (160.0, 120.0))
        assert 0.02 < (covered > 127).mean() < 0.9
        near = covered[95:146, 135:186]
        assert near.max() > 127  # the fingertips are where they should be
        assert (frame[covered > 250].mean(axis=1) < 249).mean() > 0.9
    bare, nothing = laid_over(WHITE, hand(), 1.0, np.random.default_rng(1), (5000.0, 5000.0))
    assert not nothing.any()
    assert (bare == WHITE).all()


def test_a_hand_reaches_in_from_an_edge() -> None:
    wardrobe = Wardrobe([hand()], [])
    for seed in range(12):
        rng = np.random.default_rng([seed, 2])
        _, covered = laid_over(WHITE, wardrobe.hand(rng), 1.0, rng, (160.0, 120.0))
        rim = np.concatenate([covered[0], covered[-1], covered[:, 0], covered[:, -1]])
        assert (rim > 127).any()


def test_clutter_lies_where_no_tile_does() -> None:
    tile = np.array([[100, 60], [200, 60], [200, 180], [100, 180]], np.float32)
    laid = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        frame, found = laid_free(WHITE, [card(), card()], 0.8, [tile], rng)
        assert (frame[60:180, 100:200] == 250).all()
        for _, box in found:
            x, y = box.mean(axis=0).clip([0, 0], [319, 239]).astype(int)
            assert (frame[y, x] < 60).all()
        laid += len(found)
    assert laid >= 10


def test_a_set_that_is_not_there_is_named(capsys) -> None:
    assert main(["no-such-set"]) == 2
    assert "clutter" in capsys.readouterr().err
