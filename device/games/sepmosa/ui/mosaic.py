"""The mosaic on its cloth: as large as its columns allow, centred on what lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import pygame

from device.games.sepmosa.ui.tiles import TileLook, corner, draw_glow, draw_tile
from device.ui import theme
from device.ui.shapes import rounded
from device.ui.state import Tap, Ui
from device.ui.text import draw_line, width_of
from device.ui.theme import FINGER, LEAST_TEXT, Rgb, Weight
from device.ui.widgets import Point, Widget
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.values import JOKER_CELL, Cell, Tile, cell_at

LARGEST = 82  # px between two rows at 800×480
MAGNIFIED = 90  # px between two rows under the magnifier
WIDEST, NARROWEST = 0.88, 0.72  # of a tile's height; a real tile is 26×37 mm


@dataclass(frozen=True, slots=True)
class Grid:
    """Where cells are on the screen."""

    left: float
    top: float
    across: float
    down: float
    first: Cell  # the cell whose corner is at left, top

    def rect(self, cell: Cell) -> pygame.Rect:
        """The place of a tile in that cell, a little smaller than the cell."""
        x = self.left + (cell.column - self.first.column) * self.across
        y = self.top + (cell.row - self.first.row) * self.down
        gap = max(2, round(self.across * 0.06))
        return pygame.Rect(
            round(x) + gap // 2, round(y) + gap // 2, int(self.across) - gap, int(self.down) - gap
        )

    def cell_at(self, at: Point) -> Cell:
        """The cell under a point."""
        column = int((at[0] - self.left) // self.across)
        row = int((at[1] - self.top) // self.down)
        return cell_at(self.first.row + row, self.first.column + column)


def grid_for(box: pygame.Rect, cells: Iterable[Cell], unit: float) -> Grid:
    """The largest grid in which all `cells` and the joker fit into `box`, centred."""
    shown = {JOKER_CELL, *cells}
    rows = [cell.row for cell in shown]
    columns = [cell.column for cell in shown]
    high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    down = min(box.height / high, LARGEST * unit)
    across = min(box.width / wide, down * WIDEST)
    down = min(down, across / NARROWEST)
    across, down = float(int(across)), float(int(down))
    left = box.centerx - across * wide / 2
    top = box.centery - down * high / 2
    return Grid(round(left), round(top), across, down, cell_at(min(rows), min(columns)))


@dataclass(frozen=True, slots=True)
class MosaicView(Widget):
    """The mosaic with all that is to be pointed out on it."""

    mosaic: Mosaic
    places: tuple[Cell, ...] = ()  # open, drawn faintly
    targets: Mapping[Cell, str] = field(default_factory=dict)  # lit up, with a few letters
    chosen: tuple[Cell, ...] = ()  # touched by a player
    laid: Mapping[Cell, Tile] = field(default_factory=dict)  # new, not confirmed yet
    gone: tuple[Cell, ...] = ()  # about to leave
    last: tuple[Cell, ...] = ()  # what the last move touched
    is_last_told: bool = False  # whether that is what the screen is about
    line: tuple[Cell, ...] = ()  # the tiles that score
    doubtful: tuple[Cell, ...] = ()
    has_marks: bool = True
    settle: float = 1.0  # share of its way a new tile has come
    unit: float = 1.0
    meant: Callable[[Cell], Tap | None] | None = None
    extra: tuple[Cell, ...] = ()  # kept in view
    focus: Cell | None = None  # what the magnifier is held over
    zoom: Ui | None = None  # the screen's own state, where it may be held over a cell

    @property
    def grid(self) -> Grid:
        whole = self._whole
        if self.focus is None:
            return whole
        down = round(MAGNIFIED * self.unit)
        across = round(down * WIDEST)
        left, top = self.rect.centerx - across // 2, self.rect.centery - down // 2
        return Grid(left, top, across, down, self.focus)

    @property
    def _whole(self) -> Grid:
        shown = (*self.mosaic, *self.places, *self.targets, *self.laid, *self.doubtful, *self.extra)
        shown = (*shown, *self.last)
        margin = round(8 * self.unit)
        return grid_for(self.rect.inflate(-2 * margin, -2 * margin), shown, self.unit)

    def tap(self, _at: Point) -> Tap | None:
        if self.meant is None:
            return None
        near = self._near(_at)
        if len(near) > 1 and self.focus is None and self.zoom is not None:
            return replace(self.zoom, focus=near[0])
        return self.meant(near[0] if near else self.grid.cell_at(_at))

    def _near(self, at: Point) -> list[Cell]:
        """What a finger there may mean: the places whose middle it covers, nearest first."""
        grid = self.grid
        middles = {cell: grid.rect(cell).center for cell in self.targets or self._touchable}
        far = {
            cell: max(abs(middle[0] - at[0]), abs(middle[1] - at[1]))
            for cell, middle in middles.items()
        }
        reach = FINGER * self.unit / 2
        return sorted((cell for cell in far if far[cell] < reach), key=lambda cell: far[cell])

    @property
    def _touchable(self) -> frozenset[Cell]:
        return frozenset((*self.mosaic, *self.places, *self.laid))

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        if self.focus is not None:  # much of it lies outside
            surface.set_clip(self.rect.clip(before))
        self._draw(surface, self.grid)
        surface.set_clip(before)

    def _draw(self, surface: pygame.Surface, grid: Grid) -> None:  # noqa: C901  layers
        floating = self.mosaic.floating
        for cell in self.places:
            if cell not in self.targets and cell not in self.laid:
                _draw_place(surface, grid.rect(cell))
        for cell in self.last:
            if cell not in self.mosaic:
                _draw_left(surface, grid.rect(cell))
        draw_tile(surface, None, grid.rect(JOKER_CELL))
        for cell, tile in self.mosaic.items():
            rect = grid.rect(cell)
            look = TileLook.FLOATING if cell in floating else TileLook.PLAIN
            if cell in self.gone:
                look = TileLook.GHOST
            draw_tile(surface, tile, rect, look, self.has_marks)
        for cell in self.last:
            if self.is_last_told:
                _draw_rim(surface, grid.rect(cell), theme.GOLD, 2)
            elif cell in self.mosaic and cell not in self.gone:
                _draw_rim(surface, grid.rect(cell), theme.PAPER_SOFT, 1)
        for cell in self.line:
            if cell not in self.laid:
                _draw_rim(surface, grid.rect(cell), theme.GOLD, 1)
        for cell, words in self.targets.items():
            _draw_target(surface, grid.rect(cell), words, cell in self.mosaic)
        for cell in self.gone:
            _draw_rim(surface, grid.rect(cell), theme.GOLD, 2)
        for cell in (*self.doubtful, *self.chosen):
            _draw_rim(surface, grid.rect(cell), theme.GOLD, 2)
        for cell, tile in self.laid.items():
            rect = grid.rect(cell)
            rect = rect.move(0, -round((1 - self.settle) * rect.height * 0.35))
            draw_glow(surface, rect)
            draw_tile(surface, tile, rect, TileLook.PLAIN, self.has_marks)


def _draw_place(surface: pygame.Surface, rect: pygame.Rect) -> None:
    line = max(1, rect.width // 32)
    colour = (*theme.PLACE, 150)
    surface.blit(rounded(rect.size, corner(rect.size), (255, 255, 255, 10), colour, line), rect)


def _draw_left(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The trace of a tile that was just taken away."""
    surface.blit(
        rounded(rect.size, corner(rect.size), (0, 0, 0, 60), (*theme.PAPER_SOFT, 150), 1), rect
    )


