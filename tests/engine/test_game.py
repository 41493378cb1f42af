"""Turns, draws, reshuffles, resets, winning (S18–S23), undo and corrections."""

from dataclasses import replace
from random import Random

import pytest

from engine.history import NothingToUndo, Undo
from engine.sepmosa import (
    KINDS,
    Broken,
    Draw,
    Full,
    Game,
    IllegalMove,
    Mosaic,
    Pass,
    Play,
    Player,
    Reason,
    Refusal,
    Reset,
    Reshuffle,
    Start,
    Step,
    Table,
    Win,
    legal_moves,
    new_full_game,
    new_game,
    parse_mosaic,
    parse_move,
    parse_tile,
    points,
    replay,
)
from engine.sepmosa.full import ALL_TILES, moves
from engine.sepmosa.game import Correct
from engine.sepmosa.players import deal, play_game, play_greedy, play_random, take_step
from engine.sepmosa.table import in_sight, refusal


def tiles(text):
    return tuple(map(parse_tile, text.split()))


def at_table(*texts, first=Player.ONE, target=77):
    game = new_game(Start(first, target=target))
    for text in texts:
        game = game.play(parse_move(text))
    return game


def game_at(**changes):
    """A game at the table whose turn to play is under way in a state made for the test."""
    state = replace(at_table().state, **changes)
    return Game(state, state)


# 48 tiles, all connected, no row over seven, one place left for R10 at 7+3
ALMOST_FULL = {
    f"{row}{column:+d}": f"{colour}{value}"
    for row, colour, shift in [
        (1, "K", 0), (2, "B", 1), (3, "R", 2), (4, "O", 3), (5, "K", 4), (6, "B", 5), (7, "R", 6),
    ]
    for column, value in zip(
        [-3, -2, -1, 1, 2, 3, 4] if row == 4 else range(-3, 4),
        [(shift + at) % 10 + 1 for at in range(7)],
        strict=True,
    )
}  # fmt: skip
LAST_PLACE = "7+3"


def almost_full():
    return parse_mosaic({cell: tile for cell, tile in ALMOST_FULL.items() if cell != LAST_PLACE})


def the_49th():
    return parse_move(f"{ALMOST_FULL[LAST_PLACE]}@{LAST_PLACE}")


def test_each_player_starts_with_six_tiles_and_the_first_has_drawn_a_seventh():
    state = at_table(first=Player.TWO).state
    assert state.player is Player.TWO
    assert state.racks == (6, 7)
    assert state.stock == 104 - 13
    assert state.step is Step.PLAY


def test_players_take_turns_and_each_turn_costs_the_rack_one_tile():
    state = at_table("R7@4+1").state
    assert (state.player, state.turn) == (Player.TWO, 2)
    assert state.racks == (6, 7)


def test_points_go_to_the_player_who_laid_the_tile():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3")
    assert game.state.scores == (3, 0)


def test_passing_costs_two_points_even_below_zero():
    state = at_table("pass", "pass").state
    assert state.scores == (-2, -2)
    assert state.aside_hidden == 2


def test_a_third_copy_of_a_tile_is_refused():
    game = at_table("R7@4+1", "R7@3+0", "K7@5+1")
    with pytest.raises(IllegalMove) as no:
        game.play(parse_move("R7@3-1"))
    assert no.value.reason is Refusal.THIRD_COPY


def test_a_third_copy_of_an_action_tile_is_refused():
    game = at_table("R7@4+1", "R11x4+1", "R7@4+1", "R11x4+1", "R6@4+1")
    assert game.state.played == tiles("R11 R11")
    assert refusal(game.state, parse_move("R11x4+1")) is Refusal.THIRD_COPY


def test_a_removed_tile_stays_known_until_the_stock_is_made_anew():
    game = at_table("R7@4+1", "R11x4+1", "R7@4+1", "R11x4+1")
    assert game.state.aside == tiles("R7 R7")
    assert refusal(game.state, parse_move("R7@4+1")) is Refusal.THIRD_COPY
    shuffled = replace(game.state, step=Step.RESHUFFLE, stock=0).advance(Reshuffle())
    assert in_sight(shuffled) == []
    assert refusal(shuffled.advance(Draw()), parse_move("R7@4+1")) is None


