"""Reference screens of MOSAIX: all in its five languages, the main ones at other sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pygame

from device.mosaix.ui.gallery import picture_of
from device.mosaix.ui.samples import MOMENTS
from device.mosaix.ui.words import Tongue
from device.ui.theme import Size
from tests.device.ui.references import FIRST, OTHERS, Pixels, small

FOLDER = Path(__file__).parents[2] / "data" / "mosaix-screens"
MAIN = ("menu", "new", "lay-seen", "enter", "enter-solo", "show", "count-sure", "over", "replay")


@dataclass(frozen=True, slots=True)
class Case:
    """A screen at a size, in some languages side by side."""

    name: str
    size: Size
    tongues: tuple[Tongue, ...]

    @property
    def file(self) -> Path:
        """Where it is stored."""
        wide, high = self.size
        return FOLDER / f"{wide}x{high}" / f"{self.name}.png"

    def __str__(self) -> str:
        return f"{self.name}-{self.size[0]}x{self.size[1]}"


def cases() -> Iterator[Case]:
    """Every reference."""
    for name in MOMENTS:
        yield Case(name, FIRST, tuple(Tongue))
    for size in OTHERS:
        for at, name in enumerate(MAIN):
            yield Case(name, size, (list(Tongue)[at % len(Tongue)],))


def drawn(case: Case) -> Pixels:
    """The screen as it would be stored now; rows × columns × BGR."""
    return np.hstack([small(_pixels(case, tongue)) for tongue in case.tongues])


def _pixels(case: Case, tongue: Tongue) -> Pixels:
    picture = picture_of(case.name, tongue, case.size)
    return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1])


def write(case: Case) -> None:
    """Stores the screen as it is drawn now."""
    case.file.parent.mkdir(parents=True, exist_ok=True)
    options = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_STRATEGY, 1]
    cv2.imwrite(str(case.file), drawn(case), options)


def read(case: Case) -> Pixels | None:
    """The stored screen, if there is one."""
    stored = cv2.imread(str(case.file), cv2.IMREAD_COLOR) if case.file.exists() else None
    return None if stored is None else np.asarray(stored, dtype=np.uint8)
