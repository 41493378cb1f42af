"""The throw: four dice, seen by the camera or laid by touch, until they are a figure."""

from __future__ import annotations

import pygame

from device.core.events import AskUndo, Confirm
from device.games.mosaix import events as on
from device.games.mosaix.draft import SIDE as PLACES
from device.games.mosaix.handlers.lay import draft_shown, figure_proposed, solo_board
from device.games.mosaix.match import figures_of, holder_of
from device.games.mosaix.ui.boards import BoardView, DraftView, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import (
    board_box,
    menu_key,
    panel,
    players_rows,
    side_box,
    symbol_key,
)
from device.ui import theme
from device.ui.bar import Bar, Key, bar_with
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import columns, cut_top, inset, rows
from device.ui.parts import key
from device.ui.state import Tap
from device.ui.widgets import Felt, Scene
from engine.mosaix.paper import Paper
from engine.mosaix.values import DICE, SYMBOLS

NOT_TOUCHING = "not-touching"  # a problem of `vision.dice.reading`
TOOLS = 138  # height of what is done with the dice
UPRIGHT = 250  # height of the dice and what is done with them on a page that stands upright


def lay_screen(stage: Stage) -> Scene:
    """The whole screen: with the board of whoever has the dice, where the device keeps it."""
    model, match = stage.model, stage.model.match
    if match is None:
        return ()
    cloth, side, px = board_box(stage), side_box(stage), stage.px
    scene: Scene = (
        *panel(stage, players_rows(stage, holder_of(match))),
        Felt(cloth.union(side)),
    )
    if isinstance(match, Paper):
        places, (tools, _) = inset(cloth, px(10)), cut_top(inset(side, px(10)), px(TOOLS))
    else:
        board = match.table.boards[holder_of(match)]
        is_grey = board.boxes is not None
        at, places, tools = _split(stage, cloth, side)
        scene += (BoardView(at, cells_of(board), is_grey, unit=stage.page.unit),)
    is_whole = figure_proposed(model) is not None
    glow = theme.GOLD if is_whole else None
    dice = draft_shown(model).dice
    return (
        *scene,
        DraftView(places, dice, PLACES, on.TouchPlace, glow),
        *_tools(stage, tools),
        *_bar(stage),
    )


def _split(
    stage: Stage, cloth: pygame.Rect, side: pygame.Rect
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Room for a board, for the dice, and for what is done with them."""
    px = stage.px
    if stage.page.is_portrait:
        whole = cloth.union(side)
        high = px(UPRIGHT)
        board = pygame.Rect(whole.x, whole.y, whole.width, whole.height - high)
        places = pygame.Rect(whole.x + px(6), board.bottom, high - px(12), high - px(8))
        left = places.right + px(12)
        tools = pygame.Rect(left, places.y, whole.right - px(10) - left, px(TOOLS))
        tools.centery = places.centery
        return board, stage.handed(places), stage.handed(tools)
    low = side.bottom - px(TOOLS + 7)
    tools = pygame.Rect(side.x + px(4), low, side.width - px(16), px(TOOLS))
    places = pygame.Rect(side.x, side.y + px(4), side.width - px(8), tools.y - side.y - px(8))
    return cloth, stage.handed(places, side), stage.handed(tools, side)


def _tools(stage: Stage, box: pygame.Rect) -> Scene:
    """The symbols to lay, and what else can be done."""
    brushes, keys = rows(box, 2, stage.px(8))
    return (*_brushes(stage, brushes), *_keys(stage, keys))


def _brushes(stage: Stage, box: pygame.Rect) -> Scene:
    chosen = stage.model.draft.brush
    return tuple(
        symbol_key(stage, at, symbol, 40, on.ChooseBrush(symbol), symbol is chosen)
        for at, symbol in zip(columns(box, 3, stage.px(8)), SYMBOLS, strict=True)
    )


def _told(stage: Stage) -> str:
    """What is missing, in the camera's words or in the fingers'."""
    model, words = stage.model, stage.words
    if model.is_advised:
        return words("lay.advised")
    if model.draft.dice:
        left = DICE - len(model.draft.dice)
        return words.count("die-left", left) if left else words("sentence.edge-to-edge")
    if not model.has_camera:
        return words("lay.brush")
    if model.seen is None:
        return words("lay.watching")
    if model.seen.problem == NOT_TOUCHING and model.match and not figures_of(model.match):
        return words("lay.first")  # nobody has rolled yet, or just now
    return words.problem(model.seen.problem) if model.seen.problem else words("lay.press")


def _keys(stage: Stage, box: pygame.Rect) -> Scene:
    """Dice thrown where the device can, the figure turned, and for a lone player the coach."""
    words, model = stage.words, stage.model
    turn = on.TurnFigure() if figure_proposed(model) is not None else None
    entries: list[tuple[str, Icon, Tap | None]] = [("lay.turn", Icon.TURN, turn)]
    if model.can_throw:
        entries.insert(0, ("lay.roll", Icon.DIE, on.ThrowForMe()))
    if solo_board(model) is not None:
        entries.append(("lay.coach", Icon.BULB, on.AskCoach()))
    places = columns(box, len(entries), stage.px(8))
    return tuple(
        key(stage, at, icon, words(text), meant, Style.KEY if meant else Style.OFF)
        for at, (text, icon, meant) in zip(places, entries, strict=True)
    )


def _bar(stage: Stage) -> Scene:
    words, model = stage.words, stage.model
    match = model.match
    if match is None:
        return ()
    name = words.player(holder_of(match))
    figure = figure_proposed(model)
    undo = Key(Icon.UNDO, words("key.undo"), AskUndo(), Style.KEY)
    if match.can_undo == 0:
        undo = Key(Icon.UNDO, words("key.undo"), None, Style.OFF)
    if figure is not None:
        keys: tuple[Key, ...] = (
            Key(Icon.CROSS, words("key.no"), on.LetGo()),
            Key(Icon.TICK, words("key.yes"), Confirm(), Style.MAIN),
            menu_key(stage),
        )
        why = words("lay.advised") if model.is_advised else words("lay.press")
        return bar_with(stage, Bar(words("lay.confirm"), why, keys))
    if model.draft.dice:
        no = Key(Icon.CROSS, words("key.no"), on.LetGo())
        keys = (no, Key(Icon.TICK, words("key.yes"), None, Style.OFF), menu_key(stage))
        return bar_with(stage, Bar(words("lay.title", name=name), _told(stage), keys))
    keys = (undo, menu_key(stage))
    return bar_with(stage, Bar(words("lay.title", name=name), _told(stage), keys))
