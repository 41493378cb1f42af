"""Finds the temperatures that make confidences honest: `python -m vision.lab.train.calibrate`.

Give it networks that have not seen the photographs (`python -m vision.lab.train --first-stage`): on
pictures they learned from, any network is too sure.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry import overlap
from vision.lab.train.cases import photo_cases
from vision.lab.train.photos import PHOTOS
from vision.lab.train.reader import classes_of
from vision.net import MODELS
from vision.picture import Picture
from vision.shares import softmax
from vision.stopwatch import Stopwatch
from vision.tiles.faces import CLASSES, TURNS
from vision.tiles.read import Reader
from vision.tiles.rectify import balance, face_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.picture import Floats

TEMPERATURES = np.exp(np.linspace(np.log(0.4), np.log(3.0), 61))


def loss_at(logits: Floats, truth: Floats, temperature: float) -> float:
    """Mean negative log share of the truth."""
    shares = softmax(logits / temperature)[np.arange(len(truth)), truth]
    return float(-np.log(np.maximum(shares, 1e-7)).mean())


def best_temperature(logits: Floats, truth: Floats) -> float:
    """The temperature with the least loss."""
    losses = [loss_at(logits, truth, t) for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def collected(reader: Reader, photos: Path) -> tuple[Floats, Floats]:
    """Logits of the faces that were found, and their value and colour classes."""
    rows, truths = [], []
    for _, _, frame_bgr, truth in photo_cases(photos):
        source = Picture(frame_bgr)
        found = reader.find(source, None, Stopwatch(), is_live=False)
        for true in truth:
            if not true.must_be_read or not found:
                continue
            best = max(found, key=lambda f: overlap(true.quad_xy, f.quad_xy))
            if overlap(true.quad_xy, best.quad_xy) > 0.5:
                rows.append(reader.faces.logits(balance([face_of(source, best.quad_xy)]))[0])
                truths.append(classes_of(true.tile))
    return np.stack(rows), np.array(truths)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the temperatures."""
    parser = argparse.ArgumentParser(description="calibrate confidences")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    chosen = parser.parse_args(arguments)
    logits, truth = collected(Reader(chosen.models), chosen.photos)
    has_colour = truth[:, 1] >= 0
    values, colours = logits[:, :CLASSES], logits[has_colour, CLASSES + TURNS :]
    lines = [
        f"{len(truth)} faces",
        f"values: temperature {best_temperature(values, truth[:, 0]):.2f}, "
        f"right {np.mean(values.argmax(axis=1) == truth[:, 0]):.4f}",
        f"colours: temperature {best_temperature(colours, truth[has_colour, 1]):.2f}, "
        f"right {np.mean(colours.argmax(axis=1) == truth[has_colour, 1]):.4f}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
