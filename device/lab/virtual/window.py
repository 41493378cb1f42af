"""The window on a computer: the companion's touchscreen, and beside it a table to play on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

import pygame

from device.core import events as on
from device.core.effects import LedState
from device.core.phases import leds_of
from device.games import MOSAIX
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.ui.tiles import TileLook, draw_glow, draw_tile
from device.games.sepmosa.ui.words import Words
from device.lab.virtual import desk as hands
from device.lab.virtual.camera import Shot, place_of
from device.lab.virtual.desk import Desk
from device.locale import Language, catalogue
from device.ui import theme
from device.ui.shapes import rounded
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Label, Scene, draw_all
from engine.sepmosa import Player, Tile
from vision.picture import Image

SCREEN = pygame.Rect(20, 20, 800, 480)
TABLE = pygame.Rect(840, 92, 800, 600)
RACKS = (pygame.Rect(840, 704, 800, 64), pygame.Rect(840, 16, 800, 64))
ASIDE = (pygame.Rect(1434, 707, 68, 58), pygame.Rect(1434, 19, 68, 58))  # tiles out of play
BUTTONS = (pygame.Rect(24, 550, 176, 176), pygame.Rect(640, 550, 176, 176))
WINDOW = (1660, 788)
HOLD_S = 0.8  # a button pressed so long is held
TRICKS = (
    ("lamp", ()),
    ("dim", ("gain-0.6",)),
    ("warm", ("warm-20",)),
    ("cold", ("cold-15",)),
    ("shadow", ("half-shadow",)),
    ("glare", ("glare",)),
    ("blurred", ("blur-2.0",)),
)
SWITCHES = (*(name for name, _ in TRICKS), "hand", "covered")
HINT = pygame.Rect(24, 744, 792, 40)
BEZEL = 10  # px of the device's frame around its screen
BLINK_S = 0.4
HAND_MM = 60.0  # from its middle: so near to it, the hand is taken hold of, and no tile
_TILE = (40, 57)


@dataclass(frozen=True, slots=True)
class HeldButton:
    """A button of the desk under the mouse, since when, and whether that was told."""

    player: Player
    since: float
    is_told: bool = False


@dataclass(slots=True, kw_only=True)
class DrawnButtons:
    """The players' buttons beside the touchscreen, pressed with the mouse."""

    held: HeldButton | None = None  # under the mouse

    def tick(self, now: float) -> Iterator[on.Event]:
        """A button held long enough says so while it is held."""
        held = self.held
        if held is not None and not held.is_told and now - held.since >= HOLD_S:
            self.held = replace(held, is_told=True)
            yield on.Hold(held.player)

    def let_go(self, at: tuple[int, int] | None) -> Iterator[on.Event]:
        """The mouse let go at a place, which is a press if it is still on the button."""
        held, self.held = self.held, None
        if held is not None and not held.is_told and at and BUTTONS[held.player].collidepoint(at):
            yield on.Press(held.player)


@dataclass(slots=True)
class TablePicture:
    """The camera's newest picture as large as the table is drawn, scaled once."""

    _frame: Image | None = None
    _scaled: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, frame: Image | None) -> None:
        """Draws it, or the place for it."""
        if frame is not None and frame is not self._frame:
            picture = pygame.image.frombuffer(frame.tobytes(), frame.shape[1::-1], "BGR")
            self._frame, self._scaled = frame, pygame.transform.smoothscale(picture, TABLE.size)
        surface.blit(self._scaled or rounded(TABLE.size, 8, theme.PANEL), TABLE)


