"""The store in trouble: two at once, killed, damaged, read-only, full."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from device import store_file
from device.messages import Message
from device.sealed import Line, line_name
from device.settings import Settings
from device.store_file import StoreError
from device.wal import NO_LOG
from engine.sepmosa import parse_move
from tests.device.driver import recorded
from tests.device.games import BEGUN, flip, keep, killed, log_of, opened, played

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "games.sqlite"


# Two at once


def test_a_second_process_is_refused_and_the_first_goes_on(path):
    code = (
        "import sys; from pathlib import Path; from device.store import Store\n"
        "try: Store(Path(sys.argv[1]), str)\n"
        "except OSError as error: print(error.sentence.message.value, error)\n"
    )
    with opened(path) as store:
        done = subprocess.run(
            [sys.executable, "-c", code, path], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("fault-in-use")
        assert "in use by another companion" in done.stdout
        keep(store, played("R7@4+1"))
    opened(path).close()


# Killed


def test_a_killed_process_loses_nothing(path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.device.kill", path, "30", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    report = json.loads(done.stdout)
    assert report["problems"] == []
    assert report["promised"] > 20


@pytest.mark.parametrize("until", ["make", "rename", "renamed", "publish"])
def test_killed_while_setting_a_damaged_file_aside(tmp_path, until, monkeypatch):
    """However far it got, the next start has all that could be saved, and says so."""
    with opened(tmp_path / "games.sqlite") as store:
        keep(store, played("R7@4+1", "R8@4+2"))
        path = killed(store.path, tmp_path / "state")
    flip(log_of(path), 5000)
    log = log_of(path).read_bytes()

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if until == "make":
            real = store_file.make
            patch.setattr(store_file, "make", lambda *given: (real(*given), stop()))
        elif until == "rename":
            patch.setattr(Path, "rename", stop)
        elif until == "renamed":
            move = Path.rename
            patch.setattr(Path, "rename", lambda *given: (move(*given), stop()))
        else:
            patch.setattr(store_file, "publish", stop)
        with pytest.raises(KeyboardInterrupt):
            opened(path)
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-1.sqlite"
        assert (store.set_aside.saved, store.set_aside.cut) == (1, 0)
        assert len(store.open_game().game.moves) == 2
        assert store.past_games() == ()
    aside = path.with_name("games.damaged-1.sqlite")
    assert aside.exists()
    assert log_of(aside).read_bytes() == log


def test_a_file_set_aside_is_told_until_players_know(path):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    for _ in range(2):
        damage(path, lambda raw: bytes(100) + raw[100:])
        opened(path).close()
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-2.sqlite"
        store.forget_aside()
        assert store.set_aside is None
    with opened(path) as store:
        assert store.set_aside is None


# Damaged


def damage(path, change):
    """The file with its bytes changed, closed properly before."""
    path.write_bytes(change(path.read_bytes()))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A file with three games, the last one open, what it holds and what it lists."""
    path = tmp_path_factory.mktemp("source") / "games.sqlite"
    with opened(path) as store:
        for seed in (1, 2):
            store.close_game(keep(store, recorded(seed)))
        keep(store, played("R7@4+1", "R8@4+2"), ("Cleo", "Dan"))
        store.keep_settings(Settings(brightness=33))
        games = {number: store.load(number).game for number in (1, 2, 3)}
        listed = {past.id: past for past in store.past_games()}
    return path, games, listed


@pytest.fixture
def games(path, source):
    """A copy of that file; its games."""
    path.parent.mkdir()
    shutil.copy(source[0], path)
    return source[1]


def assert_prefixes(store, games):
    """What is there is what was there, perhaps less of it, and nothing else."""
    for number, game in games.items():
        kept = store.load(number)
        if kept is not None:
            shorter = kept.game.moves
            assert shorter == game.moves[: len(shorter)]


def test_a_ruined_header_costs_nothing(path, games):
    damage(path, lambda raw: bytes(100) + raw[100:])
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-1.sqlite"
        assert (store.set_aside.saved, store.set_aside.cut) == (3, 0)
        assert store.set_aside.sentence.message is Message.FAULT_SET_ASIDE
        assert {number: store.load(number).game for number in games} == games
        assert store.open_game().id == 3
        assert set(store.names()) >= {"Anna", "Ben", "Cleo", "Dan"}
    assert (path.parent / "games.damaged-1.sqlite").exists()


@pytest.mark.usefixtures("games")
def test_damage_again_is_set_aside_beside_the_first(path):
    for number in (1, 2):
        damage(path, lambda raw: bytes(100) + raw[100:])
        with opened(path) as store:
            assert store.set_aside.path.name == f"games.damaged-{number}.sqlite"


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_gives_what_is_left_of_it(path, games, share):
    damage(path, lambda raw: raw[: int(len(raw) * share)])
    with opened(path) as store:
        assert store.set_aside is not None
        assert_prefixes(store, games)
        keep(store, played("R7@4+1"))


@pytest.mark.parametrize("seed", range(25))
def test_flipped_bits_never_show_a_wrong_game(path, games, source, seed):
    listed = source[2]
    rng = Random(seed)
    raw = bytearray(path.read_bytes())
    for _ in range(1 + seed % 4):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    path.write_bytes(raw)
    with opened(path) as store:
        assert_prefixes(store, games)
        for past in store.past_games():
            whole = listed.get(past.id)
            if whole is not None and past.turns == whole.turns:
                assert past.scores == whole.scores
        keep(store, played("R7@4+1"))


