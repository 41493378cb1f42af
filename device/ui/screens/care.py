"""Looking after the device: buttons tried, and faults."""

from __future__ import annotations

from device.core.events import Back
from device.core.messages import Message
from device.core.model import CommonModel
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_bottom, cut_left, cut_top, inset, stacked
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
        upper, lower = cut_bottom(box, px(84))
        circle = centred(upper, side)
        fill = theme.DONE if is_pressed else theme.KEY
        edge = theme.GOLD if not is_pressed else theme.DONE
        name, state = stacked(inset(lower, px(10), 0), px(36), px(28))
        icon = Icon.TICK if is_pressed else Icon.HAND
        text = words("check.pressed" if is_pressed else "check.waiting")
        soft, ink = theme.PAPER_SOFT, theme.PAPER
        scene += (
            Box(box, theme.PANEL, px(14)),
            Box(circle, fill, side // 2, edge, px(4)),
            IconMark(circle.inflate(-side // 2, -side // 2), icon, theme.PAPER),
            Label(name, words.player(seat), px(22), ink, Weight.BOLD, Align.MIDDLE, is_own=True),
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
    box = centred(page.rect, px(min(640, stage.width - 32)), px(330))
    inner = inset(box, px(26), px(22))
    head, room = cut_top(inner, px(56), px(14))
    badge, title = cut_left(head, px(56), px(18))
    fault = model.fault
    text = words.sentence(fault) if fault else words("sentence.fault-unexpected")
    reason, _, kept = stacked(room, px(70), px(4), px(30))
    is_kept = fault is None or fault.message not in PERHAPS_LOST
    on = "key.go-on" if fault is not None and fault.message in NEWS else "fault.retry"
    low = cut_bottom(inner, px(64))[1]
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
