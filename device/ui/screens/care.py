"""Looking after the device: buttons tried, and faults."""

from __future__ import annotations

import pygame

from device.core.events import Back
from device.core.messages import Message
from device.core.model import CommonModel
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import columns
from device.ui.parts import backdrop, header, text_key
from device.ui.stage import CommonStage
from device.ui.state import Ui
from device.ui.theme import Page, Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene
from device.ui.words import GameWords


def button_screen(stage: CommonStage) -> Scene:
    """Two buttons that light up as they are pressed."""
    words, px = stage.words, stage.px
    room = stage.box(14, 100, stage.width - 28, stage.height - 120)
    scene = (
        *backdrop(stage),
        *header(stage, words("check.buttons"), words("check.buttons-why")),
    )
    for seat, box in zip((0, 1), columns(room, 2, px(14)), strict=True):
        is_pressed = stage.model.pressed[seat]
        side = min(px(150), box.width - px(40))
        circle = pygame.Rect(0, 0, side, side)
        circle.center = (box.centerx, box.y + (box.height - px(84)) // 2)
        fill = theme.DONE if is_pressed else theme.KEY
        edge = theme.GOLD if not is_pressed else theme.DONE
        name = pygame.Rect(box.x + px(10), box.bottom - px(84), box.width - px(20), px(36))
        state = pygame.Rect(box.x + px(10), name.bottom, box.width - px(20), px(28))
        icon = Icon.TICK if is_pressed else Icon.HAND
        text = words("check.pressed" if is_pressed else "check.waiting")
        soft = theme.PAPER_SOFT
        scene += (
            Box(box, theme.PANEL, px(14)),
            Box(circle, fill, side // 2, edge, px(4)),
            IconMark(circle.inflate(-side // 2, -side // 2), icon, theme.PAPER),
            Label(
                name,
                words.player(seat),
                px(22),
                theme.PAPER,
                Weight.BOLD,
                Align.MIDDLE,
                is_own=True,
            ),
            Label(state, text, px(17), soft, align=Align.MIDDLE),
        )
    return scene


NEWS = (  # of what happened before; nothing is to be retried
    Message.FAULT_SAFE_MODE,
    Message.FAULT_UNKEPT,
    Message.FAULT_SET_ASIDE,
)

PERHAPS_LOST = (Message.FAULT_UNKEPT, Message.FAULT_SET_ASIDE)


def fault_screen(model: CommonModel, page: Page) -> Scene:
    """Something is broken, whatever is played: what, and that the game is kept, where that is
    sure."""
    words = GameWords(model.settings.language)
    stage = CommonStage(model, Ui(), page, words)
    px = stage.px
    wide, high = stage.width, stage.height
    card_high = 330.0
    box = stage.box(
        (wide - min(640, wide - 32)) / 2, (high - card_high) / 2, min(640, wide - 32), card_high
    )
    inner = box.inflate(-px(52), -px(44))
    badge = pygame.Rect(inner.x, inner.y, px(56), px(56))
    left = badge.right + px(18)
    title = pygame.Rect(left, inner.y, inner.right - left, px(56))
    fault = model.fault
    text = words.sentence(fault) if fault else words("sentence.fault-unexpected")
    reason = pygame.Rect(inner.x, badge.bottom + px(14), inner.width, px(70))
    kept = pygame.Rect(inner.x, reason.bottom + px(4), inner.width, px(30))
    is_kept = fault is None or fault.message not in PERHAPS_LOST
    on = "key.go-on" if fault is not None and fault.message in NEWS else "fault.retry"
    low = pygame.Rect(inner.x, inner.bottom - px(64), inner.width, px(64))
    return (
        *backdrop(stage),
        Box(box, theme.CARD, px(18), has_shadow=True),
        Box(badge, theme.GOLD, px(28)),
        IconMark(badge.inflate(-px(20), -px(20)), Icon.ALERT, theme.GOLD_INK),
        Label(title, words("fault.title"), px(26), theme.INK, Weight.BOLD),
        Label(reason, text, px(20), theme.INK, lines=3),
        *([Label(kept, words("fault.kept"), px(18), theme.DONE, Weight.STRONG)] if is_kept else []),
        text_key(stage, low, words(on), Back(), Style.MAIN),
    )
