"""A game of MOSAIX as a picture to keep: all boards with their zones framed, and the scores."""

from __future__ import annotations

import pygame

from device.core.model import OpenGame
from device.core.settings import Settings
from device.games.mosaix.match import (
    boards_of,
    figures_of,
    is_over,
    players_of,
    scores_of,
    winners_of,
)
from device.games.mosaix.model import Mosaix
from device.games.mosaix.ui.boards import BoardView, cells_of
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.words import Words
from device.ui import theme
from device.ui.icons import Icon
from device.ui.layout import cells, cut_left, cut_top, inset
from device.ui.parts import backdrop
from device.ui.state import Ui
from device.ui.theme import Page, Weight
from device.ui.widgets import Align, Felt, IconMark, Label, Scene, draw_all

SIZE = (1920, 1200)


def poster(loaded: OpenGame, begun: str, settings: Settings) -> pygame.Surface:
    """The picture; `begun` is when the game began, ISO 8601."""
    stage = Stage(Mosaix(settings=settings), Ui(), Page(*SIZE), Words(settings.language))
    words = Words(settings.language, loaded.names)
    surface = pygame.Surface(SIZE)
    draw_all(surface, _scene(stage, words, loaded, begun))
    return surface


def _scene(stage: Stage, words: Words, loaded: OpenGame, begun: str) -> Scene:
    px, match = stage.px, loaded.game
    head, body = cut_top(stage.page.rect, px(84))
    upper, lower = cut_top(inset(head, px(16), px(6)), px(40))
    told = [words.day(begun), words.count("turn", len(figures_of(match)))]
    if not is_over(match):
        told.append(words("over.unfinished"))
    count = players_of(match)
    scene: Scene = (
        *backdrop(stage),
        Felt(body),
        Label(upper, "MOSAIX", px(32), theme.PAPER, Weight.HEAVY),
        Label(lower, "  ·  ".join(filter(None, told)), px(17), theme.PAPER_SOFT),
    )
    room = inset(body, px(16), px(12))
    across = 1 if count == 1 else 2
    for who, at in enumerate(cells(room, across, 1 if count < 3 else 2, px(14))[:count]):
        scene += _board(stage, words, loaded, who, at)
    return scene


def _board(stage: Stage, words: Words, loaded: OpenGame, who: int, box: pygame.Rect) -> Scene:
    """A player's board, with name and score beside it, or above it where it is tall."""
    px, match = stage.px, loaded.game
    board, worth = boards_of(match)[who], scores_of(match)[who]
    wins = who in winners_of(match)
    ink = theme.GOLD if wins else theme.PAPER
    side = min(box.height - px(44), box.width)
    is_wide = box.width - box.height > px(110)
    told, room = cut_left(box, px(150), px(8)) if is_wide else cut_top(box, px(44))
    line, rest = cut_top(told, px(44)) if is_wide else cut_left(told, told.width - px(130))
    cup, score = cut_left(cut_top(rest, px(60))[0] if is_wide else rest, px(36), px(8))
    scene: Scene = (
        Label(line, words.player(who), px(22), ink, Weight.STRONG, is_own=True),
        Label(score, str(worth), px(42), ink, Weight.HEAVY, Align.LEFT),
    )
    if wins:
        scene += (IconMark(cup, Icon.CUP, theme.GOLD),)
    if board is not None:
        view = BoardView(
            room, cells_of(board), is_grey=board.boxes is not None, has_frames=True, unit=side / 400
        )
        scene += (view,)
    return scene
