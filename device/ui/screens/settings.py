"""Settings: everything players may change, on one page; the device has pages of its own."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import pygame

from device.core.events import Change, Go
from device.core.model import CommonPhase
from device.core.settings import BRIGHTNESS, ROTATIONS, Facing
from device.games.sepmosa.model import Phase
from device.ui import theme
from device.ui.controls import Button, Slider, Style, Toggle
from device.ui.icons import Icon
from device.ui.layout import columns, rows
from device.ui.parts import backdrop, header, segments, text_key
from device.ui.screens.device import device_screen
from device.ui.sheets import language_key
from device.ui.stage import Stage
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import Box, Label, Scene

STEP = 10  # per cent of brightness


def settings_screen(stage: Stage) -> Scene:
    """Language, light, sound, marks; turning and facing; tests, about, shut down."""
    if stage.ui.tab:
        return device_screen(stage)
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    scene = (*backdrop(stage), *header(stage, words("settings.title")))
    if stage.page.is_portrait:
        tops = (84, 182, 280, 352, 424, 522, 620, 696)
        highs = (90, 90, 64, 64, 90, 90, 68, 68)
        boxes = [stage.box(14, top, wide - 28, tall) for top, tall in zip(tops, highs, strict=True)]
        one, two = boxes[:4], boxes[4:]
    else:
        half = (wide - 40) / 2
        one = rows(stage.box(14, 84, half, high - 98), 4, px(10))
        two = rows(stage.box(26 + half, 84, half, high - 98), 4, px(10))
    keys = [*columns(two[2], 2, px(10)), *columns(two[3], 2, px(10))]
    sound, marks = columns(one[2], 2, px(10))
    device = replace(stage.ui, tab=1)
    return (
        *scene,
        *_language(stage, one[0]),
        *_brightness(stage, one[1]),
        *_toggle(stage, sound, "settings.sound"),
        *_toggle(stage, marks, "settings.marks"),
        text_key(stage, one[3], words("settings.device"), device, Style.KEY, 17, Icon.GEAR),
        *_rotation(stage, two[0]),
        *_facing(stage, two[1]),
        _go(stage, keys[0], Icon.HAND, "settings.buttons", CommonPhase.BUTTON_CHECK),
        _go(stage, keys[1], Icon.CAMERA, "settings.camera", Phase.CAMERA_CHECK),
        _go(stage, keys[2], Icon.HELP, "settings.about", CommonPhase.ABOUT),
        _go(stage, keys[3], Icon.POWER, "settings.shut-down", CommonPhase.SHUT_DOWN),
    )


def _panel(stage: Stage, box: pygame.Rect, text: str) -> tuple[Scene, pygame.Rect]:
    """A box with its words at the top, and the room below them."""
    px = stage.px
    label = pygame.Rect(box.x + px(14), box.y + px(3), box.width - px(28), px(22))
    room = pygame.Rect(box.x, box.bottom - px(62), box.width, px(60))
    return (
        Box(box, theme.PANEL, px(12)),
        Label(label, stage.words(text), px(15), theme.PAPER_SOFT),
    ), room.inflate(-px(8), 0)


def _language(stage: Stage, box: pygame.Rect) -> Scene:
    scene, room = _panel(stage, box, "settings.language")
    return (*scene, language_key(stage, room, stage.model.settings, stage.ui))


def _brightness(stage: Stage, box: pygame.Rect) -> Scene:
    settings, px = stage.model.settings, stage.px
    scene, room = _panel(stage, box, "settings.brightness")
    span = range(BRIGHTNESS.start, BRIGHTNESS.stop, STEP)

    def change(value: int) -> Tap:
        return Change(replace(settings, brightness=value))

    return (*scene, Slider(room, settings.brightness, span, change, px(30)))


def _toggle(stage: Stage, box: pygame.Rect, text: str) -> Scene:
    settings, px = stage.model.settings, stage.px
    is_sound = text == "settings.sound"
    is_on = settings.has_sound if is_sound else settings.has_marks
    changed = (
        replace(settings, has_sound=not is_on)
        if is_sound
        else replace(settings, has_marks=not is_on)
    )
    label = pygame.Rect(box.x + px(14), box.y, box.width - px(96), box.height)
    control = pygame.Rect(box.right - px(80), box.y, px(68), px(64))
    control.centery = box.centery
    return (
        Box(box, theme.PANEL, px(12)),
        Label(label, stage.words(text), px(18), theme.PAPER, Weight.STRONG, lines=2),
        Toggle(control, is_on, Change(changed)),
    )


def _rotation(stage: Stage, box: pygame.Rect) -> Scene:
    settings = stage.model.settings
    choices: list[tuple[str, Tap]] = [
        (f"{turned}°", Change(replace(settings, rotation=turned))) for turned in ROTATIONS
    ]
    scene, room = _panel(stage, box, "settings.rotation")
    return (*scene, *segments(stage, room, choices, ROTATIONS.index(settings.rotation), 18))


def _facing(stage: Stage, box: pygame.Rect) -> Scene:
    settings, words = stage.model.settings, stage.words
    choices: list[tuple[str, Tap]] = [
        (words(f"settings.{each.value}"), Change(replace(settings, facing=each))) for each in Facing
    ]
    scene, room = _panel(stage, box, "settings.facing")
    return (*scene, *segments(stage, room, choices, list(Facing).index(settings.facing), 16))


def _go(stage: Stage, box: pygame.Rect, icon: Icon, text: str, phase: Enum) -> Button:
    return text_key(stage, box, stage.words(text), Go(phase), Style.KEY, 17, icon)
