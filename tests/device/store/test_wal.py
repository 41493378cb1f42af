"""The write-ahead log of version 0.1: damage in it is noticed, what an ordinary end leaves there
is not."""

import sqlite3
from contextlib import closing

import pytest

from device.core.messages import Message
from device.store.old_games import read_old_games
from device.store.wal import HEAD_OF_OURS, image_of, is_damaged, parse_log
from tests.device.store.kept_games import flip, log_of, opened, played, summed_up
from tests.device.store.old_file import killed, old_file

MOVES = ("R7@4+1", "R8@4+2", "R9@4+3", "R10@4+4", "pass", "pass")
HEAD, FRAME = 32, 24 + 4096
FIELDS = {"page": 3, "end": 7, "salt": 9, "sum": 17, "image": 24 + 4000}  # a byte of each


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """What a killed process left: a finished game, settings, and a game of six moves, all of it
    in the log alone."""
    folder = tmp_path_factory.mktemp("left")
    with old_file(folder / "games.sqlite") as old:
        old.keep(played("B7@4+1"), ("Cleo", "Dan"), summary={})
        old.keep_settings(brightness="33")
        old.keep(played(*MOVES))
        return killed(old.path, folder / "killed")


@pytest.fixture
def path(left, tmp_path):
    return killed(left, tmp_path / "state")


def frames(path):
    return (log_of(path).stat().st_size - HEAD) // FRAME


# Damage


def test_the_checksums_are_those_of_sqlite(left):
    log = parse_log(log_of(left).read_bytes())
    assert len(log.frames) == frames(left) > 20
    assert log.has_sound_head
    assert all(frame.is_sound and log.is_own(frame) for frame in log.frames)
    assert log.frames[-1].ends_transaction
    assert not is_damaged(log)


def test_the_image_is_what_sqlite_makes_of_file_and_log(left, tmp_path):
    image = image_of(left.read_bytes(), parse_log(log_of(left).read_bytes()))
    path = killed(left, tmp_path / "merged")
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert image == HEAD_OF_OURS + path.read_bytes()[len(HEAD_OF_OURS) :]


@pytest.mark.parametrize("field", FIELDS)
def test_a_flipped_bit_anywhere_but_in_the_last_frame_is_noticed(left, field):
    raw = log_of(left).read_bytes()
    for number in range(frames(left) - 1):
        flipped = bytearray(raw)
        flipped[HEAD + number * FRAME + FIELDS[field]] ^= 1
        assert is_damaged(parse_log(bytes(flipped))), number


@pytest.mark.parametrize("at", range(HEAD))
def test_a_flipped_bit_in_the_head_is_noticed(left, at):
    raw = bytearray(log_of(left).read_bytes())
    raw[at] ^= 1
    assert is_damaged(parse_log(bytes(raw)))


def test_a_lost_block_is_noticed(left):
    raw = log_of(left).read_bytes()
    for at in range(0, len(raw) - 2 * FRAME, 4096):
        assert is_damaged(parse_log(raw[:at] + bytes(4096) + raw[at + 4096 :])), at


@pytest.mark.parametrize("number", [-1, 0, 1, 5, 10, 15, 20])
def test_a_damaged_log_is_set_aside_and_every_move_saved(path, number):
    flip(log_of(path), 8 if number < 0 else HEAD + number * FRAME + 100)
    damaged = log_of(path).read_bytes()
    with opened(path) as store:
        aside = store.set_aside
        assert (aside.saved, aside.cut) == (2, 0)
        assert aside.sentence.message is Message.FAULT_SET_ASIDE
        assert store.open_game().game == played(*MOVES)
        assert store.open_game().names == ("Anna", "Ben")
        assert [game.names for game in summed_up(store).past_games()] == [("Cleo", "Dan")]
    assert aside.path.name == "games.damaged-1.sqlite"
    assert log_of(aside.path).read_bytes() == damaged


def test_settings_and_set_profiles_are_saved_as_far_as_the_log_goes(path):
    flip(log_of(path), HEAD + (frames(path) - 3) * FRAME + 100)
    with opened(path) as store:
        assert store.set_aside is not None
        assert store.settings().brightness == 33


def test_a_move_that_is_lost_itself_cuts_its_game_there(tmp_path):
    with old_file(tmp_path / "games.sqlite") as old:
        old.keep(played(*MOVES))
        old.keep_settings(brightness="33")
        path = killed(old.path, tmp_path / "killed")
    raw = log_of(path).read_bytes()
    last = (raw.rindex(b"|play pass") - HEAD) // FRAME  # within a page the newest line comes first
    flip(log_of(path), raw.index(b"|play pass", HEAD + last * FRAME))
    with opened(path) as store:
        assert (store.set_aside.saved, store.set_aside.cut) == (0, 1)
        assert store.open_game().game.moves == played(*MOVES[:-1]).moves


