"""What the namers of MOSAIX see while they learn."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is there only to train")

from vision.boards.classes import CELL_PX, CELL_SPAN  # noqa: E402
from vision.lab.mosaix.train.learn import ViewCut, by_doubt, namer_batches  # noqa: E402
from vision.lab.mosaix.train.samples import CELL_PATCH_PX  # noqa: E402

LOOK = ViewCut(CELL_PX, CELL_SPAN)


def shaded(*shades):
    """Patches that are dark on the left, bright on the right, by so much."""
    ramp = np.linspace(-1, 1, CELL_PATCH_PX)[None, :, None] * np.ones((CELL_PATCH_PX, 1, 3))
    return np.stack([(128 + shade * ramp).astype(np.uint8) for shade in shades])


def test_what_is_in_doubt_is_seen_more_often():
    patches = shaded(100, 0)  # levelled, one has a contrast and the other none

    def net(views):
        contrast = views.std(dim=(1, 2, 3))
        return torch.stack([20 * contrast, torch.zeros_like(contrast)], dim=1)

    plain, doubtful = by_doubt(net, patches, LOOK)
    assert doubtful > 4 * plain > 0


@pytest.mark.parametrize(("weights", "bright"), [((1, 0, 1), 0.0), ((0, 1, 1), 1.0), (None, 0.5)])
def test_patches_of_a_class_come_as_often_as_their_weights_say(weights, bright):
    patches, classes = shaded(0, 100, 100), np.array([0, 0, 1])
    often = None if weights is None else np.array(weights, np.float32)
    rng = np.random.default_rng(3)
    make = namer_batches(patches, classes, LOOK, weights=often)
    seen = [make(rng) for _ in range(4)]
    views = np.concatenate([views[names == 0] for views, names in seen])
    assert 0.3 < np.mean(np.concatenate([names for _, names in seen])) < 0.7
    assert np.mean(views.std(axis=(1, 2, 3)) > 0.7) == pytest.approx(bright, abs=0.15)
