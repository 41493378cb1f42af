"""Reference screens of MOSAIX: all in its five languages, the main ones at other sizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from device.games.mosaix.ui.words import Tongue
from device.lab.mosaix.gallery import picture_of
from device.lab.mosaix.samples import MOMENTS
from tests.device.ui.references import FIRST, OTHERS, Case, Pixels, pixels_of, small

FOLDER = Path(__file__).parents[3] / "data" / "mosaix-screens"
MAIN = ("menu", "new", "lay-seen", "enter", "enter-solo", "show", "count-sure", "over", "replay")


def cases() -> Iterator[Case[Tongue]]:
    """Every reference."""
    for name in MOMENTS:
        yield Case(FOLDER, name, FIRST, tuple(Tongue))
    for size in OTHERS:
        for at, name in enumerate(MAIN):
            yield Case(FOLDER, name, size, (list(Tongue)[at % len(Tongue)],))


def drawn(case: Case[Tongue]) -> Pixels:
    """The screen as it would be stored now; rows × columns × BGR."""
    pictures = [picture_of(case.name, tongue, case.size) for tongue in case.languages]
    return np.hstack([small(pixels_of(picture)) for picture in pictures])
