"""Recorded evenings: as `sepmosa follow` reads them, bounded, and gone when switched off."""

import json

import numpy as np
import pytest

from device.camera.evening import EveningAlbum
from device.core.config import shipped_config
from device.core.effects import KeepConfig, Sound, SoundName
from device.games.sepmosa.effects import WatchTable
from engine.sepmosa import parse_move
from tests.device.driver import playing
from tests.device.store.kept_games import played
from vision.image_file import read_image

FRAME = np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8)


def album(folder, most_bytes=10 << 20, is_on=True):
    return EveningAlbum(folder / "evenings", lambda: FRAME, is_on, most_bytes)


def watched(game):
    return WatchTable(1, game.state, (), 0.0, game)


def lines(folder):
    return [json.loads(line) for line in (folder / "evening.jsonl").read_text().splitlines()]


def test_what_is_watched_names_the_game():
    session = playing("R7@4+1")
    (effect, *_) = session.kinds(WatchTable)[-1:]
    assert [str(move) for move in effect.game.moves] == ["R7@4+1"]


def test_an_evening_is_kept_as_follow_reads_it(tmp_path):
    keeping = album(tmp_path)
    game = played("R7@4+1")
    keeping.do(watched(game))
    keeping.do(watched(game))  # the camera looks again
    keeping.do(Sound(SoundName.QUESTION))
    further = game.play(parse_move("R8@4+2"))
    keeping.do(watched(further))
    keeping.do(watched(further.undo()))
    folder = tmp_path / "evenings" / "evening-0001"
    frames = [{"frame": f"000{number}.jpg"} for number in (1, 2, 3, 4)]
    assert lines(folder) == [
        {"moves": ["R7@4+1"]},
        frames[0],
        frames[1],
        frames[2],
        {"confirm": "R8@4+2"},
        frames[3],
        {"confirm": "undo"},
    ]
    assert read_image(folder / "0004.jpg").shape == FRAME.shape


def test_another_game_or_a_correction_begins_another_folder(tmp_path):
    keeping = album(tmp_path)
    keeping.do(watched(played("R7@4+1", "R8@4+2")))
    keeping.do(watched(played("R6@4+1")))
    assert lines(tmp_path / "evenings" / "evening-0002")[0] == {"moves": ["R6@4+1"]}


def test_the_oldest_go_and_never_more_is_kept_than_allowed(tmp_path):
    keeping = album(tmp_path, most_bytes=200_000)
    game = played("R7@4+1")
    for _ in range(60):
        further = game.play(parse_move("R8@4+2"))
        keeping.do(watched(further))
        keeping.do(watched(game))
    kept = sorted((tmp_path / "evenings").rglob("*.*"))
    assert sum(path.stat().st_size for path in kept) <= 200_000
    folders = sorted(path.name for path in (tmp_path / "evenings").iterdir())
    assert folders[0] > "evening-0001"
    assert lines(tmp_path / "evenings" / folders[-1])[0]["moves"][0] == "R7@4+1"


def test_switching_it_off_deletes_what_was_kept_and_nothing_else(tmp_path):
    keeping = album(tmp_path)
    keeping.do(watched(played("R7@4+1")))
    (tmp_path / "evenings" / "notes.txt").write_text("mine")
    keeping.do(KeepConfig(shipped_config()))
    assert [path.name for path in (tmp_path / "evenings").iterdir()] == ["notes.txt"]
    keeping.do(watched(played("R7@4+1", "R8@4+2")))
    assert len(list((tmp_path / "evenings").iterdir())) == 1


@pytest.mark.parametrize("is_on", [False, True])
def test_nothing_is_kept_unasked_and_a_full_card_disturbs_nobody(tmp_path, is_on):
    (tmp_path / "evenings").write_text("in the way")
    assert album(tmp_path, is_on=is_on).do(watched(played("R7@4+1"))) is None


def test_it_can_be_switched_on_without_a_restart(tmp_path):
    keeping = album(tmp_path, is_on=False)
    keeping.do(watched(played("R7@4+1")))
    assert not (tmp_path / "evenings").exists()
    keeping.do(KeepConfig(shipped_config().changed({("files", "keep_evenings"): True})))
    keeping.do(watched(played("R7@4+1", "R8@4+2")))
    assert lines(tmp_path / "evenings" / "evening-0001")[0] == {"moves": ["R7@4+1", "R8@4+2"]}
