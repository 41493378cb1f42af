"""Things to do at the table, ticked off as the camera sees them: set up, reset, reshuffle, back."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from device.core.events import AskUndo, Back, Confirm
from device.games.sepmosa.events import ChooseCheck
from device.games.sepmosa.model import Check, Model
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.screens.ask import behind
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.table import bar
from device.ui import theme
from device.ui.bar import BAR, TALL_BAR, Bar, Key
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import cut_bottom, cut_right, cut_top, inset
from device.ui.marks import CameraPicture, TickMark, scrolled
from device.ui.parts import back_key, card, card_box, headline, titles
from device.ui.stage import eased
from device.ui.state import Sheet
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Felt, Fill, Label, Scene
from engine.sepmosa import Cell
from engine.sepmosa.table import FULL_MOSAIC

ROW = 60


def set_table_screen(stage: Stage) -> Scene:
    """Before the first turn: the joker, nothing else, six tiles each; the camera looks on."""
    words, px = stage.words, stage.px
    first = stage.player if stage.model.lot is None else stage.model.lot
    keys = (Key(Icon.PLAY, words("key.start"), Confirm(), Style.MAIN),)
    said = stage.box(98, 10, stage.width - 112, 60)
    title = words("set.bar", name=words.player(first))
    low = TALL_BAR if stage.page.is_portrait else BAR
    wide = min(680.0, stage.width - 32)
    box = stage.box((stage.width - wide) / 2, 82, wide, stage.height - low - 96)
    inner = inset(box, px(22), px(20))
    if stage.page.is_portrait:
        text, picture = cut_bottom(inner, px(240), px(20))
    else:
        text, side = cut_right(inner, px(240), px(20))
        picture, hint = cut_bottom(side, px(52), px(12))
    scene = (
        *behind(stage),
        *card(stage, box),
        back_key(stage),
        *titles(stage, said, words("set.title"), words("set.why")),
        *bar(stage, Bar(title, words("set.bar-why"), keys, is_watching=True)),
        *entries(stage, text, 0, stage.model.checklist),
        Box(picture.inflate(px(8), px(8)), theme.CARD_KEY, px(12)),
        CameraPicture(picture, stage.picture, px(8)),
    )
    if stage.page.is_portrait:
        return scene
    return (*scene, Label(hint, words("set.upright"), px(16), theme.INK_SOFT, lines=2))


def reset_screen(stage: Stage) -> Scene:
    """The mosaic is full: clear the table, then the next player goes on."""
    table = stage.model.table
    name = stage.words.player(table.player.other) if table else ""
    return _shuffle(stage, "reset.title", "reset.why", name)


def reshuffle_screen(stage: Stage) -> Scene:
    """The stock is empty: make a new one."""
    name = stage.words.player(stage.player)
    return _shuffle(stage, "reset.stock-title", "reset.stock-why", name)


def _shuffle(stage: Stage, title: str, why: str, name: str) -> Scene:
    words, px, checks = stage.words, stage.px, stage.model.checklist
    lines = 2 if stage.page.is_portrait else 1
    high = 92 + ROW * len(checks) + 2 + 22 * lines
    box = card_box(stage, high)
    inner = box.inflate(-px(48), -px(36))
    left = next((check for check in checks if not check.is_done), None)
    head = words.sentence(left.sentence) if left else words("reset.bar-done")
    keys = (
        Key(Icon.NEXT, words("key.go-on"), Confirm(), Style.MAIN),
        Key(Icon.UNDO, words("key.undo"), AskUndo()),
        Key(Icon.MENU, words("key.menu"), stage.open(Sheet.MENU)),
    )
    badge: Scene = ()
    head_box = inner
    if title == "reset.title" and not stage.page.is_portrait:
        head_box, side = cut_right(inner, px(58), px(12))
        at = cut_top(side, px(58))[0]
        ink = theme.GOLD_INK
        full = Label(at, str(FULL_MOSAIC), px(30), ink, Weight.HEAVY, Align.MIDDLE)
        badge = (Box(at, theme.GOLD, px(29)), full)
    return (
        *behind(stage),
        *card(stage, box),
        *badge,
        *bar(stage, Bar(head, words("reset.bar-why", name=name), keys, is_watching=True)),
        *headline(stage, head_box, words(title), words(why, name=name), lines),
        *entries(stage, inner, 48 + 22 * lines, checks),
    )


def guide_screen(stage: Stage) -> Scene:
    """The way back to what the screen shows, tile by tile, with the places marked."""
    words, px, model = stage.words, stage.px, stage.model
    table = model.table
    if table is None:
        return ()
    page = stage.page
    low = TALL_BAR if page.is_portrait else BAR
    if page.is_portrait:
        half = stage.height - low - 406
        mosaic = stage.box(0, 78, stage.width, half)
        box = stage.box(12, half + 86, stage.width - 24, 312)
        head = stage.width
    else:
        mosaic = stage.box(stage.width - 384, 0, 384, stage.height - low)
        box = stage.box(12, 82, stage.width - 408, stage.height - low - 94)
        head = stage.width - 384
    marked = _open_cells(model)
    is_done = all(check.is_done for check in model.checklist)
    title = words("guide.bar-done" if is_done else "guide.bar")
    keys: tuple[Key, ...] = (Key(Icon.TICK, words("key.done"), Confirm(), Style.MAIN),)
    if model.has_taken_back:  # the way back is to play the turn again
        keys = (Key(Icon.REDO, words("key.redo"), Back()), *keys)
    left = 20 if model.has_taken_back else 98
    said = stage.box(left, 10, head - left - 14, 60)

    def make(at: int, row: pygame.Rect) -> Scene:
        return entry(stage, row, at, model.checklist)

    return (
        Fill(page.rect, theme.GROUND),
        Felt(mosaic),
        MosaicView(
            mosaic,
            table.mosaic,
            doubtful=marked,
            has_marks=stage.has_marks,
            unit=page.unit,
        ),
        Box(box, theme.CARD, px(18)),
        *(() if model.has_taken_back else (back_key(stage),)),
        *titles(stage, said, words("guide.title"), words("guide.why")),
        scrolled(inset(box, px(18), px(14)), stage.ui, len(model.checklist), px(ROW), make),
        *bar(stage, Bar(title, words("guide.bar-why"), keys, is_watching=True)),
    )


def entries(stage: Stage, box: pygame.Rect, top: float, checks: Sequence[Check]) -> Scene:
    """The entries of a checklist below each other."""
    px = stage.px
    scene: Scene = ()
    for number in range(len(checks)):
        above = px(top + number * ROW)
        high = px(top + (number + 1) * ROW) - above
        row = pygame.Rect(box.x, box.y + above, box.width, high)
        scene += entry(stage, row, number, checks)
    return scene


def entry(stage: Stage, row: pygame.Rect, number: int, checks: Sequence[Check]) -> Scene:
    """One entry of a checklist; a touch ticks it by hand."""
    px, check = stage.px, checks[number]
    circle = pygame.Rect(row.x, row.y + px(12), px(36), px(36))
    text = pygame.Rect(row.x + px(50), row.y + px(3), row.width - px(54), row.height - px(8))
    ink = theme.INK_SOFT if check.is_done else theme.INK
    share = eased(stage.since_tick) if number in stage.ticked else 1.0
    shown = (
        TickMark(circle, number + 1, check.is_done, share),
        Label(text, stage.words.sentence(check.sentence), px(19), ink, lines=2),
    )
    scene: Scene = (Button(row, ChooseCheck(number), Style.BARE, 0, 0, shown),)
    if number + 1 < len(checks):
        line = pygame.Rect(text.x, row.bottom - 1, row.right - text.x, 1)
        scene += (Fill(line, theme.CARD_EDGE),)
    return scene


def _open_cells(model: Model) -> tuple[Cell, ...]:
    """The places where something is still to be done."""
    todo = (check.sentence.values.get("cell") for check in model.checklist if not check.is_done)
    return tuple(cell for cell in todo if isinstance(cell, Cell))
