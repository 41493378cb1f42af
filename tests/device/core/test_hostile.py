"""Names and files that mean harm, all the way: typed, kept, shown, exported, read back."""

import csv
import errno
import io
import os
import re
import resource
import tempfile
from pathlib import Path

import numpy as np
import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.core import events as on
from device.core.companion import Companion
from device.core.effects import DrawLot, Export
from device.core.events import Exported, Failed, LotFell
from device.core.export_kind import ExportKind
from device.core.model import CameraStatus
from device.core.phases import start
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.games.sepmosa.teaching.effects import WriteProfile
from device.games.sepmosa.teaching.tutor import ProfileFiles
from device.store.edge import Keeper
from device.store.files import write_inside
from device.store.outbox import Outbox
from device.system.exporter import Exporter
from device.ui.view import View
from engine.names import LONGEST
from engine.sepmosa import parse_move
from engine.sepmosa.record import read_record
from tests.device.driver import ONE, TWO
from tests.device.store.kept_games import keep, opened
from tests.device.store.kept_games import played as played_game
from tests.device.store.test_store import HOSTILE
from vision.tiles.profile.profile import TaughtFace, profile_of
from vision.tiles.profile.text import parse_profile
from vision.tiles.rectify import FACE_WH

FEW = settings(max_examples=12, suppress_health_check=list(HealthCheck))
SCREEN = (800, 480)
WRITTEN = re.compile(r"SEPMOSA [0-9]{4}-[0-9]{2}-[0-9]{2} [\w '-]+\.(csv|png|txt)")
SIGNS = "\u202e\u200d👩=@%{}\\'\"|#\0"
names = st.sampled_from(HOSTILE) | st.text(max_size=60) | st.text(SIGNS, max_size=40)


class Lot:
    def do(self, effect):
        return LotFell(ONE) if isinstance(effect, DrawLot) else None


def shown(companion, view, surface):
    """The screen as it is now drawn; raises nothing whatever the names are."""
    view.draw(companion.model, surface, companion.model.now)
    view.draw(companion.model, surface, companion.model.now + 5.0)


def played(store, folder, one, two):
    """A short game between these two, every screen on the way drawn; returns what is exported."""
    edges = (Lot(), Exporter(store, Outbox(folder, roots=())))
    companion = Companion(start(Settings(), camera=CameraStatus.OFF), Keeper(store), edges)
    view, surface = View(), pygame.Surface(SCREEN)
    companion.take(on.Go(Phase.NEW_GAME))
    companion.take(on.SetName(ONE, one))
    companion.take(on.SetName(TWO, two))
    shown(companion, view, surface)
    kept = companion.model.names
    if kept[0] and kept[0] == kept[1]:
        companion.take(on.SetName(TWO, ""))
    companion.take(on.Confirm())
    shown(companion, view, surface)
    for event in (own.ChooseCheck(0), own.ChooseCheck(1), on.Confirm()):
        companion.take(event)
    for move in ("R7@4+1", "R8@4+2"):
        companion.take(own.ChooseMove(parse_move(move)))
        companion.take(on.Confirm())
        shown(companion, view, surface)
    assert companion.model.table.turn == 3
    for event in (on.Abandon(), on.Confirm(), on.Go(Phase.PAST_GAMES)):
        companion.take(event)
    shown(companion, view, surface)
    companion.take(on.ChooseGame(companion.model.past_games[0].id))
    for kind in ExportKind:
        companion.take(on.ChooseExport(kind))
        assert companion.model.phase is Phase.REPLAY
    shown(companion, view, surface)
    return companion.model.past_games[0]


@FEW
@given(names, names)
def test_no_name_does_any_harm(one, two):
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        with opened(state / "games.txt") as store:
            past = played(store, state / "exports", one, two)
        with opened(state / "games.txt") as store:
            assert store.set_aside is None
            assert store.load(past.id).names == past.names
        assert all(len(name) <= LONGEST for name in past.names)
        written = [
            path.name for path in sorted((state / "exports").iterdir(), key=lambda it: it.suffix)
        ]
        assert [name.rpartition(".")[2] for name in written] == ["csv", "png", "txt"]
        assert all(WRITTEN.fullmatch(name) for name in written)
        assert {path.name for path in state.iterdir()} <= {
            "games.txt", "games.txt.lock", "exports",
        }  # fmt: skip
        table, _, record = (state / "exports" / name for name in written)
        text = record.read_text(encoding="utf-8")
        assert [str(move) for move in read_record(text).game.moves] == ["R7@4+1", "R8@4+2"]
        text = table.read_text(encoding="utf-8")
        _, *rows = csv.reader(io.StringIO(text))
        assert [row[2] for row in rows] == ["R7@4+1", "R8@4+2"]
        assert all(row[1][:1] not in tuple("=+-@") for row in rows)


