"""Kills a companion in play, again and again, and looks at what is on the disk then.

Each life is a real process that goes on with the game where the disk says it is, step by step
through the companion itself, and tells every step that its screen has shown. It is killed at a
random moment. Nothing it has told may be lost, and nothing that was not played may be found.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from device.core import effects as wanted
from device.core import events as on
from device.core.companion import Companion
from device.core.model import CameraStatus
from device.core.phases import start
from device.core.settings import Settings
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Model, Phase
from device.store.edge import Keeper
from device.store.store import Store
from engine.sepmosa import Play, Player
from engine.sepmosa.game import LogEntry
from engine.sepmosa.notation import log_line
from engine.sepmosa.players import play_game, play_greedy

SHORTEST, LONGEST = 0.0005, 0.2  # seconds a life lasts
GAME = 6  # the seed of a game with all kinds of moves, a reshuffle and a reset
UNDOES = 7  # every so many moves one is taken back and played again

Step = tuple[on.Event, ...]


class _Lot:
    """The lot falls on the same player every time."""

    def __init__(self, first: Player) -> None:
        self._first = first

    def do(self, effect: wanted.Effect) -> on.Event | None:
        return on.LotFell(self._first) if isinstance(effect, wanted.DrawLot) else None


@dataclass(frozen=True, slots=True)
class Script:
    """One game, step by step, and how long its log is after each."""

    first: Player
    steps: tuple[Step, ...]
    log: tuple[LogEntry, ...]
    lengths: tuple[int, ...]  # after the table is set, after the first step, and so on


def write_script(folder: Path) -> Script:
    """The script that every life plays from, tried out once."""
    game = play_game((play_greedy, play_greedy), Random(GAME), Player.ONE)
    moves = [event.move for event in game.events if isinstance(event, Play)]
    steps: list[Step] = []
    with Store(folder / "script.txt", _today) as store:
        companion = open_companion(store, Player.ONE)
        set_table(companion)
        lengths = [_length(companion.model)]
        for number, move in enumerate(moves, 1):
            for step in _steps_of(companion, move, number):
                for event in step:
                    companion.take(event)
                if _length(companion.model) > lengths[-1]:
                    steps.append(step)
                    lengths.append(_length(companion.model))
        log = companion.model.game.log if companion.model.game else ()
    return Script(Player.ONE, tuple(steps), log, tuple(lengths))


def _steps_of(companion: Companion, move: object, number: int) -> Iterator[Step]:
    """A move by touch, now and then taken back and played again, and the shuffle it may lead to."""
    play: Step = (own.ChooseMove(move), on.Confirm())  # type: ignore[arg-type]
    yield play
    if number % UNDOES == 0 and companion.model.phase is Phase.TURN:
        yield (on.AskUndo(1), on.Confirm())
        steps = range(len(companion.model.checklist))  # of the way back
        yield (*map(own.ChooseCheck, steps), *play)
    while companion.model.phase in (Phase.RESET, Phase.RESHUFFLE):
        left = (at for at, check in enumerate(companion.model.checklist) if not check.is_done)
        yield (*map(own.ChooseCheck, left), on.Confirm())


def open_companion(store: Store, first: Player) -> Companion:
    """A companion by touch alone, in the game that was left open."""
    begun = start(Settings(has_sound=False), store.open_game(), camera=CameraStatus.OFF)
    companion = Companion(begun, Keeper(store), (_Lot(first),))
    if companion.model.game is not None:
        companion.take(on.Resume())
    return companion


def set_table(companion: Companion) -> None:
    """A new game, up to its first turn."""
    if companion.model.phase is Phase.OVER:
        companion.take(on.Rematch())
    else:
        companion.take(on.Go(Phase.NEW_GAME))
    companion.take(on.Confirm())
    for at in range(len(companion.model.checklist)):
        if not companion.model.checklist[at].is_done:
            companion.take(own.ChooseCheck(at))
    companion.take(on.Confirm())


# A life


def live(path: Path, script: Script, tell: Callable[[int, int], None]) -> None:
    """Goes on with the game, and with the next, until killed; tells game and length of its log."""
    with Store(path, _today) as store:
        companion = open_companion(store, script.first)
        tell(0, 0)
        while True:
            model = companion.model
            if model.game is None or model.phase is Phase.OVER:
                set_table(companion)
            else:
                for event in script.steps[script.lengths.index(_length(model))]:
                    companion.take(event)
            tell(companion.model.game_id or 0, _length(companion.model))


def live_and_die(path: Path, script: Script, seconds: float, is_open: bool) -> tuple[int, int]:
    """The last game and length of its log that a life told before it was killed, so many seconds
    after it began or after it had opened the file."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            live(path, script, lambda game, count: _tell(theirs, game, count))
        finally:
            os._exit(1)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        first = pipe.readline() if is_open else b""
        time.sleep(seconds)  # the moment of death is what is tried here
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = [line.split() for line in (first + pipe.read()).splitlines()]
    return max(((int(game), int(count)) for game, count in told), default=(0, 0))


def _tell(pipe: int, game: int, count: int) -> None:
    os.write(pipe, b"%d %d\n" % (game, count))


# After it


@dataclass(frozen=True, slots=True)
class Deaths:
    """What came of so many kills."""

    count: int
    games: int  # finished on the way
    entries: int  # on disk in the end
    problems: tuple[str, ...]


def kill_often(folder: Path, count: int, seed: int, told: Callable[[int], None]) -> Deaths:
    """Kills `count` lives, or as many as go well; `told` is called after each."""
    script = write_script(folder)
    path = folder / "killed.txt"
    rng = Random(seed)
    promised = (0, 0)
    problems: list[str] = []
    lives = games = entries = 0
    while lives < count and not problems:
        lives += 1
        last = live_and_die(path, script, rng.uniform(SHORTEST, LONGEST), rng.random() < 0.8)
        promised = max(promised, last)
        games, entries, problems = examine(path, script, promised)
        problems = [f"life {lives}: {problem}" for problem in problems]
        told(lives)
    if entries == 0:
        problems.append("no life lasted until a game was on disk")
    return Deaths(lives, games, entries, tuple(problems))


def examine(path: Path, script: Script, promised: tuple[int, int]) -> tuple[int, int, list[str]]:
    """Finished games and entries on disk, and what is lost or invented there."""
    problems = []
    with Store(path, _today) as store:
        if store.set_aside is not None:
            problems.append("the file was damaged")
        kept = store.open_game()
        past = [store.load(game.id) for game in store.past_games()]
    if any(game is None or game.game.log != script.log for game in past):
        problems.append("a finished game is another")
    log: tuple[Any, ...] = kept.game.log if kept else ()
    reached = (kept.id, len(log)) if kept else (len(past), len(script.log))
    if log != script.log[: len(log)]:
        problems.append(f"the log is another: {log_line(log[-1])}")
    if reached < promised:
        problems.append(f"{promised} was shown, {reached} is on disk")
    if log and len(log) not in script.lengths:
        problems.append(f"half a step is on disk: {len(log)} entries")
    return len(past), len(past) * len(script.log) + len(log), problems


def _length(model: Model) -> int:
    return len(model.game.log) if model.game else 0


def _today() -> str:
    return "2026-01-01T12:00"
