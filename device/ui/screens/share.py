"""Share: on or off, the link as a QR code and in letters, who watches, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from device.core.events import Share
from device.share.qr import qr_cells
from device.share.wish import Sharing
from device.ui import theme
from device.ui.asking import ask_card
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_bottom, cut_left, inset, stacked
from device.ui.parts import backdrop, header, text_key
from device.ui.stage import CommonStage
from device.ui.state import Sheet
from device.ui.theme import Rgb, Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene, Widget

LATE_S = 6.0  # seconds after which sharing should have started
LEAST_ROOM = 72  # px at 800×480 for what sharing does
QUIET = 4  # cells that stay free around a QR code
Line = tuple[Icon, str, Rgb]


@dataclass(frozen=True, slots=True)
class QrMark(Widget):
    """A text as a QR code: whole pixels for every cell, as large as there is room."""

    text: str

    def draw(self, surface: pygame.Surface) -> None:
        shown = _drawn(self.text, min(self.rect.size))
        surface.blit(shown, shown.get_rect(center=self.rect.center))


@lru_cache(maxsize=2)
def _drawn(text: str, side: int) -> pygame.Surface:
    cells = qr_cells(text)
    cell = max(1, side // (len(cells) + 2 * QUIET))
    picture = pygame.Surface((len(cells) * cell,) * 2)
    picture.fill(theme.CARD)
    for row, line in enumerate(cells):
        for column, is_dark in enumerate(line):
            if is_dark:
                picture.fill(theme.INK, (column * cell, row * cell, cell, cell))
    return picture


def share_screen(stage: CommonStage) -> Scene:
    """What sharing does while it is off, how it goes while it is on."""
    scene = (*backdrop(stage), *header(stage, stage.words("share.title")))
    if not stage.model.sharing.is_on:
        return (*scene, *_off(stage))
    scene += _on(stage)
    return (*scene, *_new_link(stage)) if stage.ui.sheet is Sheet.NEW_LINK else scene


def _off(stage: CommonStage) -> Scene:
    words, px = stage.words, stage.px
    wide, high = min(640.0, stage.width - 28), 330.0
    top = 84 + max(0.0, (stage.height - 98 - high) / 2)
    box = stage.box((stage.width - wide) / 2, top, wide, high)
    text, low = cut_bottom(inset(box, px(28), px(24)), px(72), px(18))
    mark, text = text.copy(), text.copy()
    mark.height = px(52)
    text.update(text.x, mark.bottom + px(12), text.width, text.bottom - mark.bottom - px(12))
    return (
        Box(box, theme.PANEL, px(14)),
        IconMark(mark, Icon.EYE, theme.GOLD),
        Label(text, words("share.what"), px(19), theme.PAPER, align=Align.MIDDLE, lines=6),
        text_key(stage, low, words("share.on"), Share(True), Style.MAIN, 22),
    )


def _on(stage: CommonStage) -> Scene:
    words, px = stage.words, stage.px
    told = stage.model.sharing.told
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        code = stage.box(50, 84, wide - 100, wide - 100)
        room = stage.box(14, wide - 4, wide - 28, high - wide - 10)
    else:
        side = min(high - 98, wide / 2 - 28)
        code = stage.box(14, 84, side, side)
        room = stage.box(side + 32, 84, wide - side - 46, high - 98)
    room, low = cut_bottom(room, px(64), px(8))
    new, off = columns(low, 2, px(10))
    address = told.address if told else None
    return (
        *(_code(stage, code, address) if address else _no_code(stage, code)),
        *_lines(stage, room, told, address),
        text_key(stage, new, words("share.new"), stage.open(Sheet.NEW_LINK), Style.KEY, 18),
        text_key(stage, off, words("share.off"), Share(False), Style.KEY, 18, Icon.POWER),
    )


def _code(stage: CommonStage, box: pygame.Rect, address: str) -> Scene:
    """Nothing but the code on its card: the quiet zone is part of it."""
    return (Box(box, theme.CARD, stage.px(8)), QrMark(box, address))


def _no_code(stage: CommonStage, box: pygame.Rect) -> Scene:
    """Why there is no code to scan."""
    px = stage.px
    text, is_wrong = _why_none(stage)
    inner = inset(box, px(24))
    mark = centred(inner, px(52))
    mark.y = inner.y + px(20)
    room = pygame.Rect(inner.x, mark.bottom, inner.width, inner.bottom - mark.bottom)
    icon = Icon.ALERT if is_wrong else Icon.CLOCK
    return (
        Box(box, theme.PANEL, px(14)),
        IconMark(mark, icon, theme.GOLD),
        Label(room, text, px(20), theme.PAPER, Weight.STRONG, Align.MIDDLE, 8),
    )


def _why_none(stage: CommonStage) -> tuple[str, bool]:
    """Why there is no address, and whether that is a trouble."""
    sharing, words = stage.model.sharing, stage.words
    if sharing.told is not None:
        return words(f"trouble.{sharing.told.trouble or 'page'}"), True
    if sharing.by_hand:
        return words("share.by-hand", command=sharing.by_hand), False
    is_late = stage.model.now - max(sharing.since, stage.model.entered) > LATE_S
    return words("share.late" if is_late else "share.starting"), is_late


def _lines(
    stage: CommonStage, room: pygame.Rect, told: Sharing | None, address: str | None
) -> Scene:
    """The address to type, and a line for each thing there is to say."""
    px, words = stage.px, stage.words
    lines: list[Line] = []
    if address and told:
        lines.append((Icon.EYE, words("share.watching", count=told.watching), theme.PAPER))
        if told.trouble:
            lines.append((Icon.ALERT, words(f"trouble.{told.trouble}"), theme.GOLD))
    if told and told.broker:
        is_well = told.broker == "connected"
        which, ink = (Icon.TICK, theme.PAPER) if is_well else (Icon.ALERT, theme.GOLD)
        lines.append((which, words(f"broker.{told.broker}"), ink))
    scene: Scene = ()
    if address:
        upper, link, room = _cut_rows(room, px(26), px(40), px(6))
        scene = (
            Label(upper, words("share.scan"), px(16), theme.PAPER_SOFT),
            Label(link, address, px(22), theme.PAPER, Weight.BOLD),
        )
    for (icon, text, ink), row in zip(lines, stacked(room, *[px(50)] * len(lines)), strict=True):
        symbol, rest = cut_left(row, px(26), px(12))
        label = Label(inset(rest, 0, px(2)), text, px(18), ink, Weight.STRONG, lines=2)
        scene += (IconMark(symbol, icon, theme.GOLD), label)
    low = cut_bottom(room, room.height - px(50) * len(lines))[1]
    if low.height < px(LEAST_ROOM):  # what is wrong comes first
        return scene
    return (*scene, Label(low, words("share.what"), px(16), theme.PAPER_SOFT, lines=6))


def _cut_rows(
    box: pygame.Rect, one: int, two: int, gap: int
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Two rows from the top, and what is left below a gap."""
    upper, lower = stacked(box, one, two)
    top = lower.bottom + gap
    return upper, lower, pygame.Rect(box.x, top, box.width, box.bottom - top)


def _new_link(stage: CommonStage) -> Scene:
    """Asks first: whoever has the old link sees nothing more."""
    words, lines = stage.words, 3 if stage.page.is_portrait else 2
    said = words("share.new-title"), words("share.new-why"), words("share.new-yes")
    return ask_card(stage, "new-link", said, lines, 0, (stage.close(), Share(True, True)))[0]
