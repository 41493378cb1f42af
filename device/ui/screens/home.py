"""The first screen of a game: its picture and name, and the keys beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from device.core.events import Resume
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import (
    Layout,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    inset,
    rows,
    stacked,
)
from device.ui.parts import backdrop, key, notice_in, text_key
from device.ui.sheets import Entry
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Felt, IconMark, Label, Scene, Widget


def front(
    stage: Layout, name: str, tagline: str, picture: Callable[[pygame.Rect], Widget]
) -> tuple[Scene, pygame.Rect]:
    """The picture with the game's name below it, and the room for the keys."""
    px = stage.px
    if stage.page.is_portrait:
        art = stage.box(0, 0, stage.width, 330)
        keys = stage.box(16, 346, stage.width - 32, stage.height - 362)
    else:
        art = stage.box(0, 0, 330, stage.height)
        keys = stage.box(350, 24, stage.width - 374, stage.height - 48)
    upper, low = cut_bottom(art, px(104))
    scene: Scene = (*backdrop(stage), Felt(art), picture(upper))
    if stage.notice:
        return (*scene, *notice_in(stage, inset(cut_top(low, px(90))[0], px(20), 0), 4)), keys
    title, line = stacked(low, px(52), px(26))
    return (
        *scene,
        Label(title, name, px(42), theme.PAPER, Weight.HEAVY, Align.MIDDLE),
        Label(inset(line, px(10), 0), tagline, px(17), theme.PAPER_SOFT, align=Align.MIDDLE),
    ), keys


def front_keys(
    stage: Layout,
    box: pygame.Rect,
    resume: tuple[str, str, str] | None,
    new: tuple[str, Tap],
    is_open: bool,
    entries: Sequence[Entry],
) -> Scene:
    """The way back into the game with how it stands, a new one, and what else there is; `is_open`
    where the game is not over."""
    px, gap = stage.px, stage.px(12)
    scene: Scene = ()
    if resume is not None:
        top, box = cut_top(box, px(92), gap)
        scene = (_resume(stage, top, *resume),)
    first, *lines = rows(box, 4, gap)
    style = Style.KEY if is_open else Style.MAIN
    scene += (text_key(stage, first, *new, style, 22, Icon.PLUS),)
    across = max(2, math.ceil(len(entries) / len(lines)))
    places = [at for line in lines for at in columns(line, across, gap)]
    for number, (icon, text, meant) in enumerate(entries):
        at = places[number]
        if number == len(entries) - 1:  # to the end of its line
            at = at.union(places[number // across * across + across - 1])
        if across == 2:
            scene += (text_key(stage, at, text, meant, Style.KEY, 18, icon),)
        else:  # too narrow for a word beside its symbol
            scene += (key(stage, at, icon, text, meant),)
    return scene


def _resume(stage: Layout, box: pygame.Rect, text: str, names: str, standing: str) -> Button:
    px, ink = stage.px, Style.MAIN.ink
    symbol, rest = cut_left(inset(box, px(16), 0), px(34), px(14))
    rest, right = cut_right(rest, px(124), px(6))
    upper, lower = stacked(cut_top(rest, px(14))[1], px(34), px(28))
    shown = (
        IconMark(symbol, Icon.PLAY, ink),
        Label(upper, text, px(24), ink, Weight.BOLD),
        Label(lower, names, px(17), ink, Weight.STRONG, is_own=True),
        Label(right, standing, px(32), ink, Weight.HEAVY, Align.RIGHT, is_own=True),
    )
    return Button(box, Resume(), Style.MAIN, px(14), shown=shown)
