"""Looking after the device: camera and buttons tried, setting up, about, faults, MOSAIX."""

from __future__ import annotations

from importlib import metadata

import pygame

from device.events import Back, Confirm, Go
from device.messages import Message
from device.model import CameraStatus, Phase
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.marks import Picture, Tick
from device.ui.parts import backdrop, columns, header, rows, text_key
from device.ui.stage import Stage
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Label, Scene, Symbol
from engine.sepmosa import Player


def camera_screen(stage: Stage) -> Scene:
    """What the camera sees, and how it is."""
    px, status = stage.px, stage.model.camera
    is_well = status is CameraStatus.WELL
    again = stage.box(stage.width - 214, 10, 200, 60)
    low = stage.box(14, stage.height - 70, stage.width - 28, 56)
    box = stage.box(14, 82, stage.width - 28, stage.height - 82 - 80)
    symbol = pygame.Rect(low.x, low.y + px(10), px(36), px(36))
    text = pygame.Rect(symbol.right + px(14), low.y, low.width - px(54), low.height)
    mark = Tick(symbol, 1, True) if is_well else Symbol(symbol, Icon.ALERT, theme.GOLD)
    return (
        *backdrop(stage),
        *header(stage, stage.words("check.camera"), right=214),
        text_key(stage, again, stage.words("check.reopen"), Confirm(), Style.KEY, 17, Icon.EYE),
        Box(box, theme.TRACK, px(14)),
        Picture(box.inflate(-px(16), -px(16)), stage.picture, px(8)),
        mark,
        Label(text, _camera_words(stage), px(19), theme.PAPER, Weight.STRONG, lines=2),
    )


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
    for player, box in zip(Player, columns(room, 2, px(14)), strict=True):
        is_pressed = stage.model.pressed[player]
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
            Symbol(circle.inflate(-side // 2, -side // 2), icon, theme.PAPER),
            Label(
                name,
                words.player(player),
                px(22),
                theme.PAPER,
                Weight.BOLD,
                Align.MIDDLE,
                is_own=True,
            ),
            Label(state, text, px(17), soft, align=Align.MIDDLE),
        )
    return scene


def teach_screen(stage: Stage) -> Scene:
    """How to set the device up, with the camera's picture."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        picture = stage.box(14, 84, wide - 28, 270)
        text = stage.box(14, 366, wide - 28, 300)
    else:
        picture = stage.box(wide - 364, 84, 350, high - 84 - 92)
        text = stage.box(14, 84, wide - 392, high - 84 - 92)
    keys = columns(stage.box(14, high - 78, wide - 28, 64), 2, px(12))
    scene = (
        *backdrop(stage),
        *header(stage, words("teach.title")),
        Box(picture, theme.TRACK, px(14)),
        Picture(picture.inflate(-px(16), -px(16)), stage.picture, px(8)),
    )
    for at, (name, row) in enumerate(
        zip(("one", "two", "three"), rows(text, 3, px(8)), strict=True)
    ):
        circle = pygame.Rect(row.x, 0, px(38), px(38))
        circle.centery = row.centery
        words_box = pygame.Rect(circle.right + px(14), row.y, row.width - px(54), row.height)
        scene += (
            Tick(circle, at + 1, False),
            Label(words_box, words(f"teach.{name}"), px(18), theme.PAPER, lines=4),
        )
    camera, buttons = keys
    return (
        *scene,
        text_key(stage, camera, words("settings.camera"), Go(Phase.CAMERA_CHECK), icon=Icon.CAMERA),
        text_key(stage, buttons, words("settings.buttons"), Go(Phase.BUTTON_CHECK), icon=Icon.HAND),
    )


def about_screen(stage: Stage) -> Scene:
    """What this is, and whose letters it uses."""
    words, px = stage.words, stage.px
    box = stage.box(24, 96, stage.width - 48, stage.height - 130)
    texts = (
        (words("about.what"), 20, theme.PAPER, 2),
        (words("about.promise"), 18, theme.GOLD, 1),
        (words("about.version", version=version()), 17, theme.PAPER_SOFT, 1),
        (words("about.font"), 15, theme.PAPER_SOFT, 1),
    )
    scene: Scene = (*backdrop(stage), *header(stage, words("about.title")))
    for (text, size, ink, _), line in zip(texts, rows(box, 4, px(8)), strict=True):
        scene += (Label(line, text, px(size), ink, lines=3),)
    return scene


def version() -> str:
    """The companion's version."""
    try:
        return metadata.version("sepmosa-companion")
    except metadata.PackageNotFoundError:
        return "–"


SAFE = (Message.FAULT_SAFE_MODE, Message.FAULT_UNKEPT)  # told once; nothing is to be retried


def fault_screen(stage: Stage) -> Scene:
    """Something is broken: what, and that the game is kept."""
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    card_high = 330.0
    box = stage.box(
        (wide - min(640, wide - 32)) / 2, (high - card_high) / 2, min(640, wide - 32), card_high
    )
    inner = box.inflate(-px(52), -px(44))
    badge = pygame.Rect(inner.x, inner.y, px(56), px(56))
    left = badge.right + px(18)
    title = pygame.Rect(left, inner.y, inner.right - left, px(56))
    fault = stage.model.fault
    text = words.sentence(fault) if fault else words("sentence.fault-unexpected")
    reason = pygame.Rect(inner.x, badge.bottom + px(14), inner.width, px(70))
    kept = pygame.Rect(inner.x, reason.bottom + px(4), inner.width, px(30))
    is_kept = fault is None or fault.message is not Message.FAULT_UNKEPT
    is_safe = fault is not None and fault.message in SAFE
    low = pygame.Rect(inner.x, inner.bottom - px(64), inner.width, px(64))
    return (
        *backdrop(stage),
        Box(box, theme.CARD, px(18), has_shadow=True),
        Box(badge, theme.GOLD, px(28)),
        Symbol(badge.inflate(-px(20), -px(20)), Icon.ALERT, theme.GOLD_INK),
        Label(title, words("fault.title"), px(26), theme.INK, Weight.BOLD),
        Label(reason, text, px(20), theme.INK, lines=3),
        *([Label(kept, words("fault.kept"), px(18), theme.DONE, Weight.STRONG)] if is_kept else []),
        text_key(stage, low, words("key.go-on" if is_safe else "fault.retry"), Back(), Style.DONE),
    )
