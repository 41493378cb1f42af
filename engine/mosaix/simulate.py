"""Dice, and whole games, every lot and roll from one seeded source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate, islice
from random import Random

from engine.mosaix.board import Board
from engine.mosaix.coach import Advice, advise
from engine.mosaix.figures import QUARTERS, Figure, arrangements
from engine.mosaix.game import Game, new_game
from engine.mosaix.outlook import guessed_worths, learn
from engine.mosaix.rules import legal_entries
from engine.mosaix.symbols import SYMBOLS, Roll, roll_of
from engine.mosaix.table import EMPTY_TABLE, Enter, Lay, Start, Step, Table, refusal

Chooser = Callable[[Board, Roll], Advice | None]  # nothing: he stops


def roll_dice(rng: Random) -> Roll:
    """What four dice show; each has every symbol twice."""
    one, two, three, four = rng.choices(SYMBOLS, k=4)
    return roll_of(one, two, three, four)


def deal_boards(players: int, rng: Random) -> Game:
    """A game begun: the printed centres and who has the dice from `rng`."""
    return new_game(Start(tuple(rng.choices(SYMBOLS, k=players)), rng.randrange(players)))


def play_solo(chooser: Chooser, rng: Random) -> Game:
    """A lone player's whole game."""
    game = deal_boards(1, rng)
    while game.table.step is not Step.OVER:
        chosen = chooser(game.table.boards[0], roll_dice(rng))
        if chosen is None:
            return game.stop()
        game = game.lay(chosen.figure).enter(0, chosen.entry)
    return game


def take_random_step(game: Game, rng: Random) -> Game:
    """The game one event further: any figure, or any legal entry by anyone who has to enter."""
    table = game.table
    if table.step is Step.LAY:
        return game.lay(_any_figure(table, rng))
    player = rng.choice(sorted(table.waiting))
    entries = legal_entries(table.boards[player], table.laid)
    return game.enter(player, rng.choice(entries)) if entries else game.skip(player)


def _any_figure(table: Table, rng: Random) -> Figure:
    """A figure as a lone player may lay it: there is one as long as his board is not done."""
    while True:
        figure = rng.choice(arrangements(roll_dice(rng))).turned(rng.choice(QUARTERS))
        if refusal(table, Lay(figure)) is None:
            return figure


def play_random(players: int, rng: Random) -> Game:
    """A whole game of players who enter anything anywhere."""
    game = deal_boards(players, rng)
    while game.table.step is not Step.OVER:
        game = take_random_step(game, rng)
    return game


def solo_scores(seeds: Iterable[int]) -> tuple[int, ...]:
    """What the coach reaches alone, a game for each seed."""
    return tuple(play_solo(advise, Random(seed)).table.scores[0] for seed in seeds)


def learn_worths(games: int, rng: Random, rate: float = 0.25, trust: float = 0.5) -> list[float]:
    """Worths learnt from that many games, in ever smaller steps.

    The shipped ones took 40,000 games, played by these same steps in a compiled program.
    """
    worths = guessed_worths()
    for number in range(games):
        step = rate * (1 if number < games / 2 else 0.4 if number < games * 3 / 4 else 0.15)
        game = play_solo(partial(advise, worths=worths, lookahead=0), rng)
        tables = accumulate(game.events, Table.advance, initial=EMPTY_TABLE)
        entered = zip(game.events, islice(tables, 1, None), strict=True)
        boards = [table.boards[0] for event, table in entered if isinstance(event, Enter)]
        if boards:
            learn(worths, boards, step, trust)
    return worths
