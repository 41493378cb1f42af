"""A games' file of version 0.1 with bits flipped in it that are known to have done harm."""

import shutil
from pathlib import Path

import pytest

from device.system.doctor.facts import games_state
from device.system.doctor.judge import FileState
from tests.device.store.kept_games import flip, opened

SHARED = Path(__file__).parents[4] / "shared/faults/games.sqlite"
FLIPS = [(3100, 7), (3346, 0), (3385, 0), (7880, 0), (7701, 0)]
"""Text of the schema three times, the head of a row, and the flag that a game is deleted."""


@pytest.fixture
def path(tmp_path):
    if not SHARED.exists():
        pytest.skip("the shared games' file is not here")
    shutil.copy(SHARED, tmp_path / "games.sqlite")
    (tmp_path / "games.sqlite").chmod(0o644)
    return tmp_path / "games.sqlite"


def test_a_sound_file_is_taken_over_whole(path):
    assert games_state(path) is FileState.SOUND
    with opened(path) as store:
        assert store.set_aside is None
        assert [game.id for game in store.past_games()] == [3, 2, 1]
        assert [game.scores for game in store.past_games()] == [(1, 0), (0, 4), (16, 0)]
        assert store.open_game().id == 4
        assert store.names() == ("Bert", "Anna")
        assert store.settings().target == 50


@pytest.mark.parametrize(("at", "bit"), FLIPS)
def test_a_flipped_bit_keeps_nothing_down_and_loses_nothing(path, at, bit):
    flip(path, at, bit)
    assert games_state(path) is FileState.DAMAGED
    with opened(path) as store:
        assert store.set_aside is not None
        assert [len(store.load(number).game.moves) for number in (1, 2, 3)] == [27, 19, 21]
        assert store.open_game().id == 4
        assert store.settings().target == 50
