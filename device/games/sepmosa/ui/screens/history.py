"""The turns of the game under way, newest first, and the correction of one of them."""

from __future__ import annotations

import pygame

from device.core.events import AskRedo, AskUndo, Back, Confirm
from device.core.messages import Message, say
from device.games.sepmosa.confirm import CorrectTurn, confirms
from device.games.sepmosa.events import ChooseCell, ChooseTurn
from device.games.sepmosa.model import Amendment
from device.games.sepmosa.story import Told, story_of, turns_of
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.move_marks import Deed, deed_of, tell
from device.games.sepmosa.ui.screens.evidence import evidence_key
from device.games.sepmosa.ui.screens.turn import targets_of
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import (
    centred,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    inset,
    stacked,
)
from device.ui.marks import scrolled
from device.ui.parts import backdrop, header, key, key_width, text_key
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Felt, IconMark, Label, Scene, Widget
from device.ui.words import number, signed
from engine.sepmosa import Player, Tile

ROW = 68


def history_screen(stage: Stage) -> Scene:
    """The list of turns with undo and redo."""
    words, px, game = stage.words, stage.px, stage.model.game
    why = "" if stage.page.is_portrait else words("history.why")
    if game is None or not game.moves:
        box = stage.box(20, 120, stage.width - 40, 80)
        text = words("history.empty")
        empty = Label(box, text, px(20), theme.PAPER_SOFT, align=Align.MIDDLE, lines=2)
        return (*backdrop(stage), *header(stage, words("history.title"), why), empty)
    keys = [
        (Icon.UNDO, "key.undo", AskUndo() if game.can_undo else None),
        (Icon.REDO, "key.redo", AskRedo() if game.undone else None),
    ]
    wide = max(key_width(stage, words(text)) for _, text, _ in keys)
    both = pygame.Rect(0, px(8), 2 * wide + px(8), px(64))
    both.right = stage.page.width - px(14)
    list_high, beside = stage.height - 84, both.width / stage.page.unit + 16
    if stage.page.is_portrait:  # below the list, where a notice in the header has its room
        list_high, beside = list_high - 80, 0
        both = stage.box(14, stage.height - 72, stage.width - 28, 64)
    scene = (*backdrop(stage), *header(stage, words("history.title"), why, right=beside))
    for box, (icon, text, meant) in zip(columns(both, 2, px(8)), keys, strict=True):
        style = Style.KEY if meant else Style.OFF
        scene += (key(stage, box, icon, words(text), meant, style),)
    whole = stage.box(14, 84, stage.width - 28, list_high)
    told = tuple(reversed(story_of(game)))

    def make(at: int, box: pygame.Rect) -> Scene:
        box = pygame.Rect(box.x, box.y, box.width, box.height - px(6))
        return (_row(stage, told[at], box),)

    return (
        *scene,
        scrolled(whole, stage.ui, len(told), px(ROW + 22 * stage.page.is_portrait), make),
    )


def _row(stage: Stage, told: Told, box: pygame.Rect) -> Widget:
    px, words = stage.px, stage.words
    if told.move is None:
        text = words("history.reset" if told.is_reset else "history.reshuffle")
        label = Label(box, text, px(16), theme.GOLD, Weight.STRONG, Align.MIDDLE)
        return Button(box, None, Style.OFF, px(12), 0, (label,))
    is_tall = stage.page.is_portrait
    lines = 2 if is_tall else 1
    turn, rest = cut_left(inset(box, px(4), 0), px(34 if is_tall else 44), px(6))
    place, rest = cut_left(rest, px(38), px(12))
    tile = centred(place, px(38), px(50))
    rest, scores = cut_right(cut_right(rest, px(6))[0], px(90), px(2 if is_tall else 20))
    middle, points = cut_right(rest, px(52), px(6))
    told_box = centred(middle, middle.width, px(26 * lines) + px(22))
    upper, lower = cut_bottom(told_box, px(22))
    ink = theme.LINES[told.player]
    gain = theme.GOLD if told.points > 0 else theme.PAPER_SOFT
    scored = f"{number(told.scores[0])} : {number(told.scores[1])}"
    shown: Scene = (
        Label(turn, str(told.turn), px(17), theme.PAPER_SOFT, Weight.STRONG, Align.MIDDLE),
        Label(
            upper,
            tell(words, told.before, told.move),
            px(18),
            theme.PAPER,
            Weight.STRONG,
            lines=lines,
        ),
        Label(lower, words.player(told.player), px(15), ink, is_own=True),
        Label(points, signed(told.points), px(24), gain, Weight.BOLD, Align.RIGHT),
        Label(scores, scored, px(17), theme.PAPER_SOFT, Weight.STRONG, Align.RIGHT),
    )
    if told.move.tile is not None:
        shown += (TileView(tile, told.move.tile, stage.has_marks),)
    if told.turn in stage.model.disputed:
        eye = centred(cut_right(middle, px(28))[1], px(24))
        shown += (IconMark(eye, Icon.CAMERA, theme.PAPER_SOFT),)
    return Button(box, ChooseTurn(told.turn), Style.LINE, px(12), 0, shown)


