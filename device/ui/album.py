"""Pictures of screens in the order they were met, and one sheet with them all."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from device.ui import theme
from device.ui.text import draw_line
from device.ui.theme import Size, Weight

ACROSS = 5  # pictures side by side on the sheet
SMALLER = 2  # times
GAP, CAPTION = 16, 26  # px


class Album:
    """A folder of pictures, numbered as they come; older ones of its own make way."""

    def __init__(self, folder: Path, size: Size) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("[0-9][0-9]-*.png"):
            old.unlink()
        self._folder = folder
        self._size = (size[0] // SMALLER, size[1] // SMALLER)
        self._small: dict[str, pygame.Surface] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The screens kept so far."""
        return tuple(self._small)

    def add(self, name: str, picture: pygame.Surface) -> None:
        """Keeps a picture under the name of its screen."""
        self._small[name] = pygame.transform.smoothscale(picture, self._size)
        pygame.image.save(picture, self._folder / f"{len(self._small):02d}-{name}.png")

    def write_sheet(self, path: Path) -> None:
        """All pictures small on one sheet, each with its name."""
        wide, high = self._size[0] + GAP, self._size[1] + CAPTION + GAP
        lines = -(-len(self._small) // ACROSS)
        sheet = pygame.Surface((ACROSS * wide + GAP, lines * high + GAP))
        sheet.fill(theme.blend(theme.GROUND, theme.PANEL, 0.5))
        for number, (name, picture) in enumerate(self._small.items()):
            line, column = divmod(number, ACROSS)
            at = (GAP + column * wide, GAP + line * high)
            sheet.blit(picture, at)
            middle = (at[0] + self._size[0] / 2, at[1] + self._size[1] + CAPTION / 2)
            text = f"{number + 1:02d}  {name}"
            draw_line(sheet, text, Weight.REGULAR, 15, theme.PAPER_SOFT, middle)
        pygame.image.save(sheet, path)


def as_png(picture: pygame.Surface) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    pygame.image.save(picture, out, "game.png")
    return out.getvalue()
