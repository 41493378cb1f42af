"""The pictures of `docs/first-evening.md` that show a screen, from the reference screens.

`python -m tests.docs.evening` cuts them anew; a test compares, so that they cannot go stale. The
other pictures are drawings (SVG), written by hand or by `tests.docs.mounting`.
"""

from __future__ import annotations

from pathlib import Path

import cv2

from tests.docs.mounting import DOCS
from vision.picture import Image, pixels

SCREENS = Path(__file__).parent.parent / "data/screens/800x480"
SHOWN = ("home-first", "camera-check-well", "set-table", "turn")
WIDE = 800  # px: the first of the languages side by side is English


def screens() -> dict[Path, Image]:
    """Every screen by the file it is in (h x w x 3, 8-bit BGR)."""
    return {DOCS / "evening" / f"{name}.png": read(SCREENS / f"{name}.png") for name in SHOWN}


def read(path: Path) -> Image:
    """A picture, or its English part."""
    found = cv2.imread(str(path))
    if found is None:
        raise FileNotFoundError(path)
    return pixels(found[:, :WIDE])


if __name__ == "__main__":
    for path, screen in screens().items():
        cv2.imwrite(str(path), screen, [cv2.IMWRITE_PNG_COMPRESSION, 9])
