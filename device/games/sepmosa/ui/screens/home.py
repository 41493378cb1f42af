"""Home: go on, new game, past games, settings."""

from __future__ import annotations

from enum import Enum

import pygame

from device.core.events import EnterGame, Go, Resume
from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.stage import Stage
from device.ui import theme
from device.ui.controls import Button, Style
from device.ui.icons import Icon
from device.ui.layout import columns, rows
from device.ui.parts import backdrop, notice_in, text_key
from device.ui.state import Tap
from device.ui.theme import Weight
from device.ui.widgets import Align, Felt, IconMark, Label, Scene
from device.ui.words import number
from engine.sepmosa import Player
from engine.sepmosa.notation import parse_mosaic
from engine.sepmosa.table import Step

PICTURE = parse_mosaic(
    {
        "3+0": "B7",
        "2+0": "B8",
        "4+1": "R7",
        "4+2": "R8",
        "4-1": "O7",
        "5+0": "K7",
        "5-1": "O6",
        "3+1": "B6",
        "2+1": "B9",
    }
)
ENTRIES: tuple[tuple[Icon, str, Enum], ...] = (
    (Icon.LIST, "home.past", Phase.PAST_GAMES),
    (Icon.CHART, "home.statistics", Phase.STATISTICS),
    (Icon.HELP, "home.help", Phase.HELP),
    (Icon.GEAR, "home.settings", CommonPhase.SETTINGS),
    (Icon.CAMERA, "home.teach", Phase.TEACH),
)


def home_screen(stage: Stage) -> Scene:
    """The first screen."""
    if stage.page.is_portrait:
        art = stage.box(0, 0, stage.width, 330)
        keys = stage.box(16, 346, stage.width - 32, stage.height - 362)
    else:
        art = stage.box(0, 0, 330, stage.height)
        keys = stage.box(350, 24, stage.width - 374, stage.height - 48)
    return (*backdrop(stage), *_art(stage, art), *_keys(stage, keys))


def _art(stage: Stage, box: pygame.Rect) -> Scene:
    px = stage.px
    words = px(104)
    picture = pygame.Rect(box.x, box.y + px(10), box.width, box.height - words - px(16))
    title = pygame.Rect(box.x, box.bottom - words, box.width, px(52))
    tagline = pygame.Rect(box.x + px(10), title.bottom, box.width - px(20), px(26))
    soft = theme.PAPER_SOFT
    scene: Scene = (
        Felt(box),
        MosaicView(picture, PICTURE, has_marks=stage.has_marks, unit=stage.page.unit),
    )
    if stage.notice:
        room = pygame.Rect(box.x + px(20), title.y, box.width - px(40), words - px(14))
        return (*scene, *notice_in(stage, room, 4))
    return (
        *scene,
        Label(title, "SEPMOSA", px(42), theme.PAPER, Weight.HEAVY, Align.MIDDLE),
        Label(tagline, stage.words("home.tagline"), px(17), soft, align=Align.MIDDLE),
    )


def _keys(stage: Stage, box: pygame.Rect) -> Scene:
    words, px = stage.words, stage.px
    table = stage.model.table
    has_game = table is not None and table.step is not Step.OVER
    gap = px(12)
    scene: Scene = ()
    grid = box
    if has_game:
        top = pygame.Rect(box.x, box.y, box.width, px(92))
        scene += (_resume(stage, top),)
        grid = pygame.Rect(box.x, top.bottom + gap, box.width, box.bottom - top.bottom - gap)
    lines = rows(grid, 4, gap)
    style = Style.KEY if has_game else Style.MAIN
    new: Tap = Go(Phase.NEW_GAME)
    scene += (text_key(stage, lines[0], words("home.new"), new, style, 22, Icon.PLUS),)
    entries: list[tuple[Icon, str, Tap]] = [
        (icon, words(text), Go(phase)) for icon, text, phase in ENTRIES
    ]
    others = [game for game in stage.model.games if game is not stage.model.plays]
    entries += [(Icon.GRID, game.title, EnterGame(game.name)) for game in others]
    across = 2 if len(entries) <= 2 * len(lines[1:]) else 3
    boxes = [at for line in lines[1:] for at in columns(line, across, gap)]
    for at, (icon, text, meant) in zip(boxes, entries, strict=False):
        scene += (text_key(stage, at, text, meant, Style.KEY, 18, icon),)
    return scene


def _resume(stage: Stage, box: pygame.Rect) -> Button:
    """The way back into the open game, with how it stands."""
    px, words, table = stage.px, stage.words, stage.model.table
    ink = Style.MAIN.ink
    symbol = pygame.Rect(box.x + px(16), 0, px(34), px(34))
    symbol.centery = box.centery
    left = symbol.right + px(14)
    scores = table.scores if table else (0, 0)
    standing = f"{number(scores[0])} : {number(scores[1])}"
    right = pygame.Rect(box.right - px(140), box.y, px(124), box.height)
    upper = pygame.Rect(left, box.y + px(14), right.x - left - px(6), px(34))
    lower = pygame.Rect(left, upper.bottom, upper.width, px(28))
    names = " – ".join(words.player(player) for player in Player)
    shown = (
        IconMark(symbol, Icon.PLAY, ink),
        Label(upper, words("home.resume"), px(24), ink, Weight.BOLD),
        Label(lower, names, px(17), ink, Weight.STRONG, is_own=True),
        Label(right, standing, px(32), ink, Weight.HEAVY, Align.RIGHT),
    )
    return Button(box, Resume(), Style.MAIN, px(14), shown=shown)
