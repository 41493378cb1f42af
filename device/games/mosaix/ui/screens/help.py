"""The rules of MOSAIX in the companion's own words, each page with an example drawn beside it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.games.mosaix.picks import pick_of
from device.games.mosaix.ui.boards import BoardView, FigureView, cells_of
from device.games.mosaix.ui.screens.enter import held_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import boxes, count_table
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import cut_top, inset
from device.ui.pages import help_pages, lit_button
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Label, Scene
from device.ui.words import signed
from engine.mosaix import Board, Entry, Figure, count, parse_board, parse_entry, parse_figure


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of the rules: its words by key, a board, and what is shown on it."""

    name: str
    board: Board
    figure: Figure | None = None
    entry: Entry | None = None
    has_frames: bool = False
    has_table: bool = False
    press: Icon | None = None  # a button beside it, and what pressing it does


_GROWN = parse_board("......./..OO.../..OXX../...OX../...OX../......./.......")
_COUNTED = parse_board("TOOOOXX/TTTTOOX/TXOOOXX/XXTTTTX/OXTO.XT/XXOOOXX/TTOXTXX")
_SOLO = parse_board("......./...T.../..OTX../..OOX../..OTX../......./.......+5")
PAGES: tuple[HelpPage, ...] = (
    HelpPage("goal", _COUNTED, has_frames=True),
    HelpPage("roll", parse_board("......./......./......./...O.../......./......./......."),
             parse_figure("OTX/..O")),
    HelpPage("enter", _GROWN, parse_figure("OTX/..O"), parse_entry("Oa6b4Tb5Xb6")),
    HelpPage("edge", _GROWN, parse_figure("OTX/..O"), parse_entry("Oa4Xa3")),
    HelpPage("end", _COUNTED),
    HelpPage("count", _COUNTED, has_frames=True, has_table=True),
    HelpPage("solo", _SOLO),
)  # fmt: skip
USE: tuple[HelpPage, ...] = (  # how to use the companion
    HelpPage("confirm", _GROWN, parse_figure("OTX/..O"), press=Icon.TICK),
    HelpPage("hold", _GROWN, press=Icon.UNDO),
    HelpPage("boards", _COUNTED, has_frames=True, press=Icon.CAMERA),
)


def help_screen(stage: Stage) -> Scene:
    """One page of the rules, or of how to use the companion."""
    rules, use = ([page.name for page in pages] for pages in (PAGES, USE))
    every = (*PAGES, *USE)
    return help_pages(stage, rules, use, 330, lambda at, box: _example(stage, every[at], box))


def _board(stage: Stage, page: HelpPage, box: pygame.Rect) -> Scene:
    """What is on the table while a button is pressed: the figure, or a board."""
    px = stage.px
    room = cut_top(box, px(56))[1]
    if page.figure is not None:
        return (FigureView(room.inflate(-px(60), -px(60)), page.figure, theme.GOLD, px(72)),)
    cells = cells_of(page.board)
    return (BoardView(room, cells, has_frames=page.has_frames, unit=stage.page.unit),)


def _example(stage: Stage, page: HelpPage, box: pygame.Rect) -> Scene:
    px = stage.px
    if page.press is not None:
        return (*_board(stage, page, box), *lit_button(stage, page.press, box))
    if page.has_table:
        return count_table(stage, count(page.board), box.inflate(-px(40), -px(30)), False)
    if page.figure is not None and page.entry is None:
        return (FigureView(box.inflate(-px(60), -px(60)), page.figure, theme.GOLD, px(72)),)
    free = px(56) if page.board.boxes is not None else 0
    room = cut_top(box, free)[1]
    pick = pick_of(page.board, page.figure, page.entry) if page.figure and page.entry else None
    held = held_of(page.figure, pick) if page.figure and pick else None
    scene: Scene = (
        BoardView(
            room,
            cells_of(page.board),
            is_grey=page.board.boxes is not None,
            held=held,
            has_frames=page.has_frames,
            unit=stage.page.unit,
        ),
    )
    if free:
        above = inset(cut_top(cut_top(box, px(4))[1], px(50))[0], px(30), 0)
        scene += boxes(stage, page.board, above)
    if pick is not None:
        badge = pygame.Rect(0, 0, px(60), px(40))
        badge.topright = (box.right - px(8), box.y + px(8))
        scene += (
            Box(badge, theme.BAR, px(12)),
            Label(badge, signed(pick.gain), px(24), theme.GOLD, Weight.HEAVY, Align.MIDDLE),
        )
    return scene
