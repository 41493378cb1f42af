"""Bits flipped one at a time in small games' files: a sample of what `tests.bitflips` does."""

from dataclasses import replace
from random import Random

import pytest

from device.core.settings import Settings
from tests import bitflips

EACH = {"file": 250, "tally": 10, "old": 120, "old-used": 40, "old-log": 80}


@pytest.fixture(scope="module")
def cases():
    return bitflips.cases()


def test_every_case_has_its_sample(cases):
    assert cases.keys() == EACH.keys()
    assert sum(EACH.values()) == 500


@pytest.mark.parametrize("name", EACH)
def test_no_flipped_bit_crashes_loses_or_invents_anything(cases, name):
    case = cases[name]
    whole = bitflips.seen_of(case, case.files)
    assert whole.shown == {1, 2, 3} | ({4} if "used" in name or "log" in name else set())
    bits = Random(1).sample(range(len(case.files[case.target]) * 8), EACH[name])
    came = {bitflips.attempt(case, bitflips.flipped(case, bit), whole) for bit in bits}
    if name == "file":
        assert came == {bitflips.MENDED}  # what is written today: told, and nothing lost
    elif name == "tally":
        assert came == {bitflips.FINE}


@pytest.mark.parametrize("name", EACH)
def test_random_damage_crashes_loses_and_invents_nothing(cases, name):
    case = cases[name]
    if name == "old-log":
        pytest.skip("a log of 0.1 that was cut off looks like one that a power cut ended early")
    whole = bitflips.seen_of(case, case.files)
    for seed in range(30):
        bitflips.attempt(case, bitflips.damaged(case, Random(seed)), whole)


def test_what_must_not_be_is_found(cases):
    """A store that would hide a game, or show another, is found out."""
    case = cases["file"]
    whole = bitflips.seen_of(case, case.files)
    names, log = whole.games[1]
    for games in ({9: (names, log)}, {1: (names, (*log[:-1], "pass"))}, {1: (("X", "Y"), log)}):
        with pytest.raises(AssertionError):
            bitflips.judge_invented(replace(whole, games=games), whole)
    for lost in ({"games": {}}, {"shown": frozenset()}, {"open": {}}, {"settings": Settings()}):
        with pytest.raises(AssertionError, match="nobody was told"):
            bitflips.judge(replace(whole, **lost), whole, case)
        assert bitflips.judge(replace(whole, **lost, is_told=True), whole, case) == bitflips.CUT
