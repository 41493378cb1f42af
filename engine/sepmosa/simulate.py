"""Whole games between two choosers, every lot, draw and shuffle from one seeded source."""

from __future__ import annotations

from random import Random

from engine.sepmosa.full import ALL_TILES, Full, view
from engine.sepmosa.game import Game, new_full_game
from engine.sepmosa.players import Chooser
from engine.sepmosa.table import (
    RACK_SIZE,
    TARGET,
    Draw,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Step,
)


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
