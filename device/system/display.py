"""Opens the screen with a renderer that was seen to work, and says when a picture is out.

Without a desktop SDL draws through OpenGL, and the renderer it takes first need not show anything:
where there is no libGL it runs OpenGL's commands on an OpenGL ES context, which knows none of them,
and flips empty pictures without an error. So every renderer is tried with a picture that the kernel
must then have on the screen.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np
import pygame

from device.system.scanout import Unreadable, own_cards, scanned_out
from device.ui import theme
from vision.picture import Image, pixels

log = logging.getLogger(__name__)

WITHOUT_DESKTOP = "KMSDRM"
RENDERERS = ("opengles2", "opengl", "opengles")  # in the order in which they are tried
CHOICE = "SDL_FRAMEBUFFER_ACCELERATION"  # SDL's variable for the renderer under a surface
WINDOW = (800, 480)  # where it does not fill the screen
BUFFERS = 3  # pictures on their way at once: after so many flips the first is out
LOOKS = 100  # at the first picture before it counts as not shown
FAR = 8  # levels of 255 by which a pixel may differ: screens with fewer colours round them
ALIKE = 0.99  # of all pixels


class DisplayError(Exception):
    """Nothing can be shown; the message says why."""


class ScreenFinding(Enum):
    """What was found on the screen."""

    SHOWN = "the picture drawn"
    OTHER = "something else"
    UNKNOWN = "cannot be read back"


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What was found on the screen, and where it could not be read, why."""

    sight: ScreenFinding
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.sight.value}: {self.reason}" if self.reason else self.sight.value


class Display:
    """The screen: what is drawn on `surface` is shown by `flip`."""

    def __init__(
        self,
        surface: pygame.Surface,
        driver: str,
        renderer: str = "",
        look: Callable[[pygame.Surface], ReadBack] | None = None,
    ) -> None:
        """`look` tells whether a surface is on the screen, where that can be told."""
        self.surface = surface
        self.driver = driver
        self.renderer = renderer
        self._look = look
        self._looks_left = LOOKS

    def flip(self) -> bool:
        """Shows what was drawn; whether a picture is out. Raises DisplayError where the first one
        never comes."""
        pygame.display.flip()
        if self._look is None:
            return True
        flip_through()
        seen = self._look(self.surface)
        if seen.sight is not ScreenFinding.OTHER:
            self._look = None
            log.info("first picture on the screen: %s", seen)
            return True
        self._looks_left -= 1
        if not self._looks_left:
            raise DisplayError(f"{self.renderer} shows no more after its first picture")
        return False


def open_display(
    is_fullscreen: bool = True, look: Callable[[pygame.Surface], ReadBack] | None = None
) -> Display:
    """The screen, cleared; raises DisplayError where nothing can be shown."""
    look = look or look_at_screen
    _init()
    driver = pygame.display.get_driver()
    if driver != WITHOUT_DESKTOP:
        display = Display(_set_mode(is_fullscreen), driver)
        log.info("screen: %s, %d x %d", driver, *display.surface.get_size())
        return display
    troubles = []
    note = _note(os.environ)
    died = _died_with(note)
    if died:
        log.warning("%s ended the start before: it is tried last", died)
    for renderer in renderers(os.environ.get(CHOICE), died):
        try:
            with _noted(note, renderer):
                surface, seen = _try(renderer, is_fullscreen, look)
        except DisplayError as no:
            troubles.append(f"{renderer}: {no}")
            continue
        if seen.sight is not ScreenFinding.OTHER:
            told = "; ".join(troubles)
            log.info("screen: %s, %d x %d, %s", driver, *surface.get_size(), renderer)
            log.info("on the screen: %s%s", seen, f" (before: {told})" if told else "")
            return Display(surface, driver, renderer, look)
        troubles.append(f"{renderer}: on the screen is {seen}")
    raise DisplayError(f"no renderer shows a picture: {'; '.join(troubles)}")


