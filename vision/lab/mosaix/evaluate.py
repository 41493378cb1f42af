"""Measures the reading of boards: `python -m vision.lab.mosaix.evaluate`.

Homes, and people whose marks they are, that training never saw; every second home has any light.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from engine.mosaix.rules import ZONE
from vision.lab.mosaix.simulate import MosaixEvening, MosaixTally, rehearse_board
from vision.lab.mosaix.synth.marks import people
from vision.lab.tally import ReadingVerdict
from vision.mosaix import MosaixEyes
from vision.net import MODELS, use_threads

FIRST_HOME = 20_000  # training draws from 700,000 on, the bench from 5,000
SMALL_ZONE = 3
"""Cells of a zone that is framed on boards filled by chance, which hardly have one of five."""


def plans() -> dict[str, MosaixEvening]:
    """What is measured, by name; the home's number is still to be set."""
    others = people(held_out=True)
    by_hand = {"made-up hands": MosaixEvening(0), "held-out looks": MosaixEvening(0, held_out=True)}
    if not others:
        return by_hand
    return by_hand | {
        "people": MosaixEvening(0, people=others),
        "people, being counted": MosaixEvening(0, people=others, least_zone=SMALL_ZONE),
        "people, held-out looks": MosaixEvening(0, people=others, held_out=True),
        "people, coached": MosaixEvening(0, people=others, is_coached=True),
        "people, coached, counted": MosaixEvening(
            0, people=others, least_zone=ZONE, is_coached=True
        ),
    }


def measured(eyes: MosaixEyes, plan: MosaixEvening, homes: Sequence[int], name: str) -> MosaixTally:
    """A board in each of these homes."""
    total = MosaixTally()
    for number in tqdm(homes, desc=name, mininterval=5):
        here = replace(plan, seed=number, calm=number % 2 == 0, size_wh=(960, 720))
        total.add(rehearse_board(eyes, here, 0))
    return total


def line_of(name: str, tally: MosaixTally) -> str:
    """One line of the table."""
    boards, cells = tally.boards, tally.cells
    return (
        f"| {name} | {boards.total()} | {tally.not_found} | {boards[ReadingVerdict.RIGHT]}"
        f" | {boards[ReadingVerdict.WRONG]} | {cells[ReadingVerdict.RIGHT]}"
        f" | {cells[ReadingVerdict.FLAGGED]} | {cells[ReadingVerdict.WRONG]}"
        f" | {np.median(tally.board_ms):.0f} |"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="measure the reading of boards")
    parser.add_argument("only", nargs="*", metavar="SET", help=f"of {', '.join(plans())}; else all")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--boards", type=int, default=60, help="of each set")
    parser.add_argument("--seed", type=int, default=FIRST_HOME, help="the first home")
    parser.add_argument("--faults", action="store_true", help="list what was wrong")
    chosen = parser.parse_args(arguments)
    use_threads(1)
    eyes = MosaixEyes(chosen.models)
    homes = range(chosen.seed, chosen.seed + chosen.boards)
    sys.stdout.write(
        "| boards | how many | not found | totals sure | of these wrong | cells right | doubtful"
        " | wrong as sure | ms |\n|---|---|---|---|---|---|---|---|---|\n"
    )
    for name, plan in plans().items():
        if not chosen.only or name in chosen.only:
            tally = measured(eyes, plan, homes, name)
            sys.stdout.write(line_of(name, tally) + "\n")
            sys.stdout.write("".join(f"  {each}\n" for each in tally.wrong if chosen.faults))
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
