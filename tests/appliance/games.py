"""The games on the machine's disk: past ones to begin with, and what is there later."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

from device.store.store import Store
from engine.sepmosa import Player, Start, move_name, new_game, parse_move
from tests.appliance.cell import Failed

NAME = "games.txt"
PAST = 9  # games: more than fit on a screen, so that a list can be pushed
PLAYED = ("R7@4+1", "R8@4+2", "R9@4+3")
ASK = "/usr/lib/sepmosa/bin/python /etc/appliance/kept.py"


def seed(path: Path) -> None:
    """Writes past games, none of them open."""
    for number in range(1, PAST + 1):
        with Store(path, _noon(number)) as store:
            game = new_game(Start(Player.ONE))
            game_id = store.begin((f"Anna {number}", "Ben"), game.log)
            for text in PLAYED:
                after = len(game.log)
                game = game.play(parse_move(text))
                store.append(game_id, game.log[after:], after)
            store.close_game(game_id)


def _noon(day: int) -> Callable[[], str]:
    return lambda: f"2026-01-{day:02}T12:00+00:00"


def take_files(told: str, folder: Path) -> None:
    """Writes the files that a recovered disk has told of; raises Failed."""
    lines = [line.split() for line in told.splitlines()]
    if ["RECOVERED", "1"] not in lines:
        raise Failed(f"the disk was not read: {told[-400:]}")
    for words in lines:
        if words[:1] == ["FILE"]:
            (folder / words[1]).write_bytes(base64.b64decode("".join(words[2:])))


def moves_in(folder: Path) -> list[str] | None:
    """The moves of the open game in files of games; raises Failed where these are damaged."""
    with Store(folder / NAME, _noon(1)) as store:
        if store.set_aside is not None:
            raise Failed("the file of games was damaged")
        found = store.open_game()
        return [move_name(move) for move in found.game.moves] if found else None


def moves_kept(run: Callable[[str], str]) -> list[str] | None:
    """The moves of the open game on the machine's disk, asked for by `run`; None if none is
    open."""
    told = json.loads(run(ASK).splitlines()[-1])
    moves: list[str] | None = told["moves"]
    return moves