@dataclass(slots=True)
class Window(DrawnButtons):
    """What the mouse does beside the touchscreen, and how it looks there."""

    desk: Desk
    shot: Shot
    rng: Random
    trick: int = 0
    moves_hand: bool = False  # the hand over the table follows the mouse
    frame: Image | None = None  # what the camera saw last
    _picture: TablePicture = field(default_factory=TablePicture)

    def draw(self, surface: pygame.Surface, model: Model, now: float) -> None:
        """Everything but the touchscreen."""
        surface.fill(theme.blend(theme.GROUND, theme.PANEL, 0.5))
        draw_bezel(surface)
        self._picture.draw(surface, self.frame)
        for player in Player:
            self._draw_rack(surface, player, model)
            draw_button(surface, player, model, now, self.held)
        draw_all(surface, self.labels(model.settings.language, self._hint(model)))
        if self.desk.drag is not None:
            rect = pygame.Rect(0, 0, *_TILE)
            rect.center = pygame.mouse.get_pos()
            draw_glow(surface, rect)
            draw_tile(surface, self.desk.drag.tile, rect, has_marks=model.settings.has_marks)

    def labels(self, language: Language, hint: str = "hint") -> Scene:
        """The switches, where tiles are put aside, and what the mouse can do, in words."""
        texts = catalogue(language, "desk")["desk"]
        ink = theme.PAPER_SOFT if hint == "hint" else theme.GOLD
        scene: Scene = (Label(HINT, texts[hint], 15, ink, align=Align.MIDDLE, lines=2),)
        for rect in ASIDE:
            scene += (
                Box(rect, theme.TRACK, 8, theme.PLACE, 1),
                Label(rect, texts["aside"], 14, theme.PAPER_SOFT, align=Align.MIDDLE, lines=2),
            )
        for rect, name, is_on in self._switches():
            ink = theme.GOLD_INK if is_on else theme.PAPER
            scene += (
                Box(rect, theme.GOLD if is_on else theme.KEY, 10),
                Label(rect.inflate(-10, -6), texts[name], 15, ink, align=Align.MIDDLE, lines=2),
            )
        return scene

    def _hint(self, model: Model) -> str:
        """What the mouse can do, or what a hand has yet to do for a move made by touch."""
        table = model.table
        if table is None or self.desk.drag is not None:
            return "hint"
        if model.phase is Phase.ASK_PASS and self.desk.choosers[table.player] is None:
            return "put-aside"
        if model.phase is Phase.TURN and hands.surplus(self.desk, table) is not None:
            return "too-many"
        return "hint"

    def handle(self, event: pygame.event.Event, now: float) -> Iterator[on.Event]:
        """What the mouse means, for the desk and for the companion."""
        at = getattr(event, "pos", pygame.mouse.get_pos() if pygame.display.get_init() else (0, 0))
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._down(at, now)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and TABLE.collidepoint(at):
                self.desk = hands.flip_tile(self.desk, self._place(at))
            case pygame.MOUSEMOTION if self.moves_hand:
                if TABLE.collidepoint(at):
                    self.shot = replace(self.shot, hand_mm=self._place(at))
            case pygame.MOUSEMOTION if self.desk.drag is not None:
                self.desk = hands.move_hand(self.desk, self._place(at))
            case pygame.MOUSEWHEEL:
                self.desk = hands.turn_tile(self.desk, self._place(at), 3.0 * event.y)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                yield from self._up(at)

    def _down(self, at: tuple[int, int], now: float) -> None:
        for player in Player:
            if BUTTONS[player].collidepoint(at):
                self.held = HeldButton(player, now)
            tile = self._rack_tile(player, at)
            if tile is not None and self.desk.drag is None:
                self.desk = hands.grab_from_rack(self.desk, player, tile)
                self.desk = hands.move_hand(self.desk, self._place(at))
        if TABLE.collidepoint(at):
            over = self.shot.hand_mm
            self.moves_hand = over is not None and math.dist(over, self._place(at)) < HAND_MM
            if not self.moves_hand:
                self.desk = hands.grab(self.desk, self._place(at))
        for number, (rect, _, _) in enumerate(self._switches()):
            if rect.collidepoint(at):
                self._switch(number)

    def _up(self, at: tuple[int, int]) -> Iterator[on.Event]:
        yield from self.let_go(at)
        self.moves_hand = False
        if self.desk.drag is None:
            return
        if TABLE.collidepoint(at):
            self.desk = hands.drop(hands.move_hand(self.desk, self._place(at)), self.rng)
            return
        if any(rect.collidepoint(at) for rect in ASIDE):
            self.desk = hands.drop_aside(self.desk)
            return
        for player in Player:
            if RACKS[player].collidepoint(at):
                self.desk = hands.drop_on_rack(self.desk, player)
                return
        self.desk = hands.put_back(self.desk)

    # Switches: lamps and tricks, a hand, the lens cap

    def _switches(self) -> Iterator[tuple[pygame.Rect, str, bool]]:
        on_now = {self.trick, *(len(TRICKS) for _ in [0] if self.shot.hand_mm)}
        if self.shot.is_covered:
            on_now.add(len(TRICKS) + 1)
        for number, name in enumerate(SWITCHES):
            row, column = divmod(number, 3)
            rect = pygame.Rect(216 + column * 138, 556 + row * 60, 132, 52)
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
        left = RACKS[player].centerx - 8 - len(rack) * 25
        for number, tile in enumerate(rack):
            yield tile, pygame.Rect(left + number * 50 + 5, RACKS[player].y + 3, *_TILE)

    # Drawing

    def _draw_rack(self, surface: pygame.Surface, player: Player, model: Model) -> None:
        """A rack; whoever is played by the device shows only the backs of the tiles."""
        rect = RACKS[player]
        words = Words(model.settings.language, model.names)
        mine = model.table is not None and model.table.player == player
        surface.blit(rounded(rect.size, 8, theme.PANEL_NOW if mine else theme.PANEL), rect)
        look = TileLook.PLAIN if self.desk.choosers[player] is None else TileLook.BACK
        fresh = self.desk.drawn[player] if mine and look is TileLook.PLAIN else None
        for tile, place in self._rack_places(player):
            if tile == fresh:
                draw_glow(surface, place)
                fresh = None  # its twin was not drawn just now
            draw_tile(surface, tile, place, look, model.settings.has_marks)
        name = pygame.Rect(rect.x + 16, rect.y, 200, rect.height)
        ink = theme.PAPER if mine else theme.PAPER_SOFT
        Label(name, words.player(player), 17, ink, Weight.STRONG, is_own=True).draw(surface)
        if player == Player.ONE and model.table is not None:
            self._draw_stock(surface, rect, words("turn.stock", count=model.table.stock))

    def _draw_stock(self, surface: pygame.Surface, rack: pygame.Rect, text: str) -> None:
        """The tiles not drawn yet, a small heap at the end of the rack."""
        for number in range(3):
            place = pygame.Rect(rack.right - 52 - 5 * number, rack.y + 8 - 2 * number, 34, 48)
            draw_tile(surface, None, place, TileLook.BACK)
        label = pygame.Rect(rack.right - 138, rack.y, 62, rack.height)
        Label(label, text, 15, theme.PAPER_SOFT, align=Align.RIGHT, lines=2).draw(surface)


