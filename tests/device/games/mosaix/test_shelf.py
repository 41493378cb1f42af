"""MOSAIX's games in the store: kept deed by deed, through kills, damage and odd names."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from random import Random

import pytest

from device.core import effects as wanted
from device.core.events import Back
from device.core.messages import Message
from device.core.model import OpenGame
from device.games import MOSAIX
from device.games.mosaix.match import figures_of
from device.lab.mosaix.samples import COUNTED, OTHER, paper_game, sample_game
from device.store.edge import Keeper
from device.store.file import StoreError
from device.store.store import Store, finish
from engine.mosaix import (
    Correct,
    Enter,
    IllegalMove,
    Lay,
    NotationError,
    NothingToUndo,
    Redo,
    Skip,
    Stop,
    Undo,
    parse_figure,
)
from engine.mosaix.notation import log_line, match_of, parse_log_line
from engine.mosaix.paper import Begin, Counted, Finish, Paper
from engine.mosaix.players import play_random
from engine.sepmosa import Player, Start, new_game
from tests.device.games.mosaix.hand import Hand
from tests.device.store.kept_games import flip, full_disk, keep

NAMES = ("Ana", "Bo")
HOSTILE = (
    "Robert'); DROP TABLE games;--",
    "🦆👩‍👩‍👧" * 12,
    '"|@1|0|x|00000000;',
    "\u202eevil\x00\n\ud800",
)


def opened(path):
    return Store(path, lambda: "2026-11-15T20:14")


def kept(store, match, names=NAMES):
    """A game kept entry by entry; returns its id."""
    game_id = store.begin(names, match.log[:1], MOSAIX)
    for at, entry in enumerate(match.log[1:], 1):
        store.append(game_id, (entry,), at)
    return game_id


def test_a_game_comes_back_as_it_was_played(tmp_path):
    game = sample_game(2, 5).lay(parse_figure("OTX/..O")).undo(3).redo(1)
    with opened(tmp_path / "games") as store:
        kept(store, game)
    with opened(tmp_path / "games") as store:
        back = store.open_game(MOSAIX)
    assert back == OpenGame(1, NAMES, game, "2026-11-15T20:14")


def test_a_game_with_boards_on_the_table_comes_back(tmp_path):
    game = paper_game(2, True).append(Undo(2)).append(Redo(1))
    with opened(tmp_path / "games") as store:
        kept(store, game)
    with opened(tmp_path / "games") as store:
        assert store.open_game(MOSAIX).game == game


def test_both_games_are_open_at_once_and_neither_is_taken_for_the_other(tmp_path):
    with opened(tmp_path / "games") as store:
        sepmosa = keep(store, new_game(Start(Player.ONE)))
        mosaix = kept(store, sample_game(2, 3))
        assert (store.open_game().id, store.open_game(MOSAIX).id) == (sepmosa, mosaix)
        store.close_game(mosaix)
        assert store.past_games() == ()
        assert [game.id for game in store.past_games(MOSAIX)] == [mosaix]


def test_a_new_game_closes_the_one_before(tmp_path):
    with opened(tmp_path / "games") as store:
        first = kept(store, sample_game(2, 3))
        second = kept(store, sample_game(2, 2))
        assert store.open_game(MOSAIX).id == second
        assert [game.id for game in store.past_games(MOSAIX)] == [first]


def test_a_log_is_never_continued_from_another_place(tmp_path):
    with opened(tmp_path / "games") as store:
        game_id = kept(store, sample_game(2, 2))
        with pytest.raises(StoreError):
            store.append(game_id, (Undo(1),), 1)


def test_odd_names_are_kept_as_far_as_they_can_be_shown(tmp_path):
    with opened(tmp_path / "games") as store:
        kept(store, sample_game(4, 1), HOSTILE)
    with opened(tmp_path / "games") as store:
        names = store.open_game(MOSAIX).names
        assert names[0] == HOSTILE[0][:24].strip()
        assert names[2] == HOSTILE[2]
        assert names[3] == "evil"
        assert store.set_aside is None


def test_a_damaged_file_gives_back_both_games(tmp_path):
    path = tmp_path / "games"
    with opened(path) as store:
        keep(store, new_game(Start(Player.ONE)))
        kept(store, sample_game(3, 4), ("Ana", "Bo", "Cleo"))
    raw = bytearray(path.read_bytes())
    raw[5:12] = bytes(7)
    path.write_bytes(raw)
    with opened(path) as store:
        assert store.set_aside is not None
        back = store.open_game(MOSAIX)
        assert (back.names, back.game) == (("Ana", "Bo", "Cleo"), sample_game(3, 4))
        assert store.open_game().id == 1
        assert {"Ana", "Bo", "Cleo"} <= set(store.names())


@pytest.mark.parametrize("game", [sample_game(3, 4), paper_game(3)], ids=["kept", "paper"])
def test_a_flipped_bit_anywhere_costs_nothing(tmp_path, game):
    path = tmp_path / "games"
    with opened(path) as store:
        kept(store, game, ("Ana", "Bo", "Cleo"))
    raw = path.read_bytes()
    for at in range(0, len(raw), 37):
        path.write_bytes(raw)
        flip(path, at, at % 8)
        with opened(path) as store:
            assert store.set_aside is not None
            back = store.open_game(MOSAIX)
            assert (back.names, back.game) == (("Ana", "Bo", "Cleo"), game)


def test_a_summary_is_made_where_it_is_missing(tmp_path):
    with opened(tmp_path / "games") as store:
        game_id = kept(store, sample_game(2, 99))
        store.close_game(game_id)
        told = store.past_games(MOSAIX)
        for odd in ({}, {"scores": ["x"]}):
            store.write("test", ["summary", game_id, odd])
            assert store.past_games(MOSAIX) == ()
            finish(store.sum_up())
            assert store.past_games(MOSAIX) == told
        assert told[0].winners == sample_game(2, 99).table.leaders


@pytest.mark.parametrize("seed", range(4))
def test_every_entry_of_a_log_is_read_back(seed):
    game = play_random(1 + seed, Random(seed))
    log = [*game.log, Undo(2), Redo(1), Skip(0), Stop(), Finish(), Begin(3, 1)]
    log += [Counted(1, COUNTED), Correct(2, Lay(parse_figure("OOOO")))]
    assert [parse_log_line(log_line(entry)) for entry in log] == log
    assert match_of(game.log) == game


@pytest.mark.parametrize(
    "text", ["", "lay", "lay OO", "enter 0 Oa1", "enter 1", "count 1 x", "undo 0", "paper 5 1",
             "paper 2 3", "start OTXOT 1", "start OQ 1", "correct 1 undo 1", "stop now"],
)  # fmt: skip
def test_what_is_no_entry_is_refused(text):
    with pytest.raises(NotationError):
        parse_log_line(text)


def test_entries_of_the_other_kind_are_refused():
    with pytest.raises(NotationError):
        match_of([*sample_game(2, 1).log, Finish()])
    with pytest.raises(NotationError):
        match_of([Begin(2), Stop()])


def test_the_keeper_answers_what_it_is_asked(tmp_path):
    with opened(tmp_path / "games") as store:
        keeper = Keeper(store)
        game = sample_game(2, 2)
        begun = keeper.do(wanted.BeginGame(NAMES, game.log[:1]), MOSAIX)
        keeper.do(wanted.Save(None, game.log[1:], 1), MOSAIX)
        assert keeper.do(wanted.FetchGames(), MOSAIX).open_game.game == game
        assert keeper.do(wanted.LoadGame(begun.game_id), MOSAIX).loaded.game == game
        keeper.do(wanted.CloseGame(begun.game_id), MOSAIX)
        assert len(keeper.do(wanted.ListGames(), MOSAIX).games) == 1
        keeper.do(wanted.DeleteGame(begun.game_id), MOSAIX)
        assert keeper.do(wanted.ListGames(), MOSAIX).games == ()
        assert keeper.do(wanted.LoadGame(99), MOSAIX).loaded is None


# Games whose boards lie on the table


def test_a_paper_game_refuses_what_cannot_happen():
    figure = Lay(parse_figure("OOOO"))
    with pytest.raises(IllegalMove):
        Paper().append(figure)
    begun = Paper().append(Begin(2))
    for event in (Begin(2), Finish(), Counted(0, COUNTED)):
        with pytest.raises(IllegalMove):
            begun.append(event)
    ended = begun.append(figure).append(Finish())
    for event in (figure, Finish(), Counted(2, COUNTED), Counted(0, replace(COUNTED, boxes=3))):
        with pytest.raises(IllegalMove):
            ended.append(event)
    with pytest.raises(NothingToUndo):
        begun.append(Undo(1))
    with pytest.raises(NothingToUndo):
        begun.append(Redo(1))


def test_a_paper_game_is_over_when_every_board_is_counted():
    game = paper_game(2).append(Finish())
    assert (game.uncounted, game.is_over) == (0, False)
    game = game.append(Counted(0, COUNTED)).append(Counted(1, OTHER))
    assert game.is_over
    assert game.scores[0] == 101
    again = game.append(Counted(1, COUNTED))
    assert again.scores == (101, 101)
    assert again.append(Undo(1)).scores == game.scores
    assert [again.player, len(figures_of(again))] == [1, 3]


# A kill

PLAY = """
import sys
from pathlib import Path
from tests.device.games.mosaix.hand import Hand
from tests.device.games.mosaix.test_by_touch import play_out
from device.store.store import Store
from random import Random

