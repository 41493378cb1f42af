"""Pictures of misreadings: when one is wanted, what lies beside it, and that they stay few."""

import json

import numpy as np
import pytest

from device.camera.misreadings import MisreadingAlbum
from device.core import events as on
from device.core.model import CameraStatus
from device.games.sepmosa import events as own
from device.games.sepmosa.effects import Misread
from device.games.sepmosa.model import Phase
from engine.sepmosa import parse_move
from tests.device.driver import cell, move, playing, sure, tile, touching
from tests.device.store.kept_games import played
from vision.image_file import read_image
from vision.judge import Proposal, Status

FRAME = np.full((90, 160, 3), 128, np.uint8)


def misread(was="R8@4+2"):
    return Misread(played("R7@4+1"), sure("R6@4+2"), parse_move(was))


def album(folder, most=10, most_bytes=10 << 20, frame=FRAME):
    return MisreadingAlbum(folder / "misreadings", lambda: frame, most, most_bytes)


def names(folder):
    return sorted(path.name for path in (folder / "misreadings").iterdir())


# When


def test_a_doubted_reading_is_one():
    session = playing("R7@4+1").see(sure("R6@4+2")).do(own.Doubt(), own.ChooseMove(move("R8@4+2")))
    assert session.kinds(Misread) == [Misread(played("R7@4+1"), sure("R6@4+2"), move("R8@4+2"))]


def test_a_tile_corrected_later_is_one():
    session = playing("R7@4+1", "R8@4+2").do(
        own.ChooseCell(cell("4+2")), own.ChooseTile(tile("R6"))
    )
    (found,) = session.kinds(Misread)
    assert (found.read.move, found.was) == (move("R8@4+2"), move("R6@4+2"))
    assert [str(each) for each in found.game.moves] == ["R7@4+1", "R6@4+2"]


def test_a_reading_that_was_right_is_none():
    assert playing("R7@4+1").see(sure("R8@4+2")).do(on.Confirm()).kinds(Misread) == []


@pytest.mark.parametrize("status", [Status.NONE, Status.BLOCKED])
def test_a_camera_that_says_nothing_misreads_nothing(status):
    session = playing("R7@4+1").do(own.ChooseMove(move("R8@4+2"))).see(Proposal(status))
    session.do(on.Confirm())
    assert session.table.turn == 3
    assert session.kinds(Misread) == []


def test_without_a_camera_there_is_none():
    session = touching().do(own.ChooseMove(move("R7@4+1")), on.Confirm())
    assert (session.phase, session.model.camera) == (Phase.TURN, CameraStatus.OFF)
    assert session.kinds(Misread) == []


# What


def test_picture_and_words_lie_side_by_side(tmp_path):
    album(tmp_path).do(misread())
    assert names(tmp_path) == ["misread-000001.jpg", "misread-000001.json"]
    told = json.loads((tmp_path / "misreadings/misread-000001.json").read_text())
    assert told["moves"] == ["R7@4+1"]
    assert told["frames"] == ["misread-000001.jpg"]
    assert (told["read"]["status"], told["read"]["move"]) == ("move", "R6@4+2")
    assert told["was"] == "R8@4+2"
    picture = read_image(tmp_path / "misreadings/misread-000001.jpg")
    assert picture.shape == FRAME.shape
    assert abs(float(picture.mean()) - 128) < 2


def test_the_oldest_go_first(tmp_path):
    for _ in range(5):
        album(tmp_path, most=3).do(misread())
    assert names(tmp_path) == [
        f"misread-00000{number}.{ending}" for number in (3, 4, 5) for ending in ("jpg", "json")
    ]


def test_they_stay_within_their_bytes(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    for _ in range(6):
        album(tmp_path, most_bytes=100_000, frame=noise).do(misread())
        used = sum(path.stat().st_size for path in (tmp_path / "misreadings").iterdir())
        assert used <= 100_000
    assert len(names(tmp_path)) >= 2


def test_other_files_are_left_alone(tmp_path):
    album(tmp_path).do(misread())
    (tmp_path / "misreadings/notes.txt").write_text("mine")
    for _ in range(4):
        album(tmp_path, most=1).do(misread())
    assert names(tmp_path) == ["misread-000005.jpg", "misread-000005.json", "notes.txt"]


def test_no_picture_and_no_room_disturb_nobody(tmp_path, caplog):
    assert album(tmp_path, frame=None).do(misread()) is None
    assert not (tmp_path / "misreadings").exists()
    (tmp_path / "misreadings").write_text("in the way")
    assert album(tmp_path).do(misread()) is None
    assert "cannot be kept" in caplog.text
