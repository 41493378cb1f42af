"""Reference screens: how they are drawn, stored small, and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from device.core.settings import Language
from device.lab.screens.gallery import picture_of
from device.lab.screens.sample_games import Sample
from device.lab.screens.samples import SAMPLES
from device.ui.theme import Size

FOLDER = Path(__file__).parents[2] / "data" / "screens"
FIRST: Size = (800, 480)
OTHERS: tuple[Size, ...] = ((1280, 720), (1024, 600), (720, 1280), (480, 800))
MAIN = (
    "home",
    "new-game",
    "set-table",
    "turn",
    "turn-wide",
    "turn-place",
    "turn-tiles",
    "unsure",
    "illegal",
    "guide-back",
    "reset",
    "over",
    "history",
    "correct",
    "replay",
    "settings",
    "help-4",
)
SHRINK = 2  # references are stored at half the size
STEP = 16  # and with this many grey levels to a step
NEAR = 24  # a pixel may differ by this much: one step and what scaling differs between processors
FEW = 0.0002  # share of pixels that may differ by more

Pixels = npt.NDArray[np.uint8]
Spoken = TypeVar("Spoken")


@dataclass(frozen=True, slots=True)
class Case(Generic[Spoken]):
    """A screen at a size, in some languages side by side, and the folder it is stored in."""

    folder: Path
    name: str
    size: Size
    languages: tuple[Spoken, ...]

    @property
    def file(self) -> Path:
        """Where it is stored."""
        wide, high = self.size
        return self.folder / f"{wide}x{high}" / f"{self.name}.png"

    def __str__(self) -> str:
        return f"{self.name}-{self.size[0]}x{self.size[1]}"


def cases() -> Iterator[Case[Language]]:
    """Every reference: all screens in all languages at 800×480, the main ones at other sizes."""
    for name in SAMPLES:
        yield Case(FOLDER, name, FIRST, tuple(Language))
    for size in OTHERS:
        for at, name in enumerate(MAIN):
            yield Case(FOLDER, name, size, (list(Language)[at % len(Language)],))


@cache
def sample_of(name: str) -> Sample:
    """A sample, made once."""
    return SAMPLES[name]()


def drawn(case: Case[Language]) -> Pixels:
    """The screen as it would be stored now; rows × columns × BGR."""
    return np.hstack([small(full_size(case, language)) for language in case.languages])


def full_size(case: Case[Language], language: Language) -> Pixels:
    """The screen in one language as it is drawn now."""
    return pixels_of(picture_of(sample_of(case.name), language, case.size))


def pixels_of(picture: pygame.Surface) -> Pixels:
    """A picture as rows × columns × BGR."""
    return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1)[..., ::-1])


def small(pixels: Pixels) -> Pixels:
    """A screen at half the size and in coarse steps."""
    high, wide = pixels.shape[:2]
    half = cv2.resize(pixels, (wide // SHRINK, high // SHRINK), interpolation=cv2.INTER_AREA)
    steps = (half.astype(np.uint16) + STEP // 2) // STEP * STEP
    return np.asarray(steps.clip(0, 255), dtype=np.uint8)


def difference(one: Pixels, two: Pixels) -> float:
    """The share of pixels in which two stored screens differ by more than a little."""
    if one.shape != two.shape:
        return 1.0
    apart = np.abs(one.astype(np.int16) - two.astype(np.int16)).max(axis=2)
    return float((apart > NEAR).mean())


def write(case: Case[Spoken], pixels: Pixels) -> None:
    """Stores a screen."""
    case.file.parent.mkdir(parents=True, exist_ok=True)
    options = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_STRATEGY, 1]
    cv2.imwrite(str(case.file), pixels, options)


def read(case: Case[Spoken]) -> Pixels | None:
    """The stored screen, if there is one."""
    stored = cv2.imread(str(case.file), cv2.IMREAD_COLOR) if case.file.exists() else None
    return None if stored is None else np.asarray(stored, dtype=np.uint8)
