"""Settings: everything players may change, on one page; the device has pages of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from itertools import accumulate
from typing import Any

import pygame

from device.core.events import Change, Go
from device.core.model import CommonPhase
from device.core.settings import BRIGHTNESS, ROTATIONS, Facing, KeySide
from device.ui import theme
from device.ui.controls import Button, Slider, Style, Toggle
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_left, cut_right, rows
from device.ui.parts import backdrop, header, segments, text_key
from device.ui.screens.device import device_screen
from device.ui.sheets import language_key
from device.ui.stage import CommonStage
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import Box, Label, Scene

STEP = 10  # per cent of brightness
LEFT = (86, 86, 62, 62, 62)  # heights: language and light, keys, switches, device and sharing
RIGHT = (86, 86, 60, 60)  # rotation, facing, keys


def settings_screen(stage: CommonStage) -> Scene:
    """Language, light, sound, marks; turning and facing; tests, about, shut down."""
    if stage.ui.tab:
        return device_screen(stage)
    words, px = stage.words, stage.px
    wide, high = stage.width, stage.height
    scene = (*backdrop(stage), *header(stage, words("settings.title")))
    if stage.page.is_portrait:
        one = stacked(stage.box(14, 84, wide - 28, high - 98), (*LEFT, *RIGHT), px)
        one, two = one[: len(LEFT)], one[len(LEFT) :]
    else:
        half = (wide - 40) / 2
        one = stacked(stage.box(14, 84, half, high - 98), LEFT, px)
        two = rows(stage.box(26 + half, 84, half, high - 98), 4, px(10))
    keys = [*columns(two[2], 2, px(10)), *columns(two[3], 2, px(10))]
    language, light = columns(one[0], 2, px(10))
    sound, speech = columns(one[2], 2, px(10))
    marks, large = columns(one[3], 2, px(10))
    set_up, share = columns(one[4], 2, px(10))
    device = replace(stage.ui, tab=1)
    return (
        *scene,
        *_language(stage, language),
        *_brightness(stage, light),
        *_choice(stage, one[1], "keys", KeySide),
        *_toggle(stage, sound, "settings.sound", "has_sound"),
        *_toggle(stage, speech, "settings.speech", "has_speech"),
        *_toggle(stage, marks, "settings.marks", "has_marks"),
        *_toggle(stage, large, "settings.large-text", "has_large_text"),
        text_key(stage, set_up, words("device.title"), device, Style.KEY, 17, Icon.GEAR),
        _go(stage, share, Icon.EYE, "settings.share", CommonPhase.SHARE),
        *_rotation(stage, two[0]),
        *_choice(stage, two[1], "facing", Facing),
        _go(stage, keys[0], Icon.HAND, "settings.buttons", CommonPhase.BUTTON_CHECK),
        _go(stage, keys[1], Icon.CAMERA, "settings.camera", CommonPhase.CAMERA_CHECK),
        _go(stage, keys[2], Icon.HELP, "settings.about", CommonPhase.ABOUT),
        _go(stage, keys[3], Icon.POWER, "settings.shut-down", CommonPhase.SHUT_DOWN),
    )


def _panel(stage: CommonStage, box: pygame.Rect, text: str) -> tuple[Scene, pygame.Rect]:
    """A box with its words at the top, and the room below them."""
    px = stage.px
    label = pygame.Rect(box.x + px(14), box.y + px(3), box.width - px(28), px(18))
    room = pygame.Rect(box.x, box.bottom - px(62), box.width, px(60))
    return (
        Box(box, theme.PANEL, px(12)),
        Label(label, stage.words(text), px(15), theme.PAPER_SOFT),
    ), room.inflate(-px(8), 0)


def _language(stage: CommonStage, box: pygame.Rect) -> Scene:
    scene, room = _panel(stage, box, "settings.language")
    return (*scene, language_key(stage, room, stage.model.settings, stage.ui))


def _brightness(stage: CommonStage, box: pygame.Rect) -> Scene:
    settings, px = stage.model.settings, stage.px
    scene, room = _panel(stage, box, "settings.brightness")
    span = range(BRIGHTNESS.start, BRIGHTNESS.stop, STEP)

    def change(value: int) -> Tap:
        return Change(replace(settings, brightness=value))

    return (*scene, Slider(room, settings.brightness, span, change, px(30)))


def stacked(
    box: pygame.Rect, highs: Sequence[float], px: Callable[[float], int]
) -> list[pygame.Rect]:
    """Boxes one below the other as high as wanted, the room that is left between them."""
    tall = [px(high) for high in highs]
    gap = min(px(10), (box.height - sum(tall)) // max(1, len(tall) - 1))
    tops = accumulate((high + gap for high in tall), initial=box.y)
    return [pygame.Rect(box.x, top, box.width, high) for top, high in zip(tops, tall, strict=False)]


def _toggle(stage: CommonStage, box: pygame.Rect, text: str, name: str) -> Scene:
    """A switch for the setting of that name."""
    settings, px = stage.model.settings, stage.px
    is_on = bool(getattr(settings, name))
    other: dict[str, Any] = {name: not is_on}
    label, control = cut_right(cut_right(box, px(12))[0], px(68), px(2))
    label, control = cut_left(label, px(14))[1], centred(control, px(68), px(64))
    return (
        Box(box, theme.PANEL, px(12)),
        Label(label, stage.words(text), px(18), theme.PAPER, Weight.STRONG, lines=2),
        Toggle(control, is_on, Change(replace(settings, **other))),
    )


def _rotation(stage: CommonStage, box: pygame.Rect) -> Scene:
    settings = stage.model.settings
    choices: list[tuple[str, Tap]] = [
        (f"{turned}°", Change(replace(settings, rotation=turned))) for turned in ROTATIONS
    ]
    scene, room = _panel(stage, box, "settings.rotation")
    return (*scene, *segments(stage, room, choices, ROTATIONS.index(settings.rotation), 18))


def _choice(stage: CommonStage, box: pygame.Rect, name: str, kind: type[Enum]) -> Scene:
    """The values of the setting of that name, side by side."""
    settings, words = stage.model.settings, stage.words
    values: list[Any] = list(kind)
    choices: list[tuple[str, Tap]] = [
        (words(f"settings.{name}-{each.value}"), Change(replace(settings, **{name: each})))
        for each in values
    ]
    scene, room = _panel(stage, box, f"settings.{name}")
    return (*scene, *segments(stage, room, choices, values.index(getattr(settings, name)), 16))


def _go(stage: CommonStage, box: pygame.Rect, icon: Icon, text: str, phase: Enum) -> Button:
    return text_key(stage, box, stage.words(text), Go(phase), Style.KEY, 17, icon)
