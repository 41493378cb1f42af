"""A list of past games, of whichever game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import Layout, columns, cut_bottom, cut_left, cut_right, cut_top, stacked
from device.ui.marks import scrolled
from device.ui.parts import backdrop, header, text_key
from device.ui.state import Tap, Ui
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, IconMark, Label, Scene

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
        text, undo = cut_right(cut_left(bar, px(8))[1], px(200), px(2))
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
        return (rows.draw(at, cut_bottom(box, px(8))[0]),)

    tall = px(ROW + 20 * layout.page.is_portrait)
    return (*scene, scrolled(room, ui, rows.count, tall, make))


@dataclass(frozen=True, slots=True)
class GameLine:
    """What a line of the list says of a game."""

    names: str
    when: str
    scores: Sequence[tuple[str, Rgb]]
    cup: Rgb | None  # of one that was finished
    wide: float  # of the scores; px at 800×480
    size: float  # of their figures


def game_row(layout: Layout, box: pygame.Rect, meant: Tap, line: GameLine) -> Button:
    """A game in the list: who, when, and how it stands."""
    px, is_tall = layout.px, layout.page.is_portrait
    rest, arrow = cut_right(cut_right(box, px(14))[0], px(26), px(8))
    rest, scores = cut_right(rest, px(line.wide), px(8))
    cup, rest = cut_left(cut_left(rest, px(14))[1], px(30), px(14))
    upper, lower = stacked(cut_top(rest, px(10))[1], px(28), px(42 if is_tall else 22))
    shown: Scene = (
        Label(upper, line.names, px(19), theme.PAPER, Weight.STRONG, is_own=True),
        Label(lower, line.when, px(15), theme.PAPER_SOFT, lines=1 + is_tall),
        IconMark(arrow, Icon.NEXT, theme.PAPER_SOFT),
    )
    if line.cup is not None:
        shown += (IconMark(cup, Icon.CUP, line.cup),)
    places = columns(scores, max(2, len(line.scores)), px(6))
    for at, (text, ink) in zip(places, line.scores, strict=False):
        shown += (Label(at, text, px(line.size), ink, Weight.BOLD, Align.RIGHT, is_own=True),)
    return Button(box, meant, Style.LINE, px(12), 0, shown)
