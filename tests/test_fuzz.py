"""A little of the fuzzing with every run of the tests, and everything it ever found."""

from random import Random

import cv2
import pytest

from tests.fuzz import FINDS, Target, attempt, damaged, targets

EVERY = targets()
TRIES = {"record": 20, "config": 20, "mosaix-record": 20, "shared": 10}  # slow readers


@pytest.fixture(autouse=True)
def quiet():
    """The decoders would write about every damaged picture."""
    level = cv2.setLogLevel(0)
    yield
    cv2.setLogLevel(level)


@pytest.mark.parametrize("name", EVERY)
def test_good_input_is_taken(name):
    for seed in EVERY[name].seeds:
        assert attempt(EVERY[name], seed) is None


@pytest.mark.parametrize("name", EVERY)
def test_damaged_input_is_refused_as_promised(name):
    rng = Random(name)
    for _ in range(TRIES.get(name, 100)):
        data = damaged(EVERY[name].seeds, rng)
        assert attempt(EVERY[name], data) is None, data


@pytest.mark.parametrize("path", sorted(FINDS.glob("*")), ids=lambda path: path.name)
def test_what_was_found_once_is_refused_now(path):
    assert attempt(EVERY[path.name.rpartition("-")[0]], path.read_bytes()) is None


def test_a_reader_that_breaks_its_promise_is_a_find():
    broken = Target((b"x",), lambda data: data[100], (ValueError,))
    assert "IndexError" in attempt(broken, b"x")
