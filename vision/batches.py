"""Pictures for a network, a few at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

BATCH = 16  # a network keeps memory for all it looks at at once

One = TypeVar("One")


def batches(pictures: Sequence[One]) -> Iterator[Sequence[One]]:
    """The pictures in order, `BATCH` at a time."""
    for start in range(0, len(pictures), BATCH):
        yield pictures[start : start + BATCH]
