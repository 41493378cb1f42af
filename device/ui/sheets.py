"""Sheets that lie over the screens of any game: keys to choose from, and the languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from device.core.events import Change
from device.core.settings import Settings
from device.locale import Language, catalogue
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import Layout, columns, cut_top, rows
from device.ui.parts import sheet_card, text_key
from device.ui.state import Sheet, Tap, Ui
from device.ui.theme import Weight
from device.ui.widgets import Label, Scene

Entry = tuple[Icon, str, Tap | None]  # a key: its symbol, its words, what it means if anything
MANY = 10  # keys above which they stand in three columns


def keys_sheet(stage: Layout, title: str, entries: Sequence[Entry], closed: Ui) -> Scene:
    """Keys in columns on a card; a touch beside it closes it."""
    px = stage.px
    across = 2 if len(entries) <= MANY else 3
    lines = -(-len(entries) // across)
    high = 100 + 71 * lines
    wide = stage.width - 32 if stage.page.is_portrait else 600
    box = stage.box((stage.width - wide) / 2, (stage.height - high) / 2, wide, high)
    inner = box.inflate(-px(44), -px(40))
    top = pygame.Rect(inner.x, inner.y, inner.width - px(60), px(40))
    grid = cut_top(inner, px(40), px(10))[1]
    scene: Scene = (
        *sheet_card(stage, box, closed),
        Label(top, title, px(24), theme.INK, Weight.BOLD),
    )
    boxes = [at for row in rows(grid, lines, px(10)) for at in columns(row, across, px(12))]
    for at, (icon, text, meant) in zip(boxes, entries, strict=False):
        style = Style.OFF_CARD if meant is None else Style.CARD
        scene += (text_key(stage, at, text, meant, style, 18, icon),)
    return scene


def language_sheet(stage: Layout, settings: Settings, title: str, closed: Ui) -> Scene:
    """Every language, each by its own name."""
    entries: list[Entry] = [
        (
            Icon.TICK if each is settings.language else Icon.SPEECH,
            name_of(each),
            Change(replace(settings, language=each)),
        )
        for each in Language
    ]
    return keys_sheet(stage, title, entries, closed)


def language_key(stage: Layout, box: pygame.Rect, settings: Settings, ui: Ui) -> Button:
    """The language in use; a touch shows all of them."""
    opened = replace(ui, sheet=Sheet.LANGUAGE)
    return text_key(stage, box, name_of(settings.language), opened, Style.KEY, 18, Icon.SPEECH)


def name_of(language: Language) -> str:
    """A language's name in itself."""
    return catalogue(language)["language"]["name"]
