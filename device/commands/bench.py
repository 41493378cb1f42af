"""`sepmosa bench`: the performance table, each figure with what it was measured against."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from device.cli import BadInput, whole_number
from device.lab.bench import engine, mosaix, reading, screen, store, teach, vision
from device.lab.bench.figures import BenchLine, table_text
from vision.lab.train.photos import PHOTOS
from vision.net import MODELS

Measure = Callable[[argparse.Namespace], Iterator[BenchLine]]

PARTS: Mapping[str, Measure] = {
    "engine": lambda options: engine.measure(options.coach_games),
    "vision": lambda _: vision.measure(),
    "reading": lambda options: reading.measure(options.models),
    "teach": lambda options: teach.measure(options.models, PHOTOS),
    "screen": lambda _: screen.measure(),
    "store": lambda _: store.measure(),
    "share": lambda _: _share(),
    "mosaix": lambda options: mosaix.measure(
        mosaix.Amounts(options.throws, options.boards, options.solo_games)
    ),
}


def _share() -> Iterator[BenchLine]:
    if importlib.util.find_spec("tornado") is None or importlib.util.find_spec("paho") is None:
        raise BadInput("this measures sharing: try pip install -e '.[share]'")
    from device.lab.bench import share

    return share.measure()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which parts, and how many games the coach plays."""
    parser.add_argument("part", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; else all")
    parser.add_argument(
        "--coach-games",
        type=whole_number(0),
        default=40,
        metavar="N",
        help="0 leaves the coach out",
    )
    parser.add_argument(
        "--models", type=Path, default=MODELS, metavar="DIR", help="other networks to read with"
    )
    for what, amount in (("throws", 2000), ("boards", 200), ("solo-games", 200)):
        parser.add_argument(
            f"--{what}",
            type=whole_number(0),
            default=amount,
            metavar="N",
            help="of MOSAIX; 0 leaves them out",
        )


def run(options: argparse.Namespace) -> int:
    """Prints the table; the status is 1 when a goal is missed."""
    for part in options.part:
        if part not in PARTS:
            raise BadInput(f"no part {part!r}; there are {', '.join(PARTS)}")
    if not (options.models / "reader.onnx").is_file():
        raise BadInput(f"{options.models} holds no networks: --models takes a folder with some")
    chosen = options.part or list(PARTS)
    figures = [figure for part in chosen for figure in PARTS[part](options)]
    print(table_text(figures))
    return int(any(figure.is_met is False for figure in figures))
