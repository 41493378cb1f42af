"""The pictures of a disputed turn, side by side over the screen they were asked for on."""

from __future__ import annotations

import pygame

from device.games.sepmosa.events import AskEvidence, CloseEvidence
from device.games.sepmosa.ui.stage import Stage
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_right, cut_top, inset, rows
from device.ui.marks import CameraPicture
from device.ui.parts import sheet_card
from device.ui.theme import LEAST_TARGET, Weight
from device.ui.widgets import IconMark, Label, Scene


def evidence_sheet(stage: Stage) -> Scene:
    """Before the turn, and when it was in question; a touch anywhere closes it."""
    seen, words, px = stage.model.evidence, stage.words, stage.px
    if seen is None:
        return ()
    box = inset(stage.page.rect, px(14))
    head, room = cut_top(inset(box, px(18), px(14)), px(LEAST_TARGET), px(6))
    title, _ = cut_right(head, px(LEAST_TARGET), px(12))
    halves = rows(room, 2, px(10)) if stage.page.is_portrait else columns(room, 2, px(14))
    scene: Scene = (
        *sheet_card(stage, box, CloseEvidence()),
        Label(title, words("evidence.title", turn=seen.turn), px(26), theme.INK, Weight.BOLD),
    )
    both = (("evidence.before", seen.before), ("evidence.after", seen.after))
    for at, (text, picture) in zip(halves, both, strict=True):
        label, place = cut_top(at, px(28))
        scene += (
            Label(label, words(text), px(18), theme.INK_SOFT, Weight.STRONG),
            CameraPicture(place, picture, px(8)),
        )
    return scene


def evidence_key(stage: Stage, box: pygame.Rect, turn: int, style: Style = Style.CARD) -> Scene:
    """The way to the pictures of a turn, where there are any."""
    if turn not in stage.model.disputed:
        return ()
    mark = IconMark(centred(box, stage.px(28)), Icon.CAMERA, style.ink)
    return (Button(box, AskEvidence(turn), style, stage.px(12), stage.px(1), (mark,)),)