def renderers(asked: str | None, died: str = "") -> tuple[str, ...]:
    """What to try, in this order: first what the environment asks for, last what the process died
    with before."""
    return tuple(sorted(RENDERERS, key=lambda name: (name == died, name != asked)))


def _note(environment: Mapping[str, str]) -> Path | None:
    """The file that names the renderer being tried: a driver may end the process. systemd keeps its
    folder from one start to the next and clears it when the device is switched on."""
    folder = environment.get("RUNTIME_DIRECTORY")
    return Path(folder) / "renderer" if folder else None


def _died_with(note: Path | None) -> str:
    try:
        told = note.read_text(encoding="ascii") if note else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return told if told in RENDERERS else ""


@contextmanager
def _noted(note: Path | None, renderer: str) -> Iterator[None]:
    if note is None:
        yield
        return
    with suppress(OSError):
        note.write_text(renderer, encoding="ascii")
    try:
        yield
    finally:
        with suppress(OSError):
            note.unlink()


def look_at_screen(surface: pygame.Surface) -> ReadBack:
    """Whether what is drawn on a surface is on one of our screens."""
    wanted = bgr_of(surface)
    reason = "no display device is open"
    for card in own_cards():
        try:
            for shown in scanned_out(card):
                reason = ""
                if is_alike(shown, wanted):
                    return ReadBack(ScreenFinding.SHOWN)
        except Unreadable as no:
            return ReadBack(ScreenFinding.UNKNOWN, str(no))
    return ReadBack(ScreenFinding.UNKNOWN, reason) if reason else ReadBack(ScreenFinding.OTHER)


def is_alike(shown: Image, wanted: Image) -> bool:
    """Whether two pictures are the same but for rounding."""
    if shown.shape != wanted.shape:
        return False
    near = np.abs(shown.astype(np.int16) - wanted).max(axis=2) <= FAR
    return bool(near.mean() >= ALIKE)


def bgr_of(surface: pygame.Surface) -> Image:
    """A surface's pixels (h x w x 3, 8-bit BGR)."""
    return pixels(pygame.surfarray.array3d(surface).transpose(1, 0, 2)[..., ::-1])


def draw_opening(surface: pygame.Surface) -> None:
    """A picture that is not to be mistaken for another: a row of tiles on the table."""
    surface.fill(theme.FELT_EDGE)
    wide, high = surface.get_size()
    side = min(wide, high) // 10
    inks = (theme.TILE_BLACK, theme.TILE_RED, theme.TILE_BLUE, theme.TILE_ORANGE)
    for number, ink in enumerate(inks):
        left = wide // 2 + round((number - len(inks) / 2) * 1.4 * side)
        tile = pygame.Rect(left, high // 2 - side, side, round(1.4 * side))
        pygame.draw.rect(surface, theme.IVORY, tile, border_radius=side // 8)
        pygame.draw.circle(surface, ink, tile.center, side // 4)
    pygame.draw.rect(surface, theme.GOLD, (0, high - side // 4, wide // 3, side // 4))


def flip_through() -> None:
    """Shows what was drawn until no earlier picture is on its way any more."""
    for _ in range(BUFFERS - 1):
        pygame.display.flip()


def _try(
    renderer: str, is_fullscreen: bool, look: Callable[[pygame.Surface], ReadBack]
) -> tuple[pygame.Surface, ReadBack]:
    """The surface that a renderer gives, and what is then on the screen; raises DisplayError."""
    pygame.display.quit()  # SDL asks for its renderer once
    os.environ[CHOICE] = renderer
    _init()
    surface = _set_mode(is_fullscreen)
    draw_opening(surface)
    pygame.display.flip()
    flip_through()
    return surface, look(surface)


def _init() -> None:
    try:
        pygame.display.init()
    except pygame.error as no:
        raise DisplayError(f"there is no screen: {no}") from no


def _set_mode(is_fullscreen: bool) -> pygame.Surface:
    pygame.mouse.set_visible(False)
    try:
        if is_fullscreen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(WINDOW)
    except pygame.error as no:
        raise DisplayError(str(no)) from no
