"""Games' files of version 0.1: taken over whole, or as much of them as damage has left."""

import json
import sqlite3
from contextlib import closing
from random import Random

import pytest

from device.core.settings import Settings
from device.games import MOSAIX
from device.lab.mosaix.samples import paper_game, sample_game
from device.store.old_games import (
    SCHEMA,
    OldLine,
    find_lines,
    old_line,
    read_old_games,
    whole_logs,
)
from device.system.doctor.facts import games_state
from device.system.doctor.judge import FileState
from engine.mosaix.notation import log_line as mosaix_log_line
from engine.sepmosa import Player, Start, new_game
from engine.sepmosa.notation import log_line
from tests.device.driver import recorded
from tests.device.store.kept_games import copied, flip, keep, opened, played, summed_up
from tests.device.store.old_file import BEGUN, old_file, sealed
from tests.device.store.test_profiles import some_profile
from vision.tiles.profile.text import profile_text

SUMMARY = {"names": ["Anna", "Ben"], "begun": BEGUN, "scores": [3, 0], "target": 77}
SUMMARY |= {"turns": 4, "winner": None, "best": [3, 0]}
NAMES = ("Ana", "Bo", "Cleo")


def keep_mosaix(old, game, names=NAMES, summary=None):
    head = json.dumps({"kind": "mosaix", "names": names, "begun": BEGUN})
    units = [[mosaix_log_line(entry)] for entry in game.log]
    return old.keep_texts(head, units, names, summary, "mosaix")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Two games that are over, one abandoned, one of each kind open, and all else there can be."""
    path = tmp_path_factory.mktemp("source") / "games.sqlite"
    with old_file(path) as old:
        for seed in (1, 2):
            old.keep(recorded(seed), summary=SUMMARY)
        keep_mosaix(old, paper_game(3), summary={"scores": [0, 0, 0], "turns": 3, "is_over": False})
        open_id = old.keep(played("R7@4+1", "R8@4+2"), ("Cléo", "Dan"))
        keep_mosaix(old, sample_game(3, 4))
        old.keep_settings(brightness="33", profile="kitchen", mosaix_in_spanish="true")
        old.keep_settings(seconds=sealed([open_id, 7.5, 2.5, 1.5, 6]))
        row = ("kitchen", BEGUN, profile_text(some_profile()))
        old.execute("INSERT INTO profiles (name, taught, text) VALUES (?, ?, ?)", *row)
        old.execute("UPDATE games SET counts = 0 WHERE id = 2")
        old.execute("INSERT INTO names VALUES ('Zoë', 99)")
    return path


@pytest.fixture
def path(source, tmp_path):
    return copied(source, tmp_path / "state")


def assert_all_there(store):
    summed_up(store)
    assert [game.id for game in store.past_games()] == [2, 1]
    assert [game.counts for game in store.past_games()] == [False, True]
    assert [store.load(number).game for number in (1, 2)] == [recorded(1), recorded(2)]
    game = store.open_game()
    assert (game.id, game.names, game.game) == (4, ("Cléo", "Dan"), played("R7@4+1", "R8@4+2"))
    assert (game.seconds, game.turn_seconds) == ((7.5, 2.5), 1.5)
    assert [game.id for game in store.past_games(MOSAIX)] == [3]
    assert (store.open_game(MOSAIX).id, store.open_game(MOSAIX).names) == (5, NAMES)
    assert store.open_game(MOSAIX).game == sample_game(3, 4)
    assert store.names()[:3] == ("Zoë", "Cleo", "Bo")
    assert store.settings() == Settings(brightness=33, profile="kitchen")
    assert [line.name for line in store.profiles.lines()] == ["kitchen"]


def test_all_is_taken_over_and_the_old_file_stays_as_it_was(path):
    before = path.read_bytes()
    for _ in range(2):
        with opened(path.with_name("games.txt")) as store:
            assert store.set_aside is None
            assert_all_there(store)
    assert path.read_bytes() == before
    with opened(path.with_name("games.txt")) as store:
        assert keep(store, played("R7@4+1")) == 6


def test_a_file_of_the_same_name_is_replaced_and_kept_beside(path):
    before = path.read_bytes()
    for _ in range(2):
        with opened(path) as store:
            assert store.set_aside is None
            assert_all_there(store)
    assert path.with_name("games.old-1.sqlite").read_bytes() == before
    assert not path.with_name("games.old-2.sqlite").exists()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_still_older_files_are_taken_over(tmp_path, version):
    path = tmp_path / "games.sqlite"
    with old_file(path, version) as old:
        old.keep(recorded(1))
        old.keep(played("R7@4+1"))
        old.keep_settings(brightness="33")
    assert games_state(path) is FileState.SOUND
    with opened(path) as store:
        assert store.set_aside is None
        assert (store.load(1).game, store.open_game().game) == (recorded(1), played("R7@4+1"))
        assert store.settings().brightness == 33
        assert summed_up(store).past_games()[0].turns == len(recorded(1).moves)


def test_an_old_file_without_games_is_sound(tmp_path):
    with old_file(tmp_path / "games.sqlite"):
        pass
    with opened(tmp_path / "games.txt") as store:
        assert store.set_aside is None
        assert keep(store, played()) == 1


def test_an_old_clock_without_the_turn_is_understood(tmp_path):
    with old_file(tmp_path / "games.sqlite") as old:
        old.keep_settings(seconds=sealed([old.keep(played("R7@4+1")), 7.5, 2.5]))
    with opened(tmp_path / "games.sqlite") as store:
        assert store.open_game().seconds == (7.5, 2.5)
        assert store.open_game().turn_seconds == 0.0


def test_what_players_were_yet_to_be_told_is_told(tmp_path):
    with old_file(tmp_path / "games.sqlite") as old:
        old.keep_settings(**{"set-aside": sealed(["games.damaged-1.sqlite", 3, 1])})
    with opened(tmp_path / "games.txt") as store:
        assert store.set_aside.path == tmp_path / "games.damaged-1.sqlite"
        assert (store.set_aside.saved, store.set_aside.cut) == (3, 1)


# Flags, which have no checksum


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET is_deleted = 1 WHERE id = 1",
        "UPDATE games SET is_open = 0 WHERE id = 4",
        "UPDATE profiles SET is_deleted = 1",
    ],
)
def test_what_a_flag_alone_says_hides_and_erases_nothing(path, change):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(change)
    with opened(path) as store:
        assert_all_there(store)
    with opened(path) as store:
        assert_all_there(store)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET is_deleted = 1 WHERE id = 4",  # the open one
        "UPDATE games SET is_open = 1 WHERE id = 1",  # two at once
        "UPDATE games SET is_open = 2 WHERE id = 4",
        "UPDATE games SET counts = 'x' WHERE id = 1",
        "UPDATE games SET id = 9 WHERE id = 1",
        "UPDATE games SET kind = 'sepmosb' WHERE id = 4",
        "UPDATE games SET summary = replace(summary, 'turns', 'tuqns') WHERE id = 1",
        "UPDATE games SET summary = CAST(summary AS BLOB) WHERE id = 1",
        "DELETE FROM games WHERE id = 4",
        "UPDATE lines SET line = replace(line, 'R8', 'R9') WHERE game = 4",
        "UPDATE lines SET number = 99 WHERE game = 4 AND number = 6",
        "DELETE FROM lines WHERE game = 1 AND number = 7",
        "UPDATE settings SET name = 'brighuness' WHERE name = 'brightness'",
        "UPDATE settings SET value = '3x' WHERE name = 'brightness'",
        "UPDATE settings SET value = '3' WHERE name = 'version'",
        "UPDATE settings SET value = '[1]#00000000' WHERE name = 'seconds'",
        "UPDATE names SET used = 'x'",
        "UPDATE names SET name = 'a' || char(10) WHERE name = 'Ana'",
        "UPDATE names SET name = CAST(x'ff' AS TEXT) WHERE name = 'Ana'",
        "UPDATE profiles SET name = 'kitchem'",
        "UPDATE profiles SET text = '{}'",
        "PRAGMA user_version = 3",
        "PRAGMA application_id = 7",
        "DROP TABLE profiles",
        "DROP TABLE games",
        "ALTER TABLE games RENAME COLUMN counts TO cqunts",
    ],
)
def test_what_cannot_be_is_damage_and_games_are_saved(path, change):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(change)
    assert games_state(path) is FileState.DAMAGED
    with opened(path) as store:
        assert store.set_aside is not None
        assert store.load(2).game == recorded(2)
        assert store.open_game().game.moves[:1] == played("R7@4+1").moves
        assert store.open_game(MOSAIX).game == sample_game(3, 4)
        assert keep(store, played("R7@4+1")) > 1000  # nobody knows what numbers were lost


# Damage


def test_a_ruined_header_costs_no_game(path):
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    with opened(path) as store:
        assert (store.set_aside.saved, store.set_aside.cut) == (5, 0)
        assert store.set_aside.path.name == "games.damaged-1.sqlite"
        assert store.open_game().id == 4
        assert {"Cléo", "Dan", *NAMES} <= set(store.names())


def test_a_damaged_file_beside_the_new_one_is_set_aside_and_stays_as_it_was(path):
    flip(path, path.read_bytes().index(b"|play R8@4+2") + 7)
    before = path.read_bytes()
    new = path.with_name("games.txt")
    assert games_state(new) is FileState.DAMAGED
    for _ in range(2):
        with opened(new) as store:
            assert store.set_aside.path.name == "games.damaged-1.sqlite"
            assert store.open_game().id == 4
    assert store.set_aside.path.read_bytes() == path.read_bytes() == before


def test_a_flip_in_the_schema_costs_nothing(path):
    raw = path.read_bytes()
    for text in SCHEMA:
        assert raw.count(text) == 1
        for at in range(raw.index(text), raw.index(text) + len(text), 17):
            path.write_bytes(raw)
            flip(path, at, at % 8)
            old = read_old_games(path.read_bytes())
            assert not old.is_sound
            assert len(old.contents.games) == 5
            assert old.contents.settings["brightness"] == "33"
            assert "kitchen" in old.contents.profiles


@pytest.mark.parametrize("bit", [0, 7])  # another letter, or none at all
def test_a_flip_in_a_line_costs_nothing(path, bit):
    flip(path, path.read_bytes().index(b"|play R8@4+2") + 7, bit)
    with opened(path) as store:
        assert (store.set_aside.saved, store.set_aside.cut) == (5, 0)
        assert store.open_game().game == played("R7@4+1", "R8@4+2")


def test_a_damaged_line_cuts_its_game_there(path):
    damaged = path.read_bytes().replace(old_line(OldLine(1, 20, "draw")), b"#" * 20)
    path.write_bytes(damaged)
    with opened(path) as store:
        assert store.set_aside.cut <= 1
        assert_prefixes(store)
        assert store.load(2).game == recorded(2)


@pytest.mark.parametrize("game", [sample_game(3, 4), paper_game(3)], ids=["kept", "paper"])
def test_a_game_that_lost_its_names_goes_on_without_them(tmp_path, game):
    path = tmp_path / "games.sqlite"
    with old_file(path) as old:
        old.keep(played("R7@4+1"), ("Cleo", "Dan"))
        keep_mosaix(old, game, ("Ana", "Bo", "Eve"))
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b'["Ana"', b'["Any"').replace(b'["Cleo"', b'["Clay"'))
    with opened(path) as store:
        assert store.set_aside is not None
        assert (store.open_game().names, store.open_game().game) == (("", ""), played("R7@4+1"))
        back = store.open_game(MOSAIX)
        assert (back.names, back.game) == (("", "", ""), game)


def test_what_does_not_begin_a_game_gets_no_head():
    lines = [OldLine(1, 1, "play R7@4+1"), OldLine(2, 2, "start 1 77"), OldLine(3, 1, "paper x 1")]
    assert whole_logs([lines]) == ({}, 3)
    raw = b"--".join(map(old_line, lines))
    assert list(find_lines(raw)) == lines


def test_a_log_that_ends_within_a_move_is_ended_as_it_must(tmp_path):
    """A game that lost its last line, a draw, can be played on."""
    game = new_game(Start(Player.ONE))
    with old_file(tmp_path / "games.sqlite") as old:
        assert log_line(game.log[-1]) == "draw"
        old.keep(game)
        old.execute("DELETE FROM lines WHERE number = 2")
    with opened(tmp_path / "games.sqlite") as store:
        kept = store.open_game()
        assert kept.game == game
        after = played("R7@4+1")
        store.append(kept.id, after.log[len(game.log) :], len(game.log))
        assert store.open_game().game == after


def assert_prefixes(store):
    """What is there is what was there, perhaps less of it, and nothing else."""
    whole = {1: recorded(1), 2: recorded(2), 4: played("R7@4+1", "R8@4+2")}
    for number, game in whole.items():
        kept = store.load(number)
        if kept is not None:
            assert kept.game.moves == game.moves[: len(kept.game.moves)]
        assert store.set_aside or (kept and kept.game == game)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_gives_what_is_left_of_it(path, share):
    raw = path.read_bytes()
    path.write_bytes(raw[: int(len(raw) * share)])
    with opened(path) as store:
        assert store.set_aside is not None
        assert_prefixes(store)
        keep(store, played("R7@4+1"))


@pytest.mark.parametrize("seed", range(25))
def test_flipped_bits_never_show_a_wrong_game(path, seed):
    rng = Random(seed)
    raw = bytearray(path.read_bytes())
    for _ in range(1 + seed % 4):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    path.write_bytes(raw)
    with opened(path) as store:
        assert_prefixes(store)


def test_nothing_in_a_file_is_raised(path):
    """Whatever the bytes are."""
    rng = Random(3)
    raw = path.read_bytes()
    for _ in range(40):
        at = rng.randrange(len(raw))
        read_old_games(raw[:at] + rng.randbytes(rng.randrange(5000)) + raw[at + 2000 :])
        read_old_games(rng.randbytes(rng.randrange(9000)), rng.randbytes(rng.randrange(9000)))
