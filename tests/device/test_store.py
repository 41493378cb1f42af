"""The store: games, names and settings on real files, in calm and in trouble."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device import store_file
from device.messages import Message
from device.model import PastGame
from device.settings import ClockMode, Facing, Language, Settings, parse_settings, settings_texts
from device.store import SECONDS
from device.store_file import StoreError
from engine.names import LONGEST, clean_name
from engine.sepmosa import parse_move
from tests.device.driver import recorded
from tests.device.games import keep, opened, played

ROOT = Path(__file__).parent.parent.parent
HOSTILE = [
    "Robert'); DROP TABLE games;--",
    "{0.__class__} %s %n ${x}",
    "‮evil‬ override",
    "👩‍👩‍👧‍👦 family",
    "a\x00b\nc\td\x1b[31m",
    "x" * 100_000,
    "שלום العالم",
    "\ud800 half",
    '"|@1|0|#quotes;\\',
    "\ufe0f",
    "\u034f\U000e0100",
    "\u3164\u2800",
    "",
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "games.sqlite"


# In calm


def test_a_game_comes_back_as_it_was_left(path):
    game = played("R7@4+1", "R8@4+2")
    with opened(path) as store:
        game_id = keep(store, game)
    with opened(path) as store:
        kept = store.open_game()
        assert (kept.id, kept.names, kept.game) == (game_id, ("Anna", "Ben"), game)
        assert store.past_games() == ()
        assert store.set_aside is None


def test_undo_and_corrections_are_kept_too(path):
    game = played("R7@4+1", "R8@4+2").undo().play(parse_move("R6@4+2"))
    game = game.correct(2, parse_move("B7@4+2"))
    with opened(path) as store:
        store.append(store.begin(("", ""), game.log[:2]), game.log[2:], 2)
        assert store.open_game().game == game


def test_a_finished_game_is_listed_with_its_numbers(path):
    game = recorded(6)
    with opened(path) as store:
        game_id = keep(store, game)
        store.close_game(game_id)
        winner = game.state.player
        assert store.open_game() is None
        (past,) = store.past_games()
        assert past == replace(
            PastGame(
                game_id,
                ("Anna", "Ben"),
                "2026-01-01T10:00:00",
                game.state.scores,
                77,
                len(game.moves),
                winner,
            ),
            best=past.best,
        )
        assert max(past.best) == 7
        assert store.load(game_id).game == game


def test_a_damaged_summary_is_told_anew_from_the_log(path):
    with opened(path) as store:
        game_id = keep(store, recorded(1))
        store.close_game(game_id)
        before = store.past_games()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE games SET summary = replace(summary, '\"turns\": ', '\"turns\": 1')")
    with opened(path) as store:
        assert store.past_games() == before


def test_an_abandoned_game_has_no_winner_and_an_unplayed_one_is_none(path):
    with opened(path) as store:
        store.close_game(keep(store, played("R7@4+1")))
        store.close_game(keep(store, played()))
        (past,) = store.past_games()
        assert (past.winner, past.turns) == (None, 1)


def test_a_new_game_closes_the_one_before(path):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
        second = keep(store, played("K7@4+1"))
        assert store.open_game().id == second
        assert len(store.past_games()) == 1


def test_delete_can_be_undone_until_the_file_is_opened_again(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        store.close_game(game_id)
        store.delete(game_id)
        assert store.past_games() == ()
        store.restore(game_id)
        assert len(store.past_games()) == 1
        store.delete(game_id)
    with opened(path) as store:
        store.restore(game_id)
        assert store.past_games() == ()
    assert b"play R7@4+1" not in path.read_bytes()


def test_a_game_may_not_count(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        store.close_game(game_id)
        store.set_counts(game_id, False)
    with opened(path) as store:
        assert store.past_games()[0].counts is False


def test_names_are_remembered_newest_first(path):
    with opened(path) as store:
        keep(store, played(), ("Anna", "Ben"))
        keep(store, played(), ("Cleo", "Anna"))
        assert store.names() == ("Anna", "Cleo", "Ben")


def test_settings_are_kept(path):
    chosen = Settings(Language.FRENCH, 30, False, 180, Facing.TURNING, True, ClockMode.TURN)
    with opened(path) as store:
        assert store.settings() == Settings()
        store.keep_settings(chosen)
    with opened(path) as store:
        assert store.settings() == chosen


def test_settings_that_make_no_sense_are_as_shipped():
    texts = settings_texts(Settings(brightness=30))
    texts |= {"language": "klingon", "rotation": "45", "has_sound": "maybe", "what": "ever"}
    assert parse_settings(texts) == Settings(brightness=30)
    assert parse_settings({"rotation": "x"}, Settings(rotation=90)) == Settings(rotation=90)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_do_no_harm(path, name):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"), (name, "Ben"))
        store.close_game(game_id)
        kept = clean_name(name)
        assert len(kept) <= LONGEST
        assert kept.isprintable() or "\u200d" in kept
        assert store.past_games()[0].names == (kept, "Ben")
    with opened(path) as store:
        assert store.set_aside is None
        assert store.load(game_id).names == (kept, "Ben")


def test_a_deed_out_of_step_is_refused(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        with pytest.raises(StoreError, match="4 entries, not 2"):
            store.append(game_id, played("R7@4+1").log[2:], 2)
        assert store.open_game().game == played("R7@4+1")


def test_an_older_file_is_brought_up_to_date(path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        file.executescript(
            f"{store_file.MIGRATIONS[0]} PRAGMA user_version = 1;"
            f"PRAGMA application_id = {store_file.APPLICATION}; {store_file.TELL_VERSION}"
        )
    with opened(path) as store:
        assert store.set_aside is None
        game_id = keep(store, played("R7@4+1"))
        store.delete(game_id)


def test_a_file_from_before_set_profiles_keeps_all_it_has(path):
    """Version 3 had everything but them."""
    with opened(path) as store:
        store.close_game(keep(store, recorded(1)))
        keep(store, played("R7@4+1", "R8@4+2"), ("Cleo", "Dan"))
        store.keep_settings(Settings(brightness=33))
        before = (store.open_game(), store.past_games(), store.names(), store.settings())
    with closing(sqlite3.connect(path)) as file:
        file.executescript(
            f"DROP TABLE profiles; PRAGMA user_version = 3; {store_file.TELL_VERSION}"
        )
    with opened(path) as store:
        assert store.set_aside is None
        assert (store.open_game(), store.past_games(), store.names(), store.settings()) == before
        assert store.profiles.lines() == ()
        (version,) = store._file.execute("PRAGMA user_version").fetchone()
        assert version == store_file.VERSION
    with opened(path) as store:  # and knows its version from then on
        assert store.set_aside is None


def test_a_newer_file_is_left_alone(path):
    opened(path).close()
    with closing(sqlite3.connect(path)) as file:
        file.executescript(f"PRAGMA user_version = 99; {store_file.TELL_VERSION}")
    with pytest.raises(StoreError) as newer:
        opened(path)
    assert newer.value.sentence.message is Message.FAULT_NEWER
    assert sorted(each.name for each in path.parent.iterdir() if "damaged" in each.name) == []


def test_what_the_store_notes_beside_the_settings_is_called_like_none_of_them():
    assert not {store_file.TOLD, store_file.ASIDE, SECONDS} & set(settings_texts(Settings()))
