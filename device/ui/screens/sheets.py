"""Sheets over a screen: the menu of a game, all tiles to choose from, and a keyboard for names."""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.events import Abandon, AskPass, AskUndo, ChooseMove, ChooseTile, Go, SetName
from device.model import Phase
from device.settings import Language
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.marks import TileView
from device.ui.parts import columns, headline, rows, text_key
from device.ui.stage import Stage
from device.ui.state import Sheet, Tap
from device.ui.theme import LEAST_TARGET, Weight
from device.ui.tiles import Look
from device.ui.widgets import Align, Box, Label, Scene, Symbol, Veil
from engine.sepmosa import Player, Tile
from engine.sepmosa.moves import Place
from engine.sepmosa.tiles import COPIES, Colour

LONGEST_NAME = 24
WIDE_ROW, NARROW_ROW = 10, 7  # letters to a row
KEYBOARDS = {
    Language.ENGLISH: ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    Language.DUTCH: ("qwertyuiop", "asdfghjkl", "zxcvbnmë"),
    Language.GERMAN: ("qwertzuiop", "asdfghjklö", "yxcvbnmäüß"),
    Language.FRENCH: ("azertyuiop", "qsdfghjklm", "wxcvbnéèçë"),
}
COLOUR_ORDER = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.ORANGE)


def sheet_over(stage: Stage) -> Scene:
    """The sheet that is open, if one is."""
    match stage.ui.sheet:
        case Sheet.MENU:
            return menu_sheet(stage)
        case Sheet.TILES:
            return tiles_sheet(stage)
        case Sheet.NAME_ONE:
            return name_sheet(stage, Player.ONE)
        case Sheet.NAME_TWO:
            return name_sheet(stage, Player.TWO)
        case _:
            return ()


def menu_sheet(stage: Stage) -> Scene:
    """What else can be done during a turn."""
    words, px = stage.words, stage.px
    is_turn = stage.model.phase is Phase.TURN
    entries: list[tuple[Icon, str, Tap]] = [
        (Icon.UNDO, "menu.undo", AskUndo()),
        (Icon.LIST, "menu.history", Go(Phase.HISTORY)),
        (Icon.GEAR, "menu.settings", Go(Phase.SETTINGS)),
        (Icon.HELP, "menu.help", Go(Phase.HELP)),
        (Icon.GRID, "menu.home", Go(Phase.HOME)),
        (Icon.BACK, "menu.look", stage.close()),
    ]
    if is_turn:
        entries.insert(1, (Icon.MINUS, "menu.pass", AskPass()))
        entries.insert(6, (Icon.POWER, "menu.abandon", Abandon()))
    lines = len(entries) // 2
    high = 100 + 71 * lines
    box = stage.box(stage.width / 2 - 300, (stage.height - high) / 2, 600, high)
    if stage.page.is_portrait:
        box = stage.box(16, (stage.height - high) / 2, stage.width - 32, high)
    inner = box.inflate(-px(44), -px(40))
    title = pygame.Rect(inner.x, inner.y, inner.width, px(40))
    grid = pygame.Rect(
        inner.x, title.bottom + px(10), inner.width, inner.bottom - title.bottom - px(10)
    )
    scene: Scene = (
        Veil(stage.page.rect, stage.close()),
        Box(box, theme.CARD, px(18), has_shadow=True),
        Label(title, words("menu.title"), px(24), theme.INK, Weight.BOLD),
    )
    boxes = [at for row in rows(grid, lines, px(10)) for at in columns(row, 2, px(12))]
    for at, (icon, text, meant) in zip(boxes, entries, strict=True):
        style = Style.OFF_CARD if meant == stage.close() else Style.CARD
        scene += (text_key(stage, at, words(text), meant, style, 18, icon),)
    return scene


