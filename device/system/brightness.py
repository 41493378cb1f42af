"""How bright the screen is: the backlight where there is one to set, else the picture dimmed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

import pygame

from device.core import effects as wanted
from device.core import events as on
from device.core.settings import BRIGHTNESS

log = logging.getLogger(__name__)

BACKLIGHTS = Path("/sys/class/backlight")
DIMMEST = 70  # of 255: a picture dimmed as far as it goes can still be read


@dataclass(frozen=True, slots=True)
class Backlight:
    """A backlight as Linux shows it: a folder with its brightness and the most it can be."""

    folder: Path

    def show(self, percent: int) -> bool:
        """Sets it; whether that could be done."""
        try:
            most = int((self.folder / "max_brightness").read_text(encoding="ascii"))
            wanted_level = max(1, round(most * percent / 100))
            (self.folder / "brightness").write_text(str(wanted_level), encoding="ascii")
        except (OSError, ValueError) as no:
            log.warning("backlight %s: %s", self.folder.name, no)
            return False
        return True

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, wanted.KeepSettings):
            self.show(effect.settings.brightness)
        return None


def find_backlight(percent: int, root: Path = BACKLIGHTS) -> Backlight | None:
    """The first backlight that can be set to so many per cent, which is done; else nothing."""
    folders = sorted(root.iterdir()) if root.is_dir() else []
    return next((each for each in map(Backlight, folders) if each.show(percent)), None)


def dim(surface: pygame.Surface, percent: int) -> None:
    """Dims a picture where no backlight can be."""
    if percent >= BRIGHTNESS[-1]:
        return
    share = (percent - BRIGHTNESS[0]) / (BRIGHTNESS[-1] - BRIGHTNESS[0])
    level = round(DIMMEST + (255 - DIMMEST) * share)
    surface.fill((level, level, level), special_flags=pygame.BLEND_RGB_MULT)
