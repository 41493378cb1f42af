"""What holds in every game, whatever is played."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sepmosa import (
    KINDS,
    Broken,
    Cell,
    Draw,
    Full,
    Pass,
    Place,
    Play,
    Player,
    Start,
    Step,
    check,
    legal_moves,
    new_game,
    open_places,
    points,
    replay,
    scored_moves,
    view,
)
from engine.sepmosa.full import ALL_TILES, moves, unseen
from engine.sepmosa.full import refusal as full_refusal
from engine.sepmosa.values import neighbours
from tests.engine.strategies import games, mosaics

few = settings(max_examples=60)


@few
@given(games())
def test_tiles_are_conserved(game):
    state = game.state
    table = state.table
    assert table.racks == tuple(map(len, state.racks))
    assert table.stock == len(state.stock)
    assert len(table.aside) + table.aside_hidden == len(state.aside)
    everywhere = [*state.stock, *state.racks[0], *state.racks[1], *state.aside]
    everywhere += [*table.played, *table.mosaic.values()]
    assert sorted(everywhere, key=str) == sorted(ALL_TILES, key=str)
    assert (
        sum(table.racks)
        + table.stock
        + len(table.aside)
        + table.aside_hidden
        + len(table.played)
        + len(table.mosaic)
        == 104
    )


@few
@given(games(), st.sampled_from(KINDS))
def test_legal_moves_agree_with_check_on_every_cell_around(game, tile):
    mosaic = game.state.table.mosaic
    near = {Cell(4, 0), *mosaic}
    for _ in range(2):
        near |= {beside for cell in near for beside in neighbours(cell)}
    listed = {move for move in legal_moves(mosaic, [tile]) if isinstance(move, Place)}
    assert listed == {
        move for move in (Place(tile, cell) for cell in near) if check(mosaic, move) is None
    }


@few
@given(mosaics(), st.sampled_from(KINDS))
def test_listed_moves_are_legal_sorted_and_score_what_points_says(mosaic, tile):
    scored = scored_moves(mosaic, [tile, tile])
    texts = [str(move) for move, _ in scored]
    assert texts == sorted(set(texts))
    for move, gain in scored:
        assert check(mosaic, move) is None
        assert gain == points(mosaic, move)
        assert 0 <= gain <= 7


@few
@given(mosaics())
def test_open_places_are_the_places_of_all_tiles(mosaic):
    places = {(cell, tile) for cell, tiles in open_places(mosaic).items() for tile in tiles}
    moves_ = [move for move in legal_moves(mosaic, KINDS) if isinstance(move, Place)]
    assert places == {(move.cell, move.tile) for move in moves_}


@few
@given(mosaics())
def test_connected_and_floating_share_out_the_mosaic(mosaic):
    assert mosaic.connected | mosaic.floating == set(mosaic)
    assert not mosaic.connected & mosaic.floating
    for cell in mosaic.connected:
        beside = neighbours(cell)
        assert Cell(4, 0) in beside or any(at in mosaic.connected for at in beside)
    for cell in mosaic.floating:
        assert not any(at in mosaic.connected or at == Cell(4, 0) for at in neighbours(cell))


@few
@given(games(), st.integers(1, 20))
def test_undo_undoes_and_redo_redoes(game, depth):
    depth = min(depth, game.can_undo)
    if depth == 0:
        return
    back = game.undo(depth)
    assert back.units == game.units[:-depth]
    assert replay(Full(), back.events).state == back.state
    assert back.redo(depth).units == game.units
    assert back.redo(depth).state == game.state
    one_by_one = game
    for _ in range(depth):
        one_by_one = one_by_one.undo()
    assert one_by_one.state == back.state
    assert one_by_one.redo(depth).state == game.state


@few
@given(games())
def test_replay_equals_state(game):
    again = replay(Full(), game.log)
    assert again == game
    assert replay(Full(), game.events).state == game.state


@few
@given(games())
def test_the_table_can_be_played_without_a_face_in_sight(game):
    start = game.events[0]
    assert isinstance(start, Start)
    table = new_game(Start(start.first))
    for event in game.events[1:]:
        if isinstance(event, Draw) or event == table.events[-1]:
            continue
        table = table.add(_faceless(event))
    played = game.state.table
    # at the table a draw follows of itself, in a full game its face must be named first
    assert table.state == (played.advance(Draw()) if played.step is Step.DRAW else played)


def _faceless(event):
    return Play(Pass()) if isinstance(event, Play) and isinstance(event.move, Pass) else event


@few
@given(games(), st.randoms(use_true_random=False))
def test_no_view_depends_on_faces_it_cannot_see(game, rng):
    for who in (None, *Player):
        seen = view(game.state, who)
        assert view(_swapped(game.state, who, rng), who) == seen
        assert sum(unseen(seen).values()) == 104 - len(seen.rack) - _shown(seen.table)


def _shown(table):
    return len(table.mosaic) + len(table.played) + len(table.aside)


def _swapped(state: Full, who: Player | None, rng: Random) -> Full:
    """The same game with every face that `who` cannot see dealt anew."""
    hidden = [p for p in Player if p is not who]
    pool = [*state.stock, *(tile for p in hidden for tile in state.racks[p])]
    rng.shuffle(pool)
    racks = list(state.racks)
    for p in hidden:
        racks[p] = tuple(pool.pop() for _ in state.racks[p])
    return Full(state.table, (racks[0], racks[1]), tuple(pool), state.aside)


@few
@given(games())
def test_a_full_game_offers_only_moves_it_takes(game):
    for move in moves(game.state):
        assert full_refusal(game.state, move) is None
        assert game.play(move).state.table.turn == game.state.table.turn + 1


@few
@given(games(), st.data())
def test_a_correction_replays_all_that_came_after_or_says_where_it_breaks(game, data):
    if not game.moves:
        return
    turn = data.draw(st.integers(1, len(game.moves)))
    move = data.draw(st.sampled_from(moves(game.state_before(turn))))
    corrected = game.correct(turn, move)
    if isinstance(corrected, Broken):
        assert turn <= corrected.turn <= len(game.moves) + 1
        return
    assert corrected.moves == (*game.moves[: turn - 1], move, *game.moves[turn:])
    assert replay(Full(), corrected.events).state == corrected.state
    assert replay(Full(), corrected.log) == corrected
