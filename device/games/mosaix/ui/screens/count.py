"""A board on the table: read by the camera, put right by touch, counted; and the end of a game."""

from __future__ import annotations

import pygame

from device.core.events import Back, Confirm, Go, Rematch
from device.games.mosaix import events as on
from device.games.mosaix.match import boards_of, figures_of, is_solo, scores_of, winners_of
from device.games.mosaix.model import BoardSight, Phase
from device.games.mosaix.ui.boards import BoardView, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.table import (
    board_box,
    count_table,
    menu_key,
    panel,
    panel_box,
    players_rows,
    side_box,
)
from device.ui import theme
from device.ui.bar import Bar, Key, bar_with
from device.ui.controls import Style
from device.ui.icons import Icon
from device.ui.layout import columns, cut_bottom, cut_right, cut_top, inset
from device.ui.marks import CameraPicture, Working
from device.ui.parts import back_key, stepper
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Felt, Fill, Label, Scene
from engine.mosaix import BOXES, count, verdict

HINTS = {
    BoardSight.UNKNOWN: "check.looking",
    BoardSight.NO_BOARD: "board.hold",
    BoardSight.BOARD: "board.still",
    BoardSight.COUNTED: "board.next",
}


def count_screen(stage: Stage) -> Scene:
    """The board as it was read, and its count as soon as no doubt can change it."""
    model = stage.model
    sheet = model.sheet
    cloth = board_box(stage)
    rows = players_rows(stage, model.counting) if model.counting is not None else []
    head: Scene = panel(stage, rows) if rows else (Fill(panel_box(stage), theme.PANEL),)
    back = () if rows else (back_key(stage),)
    return (
        *head,
        Felt(cloth.union(side_box(stage))),
        BoardView(
            cloth,
            sheet.cells,
            is_grey=sheet.boxes is not None,
            doubtful=sheet.doubtful,
            has_frames=sheet.is_sure,
            meant=on.TouchCell,
            unit=stage.page.unit,
        ),
        *_side(stage),
        *_bar(stage),
        *back,
    )


def _side(stage: Stage) -> Scene:
    """The table of the count, or the camera's picture with what is to be done."""
    px, words, sheet = stage.px, stage.words, stage.model.sheet
    box = _side_room(stage)
    if stage.has_keys_left and stage.model.counting is None and not stage.page.is_portrait:
        box = cut_top(box, px(66))[1]  # below the way back
    board = sheet.board
    if board is not None and sheet.is_sure:
        has_boxes = sheet.boxes is not None
        if not has_boxes:
            return count_table(stage, count(board), _table_box(stage, box), False)
        if stage.page.is_portrait:
            table, step = map(stage.handed, cut_right(box, px(140), px(10)))
        else:
            table, step = cut_bottom(box, px(102), px(8))
        return (*count_table(stage, count(board), table, True), *_boxes(stage, step))
    picture, told = cut_bottom(box, px(118), px(8))
    if stage.page.is_portrait:
        picture, told = columns(box, 2, px(16))
    text = words("board.doubt") if sheet.doubtful else words(_hint(stage))
    if not stage.model.has_camera:
        return (Label(box, text, px(18), theme.PAPER, Weight.STRONG, Align.MIDDLE, lines=6),)
    is_working = _is_reading(stage) and stage.model.sight in (BoardSight.UNKNOWN, BoardSight.BOARD)
    work = cut_top(told, px(6))[0] if is_working else None
    return (
        CameraPicture(picture, stage.model.picture),
        *((Working(work, stage.model.now),) if work else ()),
        Label(told, text, px(18), theme.PAPER, Weight.STRONG, Align.MIDDLE, lines=6),
    )


def _side_room(stage: Stage) -> pygame.Rect:
    px = stage.px
    return inset(side_box(stage), px(10), px(4 if stage.page.is_portrait else 10))


def _is_reading(stage: Stage) -> bool:
    """Whether the camera is looking for a board and has not made one out yet."""
    sheet = stage.model.sheet
    return stage.model.has_camera and not (sheet.is_read or sheet.is_touched)


def _reading(stage: Stage) -> str:
    """That it is being read, and for how long; before that, that a board is looked for."""
    match stage.model.sight:
        case BoardSight.UNKNOWN:
            return stage.words("check.looking")
        case BoardSight.BOARD:
            since = stage.model.now - stage.model.sighted
            text = stage.words("board.reading")
            return f"{text}  {since:.0f} s" if since >= 1 else text
    return stage.words("board.wait")


