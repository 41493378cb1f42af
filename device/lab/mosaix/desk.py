"""The tray beside the touchscreen: dice to drag, turn and throw with the mouse, a board to draw on.

What the screen says comes from a drawn camera picture of it, read by the real eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

import pygame

from device.core import events as on
from device.core.effects import Effect
from device.games.mosaix.effects import ThrowDice
from device.games.mosaix.model import Phase
from device.games.sepmosa.model import Model
from device.lab.mosaix import tray as hands
from device.lab.mosaix.tray import Tray
from device.lab.virtual.window import (
    BUTTONS,
    HINT,
    TABLE,
    DrawnButtons,
    HeldButton,
    TablePicture,
    draw_bezel,
    draw_button,
)
from device.locale import Language, catalogue
from device.ui import theme
from device.ui.widgets import Align, Box, Label, Scene, draw_all
from engine.sepmosa import Player
from vision.picture import Image

TURN_DEG = 6.0  # a notch of the wheel
KEYS = pygame.Rect(TABLE.x, TABLE.bottom + 14, TABLE.width, 60)


@dataclass(slots=True)
class TrayWindow(DrawnButtons):
    """What the mouse does beside the touchscreen while MOSAIX is played, and how it looks there."""

    tray: Tray
    rng: Random
    is_board: bool = False  # a board is to be counted: it lies there instead of the dice
    frame: Image | None = None  # what the camera saw last
    _picture: TablePicture = field(default_factory=TablePicture)

    def see(self) -> Image:
        """The camera's next picture, which the window shows as well."""
        frame = hands.frame_of(self.tray, self.is_board, self.rng.randrange(1 << 30))
        self.frame = frame
        return frame

    def do(self, effect: Effect) -> None:
        """Throws its dice when the touchscreen is asked to."""
        if effect == ThrowDice(on_table=True):
            self.tray = self._rolled(self.tray)

    def follow(self, model: Model) -> None:
        """Dice or a board, whichever the companion wants to see."""
        self.is_board = model.phase is Phase.COUNT

    def draw(self, surface: pygame.Surface, model: Model, now: float) -> None:
        """Everything but the touchscreen."""
        surface.fill(theme.blend(theme.GROUND, theme.PANEL, 0.5))
        draw_bezel(surface)
        self._picture.draw(surface, self.frame)
        draw_all(surface, self.labels(model.settings.language))
        for player in Player:
            draw_button(surface, player, model, now, self.held)

    def labels(self, language: Language) -> Scene:
        """The keys below the table, and what the mouse can do, in words."""
        texts = catalogue(language, "desk")["desk"]
        hint = texts["hint-board" if self.is_board else "hint-dice"]
        scene: Scene = (Label(HINT, hint, 15, theme.PAPER_SOFT, align=Align.MIDDLE, lines=2),)
        for rect, name, _ in self._keys():
            scene += (
                Box(rect, theme.KEY, 10),
                Label(rect.inflate(-16, 0), texts[name], 17, align=Align.MIDDLE),
            )
        return scene

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
                yield from self._up(at)

    def _down(self, at: tuple[int, int], now: float) -> None:
        for rect, _, act in self._keys():
            if rect.collidepoint(at):
                self.tray = act(self.tray)
                return
        for player, rect in zip(Player, BUTTONS, strict=True):
            if rect.collidepoint(at):
                self.held = HeldButton(player, now)
        if not TABLE.collidepoint(at):
            return
        spot = self._spot(at)
        if not self.is_board:
            self.tray = hands.grab(self.tray, spot)
            return
        cell = hands.cell_at(self.tray, spot)
        if cell is not None:
            self.tray = hands.draw_symbol(self.tray, cell)

    def _up(self, at: tuple[int, int] | None) -> Iterator[on.Event]:
        yield from self.let_go(at)

    def _keys(self) -> list[tuple[pygame.Rect, str, Callable[[Tray], Tray]]]:
        half = (KEYS.width - 12) // 2
        left = pygame.Rect(KEYS.x, KEYS.y, half, KEYS.height)
        right = pygame.Rect(KEYS.right - half, KEYS.y, half, KEYS.height)
        if self.is_board:
            fill = (left, "fill", self._filled)
            return [fill]
        return [
            (left, "roll", self._rolled),
            (right, "arrange", self._thrown),
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