def test_a_moved_tile_is_no_new_copy():
    game = at_table("R7@4+1", "R7@3+0", "R12:4+1>4-1")
    assert sorted(map(str, in_sight(game.state))) == ["R12", "R7", "R7"]


def test_played_action_tiles_lie_face_up_in_the_order_they_were_played():
    state = at_table("R7@4+1", "R8@4+2", "R12:4+2>4-1", "R11x4+1").state
    assert state.played == tiles("R12 R11")


def test_a_13_puts_three_known_tiles_aside():
    state = at_table("R7@4+1", "R8@4+2", "R9@4+3", "R13x4+1..4+3").state
    assert sorted(map(str, state.aside)) == ["R7", "R8", "R9"]
    assert state.scores == (3, 3)


def test_an_empty_stock_is_reshuffled_before_the_draw():
    game = game_at(
        stock=0, racks=(7, 6), played=tiles("R11 K12"), aside=tiles("B7"), aside_hidden=82
    )
    after = game.play(parse_move("R7@4+1"))
    assert after.state.step is Step.RESHUFFLE
    shuffled = after.add(Reshuffle()).state
    assert shuffled.step is Step.PLAY
    assert shuffled.stock == 104 - 1 - 12 - 1  # the mosaic, the racks, the tile just drawn
    assert (shuffled.played, shuffled.aside, shuffled.aside_hidden) == ((), (), 0)
    assert len(shuffled.mosaic) == 1


def test_with_tiles_in_stock_nothing_is_reshuffled():
    with pytest.raises(IllegalMove) as no:
        at_table("R7@4+1").add(Reshuffle())
    assert no.value.reason is Refusal.NOT_NOW


def test_the_49th_tile_is_scored_and_then_the_mosaic_is_reset():
    game = game_at(mosaic=almost_full(), scores=(10, 20), stock=20, racks=(7, 6))
    worth = points(almost_full(), the_49th())
    full = game.play(the_49th())
    assert full.state.step is Step.RESET
    assert full.state.scores == (10 + worth, 20)
    assert len(full.state.mosaic) == 49
    fresh = full.add(Reset()).state
    assert len(fresh.mosaic) == 0
    assert fresh.player is Player.TWO
    assert fresh.stock == 104 - 12 - 1
    assert fresh.racks == (6, 7)
    assert fresh.scores == (10 + worth, 20)


def test_floating_tiles_count_towards_the_49():
    floating = dict(ALMOST_FULL)
    floating.pop("1+3")
    floating["1+9"] = "K8"
    mosaic = parse_mosaic({cell: tile for cell, tile in floating.items() if cell != LAST_PLACE})
    assert mosaic.floating
    assert game_at(mosaic=mosaic).play(the_49th()).state.step is Step.RESET


def test_the_reset_comes_before_anything_else():
    game = game_at(mosaic=almost_full()).play(the_49th())
    with pytest.raises(IllegalMove) as no:
        game.play(Pass())
    assert no.value.reason is Refusal.NOT_NOW


def test_moving_a_tile_on_a_mosaic_of_48_resets_nothing():
    mosaic = almost_full()
    shifts = legal_moves(mosaic, tiles("K12 B12 R12 O12"))
    assert shifts
    assert game_at(mosaic=mosaic).play(shifts[0]).state.step is Step.PLAY


def test_the_first_to_reach_77_wins_at_once():
    game = game_at(mosaic=parse_mosaic({"4+1": "R7", "4+2": "R8"}), scores=(74, 76))
    over = game.play(parse_move("R9@4+3"))
    assert over.state.step is Step.OVER
    assert over.events[-1] == Win(Player.ONE)
    with pytest.raises(IllegalMove) as no:
        over.play(Pass())
    assert no.value.reason is Refusal.GAME_OVER


def test_76_points_do_not_win():
    game = game_at(mosaic=parse_mosaic({"4+1": "R7", "4+2": "R8"}), scores=(73, 76))
    assert game.play(parse_move("R9@4+3")).state.step is Step.PLAY


def test_the_49th_tile_can_win_the_game_before_any_reset():
    worth = points(almost_full(), the_49th())
    assert worth > 0
    over = game_at(mosaic=almost_full(), scores=(77 - worth, 0)).play(the_49th())
    assert over.state.step is Step.OVER
    assert len(over.state.mosaic) == 49


