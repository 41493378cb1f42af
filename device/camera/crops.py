"""The piece of a frame that shows a doubtful place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.sepmosa import Cell
from engine.sepmosa.values import cells_of
from vision.judge.cellmap import CellMap
from vision.judge.proposal import Kind, Proposal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.picture import Image

MARGIN = 0.8  # of a tile's width around it


def crop_of(frame_bgr: Image, lattice: CellMap | None, proposal: Proposal | None) -> Image | None:
    """The doubtful place with some of what lies around it; None if there is none."""
    cells = tuple(doubtful_cells(proposal)) if proposal is not None else ()
    if lattice is None or not cells:
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
    named = [each.cell for each in proposal.differences if each.cell is not None]
    for move in (proposal.move, *(candidate for candidate, _ in proposal.candidates[:2])):
        if not named and move is not None and not isinstance(move, Kind):
            named += cells_of(move)
    yield from dict.fromkeys(named[:4])
