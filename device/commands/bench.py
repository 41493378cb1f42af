"""`sepmosa bench`: the performance table, each figure with what it was measured against."""

from __future__ import annotations

import argparse

from device.bench import engine
from device.bench.figures import table_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which part, and how many games the coach plays."""
    parser.add_argument("part", nargs="?", choices=["engine"], default="engine")
    parser.add_argument(
        "--coach-games", type=int, default=40, metavar="N", help="0 leaves the coach out"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the table; the status is 1 when a goal is missed."""
    figures = list(engine.measure(options.coach_games))
    print(table_text(figures))
    return int(any(figure.is_met is False for figure in figures))
