"""A photo of a wipe-off board in, its 49 cells out.

A finder draws the cells of the grid; seven rows of seven are fitted to them; a namer looks at
each cell, and its ink and its symbol are compared with the others'. A cell that is not plain is
doubtful, and somebody says what it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.mosaix.values import SIZE, SYMBOLS
from vision.boards.alike import compared
from vision.boards.classes import CELL_PX, CELL_SPAN, CELLS, EMPTY_CELL, SPOILT_CELL
from vision.boards.grid import BoardGrid, grid_of
from vision.boards.reading import BoardReading, CellReading, board_problems
from vision.picture import floats, pixels
from vision.stopwatch import Stopwatch
from vision.symbols import view_of
from vision.thresholds.boards import (
    ENOUGH_CELL_PX,
    LARGE_CELL_PX,
    LOOKS_PX,
    MANY_SYMBOLS,
    PALE,
    PALE_BOARD,
    PLAIN,
    PLAIN_CELL,
    PLAIN_SYMBOL,
    PLAIN_SYMBOLS,
    SPOILT_OFTEN,
    SURE,
    WIPED,
    WIPED_OFTEN,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.boards.networks import BoardNetworks
    from vision.geometry import Quad
    from vision.picture import Floats, Image

__all__ = ["BoardReading", "CellReading", "read_board"]


Look = tuple[int, bool, float]
"""A way to look at a cell: quarter turns, mirrored or not, and how much larger."""

_CENTRE = SIZE * SIZE // 2  # it is printed, not drawn
_INK_PX = 32  # side of the view in which ink is measured
_INNER = slice(5, _INK_PX - 5)  # of that view: the cell without its lines
_LOOK: Look = (0, False, 1.0)
_MORE_LOOKS: tuple[Look, ...] = (
    (1, True, 1.08), (2, False, 1.08), (3, True, 1.0), (0, True, 0.95), (1, False, 1.04),
    (2, True, 1.0), (3, False, 1.08),
)  # fmt: skip


def read_board(networks: BoardNetworks, frame_bgr: Image) -> BoardReading:
    """The board in the picture (h x w x 3, 8-bit BGR), its doubtful cells marked."""
    watch = Stopwatch()
    grid = _find(networks, frame_bgr)
    watch.lap("find")
    if grid is None:
        return BoardReading.empty()
    frame_bgr, quads = _smaller(frame_bgr, grid.cells())
    shares, features = _looked_at(networks, frame_bgr, quads)
    inks = np.array([ink_of(frame_bgr, quad) for quad in quads])
    shares = compared(shares, features, weighed(shares, inks), _CENTRE)
    shares = weighed(shares, inks)
    cells = tuple(_cell(row) for row in shares)
    watch.lap("cells")
    one, two, three, four = ((float(x), float(y)) for x, y in grid.quad_xy)
    quad: Quad = (one, two, three, four)
    return BoardReading(cells, quad, board_problems(cells), watch.stage_ms)


def _find(networks: BoardNetworks, frame_bgr: Image) -> BoardGrid | None:
    """The grid at the size at which it is plainest, upright in the picture."""
    best: BoardGrid | None = None
    for look_px in LOOKS_PX:
        (shrunk, whole), scale = networks.grid.maps(frame_bgr, look_px)
        grid = grid_of(shrunk, whole, scale)
        if grid is not None and (best is None or grid.fit > best.fit):
            best = grid
        if best is not None and best.fit >= PLAIN:
            break
    return None if best is None else best.upright()


def _smaller(frame_bgr: Image, cells: list[Floats]) -> tuple[Image, list[Floats]]:
    """A large photo with its cells as large as is needed: each view of it costs time."""
    side = float(np.median([np.sqrt(abs(cv2.contourArea(quad))) for quad in cells]))
    if side < LARGE_CELL_PX:
        return frame_bgr, cells
    scale = ENOUGH_CELL_PX / side
    small = cv2.resize(frame_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return pixels(small), [quad * scale for quad in cells]


def _looked_at(
    networks: BoardNetworks, frame_bgr: Image, cells: list[Floats]
) -> tuple[Floats, Floats]:
    """(49, classes) what each cell shows, and (49, many) how it looks: at first sight, and where
    that is not plain in several ways."""
    found = _seen(networks, frame_bgr, cells, (_LOOK,))
    unclear = np.flatnonzero(found[0].max(axis=1) < PLAIN_CELL)
    if len(unclear):
        again = _seen(networks, frame_bgr, [cells[at] for at in unclear], _MORE_LOOKS)
        for first, more in zip(found, again, strict=True):
            first[unclear] += (more - first[unclear]) * len(_MORE_LOOKS) / (len(_MORE_LOOKS) + 1)
    return found


def _seen(
    networks: BoardNetworks, frame_bgr: Image, cells: list[Floats], looks: Sequence[Look]
) -> tuple[Floats, Floats]:
    """(n, classes) and (n, many) what the cells show and how they look, in all these looks
    together."""
    views = []
    for turn, is_mirrored, larger in looks:
        for quad in cells:
            view = np.rot90(view_of(frame_bgr, quad, CELL_PX, CELL_SPAN * larger), turn)
            views.append(np.ascontiguousarray(view[:, ::-1] if is_mirrored else view))
    shares, features = (
        floats(each.reshape(len(looks), len(cells), -1).mean(axis=0))
        for each in networks.cells.shares_and_features(views)
    )
    return shares, features


def ink_of(frame_bgr: Image, quad_xy: Floats) -> float:
    """How much the strongest strokes in a cell differ from its ground, in screen values."""
    inner = floats(view_of(frame_bgr, quad_xy, _INK_PX, CELL_SPAN))[_INNER, _INNER].reshape(-1, 3)
    away = np.linalg.norm(inner - np.median(inner, axis=0), axis=1)
    return float(np.percentile(away, 92))


def weighed(shares: Floats, inks: Floats) -> Floats:
    """(49, classes) the shares, after how often cells are spoilt and how much ink they have beside
    the board's plain symbols; where there are hardly any, beside the printed one."""
    weights = np.ones_like(shares)
    weights[:, SPOILT_CELL] = SPOILT_OFTEN
    shares = _whole(shares * weights)
    symbols = shares[:, : len(SYMBOLS)].max(axis=1)
    plain = np.delete(inks, _CENTRE)[np.delete(symbols, _CENTRE) >= PLAIN_SYMBOL]
    is_known = len(plain) >= PLAIN_SYMBOLS
    if is_known and len(plain) < MANY_SYMBOLS:
        is_known = bool(np.median(plain) >= PALE_BOARD * inks[_CENTRE])
    weak = inks < (WIPED * np.median(plain) if is_known else PALE * inks[_CENTRE])
    weak[_CENTRE] = False
    if is_known:
        shares[weak, : len(SYMBOLS)] *= WIPED_OFTEN
    else:  # the last of a pale pen, or the first of what was wiped out
        shares[weak] = (shares[weak] + np.eye(CELLS, dtype=np.float32)[EMPTY_CELL]) / 2
    return _whole(shares)


def _whole(shares: Floats) -> Floats:
    """Shares that sum to 1 again."""
    return floats(shares / shares.sum(axis=1, keepdims=True))


def _cell(shares: Floats) -> CellReading:
    """What the shares of one cell say; a spoilt one as what else it looks like."""
    name = int(np.argmax(shares[:SPOILT_CELL]))
    confidence = min(1.0, float(shares[name]))
    symbol = SYMBOLS[name] if name < len(SYMBOLS) else None
    return CellReading(symbol, confidence, confidence < SURE)
