"""The coach: best places from what both players see, the same for the same table."""

from itertools import combinations
from random import Random

import pytest

from engine.sepmosa import Pass, Place, Play, Player, Start, new_game, parse_move, parse_tile
from engine.sepmosa.coach import WEIGHED, expected_best, hints
from engine.sepmosa.players import play_game, play_greedy
from engine.sepmosa.rules import points, scored_moves
from engine.sepmosa.table import in_sight, refusal
from engine.sepmosa.values import COPIES, KINDS, cells_of


def table_after(*names):
    game = new_game(Start(Player.ONE))
    for name in names:
        game = game.play(parse_move(name))
    return game.state


def tables():
    """Tables in the middle of games of greedy players, racks unknown."""
    for seed in (1, 2, 3):
        full = play_game((play_greedy, play_greedy), Random(seed))
        game = new_game(Start(full.events[0].first))
        moves = [each.move for each in full.events if isinstance(each, Play)]
        for move in moves[: 12 * seed]:
            game = game.play(Pass() if isinstance(move, Pass) else move)
        yield game.state


def test_a_named_tile_goes_where_it_scores():
    (first, *_) = hints(table_after("R7@4+1", "R8@4+2"), [parse_tile("R9")])
    assert (first.move, first.points) == (parse_move("R9@4+3"), 3)


def test_without_a_tile_each_place_is_named_once_with_what_it_can_score():
    found = hints(table_after("R7@4+1", "R8@4+2", "K8@5+2"))
    assert len({cells_of(hint.move) for hint in found}) == len(found)
    assert all(isinstance(hint.move, Place) for hint in found)
    assert {hint.points for hint in found} == {3}


def test_the_hint_that_leaves_most_beside_the_reply_comes_first():
    for table in tables():
        for hint, worse in combinations(hints(table, most=WEIGHED), 2):
            assert hint.worth >= worse.worth


@pytest.mark.parametrize("tile", ["R9", "O11", "K12", "B13", None])
def test_every_hint_is_legal_and_worth_what_it_says(tile):
    asked = None if tile is None else [parse_tile(tile)]
    for table in tables():
        for hint in hints(table, asked):
            assert refusal(table, hint.move) is None
            assert hint.points == points(table.mosaic, hint.move)
            assert 0 <= hint.reply <= 7


def test_the_best_that_can_be_scored_is_always_among_the_hints():
    for table in tables():
        tiles = [tile for tile in KINDS if not tile.is_action]
        free = [tile for tile in tiles if in_sight(table).count(tile) < COPIES]
        best = max(gain for _, gain in scored_moves(table.mosaic, free))
        assert max(hint.points for hint in hints(table, most=WEIGHED)) == best


def test_a_tile_of_which_both_lie_there_goes_nowhere():
    table = table_after("R7@4+1", "R8@4+2", "R7@5+2")
    assert hints(table, [parse_tile("R7")]) == ()


def test_whoever_plays_and_whatever_is_on_the_racks_the_hints_are_the_same():
    game = new_game(Start(Player.ONE)).play(parse_move("R7@4+1"))
    assert hints(game.state) == hints(game.play(Pass()).state)


@pytest.mark.parametrize("drawn", [1, 3, 7])
def test_what_may_be_expected_is_the_mean_over_all_racks(drawn):
    values = [0, 0, 3, 4, 4, 7, 1, 0]
    racks = list(combinations(values, drawn))
    assert expected_best(values, drawn) == pytest.approx(sum(map(max, racks)) / len(racks))
    assert expected_best([], drawn) == 0
    shuffled = Random(1).sample(values, len(values))
    assert expected_best(shuffled, drawn) == expected_best(values, drawn)
