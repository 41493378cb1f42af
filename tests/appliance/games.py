"""The games on the machine's disk: past ones to begin with, and what is there later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from device.store import Store
from engine.sepmosa import Player, Start, new_game, parse_move

NAME = "games.txt"
PAST = 9  # games: more than fit on a screen, so that a list can be pushed
PLAYED = ("R7@4+1", "R8@4+2", "R9@4+3")
ASK = "/opt/sepmosa/current/bin/python /etc/appliance/kept.py"


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


def moves_kept(run: Callable[[str], str]) -> list[str] | None:
    """The moves of the open game on the machine's disk, asked for by `run`; None if none is
    open."""
    told = json.loads(run(ASK).splitlines()[-1])
    moves: list[str] | None = told["moves"]
    return moves
