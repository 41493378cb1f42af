"""The networks that read dice, opened once, and the size of the views they look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.net import MODELS, Net
from vision.picture import Floats, Image, floats
from vision.shares import softmax
from vision.symbols import Finder, Namer, levelled

FACE_PX, FACE_SPAN = 40, 1.5
LIE_PX, LIE_SPAN = 48, 2.6
MATE_PX, MATE_SPAN = 64, 2.2
"""Side of a view in pixels, and how many faces it spans."""


class Mates:
    """A network that says how the four dice of a throw lie, each beside the others."""

    def __init__(self, path: Path) -> None:
        self._net = Net(path)

    def shares(self, rows: Sequence[Image]) -> Floats:
        """(n, 4, classes) how likely each class is for each die of each row of four views
        (side, 4 · side, 3)."""
        logits = self._net.run(levelled(rows), "logits")
        return softmax(floats(logits[:, :, 0].transpose(0, 2, 1)))


@dataclass(frozen=True, slots=True)
class DiceNetworks:
    """Used from one thread."""

    dice: Finder
    faces: Namer
    lies: Namer
    mates: Mates


def open_dice_networks(models: Path = MODELS) -> DiceNetworks:
    """The networks, loaded."""
    return DiceNetworks(
        Finder(models / "dice.onnx"),
        Namer(models / "faces.onnx"),
        Namer(models / "lies.onnx"),
        Mates(models / "mates.onnx"),
    )
