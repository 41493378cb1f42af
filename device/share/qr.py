"""The link as a QR code, for the screen at the table."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

Cells = tuple[tuple[bool, ...], ...]  # rows from the top; True is dark


@lru_cache(maxsize=4)
def qr_cells(text: str) -> Cells:
    """The cells of a QR code that says `text`, without the quiet zone around it."""
    dark = np.asarray(cv2.QRCodeEncoder.create().encode(text)) == 0
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    inner = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return tuple(tuple(map(bool, row)) for row in inner)
