"""The loaded networks of MOSAIX, opened once and handed to every reading."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.classify import softmax
from vision.frames import floats, pixels
from vision.mosaix.views import levelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frames import Floats, Image

MODELS = Path(__file__).parent / "models"
_STEP = 32  # a finder's picture has sides that are multiples of this


class Finder:
    """A network that draws squares: shrunk so that they fall apart, all of them together, and for
    dice the odd ones, which lean or lie on another."""

    def __init__(self, path: Path) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(path))

    def maps(self, frame_bgr: Image, look_px: int) -> tuple[tuple[Floats, ...], float]:
        """Maps (h, w), 0–1, of the frame at `look_px` for its longer side, and by how much that is
        smaller than the frame."""
        h, w = frame_bgr.shape[:2]
        scale = look_px / max(h, w)
        wide, tall = max(_STEP, round(w * scale)), max(_STEP, round(h * scale))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = pixels(cv2.resize(frame_bgr, (wide, tall), interpolation=way))
        right, below = -wide % _STEP, -tall % _STEP
        small = pixels(cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE))
        self._net.setInput(np.ascontiguousarray(floats(small).transpose(2, 0, 1)[None]))
        logits = self._net.forward("maps")[0]
        size = (small.shape[1], small.shape[0])
        shares = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        found = tuple(
            floats(cv2.resize(floats(each), size, interpolation=cv2.INTER_LINEAR))[:tall, :wide]
            for each in shares
        )
        return found, scale


class Namer:
    """A network that says what views show."""

    def __init__(self, path: Path) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(path))

    def shares(self, views: Sequence[Image]) -> Floats:
        """(n, classes) how likely each class is for each view (side, side, 3)."""
        self._net.setInput(levelled(views))
        return softmax(floats(self._net.forward("logits")))


class Mates:
    """A network that says how the four dice of a throw lie, each beside the others."""

    def __init__(self, path: Path) -> None:
        self._net: Any = cv2.dnn.readNetFromONNX(str(path))

    def shares(self, rows: Sequence[Image]) -> Floats:
        """(n, 4, classes) how likely each class is for each die of each row of four views
        (side, 4 · side, 3)."""
        self._net.setInput(levelled(rows))
        logits = floats(self._net.forward("logits"))
        return softmax(floats(logits[:, :, 0].transpose(0, 2, 1)))


@dataclass(frozen=True, slots=True)
class Eyes:
    """What is needed to read dice and boards; used from one thread."""

    dice: Finder
    faces: Namer
    lies: Namer
    mates: Mates
    grid: Finder
    cells: Namer


def open_eyes(models: Path = MODELS) -> Eyes:
    """The networks, loaded."""
    return Eyes(
        Finder(models / "dice.onnx"),
        Namer(models / "faces.onnx"),
        Namer(models / "lies.onnx"),
        Mates(models / "mates.onnx"),
        Finder(models / "grid.onnx"),
        Namer(models / "cells.onnx"),
    )
