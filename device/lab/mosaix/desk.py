"""The tray beside the touchscreen: dice to drag, turn and throw with the mouse, a board to draw on.

What the screen says comes from a drawn camera picture of it, read by the real eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pygame

from device.core import events as on
from device.core.model import Model
from device.games.mosaix.model import Phase
from device.lab.mosaix import tray as hands
from device.lab.mosaix.tray import Tray
from device.lab.virtual.window import BUTTONS, TABLE
from device.ui import theme
from device.ui.shapes import rounded
from device.ui.text import draw_line
from device.ui.theme import Weight
from engine.sepmosa import Player
from vision.picture import Image

TURN_DEG = 6.0  # a notch of the wheel
HOLD_S = 0.8  # a button pressed so long is held
KEYS = pygame.Rect(TABLE.x, TABLE.bottom + 14, TABLE.width, 60)


@dataclass(slots=True)
class TrayWindow:
    """What the mouse does beside the touchscreen while MOSAIX is played, and how it looks there."""

    tray: Tray
    rng: Random
    is_board: bool = False  # a board is to be counted: it lies there instead of the dice
    frame: Image | None = None  # what the camera saw last
    pressed: tuple[Player, float] | None = None  # a button under the mouse, and since when

    def see(self) -> Image:
        """The camera's next picture, which the window shows as well."""
        frame = hands.frame_of(self.tray, self.is_board, self.rng.randrange(1 << 30))
        self.frame = frame
        return frame

    def follow(self, model: Model) -> None:
        """Dice or a board, whichever the companion wants to see."""
        self.is_board = model.mosaix.phase is Phase.COUNT

    def draw(self, surface: pygame.Surface) -> None:
        """Everything but the touchscreen."""
        surface.fill(theme.GROUND)
        self._draw_table(surface)
        for rect, name, _ in self._keys():
            surface.blit(rounded(rect.size, 10, theme.KEY), rect)
            draw_line(surface, name, Weight.REGULAR, 17, theme.PAPER, rect.center)
        for player, rect in zip(Player, BUTTONS, strict=True):
            is_down = self.pressed is not None and self.pressed[0] == player
            fill = theme.GOLD if is_down else theme.KEY
            surface.blit(rounded(rect.size, rect.width // 2, fill, theme.KEY_EDGE, 4), rect)

    def handle(self, event: pygame.event.Event, now: float) -> Iterator[on.Event]:
        """What the mouse means, for the tray and for the companion."""
        at = getattr(event, "pos", None)
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and at:
                self._down(at, now)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and at and TABLE.collidepoint(at):
                if not self.is_board:
                    self.tray = hands.tip_die(self.tray, self._spot(at))
            case pygame.MOUSEMOTION if at and self.tray.held is not None:
                self.tray = hands.move_hand(self.tray, self._spot(at))
            case pygame.MOUSEWHEEL if not self.is_board:
                under = pygame.mouse.get_pos()
                self.tray = hands.turn_die(self.tray, self._spot(under), TURN_DEG * event.y)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self.tray = hands.drop(self.tray)
                yield from self._up(now)

    def _down(self, at: tuple[int, int], now: float) -> None:
        for rect, _, act in self._keys():
            if rect.collidepoint(at):
                self.tray = act(self.tray)
                return
        for player, rect in zip(Player, BUTTONS, strict=True):
            if rect.collidepoint(at):
                self.pressed = player, now
        if not TABLE.collidepoint(at):
            return
        spot = self._spot(at)
        if not self.is_board:
            self.tray = hands.grab(self.tray, spot)
            return
        cell = hands.cell_at(self.tray, spot)
        if cell is not None:
            self.tray = hands.draw_symbol(self.tray, cell)

    def _up(self, now: float) -> Iterator[on.Event]:
        if self.pressed is not None:
            player, since = self.pressed
            self.pressed = None
            yield on.Hold(player) if now - since >= HOLD_S else on.Press(player)

    def _keys(self) -> list[tuple[pygame.Rect, str, Callable[[Tray], Tray]]]:
        half = (KEYS.width - 12) // 2
        left = pygame.Rect(KEYS.x, KEYS.y, half, KEYS.height)
        right = pygame.Rect(KEYS.right - half, KEYS.y, half, KEYS.height)
        if self.is_board:
            fill = (left, "fill the board for me", self._filled)
            return [fill]
        return [
            (left, "roll the dice", self._rolled),
            (right, "throw for me", self._thrown),
        ]

    def _rolled(self, tray: Tray) -> Tray:
        return hands.roll(tray, self.rng)

    def _thrown(self, tray: Tray) -> Tray:
        return hands.throw_for_me(tray, self.rng)

    def _filled(self, tray: Tray) -> Tray:
        return hands.fill_board(tray, self.rng)

    def _spot(self, at: tuple[int, int]) -> tuple[float, float]:
        wide, high = self.tray.place.size_wh
        x = (at[0] - TABLE.x) * wide / TABLE.width
        y = (at[1] - TABLE.y) * high / TABLE.height
        return hands.spot_of(self.tray, self.is_board, (x, y))

    def _draw_table(self, surface: pygame.Surface) -> None:
        if self.frame is None:
            surface.blit(rounded(TABLE.size, 12, theme.PANEL), TABLE)
            return
        high, wide = self.frame.shape[:2]
        seen = pygame.image.frombuffer(self.frame.tobytes(), (wide, high), "BGR")
        surface.blit(pygame.transform.smoothscale(seen, TABLE.size), TABLE)
