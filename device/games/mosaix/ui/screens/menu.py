"""MOSAIX's first screen, and what has to be settled before a game."""

from __future__ import annotations

import pygame

from device.core.events import Back, Confirm, Go
from device.core.model import CommonPhase
from device.games.mosaix import events as on
from device.games.mosaix.match import is_over, scores_of
from device.games.mosaix.model import MOST_PLAYERS, Phase
from device.games.mosaix.ui.boards import BoardView, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import symbol_key
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import columns, cut_right, cut_top, inset, rows
from device.ui.parts import backdrop, header, segments, text_key
from device.ui.screens.home import front, front_keys
from device.ui.sheets import Entry
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import IconMark, Label, Scene
from engine.mosaix import parse_board
from engine.mosaix.values import SYMBOLS

PICTURE = parse_board("..OOO../.TTOX../.TXXX../TTXO.../..X.O../..XX.../.......")
NAME_SHEETS = (Sheet.NAME_ONE, Sheet.NAME_TWO, Sheet.NAME_THREE, Sheet.NAME_FOUR)


def menu_screen(stage: Stage) -> Scene:
    """Go on, begin anew, count a board, look back."""
    words, model = stage.words, stage.model

    def picture(box: pygame.Rect) -> BoardView:
        return BoardView(box, cells_of(PICTURE), has_frames=True, unit=stage.page.unit)

    scene, keys = front(stage, "MOSAIX", words("menu.tagline"), picture)
    resume = None
    if model.match is not None:
        names = " – ".join(words.player(who) for who in range(len(model.names)))
        resume = words("home.resume"), names, " : ".join(map(str, scores_of(model.match)))
    entries: tuple[Entry, ...] = (
        (Icon.LIST, words("home.past"), Go(Phase.PAST)),
        (Icon.HELP, words("home.help"), Go(Phase.HELP)),
        (Icon.GEAR, words("home.settings"), Go(CommonPhase.SETTINGS)),
        (Icon.CAMERA, words("menu.count"), Go(Phase.COUNT)),
        (Icon.GRID, "SEPMOSA", Back()),
    )
    new = words("home.new"), Go(Phase.NEW)
    is_open = model.match is not None and not is_over(model.match)
    return (*scene, *front_keys(stage, keys, resume, new, is_open, entries))


# A new game


def new_screen(stage: Stage) -> Scene:
    """How many, who, which boards."""
    words, px, wide = stage.words, stage.px, stage.width
    plan = stage.model.plan
    start_wide = 160 if stage.page.is_portrait else 200
    start = stage.box(wide - start_wide - 14, 10, start_wide, 60)
    scene = (*backdrop(stage), *header(stage, words("new.title"), right=start_wide + 14))
    scene += (text_key(stage, start, words("key.start"), Confirm(), Style.MAIN, 20, Icon.PLAY),)
    is_tall = stage.page.is_portrait
    counts: list[tuple[str, Tap]] = [
        (words("new.alone") if count == 1 else str(count), on.SetPlayers(count))
        for count in range(1, MOST_PLAYERS + 1)
    ]
    label, control = _row(stage, 84)
    scene += (Label(label, words("new.players"), px(18), theme.PAPER, Weight.STRONG, lines=2),)
    scene += segments(stage, control, counts, plan.players - 1, 18)
    kept: list[tuple[str, Tap]] = [
        (words("new.kept"), on.SetKept(True)),
        (words("new.paper"), on.SetKept(False)),
    ]
    label, control = _row(stage, 176 if is_tall else 152)
    scene += (Label(label, words("new.boards"), px(18), theme.PAPER, Weight.STRONG, lines=2),)
    scene += segments(stage, control, kept, 0 if plan.is_kept else 1)
    top = 296.0 if is_tall else 244.0
    room = stage.box(14, top, wide - 28, min(stage.height - top - 12, 412 if is_tall else 224))
    if plan.is_kept:
        told = stage.box(20, top - 28, wide - 40, 26)
        scene += (Label(told, words("new.centre"), px(15), theme.PAPER_SOFT),)
    for who, at in enumerate(_places(stage, room)):
        if who < plan.players:
            scene += _player(stage, who, at)
    return scene


def _row(stage: Stage, top: float) -> tuple[pygame.Rect, pygame.Rect]:
    """The box for the words of a row, and that for its control."""
    if stage.page.is_portrait:
        wide = stage.width - 28
        return stage.box(18, top - 3, wide, 22), stage.box(14, top + 24, wide, 60)
    return stage.box(20, top, 216, 60), stage.box(240, top, stage.width - 254, 60)


def _places(stage: Stage, room: pygame.Rect) -> list[pygame.Rect]:
    """A place for each of four players."""
    gap = stage.px(10)
    if stage.page.is_portrait:
        return rows(room, MOST_PLAYERS, gap)
    return [at for row in rows(room, 2, gap) for at in columns(row, 2, gap)]


def _player(stage: Stage, who: int, box: pygame.Rect) -> Scene:
    """A player's name, and the symbol printed in the middle of his board."""
    px, words, plan = stage.px, stage.words, stage.model.plan
    own = plan.names[who]
    box = cut_top(box, min(box.height, px(110)))[0]
    name, keys = cut_right(box, px(206), px(8)) if plan.is_kept else (box, box)
    text, pencil = cut_right(inset(name, px(12), px(6)), px(24), px(6))
    called = own or words("new.player", count=who + 1)
    shown = (
        Label(text, called, px(22), theme.INK, Weight.BOLD, is_own=bool(own)),
        IconMark(pencil, Icon.EDIT, theme.INK_SOFT),
    )
    meant = stage.open(NAME_SHEETS[who])
    scene: Scene = (Button(name, meant, Style.CHOICE, px(14), px(1), shown),)
    if not plan.is_kept:
        return scene
    for symbol, at in zip(SYMBOLS, columns(keys, 3, px(4)), strict=True):
        is_chosen = plan.centres[who] is symbol
        scene += (symbol_key(stage, at, symbol, 32, on.SetCentre(who, symbol), is_chosen),)
    return scene
