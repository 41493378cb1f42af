"""What onlookers are shown is the game, and nothing that only players may know."""

import json
from functools import reduce

import pytest

from device.core.table_state import TableState
from device.locale import Language
from device.share.games import NEWEST, SharedGames
from engine.history import Redo, Undo
from engine.mosaix.record import read_record as read_mosaix
from engine.sepmosa import Reset, Table, mosaic_names, replay
from engine.sepmosa.record import read_record
from engine.sepmosa.table import EMPTY_TABLE
from tests.device.share.tables import (
    BEGUN,
    Playing,
    full_game,
    mosaix_game,
    opened,
    table_log,
)

ENGLISH, GERMAN = Language.ENGLISH, Language.GERMAN


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.txt"


@pytest.fixture
def store(path):
    with opened(path) as store:
        yield store


@pytest.fixture
def games(path, store):
    return SharedGames(path)


def mosaic_after(whole, count):
    """The mosaic that the changes of so many moves add up to."""
    mosaic = {}
    for move in whole["moves"][:count]:
        for cell in move["gone"]:
            del mosaic[cell]
        mosaic |= move.get("laid", {})
    return mosaic


def test_a_game_turn_by_turn(store, games):
    game = Playing(store)
    games.poll()
    live = games.live(ENGLISH)
    assert (live["names"], live["scores"], live["turn"]) == (["Anna", "Ben"], [0, 0], 1)
    assert (live["state"], live["open"], live["begun"]) == ("playing", True, BEGUN)
    table = replay(EMPTY_TABLE, game.portions[0]).state
    for turn in game.portions[1:]:
        game.play()
        games.poll()
        live = games.live(ENGLISH)
        table = reduce(Table.advance, turn, table)
        assert live["scores"] == list(table.scores)
        assert live["mosaic"] == mosaic_names(table.mosaic)
        assert len(live["moves"]) == min(NEWEST, game.turns)
    assert (live["state"], live["winners"]) == ("over", [int(table.player)])
    assert live["player"] is None


def test_the_changes_of_all_moves_add_up_to_the_mosaic(store, games):
    game = Playing(store)
    game.finish()
    games.poll()
    whole = games.whole(game.id, ENGLISH)
    assert mosaic_after(whole, None) == whole["mosaic"]
    assert whole["curve"][-1] == tuple(whole["scores"])
    assert any(move["move"] == "reset" for move in whole["moves"])
    state = replay(EMPTY_TABLE, table_log())
    turns = sum(1 for move in whole["moves"] if "turn" in move)
    assert turns == len(state.moves) == len(whole["curve"]) - 1


def test_nobody_learns_what_is_hidden(store, games):
    """With racks, draws and passed tiles known or not, onlookers are shown the same."""
    open_hand = Playing(store, full_game().log)
    open_hand.finish()
    at_table = Playing(store)
    at_table.finish()
    games.poll()
    assert "pass:" in str(store.contents.games[open_hand.id].log)
    known, hidden = (games.whole(each.id, ENGLISH) for each in (open_hand, at_table))
    assert {**known, "id": 0, "open": 0} == {**hidden, "id": 0, "open": 0}
    assert games.record(open_hand.id) == games.record(at_table.id)
    for text in (games.record(open_hand.id), json.dumps(known)):
        assert not any(word in text for word in ("Rack", "Draws", "pass:"))


def test_the_record_is_one(store, games):
    game = Playing(store)
    game.play(30)
    games.poll()
    record = read_record(games.record())
    assert record.header == {"Date": "2026-01-01", "Player1": "Anna", "Player2": "Ben"}
    assert isinstance(record.game.state, Table)
    assert len(record.game.moves) == 30


def test_taken_back_and_done_again(store, games):
    game = Playing(store)
    game.play(6)
    games.poll()
    before = games.live(ENGLISH)
    game.add(Undo(2))
    games.poll()
    assert games.live(ENGLISH)["turn"] == 5
    game.add(Redo(2))
    games.poll()
    assert games.live(ENGLISH) == before


