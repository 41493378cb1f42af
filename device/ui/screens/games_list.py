"""A list of past games, of whichever game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from device.core.events import Restore
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import Layout, columns, cut_bottom, cut_left, cut_right, cut_top, stacked
from device.ui.marks import scrolled
from device.ui.parts import backdrop, header, text_key
from device.ui.stage import CommonStage
from device.ui.state import Tap
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, IconMark, Label, Scene

ROW = 76


def games_list(stage: CommonStage, draw: Callable[[Any, pygame.Rect], Button]) -> Scene:
    """The list, newest first, each game drawn in its box; one that was deleted can be brought back,
    which a bar says."""
    px, words, games = stage.px, stage.words, stage.model.past_games
    scene = (*backdrop(stage), *header(stage, words("past.title")))
    low = 84.0
    if stage.model.deleted_game is not None:
        bar = stage.box(14, stage.height - 74, stage.width - 28, 64)
        text, undo = cut_right(cut_left(bar, px(8))[1], px(200), px(2))
        scene += (
            Label(text, words("past.deleted"), px(18), theme.PAPER, lines=2),
            text_key(stage, undo, words("key.restore"), Restore(), Style.MAIN, 17, Icon.UNDO),
        )
        low = 84.0 + 80
    if not games:
        box = stage.box(20, 120, stage.width - 40, 80)
        soft = theme.PAPER_SOFT
        return (*scene, Label(box, words("past.empty"), px(20), soft, align=Align.MIDDLE, lines=2))
    room = stage.box(14, 84, stage.width - 28, stage.height - low)

    def make(at: int, box: pygame.Rect) -> Scene:
        return (draw(games[at], cut_bottom(box, px(8))[0]),)

    tall = px(ROW + 20 * stage.page.is_portrait)
    return (*scene, scrolled(room, stage.ui, len(games), tall, make))


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
