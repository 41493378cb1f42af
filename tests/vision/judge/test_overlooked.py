"""Action tiles that the first look misses, or outlines as if they leaned, on patterned cloths."""

import pytest

from vision.lab.simulate.rehearse import Course, rehearse


@pytest.mark.parametrize("seed", [70003, 70014])
def test_a_tile_that_an_overlooked_action_tile_took_was_not_taken_back(seed):
    tally = rehearse(Course(seed, mischief="wrong-colour-undo", style="named", turns=5, every=5))
    assert (tally.wrong, tally.named) == ([], 1)


def test_a_tile_that_an_action_tile_with_a_short_outline_took_was_not_taken_back():
    tally = rehearse(Course(20031, mischief="wrong-colour-undo", style="named", every=5))
    assert not tally.wrong
