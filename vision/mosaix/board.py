"""A photo of a wipe-off board in, its 49 cells out.

A finder draws the cells of the grid; seven rows of seven are fitted to them; a namer looks at
each cell. A cell that is not plain is doubtful, and somebody says what it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.mosaix.symbols import SYMBOLS
from vision.frames import floats
from vision.mosaix.classes import SPOILT_CELL
from vision.mosaix.grid import Grid, grid_of
from vision.mosaix.reading import BoardReading, CellReading, board_problems
from vision.mosaix.views import CELL_PX, CELL_SPAN, view_of
from vision.stopwatch import Stopwatch

if TYPE_CHECKING:
    from vision.frames import Floats, Image
    from vision.mosaix.eyes import Eyes
    from vision.reading import Quad

__all__ = ["BoardReading", "CellReading", "read_board"]

LOOKS_PX = (480, 720)
"""Longer sides of the pictures in which the grid is looked for, until one shows it plainly."""

PLAIN = 1.6
"""Of a grid's fit: it need not be looked for in a larger picture."""

SURE = 0.9
"""Confidence from which a cell needs nobody to look at it."""


def read_board(eyes: Eyes, frame_bgr: Image) -> BoardReading:
    """The board in the picture (h x w x 3, 8-bit BGR), its doubtful cells marked."""
    watch = Stopwatch()
    grid = _find(eyes, frame_bgr)
    watch.lap("find")
    if grid is None:
        return BoardReading.empty()
    shares = _shares(eyes, frame_bgr, grid.cells())
    cells = tuple(_cell(row) for row in shares)
    watch.lap("cells")
    one, two, three, four = ((float(x), float(y)) for x, y in grid.quad_xy)
    quad: Quad = (one, two, three, four)
    return BoardReading(cells, quad, board_problems(cells), watch.stage_ms)


def _find(eyes: Eyes, frame_bgr: Image) -> Grid | None:
    """The grid at the size at which it is plainest, upright in the picture."""
    best: Grid | None = None
    for look_px in LOOKS_PX:
        (shrunk, whole), scale = eyes.grid.maps(frame_bgr, look_px)
        grid = grid_of(shrunk, whole, scale)
        if grid is not None and (best is None or grid.fit > best.fit):
            best = grid
        if best is not None and best.fit >= PLAIN:
            break
    return None if best is None else best.upright()


def _shares(eyes: Eyes, frame_bgr: Image, cells: list[Floats]) -> Floats:
    """(49, classes) what each cell shows, looked at four ways round, twice a little larger."""
    looks = []
    for turn, span in (
        (0, CELL_SPAN),
        (1, CELL_SPAN * 1.08),
        (2, CELL_SPAN),
        (3, CELL_SPAN * 1.08),
    ):
        views = [view_of(frame_bgr, quad, CELL_PX, span) for quad in cells]
        turned = [np.ascontiguousarray(np.rot90(view, turn)) for view in views]
        looks.append(eyes.cells.shares(turned))
    return floats(np.mean(looks, axis=0))


def _cell(shares: Floats) -> CellReading:
    """What the shares of one cell say; a spoilt one as what else it looks like."""
    name = int(np.argmax(shares[:SPOILT_CELL]))
    confidence = min(1.0, float(shares[name]))
    symbol = SYMBOLS[name] if name < len(SYMBOLS) else None
    return CellReading(symbol, confidence, confidence < SURE)
