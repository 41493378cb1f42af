"""Kills a process that keeps a game, again and again, and looks at what is on the disk then.

Run as `python -m tests.device.store.kill FILE ROUNDS SEED`; prints one line of JSON. Each round
forks a child that goes on with the game where the file says it is, one deed a call, and tells
every deed it was promised to be on disk; at a random moment it is killed.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from device.games.sepmosa import codec  # noqa: F401  loaded once, not in every child
from device.store.store import Store
from engine.sepmosa import Player, Reshuffle, Start, Step, new_game, parse_move
from engine.sepmosa.notation import log_line


def script():
    """A long game of deeds, each with what follows from it: places, passes and undos."""
    game = new_game(Start(Player.ONE, None, 999))
    begun = game.log
    deeds = []
    for number in range(1500):
        before = len(game.log)
        if game.state.step is Step.RESHUFFLE:
            game = game.add(Reshuffle())
        elif number % 3 == 2 and number < 100:  # each costs a replay
            game = game.undo()
        else:
            game = game.play(parse_move("pass"))
        deeds.append(game.log[before:])
    return begun, deeds


BEGUN, DEEDS = script()
LOG = [*BEGUN, *(entry for deed in DEEDS for entry in deed)]
STARTS = [len(BEGUN) + sum(map(len, DEEDS[:at])) for at in range(len(DEEDS) + 1)]


def open_store(path):
    return Store(path, lambda: "2026-01-01T10:00:00")


def play(path, pipe):
    """The child: goes on with the game and tells each deed that is on disk."""
    with open_store(path) as store:
        kept = store.open_game()
        os.write(pipe, b"0\n")
        if kept is None:
            game_id, count = store.begin(("Anna", "Ben"), BEGUN), len(BEGUN)
        else:
            game_id, count = kept.id, len(kept.game.log)
        for at in range(STARTS.index(count), len(DEEDS)):
            store.append(game_id, DEEDS[at], STARTS[at])
            os.write(pipe, b"%d\n" % STARTS[at + 1])


def play_and_die(path, seconds, is_open):
    """The number of log entries the child was promised before it was killed, so many seconds
    after it began or after it had opened the file."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            play(path, theirs)
        finally:
            os._exit(0)
    os.close(theirs)
    if is_open:
        os.read(ours, 2)
    time.sleep(seconds)  # the moment of death is what is tried here
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(ours, "rb") as pipe:
        told = pipe.read().split()
    return max(map(int, told), default=0)


def rounds(path, count, seed):
    """What came of `count` deaths; stops at the first that lost or invented anything."""
    rng = random.Random(seed)
    promised, problems = 0, []
    for number in range(count):
        told = play_and_die(path, rng.uniform(0.0005, 0.04), rng.random() < 0.7)
        promised = max(promised, told)
        with open_store(path) as store:
            kept = store.open_game()
            if store.set_aside is not None:
                problems.append(f"round {number}: the file was damaged")
        log = list(kept.game.log) if kept else []
        if log != LOG[: len(log)]:
            problems.append(f"round {number}: the log is another: {log_line(log[-1])}")
        if len(log) < promised or (log and len(log) not in STARTS):
            problems.append(f"round {number}: {len(log)} entries, {promised} promised")
        if problems:
            break
    return {"rounds": count, "entries": len(log), "promised": promised, "problems": problems}


if __name__ == "__main__":
    done = rounds(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.write(json.dumps(done) + "\n")
