"""`sepmosa teach` and `sepmosa read --profile`: from pictures to a profile and back to readings."""

import json
import os
import resource

import cv2
import pytest

from device.cli import main
from device.store.store import Store
from tests.device.store.test_profiles import some_profile
from tests.vision.tiles.profile.lessons import game_drawn, lesson_drawn
from vision.tiles.profile.text import parse_profile


@pytest.fixture
def lesson_file(tmp_path):
    """A picture of the 26 tiles, one of them smudged so that it must be asked about."""
    drawn = lesson_drawn()
    frame_bgr = drawn.frame_bgr.copy()
    nine = next(tile for tile in drawn.tiles if tile.tile == "K9")
    (left, top), (right, low) = nine.quad_xy.min(axis=0), nine.quad_xy.max(axis=0)
    smudged = frame_bgr[int(top) : int(low), int(left) : int(right)]
    smudged[:] = cv2.GaussianBlur(smudged, (0, 0), 6)
    path = tmp_path / "lesson.png"
    cv2.imwrite(str(path), frame_bgr)
    return str(path)


def said(capsys, *arguments):
    status = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_taught_and_used(tmp_path, capsys, lesson_file):
    state = ("--state", tmp_path / "state")
    status, out, err = said(capsys, "teach", lesson_file, "--name", "at home", *state)
    told = json.loads(out)
    assert (status, err, told["profile"]) == (0, "", "at home")
    assert told["tiles"] + len(told["questions"]) == 26
    assert told["questions"][0]["image"] == lesson_file
    assert len(told["questions"][0]["quad"]) == 4

    first = [question["guesses"][0][0] for question in told["questions"]]
    *_, out, _ = said(capsys, "teach", lesson_file, "--answers", *first, *state)
    told = json.loads(out)
    assert (told["tiles"], told["missing"], told["questions"]) == (26, [], [])

    _, out, _ = said(capsys, "teach", "--list", *state)
    taught = sorted(json.loads(line)["profile"] for line in out.splitlines())
    assert taught == ["at home", "my tiles"]

    game = tmp_path / "game.png"
    cv2.imwrite(str(game), game_drawn().frame_bgr)
    named = []
    for profile in ((), ("--profile", "my tiles", *state)):
        _, out, _ = said(capsys, "read", game, *profile)
        reading = json.loads(out)
        assert list(reading) == ["image", "tiles", "problems", "ms"]
        named.append(sum(tile["tile"] is not None for tile in reading["tiles"]))
    assert named[1] > named[0]


def test_profiles_travel_as_files(tmp_path, capsys, lesson_file):
    state, exported = ("--state", tmp_path / "state"), tmp_path / "set.json"
    said(capsys, "teach", lesson_file, "--out", exported)
    assert said(capsys, "teach", "--import", exported, *state)[0] == 0
    assert said(capsys, "teach", "--rename", "my tiles", "kitchen", *state)[0] == 0
    again = tmp_path / "again.json"
    assert said(capsys, "teach", "--export", "kitchen", again, *state)[0] == 0
    one, two = (json.loads(path.read_text()) for path in (exported, again))
    assert one | {"name": "kitchen"} == two
    assert said(capsys, "teach", "--delete", "kitchen", *state)[0] == 0
    assert said(capsys, "teach", "--list", *state)[1] == ""


def test_a_profile_file_is_written_whole_and_on_disk(tmp_path, capsys, monkeypatch):
    state, target = ("--state", tmp_path / "state"), tmp_path / "set.json"
    with Store(tmp_path / "state" / "games.txt", str) as store:
        store.profiles.keep(some_profile())
    target.write_text("the one before")
    waits, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (waits.append(handle), sync(handle)))
    assert said(capsys, "teach", "--export", "kitchen", target, *state)[0] == 0
    assert len(waits) >= 2  # the file's content, and its name
    assert parse_profile(target.read_text()).name == "kitchen"
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))  # no file grows beyond this
        assert said(capsys, "teach", "--export", "kitchen", target, *state)[0] == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert parse_profile(target.read_text()).name == "kitchen"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set.json", "state"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((), "which pictures"),
        (("no.jpg",), "no.jpg"),
        (("--delete", "x"), "no profile"),
        (("--import", "x.json"), "x.json"),
        (("--name", "...", "x.jpg"), "name"),
        (("--list", "x.jpg"), "not both"),
        (("--rename", "x", "y"), "no profile"),
    ],
)
def test_bad_input_gets_one_line(tmp_path, capsys, arguments, word):
    status, out, err = said(capsys, "teach", *arguments, "--state", tmp_path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert word in err


def test_bad_answers_and_too_few_tiles_are_told(tmp_path, capsys, lesson_file):
    assert "R14" in said(capsys, "teach", lesson_file, "--answers", "R14")[2]
    status, _, err = said(capsys, "teach", lesson_file, "--answers", *["R1"] * 27)
    assert (status, err.count("\n")) == (2, 1)
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), lesson_drawn().frame_bgr // 16)
    assert "0 tiles found" in said(capsys, "teach", blank)[2]
    assert "no profile" in said(capsys, "read", blank, "--profile", "x", "--state", tmp_path)[2]