# Files


def test_no_link_leads_an_export_out_of_its_folder(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "game-0001.txt").symlink_to(precious)
    assert write_inside(folder, "game-0001.txt", b"game") == folder / "game-0001-2.txt"
    assert precious.read_text() == "mine"
    assert (folder / "game-0001-2.txt").read_text() == "game"
    assert not (folder / "game-0001-2.txt").is_symlink()


def test_a_link_in_the_folders_place_is_refused_and_told(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "exports").symlink_to(elsewhere)
    with opened(tmp_path / "games.txt") as store:
        game = keep(store, played_game("R7@4+1"))
        done = Exporter(store, Outbox(tmp_path / "exports", roots=())).do(
            Export(game, ExportKind.RECORD)
        )
    assert isinstance(done, Failed)
    assert list(elsewhere.iterdir()) == []


@pytest.fixture
def shelved(tmp_path):
    """A store with a profile of a few drawn specks, and the folder that profiles go to."""
    width, height = FACE_WH
    specks = np.random.default_rng(1).integers(0, 255, (2, height, width, 3), np.uint8)
    faces = [TaughtFace(tile, face) for tile, face in zip(("R7", "*"), specks, strict=True)]
    with opened(tmp_path / "games.txt") as store:
        store.profiles.keep(profile_of("my tiles", faces, 1.3))
        yield store, tmp_path / "exports"


def test_no_link_leads_a_profile_out_of_its_folder(shelved, tmp_path):
    store, folder = shelved
    precious = tmp_path / "precious"
    precious.write_text("mine")
    folder.mkdir()
    (folder / "my tiles.profile.json").symlink_to(precious)
    path = folder / "my tiles.profile-2.json"
    done = ProfileFiles(store, folder).do(WriteProfile("my tiles"))
    assert done == Exported(str(path))
    assert precious.read_text() == "mine"
    assert not path.is_symlink()
    assert parse_profile(path.read_text(encoding="utf-8")).name == "my tiles"


def test_a_link_in_the_folders_place_is_refused_for_a_profile_too(shelved, tmp_path):
    store, folder = shelved
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.symlink_to(elsewhere)
    done = ProfileFiles(store, folder).do(WriteProfile("my tiles"))
    assert isinstance(done, Failed)
    assert list(elsewhere.iterdir()) == []


def test_a_profile_that_was_there_stays_whole_where_the_disk_is_full(shelved):
    store, folder = shelved
    folder.mkdir()
    path = folder / "my tiles.profile.json"
    path.write_text("the one before")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))  # no file grows beyond this
        done = ProfileFiles(store, folder).do(WriteProfile("my tiles"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert isinstance(done, Failed)
    assert path.read_text() == "the one before"
    assert list(folder.iterdir()) == [path]


@pytest.mark.parametrize("name", ["../x", "a/b", "/etc/passwd", "..", ".", ""])
def test_a_name_that_leads_elsewhere_is_no_name(tmp_path, name):
    with pytest.raises(OSError, match="not the name of a file"):
        write_inside(tmp_path / "exports", name, b"x")
    assert list(tmp_path.iterdir()) == []


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_an_export_never_takes_another_ones_place(tmp_path):
    folder = tmp_path / "exports"
    (folder / "game-0001.txt").mkdir(parents=True)  # not even a folder's
    for content in (b"one", b"two", b"two"):
        path = write_inside(folder, "game-0001.txt", content)
        assert path.read_bytes() == content
    assert names_in(folder) == ["game-0001-2.txt", "game-0001-3.txt", "game-0001.txt"]
    assert (folder / "game-0001-2.txt").read_bytes() == b"one"


def test_an_export_is_on_disk_with_its_name_before_it_is_told(tmp_path, monkeypatch):
    done = []
    sync, link = os.fsync, Path.hardlink_to

    def note_sync(handle):
        done.append(Path(f"/proc/self/fd/{handle}").readlink())
        sync(handle)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "hardlink_to", lambda *given: (done.append("name"), link(*given)))
    folder = tmp_path / "exports"
    write_inside(folder, "game-0001.txt", b"x")
    assert [done[0].parent, *done[1:]] == [folder, "name", folder]


def test_a_folder_without_hard_links_gets_its_exports_too(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    folder = tmp_path / "exports"
    for content in (b"one", b"two", b"two"):
        assert write_inside(folder, "game-0001.txt", content).read_bytes() == content
    assert names_in(folder) == ["game-0001-2.txt", "game-0001.txt"]


def test_a_full_disk_leaves_nothing_half_done(tmp_path):
    folder = tmp_path / "exports"
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
        with pytest.raises(OSError, match="File too large"):
            write_inside(folder, "game-0001.txt", b"x" * 200)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert names_in(folder) == []
