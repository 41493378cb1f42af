"""Boards and figures as widgets: what lies there, what would, and the zones framed in colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pygame

from device.games.mosaix.ui.palette import BOARD, BOARD_GREY, GRID_LINE, GRID_LINE_GREY, SIGN_INK
from device.games.mosaix.ui.signs import draw_die, draw_sign
from device.ui import theme
from device.ui.shapes import rounded
from device.ui.state import Tap
from device.ui.text import draw_line
from device.ui.theme import LEAST_TEXT, Rgb, Weight, blend
from device.ui.widgets import Point, Widget
from device.ui.words import signed
from engine.mosaix import CENTRE, Board, Cell, Figure, Symbol, Zone, zones
from engine.mosaix.values import ALL_CELLS, SIZE, Place, cells_in

MARGIN = 0.55  # of a cell, around the grid: there lies what would be dropped


@dataclass(frozen=True, slots=True)
class SignView(Widget):
    """One symbol."""

    symbol: Symbol
    ink: Rgb | None = None

    def draw(self, surface: pygame.Surface) -> None:
        draw_sign(surface, self.symbol, self.rect, self.ink)


@dataclass(frozen=True, slots=True)
class FigureView(Widget):
    """A figure as large as its box allows."""

    figure: Figure
    glow: Rgb | None = None
    most: int = 10_000  # px of a die

    def draw(self, surface: pygame.Surface) -> None:
        for symbol, rect in self.dice():
            draw_die(surface, symbol, rect, self.glow)

    def dice(self) -> list[tuple[Symbol, pygame.Rect]]:
        """Each die with its place on the screen."""
        height, width = self.figure.size
        side = min(self.rect.width // max(width, 2), self.rect.height // max(height, 2), self.most)
        left = self.rect.centerx - side * width // 2
        top = self.rect.centery - side * height // 2
        gap = max(1, side // 24)
        return [
            (
                symbol,
                pygame.Rect(left + side * column, top + side * row, side - gap, side - gap),
            )
            for (row, column), symbol in self.figure.dice
        ]


@dataclass(frozen=True, slots=True)
class DraftView(Widget):
    """The places for four dice, and the dice laid there so far."""

    dice: tuple[tuple[Place, Symbol], ...]
    side: int  # places each way
    meant: Callable[[Place], Tap]
    glow: Rgb | None = None

    def place_rect(self, place: Place) -> pygame.Rect:
        """Where a place is on the screen."""
        step = min(self.rect.size) // self.side
        left = self.rect.centerx - step * self.side // 2
        top = self.rect.centery - step * self.side // 2
        return pygame.Rect(left + step * place[1], top + step * place[0], step, step)

    def draw(self, surface: pygame.Surface) -> None:
        laid = dict(self.dice)
        for row in range(self.side):
            for column in range(self.side):
                rect = self.place_rect((row, column))
                if (row, column) not in laid:
                    inner = rect.inflate(-rect.width // 7, -rect.width // 7)
                    radius = inner.width // 8
                    surface.blit(rounded(inner.size, radius, None, theme.PLACE, 2), inner)
        for place, symbol in self.dice:
            rect = self.place_rect(place)
            draw_die(surface, symbol, rect.inflate(-4, -4), self.glow)

    def tap(self, _at: Point) -> Tap | None:
        for row in range(self.side):
            for column in range(self.side):
                if self.place_rect((row, column)).collidepoint(_at):
                    return self.meant((row, column))
        return None


@dataclass(frozen=True, slots=True)
class Held:
    """A figure held over a board: its dice by row and column, from 1, some off the grid."""

    dice: tuple[tuple[int, int, Symbol], ...]


@dataclass(frozen=True, slots=True)
class BoardView(Widget):
    """A board of 49 cells; what is set on top of it is told by the other fields."""

    cells: tuple[Symbol | None, ...]
    is_grey: bool = False
    held: Held | None = None
    hints: Mapping[Cell, int] = field(default_factory=dict)
    last: frozenset[Cell] = frozenset()  # just entered
    doubtful: frozenset[Cell] = frozenset()
    has_frames: bool = False  # the zones that count, and the others faint
    meant: Callable[[Cell], Tap] | None = None
    unit: float = 1.0

    @property
    def step(self) -> int:
        """The side of a cell, px."""
        return int(min(self.rect.size) / (SIZE + 2 * MARGIN))

    @property
    def grid(self) -> pygame.Rect:
        """Where the 49 cells are."""
        side = self.step * SIZE
        grid = pygame.Rect(0, 0, side, side)
        grid.center = self.rect.center
        return grid

    def cell_rect(self, row: int, column: int) -> pygame.Rect:
        """A cell, or a place off the grid where a die would be dropped."""
        grid, step = self.grid, self.step
        return pygame.Rect(grid.x + step * (column - 1), grid.y + step * (row - 1), step, step)

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        self._draw_paper(surface)
        found = self._zones()
        if self.has_frames:
            for zone in found:
                self._tint(surface, zone)
        counted = {cell for zone in found if zone.counts for cell in cells_in(zone.cells)}
        for cell, symbol in zip(ALL_CELLS, self.cells, strict=True):
            self._draw_cell(surface, cell, symbol, not self.has_frames or cell in counted)
        if self.has_frames:
            for zone in found:
                self._frame(surface, zone)
        for cell in self.doubtful:
            self._draw_doubt(surface, cell)
        if self.held is not None:
            self._draw_held(surface, self.held)
        surface.set_clip(before)

    def tap(self, _at: Point) -> Tap | None:
        grid, step = self.grid, self.step
        if self.meant is None or not grid.collidepoint(_at):
            return None
        row, column = (_at[1] - grid.y) // step + 1, (_at[0] - grid.x) // step + 1
        return self.meant(Cell(min(row, SIZE), min(column, SIZE)))

    def _zones(self) -> tuple[Zone, ...]:
        if not self.has_frames or self.cells[ALL_CELLS.index(CENTRE)] is None:
            return ()
        circles, triangles, crosses = (
            sum(cell.bit for cell, own in zip(ALL_CELLS, self.cells, strict=True) if own is symbol)
            for symbol in Symbol
        )
        return zones(Board((circles, triangles, crosses)))

    def _draw_paper(self, surface: pygame.Surface) -> None:
        grid = self.grid
        rim = max(4, self.step // 8)
        paper = grid.inflate(2 * rim, 2 * rim)
        fill = BOARD_GREY if self.is_grey else BOARD
        edge = theme.STONE_SIDE if self.is_grey else theme.IVORY_SIDE
        surface.blit(rounded(paper.size, rim + 3, fill, edge, max(2, rim // 3)), paper)
        line = max(1, self.step // 40)
        ink = GRID_LINE_GREY if self.is_grey else GRID_LINE
        for at in range(SIZE + 1):
            surface.fill(ink, (grid.x + at * self.step, grid.y, line, grid.height))
            surface.fill(ink, (grid.x, grid.y + at * self.step, grid.width, line))

    def _draw_cell(
        self, surface: pygame.Surface, cell: Cell, symbol: Symbol | None, counts: bool
    ) -> None:
        rect = self.cell_rect(cell.row, cell.column)
        if symbol is None:
            self._draw_hint(surface, cell, rect)
            return
        if cell in self.last:
            inner = rect.inflate(-2, -2)
            surface.blit(rounded(inner.size, 4, blend(theme.GOLD, BOARD, 0.55)), inner)
        ink = SIGN_INK[symbol] if counts else blend(SIGN_INK[symbol], BOARD, 0.68)
        draw_sign(surface, symbol, rect.inflate(-self.step // 4, -self.step // 4), ink)
        if cell == CENTRE:
            dot = max(3, self.step // 9)
            corner = pygame.Rect(rect.right - dot - 3, rect.y + 4, dot, dot)
            surface.blit(rounded(corner.size, dot // 2, theme.INK_SOFT), corner)

    def _draw_hint(self, surface: pygame.Surface, cell: Cell, rect: pygame.Rect) -> None:
        gain = self.hints.get(cell)
        if gain is None:
            return
        if gain == 0:
            dot = max(4, self.step // 8)
            shape = rounded((dot, dot), dot // 2, theme.PLACE)
            surface.blit(shape, shape.get_rect(center=rect.center))
            return
        size = max(round(LEAST_TEXT * self.unit), round(self.step * 0.36))
        ink = theme.DONE if gain > 0 else theme.NO
        draw_line(surface, signed(gain), Weight.BOLD, size, ink, rect.center)

    def _draw_doubt(self, surface: pygame.Surface, cell: Cell) -> None:
        rect = self.cell_rect(cell.row, cell.column).inflate(-2, -2)
        line = max(3, self.step // 14)
        surface.blit(rounded(rect.size, 6, None, theme.GOLD, line), rect)
        size = max(round(LEAST_TEXT * self.unit), round(self.step * 0.3))
        badge = pygame.Rect(rect.right - size, rect.bottom - size, size, size)
        surface.blit(rounded(badge.size, size // 2, theme.GOLD), badge)
        draw_line(surface, "?", Weight.BOLD, round(size * 0.8), theme.GOLD_INK, badge.center)

    def _draw_held(self, surface: pygame.Surface, held: Held) -> None:
        for row, column, symbol in held.dice:
            rect = self.cell_rect(row, column).inflate(-4, -4)
            is_on = 1 <= row <= SIZE and 1 <= column <= SIZE
            if is_on:
                draw_die(surface, symbol, rect, theme.GOLD)
        for row, column, symbol in held.dice:
            if not (1 <= row <= SIZE and 1 <= column <= SIZE):
                self._draw_dropped(surface, self.cell_rect(row, column).inflate(-4, -4), symbol)

    def _draw_dropped(self, surface: pygame.Surface, rect: pygame.Rect, symbol: Symbol) -> None:
        shape = rounded(rect.size, rect.width // 7, theme.STONE, theme.NO, max(2, self.step // 20))
        surface.blit(shape, rect)
        faint = blend(SIGN_INK[symbol], theme.STONE, 0.4)
        draw_sign(surface, symbol, rect.inflate(-rect.width * 2 // 7, -rect.width * 2 // 7), faint)

    def _tint(self, surface: pygame.Surface, zone: Zone) -> None:
        if zone.counts:
            colour = blend(SIGN_INK[zone.symbol], BOARD, 0.8)
            for cell in cells_in(zone.cells):
                surface.fill(colour, self.cell_rect(cell.row, cell.column))

    def _frame(self, surface: pygame.Surface, zone: Zone) -> None:
        """The outline of a zone: a line wherever the zone ends."""
        if not zone.counts:
            return
        line = max(3, self.step // 11)
        ink = SIGN_INK[zone.symbol]
        own = {(cell.row, cell.column) for cell in cells_in(zone.cells)}
        for row, column in own:
            rect = self.cell_rect(row, column)
            if (row - 1, column) not in own:
                surface.fill(ink, (rect.x, rect.y, rect.width, line))
            if (row + 1, column) not in own:
                surface.fill(ink, (rect.x, rect.bottom - line, rect.width, line))
            if (row, column - 1) not in own:
                surface.fill(ink, (rect.x, rect.y, line, rect.height))
            if (row, column + 1) not in own:
                surface.fill(ink, (rect.right - line, rect.y, line, rect.height))


def cells_of(board: Board) -> tuple[Symbol | None, ...]:
    """What the 49 cells of a board hold, row by row."""
    return tuple(board[cell] for cell in ALL_CELLS)


@dataclass(frozen=True, slots=True)
class BoxesView(Widget):
    """The eight boxes of a lone player; those he has used up are crossed out."""

    free: int
    count: int = 8

    def draw(self, surface: pygame.Surface) -> None:
        gap = max(2, self.rect.width // 60)
        side = min(self.rect.height, (self.rect.width + gap) // self.count - gap)
        left = self.rect.centerx - (self.count * (side + gap) - gap) // 2
        for at in range(self.count):
            rect = pygame.Rect(left + at * (side + gap), 0, side, side)
            rect.centery = self.rect.centery
            is_free = at >= self.count - self.free
            fill = BOARD if is_free else theme.STONE
            surface.blit(rounded(rect.size, 3, fill, theme.STONE_SIDE, 1), rect)
            if not is_free:
                draw_sign(surface, Symbol.CROSS, rect.inflate(-2, -2), theme.NO)
