"""The pictures of `docs/first-evening.md` that show a screen, drawn by the product itself.

`python -m tests.docs.evening` draws them anew; a test compares, so that they cannot go stale. The
other pictures are drawings (SVG), written by hand or by `tests.docs.mounting`.
"""

from __future__ import annotations

from pathlib import Path

import cv2

from device.lab.screens.gallery import picture_of
from device.locale import Language
from tests.device.ui.references import FIRST, Pixels, pixels_of, sample_of
from tests.docs.mounting import DOCS

SHOWN = ("home-first", "camera-check-well", "set-table", "turn")


def screens() -> dict[Path, Pixels]:
    """Every screen by the file it is in."""
    return {
        DOCS / "evening" / f"{name}.png": pixels_of(
            picture_of(sample_of(name), next(iter(Language)), FIRST)
        )
        for name in SHOWN
    }


if __name__ == "__main__":
    for path, screen in screens().items():
        cv2.imwrite(str(path), screen, [cv2.IMWRITE_PNG_COMPRESSION, 9])
