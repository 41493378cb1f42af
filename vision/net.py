"""Runs the trained networks; the only file that knows the inference engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.picture import Floats, Image, floats

MODELS = Path(__file__).parent / "models"

BATCH = 16
"""Pictures looked at together: a network keeps memory for all of them."""


SIZES = 4
"""Copies kept of a network: each has its memory laid out for one size of picture, and laying that
out takes as long as a small picture does."""


class Net:
    """A loaded network; used from one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Loads an ONNX file; raises ValueError if it is damaged."""
        self._name = path.name
        self._file = np.frombuffer(path.read_bytes(), np.uint8)
        self._copies: dict[tuple[int, ...], Any] = {}  # by height and width, last used last
        with self._faults_named():  # a damaged file is noticed now
            self._copy_for((0, 0))

    def run(self, pictures: Floats, output: str) -> Floats:
        """One output, by its name, for pictures as `planes` gives them."""
        return self.run_all(pictures, (output,))[0]

    def run_all(self, pictures: Floats, outputs: Sequence[str]) -> tuple[Floats, ...]:
        """Several outputs of one run; raises ValueError if the file is damaged after all."""
        with self._faults_named():
            net = self._copy_for(pictures.shape[2:])
            net.setInput(pictures)
            return tuple(floats(each).copy() for each in net.forward(list(outputs)))

    @contextmanager
    def _faults_named(self) -> Iterator[None]:
        """Nobody else has to know what the engine raises."""
        try:
            yield
        except cv2.error as fault:
            raise ValueError(f"{self._name} cannot be run: damaged?") from fault

    def _copy_for(self, size: tuple[int, ...]) -> Any:
        net = self._copies.pop(size, None) or self._copies.pop((0, 0), None)
        if net is None and len(self._copies) >= SIZES:
            net = self._copies.pop(next(iter(self._copies)))
        if net is None:
            net = cv2.dnn.readNetFromONNX(self._file)
        self._copies[size] = net
        return net


def use_threads(count: int) -> None:
    """From now on so many threads share a picture, and networks loaded after this their work."""
    cv2.setNumThreads(count)


def planes(pictures: Sequence[Image] | Floats) -> Floats:
    """Pictures of one size (height x width x 3) as a network wants them: n x 3 x height x width."""
    return np.ascontiguousarray(np.asarray(pictures).transpose(0, 3, 1, 2), np.float32)


def batches(pictures: Any) -> Iterator[Any]:
    """The pictures, a sequence or an array, in order, `BATCH` at a time."""
    for start in range(0, len(pictures), BATCH):
        yield pictures[start : start + BATCH]