def test_another_target_can_be_played_for():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3", target=3)
    assert game.state.step is Step.OVER


def test_under_the_house_rule_identical_tiles_may_share_a_line():
    game = new_game(Start(Player.ONE, allows_identical=True)).play(parse_move("R7@4+1"))
    assert refusal(game.state, parse_move("R7@4+2")) is None
    assert parse_move("R7@4+2") in legal_moves(game.state.mosaic, tiles("R7"))
    strict = at_table("R7@4+1")
    assert refusal(strict.state, parse_move("R7@4+2")) is Reason.IDENTICAL_IN_LINE


def test_the_house_rule_outlives_a_reset():
    mosaic = Mosaic(almost_full(), allows_identical=True)
    fresh = game_at(mosaic=mosaic).play(the_49th()).add(Reset()).state
    assert fresh.mosaic.allows_identical


# Full games


def full(rack1, rack2, drawn):
    racks = tiles(rack1), tiles(rack2)
    return new_full_game(Start(Player.ONE, racks)).add(Draw(parse_tile(drawn)))


def test_only_tiles_on_the_rack_can_be_played():
    game = full("R1 R2 R3 R4 R5 R6", "K1 K2 K3 K4 K5 K6", "R7")
    assert game.play(parse_move("R7@4+1")).state.racks[0] == tiles("R1 R2 R3 R4 R5 R6")
    with pytest.raises(IllegalMove) as no:
        game.play(parse_move("R8@4+1"))
    assert no.value.reason is Refusal.NOT_ON_RACK


def test_a_pass_is_refused_while_anything_can_be_played():
    game = full("R1 R2 R3 R4 R5 R6", "K1 K2 K3 K4 K5 K6", "R7")
    with pytest.raises(IllegalMove) as no:
        game.play(parse_move("pass:R7"))
    assert no.value.reason is Refusal.CAN_PLAY


def test_a_rack_of_action_tiles_on_an_empty_mosaic_must_pass_with_a_named_tile():
    game = full("R11 R12 R13 K11 K12 K13", "K1 K2 K3 K4 K5 K6", "O11")
    assert all(isinstance(move, Pass) for move in moves(game.state))
    with pytest.raises(IllegalMove) as no:
        game.play(Pass())
    assert no.value.reason is Refusal.FACE_NEEDED
    passed = game.play(parse_move("pass:K12"))
    assert passed.state.table.scores == (-2, 0)
    assert passed.state.aside == tiles("K12")
    assert passed.state.table.aside == ()


def test_a_tile_that_is_not_in_stock_cannot_be_drawn():
    with pytest.raises(IllegalMove) as no:
        full("R1 R1 R3 R4 R5 R6", "K1 K2 K3 K4 K5 K6", "R1")
    assert no.value.reason is Refusal.NOT_IN_STOCK


def test_a_draw_in_a_full_game_has_a_face():
    with pytest.raises(IllegalMove) as no:
        deal(Random(1)).add(Draw())
    assert no.value.reason is Refusal.FACE_NEEDED


def test_three_copies_cannot_be_dealt():
    with pytest.raises(IllegalMove) as no:
        new_full_game(Start(Player.ONE, (tiles("R1 R1 R1 R2 R3 R4"), tiles("K1 K2 K3 K4 K5 K6"))))
    assert no.value.reason is Refusal.THIRD_COPY


def test_racks_of_another_size_cannot_be_dealt():
    with pytest.raises(ValueError, match="starts with 6"):
        new_full_game(Start(Player.ONE, (tiles("R1"), tiles("K1"))))


def test_long_games_go_through_reshuffles_and_resets():
    seen = set()
    for seed in range(12):
        game = play_game((play_random, play_greedy), Random(seed))
        seen |= {type(event) for event in game.events}
        assert len([e for e in game.events if isinstance(e, Win)]) == 1
    assert {Reset, Reshuffle, Win, Draw, Play, Start} <= seen


def test_the_same_seed_gives_the_same_game():
    one, two = (play_game((play_greedy, play_random), Random(5)) for _ in range(2))
    assert one == two
    assert one != play_game((play_greedy, play_random), Random(6))


def test_all_104_tiles_are_there():
    assert len(ALL_TILES) == 104
    assert all(ALL_TILES.count(tile) == 2 for tile in KINDS)


# Undo, redo, corrections


