"""Looking after the device: camera and buttons tried, setting up, faults, MOSAIX."""

from __future__ import annotations

from typing import Any, cast

import pygame

from device.core.events import Back, Confirm
from device.core.messages import Message
from device.core.model import CameraStatus, CommonModel
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import columns, rows
from device.ui.marks import CameraPicture, TickMark
from device.ui.parts import backdrop, header, text_key
from device.ui.stage import Stage
from device.ui.state import Ui
from device.ui.theme import Page, Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene
from device.ui.words import Words
from vision.checkup import CameraReport, Mark


def camera_screen(stage: Stage) -> Scene:
    """What the camera sees, how it is, and for each thing that matters whether it is well."""
    px, words = stage.px, stage.words
    wide, high = stage.width, stage.height
    report = stage.model.teaching.report
    again = stage.box(wide - 214, 10, 200, 60)
    if stage.page.is_portrait:
        box = stage.box(14, 82, wide - 28, 300)
        room = stage.box(14, 392, wide - 28, high - 392 - 80)
    else:
        box = stage.box(14, 82, 396, high - 82 - 80)
        room = stage.box(422, 82, wide - 422 - 14, high - 82 - 80)
    low = stage.box(14, high - 72, wide - 28, 60)
    symbol = pygame.Rect(low.x, low.y + px(10), px(36), px(36))
    text = pygame.Rect(symbol.right + px(14), low.y, low.width - px(54), low.height)
    is_well = report is not None and report.is_well and not stage.trouble
    mark = TickMark(symbol, 1, True) if is_well else IconMark(symbol, Icon.ALERT, theme.GOLD)
    return (
        *backdrop(stage),
        *header(stage, words("check.camera"), right=214),
        text_key(stage, again, words("check.reopen"), Confirm(), Style.KEY, 17, Icon.EYE),
        Box(box, theme.TRACK, px(14)),
        CameraPicture(box.inflate(-px(16), -px(16)), stage.picture, px(8)),
        *_marks(stage, None if stage.trouble else report, room),
        mark,
        Label(text, _advice(stage, report), px(18), theme.PAPER, Weight.STRONG, lines=2),
    )


def _marks(stage: Stage, report: CameraReport | None, room: pygame.Rect) -> Scene:
    """A line for each thing looked at: passed, failed, or not known yet."""
    px, words = stage.px, stage.words
    told = dict(report.marks) if report else {}
    scene: Scene = ()
    for mark, row in zip(Mark, rows(room, len(Mark), px(4)), strict=True):
        side = min(px(30), row.height - px(4))
        circle = pygame.Rect(row.x + px(8), 0, side, side)
        circle.centery = row.centery
        text = pygame.Rect(circle.right + px(12), row.y, row.right - circle.right - px(20), 0)
        text.height = row.height
        is_well = told.get(mark)
        ink = theme.PAPER_SOFT if is_well is None else theme.PAPER
        scene += (Box(row, theme.PANEL, px(8)),)
        if is_well:
            scene += (TickMark(circle, 1, True),)
        elif is_well is False:
            scene += (IconMark(circle, Icon.ALERT, theme.GOLD),)
        else:
            scene += (Box(circle, theme.KEY, side // 2, theme.KEY_EDGE, px(2)),)
        weight = Weight.STRONG if is_well is False else Weight.REGULAR
        scene += (Label(text, words(f"mark.{mark.value}"), px(17), ink, weight),)
    return scene


def _advice(stage: Stage, report: CameraReport | None) -> str:
    """What is to be done first."""
    words = stage.words
    if stage.model.camera is not CameraStatus.WELL:
        return _camera_words(stage)
    if report is None:
        return words("check.looking")
    if not report.tiles:
        return words("check.no-tiles")
    wrong = next((mark for mark, is_well in report.marks if not is_well), None)
    return words(f"remedy.{wrong.value}") if wrong else words("check.well")


def _camera_words(stage: Stage) -> str:
    return stage.trouble or stage.words(f"check.{stage.model.camera.value}")


def button_screen(stage: Stage) -> Scene:
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
    words = Words(model.settings.language)
    stage = Stage(cast(Any, model), Ui(), page, words)
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
        text_key(stage, low, words(on), Back(), Style.DONE),
    )
