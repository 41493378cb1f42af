"""Trains the four networks of MOSAIX and writes them: `python -m vision.mosaix.train`.

Everything is learned from drawn tables; the looks in `synth.styles` that are held out are never
among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vision.mosaix.classes import CELLS, FACES
from vision.mosaix.eyes import MODELS
from vision.mosaix.train.learn import (
    finder_batches,
    finder_loss,
    namer_batches,
    namer_loss,
)
from vision.mosaix.train.nets import Finder, Namer
from vision.mosaix.train.samples import Shots, boards, make, throws
from vision.mosaix.views import CELL_PX, CELL_SPAN, FACE_PX, FACE_SPAN
from vision.train.export import export
from vision.train.loop import train

SEED = 20_270
THROW_SEEDS, BOARD_SEEDS = 700_000, 800_000
HOMES, BOARDS = 650, 700
FINDER_STEPS, NAMER_STEPS = 600, 1200
RATE, MEMORY = 5e-3, 0.985
NAMES = ("dice", "grid", "faces", "cells")


def main() -> None:
    """Draws what is needed, trains, writes."""
    parser = argparse.ArgumentParser(description="trains the networks of MOSAIX")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; else all")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--scale", type=float, default=1.0, help="less of everything, for a trial")
    parser.add_argument("--longer", type=int, default=1, metavar="K", help="K times the steps")
    options = parser.parse_args()
    steps = options.scale * options.longer
    wanted = options.only or NAMES
    if {"dice", "faces"} & set(wanted):
        homes = range(THROW_SEEDS, THROW_SEEDS + int(HOMES * options.scale))
        of_dice(make(throws, homes, "throws"), wanted, options.out, steps)
    if {"grid", "cells"} & set(wanted):
        homes = range(BOARD_SEEDS, BOARD_SEEDS + int(BOARDS * options.scale))
        of_boards(make(boards, homes, "boards"), wanted, options.out, steps)


def of_dice(shots: Shots, wanted: Sequence[str], out: Path, share: float) -> None:
    """The networks that find dice and name their faces."""
    if "dice" in wanted:
        _finder(shots, (0.6, 1.5), int(FINDER_STEPS * share), out / "dice.onnx")
    if "faces" in wanted:
        _namer(shots, FACES, FACE_PX, FACE_SPAN, int(NAMER_STEPS * share), out / "faces.onnx")


def of_boards(shots: Shots, wanted: Sequence[str], out: Path, share: float) -> None:
    """The networks that find a grid and name its cells."""
    if "grid" in wanted:
        _finder(shots, (0.6, 1.6), int(FINDER_STEPS * share), out / "grid.onnx")
    if "cells" in wanted:
        _namer(shots, CELLS, CELL_PX, CELL_SPAN, int(NAMER_STEPS * share), out / "cells.onnx")


def _finder(shots: Shots, scales: tuple[float, float], steps: int, path: Path) -> None:
    batches = finder_batches(shots.pieces, *scales)
    net = train(Finder(), batches, finder_loss, steps, RATE, SEED, path.stem, MEMORY)
    export(net, (1, 3, 256, 256), path, "maps", {0: "n", 2: "h", 3: "w"})


def _namer(shots: Shots, classes: int, side_px: int, span: float, steps: int, path: Path) -> None:
    batches = namer_batches(shots.patches, shots.classes, side_px, span)
    net = train(Namer(classes), batches, namer_loss, steps, RATE, SEED, path.stem, MEMORY)
    export(net, (1, 3, side_px, side_px), path, "logits", {0: "n"})


if __name__ == "__main__":
    main()
