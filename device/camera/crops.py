"""The piece of a frame that shows a doubtful place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.sepmosa import Cell, NotationError, parse_cell, parse_move
from engine.sepmosa.moves import cells_of
from vision.reconcile.cellmap import cell_map
from vision.reconcile.proposal import Proposal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.classify import FaceReading
    from vision.frames import Floats, Image
    from vision.read import Reader
    from vision.reading import Reading
    from vision.rectify import Pyramid

MARGIN = 0.8  # of a tile's width around it


class RememberingReader:
    """A reader that remembers what it read last."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.last: Reading | None = None

    def read(self, frame_bgr: Image) -> Reading:
        """What the reader reads."""
        self.last = self._reader.read(frame_bgr)
        return self.last

    def read_faces(self, source: Pyramid, quads: list[Floats]) -> list[FaceReading]:
        """What the reader reads."""
        return self._reader.read_faces(source, quads)


def crop_of(frame_bgr: Image, reading: Reading | None, proposal: Proposal | None) -> Image | None:
    """The doubtful place with some of what lies around it; nothing where there is none."""
    cells = tuple(doubtful_cells(proposal)) if proposal is not None else ()
    lattice = cell_map(reading) if reading is not None and cells else None
    if lattice is None:
        return None
    outlines = np.concatenate([lattice.outline(cell) for cell in cells])
    width = float(np.linalg.norm(outlines[1] - outlines[0]))
    height, breadth = frame_bgr.shape[:2]
    left, top = np.maximum(outlines.min(axis=0) - MARGIN * width, 0).astype(int)
    right, bottom = np.minimum(outlines.max(axis=0) + MARGIN * width, (breadth, height)).astype(int)
    if right - left < 8 or bottom - top < 8:
        return None
    return frame_bgr[top:bottom, left:right].copy()


def doubtful_cells(proposal: Proposal) -> Iterator[Cell]:
    """The cells a proposal is about, those that differ first; at most four."""
    named = [parse_cell(each.cell) for each in proposal.differences if each.cell is not None]
    for text in (proposal.move, *(name for name, _ in proposal.candidates[:2])):
        if text is not None and not named:
            try:
                named += cells_of(parse_move(text))
            except NotationError:  # none, undone and cleared are no moves
                continue
    yield from dict.fromkeys(named[:4])
