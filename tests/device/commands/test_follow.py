"""`sepmosa follow`: exactly the contract's lines, from pictures of a table."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tests.vision.drawn import drawn_turn

SEPMOSA = Path(sys.executable).with_name("sepmosa")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Files of the turn's pictures, by name."""
    folder = tmp_path_factory.mktemp("frames")
    turn = drawn_turn()
    for name in ("before", "hand", "after", "dimmer"):
        cv2.imwrite(str(folder / f"{name}.png"), getattr(turn, name))
    return {path.stem: str(path) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def moves():
    """The game before the turn."""
    turn = drawn_turn().turn
    return moves_of_game(turn.number)


def moves_of_game(number):
    from vision.lab.simulate.turns import simulated_game, turns_of

    turns = [turn for turn in turns_of(simulated_game(3)) if turn.number < number]
    return [str(turn.move) if turn.move else "pass" for turn in turns]


def ask(*lines):
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    done = subprocess.run(
        [SEPMOSA, "follow"], input=text, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_turn_is_followed_confirmed_and_taken_back(pictures, moves):
    move = str(drawn_turn().move)
    replies = ask(
        {"moves": moves},
        {"frame": pictures["before"]},
        {"frame": pictures["after"]},
        {"frame": pictures["hand"]},
        {"confirm": move},
        {"frame": pictures["after"]},
        {"frame": pictures["dimmer"]},
        {"frame": pictures["before"]},
        {"confirm": "undo"},
        {"frame": pictures["before"]},
    )
    begun, before, after, hand, confirmed, same, dimmer, back, undone, again = replies
    assert begun == {"turn": len(moves) + 1}
    assert list(before) == [
        *["status", "move", "points", "reason", "candidates", "differences", "read", "ms"]
    ]
    assert (before["status"], before["read"]) == ("none", "full")
    assert (after["status"], after["move"], after["read"]) == ("move", move, "changes")
    assert (hand["status"], hand["reason"]) == ("blocked", "covered")
    assert confirmed == {"turn": len(moves) + 2}
    assert [same["status"], dimmer["status"]] == ["none", "none"]
    assert same["read"] == "changes"
    assert (back["status"], back["back"]) == ("undone", 1)
    assert undone == {"turn": len(moves) + 1}
    assert again["status"] == "none"


def test_what_cannot_be_used_is_an_error_in_its_line_and_no_more(pictures, moves, tmp_path):
    bad = [
        "not JSON",
        "[]",
        {},
        {"frame": str(tmp_path / "nowhere.png")},
        {"frame": 7},
        {"frame": pictures["before"], "confirm": "pass"},
        {"moves": "R7@4+1"},
        {"moves": ["R7@9+9"]},
        {"confirm": "R7"},
        {"confirm": "R7@4+30"},
        {"confirm": "reset"},
        {"confirm": "reshuffle"},
        {"undo": True},
    ]
    first, *errors, last = ask({"moves": moves}, *bad, {"frame": pictures["before"]})
    assert first == {"turn": len(moves) + 1}
    assert [list(reply) for reply in errors] == [["error"]] * len(bad)
    assert last["status"] == "none"


def test_a_pass_is_confirmed_and_a_new_game_begun(pictures, moves):
    replies = ask({"confirm": "pass"}, {"confirm": "undo"}, {"confirm": "undo"}, {"moves": []})
    assert replies[:2] == [{"turn": 2}, {"turn": 1}]
    assert list(replies[2]) == ["error"]
    assert replies[3] == {"turn": 1}
