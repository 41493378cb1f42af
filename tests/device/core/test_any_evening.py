"""Whatever happens in whatever order: what is recorded was on the screen as an offer, was made from
a look the rule allows, and was confirmed by the player whose turn it was. `EVENINGS=1000` in the
environment plays so many instead of a few."""

import os
from random import Random

import pytest

from tests.device.core.evening import HAPPENS, Evening


@pytest.mark.parametrize("seed", range(int(os.environ.get("EVENINGS", "20"))))
def test_whatever_is_recorded_was_offered_seen_and_confirmed(seed, tmp_path):
    evening = Evening(tmp_path / "games.txt", Random(seed))
    evening.switch_on()
    evening.begin()
    for _ in range(60):
        evening.rng.choice(HAPPENS)(evening)
        evening.turn_over()
    evening.store.close()
