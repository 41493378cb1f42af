"""Draws every screen of MOSAIX into a folder: `python -m device.lab.mosaix.gallery OUT`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from device.games.mosaix.ui.words import Tongue, spoken
from device.lab.mosaix.samples import MOMENTS, mosaix_sample
from device.ui.theme import Size
from device.ui.view import View


def picture_of(name: str, tongue: Tongue, size: Size) -> pygame.Surface:
    """A moment as the screen shows it in that language at that size."""
    sample = mosaix_sample(name)
    model = replace(sample.model, settings=spoken(sample.model.settings, tongue))
    surface = pygame.Surface(size)
    View(sample.ui, model.phase).draw(model, surface, 0.0)
    return surface


def main(arguments: Sequence[str] | None = None) -> None:
    """Draws the gallery."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="800x480", help="such as 1280x720")
    parser.add_argument("--language", default="en", choices=[each.value for each in Tongue])
    parser.add_argument("names", nargs="*", help="some screens only")
    chosen = parser.parse_intermixed_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    wide, high = map(int, chosen.size.split("x"))
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name in chosen.names or MOMENTS:
        picture = picture_of(name, Tongue(chosen.language), (wide, high))
        pygame.image.save(picture, chosen.out / f"{name}.png")


if __name__ == "__main__":
    main()
