"""Set profiles with the games: kept, renamed, deleted, brought back, saved from damage."""

import numpy as np

from device.store.profiles import kept_profile
from device.store.store import Store
from tests.device.store.kept_games import flip
from vision.tiles.profile.profile import TaughtFace, profile_of
from vision.tiles.profile.text import profile_text

RNG = np.random.default_rng(3)


def some_profile(name="kitchen", tiles=("K1", "R2", "*")):
    faces = [TaughtFace(tile, RNG.integers(0, 256, (64, 48, 3), np.uint8)) for tile in tiles]
    return profile_of(name, faces, 1.4)


def opened(tmp_path):
    return Store(tmp_path / "games.txt", lambda: "2026-11-15T20:00")


def names(store):
    return [line.name for line in store.profiles.lines()]


def test_a_profile_is_there_after_the_file_was_closed(tmp_path):
    profile = some_profile()
    with opened(tmp_path) as store:
        store.profiles.keep(profile)
    with opened(tmp_path) as store:
        (line,) = store.profiles.lines()
        assert (line.name, line.taught, line.kinds) == ("kitchen", "2026-11-15T20:00", 3)
        assert profile_text(store.profiles.load("kitchen")) == profile_text(profile)


def test_one_of_the_same_name_takes_its_place(tmp_path):
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile())
        store.profiles.keep(some_profile(tiles=("K1",)))
        assert [line.kinds for line in store.profiles.lines()] == [1]


def test_renaming_keeps_all_but_the_name_and_takes_no_other_s(tmp_path):
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile("one"))
        store.profiles.keep(some_profile("two"))
        assert not store.profiles.rename("one", "two")
        assert not store.profiles.rename("none", "three")
        assert store.profiles.rename("one", "three")
        assert sorted(names(store)) == ["three", "two"]
        assert store.profiles.load("three").name == "three"


def test_a_deleted_profile_comes_back_until_the_file_is_opened_again(tmp_path):
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile())
        store.profiles.delete("kitchen")
        assert names(store) == []
        store.profiles.restore("kitchen")
        assert names(store) == ["kitchen"]
        store.profiles.delete("kitchen")
    with opened(tmp_path) as store:
        store.profiles.restore("kitchen")
        assert names(store) == []


def test_it_can_be_read_while_the_companion_runs(tmp_path):
    path = tmp_path / "games.txt"
    assert kept_profile(path, "kitchen") is None
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile())
        assert kept_profile(path, "kitchen").kinds == {"K1", "R2", "*"}
        assert kept_profile(path, "cellar") is None


def test_a_profile_that_cannot_be_used_is_none_and_the_others_stay(tmp_path):
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile("one"))
        store.profiles.keep(some_profile("two"))
        store.write("test", ["profile", "one", "", "{}"])
    with opened(tmp_path) as store:
        assert store.profiles.load("one") is None
        assert names(store) == ["two"]


def test_a_flipped_bit_costs_no_profile(tmp_path):
    path = tmp_path / "games.txt"
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile())
    assert path.stat().st_size > 30_000
    flip(path, 20_000, 3)
    with opened(tmp_path) as store:
        assert store.set_aside is not None
        assert names(store) == ["kitchen"]
        assert store.profiles.load("kitchen") is not None


def test_a_name_that_was_deleted_can_be_used_again(tmp_path):
    with opened(tmp_path) as store:
        store.profiles.keep(some_profile("one"))
        store.profiles.keep(some_profile("two"))
        store.profiles.delete("two")
        assert store.profiles.rename("one", "two")
        assert names(store) == ["two"]
    with opened(tmp_path) as store:
        assert names(store) == ["two"]
