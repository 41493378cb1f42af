"""The device's page of the settings: all of the configuration that players do not set in passing.

What a page offers is a table of entries; each says which values of the configuration it sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from device.core.config import JUDGES, Config, FileName, Flag, Judge, Key, OneOf, PathText
from device.core.events import Configure, ConfigValue, Confirm
from device.ui import theme
from device.ui.controls import Button, Style, Toggle
from device.ui.icons import Icon
from device.ui.keyboard import NameCard, name_sheet
from device.ui.layout import band, columns, cut_left, cut_right, inset
from device.ui.parts import backdrop, header, segments, stepper, text_key
from device.ui.stage import CommonStage
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene

Values = tuple[ConfigValue, ...]
PINS = range(2, 28)  # 0 and 1 are the board's own
LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm._/")
LONGEST_TEXT = 120
CELL = 68  # height of an entry


@dataclass(frozen=True, slots=True)
class Plain:
    """A value that is switched, chosen or typed, as what it may be asks for."""

    key: Key

    @property
    def keys(self) -> tuple[Key, ...]:
        return (self.key,)

    @property
    def judge(self) -> Judge:
        """What it may be."""
        section, name = self.key
        return JUDGES[section][name]


@dataclass(frozen=True, slots=True)
class Steps:
    """Values to go through, less or more; several keys may change together."""

    keys: tuple[Key, ...]
    values: Callable[[Config], Sequence[Values]]
    shown: Callable[[Values], str]


Entry = Plain | Steps


def _fixed(*values: ConfigValue) -> Callable[[Config], Sequence[Values]]:
    return lambda _: [(value,) for value in values]


def _pins(key: Key, may_be_none: bool) -> Callable[[Config], Sequence[Values]]:
    """The pins that no other button or LED has."""
    others = {("buttons", name) for name in ("one", "two", "one_led", "two_led")} - {key}

    def free(config: Config) -> Sequence[Values]:
        taken = {config.value(other) for other in others}
        found: list[Values] = [(pin,) for pin in PINS if pin not in taken]
        return [(0,), *found] if may_be_none else found

    return free


def _button(name: str) -> Steps:
    key = ("buttons", name)
    return Steps((key,), _pins(key, False), lambda pin: f"GPIO {pin[0]}")


def _led(name: str) -> Steps:
    key = ("buttons", name)
    return Steps((key,), _pins(key, True), lambda pin: f"GPIO {pin[0]}" if pin[0] else "–")


def _sizes(_: Config) -> Sequence[Values]:
    return [(1280, 720), (1280, 960), (1536, 1152), (1920, 1080), (2304, 1296), (3840, 2160)]


PAGES: Mapping[str, Mapping[str, Entry]] = {
    "screen": {
        "fullscreen": Plain(("screen", "fullscreen")),
        "volume": Steps(
            (("sound", "volume"),), _fixed(*range(0, 101, 10)), lambda volume: f"{volume[0]}%"
        ),
    },
    "camera": {
        "source": Plain(("camera", "source")),
        "number": Steps((("camera", "device"),), _fixed(*range(8)), lambda number: str(number[0])),
        "size": Steps(
            (("camera", "width"), ("camera", "height")), _sizes, lambda wh: f"{wh[0]} × {wh[1]}"
        ),
        "rate": Steps(
            (("camera", "frames_per_second"),),
            _fixed(0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 30.0),
            lambda rate: f"{rate[0]:g} / s",
        ),
        "folder": Plain(("camera", "folder")),
    },
    "buttons": {
        "buttons": Plain(("buttons", "on")),
        "hold": Steps(
            (("buttons", "hold_seconds"),),
            _fixed(0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0),
            lambda hold: f"{hold[0]:g} s",
        ),
        "one": _button("one"),
        "one-led": _led("one_led"),
        "two": _button("two"),
        "two-led": _led("two_led"),
    },
    "files": {
        "games": Plain(("files", "games")),
        "exports": Plain(("files", "exports")),
    },
    "pictures": {
        "evidence": Plain(("files", "keep_evidence")),
        "misreadings": Plain(("files", "keep_misreadings")),
        "pictures": Steps(
            (("files", "misreadings_pictures"),),
            _fixed(10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000),
            lambda count: str(count[0]),
        ),
        "megabytes": Steps(
            (("files", "misreadings_megabytes"),),
            _fixed(10, 20, 50, 100, 200, 500, 1000, 2000),
            lambda size: f"{size[0]} MB",
        ),
        "evenings": Plain(("files", "keep_evenings")),
        "evenings-megabytes": Steps(
            (("files", "evenings_megabytes"),),
            _fixed(50, 100, 200, 500, 1000, 2000, 5000),
            lambda size: f"{size[0]} MB",
        ),
    },
}


def device_screen(stage: CommonStage) -> Scene:
    """One page of entries, the others a touch away, and a restart where one is needed."""
    words, px = stage.words, stage.px
    names = list(PAGES)
    at = min(max(stage.ui.tab, 1), len(names)) - 1
    wide, high = stage.width, stage.height
    tabs: list[tuple[str, Tap]] = [
        (words(f"device.page-{name}"), replace(stage.ui, tab=number + 1))
        for number, name in enumerate(names)
    ]
    scene: Scene = (
        *backdrop(stage),
        *header(stage, words("device.title"), meant=replace(stage.ui, tab=0)),
        *segments(stage, stage.box(14, 80, wide - 28, 60), tabs, at),
    )
    entries = PAGES[names[at]]
    room = stage.box(14, 150, wide - 28, high - 150 - 14)
    for (name, entry), box in zip(entries.items(), _cells(stage, room, entries), strict=True):
        scene += _entry(stage, name, entry, box)
    if not stage.model.awaits_restart:
        return scene
    said = stage.box(24, high - 76, wide - 248, 62)
    again = stage.box(wide - 214, high - 76, 200, 62)
    return (
        *scene,
        Label(said, words("device.restart-why"), px(17), theme.GOLD, Weight.STRONG, lines=3),
        text_key(stage, again, words("device.restart"), Confirm(), Style.MAIN, 18),
    )


def _cells(
    stage: CommonStage, room: pygame.Rect, entries: Mapping[str, Entry]
) -> list[pygame.Rect]:
    """Boxes for entries: one below the other, or two side by side where the page is wide; a
    choice among several words has a line to itself."""
    px = stage.px
    found: list[pygame.Rect] = []
    top, column = room.y, 0
    per_line = 1 if stage.page.is_portrait else 2
    for entry in entries.values():
        line = band(room, top - room.y, px(CELL))
        is_wide = per_line == 1 or (isinstance(entry, Plain) and isinstance(entry.judge, OneOf))
        found.append(line if is_wide else columns(line, per_line, px(10))[column])
        column = (column + 1) % per_line if not is_wide else 0
        if column == 0:
            top += px(CELL + 8)
    return found


def _entry(stage: CommonStage, name: str, entry: Entry, box: pygame.Rect) -> Scene:
    text = stage.words(f"device.{name}")
    if isinstance(entry, Steps):
        return _steps(stage, text, entry, box)
    match entry.judge:
        case Flag():
            return _switch(stage, text, entry.key, box)
        case OneOf(names):
            return _choice(stage, text, entry.key, names, box)
    return _text(stage, text, name, entry.key, box)


def _labelled(
    stage: CommonStage, text: str, box: pygame.Rect, wide: float
) -> tuple[Scene, pygame.Rect]:
    """A box with its words on the left, and the room for a control so wide on the right."""
    px = stage.px
    label, room = cut_right(cut_right(box, px(4))[0], px(wide), px(6))
    label, room = cut_left(label, px(14))[1], inset(room, 0, px(4))
    words = Label(label, text, px(17), theme.PAPER, Weight.STRONG, lines=3)
    return (Box(box, theme.PANEL, px(12)), words), room


def _switch(stage: CommonStage, text: str, key: Key, box: pygame.Rect) -> Scene:
    is_on = bool(stage.model.config.value(key))
    scene, room = _labelled(stage, text, box, 94)
    control = cut_right(room, stage.px(8))[0]
    return (*scene, Toggle(control, is_on, Configure(((key, not is_on),))))


def _choice(
    stage: CommonStage, text: str, key: Key, names: tuple[str, ...], box: pygame.Rect
) -> Scene:
    scene, room = _labelled(stage, text, box, box.width / stage.page.unit * 0.74)
    choices = [
        (stage.words(f"device.{key[1]}-{name}"), _chosen(stage, key, name)) for name in names
    ]
    chosen = names.index(stage.model.config.value(key))
    return (*scene, *segments(stage, room, choices, chosen, 16))


def _chosen(stage: CommonStage, key: Key, name: str) -> Tap:
    """A word chosen; for pictures from a folder the folder has to be known first."""
    if (key, name) == (("camera", "source"), "folder") and not stage.model.config.text(
        "camera", "folder"
    ):
        return _typing(stage, "folder", "")
    return Configure(((key, name),))


def _steps(stage: CommonStage, text: str, entry: Steps, box: pygame.Rect) -> Scene:
    px, config = stage.px, stage.model.config
    now = tuple(config.value(key) for key in entry.keys)
    values = list(entry.values(config))
    below = [each for each in values if each < now]
    above = [each for each in values if each > now]
    scene, room = _labelled(stage, text, box, 236)
    less, more = (
        Configure(tuple(zip(entry.keys, each[0], strict=True))) if each else None
        for each in (below[-1:], above[:1])
    )
    ends, middle = stepper(stage, room, 60, (less, more), side=24)
    middle = inset(middle, px(6), 0)
    value = Label(middle, entry.shown(now), px(20), theme.GOLD, Weight.BOLD, Align.MIDDLE)
    return (*scene, *ends, value)


def _text(stage: CommonStage, text: str, name: str, key: Key, box: pygame.Rect) -> Scene:
    px, value = stage.px, stage.model.config.text(*key)
    words, pencil = cut_right(cut_right(box, px(16))[0], px(26), px(8))
    words = cut_left(words, px(14))[1]
    label, low = band(words, px(8), px(22)), band(words, px(31), px(30))
    shown = (
        Label(label, text, px(15), theme.PAPER_SOFT),
        Label(low, value or "–", px(18), theme.PAPER, Weight.STRONG, is_own=True),
        IconMark(pencil, Icon.EDIT, theme.PAPER_SOFT),
    )
    return (Button(box, _typing(stage, name, value), Style.LINE, px(12), 0, shown),)


def _typing(stage: CommonStage, name: str, value: str) -> Tap:
    return replace(stage.ui, sheet=Sheet.TEXT, asked=name, typed=value, is_upper=False)


def text_sheet(stage: CommonStage) -> Scene:
    """A keyboard for the entry that is asked about."""
    name = stage.ui.asked
    entry = next((page[name] for page in PAGES.values() if name in page), None)
    if not isinstance(entry, Plain):
        return ()
    key, judge = entry.key, entry.judge
    letters = LETTERS if isinstance(judge, PathText) else tuple(row.strip("/") for row in LETTERS)

    def meant(text: str) -> Tap:
        if judge(text) is not None:
            return stage.close()
        if isinstance(judge, FileName):
            return Configure(((key, text),))
        return Configure(((key, text), (("camera", "source"), "folder")))

    asked = NameCard(
        stage.words(f"device.{name}"), "", (), meant, stage.words("key.done"),
        stage.words("new.space"), letters, LONGEST_TEXT,
    )  # fmt: skip
    return name_sheet(stage, stage.ui, asked)
