"""The reader follows the games' file through all that a companion and a disk do to it."""

import os

import pytest

from device.share.reader import GamesReader
from device.store.contents import body_of
from device.store.lines import line_bytes
from tests.device.share.tables import Playing, opened
from tests.device.store.kept_games import flip, full_disk


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.txt"


@pytest.fixture
def store(path):
    with opened(path) as store:
        yield store


def test_a_missing_file_is_empty_until_there_is_one(path):
    reader = GamesReader(path)
    assert reader.poll() is None
    with opened(path) as store:
        game = Playing(store)
        assert reader.poll().is_whole
        assert list(reader.contents.games) == [game.id]
    path.unlink()
    assert reader.poll().is_whole
    assert reader.contents.games == {}


def test_what_is_added_is_read_and_nothing_else(path, store):
    game = Playing(store)
    reader = GamesReader(path)
    reader.poll()
    assert reader.poll() is None
    game.play()
    news = reader.poll()
    assert not news.is_whole
    assert [fact[:3] for fact in news.facts] == [["log", game.id, 2]]
    assert reader.contents.games[game.id].log == store.contents.games[game.id].log
    assert reader.poll() is None


def test_several_lines_at_once(path, store):
    game = Playing(store)
    reader = GamesReader(path)
    reader.poll()
    game.play(5)
    assert len(reader.poll().facts) == 5
    assert reader.contents.games == store.contents.games


def test_half_a_line_is_left_until_it_is_whole(path, store):
    Playing(store)
    reader = GamesReader(path)
    reader.poll()
    before = path.read_bytes()
    number = before.count(b"\n") + 1
    line = line_bytes(number, body_of(["log", 1, 2, ["play R7@4+1", "draw"]]))
    for cut in (1, 5, len(line) - 1):
        path.write_bytes(before + line[:cut])
        news = reader.poll()
        assert news is None or news.is_whole
        assert len(reader.contents.games[1].log) == 2
    path.write_bytes(before + line)
    reader.poll()
    assert len(reader.contents.games[1].log) == 4


def test_a_line_that_the_disk_refused_is_taken_back(path, store):
    game = Playing(store)
    game.play(3)
    reader = GamesReader(path)
    reader.poll()
    kept = path.read_bytes()
    number = kept.count(b"\n") + 1
    lost = line_bytes(number, body_of(["log", 1, len(reader.contents.games[1].log), ["undo 1"]]))
    path.write_bytes(kept + lost)
    reader.poll()
    assert reader.contents.games[1].log[-1] == "undo 1"
    path.write_bytes(kept)
    assert reader.poll().is_whole
    assert reader.contents.games == store.contents.games


def test_another_line_of_the_same_length_in_its_place(path, store):
    Playing(store)
    reader = GamesReader(path)
    kept = path.read_bytes()
    number = kept.count(b"\n") + 1
    for move in ("R7@4+1", "R8@4+1"):
        path.write_bytes(kept + line_bytes(number, body_of(["log", 1, 2, [f"play {move}"]])))
        os.utime(path, ns=(number, number + ord(move[1])))  # a clock that ticks slowly
        reader.poll()
        assert reader.contents.games[1].log[-1] == f"play {move}"


def test_a_full_disk_changes_nothing(path, store):
    game = Playing(store)
    reader = GamesReader(path)
    reader.poll()
    with full_disk(store), pytest.raises(Exception, match="kept"):
        game.play()
    reader.poll()
    assert reader.contents.games == store.contents.games


def test_a_file_that_was_rewritten(path):
    with opened(path) as store:
        first = Playing(store, names=("Cleo", "Dan"))
        first.play(3)
        second = Playing(store)
        second.play()
        reader = GamesReader(path)
        reader.poll()
        store.delete(first.id)
        reader.poll()
        assert reader.contents.games[first.id].is_deleted
    with opened(path) as store:  # deleted games are gone for good now: a new file
        assert reader.poll().is_whole
        assert list(reader.contents.games) == [second.id]
        again = Playing(store)
        assert not reader.poll().is_whole
        assert list(reader.contents.games) == [second.id, again.id]


def test_of_a_damaged_file_what_can_be_saved(path):
    with opened(path) as store:
        first = Playing(store)
        first.play(4)
        Playing(store)
    flip(path, 40)  # one bit: turned back
    reader = GamesReader(path)
    assert reader.poll().is_whole
    assert len(reader.contents.games) == 2
    raw = path.read_bytes()
    begin = raw.rindex(b'"begin"')
    path.write_bytes(raw[:begin] + b"#" * 9 + raw[begin + 9 :])
    reader.poll()
    assert list(reader.contents.games) == [first.id]


def test_lines_of_a_newer_companion_are_left_out(path):
    path.write_bytes(line_bytes(1, body_of(["games", 99])) + line_bytes(2, body_of(["what", 1])))
    reader = GamesReader(path)
    assert reader.poll().is_whole
    assert reader.contents.games == {}


def test_a_folder_in_its_place_raises_oserror(path):
    path.mkdir()
    with pytest.raises(OSError, match="regular"):
        GamesReader(path).poll()
