"""A game as a picture to keep: the last mosaic, who played when, and the way to the score."""

from __future__ import annotations

import pygame

from device.core.model import OpenGame
from device.core.settings import Settings
from device.games.sepmosa.model import Model, Phase
from device.games.sepmosa.story import story_of, turns_of
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.screens.over import best_panel, curve_panel, numbers_panel
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.words import Words
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import columns, cut_bottom, cut_left, cut_right, cut_top, inset
from device.ui.parts import backdrop
from device.ui.state import Ui
from device.ui.theme import Page, Weight
from device.ui.widgets import Align, Box, Felt, IconMark, Label, Scene, draw_all
from device.ui.words import number
from engine.sepmosa import Player
from engine.sepmosa.table import Step

SIZE = (1920, 1200)


def poster(loaded: OpenGame, begun: str, settings: Settings) -> pygame.Surface:
    """The picture; `begun` is when the game began, ISO 8601."""
    model = Model(phase=Phase.OVER, settings=settings, names=loaded.names, game=loaded.game)
    stage = Stage(model, Ui(), Page(*SIZE), Words(settings.language, loaded.names))
    surface = pygame.Surface(SIZE)
    draw_all(surface, _scene(stage, loaded, begun))
    return surface


def _scene(stage: Stage, loaded: OpenGame, begun: str) -> Scene:
    px, table, story = stage.px, loaded.game.state, story_of(loaded.game)
    head, body = cut_top(stage.page.rect, px(84))
    cloth, side = cut_right(body, px(330))
    best, rest = cut_top(inset(side, px(12)), px(88), px(10))
    curve, numbers = cut_bottom(rest, px(130), px(10))
    mosaic = MosaicView(inset(cloth, px(10)), table.mosaic, has_marks=stage.has_marks, unit=2.4)
    return (
        *backdrop(stage),
        *_head(stage, inset(head, px(16), px(6)), loaded, begun),
        Felt(cloth),
        mosaic,
        *best_panel(stage, story, best),
        *curve_panel(stage, table, story, curve),
        *numbers_panel(stage, story, numbers),
    )


def _head(stage: Stage, box: pygame.Rect, loaded: OpenGame, begun: str) -> Scene:
    """Which game, who, when; and the scores, the winner's in gold."""
    px, words, table = stage.px, stage.words, loaded.game.state
    is_over = table.step is Step.OVER
    left, scores = cut_right(box, px(310), px(16))
    upper, lower = cut_top(left, px(40))
    when = words.day(begun)
    turns = len(turns_of(story_of(loaded.game)))
    told = "  ·  ".join(filter(None, (when, words.count("turn", turns))))
    if not is_over:
        told = f"{told}  ·  {words('over.unfinished')}"
    scene: Scene = (
        Label(upper, "SEPMOSA", px(32), theme.PAPER, Weight.HEAVY),
        Label(lower, told, px(17), theme.PAPER_SOFT),
    )
    for player, at in zip(Player, columns(scores, 2, px(12)), strict=True):
        wins = is_over and table.player == player
        ink = theme.GOLD if wins else theme.PAPER
        name, value = cut_top(at, px(24))
        dot, name = cut_left(name, px(24))
        if wins:
            cup, value = cut_left(value, px(36), px(8))
            scene += (IconMark(cup, Icon.CUP, theme.GOLD),)
        scene += (
            Box(inset(dot, px(6)), theme.LINES[player], px(6)),
            Label(name, words.player(player), px(18), ink, Weight.STRONG, is_own=True),
            Label(value, number(table.scores[player]), px(46), ink, Weight.HEAVY, Align.LEFT),
        )
    return scene
