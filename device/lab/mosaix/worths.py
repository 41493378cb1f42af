"""Learns the worths by which the coach of MOSAIX weighs a board.

Runs as `python -m device.lab.mosaix.worths`. Every game has dice of its own, by its number; with
`--keep FILE` a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median

from tqdm import tqdm

import engine.mosaix
from engine.mosaix.outlook import Worths, guessed_worths
from engine.mosaix.players import RATE, advise, learn_game, play_solo, slowing
from engine.mosaix.rules import WIN

SHIPPED = Path(engine.mosaix.__file__).parent / "models" / "worths.json"
GAMES, SEED = 40_000, 20_260
EACH = 100  # games from one keeping to the next
A_LINE = 24  # worths


def learned(games: int, seed: int, keep: Path | None) -> list[float]:
    """The worths after so many games, kept now and then."""
    worths, first = taken_up(games, seed, keep)
    for number in tqdm(range(first, games), initial=first, total=games, mininterval=5):
        learn_game(worths, Random(f"{seed} {number}"), RATE * slowing(number / games))
        if keep is not None and (number + 1) % EACH == 0:
            part = keep.with_suffix(".part")
            part.write_text(json.dumps([games, seed, number + 1, worths]))
            part.replace(keep)
    return worths


def taken_up(games: int, seed: int, keep: Path | None) -> tuple[list[float], int]:
    """The worths to go on from, and the number of the next game; those of another run do not
    count."""
    if keep is not None and keep.exists():
        of_games, of_seed, first, worths = json.loads(keep.read_text())
        if (of_games, of_seed) == (games, seed):
            return list(worths), int(first)
    return guessed_worths(), 0


def written(worths: Worths) -> str:
    """The worths as the shipped file has them: tenths, some a line."""
    tenths = [round(worth * 10) for worth in worths]
    lines = [tenths[at : at + A_LINE] for at in range(0, len(tenths), A_LINE)]
    return "[\n" + ",\n".join("  " + ", ".join(map(str, line)) for line in lines) + "\n]\n"


def strength(worths: Worths, games: int, lookahead: int) -> str:
    """What the coach reaches by these worths, alone, in games of other dice."""
    chooser = partial(advise, worths=worths, lookahead=lookahead)
    scores = [
        play_solo(chooser, Random(f"strength {number}")).table.scores[0]
        for number in tqdm(range(games), desc="measuring", mininterval=5)
    ]
    won = sum(score >= WIN for score in scores)
    return f"{games} games alone: {won} won, median {median(scores)}, mean {mean(scores):.1f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Learns, writes, and says what the worths are good for."""
    parser = argparse.ArgumentParser(description="learn the worths of the coach of MOSAIX")
    parser.add_argument("--games", type=int, default=GAMES, help="0 only measures those in --out")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on with what is kept there")
    parser.add_argument("--measure", type=int, default=0, metavar="N", help="play so many games")
    parser.add_argument(
        "--lookahead", type=int, default=0, help="empty cells from which a roll is looked ahead"
    )
    chosen = parser.parse_args(arguments)
    if chosen.games:
        worths = learned(chosen.games, chosen.seed, chosen.keep)
        chosen.out.write_text(written(worths))
    if chosen.measure:
        worths = [tenths / 10 for tenths in json.loads(chosen.out.read_text())]
        sys.stdout.write(strength(worths, chosen.measure, chosen.lookahead) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
