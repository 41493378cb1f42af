"""When table and game do not agree: one question, the camera's crop, the choices, the ways out."""

from __future__ import annotations

from dataclasses import replace

import pygame

from device.core.events import AskUndo, Back
from device.games.sepmosa.events import ChooseMove, ChooseTile, ScreenIsRight, TableIsRight
from device.games.sepmosa.model import Offer, Question, Trouble
from device.games.sepmosa.ui.mosaic import MosaicView, Nearby
from device.games.sepmosa.ui.move_marks import deed_of
from device.games.sepmosa.ui.screens.evidence import evidence_key
from device.games.sepmosa.ui.screens.turn import table_scene, turn_screen
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.table import bar
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.bar import TALL_BAR, Bar, Key
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_bottom, cut_right, cut_top, inset, rows, stacked
from device.ui.marks import CameraPicture
from device.ui.parts import card, card_box, headline, text_key
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene, Widget
from device.ui.words import signed
from engine.sepmosa import Cell, Move, Table, Tile
from vision.picture import Image

MOST = 4  # choices side by side
WAITING = frozenset({Trouble.BLOCKED, Trouble.CAMERA_MOVED, Trouble.HALF_DONE})
FORBIDDEN = frozenset({Trouble.ILLEGAL})
UNSEEN = frozenset({Trouble.BLOCKED, Trouble.CAMERA_MOVED})
WHOLE = frozenset({Trouble.WENT_BACK, Trouble.CLEARED})  # about all of the table, not a tile


