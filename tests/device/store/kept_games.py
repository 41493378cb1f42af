"""Games for the store: kept move by move, as they were played; and what is left of their file."""

import os
import shutil
from contextlib import contextmanager

from device.store.store import Store, finish
from engine.sepmosa import Player, Start, new_game, parse_move

BEGUN = new_game(Start(Player.ONE))


def opened(path):
    return Store(path, lambda: "2026-01-01T10:00:00")


def keep(store, game, names=("Anna", "Ben")):
    """A game kept move by move, as it was played; returns its id."""
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


def summed_up(store):
    """The store, all its past games summed up."""
    finish(store.sum_up())
    return store


@contextmanager
def full_disk(store):
    """The disk takes nothing more of the store's file."""
    handle = store._file._handle
    kept, full = os.dup(handle), os.open("/dev/full", os.O_RDWR)
    os.dup2(full, handle)
    try:
        yield
    finally:
        os.dup2(kept, handle)
        os.close(kept)
        os.close(full)


def log_of(path):
    """Where the write-ahead log of a file of version 0.1 is."""
    return path.with_name(f"{path.name}-wal")


def copied(path, to):
    """A copy of a file, and of what is noted beside it, in another folder."""
    to.mkdir(exist_ok=True)
    for name in (path.name, f"{path.name}.lock"):
        if path.with_name(name).exists():
            shutil.copy(path.with_name(name), to)
    return to / path.name


def flip(path, at, bit=0):
    """Changes one bit of a file."""
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1 << bit
    path.write_bytes(raw)
