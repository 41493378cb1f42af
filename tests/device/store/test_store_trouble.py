"""The store in trouble: two at once, killed, damaged, read-only, full."""

import errno
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from device.core.messages import Message
from device.core.settings import Settings
from device.store import file as store_file
from device.store.file import StoreError
from device.system.doctor.facts import games_state
from device.system.doctor.judge import FileState
from engine.sepmosa import parse_move
from tests.device.driver import recorded
from tests.device.store.kept_games import BEGUN, copied, flip, full_disk, keep, opened, played
from tests.device.store.test_profiles import some_profile

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "games.txt"


# Two at once


def test_a_second_process_is_refused_and_the_first_goes_on(path):
    code = (
        "import sys; from pathlib import Path; from device.store.store import Store\n"
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


# On disk first


def test_what_is_told_is_on_disk_first_and_nobody_waits_for_what_can_be_made_again(
    path, monkeypatch
):
    synced, sync = [], os.fdatasync

    def note(handle):
        sync(handle)
        synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fdatasync", note)
    with opened(path) as store:
        deeds = (
            lambda: keep(store, played("R7@4+1")),
            lambda: store.append(1, played("R7@4+1", "R8@4+2").log[4:], 4),
            lambda: store.close_game(1),
            lambda: store.set_counts(1, False),
            lambda: store.delete(1),
            lambda: store.restore(1),
            lambda: store.keep_settings(Settings(brightness=33)),
            store.forget_aside,
            lambda: store.profiles.keep(some_profile()),
        )
        for deed in deeds:
            before = path.stat().st_size
            deed()
            assert before < synced[-1] == path.stat().st_size
        count = len(synced)
        store.keep_clock(1, (1.0, 2.0), 3.0)
        store.keep_summary(1, {})
        assert len(synced) == count


def test_a_move_that_may_not_be_on_disk_is_refused_and_taken_back(path, monkeypatch):
    def fail(_handle):
        raise OSError(errno.EIO, "the card is worn out")

    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        before = path.read_bytes()
        monkeypatch.setattr(os, "fdatasync", fail)
        with pytest.raises(StoreError):
            store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
        assert path.read_bytes() == before
        assert store.open_game().game == played("R7@4+1")


def test_a_file_is_on_disk_before_it_takes_the_place_of_another(path, monkeypatch):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
        store.delete(1)
    done, sync, put = [], os.fsync, Path.replace

    def note(handle):
        sync(handle)
        done.append(Path(f"/proc/self/fd/{handle}").readlink().name)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(Path, "replace", lambda *given: (done.append("replaced"), put(*given)))
    with opened(path):
        fresh, parent = f"{path.name}.new", path.parent.name
        at = done.index(fresh)
        assert done[at : at + 3] == [fresh, "replaced", parent]


# Killed


def test_a_killed_process_loses_nothing(path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.device.store.kill", path, "30", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    report = json.loads(done.stdout)
    assert report["problems"] == []
    assert report["promised"] > 20


@pytest.mark.parametrize("until", ["link", "fsync", "replace", "replaced"])
def test_killed_while_setting_a_damaged_file_aside(path, games, until, monkeypatch):
    """However far it got, the next start has all that could be saved, and says so."""
    flip(path, 300)
    damaged = path.read_bytes()

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if until == "link":
            link = Path.hardlink_to
            patch.setattr(Path, "hardlink_to", lambda *given: (link(*given), stop()))
        elif until == "fsync":
            patch.setattr(os, "fsync", stop)
        elif until == "replace":
            patch.setattr(Path, "replace", stop)
        else:
            patch.setattr(store_file, "sync_folder", stop)
        with pytest.raises(KeyboardInterrupt):
            opened(path)
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-1.txt"
        assert (store.set_aside.saved, store.set_aside.cut) == (3, 0)
        assert {number: store.load(number).game for number in games} == games
    assert path.with_name("games.damaged-1.txt").read_bytes() == damaged
    assert len(list(path.parent.glob("*damaged*"))) == 1


@pytest.mark.parametrize("after", range(0, 400, 7))
def test_a_write_cut_short_anywhere_costs_that_move_alone(path, after):
    """What a power cut leaves: the line as far as it got, or zeros where it should be."""
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        before = path.stat().st_size
        store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
    raw = path.read_bytes()
    end = before + after % (len(raw) - before)
    zeros = bytes(after % 3 * 100)
    path.write_bytes(raw[:end] + zeros)
    path.with_name(f"{path.name}.lock").unlink()  # it was not on disk yet either
    with opened(path) as store:
        assert store.set_aside is None
        assert store.open_game().game == played("R7@4+1")
        store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
    with opened(path) as store:
        assert store.set_aside is None
        assert store.open_game().game == played("R7@4+1", "R8@4+2")


def test_a_file_set_aside_is_told_until_players_know(path):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    for _ in range(2):
        damage(path, lambda raw: bytes(100) + raw[100:])
        opened(path).close()
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-2.txt"
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
    path = tmp_path_factory.mktemp("source") / "games.txt"
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
    copied(source[0], path.parent)
    return source[1]


def assert_prefixes(store, games):
    """What is there is what was there, perhaps less of it, and nothing else."""
    for number, game in games.items():
        kept = store.load(number)
        if kept is not None:
            shorter = kept.game.moves
            assert shorter == game.moves[: len(shorter)]


def test_one_flipped_bit_costs_nothing_and_is_told(path, games):
    flip(path, 5000, 3)
    assert games_state(path) is FileState.DAMAGED
    with opened(path) as store:
        assert store.set_aside.path.name == "games.damaged-1.txt"
        assert (store.set_aside.saved, store.set_aside.cut) == (3, 0)
        assert store.set_aside.sentence.message is Message.FAULT_SET_ASIDE
        assert {number: store.load(number).game for number in games} == games
        assert store.open_game().id == 3
        assert store.settings().brightness == 33
        assert set(store.names()) >= {"Anna", "Ben", "Cleo", "Dan"}
    assert games_state(path) is FileState.SOUND
    assert (path.parent / "games.damaged-1.txt").exists()


@pytest.mark.usefixtures("games")
def test_damage_again_is_set_aside_beside_the_first(path):
    for number in (1, 2):
        damage(path, lambda raw: raw[:40] + bytes(5) + raw[45:])
        with opened(path) as store:
            assert store.set_aside.path.name == f"games.damaged-{number}.txt"


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_gives_what_is_left_of_it_and_says_so(path, games, share):
    damage(path, lambda raw: raw[: int(len(raw) * share)])
    assert games_state(path) is FileState.DAMAGED
    with opened(path) as store:
        assert store.set_aside is not None
        assert_prefixes(store, games)
        assert keep(store, played("R7@4+1")) == 4


@pytest.mark.parametrize("part", range(8))
def test_a_lost_block_cuts_what_was_in_it_and_says_so(path, games, part):
    at = path.stat().st_size * part // 8
    damage(path, lambda raw: raw[:at] + bytes(len(raw[at : at + 1024])) + raw[at + 1024 :])
    with opened(path) as store:
        assert store.set_aside is not None
        assert_prefixes(store, games)
        whole = [
            number
            for number in games
            if (kept := store.load(number)) and kept.game == games[number]
        ]
        assert len(whole) >= 1
        assert keep(store, played("R7@4+1")) == 4


@pytest.mark.usefixtures("games")
def test_blocks_that_the_card_no_longer_gives_count_as_lost(path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EIO, "Input/output error")

    give = os.pread
    monkeypatch.setattr(store_file, "read_regular", refuse)
    monkeypatch.setattr(
        os, "pread", lambda handle, size, at: give(handle, size, at) if at else refuse()
    )
    found = store_file.read_games(path)
    assert not found.is_sound
    assert found.contents.settings == {"brightness": "33"}


@pytest.mark.usefixtures("games")
def test_a_damaged_line_cuts_its_game_there(path):
    damage(path, lambda raw: raw.replace(b'["log",1,20,', b'["log",1,....', 1))
    with opened(path) as store:
        assert (store.set_aside.saved, store.set_aside.cut) == (2, 1)
        assert len(store.contents.games[1].log) == 20
        assert len(store.past_games()) == 2


def test_a_number_that_may_have_been_given_is_not_given_again(path):
    """Neither the file nor what is noted beside it knows of the last game."""
    with opened(path) as store:
        keep(store, played("R7@4+1"))
        keep(store, played("R7@4+1"))
    damage(path, lambda raw: raw[: raw.index(b'"begin",2')])
    path.with_name(f"{path.name}.lock").write_bytes(b"?")
    damage(path, lambda raw: raw + b"#\n")
    with opened(path) as store:
        assert keep(store, played("R7@4+1")) > 1000


def test_a_damaged_note_beside_the_file_is_made_again(path):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    beside = path.with_name(f"{path.name}.lock")
    whole = beside.read_bytes()
    for raw in (b"", bytes(40), whole[:-3], whole[5:], b'@7|[["numbers","x"]]|00000000;\n'):
        beside.write_bytes(raw)
        with opened(path) as store:
            assert store.set_aside is None
            assert store.open_game().game == played("R7@4+1")
        assert beside.read_bytes() == whole


@pytest.mark.parametrize("content", [b"", b"[Game]\nnot a database\n" * 100, bytes(5000)])
def test_a_file_that_is_no_store_is_set_aside(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with opened(path) as store:
        assert store.set_aside.saved == 0
        assert store.open_game() is None
    assert path.with_name("games.damaged-1.txt").read_bytes() == content


ODD = {
    "folder": lambda path: path.mkdir(),
    "full folder": lambda path: (path / "within").mkdir(parents=True),
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "loop": lambda path: path.symlink_to(path.name),
    "link to nothing": lambda path: path.symlink_to("/no/such/disk/games.txt"),
}


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_file_is_set_aside_and_not_waited_for(path, odd):
    with opened(path) as store:
        assert keep(store, played("R7@4+1")) == 1
    path.unlink()
    ODD[odd](path)
    was = os.lstat(path)
    assert games_state(path) is FileState.NO_FILE
    with opened(path) as store:
        assert (store.set_aside.path.name, store.set_aside.saved) == ("games.damaged-1.txt", 0)
        assert keep(store, played("R7@4+1")) == 2
    assert os.lstat(path.with_name("games.damaged-1.txt")).st_ino == was.st_ino
    assert games_state(path) is FileState.SOUND


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_note_beside_the_file_is_put_away_and_made_again(path, odd):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    note = path.with_name("games.txt.lock")
    note.unlink()
    ODD[odd](note)
    assert games_state(path) is FileState.SOUND
    with opened(path) as store:
        assert store.set_aside is None
        assert store.open_game().game == played("R7@4+1")
    assert note.is_file()
    assert not note.is_symlink()
    assert os.path.lexists(path.with_name("games.txt.damaged-1.lock"))


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
        path = folder / "games.txt"
        with opened(path) as store:
            keep(store, played("R7@4+1"))
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        with pytest.raises(StoreError) as sealed:
            opened(path)
    assert sealed.value.sentence.message is Message.FAULT_READ_ONLY


def test_a_disk_that_takes_no_more_refuses_the_move_and_keeps_the_game(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        size = path.stat().st_size
        with full_disk(store), pytest.raises(StoreError) as full:
            store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
        assert full.value.sentence.message is Message.FAULT_DISK_FULL
        assert store.open_game().game == played("R7@4+1")
        assert path.stat().st_size == size
        store.append(game_id, played("R7@4+1", "R8@4+2").log[4:], 4)
    with opened(path) as store:
        assert store.open_game().game == played("R7@4+1", "R8@4+2")


def test_a_full_disk_refuses_the_move_and_loses_none(tmp_path):
    folder = tmp_path / "small"
    with mounted(folder, "size=128k"):
        path = folder / "games.txt"
        with opened(path) as store:
            game = BEGUN
            game_id = store.begin(("Anna", "Ben"), game.log)
            filler = folder / "filler"
            filler.write_bytes(bytes(8192))
            game, refused = play_until_refused(store, game_id, game)
            assert refused.sentence.message is Message.FAULT_DISK_FULL
            assert store.open_game().game == game
            filler.unlink()
            after = next_move(game)  # room again: the same press now succeeds
            store.append(game_id, after.log[len(game.log) :], len(game.log))
        with opened(path) as store:
            assert store.set_aside is None
            assert store.open_game().game == after


def test_a_full_disk_keeps_no_companion_from_starting(tmp_path):
    """Nor from showing what is there; what was deleted goes when there is room."""
    folder = tmp_path / "small"
    with mounted(folder, "size=256k"):
        path = folder / "games.txt"
        with opened(path) as store:
            keep(store, played("R7@4+1"))
            store.close_game(keep(store, played("R7@4+1"), ("Cleo", "Dan")))
            store.delete(1)
        with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while filler.write(bytes(512)):
                pass
        with opened(path) as store:
            assert [game.names for game in store.past_games()] == [("Cleo", "Dan")]
            assert b"Anna" in path.read_bytes()
        (folder / "filler").unlink()
        with opened(path) as store:
            assert [game.names for game in store.past_games()] == [("Cleo", "Dan")]
            assert b"Anna" not in path.read_bytes().partition(b'["names"')[0]


def next_move(game):
    """A pass, or its undoing: a game that never ends."""
    return game.undo() if game.can_undo > 20 else game.play(parse_move("pass"))


def play_until_refused(store, game_id, game):
    """The game as far as it was kept, and the error at the next move."""
    for _ in range(5000):
        after = next_move(game)
        try:
            store.append(game_id, after.log[len(game.log) :], len(game.log))
        except StoreError as refused:
            return game, refused
        game = after
    raise AssertionError("the disk is never full")
