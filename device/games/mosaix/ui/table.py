"""What the screens of a game share: the players with their scores, and where things are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from device.games.mosaix.match import boards_of, players_of, scores_of, winners_of
from device.games.mosaix.ui.boards import BoxesView, SignView
from device.games.mosaix.ui.palette import SIGN_INK
from device.games.mosaix.ui.stage import Stage
from device.ui import theme
from device.ui.bar import BAR, TALL_BAR, Key
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import centred, columns, cut_left, cut_top, inset, rows
from device.ui.state import Sheet, Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Fade, Fill, IconMark, Label, Scene
from device.ui.words import number
from engine.mosaix import BOXES, Board, Count, Symbol
from engine.mosaix.paper import Paper

PANEL = 150  # width of the players' panel
HEADER = 98  # its height on a page that stands upright
SIDE = 252  # width of what stands beside the board
LOW = 157  # its height on a page that stands upright


def panel_box(stage: Stage) -> pygame.Rect:
    """Where the players are."""
    if stage.page.is_portrait:
        return pygame.Rect(0, 0, stage.page.width, stage.px(HEADER))
    return stage.handed(pygame.Rect(0, 0, stage.px(PANEL), stage.page.height - stage.px(BAR)))


def board_box(stage: Stage) -> pygame.Rect:
    """Where the board is, with its margin."""
    page, px = stage.page, stage.px
    if page.is_portrait:
        top = px(HEADER)
        return pygame.Rect(0, top, page.width, page.height - top - px(LOW) - px(TALL_BAR))
    left = px(PANEL)
    return stage.handed(pygame.Rect(left, 0, page.width - left - px(SIDE), page.height - px(BAR)))


def side_box(stage: Stage) -> pygame.Rect:
    """Where the figure, the table of the count or the picture is."""
    page, px = stage.page, stage.px
    if page.is_portrait:
        return pygame.Rect(0, board_box(stage).bottom, page.width, px(LOW))
    return stage.handed(pygame.Rect(page.width - px(SIDE), 0, px(SIDE), page.height - px(BAR)))


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player as the panel shows him."""

    name: str
    score: int | None
    is_now: bool = False
    is_done: bool = False
    is_winner: bool = False
    meant: Tap | None = None


def panel(stage: Stage, entries: list[PlayerRow], within: pygame.Rect | None = None) -> Scene:
    """All players, the one it is about in gold."""
    box = within or panel_box(stage)
    gap = stage.px(2)
    places = (
        columns(box, len(entries), gap) if stage.page.is_portrait else rows(box, len(entries), gap)
    )
    scene: Scene = (Fill(box, theme.PANEL),)
    for at, entry in zip(places, entries, strict=True):
        scene += _player(stage, at, entry)
    return scene


