"""Cut-outs laid on tables cover what they should."""

import numpy as np
import pytest

from vision.lab.cutouts.clutter import card_quads, clutter_photos
from vision.lab.cutouts.cutout import CutOut, soft_alpha
from vision.lab.cutouts.hands import hand_frames, hands_of, skin_odds
from vision.lab.cutouts.paste import arm_down, paste, reaching_in, with_sleeve
from vision.lab.train.photos import PHOTOS

needs_photos = pytest.mark.skipif(
    not (PHOTOS / "hands").is_dir(), reason=f"no photographs of hands in {PHOTOS}"
)


def finger(arm: str = "bottom") -> CutOut:
    """A grey finger 20 px wide, 60 long, that points away from its arm, 1 px a millimetre."""
    alpha = np.zeros((60, 40), np.uint8)
    alpha[:, 10:30] = 255
    if arm in ("left", "right"):
        alpha = alpha.T.copy()
    return CutOut(np.full((*alpha.shape, 3), 90, np.uint8), alpha, "hand", "a", 1.0, arm)


def test_a_hand_reaches_from_its_edge_to_where_its_fingertips_should_be() -> None:
    frame = np.full((200, 300, 3), 255, np.uint8)
    hand = arm_down(finger("left"))
    matrix = reaching_in(hand, 3.0, (150.0, 40.0), 0.0)
    picture, covered = paste(frame, hand, matrix)
    assert covered[45, 150] == 255
    assert covered[195, 150] == 255
    assert not covered[30, 150]
    assert not covered[100, 100]
    assert (picture[100, 150] == 90).all()
    assert (picture[100, 100] == 255).all()


def test_a_sleeve_goes_on_from_where_the_arm_ends() -> None:
    rng = np.random.default_rng(1)
    cloth = np.full((50, 50, 3), 30, np.uint8)
    sleeved = with_sleeve(finger("top"), cloth, rng)
    rows = np.nonzero((sleeved.alpha > 200).any(axis=1))[0]
    assert rows.max() == sleeved.alpha.shape[0] - 1
    assert (np.diff(rows) == 1).all()
    assert sleeved.alpha.shape[0] > 250


def test_an_edge_that_the_frame_cuts_is_not_drawn_in() -> None:
    mask = np.zeros((20, 20), np.uint8)
    mask[5:, 5:15] = 1
    alpha = soft_alpha(mask, 2.0, 1.0)
    assert alpha[19, 10] == 255
    assert alpha[5, 10] == 0
    assert alpha[12, 5] == 0


@needs_photos
def test_hands_of_a_clip_are_cut_out_inside_their_boxes() -> None:
    frames = [frame for frame in hand_frames() if frame.clip == "PUZZLE_LIVINGROOM_T_B"]
    found = [hand for frame in frames[:3] for hand in hands_of(frame, skin_odds(frames))]
    assert found
    for hand in found:
        assert hand.group == "PUZZLE_LIVINGROOM_T_B"
        assert hand.arm
        assert 0.15 < (hand.alpha > 127).mean() < 0.95


@needs_photos
def test_single_cards_are_found() -> None:
    frames = clutter_photos()
    assert len(card_quads(frames["017"])) == 1
