"""Reference screens: how they are drawn, stored and compared, in English and at their true size.

Other languages need none: `test_fit` computes that nothing is cut off or overlaps in any of them.
But the screens where a language is chosen show one more with every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from device.lab.screens.gallery import picture_of
from device.lab.screens.sample_games import Sample
from device.lab.screens.samples import SAMPLES
from device.locale import Language
from device.ui.theme import Size

FOLDER = Path(__file__).parents[2] / "data" / "screens"
FIRST: Size = (800, 480)
OTHERS: tuple[Size, ...] = ((1280, 720), (1024, 600), (720, 1280), (480, 800))
MAIN = (
    *("home", "new-game", "set-table", "turn", "turn-wide", "turn-tiles", "unsure", "guide-back"),
    *("over", "correct", "replay", "settings", "help-4"),
    *("mosaix-lay-seen", "mosaix-enter", "mosaix-count-sure", "mosaix-over"),
)
STEP = 16  # references are stored with this many levels to a step
NEAR = 24  # a pixel may differ by this much: one step and what scaling differs between processors
FEW = 0.0002  # share of pixels that may differ by more

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Case:
    """A screen at a size."""

    name: str
    size: Size

    @property
    def file(self) -> Path:
        """Where it is stored."""
        wide, high = self.size
        return FOLDER / f"{wide}x{high}" / f"{self.name}.png"

    def __str__(self) -> str:
        return f"{self.name}-{self.size[0]}x{self.size[1]}"


def cases() -> Iterator[Case]:
    """Every reference: all screens at 800×480, the main ones at other sizes."""
    for name in SAMPLES:
        yield Case(name, FIRST)
    for size in OTHERS:
        for name in MAIN:
            yield Case(name, size)


@cache
def sample_of(name: str) -> Sample:
    """A sample, made once."""
    return SAMPLES[name]()


def drawn(case: Case) -> Pixels:
    """The screen as it is drawn now; rows × columns × BGR."""
    return pixels_of(picture_of(sample_of(case.name), Language.ENGLISH, case.size))


def pixels_of(picture: pygame.Surface) -> Pixels:
    """A picture as rows × columns × BGR."""
    return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1])


def coarse(pixels: Pixels) -> Pixels:
    """A screen in coarse steps, as it is stored."""
    steps = (pixels.astype(np.uint16) + STEP // 2) // STEP * STEP
    return np.asarray(steps.clip(0, 255), dtype=np.uint8)


def difference(one: Pixels, two: Pixels) -> float:
    """The share of pixels in which two stored screens differ by more than a little."""
    if one.shape != two.shape:
        return 1.0
    apart = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2)
    return float((apart > NEAR).mean())


def write(case: Case) -> None:
    """Draws and stores a screen."""
    case.file.parent.mkdir(parents=True, exist_ok=True)
    options = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_STRATEGY, 1]
    cv2.imwrite(str(case.file), coarse(drawn(case)), options)


def read(case: Case) -> Pixels | None:
    """The stored screen, if there is one."""
    stored = cv2.imread(str(case.file), cv2.IMREAD_COLOR) if case.file.exists() else None
    return None if stored is None else np.asarray(stored, dtype=np.uint8)
