"""The bar at the bottom of every screen of a game: what happens now, and the keys beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import Layout, band, centred, cut_left, cut_right, inset
from device.ui.parts import KEY_HEIGHT, key, key_width, notice_in
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Fill, IconMark, Label, Scene, Widget
from device.ui.words import signed

SIDE = 138  # width of a player's panel
HEADER = 190  # height of the players' panels on a page that stands upright
BAR, TALL_BAR = 88, 164
TOLD, TOLD_ALONE = 28, 25  # px of what was played, and the least of it on a line of its own


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the bar."""

    icon: Icon
    text: str
    meant: Tap | None
    style: Style = Style.KEY


@dataclass(frozen=True, slots=True)
class Bar:
    """What happens now, what the button will do, and the keys beside it."""

    title: str
    why: str
    keys: Sequence[Key] = ()
    points: int | None = None
    is_watching: bool = False  # whether trouble with the camera is said instead of `why`
    is_told: bool = False  # whether the title is what was played: large, and no notice hides it


def felt_box(stage: Layout) -> pygame.Rect:
    """Where the cloth is."""
    page = stage.page
    if page.is_portrait:
        top, low = stage.px(HEADER), stage.px(TALL_BAR)
        return pygame.Rect(0, top, page.width, page.height - top - low)
    side = stage.px(SIDE)
    return pygame.Rect(side, 0, page.width - 2 * side, page.height - stage.px(BAR))


def bar_box(stage: Layout) -> pygame.Rect:
    """Where the bar is."""
    page = stage.page
    high = stage.px(TALL_BAR if page.is_portrait else BAR)
    return pygame.Rect(0, page.height - high, page.width, high)


def bar_with(
    stage: Layout, shown: Bar, picture: Callable[[pygame.Rect], Widget] | None = None
) -> Scene:
    """The bar at the bottom, with any small picture before its words."""
    rect = bar_box(stage)
    px = stage.px
    scene: Scene = (Fill(rect, theme.BAR),)
    keys = _key_boxes(stage, rect, shown.keys)
    text = pygame.Rect(rect.x + px(16), rect.y, rect.width - px(32), px(BAR))
    if keys and not stage.page.is_portrait:
        text.width -= keys[0].unionall(keys).width + px(10) + px(14) - px(16)
        text = stage.handed(text)
    if picture is not None:
        tile, text = cut_left(text, px(46), px(14))
        scene += (picture(centred(tile, px(46), px(60))),)
    if shown.points is not None:
        text, points = cut_right(text, px(84), px(8))
        label = signed(shown.points)
        scene += (Label(points, label, px(46), theme.GOLD, Weight.HEAVY, Align.MIDDLE),)
    is_said = shown.is_watching and stage.notice == stage.trouble  # below what was played
    if stays(shown) and stage.notice and not is_said:
        scene += notice_on_cloth(stage)
    return (
        *scene,
        *_bar_words(stage, shown, text),
        *(
            key(stage, at, each.icon, each.text, each.meant, each.style)
            for at, each in zip(keys, shown.keys, strict=True)
        ),
    )


def stays(shown: Bar) -> bool:
    """Whether no notice may take the place of what the bar says."""
    return shown.points is not None or shown.is_told


def notice_on_cloth(stage: Layout) -> Scene:
    """The notice at the top of the cloth, where the bar has something to say that must stay."""
    felt, px = felt_box(stage), stage.px
    room = pygame.Rect(0, 0, felt.width - px(56), px(48))
    room.midtop = (felt.centerx, felt.y + px(8))
    words = Label(room, stage.notice, px(16), theme.PAPER, Weight.STRONG, Align.MIDDLE, 2)
    box = words.ink.inflate(px(28), px(20))
    words = replace(words, rect=inset(box, px(10), 0))  # large text keeps to the box
    return (Box(box, theme.BAR, px(14), theme.GOLD, px(1), has_shadow=True), words)


def _bar_words(stage: Layout, shown: Bar, text: pygame.Rect) -> Scene:
    """What the bar says: what happens now and why, or a notice for its moment."""
    px = stage.px
    if stage.notice and not stays(shown):
        return notice_in(stage, band(text, px(12), px(64)))
    upper = band(text, px(17), px(28))
    lower = band(text, px(46), px(24))
    if shown.is_told and not stage.trouble:
        return _told(stage, shown, text)
    if not (shown.is_watching and stage.trouble):
        return (
            Label(upper, shown.title, px(21), theme.PAPER, Weight.STRONG),
            Label(lower, shown.why, px(16), theme.PAPER_SOFT),
        )
    mark, said = cut_left(text, px(22), px(8))
    mark, said = band(mark, px(47), px(22)), band(said, px(40), px(42))
    return (
        Label(upper.move(0, -px(6)), shown.title, px(21), theme.PAPER, Weight.STRONG),
        IconMark(mark.move(0, px(3)), Icon.ALERT, theme.GOLD),
        Label(said, stage.trouble, px(16), theme.GOLD, lines=2),
    )


def _told(stage: Layout, shown: Bar, text: pygame.Rect) -> Scene:
    """What was played, as large as it fits on one line, else on two without what else is said."""
    px = stage.px
    upper = band(text, px(8), px(42))
    title = Label(upper, shown.title, px(TOLD), theme.PAPER, Weight.STRONG)
    if title.fit.size >= px(TOLD_ALONE):
        lower = band(text, px(52), px(24))
        return (title, Label(lower, shown.why, px(16), theme.PAPER_SOFT))
    both = band(text, px(5), px(78))
    return (Label(both, shown.title, px(TOLD), theme.PAPER, Weight.STRONG, lines=2),)


def _key_boxes(stage: Layout, rect: pygame.Rect, keys: Sequence[Key]) -> list[pygame.Rect]:
    px, gap = stage.px, stage.px(10)
    row, widths = inset(rect, px(14), 0), [key_width(stage, each.text) for each in keys]
    top = rect.y + px((BAR - KEY_HEIGHT) / 2)
    if stage.page.is_portrait:
        room = row.width - gap * (len(keys) - 1)
        widths = [min(px(140), room // len(keys)) for _ in keys]
        top = rect.y + px(BAR) + px(2)
    boxes: list[pygame.Rect] = []
    for wide in reversed(widths):  # from the corner
        row, box = cut_right(row, wide, gap)
        boxes.insert(0, stage.handed(pygame.Rect(box.x, top, wide, px(KEY_HEIGHT))))
    return boxes
