"""Sheets over a screen: the menu of a game, the languages, and a keyboard for names."""

from __future__ import annotations

import pygame

from device.core.events import Change
from device.games.mosaix import events as on
from device.games.mosaix.handlers.games import can_stop
from device.games.mosaix.model import Phase
from device.games.mosaix.ui.screens.menu import NAME_SHEETS
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.words import Tongue, spoken, tongue_of
from device.ui import theme
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.keyboard import KEYBOARDS, NameCard, name_sheet
from device.ui.parts import columns, rows, text_key
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Box, Label, Scene, Veil
from engine.mosaix.paper import Paper


def sheet_over(stage: Stage) -> Scene:
    """The sheet that is open, if one is."""
    sheet = stage.ui.sheet
    if sheet is Sheet.MENU:
        return menu_sheet(stage)
    if sheet is Sheet.LANGUAGE:
        return language_sheet(stage)
    if sheet in NAME_SHEETS:
        return name_card(stage, NAME_SHEETS.index(sheet))
    return ()


def menu_sheet(stage: Stage) -> Scene:
    """What else can be done during a game."""
    words, model = stage.words, stage.model
    match = model.match
    redo = on.AskRedo() if match is not None and match.undone else None
    undo = on.AskUndo() if match is not None and match.can_undo else None
    entries: list[tuple[Icon, str, Tap | None]] = [
        (Icon.UNDO, "sheet.undo", undo),
        (Icon.REDO, "sheet.redo", redo),
        (Icon.LIST, "sheet.look-back", on.Visit(Phase.REPLAY)),
        (Icon.HELP, "sheet.help", on.Visit(Phase.HELP)),
        (Icon.GRID, "sheet.home", on.Visit(Phase.MENU)),
    ]
    if isinstance(match, Paper) and match.figures and not match.is_finished:
        entries.append((Icon.TICK, "sheet.finish", on.Finish()))
    end = "sheet.stop" if can_stop(model) else "sheet.end"
    entries.append((Icon.POWER, end, on.Visit(Phase.ASK_END)))
    entries.append((Icon.BACK, "sheet.close", stage.close()))
    if len(entries) % 2:
        entries.insert(-1, (Icon.GEAR, "menu.language", stage.open(Sheet.LANGUAGE)))
    return _card(stage, words("sheet.title"), entries)


def language_sheet(stage: Stage) -> Scene:
    """The five languages of MOSAIX."""
    words, settings = stage.words, stage.settings
    now = tongue_of(settings)
    entries: list[tuple[Icon, str, Tap | None]] = [
        (
            Icon.TICK if tongue is now else Icon.PLAY,
            f"language.{tongue.value}",
            Change(spoken(settings, tongue)),
        )
        for tongue in Tongue
    ]
    entries.append((Icon.BACK, "sheet.close", stage.close()))
    return _card(stage, words("menu.language"), entries)


def _card(stage: Stage, title: str, entries: list[tuple[Icon, str, Tap | None]]) -> Scene:
    """Keys in two columns on a card; a touch beside it closes it."""
    words, px = stage.words, stage.px
    lines = len(entries) // 2
    high = 100 + 71 * lines
    box = stage.box(stage.width / 2 - 300, (stage.height - high) / 2, 600, high)
    if stage.page.is_portrait:
        box = stage.box(16, (stage.height - high) / 2, stage.width - 32, high)
    inner = box.inflate(-px(44), -px(40))
    top = pygame.Rect(inner.x, inner.y, inner.width, px(40))
    grid = pygame.Rect(
        inner.x, top.bottom + px(10), inner.width, inner.bottom - top.bottom - px(10)
    )
    scene: Scene = (
        Veil(stage.page.rect, stage.close()),
        Box(box, theme.CARD, px(18), has_shadow=True),
        Label(top, title, px(24), theme.INK, Weight.BOLD),
    )
    boxes = [at for row in rows(grid, lines, px(10)) for at in columns(row, 2, px(12))]
    for at, (icon, text, meant) in zip(boxes, entries, strict=True):
        is_plain = meant is None or meant == stage.close()
        style = Style.OFF_CARD if is_plain else Style.CARD
        scene += (text_key(stage, at, words(text), meant, style, 18, icon),)
    return scene


def name_card(stage: Stage, player: int) -> Scene:
    """A keyboard for a player's name."""
    words, plan = stage.words, stage.model.plan
    others = {name for who, name in enumerate(plan.names[: plan.players]) if who != player}
    asked = NameCard(
        words("new.who", count=player + 1),
        plan.names[player],
        [each for each in stage.model.known_names if each not in others],
        lambda name: on.SetName(player, name),
        words("key.done"),
        words("new.space"),
        KEYBOARDS[words.tongue.value],
    )
    return name_sheet(stage, stage.ui, asked)
