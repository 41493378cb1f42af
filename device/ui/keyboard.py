"""A keyboard on the screen for a player's name, with the names known already; a real one, where
one is plugged in, types there as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import Layout, columns
from device.ui.parts import sheet_card, text_key
from device.ui.state import Tap, Ui
from device.ui.theme import LEAST_TARGET, Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene, Widget

LONGEST_NAME = 24
NARROW_ROW = 7  # letters to a row where the page is narrow
ACCENTS = ("àáâãäåąæçć", "èéêëęìíîïñ", "òóôõöøœùúû", "üýÿßśšźžł'-")


@dataclass(frozen=True, slots=True)
class NameCard:
    """Whose name is asked for, in words, and what the keys mean."""

    title: str
    name: str  # as it is so far
    known: Sequence[str]
    meant: Callable[[str], Tap]  # the name chosen or typed
    done: str
    space: str
    letters: tuple[str, ...]
    longest: int = LONGEST_NAME


@dataclass(frozen=True, slots=True)
class TypedText(Widget):
    """What a real keyboard does while a name is asked for; nothing of it can be seen."""

    ui: Ui
    longest: int
    done: Tap
    closed: Tap

    def with_text(self, text: str) -> Tap:
        """The name with more letters at its end."""
        typed = (self.ui.typed + "".join(filter(str.isprintable, text))).lstrip()
        return replace(self.ui, typed=typed[: self.longest], is_upper=False)

    def erased(self) -> Tap:
        """The name without its last letter."""
        return replace(self.ui, typed=self.ui.typed[:-1])


def name_sheet(stage: Layout, ui: Ui, asked: NameCard) -> Scene:
    """A card over the screen; a touch beside it closes it."""
    px = stage.px
    closed = replace(ui, sheet=Ui().sheet)
    lines = letter_rows(stage, ACCENTS if ui.has_accents else asked.letters)
    names = 68.0 if asked.known else 0.0
    high = 182.0 + names + 60 * len(lines)
    top = stage.height - high
    box = stage.box(0, top, stage.width, high + 30)
    title = stage.box(20, top + 8, stage.width - 118, 34)
    field = stage.box(20, top + 46, stage.width - 40 - 228, 60)
    done = stage.box(stage.width - 238, top + 46, 140, 60)
    typed = (ui.typed or asked.name) + "|"
    name = ui.typed.strip()
    meant = asked.meant(name) if name else closed
    shown: Scene = (
        TypedText(pygame.Rect(0, 0, 0, 0), ui, asked.longest, meant, closed),
        *sheet_card(stage, box, closed),
        Label(title, asked.title, px(22), theme.INK, Weight.BOLD),
        Box(field, theme.CHOICE, px(10), theme.CARD_EDGE, px(2)),
        Label(field.inflate(-px(28), 0), typed, px(26), theme.INK, Weight.STRONG, is_own=True),
        text_key(stage, done, asked.done, meant, Style.MAIN),
    )
    for at, each in zip(
        columns(stage.box(20, top + 112, stage.width - 40, 60), 4, px(8)), asked.known, strict=False
    ):
        label = Label(
            at.inflate(-px(12), 0), each, px(17), theme.INK, align=Align.MIDDLE, is_own=True
        )
        shown += (Button(at, asked.meant(each), Style.CARD, px(10), shown=(label,)),)
    return shown + _keys(stage, ui, lines, top + 112 + names, asked)


def letter_rows(stage: Layout, board: tuple[str, ...]) -> list[str]:
    """The letters row by row: as on a keyboard, or fewer to a row where the page is narrow."""
    longest = max(10, *map(len, board))
    if stage.page.width >= longest * LEAST_TARGET + stage.px(16):
        return list(board)
    letters = "".join(board)
    return [letters[at : at + NARROW_ROW] for at in range(0, len(letters), NARROW_ROW)]


def _keys(stage: Layout, ui: Ui, board: list[str], top: float, asked: NameCard) -> Scene:
    px = stage.px
    scene: Scene = ()
    count = max(map(len, board))
    across = (stage.width - 16) / count
    for row, letters in enumerate(board):
        left = 8 + (count - len(letters)) * across / 2
        for column, letter in enumerate(letters):
            shown = letter.upper() if ui.is_upper and letter != "ß" else letter
            at = stage.box(left + column * across, top + row * 60, across, 60)
            typed = (ui.typed + shown)[: asked.longest]
            scene += (_letter(stage, at, shown, replace(ui, typed=typed, is_upper=False)),)
    low = top + 60 * len(board)
    tenth = (stage.width - 16) / 10
    upper = stage.box(8, low, tenth * 1.6, 62)
    accents = stage.box(8 + tenth * 1.6, low, tenth * 1.6, 62)
    space = stage.box(8 + tenth * 3.2, low, tenth * 3.8, 62)
    erase = stage.box(8 + tenth * 7, low, tenth * 3, 62)
    shift = Style.DONE if ui.is_upper else Style.CARD
    blank = replace(ui, typed=(ui.typed + " ").lstrip()[: asked.longest], is_upper=True)
    wide = text_key(stage, space, asked.space, blank, Style.CARD, 16)
    other = replace(ui, has_accents=not ui.has_accents)
    sign = "abc" if ui.has_accents else "áßç"
    more = text_key(stage, accents, sign, other, Style.CARD, 18, lines=1)
    return (
        *scene,
        _special(stage, upper, Icon.UP, replace(ui, is_upper=not ui.is_upper), shift),
        replace(more, inset=px(3)),
        replace(wide, inset=px(3)),
        _special(stage, erase, Icon.ERASE, replace(ui, typed=ui.typed[:-1]), Style.CARD),
    )


def _letter(stage: Layout, at: pygame.Rect, letter: str, meant: Tap) -> Button:
    words = Label(at, letter, stage.px(20), theme.INK, Weight.STRONG, Align.MIDDLE)
    return Button(at, meant, Style.CHOICE, stage.px(10), 1, (words,), stage.px(3))


def _special(stage: Layout, at: pygame.Rect, icon: Icon, meant: Tap, style: Style) -> Button:
    side = stage.px(28)
    symbol = pygame.Rect(0, 0, side, side)
    symbol.center = at.center
    shown = (IconMark(symbol, icon, style.ink),)
    return Button(at, meant, style, stage.px(10), 1, shown, stage.px(3))
