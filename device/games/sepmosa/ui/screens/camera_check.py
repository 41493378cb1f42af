"""The camera tried: what it sees, and what of that is well."""

from __future__ import annotations

import pygame

from device.core.events import Confirm
from device.core.model import CameraStatus
from device.games.sepmosa.ui.stage import Stage
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import centred, cut_left, cut_top, inset, rows
from device.ui.marks import CameraPicture, TickMark
from device.ui.parts import backdrop, header, text_key
from device.ui.theme import Weight
from device.ui.widgets import Box, IconMark, Label, Scene
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
    symbol, text = cut_left(low, px(36), px(14))
    symbol = cut_top(cut_top(symbol, px(10))[1], px(36))[0]
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
        circle, text = cut_left(inset(row, px(8), 0), side, px(12))
        circle = centred(circle, side)
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
