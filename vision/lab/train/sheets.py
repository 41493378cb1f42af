"""The second owner's tables: what of the overhead photographs shows no tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    from pathlib import Path

    from vision.picture import Image

FREE_OF_TILES = {
    "jokers.jpg": ((0, 1512, 1200, 2016), (0, 1512, 0, 690)),
    "11_13.jpg": ((1260, 1512, 0, 2016),),
    "8_10.jpg": ((1310, 1512, 0, 2016), (0, 1512, 0, 280)),
    "1_3.jpg": ((0, 90, 0, 1500),),
    "7.jpg": ((0, 1512, 950, 2016),),
}
"""By file, the parts without a tile: left, right, top, bottom in pixels."""


def sheet_grounds(folder: Path) -> list[Image]:
    """The parts of the sheets that show only table."""
    grounds = []
    for name, parts in FREE_OF_TILES.items():
        picture = cv2.imread(str(folder / "sheets" / name), cv2.IMREAD_COLOR)
        if picture is None:
            continue
        grounds += [picture[top:bottom, left:right] for left, right, top, bottom in parts]
    return grounds
