"""Groups of widgets that many screens share: keys, cards, headers, lists of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from device.core.events import Back
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import (
    Layout,
    band,
    centred,
    columns,
    cut_left,
    cut_right,
    cut_top,
    inset,
    stacked,
)
from device.ui.state import Tap
from device.ui.text import width_of
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, Box, Fade, IconMark, Label, Scene, Veil

KEY_WIDTH, KEY_HEIGHT = 80, 64


def key(
    stage: Layout,
    rect: pygame.Rect,
    icon: Icon,
    text: str,
    meant: Tap | None,
    style: Style = Style.KEY,
) -> Button:
    """A key with a symbol and a word under it."""
    side = stage.px(26)
    symbol = centred(band(rect, stage.px(9), side), side)
    low = inset(band(rect, rect.height - stage.px(27), stage.px(20)), 2, 0)
    shown = (
        IconMark(symbol, icon, style.ink),
        Label(low, text, stage.px(14), style.ink, align=Align.MIDDLE),
    )
    return Button(rect, meant, style, stage.px(12), stage.px(1), shown)


def key_width(stage: Layout, text: str) -> int:
    """The width of a key with that word under its symbol, in px."""
    return max(stage.px(KEY_WIDTH), width_of(text, Weight.REGULAR, stage.px(14)) + stage.px(12))


def text_key(
    stage: Layout,
    rect: pygame.Rect,
    text: str,
    meant: Tap | None,
    style: Style = Style.KEY,
    size: float = 18,
    icon: Icon | None = None,
    lines: int = 2,
) -> Button:
    """A key with words, and a symbol before them where wanted."""
    inner = rect.inflate(-stage.px(20), -stage.px(8))
    shown: Scene = ()
    align = Align.MIDDLE
    if icon is not None:
        side = stage.px(28)
        at = pygame.Rect(inner.x + stage.px(2), 0, side, side)
        at.centery = rect.centery
        shown = (IconMark(at, icon, _icon_ink(style)),)
        left = at.right + stage.px(10)
        inner = pygame.Rect(left, inner.y, inner.right - left, inner.height)
        align = Align.LEFT
    words = Label(inner, text, stage.px(size), style.ink, Weight.STRONG, align, lines)
    return Button(rect, meant, style, stage.px(12), stage.px(1), (*shown, words))


def icon_key(
    stage: Layout,
    box: pygame.Rect,
    icon: Icon,
    meant: Tap | None,
    style: Style = Style.KEY,
    side: float = 26,
) -> Button:
    """A key with a symbol alone; faint where it means nothing now."""
    if meant is None:
        style = Style.OFF_CARD if style is Style.CARD else Style.OFF
    mark = IconMark(centred(box, stage.px(side)), icon, style.ink)
    return Button(box, meant, style, stage.px(12), stage.px(1), (mark,))


def stepper(
    stage: Layout,
    box: pygame.Rect,
    wide: float,
    both: tuple[Tap | None, Tap | None],
    style: Style = Style.KEY,
    side: float = 26,
) -> tuple[Scene, pygame.Rect]:
    """Keys for less and for more, each so wide, and the room between them."""
    less, rest = cut_left(box, stage.px(wide))
    middle, more = cut_right(rest, stage.px(wide))
    ends = ((less, Icon.MINUS, both[0]), (more, Icon.PLUS, both[1]))
    return tuple(icon_key(stage, *each, style, side) for each in ends), middle


def _icon_ink(style: Style) -> Rgb:
    return theme.GOLD if style is Style.KEY else style.ink


def card(stage: Layout, rect: pygame.Rect) -> Scene:
    """An ivory card over a dimmed table."""
    return (
        Veil(stage.page.rect),
        Box(rect, theme.CARD, stage.px(18), has_shadow=True),
    )


def headline(
    stage: Layout, rect: pygame.Rect, title: str, why: str, lines: int = 1, colour: Rgb = theme.INK
) -> Scene:
    """A short bold line and one that says why, on a card."""
    top, low = cut_top(rect, stage.px(36), stage.px(4))
    low = band(low, 0, stage.px(4 + 22 * lines))
    return (
        Label(top, title, stage.px(26), colour, Weight.BOLD),
        Label(low, why, stage.px(17), theme.INK_SOFT, lines=lines, is_top=True),
    )


def notice_in(stage: Layout, box: pygame.Rect, lines: int = 3) -> Scene:
    """The notice of the moment where words of lesser weight stand otherwise, with a gold edge."""
    px = stage.px
    edge, words = cut_left(box, px(4), px(12))
    edge = inset(edge, 0, px(6))
    return (
        Box(edge, theme.GOLD, px(2)),
        Label(words, stage.notice, px(18), theme.PAPER, Weight.STRONG, lines=lines),
    )


def backdrop(stage: Layout) -> Scene:
    """The ground of every screen without a table."""
    return (Fade(stage.page.rect, theme.blend(theme.PANEL, theme.GROUND, 0.3), theme.GROUND),)


def back_key(stage: Layout, meant: Tap | None = None) -> Button:
    """The way back: an arrow in the corner at the top left of every screen that has one."""
    box = stage.box(14, 10, 68, 60)
    return icon_key(stage, box, Icon.BACK, meant or Back(), side=40)


def shut_key(stage: Layout, card: pygame.Rect, meant: Tap) -> Button:
    """What closes a card that lies over a screen: a cross in its corner at the top right."""
    px = stage.px
    box = pygame.Rect(card.right - px(78), card.y + px(8), px(68), px(60))
    return icon_key(stage, box, Icon.CROSS, meant, Style.CARD, 32)


def sheet_card(stage: Layout, box: pygame.Rect, closed: Tap) -> Scene:
    """A card over a screen; its cross closes it, as a touch beside it does."""
    return (
        Veil(stage.page.rect, closed),
        Box(box, theme.CARD, stage.px(18), has_shadow=True),
        shut_key(stage, box, closed),
    )


def titles(stage: Layout, box: pygame.Rect, title: str, why: str) -> Scene:
    """A screen's title, and below it a line that says why."""
    upper, lower = stacked(box, stage.px(34), stage.px(24))
    return (
        Label(upper, title, stage.px(26), theme.PAPER, Weight.BOLD),
        Label(lower, why, stage.px(16), theme.PAPER_SOFT),
    )