def correct_screen(stage: Stage) -> Scene:
    """What a turn was taken for, what it really was, and what becomes of the scores."""
    game, amendment = stage.model.game, stage.model.amendment
    if game is None or amendment is None:
        return backdrop(stage)
    words = stage.words
    before = turns_of(story_of(game))[amendment.turn - 1].before
    pick = amendment.pick
    only = pick.only
    deed = deed_of(before, only.move) if only else Deed()
    if stage.page.is_portrait:
        cloth = stage.box(0, 78, stage.width, stage.height - 78 - 392)
        side = stage.box(14, stage.height - 382, stage.width - 28, 368)
    else:
        cloth = stage.box(0, 78, stage.width - 314, stage.height - 78)
        side = stage.box(stage.width - 304, 84, 290, stage.height - 98)
    targets = {} if only else targets_of(pick.offers, pick.tile, pick.cells)
    corner = stage.box(stage.width - 82, 10, 68, 60)
    pictures = evidence_key(stage, corner, amendment.turn, Style.KEY)
    return (
        *backdrop(stage),
        *header(stage, words("correct.title", turn=amendment.turn), right=84 * len(pictures)),
        *pictures,
        Felt(cloth),
        MosaicView(
            cloth,
            before,
            targets=targets,
            chosen=() if only else pick.cells,
            laid=deed.laid,
            gone=deed.gone,
            line=deed.line,
            has_marks=stage.has_marks,
            unit=stage.page.unit,
            meant=ChooseCell,
            focus=stage.ui.focus,
            zoom=stage.ui,
        ),
        *_side(stage, amendment, side),
    )


def _side(stage: Stage, amendment: Amendment, box: pygame.Rect) -> Scene:
    px, words, game = stage.px, stage.words, stage.model.game
    if game is None:
        return ()
    before = turns_of(story_of(game))[amendment.turn - 1].before
    was, rest = cut_top(box, px(74), px(8))
    really, rest = cut_top(rest, px(74), px(8))
    middle, low = cut_bottom(rest, px(64), px(8))
    old = tell(words, before, amendment.was)
    scene: Scene = (_deed_row(stage, was, words("correct.was"), old, amendment.was.tile, None),)
    move = amendment.move or (amendment.pick.only.move if amendment.pick.only else None)
    told = tell(words, before, move) if move else words("correct.choose")
    tile = move.tile if move else amendment.pick.tile
    tiles = stage.open(Sheet.TILES)
    scene += (_deed_row(stage, really, words("correct.becomes"), told, tile, tiles),)
    inner = middle.inflate(-px(24), -px(12))
    if amendment.broken is not None or amendment.scores is not None:
        scene += (Box(middle, theme.PANEL, px(12)),)
    if amendment.broken is not None:
        reason = say(
            Message.CORRECTION_BREAKS,
            turn=amendment.broken.turn,
            detail=amendment.broken.reason,
        )
        text = words.sentence(reason)
        scene += (Label(inner, text, px(17), theme.NO_ON_DARK, Weight.STRONG, lines=5),)
    elif amendment.scores is not None:
        scene += _scores(stage, amendment, inner)
    no, yes = columns(low, 2, px(10))
    can = isinstance(confirms(stage.model), CorrectTurn)
    return (
        *scene,
        text_key(stage, no, words("key.never-mind"), Back(), Style.KEY, 17),
        text_key(
            stage,
            yes,
            words("correct.yes"),
            Confirm() if can else None,
            Style.MAIN if can else Style.OFF,
            17,
        ),
    )


def _deed_row(
    stage: Stage, box: pygame.Rect, head: str, told: str, tile: Tile | None, meant: Tap | None
) -> Button:
    px = stage.px
    left, right = cut_left(cut_left(box, px(12))[1], px(42), px(12))
    picture = centred(left, px(42), px(56))
    upper, lower = stacked(inset(cut_right(right, px(8))[0], 0, px(8)), px(20), px(42))
    shown: Scene = (
        Label(upper, head, px(15), theme.PAPER_SOFT),
        Label(lower, told, px(17), theme.PAPER, Weight.STRONG, lines=2),
    )
    if tile is not None:
        shown += (TileView(picture, tile, stage.has_marks),)
    else:
        side = picture.inflate(-px(6), -px(18))
        shown += (IconMark(side, Icon.GRID, theme.GOLD),)
    style = Style.KEY if meant else Style.OFF
    return Button(box, meant, style, px(12), px(1), shown)


def _scores(stage: Stage, amendment: Amendment, box: pygame.Rect) -> Scene:
    px, words, table = stage.px, stage.words, stage.model.table
    if table is None or amendment.scores is None:
        return ()
    top, *both = stacked(box, px(22), px(32), px(32))
    scene: Scene = (Label(top, words("correct.scores"), px(15), theme.PAPER_SOFT),)
    for player, row in zip(Player, both, strict=True):
        was, then = table.scores[player], amendment.scores[player]
        text = number(then) if was == then else f"{number(was)} › {number(then)}"
        ink = theme.GOLD if was != then else theme.PAPER
        name = cut_right(row, px(110))[0]
        scene += (
            Label(name, words.player(player), px(17), theme.PAPER, is_own=True),
            Label(row, text, px(20), ink, Weight.BOLD, Align.RIGHT),
        )
    if not amendment.keeps_table:
        low = cut_bottom(box, px(40))[1]
        scene += (Label(low, words("correct.table"), px(14), theme.PAPER_SOFT, lines=2),)
    return scene