def test_words_in_the_onlookers_language(store, games):
    game = Playing(store, names=("Anna", ""))
    game.play(1)
    games.poll()
    assert games.live(ENGLISH)["moves"][0]["text"].endswith(" placed")
    assert games.live(GERMAN)["moves"][0]["text"].endswith(" gelegt")
    assert games.live(GERMAN)["names"] == ["Anna", "Spieler 2"]


def test_states(store, games):
    assert games.state() is TableState.IDLE
    game = Playing(store)
    games.poll()
    assert games.state() is TableState.PLAYING
    game.play(next(at for at, turn in enumerate(game.portions[1:]) if turn[0] == Reset()))
    games.poll()
    assert games.state() is TableState.RESET
    game.finish()
    games.poll()
    assert games.state() is TableState.OVER
    store.close_game(game.id)
    games.poll()
    assert games.state() is TableState.IDLE
    assert games.live(ENGLISH)["winners"]  # the last game is still there to be seen


def test_lists_with_results(store, games):
    first = Playing(store)
    first.finish()
    store.close_game(first.id)
    second = Playing(store, names=("Cleo", "Dan"))
    second.play(3)
    games.poll()
    lines = games.listed(ENGLISH)
    assert [line["id"] for line in lines] == [second.id, first.id]
    assert [line["over"] for line in lines] == [False, True]
    assert lines[1]["scores"] == list(replay(EMPTY_TABLE, table_log()).state.scores)
    assert [line["id"] for line in games.finished()] == [first.id]
    store.delete(first.id)
    games.poll()
    assert games.finished() == []
    assert games.whole(first.id, ENGLISH) is None


def test_a_log_that_makes_no_sense_shows_nothing(store, games):
    store.write("test", ["begin", 1, "sepmosa", ["Anna", "Ben"], "2026-11-18"])
    store.write("test", ["log", 1, 0, ["start 1 77", "draw", "play R7@1+1"]])
    games.poll()
    assert games.live(ENGLISH) is None
    assert games.record() is None
    assert games.listed(ENGLISH)[0]["scores"] is None


def test_a_game_nobody_knows_is_not_shown(store, games):
    store.write("test", ["begin", 1, "chess", ["Anna", "Ben"], "2026"], ["log", 1, 0, ["e4"]])
    games.poll()
    assert games.live(ENGLISH) is None
    assert games.listed(ENGLISH) == []


# MOSAIX


@pytest.mark.parametrize("players", [1, 2, 4])
def test_mosaix_with_boards_kept(store, games, players):
    game_id, game = mosaix_game(store, players)
    games.poll()
    live, whole = games.live(ENGLISH), games.whole(game_id, ENGLISH)
    assert live["game"] == "mosaix"
    assert live["scores"] == list(game.table.scores)
    assert live["boards"] == list(map(str, game.table.boards))
    assert live["state"] == "over"
    boards = [list(board.partition("+")[0].replace("/", "")) for board in whole["start"]]
    for move in whole["moves"]:
        for cell, symbol in move.get("entered", {}).items():
            boards[move["player"]][7 * (int(cell[1]) - 1) + "abcdefg".index(cell[0])] = symbol
    assert ["".join(board) for board in boards] == [
        str(board).partition("+")[0].replace("/", "") for board in game.table.boards
    ]
    assert whole["curve"][-1] == game.table.scores
    assert len(whole["curve"]) == whole["turn"] + 1
    assert sum(move.get("points", 0) for move in whole["moves"]) == sum(whole["scores"]) - sum(
        whole["curve"][0]
    )
    assert read_mosaix(games.record()).game.events == game.events


def test_the_game_played_last_is_the_live_one(store, games):
    game = Playing(store)
    games.poll()
    mosaix_game(store)
    games.poll()
    assert games.live(ENGLISH)["game"] == "mosaix"
    game.play()
    games.poll()
    assert games.live(ENGLISH)["game"] == "sepmosa"
