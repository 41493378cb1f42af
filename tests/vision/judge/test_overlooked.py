"""Action tiles that the first look misses, on cloths with a pattern as large as tiles."""

import pytest

from vision.lab.simulate.rehearse import Course, rehearse


@pytest.mark.parametrize("seed", [70003, 70014])
def test_a_tile_that_an_overlooked_action_tile_took_was_not_taken_back(seed):
    tally = rehearse(Course(seed, mischief="wrong-colour-undo", style="named", turns=5, every=5))
    assert (tally.wrong, tally.named) == ([], 1)
