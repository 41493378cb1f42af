"""Trains the four networks of MOSAIX and writes them: `python -m vision.mosaix.train`.

Everything is learned from drawn tables; the looks in `synth.styles` that are held out are never
among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from vision.mosaix import eyes
from vision.mosaix.classes import CELLS, FACES, LIES, NO_FACE
from vision.mosaix.train.learn import (
    Look,
    checked,
    finder_batches,
    finder_loss,
    namer_batches,
    namer_loss,
)
from vision.mosaix.train.nets import Finder, Namer
from vision.mosaix.train.samples import (
    LIE_PATCH_SPAN,
    Shots,
    boards,
    leans,
    make,
    phantoms,
    throws,
)
from vision.mosaix.views import CELL_PX, CELL_SPAN, FACE_PX, FACE_SPAN, LIE_PX, LIE_SPAN
from vision.train.export import export
from vision.train.loop import Batch, train

SEED = 20_270
THROW_SEEDS, LEAN_SEEDS, BOARD_SEEDS = 700_000, 900_000, 800_000
HOMES, LEAN_HOMES, BOARDS = 1800, 900, 1200
UNSEEN, OFF = 60, 50_000  # homes that only measure; their seeds are so far off
RATE, MEMORY = 4e-3, 0.998


@dataclass(frozen=True, slots=True)
class Task:
    """A network to make: from what, by how many steps, and what goes in and comes out of it."""

    net: Callable[[], Any]
    batches: Callable[[Shots], Callable[[np.random.Generator], Batch]]
    loss_of: Callable[[Any, Batch], Any]
    steps: int
    side_px: int
    output: str
    free: dict[int, str]


def _finder(maps: int, least: float, most: float, steps: int) -> Task:
    return Task(
        partial(Finder, maps),
        lambda shots: finder_batches(shots.pieces, maps, least, most),
        finder_loss, steps, 256, "maps", {0: "n", 2: "h", 3: "w"},
    )  # fmt: skip


def _namer(net: Callable[[], Any], look: Look, askew: int | None, steps: int) -> Task:
    return Task(
        net,
        lambda shots: namer_batches(shots.patches, shots.classes, look, askew),
        namer_loss, steps, look.side_px, "logits", {0: "n"},
    )  # fmt: skip


OF_DICE = {
    "dice": _finder(3, 0.65, 1.5, 6000),
    "faces": _namer(partial(Namer, FACES), Look(FACE_PX, FACE_SPAN), NO_FACE, 7000),
}
OF_LIES = {
    "lies": _namer(
        partial(Namer, LIES, (12, 20, 32, 32, 40)),
        Look(LIE_PX, LIE_SPAN, LIE_PATCH_SPAN, is_upright=True),
        None,
        5000,
    ),
}
OF_BOARDS = {
    "grid": _finder(2, 0.55, 1.6, 3500),
    "cells": _namer(partial(Namer, CELLS), Look(CELL_PX, CELL_SPAN, is_framed=True), None, 6000),
}


def main() -> None:
    """Draws what is needed, trains, writes."""
    names = (*OF_DICE, *OF_LIES, *OF_BOARDS)
    parser = argparse.ArgumentParser(description="trains the networks of MOSAIX")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; else all")
    parser.add_argument("--out", type=Path, default=eyes.MODELS)
    parser.add_argument("--scale", type=float, default=1.0, help="less of everything, for a trial")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what is drawn there")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for maker, first, count, tasks in (
        (throws, THROW_SEEDS, HOMES, OF_DICE),
        (leans, LEAN_SEEDS, LEAN_HOMES, OF_LIES),
        (boards, BOARD_SEEDS, BOARDS, OF_BOARDS),
    ):
        wanted = [name for name in tasks if name in (options.only or names)]
        if wanted:
            seen, unseen = (
                make(maker, seeds, options.keep)
                for seeds in (_homes(first, count, options.scale), _homes(first + OFF, UNSEEN))
            )
            if tasks is OF_LIES:
                finder = eyes.Finder(options.out / "dice.onnx")
                homes = _homes(THROW_SEEDS, HOMES, options.scale)
                others = _homes(THROW_SEEDS + OFF, UNSEEN)
                seen, unseen = (
                    shots.with_others(phantoms(make(throws, seeds, options.keep).pieces, finder))
                    for shots, seeds in ((seen, homes), (unseen, others))
                )
            for name in wanted:
                learn(name, tasks[name], seen, unseen, options.scale, options.out)


def _homes(first: int, count: int, scale: float = 1.0) -> range:
    return range(first, first + int(count * scale))


def learn(name: str, task: Task, seen: Shots, unseen: Shots, scale: float, out: Path) -> None:
    """Makes one network from what is seen, measures it by what is not, and writes it."""
    torch.manual_seed(SEED)
    measure = checked(task.batches(unseen), task.loss_of)
    steps = int(task.steps * scale)
    batches = task.batches(seen)
    net = train(task.net(), batches, task.loss_of, steps, RATE, SEED, name, MEMORY, measure)
    size = (1, 3, task.side_px, task.side_px)
    export(net, size, out / f"{name}.onnx", task.output, task.free)


if __name__ == "__main__":
    main()
