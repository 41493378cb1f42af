"""Home: go on, new game, past games, settings."""

from __future__ import annotations

from enum import Enum

import pygame

from device.core.events import EnterGame, Go
from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.games.sepmosa.ui.stage import Stage
from device.ui.icons import Icon
from device.ui.layout import cut_bottom, cut_top
from device.ui.screens.home import front, front_keys
from device.ui.sheets import Entry
from device.ui.widgets import Scene
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
    words, table = stage.words, stage.model.table

    def picture(box: pygame.Rect) -> MosaicView:
        room = cut_top(cut_bottom(box, stage.px(6))[0], stage.px(10))[1]
        return MosaicView(room, PICTURE, has_marks=stage.has_marks, unit=stage.page.unit)

    scene, keys = front(stage, "SEPMOSA", words("home.tagline"), picture)
    resume = None
    if table is not None and table.step is not Step.OVER:
        names = " – ".join(words.player(player) for player in Player)
        resume = words("home.resume"), names, " : ".join(map(number, table.scores))
    entries: list[Entry] = [(icon, words(text), Go(phase)) for icon, text, phase in ENTRIES]
    others = [game for game in stage.model.games if game is not stage.model.plays]
    entries += [(Icon.GRID, game.title, EnterGame(game.name)) for game in others]
    new = words("home.new"), Go(Phase.NEW_GAME)
    return (*scene, *front_keys(stage, keys, resume, new, resume is not None, entries))