def _draw_rim(surface: pygame.Surface, rect: pygame.Rect, colour: Rgb, strength: int) -> None:
    line = max(2, rect.width * strength // 24)
    rim = rect.inflate(2 * line - 2, 2 * line - 2)
    surface.blit(rounded(rim.size, corner(rect.size) + line, None, colour, line), rim)


def _draw_target(surface: pygame.Surface, rect: pygame.Rect, words: str, has_tile: bool) -> None:
    line = max(2, rect.width // 20)
    radius = corner(rect.size)
    if not has_tile:
        fill = (*theme.GOLD, 46)
        surface.blit(rounded(rect.size, radius, fill, theme.GOLD, line), rect)
        size = round(min(rect.width * 0.5, rect.height * 0.4))
        draw_line(surface, words, Weight.BOLD, size, theme.GOLD, rect.center)
        return
    _draw_rim(surface, rect, theme.GOLD, 1)
    if words:
        size = max(LEAST_TEXT, round(rect.width * 0.3))
        wide = width_of(words, Weight.BOLD, size) + size // 2
        flag = pygame.Rect(0, 0, max(wide, size), round(size * 1.2))
        flag.center = (rect.centerx, rect.y + round(rect.height * 0.8))
        surface.blit(rounded(flag.size, flag.height // 2, theme.GOLD), flag)
        draw_line(surface, words, Weight.BOLD, size, theme.GOLD_INK, flag.center)


@dataclass(frozen=True, slots=True)
class Nearby(Widget):
    """A place of the mosaic and what lies right around it."""

    mosaic: Mosaic
    cell: Cell
    tile: Tile | None = None  # seen there
    has_marks: bool = True
    colour: Rgb = theme.GOLD
    radius: int = 8

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(rounded(self.rect.size, self.radius, theme.FELT), self.rect)
        down = float(min(self.rect.height // 3 + 2, round(self.rect.width / 2.6 / WIDEST)))
        across = float(int(down * WIDEST))
        beyond = int(self.rect.width / across / 2) + 1
        above = int(self.rect.height / down / 2) + 1
        first = cell_at(self.cell.row - above, self.cell.column - beyond)
        middle = self.rect.center
        left = middle[0] - across * (beyond + 0.5)
        grid = Grid(left, middle[1] - down * (above + 0.5), across, down, first)
        before = surface.get_clip()
        surface.set_clip(self.rect.inflate(-4, -4).clip(before))
        for row in range(first.row, first.row + 2 * above + 1):
            for column in range(first.column, first.column + 2 * beyond + 1):
                self._draw_cell(surface, grid, cell_at(row, column))
        place = grid.rect(self.cell)
        if self.tile is not None:
            draw_glow(surface, place, self.colour)
            draw_tile(surface, self.tile, place, TileLook.PLAIN, self.has_marks)
        else:
            _draw_rim(surface, place, self.colour, 2)
        surface.set_clip(before)

    def _draw_cell(self, surface: pygame.Surface, grid: Grid, cell: Cell) -> None:
        if cell == JOKER_CELL:
            draw_tile(surface, None, grid.rect(cell))
        elif cell in self.mosaic:
            is_floating = not self.mosaic.is_connected(cell)
            look = TileLook.FLOATING if is_floating else TileLook.PLAIN
            draw_tile(surface, self.mosaic[cell], grid.rect(cell), look, self.has_marks)
