"""Sheets over a screen: the menu of a game, all tiles to choose from, and a keyboard for names."""

from __future__ import annotations

import pygame

from device.core.events import Abandon, AskUndo, ChooseExport, Go, SetName
from device.core.export_kind import ExportKind
from device.core.model import CommonPhase
from device.games.sepmosa.events import AskCoach, AskPass, ChooseMove, ChooseTile
from device.games.sepmosa.model import Phase, Trouble
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileLook, TileView
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.keyboard import NameCard, name_sheet
from device.ui.layout import cut_left, cut_right, cut_top, rows, stacked
from device.ui.parts import headline, sheet_card
from device.ui.screens.device import text_sheet
from device.ui.sheets import Entry, keys_sheet, language_sheet
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import IconMark, Label, Scene
from engine.sepmosa import Player, Tile
from engine.sepmosa.values import COPIES, Colour, Place

LIKELY = 3  # tiles that are pointed out among all
COLOUR_ORDER = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.ORANGE)


def sheet_over(stage: Stage) -> Scene:
    """The sheet that is open, if one is."""
    match stage.ui.sheet:
        case Sheet.MENU:
            return menu_sheet(stage)
        case Sheet.TILES:
            return tiles_sheet(stage)
        case Sheet.EXPORT:
            return export_sheet(stage)
        case Sheet.LANGUAGE:
            title = stage.words("settings.language")
            return language_sheet(stage, stage.model.settings, title, stage.close())
        case Sheet.TEXT:
            return text_sheet(stage)
        case Sheet.NAME_ONE if stage.model.phase in (Phase.TEACH, Phase.LESSON):
            return ()  # a set's name has a keyboard of its own
        case Sheet.NAME_ONE:
            return name_card(stage, Player.ONE)
        case Sheet.NAME_TWO:
            return name_card(stage, Player.TWO)
        case _:
            return ()


def menu_sheet(stage: Stage) -> Scene:
    """What else can be done during a turn."""
    words = stage.words
    can_end = stage.model.phase in (Phase.TURN, Phase.QUESTION)
    entries: list[Entry] = [
        (Icon.UNDO, "menu.undo", AskUndo()),
        (Icon.LIST, "menu.history", Go(Phase.HISTORY)),
        (Icon.GEAR, "menu.settings", Go(CommonPhase.SETTINGS)),
        (Icon.HELP, "menu.help", Go(Phase.HELP)),
        (Icon.HOME, "menu.home", Go(CommonPhase.HOME)),
    ]
    if can_end:
        entries.insert(1, (Icon.MINUS, "menu.pass", AskPass()))
        entries.insert(6, (Icon.FLAG, "menu.abandon", Abandon()))
    if stage.model.phase is Phase.TURN:
        entries.insert(5, (Icon.BULB, "menu.coach", AskCoach()))
    said = [(icon, words(text), meant) for icon, text, meant in entries]
    return keys_sheet(stage, words("menu.title"), said, stage.close())


def export_sheet(stage: Stage) -> Scene:
    """The forms in which a game can be written to a file, each with what it is good for."""
    words, px = stage.words, stage.px
    row = 84
    high = 110 + (row + 10) * len(ExportKind)
    wide = min(560.0, stage.width - 32)
    box = stage.box((stage.width - wide) / 2, (stage.height - high) / 2, wide, high)
    inner = box.inflate(-px(40), -px(36))
    room = cut_top(inner, px(64))[1]
    scene: Scene = (
        *sheet_card(stage, box, stage.close()),
        *headline(stage, cut_right(inner, px(60))[0], words("export.title"), ""),
    )
    for at, kind in zip(rows(room, len(ExportKind), px(10)), ExportKind, strict=True):
        symbol, told = cut_left(cut_left(at, px(16))[1], px(32), px(16))
        told = cut_top(cut_right(told, px(8))[0], px(12))[1]
        upper, lower = stacked(told, px(30), px(30))
        shown = (
            IconMark(symbol, Icon.SAVE, theme.INK),
            Label(upper, words(f"past.{kind.value}"), px(20), theme.INK, Weight.STRONG),
            Label(lower, words(f"export.{kind.value}"), px(16), theme.INK_SOFT),
        )
        scene += (Button(at, ChooseExport(kind), Style.CARD, px(12), shown=shown),)
    return scene


def tiles_sheet(stage: Stage) -> Scene:
    """Every tile there is, to choose freely; those already twice in sight are faint."""
    words = stage.words
    per_row = 7 if stage.page.is_portrait else 13
    wide, high = (64.0, 72.0) if stage.page.is_portrait else (60.0, 74.0)
    lines = 8 if stage.page.is_portrait else 4
    card_wide, card_high = per_row * wide + 16, lines * high + 92
    left, top = (stage.width - card_wide) / 2, (stage.height - card_high) / 2
    box = stage.box(left, top, card_wide, card_high)
    asked = stage.model.question
    title = "doubted" if asked and asked.trouble is Trouble.DOUBTED else "pick"
    why = "pick-there" if asked and len(asked.cells) == 1 else "pick-why"
    head = stage.box(left + 18, top + 8, card_wide - 110, 60)
    scene: Scene = (
        *sheet_card(stage, box, stage.close()),
        *headline(stage, head, words(f"question.{title}"), words(f"question.{why}")),
    )
    for number, tile in enumerate(_all_tiles(per_row)):
        if tile is None:
            continue
        row, column = divmod(number, per_row)
        at = stage.box(left + 8 + column * wide, top + 80 + row * high, wide, high)
        scene += (_tile_key(stage, at, tile),)
    return scene


def _all_tiles(per_row: int) -> list[Tile | None]:
    found: list[Tile | None] = []
    for colour in COLOUR_ORDER:
        found += [Tile(colour, value) for value in range(1, 14)]
        found += [None] * (-13 % per_row)
    return found


def _tile_key(stage: Stage, at: pygame.Rect, tile: Tile) -> Button:
    inner = pygame.Rect(0, 0, round(at.width * 0.78), round(at.height * 0.86))
    inner.center = at.center
    table = stage.model.table
    seen = 0
    if table is not None:
        seen = [*table.mosaic.values(), *table.played, *table.aside].count(tile)
    look = TileLook.GHOST if seen >= COPIES else TileLook.PLAIN
    question = stage.model.question
    meant: Tap = ChooseTile(tile)
    glow = None
    if question is not None:
        if len(question.cells) == 1 and not tile.is_action and tile != question.tile:
            meant = ChooseMove(Place(tile, question.cells[0]))
        likely = [offer.move.tile for offer in question.offers[:LIKELY]]
        glow = theme.GOLD if tile in likely else None
    shown = (TileView(inner, tile, stage.has_marks, look, glow),)
    return Button(at, meant, Style.BARE, stage.px(8), 0, shown)


def name_card(stage: Stage, player: Player) -> Scene:
    """A keyboard for a player's name."""
    words, names = stage.words, stage.model.names
    known = [each for each in stage.model.known_names if each != names[player.other]]
    asked = NameCard(
        words("new.who", count=player + 1),
        names[player],
        known,
        lambda name: SetName(player, name),
        words("key.done"),
        words("new.space"),
        words.letters,
    )
    return name_sheet(stage, stage.ui, asked)
