"""`sepmosa read-dice` and `read-board`: a line a picture, errors as objects, marked copies."""

import json
from random import Random

import cv2
import pytest

from device.cli import main
from engine.mosaix import parse_board, parse_figure
from engine.mosaix.players import play_random
from vision.lab.mosaix.synth.homes import draw_board, draw_throw, home

SIZE = (960, 720)


@pytest.fixture
def folder(tmp_path):
    place = home(9_302, SIZE)
    board = play_random(1, Random(9_302)).table.boards[0]
    cv2.imwrite(str(tmp_path / "dice.png"), draw_throw(place, parse_figure("OTX/..O"), 1).frame_bgr)
    cv2.imwrite(str(tmp_path / "board.png"), draw_board(place, board, 0).frame_bgr)
    (tmp_path / "notes.png").write_text("tea, milk")
    return tmp_path


def lines_of(capsys, *arguments, status=0):
    assert main([str(argument) for argument in arguments]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_dice(folder, capsys):
    marked = folder / "marked"
    words = ("read-dice", folder / "dice.png", folder / "notes.png", "--annotate", marked)
    first, second = lines_of(capsys, *words, status=2)  # one is no picture
    assert list(first) == ["image", "figure", "confidence", "dice", "problems", "ms"]
    assert (first["figure"] is None) == bool(first["problems"])
    for die in first["dice"]:
        assert list(die)[:3] == ["symbol", "confidence", "quad"]
        assert ("guess" in die) == (die["symbol"] is None)
    assert list(second) == ["image", "error"]
    assert cv2.imread(str(marked / "dice.jpg")).shape == (720, 960, 3)


def test_a_board(folder, capsys):
    (line,) = lines_of(capsys, "read-board", folder / "board.png", "--annotate", folder / "marked")
    assert list(line) == [
        "image", "board", "confidence", "doubtful", "count", "total", "sure", "quad", "problems",
        "ms",
    ]  # fmt: skip
    assert len(line["count"]) == 3
    assert line["sure"] == (not line["doubtful"])
    assert parse_board(line["board"]).boxes is None
    assert (folder / "marked" / "board.jpg").exists()


def test_no_board_in_sight(folder, capsys):
    (line,) = lines_of(capsys, "read-board", folder / "dice.png")
    assert line["problems"] == ["no-board"]
    assert (line["board"], line["total"], line["sure"]) == (None, None, False)


def test_a_folder_that_cannot_be_made(folder, capsys):
    assert main(["read-dice", str(folder / "dice.png"), "--annotate", "/dev/null/marked"]) == 2
    assert capsys.readouterr().err.startswith("sepmosa: cannot write")
