"""`sepmosa propose` and `sepmosa read`: exactly the contract's JSON, from real pictures."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.lab.simulate.household import extent_of, frame_of, household
from vision.lab.simulate.turns import simulated_game, turns_of

SEPMOSA = Path(sys.executable).with_name("sepmosa")
SIZE = (1024, 768)


def sepmosa(*words, stdin=""):
    return subprocess.run(
        [SEPMOSA, *map(str, words)], input=stdin, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    """The moves before a turn, the turn, and a picture of the table after it."""
    turns = list(turns_of(simulated_game(11)))
    turn = turns[7]
    home = household(11, SIZE, "dish")
    path = tmp_path_factory.mktemp("shots") / "after.png"
    cv2.imwrite(str(path), frame_of(home, turn.after, extent_of([turn.after.mosaic]), 8))
    return [str(each.move) for each in turns[:7]], turn, path


def ask(*questions):
    lines = "\n".join(q if isinstance(q, str) else json.dumps(q) for q in questions)
    done = sepmosa("propose", stdin=lines + "\n")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_move_is_proposed_with_its_points(shot):
    moves, turn, path = shot
    (reply,) = ask({"moves": moves, "frames": [str(path)]})
    assert list(reply) == [
        *["status", "move", "points", "reason", "candidates", "differences", "ms"]
    ]
    assert (reply["status"], reply["move"], reply["reason"]) == ("move", str(turn.move), None)
    assert isinstance(reply["points"], int)
    assert reply["candidates"][0][0] == str(turn.move)
    assert reply["ms"] > 0


def test_nothing_changed_and_the_table_taken_back(shot):
    moves, turn, path = shot
    none, undone = ask(
        {"moves": [*moves, str(turn.move)], "frames": [str(path), str(path)]},
        {"moves": [*moves, str(turn.move), "pass", "pass"], "frames": [str(path)]},
    )
    assert (none["status"], none["move"], none["differences"]) == ("none", None, [])
    assert undone["status"] == "none"  # a pass leaves the table as it was


def test_a_bad_line_gets_an_error_and_the_run_goes_on(shot, tmp_path):
    moves, turn, path = shot
    text = tmp_path / "text.png"
    text.write_text("no picture")
    replies = ask(
        "nonsense",
        {"moves": ["R7@9+9"], "frames": [str(path)]},
        {"moves": ["R7@4+1", "reset"], "frames": [str(path)]},
        {"moves": moves, "frames": []},
        {"moves": moves, "frames": [str(text)]},
        {"moves": moves, "frames": ["/does/not/exist.png"]},
        {"moves": moves, "frames": [str(path)], "more": 1},
        {"moves": "R7@4+1", "frames": [str(path)]},
        {"moves": moves, "frames": [str(path)]},
    )
    assert all(list(reply) == ["error"] for reply in replies[:-1])
    assert replies[-1]["move"] == str(turn.move)


def test_a_dark_frame_and_a_table_without_joker_are_blocked(shot, tmp_path):
    moves, *_ = shot
    dark, bare = tmp_path / "dark.png", tmp_path / "bare.png"
    rng = np.random.default_rng(1)
    cv2.imwrite(str(dark), np.full((480, 640, 3), 6, np.uint8))
    cv2.imwrite(str(bare), rng.integers(90, 170, (480, 640, 3), dtype=np.uint8))
    one, two = ask({"moves": moves, "frames": [str(dark)]}, {"moves": moves, "frames": [str(bare)]})
    assert (one["status"], one["reason"]) == ("blocked", "dark")
    assert (two["status"], two["reason"]) == ("blocked", "no-joker")


def test_read_prints_one_object_a_picture_in_order(shot, tmp_path):
    _, turn, path = shot
    text = tmp_path / "text.png"
    text.write_text("no picture")
    done = sepmosa("read", text, path, "--annotate", tmp_path / "marked")
    assert done.returncode == 2  # after all answers
    assert done.stderr == "sepmosa: 1 of 2 pictures cannot be read\n"
    bad, good = map(json.loads, done.stdout.splitlines())
    assert list(bad) == ["image", "error"]
    assert list(good) == ["image", "tiles", "problems", "ms"]
    assert good["image"] == str(path)
    cells = {tile["cell"]: tile["tile"] for tile in good["tiles"] if tile["cell"]}
    assert cells["4+0"] == "*"
    expected = {str(cell): str(tile) for cell, tile in turn.after.mosaic.items()}
    assert {cell: cells.get(cell) for cell in expected} == expected
    assert (tmp_path / "marked" / "after.jpg").exists()


def test_marked_pictures_that_cannot_be_written_get_one_clear_line(shot):
    *_, path = shot
    done = sepmosa("read", path, "--annotate", "/dev/null/marked")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("sepmosa: cannot write ")
