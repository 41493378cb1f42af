"""`sepmosa bench`: the performance table, each figure with what it was measured against."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from device.bench import engine, vision
from device.bench.figures import Figure, table_text
from device.cli import BadInput

PARTS = ("engine", "vision")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which parts, and how many games the coach plays."""
    parser.add_argument("part", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; else all")
    parser.add_argument(
        "--coach-games", type=int, default=40, metavar="N", help="0 leaves the coach out"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the table; the status is 1 when a goal is missed."""
    for part in options.part:
        if part not in PARTS:
            raise BadInput(f"no part {part!r}; there are {', '.join(PARTS)}")
    figures = list(_figures(options.part or PARTS, options.coach_games))
    print(table_text(figures))
    return int(any(figure.is_met is False for figure in figures))


def _figures(parts: tuple[str, ...] | list[str], coach_games: int) -> Iterator[Figure]:
    if "engine" in parts:
        yield from engine.measure(coach_games)
    if "vision" in parts:
        yield from vision.measure()
