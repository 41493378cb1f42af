"""About: what this is, what it promises, what it is made of and where the games are."""

from __future__ import annotations

import pygame

from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import cut_left, cut_right, cut_top, inset, rows, stacked
from device.ui.parts import backdrop, header
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, IconMark, Label, Scene
from engine.sepmosa.notation import parse_tile
from engine.sepmosa.values import Tile

TILES = ("R7", None, "B7")  # two sevens and the joker: 77 wins
LEANING = 12  # px by which the outer tiles lie lower


def about_screen(stage: Stage) -> Scene:
    """Its name and promise on one side, the facts on the other."""
    words = stage.words
    wide, high = stage.width, stage.height
    if stage.page.is_portrait:
        who = stage.box(14, 84, wide - 28, 320)
        what = stage.box(14, 414, wide - 28, high - 428)
    else:
        who = stage.box(14, 84, 300, high - 98)
        what = stage.box(324, 84, wide - 338, high - 98)
    return (
        *backdrop(stage),
        *header(stage, words("about.title")),
        *_who(stage, who),
        *_facts(stage, what),
    )


def _who(stage: Stage, box: pygame.Rect) -> Scene:
    """Name, version, and what it is for."""
    words, px = stage.words, stage.px
    inner = inset(box, px(16))
    name, rest = cut_top(cut_top(inner, px(124))[1], px(42))
    version, text = cut_top(rest, px(26), px(8))
    told = words("about.version", version=stage.model.facts.version)
    return (
        Box(box, theme.PANEL, px(14)),
        *_tiles(stage, inner),
        Label(name, "SEPMOSA", px(34), theme.PAPER, Weight.HEAVY, Align.MIDDLE),
        Label(version, told, px(16), theme.PAPER_SOFT, align=Align.MIDDLE),
        Label(text, words("about.what"), px(18), theme.PAPER, align=Align.MIDDLE, lines=6),
    )


def _tiles(stage: Stage, inner: pygame.Rect) -> Scene:
    px = stage.px
    size = (px(66), px(90))
    scene: Scene = ()
    for at, name in enumerate(TILES):
        tile: Tile | None = parse_tile(name) if name else None
        rect = pygame.Rect((0, inner.y), size)
        rect.centerx = inner.centerx + (at - 1) * px(78)
        rect.y += 0 if tile is None else px(LEANING)
        scene += (TileView(rect, tile, stage.has_marks, glow=None if tile else theme.GOLD),)
    return scene


def _facts(stage: Stage, box: pygame.Rect) -> Scene:
    """The promise, and a line for each fact."""
    words, px = stage.words, stage.px
    facts = stage.model.facts
    sizes = {"tiles": _megabytes(stage, facts.tiles), "dice": _megabytes(stage, facts.dice)}
    lines = (
        (Icon.EYE, words("about.networks"), words("about.networks-told", **sizes)),
        (Icon.SAVE, words("about.games"), facts.games),
        (Icon.HAND, words("about.licence"), words("about.licence-told")),
        (Icon.EDIT, words("about.letters"), words("about.letters-told")),
    )
    promise, *rest = rows(box, 1 + len(lines), px(8))
    mark, text = cut_left(promise, px(6))[0], inset(promise, px(20), px(4))
    scene: Scene = (
        Box(promise, theme.PANEL_NOW, px(12)),
        Box(mark, theme.GOLD, px(3)),
        Label(text, words("about.promise"), px(18), theme.GOLD, Weight.STRONG, lines=3),
    )
    for (icon, title, told), row in zip(lines, rest, strict=True):
        scene += _fact(stage, row, icon, title, told)
    return scene


def _fact(stage: Stage, row: pygame.Rect, icon: Icon, title: str, told: str) -> Scene:
    px = stage.px
    symbol, room = cut_left(cut_left(row, px(16))[1], px(28), px(16))
    room = cut_right(room, px(12))[0]
    room.y = row.centery - px(27)
    upper, lower = stacked(room, px(24), px(28))
    return (
        Box(row, theme.PANEL, px(12)),
        IconMark(symbol, icon, theme.GOLD),
        Label(upper, title, px(15), theme.PAPER_SOFT),
        Label(lower, told, px(18), theme.PAPER, Weight.STRONG, is_own=icon is Icon.SAVE),
    )


def _megabytes(stage: Stage, size: int) -> str:
    """A size as people write it in this language."""
    whole, tenth = divmod(round(size / 100_000), 10)
    return stage.words("about.megabytes", whole=whole, tenth=tenth)
