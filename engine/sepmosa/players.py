"""Players that choose a move from what they may know, and whole games between two of them.

Every lot, draw and shuffle comes from one seeded source.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.sepmosa.full import ALL_TILES, Full, PlayerView, unseen, view
from engine.sepmosa.game import Game, new_full_game
from engine.sepmosa.rules import apply, scored_moves
from engine.sepmosa.table import (
    RACK_SIZE,
    TARGET,
    Draw,
    Faces,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Step,
)
from engine.sepmosa.values import Move, Pass, Place, Tile

Chooser = Callable[[PlayerView, Random], Move]

CANDIDATES = 12  # moves the coach looks at closely
SAMPLES = 24  # racks he imagines for the other player


def play_random(seen: PlayerView, rng: Random) -> Move:
    """Any legal move; a pass with any tile when there is none."""
    scored = scored_moves(seen.table.mosaic, seen.rack)
    return rng.choice(scored)[0] if scored else Pass(rng.choice(seen.rack))


def play_greedy(seen: PlayerView, rng: Random) -> Move:
    """The move with the most points; among equals a placement, then any."""
    scored = scored_moves(seen.table.mosaic, seen.rack)
    if not scored:
        return Pass(rng.choice(seen.rack))
    best = max(_greed(move, gain) for move, gain in scored)
    return rng.choice([move for move, gain in scored if _greed(move, gain) == best])


def play_coach(seen: PlayerView, rng: Random) -> Move:
    """The move that leaves most points between the two after the other player's likely reply."""
    scored = scored_moves(seen.table.mosaic, seen.rack)
    if not scored:
        return Pass(_least_useful(seen, rng))
    racks = _imagined_racks(seen, rng)
    promising = sorted(scored, key=lambda each: _greed(*each), reverse=True)[:CANDIDATES]
    return max(promising, key=lambda each: _outlook(seen, racks, *each))[0]


def _greed(move: Move, gain: int) -> tuple[int, bool]:
    return gain, isinstance(move, Place)


def _outlook(seen: PlayerView, racks: list[Faces], move: Move, gain: int) -> float:
    """The points of `move` less what the other player can be expected to score next."""
    table = seen.table
    if table.scores[table.player] + gain >= table.target:
        return 1000
    replies = _best_by_tile(seen, racks, move)
    expected = sum(max(replies[tile] for tile in rack) for rack in racks) / len(racks)
    return gain - expected


def _best_by_tile(seen: PlayerView, racks: list[Faces], move: Move) -> dict[Tile, int]:
    """For every tile of the imagined racks, the most it could score after `move`."""
    best = {tile: 0 for rack in racks for tile in rack}
    for reply, gain in scored_moves(apply(seen.table.mosaic, move), best):
        if reply.tile is not None and gain > best[reply.tile]:
            best[reply.tile] = gain
    return best


def _imagined_racks(seen: PlayerView, rng: Random) -> list[Faces]:
    """What the other player may hold when their turn comes, as far as `seen` tells."""
    hidden = sorted(unseen(seen).elements(), key=str)
    size = min(seen.table.racks[seen.table.player.other] + 1, len(hidden))
    return [tuple(rng.sample(hidden, size)) for _ in range(SAMPLES)]


def _least_useful(seen: PlayerView, rng: Random) -> Tile:
    """A rack tile to put aside: a placeable one whose twin is gone before an action tile."""
    return min(seen.rack, key=lambda tile: (tile.is_action, rng.random()))


# Whole games


def deal(rng: Random, first: Player | None = None, target: int = TARGET) -> Game[Full]:
    """A game begun: lot (unless `first` is given) and racks from `rng`."""
    tiles = rng.sample(ALL_TILES, 2 * RACK_SIZE)
    who = rng.choice(list(Player)) if first is None else first
    racks = tuple(tiles[:RACK_SIZE]), tuple(tiles[RACK_SIZE:])
    return new_full_game(Start(who, racks, target))


def take_step(game: Game[Full], choosers: tuple[Chooser, Chooser], rng: Random) -> Game[Full]:
    """The game one event further: a draw, a shuffle, or the move the player chooses."""
    state = game.state
    match state.table.step:
        case Step.DRAW:
            return game.add(Draw(rng.choice(state.stock)))
        case Step.RESHUFFLE:
            return game.add(Reshuffle())
        case Step.RESET:
            return game.add(Reset())
        case _:
            who = state.table.player
            return game.add(Play(choosers[who](view(state, who), rng)))


def play_game(
    choosers: tuple[Chooser, Chooser], rng: Random, first: Player | None = None
) -> Game[Full]:
    """A whole game to its end."""
    game = deal(rng, first)
    while game.state.step is not Step.OVER:
        game = take_step(game, choosers, rng)
    return game
