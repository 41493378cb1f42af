"""The players choose legal moves from what they may know; the coach beats the greedy one."""

from random import Random

import pytest

from engine.sepmosa import Place, Player, check, parse_mosaic, parse_tile, points
from engine.sepmosa.full import PlayerView
from engine.sepmosa.players import play_coach, play_game, play_greedy, play_random
from engine.sepmosa.table import Step, Table
from engine.sepmosa.values import Pass


def seen(rack, mosaic=None, scores=(0, 0)):
    table = Table(
        step=Step.PLAY,
        mosaic=parse_mosaic(mosaic or {}),
        scores=scores,
        racks=(7, 6),
        stock=80,
    )
    return PlayerView(table, Player.ONE, tuple(map(parse_tile, rack.split())))


@pytest.mark.parametrize("chooser", [play_random, play_greedy, play_coach])
def test_a_player_chooses_a_legal_move_of_his_rack(chooser):
    view = seen("R1 R9 B11 K12", {"4+1": "R7", "4+2": "R8"})
    for seed in range(10):
        move = chooser(view, Random(seed))
        assert check(view.table.mosaic, move) is None
        assert move.tile in view.rack


@pytest.mark.parametrize("chooser", [play_random, play_greedy, play_coach])
def test_a_player_with_no_move_passes_with_a_tile_of_his_rack(chooser):
    view = seen("R11 K12 O13")
    move = chooser(view, Random(1))
    assert isinstance(move, Pass)
    assert move.tile in view.rack


def test_the_greedy_player_takes_the_most_points():
    view = seen("R9 K7 B8", {"4+1": "R7", "4+2": "R8"})
    assert points(view.table.mosaic, play_greedy(view, Random(1))) == 3


def test_the_greedy_player_keeps_an_action_tile_that_scores_nothing():
    view = seen("R11 K7", {"4+1": "R7"})
    assert all(isinstance(play_greedy(view, Random(seed)), Place) for seed in range(20))


def test_the_coach_takes_a_win_whatever_it_opens():
    view = seen("R9 K7 B8", {"4+1": "R7", "4+2": "R8"}, scores=(74, 70))
    assert points(view.table.mosaic, play_coach(view, Random(1))) == 3


def test_the_coach_does_not_lay_the_second_of_three_for_nothing():
    """R8 beside R7 would give the other player three points; elsewhere it gives none."""
    view = seen("R8 K2", {"4+1": "R7"})
    chosen = [play_coach(view, Random(seed)) for seed in range(8)]
    assert not any(str(move) == "R8@4+2" for move in chosen)


def test_the_coach_beats_the_greedy_player_from_either_side():
    """A short match; `sepmosa bench` plays the 400 games."""
    won = 0
    for seed in range(10):
        one = play_game((play_coach, play_greedy), Random(seed)).state.table
        two = play_game((play_greedy, play_coach), Random(seed)).state.table
        won += (one.scores[0] > one.scores[1]) + (two.scores[1] > two.scores[0])
    assert won >= 12
