"""Trains the six networks of MOSAIX and writes them: `python -m vision.lab.mosaix.train`.

Everything is learned from drawn tables; the looks in `synth.styles` that are held out are never
among them. On most boards the symbols are marks that people drew, where `../shared/photos` has
them; every fourth person is held out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from engine.mosaix.values import DICE
from vision.boards.classes import CELL_PX, CELL_SPAN, CELLS
from vision.dice.classes import FACES, LIES, MATES, NO_FACE
from vision.dice.networks import FACE_PX, FACE_SPAN, LIE_PX, LIE_SPAN, MATE_PX, MATE_SPAN
from vision.lab.mosaix.train import learn as learning
from vision.lab.mosaix.train.learn import (
    ViewCut,
    by_doubt,
    checked,
    finder_batches,
    finder_loss,
    mate_batches,
    namer_batches,
    namer_loss,
)
from vision.lab.mosaix.train.nets import CellNet, FinderNet, MatesNet, NamerNet
from vision.lab.mosaix.train.samples import (
    LIE_PATCH_SPAN,
    MATE_PATCH_SPAN,
    Shots,
    boards,
    leans,
    make,
    mates,
    phantoms,
    throws,
)
from vision.lab.train.export import export, expose_features
from vision.lab.train.loop import Batch, train
from vision.lab.train.workshop import Workshop, made_of, recipe
from vision.net import MODELS
from vision.picture import Floats
from vision.symbols import Finder as LoadedFinder

SEED = 20_270
UNSEEN, OFF = 60, 50_000  # homes that only measure; their seeds are so far off
RATE, MORE_RATE, MEMORY = 4e-3, 1.5e-3, 0.998


@dataclass(frozen=True, slots=True)
class DrawnSource:
    """What is drawn, and in which homes."""

    maker: Callable[[int], Shots]
    first: int
    count: int


THROWS = DrawnSource(throws, 700_000, 1800)
LEANS = DrawnSource(leans, 900_000, 900)
MATES_OF_THROWS = DrawnSource(mates, 960_000, 1400)
PHOTOS = DrawnSource(boards, 800_000, 2400)


@dataclass(frozen=True, slots=True)
class Task:
    """A network to make: from what, by how many steps, and what goes in and comes out of it."""

    net: Callable[[], Any]
    batches: Callable[[Shots, Floats | None], Callable[[np.random.Generator], Batch]]
    loss_of: Callable[[Any, Batch], Any]
    steps: int
    size_hw: tuple[int, int]
    output: str
    free: dict[int, str]
    more_steps: int = 0  # at a lower rate, from where the first ended
    doubted: ViewCut | None = None  # these steps see most what the first left in doubt
    has_features: bool = False  # a second output: what it makes of a picture before it decides


def _finder(maps: int, least: float, most: float, steps: int) -> Task:
    return Task(
        partial(FinderNet, maps),
        lambda shots, _: finder_batches(shots.pieces, maps, least, most),
        finder_loss, steps, (256, 256), "maps", {0: "n", 2: "h", 3: "w"},
    )  # fmt: skip


def _namer(net: Callable[[], Any], look: ViewCut, askew: int | None, steps: int) -> Task:
    return Task(
        net,
        lambda shots, often: namer_batches(shots.patches, shots.classes, look, askew, often),
        namer_loss, steps, (look.side_px, look.side_px), "logits", {0: "n"},
    )  # fmt: skip


def _mates(look: ViewCut, steps: int) -> Task:
    return Task(
        partial(MatesNet, MATES),
        lambda shots, _: mate_batches(shots.patches, shots.classes, look),
        namer_loss, steps, (look.side_px, DICE * look.side_px), "logits", {0: "n"},
    )  # fmt: skip


OF_DICE = {
    "dice": _finder(3, 0.65, 1.5, 6000),
    "faces": _namer(partial(NamerNet, FACES), ViewCut(FACE_PX, FACE_SPAN), NO_FACE, 7000),
}
OF_LIES = {
    "lies": _namer(
        partial(NamerNet, LIES, (12, 20, 32, 32, 40)),
        ViewCut(LIE_PX, LIE_SPAN, LIE_PATCH_SPAN, is_upright=True),
        None,
        5000,
    ),
}
OF_MATES = {"mates": _mates(ViewCut(MATE_PX, MATE_SPAN, MATE_PATCH_SPAN, is_upright=True), 4500)}
CELL_VIEW = ViewCut(CELL_PX, CELL_SPAN, is_framed=True)
OF_BOARDS = {
    "grid": _finder(2, 0.55, 1.6, 3500),
    "cells": replace(
        _namer(partial(CellNet, CELLS), CELL_VIEW, None, 6000),
        more_steps=22_000,
        doubted=CELL_VIEW,
        has_features=True,
    ),
}


def main() -> None:
    """Draws what is needed, trains, writes."""
    names = (*OF_DICE, *OF_LIES, *OF_MATES, *OF_BOARDS)
    parser = argparse.ArgumentParser(description="trains the networks of MOSAIX")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; else all")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--scale", type=float, default=1.0, help="less of everything, for a trial")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="keep there what is drawn and learned, and go on with it",
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    shop = Workshop(options.keep)
    for source, tasks in (
        (THROWS, OF_DICE),
        (LEANS, OF_LIES),
        (MATES_OF_THROWS, OF_MATES),
        (PHOTOS, OF_BOARDS),
    ):
        wanted = [name for name in tasks if name in (options.only or names)]
        if wanted:
            shots = draw(source, options.scale, shop)
            if tasks is OF_LIES:
                finder = LoadedFinder(options.out / "dice.onnx")
                others = draw(THROWS, options.scale, shop)
                shots = tuple(
                    each.with_others(phantoms(other.pieces, finder))
                    for each, other in zip(shots, others, strict=True)
                )
            for name in wanted:
                learn(name, tasks[name], shots, options.scale, options.out, shop)


@cache
def draw(source: DrawnSource, scale: float, shop: Workshop) -> tuple[Shots, ...]:
    """What is drawn in so much of its homes, and in those that only measure."""
    return tuple(
        make(source.maker, range(first, first + max(2, int(count * scale))), shop)
        for first, count in ((source.first, source.count), (source.first + OFF, UNSEEN))
    )


def learn(
    name: str, task: Task, shots: tuple[Shots, ...], scale: float, out: Path, shop: Workshop
) -> None:
    """Makes one network from what is seen, measures it by what is not, and writes it."""
    torch.manual_seed(SEED)
    seen, unseen = shots
    parts, net = made_of(recipe(learning.__name__), SEED, seen.digest()), task.net()
    for number, (whole, rate) in enumerate(((task.steps, RATE), (task.more_steps, MORE_RATE))):
        steps, seed = int(whole * scale), SEED + number
        parts = made_of(parts, steps)

        def trained(
            path: Path | None, start: Any = net, steps: int = steps, rate: float = rate,
            seed: int = seed, number: int = number,
        ) -> Any:  # fmt: skip
            measure = checked(task.batches(unseen, None), task.loss_of)
            look = task.doubted if number else None
            often = by_doubt(start, seen.patches, look) if look else None
            batches = task.batches(seen, often)
            return train(
                start, batches, task.loss_of, steps, rate, seed, name, MEMORY, measure,
                unfinished=path,
            )  # fmt: skip

        if steps:
            net = shop.net(name, parts, task.net(), trained)
    export(net, (1, 3, *task.size_hw), out / f"{name}.onnx", task.output, task.free)
    if task.has_features:
        expose_features(out / f"{name}.onnx")


if __name__ == "__main__":
    main()
