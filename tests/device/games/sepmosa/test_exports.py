"""Games that leave the device: record, table of turns, picture, in one folder and nowhere else."""

import csv
import io

import pygame
import pytest

from device.core.effects import Export
from device.core.events import Exported, Failed
from device.core.export_kind import ExportKind
from device.games.sepmosa.ui.poster import SIZE
from device.store.outbox import Outbox
from device.store.store import Store
from device.system.exporter import Exporter
from engine.sepmosa import Player, Start, new_game, parse_move
from engine.sepmosa.record import read_record

NAME = "SEPMOSA 2026-01-01 Anna - Ben"


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.txt", lambda: "2026-01-01T12:00") as store:
        yield store


def kept(store, names=("Anna", "Ben")):
    game = new_game(Start(Player.ONE))
    for move in ("R7@4+1", "R8@4+2", "R9@4+3", "pass"):
        game = game.play(parse_move(move))
    return store.begin(names, game.log), game


def export(store, tmp_path, game_id, kind):
    return Exporter(store, Outbox(tmp_path / "exports", roots=())).do(Export(game_id, kind))


def test_a_record_reads_back(store, tmp_path):
    game_id, game = kept(store)
    done = export(store, tmp_path, game_id, ExportKind.RECORD)
    assert isinstance(done, Exported)
    text = (tmp_path / "exports" / f"{NAME}.txt").read_text(encoding="utf-8")
    assert read_record(text).game.events == game.events
    assert '[Date "2026-01-01"]' in text


def test_a_table_of_turns_has_points_and_scores(store, tmp_path):
    game_id, _ = kept(store, ("=cmd|' /C calc'!A0", "Ben, the 2nd"))
    export(store, tmp_path, game_id, ExportKind.CSV)
    (file,) = (tmp_path / "exports").iterdir()
    assert file.name == "SEPMOSA 2026-01-01 cmd ' C calc' A0 - Ben the 2nd.csv"
    text = file.read_text(encoding="utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert head[4:] == ["'=cmd|' /C calc'!A0", "Ben, the 2nd"]
    assert rows[2] == ["3", "'=cmd|' /C calc'!A0", "R9@4+3", "3", "3", "0"]
    assert rows[3][2:4] == ["pass", "-2"]


def test_a_picture_is_one(store, tmp_path):
    game_id, _ = kept(store)
    export(store, tmp_path, game_id, ExportKind.PICTURE)
    data = (tmp_path / "exports" / f"{NAME}.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 20_000
    assert pygame.image.load(io.BytesIO(data)).get_size() == SIZE


def test_a_hostile_name_does_not_choose_the_file(store, tmp_path):
    game_id, _ = kept(store, ("../../etc/passwd", "\x00\n"))
    export(store, tmp_path, game_id, ExportKind.RECORD)
    names = [path.name for path in (tmp_path / "exports").iterdir()]
    assert names == ["SEPMOSA 2026-01-01 etc passwd.txt"]


def test_a_folder_that_cannot_be_written_is_told(store, tmp_path):
    game_id, _ = kept(store)
    (tmp_path / "exports").write_text("in the way")
    assert isinstance(export(store, tmp_path, game_id, ExportKind.CSV), Failed)


def test_a_game_that_is_not_there_is_told(store, tmp_path):
    assert isinstance(export(store, tmp_path, 99, ExportKind.RECORD), Failed)


def test_a_file_in_ones_own_folder_is_told_from_there_on(store, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    game_id, _ = kept(store)
    told = export(store, tmp_path, game_id, ExportKind.CSV)
    assert told == Exported(f"~/exports/{NAME}.csv")
