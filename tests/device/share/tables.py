"""Tables to look at: games files as companions write them, and their players."""

from functools import cache
from random import Random

from device.games import MOSAIX
from device.store.store import Store
from engine.mosaix.players import play_random
from engine.sepmosa import Draw, Pass, Play, Start
from engine.sepmosa.players import play_game, play_greedy

BEGUN = "2026-01-01T20:00"


def opened(path):
    """The store of a companion that runs."""
    return Store(path, lambda: BEGUN)


@cache
def full_game(seed=6):
    """A whole game in which every face is known; one pass, one reset and one reshuffle in it."""
    return play_game((play_greedy, play_greedy), Random(seed))


@cache
def table_log(seed=6):
    """The same game as the table saw it: entry by entry, no face that was hidden."""
    return tuple(map(_shown, full_game(seed).log))


def _shown(entry):
    match entry:
        case Start(first, _, target, identical):
            return Start(first, None, target, identical)
        case Draw():
            return Draw()
        case Play(Pass()):
            return Play(Pass())
    return entry


def moves_of(log):
    """A log in the portions that a companion keeps: a turn and what follows from it."""
    portions = []
    for entry in log:
        if isinstance(entry, Draw) or type(entry).__name__ == "Win":
            portions[-1].append(entry)
        else:
            portions.append([entry])
    return portions


class Playing:
    """A game that is kept turn by turn while others watch."""

    def __init__(self, store, log=None, names=("Anna", "Ben")):
        self.store = store
        self.portions = moves_of(log or table_log())
        self.id = store.begin(names, self.portions[0])
        self.count = len(self.portions[0])
        self.turns = 0

    def play(self, turns=1):
        """Keeps so many more turns."""
        for portion in self.portions[self.turns + 1 :][:turns]:
            self.store.append(self.id, portion, self.count)
            self.count += len(portion)
            self.turns += 1

    def finish(self):
        """Keeps all that is left."""
        self.play(len(self.portions))

    def add(self, *entries):
        """Keeps something else than the next turn."""
        self.store.append(self.id, entries, self.count)
        self.count += len(entries)


def mosaix_game(store, players=2, seed=2, names=None):
    """A whole game of MOSAIX, kept; returns its id and the game."""
    game = play_random(players, Random(seed))
    game_id = store.begin(names or ("Anna", "Ben", "Cleo", "Dan")[:players], game.log[:1], MOSAIX)
    store.append(game_id, game.log[1:], 1)
    return game_id, game
