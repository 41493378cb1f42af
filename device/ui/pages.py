"""Pages to leaf through: texts one below the other, and the keys to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from device.core.events import Slide
from device.ui import theme
from device.ui.controls import Button, Slider, Style
from device.ui.icons import Icon
from device.ui.layout import Layout, centred, cut_left, cut_right, rows
from device.ui.parts import backdrop, header, icon_key, text_key
from device.ui.stage import CommonStage
from device.ui.widgets import Align, Box, Felt, IconMark, Label, Scene

PARAGRAPHS = (1, 2, 3)

APART = 18  # between paragraphs


def help_pages(
    stage: CommonStage,
    rules: Sequence[str],
    use: Sequence[str],
    tall: float,
    example: Callable[[int, pygame.Rect], Scene],
) -> Scene:
    """A page of the rules, or of how to use the companion, by their names; its example stands on a
    cloth that is `tall` where the page is."""
    words, names = stage.words, (*rules, *use)
    tab = min(max(0, stage.ui.tab), len(names) - 1)
    is_use = tab >= len(rules)
    pages = range(len(rules), len(names)) if is_use else range(len(rules))
    key = f"{'use' if is_use else 'help'}.{names[tab]}"
    number = words("help.page", page=tab - pages.start + 1, count=len(pages))
    other, turned = _other_part(stage, is_use, len(rules))
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        cloth = stage.box(0, 84, wide, tall)
        text = stage.box(20, 96 + tall, wide - 40, high - 96 - tall - 90)
    else:
        cloth = stage.box(wide - 350, 82, 350, high - 82 - 84)
        text = stage.box(20, 84, wide - 392, high - 84 - 92)
    return (
        *backdrop(stage),
        *header(stage, words(key), right=turned),
        other,
        Felt(cloth),
        *example(tab, cloth),
        *_paragraphs(stage, [words(f"{key}-{each}") for each in PARAGRAPHS], text),
        *_turning(stage, number, tab, pages),
    )


def _paragraphs(stage: Layout, texts: Sequence[str], box: pygame.Rect) -> Scene:
    """Texts one below the other, each with a dot before it, further apart than their lines."""
    px = stage.px
    scene: Scene = ()
    for text, row in zip(texts, rows(box, len(texts), px(APART)), strict=True):
        dot, room = cut_left(row, px(8), px(16))
        dot = centred(dot, px(8))
        scene += (
            Box(dot, theme.GOLD, px(4)),
            Label(room, text, px(19), theme.PAPER, lines=5),
        )
    return scene


def _turning(stage: CommonStage, text: str, at: int, pages: range) -> Scene:
    """Keys to the page before and the page after, and which one this is."""
    px, ui = stage.px, stage.ui
    wide, high = stage.width, stage.height
    box = stage.box(14, high - 74, wide - 28, 60)
    back, middle = cut_left(box, px(120))
    middle, on = cut_right(middle, px(120))
    soft = theme.PAPER_SOFT
    scene: Scene = (Label(middle, text, px(16), soft, align=Align.MIDDLE),)
    if at > pages.start:
        scene += (icon_key(stage, back, Icon.BACK, replace(ui, tab=at - 1), side=30),)
    if at < pages.stop - 1:
        scene += (icon_key(stage, on, Icon.NEXT, replace(ui, tab=at + 1), side=30),)
    return scene


def _other_part(stage: CommonStage, is_use: bool, rules: int) -> tuple[Button, float]:
    """The key to the rules, or from them to how to use the companion, and how wide it is."""
    is_tall = stage.page.is_portrait
    room = 126 if is_tall else 250
    at = stage.box(stage.width - room - 14, 10, room, 60)
    other = replace(stage.ui, tab=0 if is_use else rules)
    name = stage.words("menu.help" if is_use else "use.title")
    icon = None if is_tall else Icon.HELP
    return text_key(stage, at, name, other, Style.KEY, 17, icon), room + 14


def lit_button(stage: Layout, press: Icon, box: pygame.Rect) -> Scene:
    """A round button that is lit, with what it is pressed for."""
    px = stage.px
    rim = pygame.Rect(box.x + px(16), box.y + px(10), px(60), px(60))
    disc = rim.inflate(-px(12), -px(12))
    return (
        Box(rim, theme.KEY, px(30), theme.KEY_EDGE, px(2)),
        Box(disc, theme.GOLD, px(24)),
        IconMark(disc.inflate(-px(18), -px(18)), press, theme.GOLD_INK),
    )


def turning_slider(stage: Layout, box: pygame.Rect, turn: int, count: int) -> Scene:
    """The turns of a game to go through, one by one or as far as the knob is drawn."""
    px = stage.px
    before, row = cut_left(box, px(64), px(6))
    row, after = cut_right(row, px(64), px(6))
    back, on = (Slide(to) if 0 <= to <= count else None for to in (turn - 1, turn + 1))
    scene: Scene = (
        icon_key(stage, before, Icon.BACK, back, side=30),
        icon_key(stage, after, Icon.NEXT, on, side=30),
    )
    return (*scene, Slider(row, turn, range(count + 1), Slide, px(30))) if count else scene
