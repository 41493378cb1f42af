"""Draws every screen into a folder, to look at: `python -m device.lab.screens.gallery OUT`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from device.lab.screens.sample_games import Sample
from device.lab.screens.samples import SAMPLES
from device.locale import Language
from device.ui.theme import Size
from device.ui.view import View

SIZES: tuple[Size, ...] = ((800, 480), (1280, 720), (1024, 600), (720, 1280), (480, 800))


def picture_of(sample: Sample, language: Language, size: Size) -> pygame.Surface:
    """A sample as the screen shows it in that language at that size."""
    settings = replace(sample.model.settings, language=language)
    model = replace(sample.model, settings=settings)
    surface = pygame.Surface(size)
    view = View(sample.ui, model.phase)
    view.notice(model, 0.0)
    view.draw(model, surface, sample.seconds)
    return surface


def main(arguments: Sequence[str] | None = None) -> None:
    """Draws the gallery."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="800x480", help="such as 1280x720")
    parser.add_argument("--language", default="en", choices=[each.value for each in Language])
    parser.add_argument("names", nargs="*", help="some screens only")
    chosen = parser.parse_intermixed_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    wide, high = map(int, chosen.size.split("x"))
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name, make in SAMPLES.items():
        if chosen.names and name not in chosen.names:
            continue
        picture = picture_of(make(), Language(chosen.language), (wide, high))
        pygame.image.save(picture, chosen.out / f"{name}.png")


if __name__ == "__main__":
    main()