@pytest.mark.parametrize("where", [b"play R8@4+2", b'"turns": '])
def test_bytes_that_are_no_text_are_damage_like_any_other(path, games, where):
    """A flipped high bit makes invalid UTF-8, which the driver once refused to read."""
    damage(path, lambda raw: raw.replace(where, b"\xff" + where[1:]))
    with opened(path) as store:
        assert_prefixes(store, games)
        assert store.load(1) is not None
        assert len(store.past_games()) == 2


@pytest.mark.usefixtures("games")
def test_a_game_that_lost_its_names_goes_on_without_them(path, source):
    """The open one, and a finished one."""
    damage(path, lambda raw: raw.replace(b'1|0|["Anna"', b'1|0|["Anma"').replace(b"Cleo", b"Clea"))
    with opened(path) as store:
        assert (store.set_aside.saved, store.set_aside.cut) == (3, 0)
        assert store.open_game().names == ("", "")
        assert {number: store.load(number).game for number in source[1]} == source[1]
        past = [(each.names, each.begun) for each in store.past_games()]
        assert past == [(("Anna", "Ben"), "2026-01-01T10:00:00"), (("", ""), "")]


def test_what_does_not_begin_a_game_gets_no_head():
    lines = [Line(1, 1, "play R7@4+1"), Line(2, 2, "start 1 77"), Line(3, 1, "paper x 1")]
    raw = b"".join(line_name(line).encode() for line in lines)
    assert store_file.salvaged(raw, NO_LOG) == ([], 0)


def test_a_file_that_is_no_store_is_set_aside(path):
    path.parent.mkdir()
    path.write_text("[Game]\nnot a database\n" * 100)
    with opened(path) as store:
        assert store.set_aside.saved == 0
        assert store.open_game() is None


# Read-only and full


@contextmanager
def mounted(folder, options):
    """A small file system of its own, or a skipped test."""
    folder.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("needs root to mount a small file system")
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_read_only_disk_is_said(tmp_path):
    folder = tmp_path / "small"
    with mounted(folder, "size=1m"):
        path = folder / "games.sqlite"
        with opened(path) as store:
            keep(store, played("R7@4+1"))
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        with pytest.raises(StoreError) as sealed:
            opened(path)
    assert sealed.value.sentence.message is Message.FAULT_READ_ONLY


def test_a_disk_that_turns_read_only_refuses_the_move_and_keeps_the_game(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        store._file.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError) as sealed:
            store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
        assert sealed.value.sentence.message is Message.FAULT_READ_ONLY
        assert store.open_game().game == played("R7@4+1")


def test_a_full_disk_refuses_the_move_and_loses_none(tmp_path):
    folder = tmp_path / "small"
    with mounted(folder, "size=256k"):
        path = folder / "games.sqlite"
        with opened(path) as store:
            game = BEGUN
            game_id = store.begin(("Anna", "Ben"), game.log)
            filler = folder / "filler"
            filler.write_bytes(bytes(8192))
            game, refused = play_until_refused(store, game_id, game)
            assert refused.sentence.message is Message.FAULT_DISK_FULL
            assert store.open_game().game == game
            filler.unlink()
            after = next_deed(game)  # room again: the same press now succeeds
            store.append(game_id, after.log[len(game.log) :], len(game.log))
        with opened(path) as store:
            assert store.set_aside is None
            assert store.open_game().game == after


def test_starting_on_a_full_disk_says_that_it_is_full(tmp_path):
    """SQLite itself says no more than that reading or writing failed."""
    folder = tmp_path / "small"
    with mounted(folder, "size=256k"):
        path = folder / "games.sqlite"
        with opened(path) as store:
            keep(store, played("R7@4+1"))
        with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while filler.write(bytes(512)):
                pass
        with pytest.raises(StoreError, match="the memory card is full") as full:
            opened(path)
        assert full.value.sentence.message is Message.FAULT_DISK_FULL
        (folder / "filler").unlink()
        with opened(path) as store:
            assert store.open_game().game == played("R7@4+1")


@pytest.mark.parametrize(
    ("free", "message"), [(4096, Message.FAULT_DISK_FULL), (1 << 30, Message.FAULT_STORE)]
)
def test_an_error_without_a_cause_is_a_full_disk_where_no_room_is_left(
    path, free, message, monkeypatch
):
    def fail(*_):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    with opened(path) as store:
        monkeypatch.setattr(store, "next_id", fail)
        with pytest.raises(StoreError) as refused:
            store.begin(("Anna", "Ben"), BEGUN.log)
        assert refused.value.sentence.message is message


def next_deed(game):
    """A pass, or its undoing: a game that never ends."""
    return game.undo() if game.can_undo > 20 else game.play(parse_move("pass"))


def play_until_refused(store, game_id, game):
    """The game as far as it was kept, and the error at the next deed."""
    for _ in range(5000):
        after = next_deed(game)
        try:
            store.append(game_id, after.log[len(game.log) :], len(game.log))
        except StoreError as refused:
            return game, refused
        game = after
    raise AssertionError("the disk is never full")