def draw_bezel(surface: pygame.Surface) -> None:
    """The device's frame around its screen."""
    frame = SCREEN.inflate(2 * BEZEL, 2 * BEZEL)
    surface.blit(rounded(frame.size, 2 * BEZEL, theme.TRACK, theme.KEY_EDGE, 1), frame)


def draw_button(
    surface: pygame.Surface, player: Player, model: Model, now: float, held: HeldButton | None
) -> None:
    """A button with its light, as the LED would show it, and its name."""
    rect = BUTTONS[player]
    led = leds_of(model)[player].state
    is_lit = led is LedState.LIT or (led is LedState.BLINKING and now % (2 * BLINK_S) < BLINK_S)
    pressed = held is not None and held.player == player
    side = rect.width - (8 if pressed else 0)
    dark = theme.blend(theme.KEY, theme.GROUND, 0.5)
    for size, colour in (
        (rect.width + 8, theme.blend(theme.GOLD, theme.GROUND, 0.35) if is_lit else dark),
        (side, theme.KEY_EDGE),
        (side - 22, theme.GOLD if is_lit else theme.KEY),
    ):
        disc = rounded((size, size), size // 2, colour)
        surface.blit(disc, disc.get_rect(center=rect.center))
    name = rect.inflate(-44, 0)
    ink = theme.GOLD_INK if is_lit else theme.PAPER
    text = button_name(model, player)
    Label(name, text, 20, ink, Weight.HEAVY, Align.MIDDLE, 2, is_own=True).draw(surface)


def button_name(model: Model, player: Player) -> str:
    """Whose button it is; MOSAIX has one for everybody at either end of the table."""
    language = model.settings.language
    if model.plays is MOSAIX:
        return catalogue(language, "desk")["desk"]["button"]
    return Words(language, model.names).player(player)