def test_undo_takes_back_the_move_and_the_draw_that_followed():
    game = at_table("R7@4+1", "R8@4+2")
    back = game.undo()
    assert back.state == at_table("R7@4+1").state
    assert back.log[-1] == Undo(1)


def test_undo_reaches_back_to_the_start_and_no_further():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3")
    assert game.undo(3).state == at_table().state
    with pytest.raises(NothingToUndo):
        game.undo(4)
    with pytest.raises(NothingToUndo):
        game.undo(0)


def test_earlier_states_are_those_that_undo_leads_to():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3")
    assert game.earlier(9) == tuple(game.undo(back).state for back in (1, 2, 3))
    assert game.earlier(2) == game.earlier(9)[:2]


def test_a_new_move_ends_the_way_back():
    game = at_table("R7@4+1", "R8@4+2").undo().play(parse_move("R6@4+2"))
    with pytest.raises(NothingToUndo):
        game.redo()


def test_undo_takes_back_a_win_and_a_reset():
    game = game_at(mosaic=almost_full()).play(the_49th())
    state = game.add(Reset()).undo().state
    assert state.step is Step.RESET
    assert len(state.mosaic) == 49
    won = at_table("R7@4+1", "R8@4+2", "R9@4+3", target=3)
    assert won.undo().state.step is Step.PLAY


def test_a_correction_recomputes_the_scores_of_all_that_followed():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3")
    assert game.state.scores == (3, 0)
    corrected = game.correct(1, parse_move("K8@4+1"))
    assert isinstance(corrected, Game)
    assert corrected.state.scores == (0, 0)
    assert corrected.moves == tuple(map(parse_move, ["K8@4+1", "R8@4+2", "R9@4+3"]))
    assert corrected.log[-1] == Correct(1, parse_move("K8@4+1"))


def test_a_correction_names_the_turn_that_no_longer_stands():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3")
    broken = game.correct(1, parse_move("K3@4+1"))
    assert broken == Broken(2, Play(parse_move("R8@4+2")), Reason.NO_MATCH)


def test_a_correction_that_is_itself_illegal_says_so():
    game = at_table("R7@4+1", "R8@4+2")
    assert game.correct(2, parse_move("K3@4+2")) == Broken(
        2, Play(parse_move("K3@4+2")), Reason.NO_MATCH
    )


def test_a_correction_that_ends_the_game_early_leaves_no_room_for_the_rest():
    game = at_table("R7@4+1", "R8@4+2", "K8@3+2", "R6@3+1", target=3)
    broken = game.correct(3, parse_move("R9@4+3"))
    assert isinstance(broken, Broken)
    assert (broken.turn, broken.reason) == (4, Refusal.GAME_OVER)


def test_a_correction_of_the_last_turn_can_win_the_game():
    game = at_table("R7@4+1", "R8@4+2", "K8@3+2", target=3)
    corrected = game.correct(3, parse_move("R9@4+3"))
    assert isinstance(corrected, Game)
    assert corrected.state.step is Step.OVER
    assert corrected.undo().state == game.undo().state


def test_a_correction_ends_the_way_back():
    game = at_table("R7@4+1", "R8@4+2").undo()
    corrected = game.correct(1, parse_move("K8@4+1"))
    assert isinstance(corrected, Game)
    with pytest.raises(NothingToUndo):
        corrected.redo()


def test_there_is_no_turn_before_the_first_nor_after_the_last():
    game = at_table("R7@4+1")
    for turn in (0, 2, -1):
        with pytest.raises(IndexError):
            game.correct(turn, parse_move("R8@4+1"))


def test_a_log_with_undo_redo_and_correction_replays():
    game = at_table("R7@4+1", "R8@4+2", "R9@4+3").undo(2).redo().undo()
    game = game.play(parse_move("R6@4+2"))
    corrected = game.correct(1, parse_move("R5@4+1"))
    assert isinstance(corrected, Game)
    assert replay(Table(), corrected.log) == corrected


def test_an_unfinished_full_game_goes_on_after_undo():
    rng = Random(4)
    game = deal(rng)
    for _ in range(30):
        game = take_step(game, (play_greedy, play_greedy), rng)
    back = game.undo(5)
    while back.state.table.step is not Step.OVER:
        back = take_step(back, (play_greedy, play_greedy), rng)
    assert replay(Full(), back.log) == back
