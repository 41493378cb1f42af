"""The window on a computer: the companion's touchscreen, and beside it a table to play on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pygame

from device import events as on
from device.model import Model
from device.ui import theme
from device.ui.shapes import rounded
from device.ui.text import draw_line
from device.ui.theme import Weight
from device.ui.tiles import draw_glow, draw_tile
from device.virtual import desk as hands
from device.virtual.camera import Shot, place_of
from device.virtual.desk import Desk
from engine.sepmosa import Player, Tile
from vision.frames import Image

SCREEN = pygame.Rect(20, 20, 800, 480)
TABLE = pygame.Rect(840, 92, 800, 600)
RACKS = (pygame.Rect(840, 704, 800, 64), pygame.Rect(840, 16, 800, 64))
BUTTONS = (pygame.Rect(20, 560, 180, 180), pygame.Rect(640, 560, 180, 180))
WINDOW = (1660, 788)
HOLD_S = 0.8  # a button pressed so long is held
TRICKS = (
    ("lamp", ()),
    ("dim", ("gain-0.6",)),
    ("warm", ("warm-20",)),
    ("cold", ("cold-15",)),
    ("half shadow", ("half-shadow",)),
    ("glare", ("glare",)),
    ("out of focus", ("blur-2.0",)),
)
_TILE = (40, 57)


@dataclass(frozen=True, slots=True)
class Held:
    """A button of the desk under the mouse, since when, and whether that was told."""

    player: Player
    since: float
    is_told: bool = False


@dataclass(slots=True)
class Window:
    """What the mouse does beside the touchscreen, and how it looks there."""

    desk: Desk
    shot: Shot
    rng: Random
    trick: int = 0
    held: Held | None = None
    frame: Image | None = None  # what the camera saw last

    def draw(self, surface: pygame.Surface, model: Model) -> None:
        """Everything but the touchscreen."""
        surface.fill(theme.GROUND)
        self._draw_table(surface)
        for player in Player:
            self._draw_rack(surface, player, model)
            self._draw_button(surface, player, model)
        for rect, name, is_on in self._switches():
            fill = theme.GOLD if is_on else theme.KEY
            surface.blit(rounded(rect.size, 10, fill), rect)
            ink = theme.GOLD_INK if is_on else theme.PAPER
            draw_line(surface, name, Weight.REGULAR, 15, ink, rect.center)
        if self.desk.drag is not None:
            at = pygame.mouse.get_pos()
            rect = pygame.Rect(0, 0, *_TILE)
            rect.center = at
            draw_glow(surface, rect)
            draw_tile(surface, self.desk.drag.tile, rect)

    def handle(self, event: pygame.event.Event, now: float) -> Iterator[on.Event]:
        """What the mouse means, for the desk and for the companion."""
        at = getattr(event, "pos", pygame.mouse.get_pos() if pygame.display.get_init() else (0, 0))
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._down(at, now)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and TABLE.collidepoint(at):
                self.desk = hands.flip_tile(self.desk, self._place(at))
            case pygame.MOUSEMOTION if self.desk.drag is not None:
                self.desk = hands.move_hand(self.desk, self._place(at))
            case pygame.MOUSEWHEEL:
                self.desk = hands.turn_tile(self.desk, self._place(at), 3.0 * event.y)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                yield from self._up(at)

    def tick(self, now: float) -> Iterator[on.Event]:
        """A button held long enough says so while it is held."""
        held = self.held
        if held is not None and not held.is_told and now - held.since >= HOLD_S:
            self.held = replace(held, is_told=True)
            yield on.Hold(held.player)

    def _down(self, at: tuple[int, int], now: float) -> None:
        for player in Player:
            if BUTTONS[player].collidepoint(at):
                self.held = Held(player, now)
            tile = self._rack_tile(player, at)
            if tile is not None and self.desk.drag is None:
                self.desk = hands.grab_from_rack(self.desk, player, tile)
                self.desk = hands.move_hand(self.desk, self._place(at))
        if TABLE.collidepoint(at):
            self.desk = hands.grab(self.desk, self._place(at))
        for number, (rect, _, _) in enumerate(self._switches()):
            if rect.collidepoint(at):
                self._switch(number)

    def _up(self, at: tuple[int, int]) -> Iterator[on.Event]:
        held, self.held = self.held, None
        if held is not None and not held.is_told and BUTTONS[held.player].collidepoint(at):
            yield on.Press(held.player)
        if self.desk.drag is None:
            return
        if TABLE.collidepoint(at):
            self.desk = hands.drop(hands.move_hand(self.desk, self._place(at)), self.rng)
            return
        for player in Player:
            if RACKS[player].collidepoint(at):
                self.desk = hands.drop_on_rack(self.desk, player)
                return
        self.desk = hands.drop_away(self.desk)

    # Switches: lamps and tricks, a hand, the lens cap

    def _switches(self) -> Iterator[tuple[pygame.Rect, str, bool]]:
        names = [*(name for name, _ in TRICKS), "a hand", "cover the lens"]
        on_now = {self.trick, *(len(TRICKS) for _ in [0] if self.shot.hand_mm)}
        if self.shot.is_covered:
            on_now.add(len(TRICKS) + 1)
        for number, name in enumerate(names):
            row, column = divmod(number, 3)
            rect = pygame.Rect(216 + column * 138, 566 + row * 60, 132, 52)
            yield rect, name, number in on_now

    def _switch(self, number: int) -> None:
        if number < len(TRICKS):
            self.trick = number
            self.shot = replace(self.shot, tricks=TRICKS[number][1])
        elif number == len(TRICKS):
            over = None if self.shot.hand_mm else (30.0, 20.0)
            self.shot = replace(self.shot, hand_mm=over)
        else:
            self.shot = replace(self.shot, is_covered=not self.shot.is_covered)

    # Places

    def _place(self, at: tuple[int, int]) -> tuple[float, float]:
        wide, high = self.shot.camera.size_wh
        x = (at[0] - TABLE.x) * wide / TABLE.width
        return place_of(self.shot, (x, (at[1] - TABLE.y) * high / TABLE.height))

    def _rack_tile(self, player: Player, at: tuple[int, int]) -> Tile | None:
        for tile, rect in self._rack_places(player):
            if rect.collidepoint(at):
                return tile
        return None

    def _rack_places(self, player: Player) -> Iterator[tuple[Tile, pygame.Rect]]:
        rack = self.desk.world.racks[player]
        left = RACKS[player].centerx - len(rack) * 25
        for number, tile in enumerate(rack):
            yield tile, pygame.Rect(left + number * 50 + 5, RACKS[player].y + 3, *_TILE)

    # Drawing

    def _draw_table(self, surface: pygame.Surface) -> None:
        if self.frame is None:
            surface.blit(rounded(TABLE.size, 8, theme.PANEL), TABLE)
            return
        picture = pygame.image.frombuffer(self.frame.tobytes(), self.frame.shape[1::-1], "BGR")
        surface.blit(pygame.transform.smoothscale(picture, TABLE.size), TABLE)

    def _draw_rack(self, surface: pygame.Surface, player: Player, model: Model) -> None:
        rect = RACKS[player]
        mine = model.table is not None and model.table.player is player
        surface.blit(rounded(rect.size, 8, theme.PANEL_NOW if mine else theme.PANEL), rect)
        for tile, place in self._rack_places(player):
            draw_tile(surface, tile, place)

    def _draw_button(self, surface: pygame.Surface, player: Player, model: Model) -> None:
        rect = BUTTONS[player]
        mine = model.table is not None and model.table.player is player
        pressed = self.held is not None and self.held.player is player
        colour = theme.GOLD if mine else theme.KEY_EDGE
        pygame.draw.circle(surface, theme.KEY, rect.center, rect.width // 2)
        pygame.draw.circle(surface, colour, rect.center, rect.width // 2 - (18 if pressed else 12))
        name = model.names[player] or f"{player + 1}"
        ink = theme.GOLD_INK if mine else theme.PAPER
        draw_line(surface, name[:12], Weight.HEAVY, 20, ink, rect.center)
