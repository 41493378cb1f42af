"""One file for each screen of MOSAIX or small family; each builds widgets from a stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.ui.screens.ask import ask_screen
from device.games.mosaix.ui.screens.count import count_screen, over_screen
from device.games.mosaix.ui.screens.enter import enter_screen, show_screen
from device.games.mosaix.ui.screens.help import help_screen
from device.games.mosaix.ui.screens.lay import lay_screen
from device.games.mosaix.ui.screens.menu import menu_screen, new_screen
from device.games.mosaix.ui.screens.past import past_screen, replay_screen
from device.games.mosaix.ui.screens.sheets import sheet_over
from device.games.mosaix.ui.stage import Stage
from device.games.mosaix.ui.words import Words
from device.ui.state import Ui
from device.ui.theme import Page
from device.ui.view import Screens, Since
from device.ui.widgets import Scene

BY_PHASE: Mapping[Enum, Callable[[Stage], Scene]] = {
    Phase.MENU: menu_screen,
    Phase.NEW: new_screen,
    Phase.LAY: lay_screen,
    Phase.ENTER: enter_screen,
    Phase.SHOW: show_screen,
    Phase.COUNT: count_screen,
    Phase.OVER: over_screen,
    Phase.ASK_UNDO: ask_screen,
    Phase.ASK_END: ask_screen,
    Phase.PAST: past_screen,
    Phase.REPLAY: replay_screen,
    Phase.HELP: help_screen,
}


def _scene(model: Mosaix, ui: Ui, page: Page, _: Since) -> Scene:
    stage = Stage(model, ui, page, Words(model.settings.language, model.names))
    return (*BY_PHASE[model.phase](stage), *sheet_over(stage))


SCREENS = Screens(_scene)