def _hint(stage: Stage) -> str:
    """What is to be done, or that nothing is."""
    return HINTS[stage.model.sight] if _is_reading(stage) else "board.touch"


def _table_box(stage: Stage, box: pygame.Rect) -> pygame.Rect:
    if stage.page.is_portrait:
        return box
    return cut_top(box, min(box.height, stage.px(280)))[0]


def _boxes(stage: Stage, box: pygame.Rect) -> Scene:
    """How many boxes a lone player has left: asked, because a photo does not tell."""
    px, words, sheet = stage.px, stage.words, stage.model.sheet
    free = sheet.boxes or 0
    title, low = cut_top(box, px(36), px(2))
    low, below = cut_top(low, px(62))
    less, more = (
        on.SetBoxes(each) if 0 <= each <= BOXES else None for each in (free - 1, free + 1)
    )
    ends, value = stepper(stage, low, 62, (less, more), side=24)
    if stage.page.is_portrait:
        value = below
    return (
        Label(title, words("board.boxes"), px(15), theme.PAPER, align=Align.MIDDLE, lines=2),
        *ends,
        Label(value, str(free), px(30), theme.GOLD, Weight.BOLD, Align.MIDDLE),
    )


def _bar(stage: Stage) -> Scene:
    words, model = stage.words, stage.model
    sheet = model.sheet
    again = Key(Icon.EYE, words("key.look-again"), on.LookAgain())
    yes = Key(Icon.TICK, words("key.yes"), Confirm(), Style.MAIN if sheet.is_sure else Style.KEY)
    title = words("board.loose-sure" if sheet.is_sure else "board.loose")
    if model.counting is not None:
        name = words.player(model.counting)
        title = words("board.sure" if sheet.is_sure else "board.title", name=name)
    if sheet.is_sure:
        why = words("lay.press")
    elif sheet.doubtful:
        why = words.count("doubt", len(sheet.doubtful))
    elif _is_reading(stage):
        why = _reading(stage)
    else:
        why = words("board.wait")
    keys = (again, yes) if model.counting is None else (again, yes, menu_key(stage))
    return bar_with(stage, Bar(title, why, keys))


# The end


def over_screen(stage: Stage) -> Scene:
    """Who won, and every board counted."""
    model, match = stage.model, stage.model.match
    if match is None:
        return ()
    cloth = board_box(stage)
    board = boards_of(match)[model.player]
    scene: Scene = (
        *panel(stage, players_rows(stage, model.player, on.ChoosePlayer)),
        Felt(cloth.union(side_box(stage))),
    )
    if board is not None:
        scene += (
            BoardView(
                cloth,
                cells_of(board),
                is_grey=board.boxes is not None,
                has_frames=True,
                unit=stage.page.unit,
            ),
            *_counted(stage),
        )
    return (*scene, *_over_bar(stage))


def _counted(stage: Stage) -> Scene:
    model, match = stage.model, stage.model.match
    board = boards_of(match)[model.player] if match else None
    if match is None or board is None:
        return ()
    px = stage.px
    box = _side_room(stage)
    if not is_solo(match):
        return count_table(stage, count(board), _table_box(stage, box), False)
    if stage.page.is_portrait:
        table, told = cut_right(box, px(140), px(10))
    else:
        table, told = cut_bottom(box, px(76), px(8))
    text = stage.words(f"over.{verdict(scores_of(match)[0]).value}")
    return (
        *count_table(stage, count(board), table, True),
        Box(told, theme.BAR, px(12)),
        Label(inset(told, px(8), px(4)), text, px(18), theme.GOLD, Weight.STRONG, Align.MIDDLE, 5),
    )


def _over_bar(stage: Stage) -> Scene:
    words, match = stage.words, stage.model.match
    if match is None:
        return ()
    winners = winners_of(match)
    names = " & ".join(words.player(who) for who in winners)
    title = words("over.wins" if len(winners) == 1 else "over.share", name=names)
    if is_solo(match):
        title = words("over.points", points=scores_of(match)[0])
    turns = len(figures_of(match))
    after = words("over.after", turns=words.count("turn", turns), count=turns)
    keys = (
        Key(Icon.HOME, words("menu.home"), Back()),
        Key(Icon.LIST, words("menu.history"), Go(Phase.REPLAY)),
        Key(Icon.PLAY, words("key.rematch"), Rematch(), Style.MAIN),
    )
    return bar_with(stage, Bar(title, after, keys))
