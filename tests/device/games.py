"""Games for the store: kept deed by deed, as they were played; and what is left of their file."""

import shutil

from device.store import Store
from engine.sepmosa import Player, Start, new_game, parse_move

BEGUN = new_game(Start(Player.ONE))


def opened(path):
    return Store(path, lambda: "2026-01-01T10:00:00")


def keep(store, game, names=("Anna", "Ben")):
    """A game kept deed by deed, as it was played; returns its id."""
    count = len(game.units[0])
    game_id = store.begin(names, game.log[:count])
    for unit in game.units[1:]:
        store.append(game_id, unit, count)
        count += len(unit)
    return game_id


def played(*texts):
    game = BEGUN
    for text in texts:
        game = game.play(parse_move(text))
    return game


def log_of(path):
    """Where the write-ahead log of a file is."""
    return path.with_name(f"{path.name}-wal")


def killed(path, to):
    """A copy of a file in use: what is left of it when its process is killed now."""
    to.mkdir(exist_ok=True)
    shutil.copy(path, to)
    if log_of(path).exists():
        shutil.copy(log_of(path), to)
    return to / path.name


def flip(path, at, bit=0):
    """Changes one bit of a file."""
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1 << bit
    path.write_bytes(raw)