def header(
    stage: Layout, title: str, why: str = "", meant: Tap | None = None, right: float = 0
) -> Scene:
    """The way back and the title of a screen without a table, 76 high; `right` stays free."""
    words = stage.box(98, 10, stage.width - 112 - right, 60)
    back = back_key(stage, meant)
    if stage.notice:
        return (back, *notice_in(stage, words))
    if not why:
        return (back, Label(words, title, stage.px(28), theme.PAPER, Weight.BOLD))
    return (back, *titles(stage, words, title, why))


def segments(
    stage: Layout,
    rect: pygame.Rect,
    choices: Sequence[tuple[str, Tap]],
    chosen: int,
    size: float = 16,
) -> Scene:
    """Keys side by side of which one is chosen."""
    gap = stage.px(6)
    return tuple(
        replace(
            text_key(stage, at, text, meant, Style.MAIN if number == chosen else Style.KEY, size),
            shown=(
                Label(
                    at.inflate(-stage.px(6), -stage.px(6)),
                    text,
                    stage.px(size),
                    Style.MAIN.ink if number == chosen else theme.PAPER,
                    Weight.STRONG,
                    Align.MIDDLE,
                    2,
                ),
            ),
        )
        for number, (at, (text, meant)) in enumerate(
            zip(columns(rect, len(choices), gap), choices, strict=True)
        )
    )


def card_box(stage: Layout, high: float) -> pygame.Rect:
    """A card in the middle of what lies above the bar."""
    wide = min(680.0, stage.width - 32)
    room = stage.height - (164 if stage.page.is_portrait else 88)
    return stage.box((stage.width - wide) / 2, max(14, (room - high) / 2), wide, high)
