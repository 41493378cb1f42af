"""The rules in the companion's own words, each page with an example drawn beside it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.move_marks import deed_of
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.tiles import TileView
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import cut_top
from device.ui.pages import help_pages, lit_button
from device.ui.theme import Weight
from device.ui.widgets import Align, Box, Label, Scene
from device.ui.words import signed
from engine.sepmosa import parse_move, points
from engine.sepmosa.mosaic import Mosaic
from engine.sepmosa.notation import parse_mosaic
from engine.sepmosa.rules import open_places


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of the rules: its words by key, a mosaic, and a move to show on it."""

    name: str
    mosaic: Mosaic
    move: str | None = None
    has_places: bool = False
    press: Icon | None = None  # a button beside it, and what pressing it does


PAGES: tuple[HelpPage, ...] = (
    HelpPage(
        "goal",
        parse_mosaic({"4+1": "B7", "3+1": "B8", "4-1": "O3", "3-1": "O4", "5+1": "R7"}),
        "B9@2+1",
    ),
    HelpPage("turn", parse_mosaic({"4+1": "R7", "3+0": "K4"}), None, True),
    HelpPage(
        "place",
        parse_mosaic({"4+1": "R7", "4+2": "R8", "3+1": "B7", "5+0": "K1", "5-1": "K10"}),
        "O8@3+2",
    ),
    HelpPage(
        "points",
        parse_mosaic(
            {"4+1": "B6", "4+2": "B9", "3+3": "B8", "2+3": "B1", "3+2": "R9", "5+1": "O6"}
        ),
        "B7@4+3",
    ),
    HelpPage(
        "action",
        parse_mosaic(
            {"4+1": "R9", "4+2": "R10", "4+3": "R1", "3+3": "K1", "2+3": "K2", "5+0": "B9"}
        ),
        "R13x4+1..4+3",
    ),
    HelpPage(
        "floating",
        parse_mosaic({"4+1": "B2", "3+3": "K2", "4+3": "K3", "5+3": "O3", "5+0": "R5"}),
        "K2@4+2",
    ),
    HelpPage(
        "end",
        parse_mosaic(
            {
                "1+0": "K4",
                "2+0": "R4",
                "3+0": "B4",
                "5+0": "O4",
                "6+0": "K5",
                "7+0": "R5",
                "4+1": "B5",
                "4-1": "O5",
                "4+2": "B6",
                "4-2": "O6",
                "4+3": "B7",
                "4-3": "O7",
            }
        ),
    ),
)
_LAID = parse_mosaic({"4+1": "B7", "3+1": "B8", "4-1": "O3", "5+1": "R7"})
USE: tuple[HelpPage, ...] = (  # how to use the companion
    HelpPage("confirm", _LAID, "B9@2+1", press=Icon.TICK),
    HelpPage("hold", _LAID, press=Icon.UNDO),
    HelpPage("pass", _LAID, None, True, press=Icon.MINUS),
    HelpPage("amend", _LAID, "R8@5+2", press=Icon.CROSS),
    HelpPage("see", _LAID, press=Icon.CAMERA),
)


def help_screen(stage: Stage) -> Scene:
    """One page of the rules, or of how to use the companion."""
    rules, use = ([page.name for page in pages] for pages in (PAGES, USE))
    every = (*PAGES, *USE)
    return help_pages(stage, rules, use, 320, lambda at, box: _example(stage, every[at], box))


def _example(stage: Stage, page: HelpPage, box: pygame.Rect) -> Scene:
    px = stage.px
    move = parse_move(page.move) if page.move else None
    deed = deed_of(page.mosaic, move) if move else None
    band = px(64) if move or page.press else 0
    room = cut_top(box, band)[1]
    view = MosaicView(
        room,
        page.mosaic,
        places=tuple(open_places(page.mosaic)) if page.has_places else (),
        laid=deed.laid if deed else {},
        gone=deed.gone if deed else (),
        line=deed.line if deed else (),
        has_marks=stage.has_marks,
        unit=stage.page.unit,
    )
    scene: Scene = (view,)
    if page.press is not None:
        scene += lit_button(stage, page.press, box)
    if move is None:
        return scene
    worth = points(page.mosaic, move)
    badge = pygame.Rect(0, 0, px(74), px(44))
    badge.topright = (box.right - px(14), box.y + px(18))
    scene += (
        Box(badge, theme.BAR, px(12)),
        Label(badge, signed(worth), px(30), theme.GOLD, Weight.HEAVY, Align.MIDDLE),
    )
    if move.tile is not None and move.tile.is_action:
        tile = pygame.Rect(box.x + px(16), box.y + px(14), px(46), px(60))
        scene += (TileView(tile, move.tile, stage.has_marks, glow=theme.GOLD),)
    return scene
