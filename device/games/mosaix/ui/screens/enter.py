"""Entering the figure: on a board the device keeps, or shown large for boards on the table."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from device.core.events import AskUndo, Confirm
from device.games.mosaix import events as on
from device.games.mosaix.handlers.enter import can_enter, is_waiting
from device.games.mosaix.handlers.lay import solo_board
from device.games.mosaix.match import figure_of, holder_of, players_of
from device.games.mosaix.model import Mosaix
from device.games.mosaix.picks import LegalEntry, hints
from device.games.mosaix.ui.boards import BoardView, FigureView, Held, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import board_box, boxes, menu_key, panel, players_rows, side_box
from device.ui import theme
from device.ui.bar import Bar, Key, bar_with
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import columns, cut_bottom, cut_top, inset
from device.ui.parts import key
from device.ui.theme import Weight
from device.ui.widgets import Align, Felt, Label, Scene
from engine.mosaix import Cell, Enter, Figure, Game, Table
from engine.mosaix.paper import Paper
from engine.mosaix.values import cells_in


def enter_screen(stage: Stage) -> Scene:
    """A player's board with the figure over it."""
    model, match = stage.model, stage.model.match
    if match is None or isinstance(match, Paper):
        return ()
    table = match.table
    cloth = board_box(stage)
    return (
        *panel(stage, players_rows(stage, model.player, on.ChoosePlayer)),
        Felt(cloth.union(side_box(stage))),
        _board(stage, match, cloth),
        *_side(stage, table),
        *_bar(stage),
    )


def _board(stage: Stage, game: Game, cloth: pygame.Rect) -> BoardView:
    model, table = stage.model, game.table
    board = table.boards[model.player]
    is_open = is_waiting(model)
    pick = model.pick
    marks = _hints(model) if is_open and pick is None else {}
    last = frozenset[Cell]() if is_open else _last(game, model.player)
    return BoardView(
        cloth,
        cells_of(board),
        is_grey=board.boxes is not None,
        held=held_of(table.laid, pick) if pick else None,
        hints=marks,
        last=last,
        meant=on.TouchCell,
        unit=stage.page.unit,
    )


def _hints(model: Mosaix) -> Mapping[Cell, int]:
    """What a touch on each cell would be worth to the player in view."""
    match = model.match
    if match is None or isinstance(match, Paper):
        return {}
    return hints(match.table.boards[model.player], match.table.laid, model.quarters)


def _last(game: Game, player: int) -> frozenset[Cell]:
    for event in reversed(game.events):
        if isinstance(event, Enter) and event.player == player:
            return frozenset(cells_in(event.entry.cells))
    return frozenset()


def held_of(figure: Figure, pick: LegalEntry) -> Held:
    """The figure over the board, as it is picked."""
    placement = pick.placement
    turned = figure.turned(placement.quarters)
    return Held(
        tuple(
            (placement.row + row, placement.column + column, symbol)
            for (row, column), symbol in turned.dice
        )
    )


def _side(stage: Stage, table: Table) -> Scene:
    """The figure, large and turnable, and a lone player's boxes."""
    px, model = stage.px, stage.model
    box = inset(side_box(stage), px(10))
    board = table.boards[model.player]
    figure = table.laid.turned(model.quarters)
    if stage.page.is_portrait:
        left, right = (stage.handed(each, box) for each in columns(box, 2, px(14)))
        free, keys = cut_bottom(right, px(68))
        free = cut_top(free, px(56))[0]
        shown = FigureView(left, figure, most=px(64))
    else:
        room, keys = cut_bottom(box, px(68), px(10))
        free = cut_top(room, px(50))[0]
        room = cut_top(room, px(58) if board.boxes is not None else 0)[1]
        shown = FigureView(room, figure, most=px(66))
    return (shown, *boxes(stage, board, free), *_turn_keys(stage, keys))


def _turn_keys(stage: Stage, box: pygame.Rect) -> Scene:
    words = stage.words
    entries: list[tuple[Icon, str, on.TurnFigure | on.AskCoach]] = [
        (Icon.TURN, "lay.turn", on.TurnFigure())
    ]
    if solo_board(stage.model) is not None:
        entries.append((Icon.BULB, "lay.coach", on.AskCoach()))
    return tuple(
        key(stage, at, icon, words(text), meant)
        for at, (icon, text, meant) in zip(
            columns(box, len(entries), stage.px(8)), entries, strict=True
        )
    )


def _bar(stage: Stage) -> Scene:
    words, model = stage.words, stage.model
    name = words.player(model.player)
    undo = Key(Icon.UNDO, words("key.undo"), AskUndo())
    menu = menu_key(stage)
    if not is_waiting(model):
        title = words("enter.done", name=name)
        return bar_with(stage, Bar(title, words("enter.done-why"), (undo, menu)))
    pick = model.pick
    if pick is not None:
        keys = (
            Key(Icon.CROSS, words("key.no"), on.LetGo()),
            Key(Icon.TICK, words("key.yes"), Confirm(), Style.MAIN),
            menu,
        )
        dropped = pick.entry.dropped
        title = words("enter.here") if not dropped else words.count("dropped", dropped)
        why = words("lay.advised") if model.is_advised else words("enter.again")
        return bar_with(stage, Bar(title, why, keys, points=pick.gain))
    if not can_enter(model):
        keys = (Key(Icon.NEXT, words("key.go-on"), Confirm(), Style.MAIN), undo, menu)
        title = words("enter.nothing", name=name)
        return bar_with(stage, Bar(title, words("enter.nothing-why"), keys))
    gains = _hints(model).values()
    why = words("enter.why" if any(gains) else "enter.where")  # a gain of 0 is shown as a dot
    return bar_with(stage, Bar(words("enter.title", name=name), why, (undo, menu)))


def show_screen(stage: Stage) -> Scene:
    """The figure for everyone who enters it on paper."""
    model, match = stage.model, stage.model.match
    figure = figure_of(match) if match else None
    if match is None or figure is None:
        return ()
    px, words = stage.px, stage.words
    count = players_of(match)
    laid_by = (holder_of(match) - 1) % count
    cloth = board_box(stage).union(side_box(stage))
    side = side_box(stage).inflate(-px(20), -px(20))
    turn = pygame.Rect(side.right - px(110), side.bottom - px(68), px(110), px(68))
    room = board_box(stage).inflate(-px(40), -px(40))
    told = pygame.Rect(side.x, side.y, side.width, side.height - px(80))
    if stage.page.is_portrait:
        told = stage.handed(pygame.Rect(side.x, side.y, side.width - px(124), side.height))
    next_name = words.player(holder_of(match))
    keys = (
        Key(Icon.NEXT, words("key.go-on"), Confirm(), Style.MAIN),
        Key(Icon.UNDO, words("key.undo"), AskUndo()),
        menu_key(stage),
    )
    why = words("show.why", name=next_name) if count > 1 else words("show.why-alone")
    return (
        *panel(stage, players_rows(stage, laid_by)),
        Felt(cloth),
        FigureView(room, figure.turned(model.quarters), most=px(104)),
        Label(told, words("show.hint"), px(18), theme.PAPER, Weight.STRONG, Align.MIDDLE, lines=6),
        key(stage, stage.handed(turn, side), Icon.TURN, words("lay.turn"), on.TurnFigure()),
        *bar_with(stage, Bar(words("show.title"), why, keys)),
    )