with Store(Path(sys.argv[1]), lambda: "2026-11-15T20:14") as store:
    hand = Hand(store, Path("none"))
    hand.home()
    if hand.mosaix.match is None:
        hand.begin(2, True, "Ana", "Bo")
    else:
        from device.core import events as companion
        hand.press(companion.Resume())

    class Told:
        def do(self, effect):
            from device.core.effects import Save
            if isinstance(effect, Save):
                print(effect.after + len(effect.entries), flush=True)

    hand.companion._edges = (*hand.companion._edges, Told())
    play_out(hand, Random(int(sys.argv[2])))
    print("over", flush=True)
"""


def test_a_game_outlives_kills(tmp_path):
    """What the screen said before the process was killed is there when it is started again."""
    path = tmp_path / "games.txt"
    rng = Random(7)
    promised = 0
    for round_ in range(3):
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", PLAY, str(path), str(round_)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as child:
            for _ in range(rng.randrange(2, 7)):
                line = child.stdout.readline().strip()
                promised = int(line) if line.isdigit() else promised
            time.sleep(rng.uniform(0.0, 0.05))  # the moment of death is what is tried here
            child.send_signal(signal.SIGKILL)
            rest = child.stdout.read().split()
        promised = max([promised, *(int(each) for each in rest if each.isdigit())])
        with opened(path) as store:
            back = store.open_game(MOSAIX)
            assert store.set_aside is None
        assert len(back.game.log) >= promised > 0
        assert back.names == ("Ana", "Bo")
        assert any(isinstance(event, Enter) for event in back.game.events)


def test_a_full_disk_is_said_and_nothing_unsaved_is_shown(tmp_path):
    with opened(tmp_path / "games") as store:
        hand = Hand(store, tmp_path).home()
        hand.begin(2)
        before = hand.mosaix.match
        with full_disk(store):
            hand.lay(parse_figure("OTX/..O"))
        assert hand.mosaix.match == before
        assert hand.model.fault.message is Message.FAULT_DISK_FULL
        hand.take(Back())
        assert hand.mosaix.match == before