def question_screen(stage: Stage) -> Scene:
    """The question; while a tile is being chosen freely, the table with its places."""
    table, question = stage.model.table, stage.model.question
    if table is None or question is None or not stage.model.pick.is_empty:
        return turn_screen(stage)
    outs = _ways_out(stage, question)
    is_tall = stage.page.is_portrait
    per_row = 2 if is_tall or len(outs) == 4 else 3
    key_rows = -(-len(outs) // per_row)
    top = 92 if is_tall else 70
    choice = 130.0 if key_rows > 1 else 168.0
    if is_tall:
        choice = min(330.0, stage.height - TALL_BAR - 28 - top - 40 - key_rows * 68)
    box = card_box(stage, 30 + top + choice + 10 + key_rows * 68)
    px = stage.px
    inner = box.inflate(-px(44), -px(30))
    middle, low = cut_top(cut_top(inner, px(top))[1], px(choice), px(10))
    boxes: list[pygame.Rect] = []
    for row in rows(cut_top(low, px(key_rows * 68 - 8))[0], key_rows, px(8)):
        boxes += columns(row, min(per_row, len(outs) - len(boxes)), px(12))
    scene = (
        *table_scene(stage, table, question.cells),
        *card(stage, box),
        *bar(stage, _bar(stage, question)),
        *_head(stage, question, inner),
        *_choices(stage, table, question, middle),
    )
    for at, (text, meant, style) in zip(boxes, outs, strict=False):
        scene += (text_key(stage, at, text, meant, style, 17),)
    return scene


def _head(stage: Stage, question: Question, inner: pygame.Rect) -> Scene:
    words = stage.words
    name = question.trouble.value
    if question.trouble is Trouble.UNSURE and len(question.cells) != 1:
        name = "unsure-move"
    if question.trouble is Trouble.DOUBTED and not question.cells:
        name = "unsure-move"
    is_no = question.trouble in FORBIDDEN
    why = words.sentence(question.sentence)
    said = words(f"question.{name}")
    if is_no and question.tile is not None:
        said = words("question.put-back", tile=words.tile(question.tile))
    colour = theme.NO if is_no else theme.INK
    px, turn = stage.px, stage.model.table.turn if stage.model.table else 0
    pictures = evidence_key(stage, cut_top(cut_right(inner, px(64))[1], px(60))[0], turn)
    top = cut_right(inner, px(64), px(12))[0] if pictures else inner
    title, reason = headline(stage, top, said, why, 1, colour)
    lines = 2 if stage.page.is_portrait else 1
    low = cut_top(reason.rect.move(0, -px(2)), px(50 if lines == 2 else 30))[0]
    return (title, Label(low, why, stage.px(17), theme.INK_SOFT, lines=lines), *pictures)


def _ways_out(stage: Stage, question: Question) -> list[tuple[str, Tap, Style]]:
    """What can be done beside the choices, the simplest first."""
    words, trouble = stage.words, question.trouble
    again = (words("key.look-again"), Back())
    back = (words("key.screen-right"), ScreenIsRight())
    found: list[tuple[str, Tap]] = [again] if trouble in WAITING else []
    if trouble is Trouble.WENT_BACK:
        found += [(words("ask.undo-yes"), TableIsRight())]
    if question.can_guide_back and trouble in FORBIDDEN | WHOLE:
        found.append(back)
    if trouble not in WHOLE:
        free = "turn.by-touch" if trouble in UNSEEN else "key.another"
        found.append((words(free), stage.open(Sheet.TILES)))
    if question.can_guide_back and back not in found:
        found.append(back)
    if question.can_follow_table and trouble is not Trouble.WENT_BACK:
        found.append((words("key.table-right"), TableIsRight()))
    if trouble not in WAITING and _picture(stage) is None:
        found.append(again)
    first = Style.MAIN if trouble in WAITING | FORBIDDEN else Style.CARD
    return [(text, tap, Style.CARD if at else first) for at, (text, tap) in enumerate(found)]


def _picture(stage: Stage) -> Image | None:
    """What the camera sees there, if anything."""
    return stage.model.crop if stage.model.crop is not None else stage.model.picture


def _choices(stage: Stage, table: Table, question: Question, box: pygame.Rect) -> Scene:
    """The crop, the place, what was laid where that much is known, and the likeliest moves."""
    px = stage.px
    is_no = question.trouble in FORBIDDEN
    has_place = len(question.cells) == 1 or (is_no and bool(question.cells))
    offers = question.offers[: MOST - has_place]
    has_tile = not offers and question.tile is not None
    seen = _picture(stage)
    has_crop = seen is not None or not (offers or has_place or has_tile)
    has_mosaic = not (offers or has_place or has_tile)  # then all of it is in question
    facts = has_crop + has_place + has_tile + has_mosaic
    if stage.page.is_portrait and offers and facts:
        upper, lower = rows(box, 2, px(10))
        boxes = [*columns(upper, facts, px(10)), *columns(lower, len(offers), px(8))]
    else:
        boxes = columns(box, facts + len(offers), px(12))
    scene: Scene = ()
    if has_crop:
        scene += _crop(stage, question, seen, boxes[0])
    if has_place:
        scene += _place(stage, table, question, boxes[has_crop])
    if has_tile:
        scene += _laid(stage, question, boxes[facts - 1])
    if has_mosaic:
        scene += _expected(stage, table, boxes[facts - 1])
    for number, (at, offer) in enumerate(zip(boxes[facts:], offers, strict=True)):
        scene += (_offer(stage, table, offers, offer, at, number == 0),)
    return scene


def _captioned(stage: Stage, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Room for a picture, and for the words below it."""
    picture, words = cut_bottom(box, stage.px(26), stage.px(4))
    return inset(cut_top(picture, stage.px(8))[1], stage.px(8), 0), cut_top(words, stage.px(22))[0]


def _place(stage: Stage, table: Table, question: Question, box: pygame.Rect) -> Scene:
    """Where on the mosaic it is."""
    px, (inner, words) = stage.px, _captioned(stage, box)
    is_no = question.trouble in FORBIDDEN
    colour = theme.NO if is_no else theme.GOLD
    cell = question.cells[0]
    tile = question.tile if is_no and question.tile and not question.tile.is_action else None
    near = Nearby(inner, table.mosaic, cell, tile, stage.has_marks, colour, px(8))
    if tile is None:
        said = Label(words, stage.words("question.place"), px(15), theme.INK_SOFT)
        return (Box(box, theme.CARD_FLAT, px(12)), near, replace(said, align=Align.MIDDLE))
    text = stage.words("question.other-place")
    said = Label(words, text, px(15), theme.INK, Weight.STRONG, Align.MIDDLE)
    return (Button(box, ChooseTile(tile), Style.CHOICE, px(12), px(1), (near, said)),)


def _expected(stage: Stage, table: Table, box: pygame.Rect) -> Scene:
    """The mosaic as the game knows it, beside what the camera sees."""
    px, (inner, words) = stage.px, _captioned(stage, box)
    text = stage.words("question.expected")
    return (
        Box(box, theme.CARD_FLAT, px(12)),
        Box(inner, theme.FELT, px(8)),
        MosaicView(inner, table.mosaic, has_marks=stage.has_marks, unit=stage.page.unit),
        Label(words, text, px(15), theme.INK_SOFT, align=Align.MIDDLE),
    )


def _crop(
    stage: Stage, question: Question, picture: Image | None, box: pygame.Rect
) -> tuple[Widget, ...]:
    """What the camera sees; touched, it looks again."""
    px, (inner, words) = stage.px, _captioned(stage, box)
    shown = CameraPicture(inner, picture, px(8), theme.blend(theme.CARD_KEY, theme.INK, 0.5))
    if picture is None or question.trouble in WAITING:
        said = Label(words, stage.words("question.camera"), px(15), theme.INK_SOFT)
        return (Box(box, theme.CARD_FLAT, px(12)), shown, replace(said, align=Align.MIDDLE))
    text = stage.words("key.look-again")
    said = Label(words, text, px(15), theme.INK, Weight.STRONG, Align.MIDDLE)
    return (Button(box, Back(), Style.CHOICE, px(12), px(1), (shown, said)),)


def _laid(stage: Stage, question: Question, box: pygame.Rect) -> Scene:
    """The tile that lies there for sure, and that it may not."""
    px = stage.px
    high = min(px(150), box.height - px(48), round((box.width - px(36)) / 0.76))
    tile = centred(cut_bottom(box, px(28))[0], round(high * 0.76), high)
    words = cut_top(cut_bottom(inset(box, px(8), 0), px(32))[1], px(28))[0]
    is_no = question.trouble in FORBIDDEN
    name = stage.words.tile(question.tile)
    scene: Scene = (
        Box(box, theme.CARD_FLAT, px(12)),
        TileView(tile, question.tile, stage.has_marks),
        Label(words, name[:1].upper() + name[1:], px(17), theme.INK, Weight.STRONG, Align.MIDDLE),
    )
    if not is_no:
        return scene
    badge = pygame.Rect(tile.right - px(16), tile.top - px(10), px(32), px(32))
    return (
        *scene,
        Box(badge, theme.NO, px(16), theme.CHOICE, px(2)),
        IconMark(badge.inflate(-px(10), -px(10)), Icon.CROSS, theme.NO_INK),
    )


def _offer(
    stage: Stage,
    table: Table,
    offers: tuple[Offer, ...],
    offer: Offer,
    box: pygame.Rect,
    is_first: bool,
) -> Button:
    px = stage.px
    upper, lower = cut_bottom(box, px(48), px(4))
    picture = inset(cut_top(upper, px(10))[1], px(10), 0)
    words, low = stacked(inset(lower, px(4), 0), px(22), px(24))
    low.y -= px(1)
    text, shown = _told(stage, table, offers, offer.move, picture)
    label = Label(words, text[:1].upper() + text[1:], px(16), theme.INK, align=Align.MIDDLE)
    worth = Label(low, signed(offer.points), px(19), theme.GOLD_DEEP, Weight.BOLD, Align.MIDDLE)
    style = Style.LIKELY if is_first else Style.CHOICE
    return Button(box, ChooseMove(offer.move), style, px(12), px(1), (shown, label, worth))


def _told(
    stage: Stage, table: Table, offers: tuple[Offer, ...], move: Move, box: pygame.Rect
) -> tuple[str, Widget]:
    """What tells an offer from the others: its tile, or the place it is about."""
    words, mosaic = stage.words, table.mosaic
    meant = _meant(table, move)
    if meant is None:
        return words.move(move, mosaic), TileView(box, move.tile, stage.has_marks)
    at, tile = meant
    others = [_meant(table, each.move) for each in offers]
    if sum(other is not None and other[1] == tile for other in others) > 1:
        laid = None if at in mosaic else tile
        near = Nearby(box, mosaic, at, laid, stage.has_marks, radius=stage.px(8))
        return words.tile(tile), near
    face = centred(box, round(box.height * 0.76), box.height)
    return words.tile(tile), TileView(face, tile, stage.has_marks)


def _meant(table: Table, move: Move) -> tuple[Cell, Tile] | None:
    """The place and the tile in the mosaic that a move is about."""
    deed = deed_of(table.mosaic, move)
    if deed.laid:
        return next(iter(deed.laid.items()))
    return next(((cell, table.mosaic[cell]) for cell in deed.gone), None)


def _bar(stage: Stage, question: Question) -> Bar:
    words = stage.words
    key = "question.bar"
    if question.trouble in FORBIDDEN:
        key = "question.bar-illegal"
    elif question.trouble in WAITING:
        key = "question.bar-wait"
    game = stage.model.game
    can_undo = game is not None and game.can_undo > 0
    undo, style = (AskUndo(), Style.KEY) if can_undo else (None, Style.OFF)
    keys = (
        Key(Icon.UNDO, words("key.undo"), undo, style),
        Key(Icon.MENU, words("key.menu"), stage.open(Sheet.MENU)),
    )
    return Bar(words(key), words("question.bar-why"), keys, is_watching=True)