def tiles_sheet(stage: Stage) -> Scene:
    """Every tile there is, to choose freely; those already twice in sight are faint."""
    words, px = stage.words, stage.px
    per_row = 7 if stage.page.is_portrait else 13
    wide, high = (64.0, 72.0) if stage.page.is_portrait else (60.0, 74.0)
    lines = 8 if stage.page.is_portrait else 4
    card_wide, card_high = per_row * wide + 16, lines * high + 92
    left, top = (stage.width - card_wide) / 2, (stage.height - card_high) / 2
    box = stage.box(left, top, card_wide, card_high)
    shut = stage.box(left + card_wide - 78, top + 8, 68, 60)
    head = stage.box(left + 18, top + 8, card_wide - 110, 60)
    scene: Scene = (
        Veil(stage.page.rect, stage.close()),
        Box(box, theme.CARD, px(18), has_shadow=True),
        *headline(stage, head, words("question.pick"), words("question.pick-why")),
        Button(
            shut,
            stage.close(),
            Style.CARD,
            px(12),
            shown=(Symbol(shut.inflate(-px(36), -px(28)), Icon.CROSS, theme.INK),),
        ),
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
    look = Look.GHOST if seen >= COPIES else Look.PLAIN
    question = stage.model.question
    meant: Tap = ChooseTile(tile)
    if question is not None and len(question.cells) == 1 and not tile.is_action:
        meant = ChooseMove(Place(tile, question.cells[0]))
    shown = (TileView(inner, tile, stage.has_marks, look),)
    return Button(at, meant, Style.BARE, stage.px(8), 0, shown)


def name_sheet(stage: Stage, player: Player) -> Scene:
    """A keyboard for a player's name, with the names known already."""
    words, px, ui = stage.words, stage.px, stage.ui
    lines = _letter_rows(stage)
    high = 250.0 + 60 * len(lines)
    top = stage.height - high
    box = stage.box(0, top, stage.width, high + 30)
    shown: Scene = (
        Veil(stage.page.rect, stage.close()),
        Box(box, theme.CARD, px(18), has_shadow=True),
        Label(
            stage.box(20, top + 8, stage.width - 40, 34),
            words("new.who", count=player + 1),
            px(22),
            theme.INK,
            Weight.BOLD,
        ),
    )
    field = stage.box(20, top + 46, stage.width - 40 - 150, 60)
    typed = (ui.typed or stage.model.names[player]) + "|"
    text = Label(field.inflate(-px(28), 0), typed, px(26), theme.INK, Weight.STRONG, is_own=True)
    done = stage.box(stage.width - 160, top + 46, 140, 60)
    name = ui.typed.strip()
    meant = SetName(player, name) if name else stage.close()
    shown += (
        Box(field, theme.CHOICE, px(10), theme.CARD_EDGE, px(2)),
        text,
        text_key(stage, done, words("key.done"), meant, Style.DONE),
    )
    known = [each for each in stage.model.known_names if each != stage.model.names[player.other]]
    for at, each in zip(
        columns(stage.box(20, top + 112, stage.width - 40, 60), 4, px(8)), known, strict=False
    ):
        label = Label(
            at.inflate(-px(12), 0), each, px(17), theme.INK, align=Align.MIDDLE, is_own=True
        )
        shown += (Button(at, SetName(player, each), Style.CARD, px(10), shown=(label,)),)
    return shown + _keyboard(stage, top + 180)


def _letter_rows(stage: Stage) -> list[str]:
    """The letters row by row: as on a keyboard, or fewer to a row where the page is narrow."""
    board = KEYBOARDS[stage.words.language]
    if stage.page.width >= WIDE_ROW * LEAST_TARGET + stage.px(16):
        return list(board)
    letters = "".join(board)
    return [letters[at : at + NARROW_ROW] for at in range(0, len(letters), NARROW_ROW)]


def _keyboard(stage: Stage, top: float) -> Scene:
    ui, px = stage.ui, stage.px
    scene: Scene = ()
    board = _letter_rows(stage)
    count = max(map(len, board))
    across = (stage.width - 16) / count
    for row, letters in enumerate(board):
        left = 8 + (count - len(letters)) * across / 2
        for column, letter in enumerate(letters):
            shown = letter.upper() if ui.is_upper and letter != "ß" else letter
            at = stage.box(left + column * across, top + row * 60, across, 60)
            typed = (ui.typed + shown)[:LONGEST_NAME]
            scene += (_letter(stage, at, shown, replace(ui, typed=typed, is_upper=False)),)
    low = top + 60 * len(board)
    tenth = (stage.width - 16) / 10
    upper = stage.box(8, low, tenth * 2, 62)
    space = stage.box(8 + tenth * 2, low, tenth * 5, 62)
    erase = stage.box(8 + tenth * 7, low, tenth * 3, 62)
    shift = Style.DONE if ui.is_upper else Style.CARD
    blank = replace(ui, typed=(ui.typed + " ").lstrip()[:LONGEST_NAME], is_upper=True)
    wide = text_key(stage, space, stage.words("new.space"), blank, Style.CARD, 16)
    return (
        *scene,
        _special(stage, upper, Icon.UP, replace(ui, is_upper=not ui.is_upper), shift),
        replace(wide, inset=px(3)),
        _special(stage, erase, Icon.ERASE, replace(ui, typed=ui.typed[:-1]), Style.CARD),
    )


def _letter(stage: Stage, at: pygame.Rect, letter: str, meant: Tap) -> Button:
    words = Label(at, letter, stage.px(20), theme.INK, Weight.STRONG, Align.MIDDLE)
    return Button(at, meant, Style.CHOICE, stage.px(10), 1, (words,), stage.px(3))


def _special(stage: Stage, at: pygame.Rect, icon: Icon, meant: Tap, style: Style) -> Button:
    side = stage.px(28)
    symbol = pygame.Rect(0, 0, side, side)
    symbol.center = at.center
    shown = (Symbol(symbol, icon, style.ink),)
    return Button(at, meant, style, stage.px(10), 1, shown, stage.px(3))