def test_never_is_another_game_shown_whatever_bit_is_flipped(left, tmp_path):
    """Every game there is, or its beginning; where one is shorter, that was said."""
    whole = played(*MOVES)
    for number in range(0, frames(left) * FRAME, 1531):
        path = killed(left, tmp_path / str(number))
        flip(log_of(path), HEAD + number, number % 8)
        with opened(path) as store:
            kept = store.open_game()
            moves = kept.game.moves if kept else ()
            assert moves == whole.moves[: len(moves)]
            assert store.set_aside is not None or len(moves) >= len(whole.moves) - 1


def test_a_deleted_game_does_not_come_back_in_parts_of_a_new_one(tmp_path):
    """In 0.1 the new one has its number, and both are in the same log."""
    with old_file(tmp_path / "games.sqlite") as old:
        old.execute("PRAGMA secure_delete = ON")
        number = old.keep(played(*MOVES), ("Old", "Olga"), summary={})
        with old.transaction():
            old.execute("DELETE FROM lines WHERE game = ?", number)
            old.execute("DELETE FROM games WHERE id = ?", number)
        assert old.keep(played("B7@4+1"), ("New", "Nora")) == number
        old.keep_settings(brightness="33")
        old.keep_settings(brightness="44")
        path = killed(old.path, tmp_path / "killed")
    for number in range(frames(path) - 2):
        copy = killed(path, tmp_path / str(number))
        flip(log_of(copy), HEAD + number * FRAME + 100)
        with opened(copy) as store:
            assert store.set_aside is not None
            kept = store.open_game()
            assert (kept.names, kept.game) == (("New", "Nora"), played("B7@4+1"))


# No damage


def test_a_log_cut_short_anywhere_is_no_damage(left):
    """It cannot be told from one that a crash ended there."""
    raw = log_of(left).read_bytes()
    for end in range(0, len(raw), 411):
        assert not is_damaged(parse_log(raw[:end])), end


def test_a_last_frame_half_written_is_no_damage(left):
    """Its head is written first, over what lay there before."""
    raw = log_of(left).read_bytes()
    assert not is_damaged(parse_log(raw[: -FRAME + 24] + bytes(4096)))


def test_a_process_killed_at_any_time_is_no_damage(tmp_path):
    """Transaction after transaction, through a log that was begun again and is shorter than the
    one before."""
    with old_file(tmp_path / "games.sqlite") as old:
        old.execute("PRAGMA wal_autocheckpoint = 20")
        rounds = set()
        for number in range(40):
            old.keep(played(*MOVES[: number % 4]))
            log = parse_log(log_of(old.path).read_bytes())
            assert not is_damaged(log)
            rounds.add(log.salts)
            if number % 10 == 5:
                with opened(killed(old.path, tmp_path / str(number))) as store:
                    assert store.set_aside is None
                    assert store.open_game().game == played(*MOVES[: number % 4])
        assert len(rounds) > 2
        assert not all(log.is_own(frame) for frame in log.frames)


@pytest.mark.parametrize("mode", ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
def test_a_log_taken_over_into_the_file_is_no_damage(tmp_path, mode):
    with old_file(tmp_path / "games.sqlite") as old:
        old.keep(played(*MOVES))
        old.execute(f"PRAGMA wal_checkpoint({mode})")
        assert not is_damaged(parse_log(log_of(old.path).read_bytes()))
        old.keep(played(*MOVES))
        path = killed(old.path, tmp_path / "killed")
    found = read_old_games(path.read_bytes(), log_of(path).read_bytes())
    assert found.is_sound
    assert len(found.contents.games) == 2


def test_what_was_rolled_back_is_no_damage(tmp_path):
    """Frames of a transaction that came to nothing, partly overwritten by a smaller one."""
    path = tmp_path / "some.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript("PRAGMA journal_mode = WAL; PRAGMA cache_size = 5; CREATE TABLE t (x);")
        file.execute("BEGIN")
        file.executemany("INSERT INTO t VALUES (?)", [("x" * 3000,)] * 100)
        file.execute("ROLLBACK")
        spilled = len(parse_log(log_of(path).read_bytes()).frames)
        file.execute("INSERT INTO t VALUES (1)")
        log = parse_log(log_of(path).read_bytes())
        assert len(log.frames) == spilled > 20
        assert not all(frame.is_sound for frame in log.frames)
        assert not is_damaged(log)


@pytest.mark.parametrize("raw", [b"", bytes(10), bytes(HEAD), bytes(50_000), b"\xff" * HEAD])
def test_an_empty_log_is_no_damage(raw):
    assert not is_damaged(parse_log(raw))