def _player(stage: Stage, box: pygame.Rect, entry: PlayerRow) -> Scene:
    px = stage.px
    top = theme.PANEL_NOW if entry.is_now else theme.PANEL
    ink = theme.PAPER if entry.is_now else theme.blend(theme.PAPER, theme.PAPER_SOFT, 0.35)
    ink = theme.GOLD if entry.is_winner else ink
    mark = px(24)
    room = min(box.height, px(160))
    inner = pygame.Rect(box.x + px(8), box.centery - room // 2, box.width - px(16), room)
    has_mark = entry.is_done or entry.is_winner
    name = pygame.Rect(inner.x, inner.y + px(6), inner.width - (mark if has_mark else 0), px(26))
    high = min(px(84), inner.height - px(34))
    value = pygame.Rect(inner.x, name.bottom, inner.width, high)
    if entry.score is None:
        name.centery = box.centery
    scene: Scene = (Fade(box, top, theme.PANEL),)
    if entry.is_now:
        edge = cut_top(box, px(5))[0] if stage.page.is_portrait else cut_left(box, px(5))[0]
        scene += (Fill(stage.handed(edge, box), theme.GOLD),)
    shown: Scene = (Label(name, entry.name, px(18), ink, Weight.STRONG, Align.MIDDLE, is_own=True),)
    if entry.score is not None:
        text = number(entry.score)
        shown += (Label(value, text, min(px(80), high), ink, Weight.HEAVY, Align.MIDDLE),)
    if has_mark:
        at = pygame.Rect(inner.right - mark, name.y + px(1), mark, mark)
        if entry.is_winner:
            shown += (IconMark(at, Icon.CUP, theme.GOLD),)
        else:
            shown += (
                Box(at, theme.DONE, mark // 2),
                IconMark(at.inflate(-px(6), -px(6)), Icon.TICK, theme.DONE_INK),
            )
    if entry.meant is None:
        return (*scene, *shown)
    return (*scene, Button(box, entry.meant, Style.BARE, shown=shown))


def players_rows(
    stage: Stage, now: int | None, meant: Callable[[int], Tap] | None = None
) -> list[PlayerRow]:
    """The players of the game under way, with their scores as far as they are known."""
    match = stage.model.match
    if match is None:
        return []
    known = [board is not None for board in boards_of(match)]
    waiting = frozenset[int]() if isinstance(match, Paper) else match.table.waiting
    has_figure = bool(waiting)
    winners = winners_of(match)
    return [
        PlayerRow(
            stage.words.player(who),
            scores_of(match)[who] if known[who] else None,
            who == now,
            has_figure and who not in waiting,
            who in winners,
            meant(who) if meant else None,
        )
        for who in range(players_of(match))
    ]


def boxes(stage: Stage, board: Board, box: pygame.Rect) -> Scene:
    """A lone player's boxes, with how many are free."""
    if board.boxes is None:
        return ()
    px = stage.px
    text, low = cut_top(box, px(22), px(2))
    free = stage.words.count("box", board.boxes)
    return (
        Label(text, free, px(15), theme.PAPER_SOFT, align=Align.MIDDLE),
        BoxesView(low, board.boxes, BOXES),
    )


def symbol_key(
    stage: Stage, box: pygame.Rect, symbol: Symbol, side: float, meant: Tap, is_chosen: bool
) -> Button:
    """A key with a symbol; the one chosen has a thick gold edge and a tick, whatever its colour."""
    px = stage.px
    shown: Scene = (SignView(centred(box, px(side)), symbol, SIGN_INK[symbol]),)
    if is_chosen:
        mark = pygame.Rect(box.right - px(22), box.y, px(22), px(22))
        shown += (
            Box(box, None, px(12), theme.GOLD, px(5)),
            Box(mark, theme.GOLD, px(11)),
            IconMark(mark.inflate(-px(6), -px(6)), Icon.TICK, theme.GOLD_INK),
        )
    return Button(box, meant, Style.CHOICE, px(12), px(1), shown)


def menu_key(stage: Stage) -> Key:
    """The key that opens the menu."""
    return Key(Icon.MENU, stage.words("key.menu"), stage.open(Sheet.MENU))


def count_table(stage: Stage, counted: Count, box: pygame.Rect, is_solo: bool) -> Scene:
    """The table of the count as in the rulebook: zones × cells = points, and the sum."""
    px, words = stage.px, stage.words
    lines = 4 + is_solo
    head = px(24)
    scene: Scene = (Box(box, theme.CARD, px(14)),)
    inner = box.inflate(-px(20), -px(14))
    parts = _table_columns(inner)
    titles = ("", words("count-table.zones"), "", words("count-table.cells"), "", "")
    for part, text in zip(parts, titles, strict=True):
        if text:
            wide = part.inflate(px(24), 0)
            at = pygame.Rect(wide.x, inner.y, wide.width, head)
            scene += (Label(at, text, px(14), theme.INK_SOFT, align=Align.MIDDLE),)
    boxes_at = rows(cut_top(inner, head)[1], lines, 0)
    for line, at in zip(counted.lines, boxes_at, strict=False):
        sign = pygame.Rect(0, 0, px(26), min(px(26), at.height - px(2)))
        sign.midleft = (parts[0].x, at.centery)
        scene += (SignView(sign, line.symbol),)
        texts = (str(line.zones), "×", str(line.cells), "=", str(line.points))
        for part, text in zip(parts[1:], texts, strict=True):
            cell = pygame.Rect(part.x, at.y, part.width, at.height)
            heavy = Weight.BOLD if text.isdigit() else Weight.REGULAR
            ink = theme.INK if text.isdigit() else theme.INK_SOFT
            align = Align.RIGHT if part is parts[-1] else Align.MIDDLE
            scene += (Label(cell, text, min(px(21), at.height - px(2)), ink, heavy, align),)
    if is_solo:
        at = boxes_at[3]
        label = cut_left(at, at.width * 2 // 3)[0]
        scene += (
            Label(inset(label, 0, px(3)), words("count-table.boxes"), px(16), theme.INK_SOFT),
            Label(at, str(counted.boxes), px(21), theme.INK, Weight.BOLD, Align.RIGHT),
        )
    total = boxes_at[-1]
    line_at = cut_top(total, max(1, px(2)))[0]
    label = cut_left(total, total.width // 2)[0]
    size = min(px(38), total.height)
    return (
        *scene,
        Fill(line_at, theme.CARD_EDGE),
        Label(label, words("count-table.total"), px(18), theme.INK, Weight.STRONG),
        Label(total, str(counted.total), size, theme.GOLD_DEEP, Weight.HEAVY, Align.RIGHT),
    )


def _table_columns(inner: pygame.Rect) -> list[pygame.Rect]:
    """Sign, zones, ×, cells, =, points."""
    shares = (0.16, 0.17, 0.12, 0.2, 0.12, 0.23)
    left = float(inner.x)
    found = []
    for share in shares:
        wide = inner.width * share
        found.append(pygame.Rect(round(left), inner.y, round(wide), inner.height))
        left += wide
    return found
