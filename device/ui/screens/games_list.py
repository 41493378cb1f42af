"""A list of past games, of whichever game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import Layout
from device.ui.marks import scrolled
from device.ui.parts import backdrop, header, text_key
from device.ui.state import Tap, Ui
from device.ui.widgets import Align, Label, Scene

ROW = 76


@dataclass(frozen=True, slots=True)
class ListWords:
    """What the list says; `deleted` where the game deleted last can be brought back."""

    title: str
    empty: str
    deleted: str | None
    restore: str


@dataclass(frozen=True, slots=True)
class Rows:
    """How many games there are, and how each is drawn in its box."""

    count: int
    draw: Callable[[int, pygame.Rect], Button]


def games_list(layout: Layout, ui: Ui, said: ListWords, restore: Tap, rows: Rows) -> Scene:
    """The list, newest first; a deleted game can be brought back."""
    px = layout.px
    scene = (*backdrop(layout), *header(layout, said.title))
    low = 84.0
    if said.deleted is not None:
        bar = layout.box(14, layout.height - 74, layout.width - 28, 64)
        text = pygame.Rect(bar.x + px(8), bar.y, bar.width - px(210), bar.height)
        undo = pygame.Rect(bar.right - px(200), bar.y, px(200), bar.height)
        scene += (
            Label(text, said.deleted, px(18), theme.PAPER, lines=2),
            text_key(layout, undo, said.restore, restore, Style.MAIN, 17, Icon.UNDO),
        )
        low = 84.0 + 80
    if not rows.count:
        box = layout.box(20, 120, layout.width - 40, 80)
        soft = theme.PAPER_SOFT
        return (*scene, Label(box, said.empty, px(20), soft, align=Align.MIDDLE, lines=2))
    room = layout.box(14, 84, layout.width - 28, layout.height - low)

    def make(at: int, box: pygame.Rect) -> Scene:
        return (rows.draw(at, pygame.Rect(box.x, box.y, box.width, box.height - px(8))),)

    tall = px(ROW + 20 * layout.page.is_portrait)
    return (*scene, scrolled(room, ui, rows.count, tall, make))
