"""The store: games, names and settings on real files, in calm and in trouble."""

import json
import os
from dataclasses import replace

import pytest

from device.core.messages import Message
from device.core.settings import (
    ClockMode,
    Facing,
    KeySide,
    Settings,
    parse_settings,
    settings_texts,
)
from device.games.sepmosa.model import PastGame
from device.locale import Language
from device.store.file import STALE, StoreError
from device.store.lines import line_bytes
from engine.names import LONGEST, clean_name
from engine.sepmosa import parse_move
from tests.device.driver import recorded
from tests.device.store.kept_games import keep, opened, played, summed_up

HOSTILE = [
    "Robert'); DROP TABLE games;--",
    "{0.__class__} %s %n ${x}",
    "‮evil‬ override",  # noqa: PLE2502  as some names are
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
    return tmp_path / "state" / "games.txt"


# Who may read it: sharing is of the companion's group, and nobody else is


@pytest.fixture
def private():
    """A mask that lets nobody else read, as version 0.1 ran under."""
    before = os.umask(0o077)
    yield
    os.umask(before)


def modes(path):
    return {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}


READABLE = {"games.txt": 0o640, "games.txt.lock": 0o640}


def test_a_new_file_can_be_read_by_its_group(path, private):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    assert modes(path) == READABLE


def test_a_file_of_an_older_version_can_be_read_by_its_group_from_then_on(path, private):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
    for each in path.parent.iterdir():
        each.chmod(0o600)
    with opened(path):
        assert modes(path) == READABLE


def test_a_rewritten_file_can_be_read_by_its_group(path, private):
    with opened(path) as store:
        store.delete(keep(store, played("R7@4+1")))
    before = path.stat().st_ino
    with opened(path):
        assert path.stat().st_ino != before
        assert modes(path) == READABLE


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


def test_a_summary_that_is_missing_or_odd_is_told_again_from_the_log(path):
    with opened(path) as store:
        game_id = keep(store, recorded(1))
        store.close_game(game_id)
        before = store.past_games()
        for odd in ({}, {"turns": "many"}, {**store.contents.games[game_id].summary, "winner": 7}):
            store.write("test", ["summary", game_id, odd])
            assert store.past_games() == ()
            assert summed_up(store).past_games() == before
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


def test_the_companion_is_nobody_whose_name_is_suggested(path):
    with opened(path) as store:
        keep(store, played(), ("Anna", "Companion"))
        keep(store, played(), ("Tischbegleiter", "Ben"))
        assert store.names() == ("Ben", "Anna")


def test_settings_are_kept(path):
    chosen = Settings(
        language=Language.FRENCH, brightness=30, has_sound=False, has_speech=True, rotation=180,
        facing=Facing.TURNING, keys=KeySide.LEFT, has_large_text=True,
        has_marks=False, clock=ClockMode.TURN,
    )  # fmt: skip
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


def test_an_append_with_a_stale_log_length_is_rejected(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        with pytest.raises(StoreError, match="4 entries, not 2"):
            store.append(game_id, played("R7@4+1").log[2:], 2)
        assert store.open_game().game == played("R7@4+1")


def test_numbers_are_never_given_twice(path):
    with opened(path) as store:
        first = keep(store, played("R7@4+1"))
        store.close_game(first)
        store.delete(first)
        second = keep(store, played())
        store.close_game(second)  # nothing was played: it is none at all
    with opened(path) as store:
        assert store.contents.games == {}
        assert keep(store, played("R7@4+1")) == 3
    path.unlink()  # the number is noted beside the file as well
    with opened(path) as store:
        assert store.set_aside.saved == 0
        assert keep(store, played("R7@4+1")) == 4


def test_a_file_of_much_that_no_longer_holds_is_rewritten(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        for second in range(STALE + 10):
            store.keep_clock(game_id, (float(second), 2.0), 1.0)
        before = store.open_game()
        store.delete(keep(store, played("R7@4+1"), ("Cleo", "Dan")))
        size = path.stat().st_size
    with opened(path) as store:
        assert path.stat().st_size < size / 10
        assert [replace(before, seconds=(0, 0), turn_seconds=0)] == [store.load(game_id)]
        assert store.set_aside is None


def test_all_is_there_again_after_the_file_was_rewritten(path):
    with opened(path) as store:
        store.close_game(keep(store, recorded(1)))
        store.close_game(keep(store, recorded(2), ("Cleo", "Dan")))
        store.set_counts(2, False)
        store.keep_settings(Settings(brightness=33))
        open_id = keep(store, played("R7@4+1", "R8@4+2"), ("Anna", "Eve"))
        store.append(open_id, (), len(store.open_game().game.log), (7.5, 2.5))
        store.delete(1)
        before = everything(store)
    with opened(path) as store:
        assert everything(store) == before
        assert b'"begin",1,' not in path.read_bytes()
        store.keep_settings(Settings())
    with opened(path) as store:
        assert everything(store) == {**before, "settings": Settings()}


def everything(store):
    return {
        "past": store.past_games(),
        "open": store.open_game(),
        "names": store.names(),
        "settings": store.settings(),
    }


def test_a_newer_file_is_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(line_bytes(1, json.dumps([["games", 99]])) + line_bytes(2, '[["new"]]'))
    before = path.read_bytes()
    with pytest.raises(StoreError) as newer:
        opened(path)
    assert newer.value.sentence.message is Message.FAULT_NEWER
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir() if "damaged" in each.name] == []


@pytest.mark.parametrize(
    "facts",
    [
        '[["begin",1,"sepmosa",["A","B"],"now"]]',  # a number that was given before
        '[["begin",9,"sepmosa",["A",7],"now"]]',
        '[["log",1,7,["play R7@4+1"]]]',  # a log that is longer
        '[["log",1,5,[7]]]',
        '[["log",8,0,[]]]',
        '[["counts",1,"no"]]',
        '[["clock",1,NaN,0,0,1]]',
        '[["clock",1,-1,0,0,1]]',
        '[["settings",{"target":50}]]',
        '[["what"]]',
        '["what"]',
        "{}",
        "7",
        "[[[[",
        "[" * 3000,
        '[["numbers",' + "9" * 5000 + "]]",
    ],
)
def test_a_line_that_makes_no_sense_is_damage_and_costs_nothing_else(path, facts):
    with opened(path) as store:
        keep(store, played("R7@4+1"))
        number = store._file._number
    path.write_bytes(path.read_bytes() + line_bytes(number + 1, facts))
    with opened(path) as store:
        assert store.set_aside is not None
        assert store.open_game().game == played("R7@4+1")
        assert store.settings() == Settings()


def test_what_does_not_replay_is_not_shown_and_not_erased(path):
    with opened(path) as store:
        game_id = keep(store, played("R7@4+1"))
        store.write("test", ["log", game_id, 4, ["play R7@4+1"]])
        assert store.open_game() is None
        store.close_game(game_id)
        assert summed_up(store).past_games() == ()
    with opened(path) as store:
        assert len(store.contents.games[game_id].log) == 5
