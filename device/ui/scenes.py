"""Which screen shows which phase: each is built from a stage and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from device.core.model import CommonPhase
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.screens import checklist, past, teach
from device.games.sepmosa.ui.screens.ask import ask_screen
from device.games.sepmosa.ui.screens.evidence import evidence_sheet
from device.games.sepmosa.ui.screens.help import help_screen
from device.games.sepmosa.ui.screens.history import correct_screen, history_screen
from device.games.sepmosa.ui.screens.new_game import new_game_screen
from device.games.sepmosa.ui.screens.over import over_screen
from device.games.sepmosa.ui.screens.question import question_screen
from device.games.sepmosa.ui.screens.sheets import sheet_over
from device.games.sepmosa.ui.screens.statistics import statistics_screen
from device.games.sepmosa.ui.screens.turn import turn_screen
from device.ui.screens import care
from device.ui.screens.about import about_screen
from device.ui.screens.home import home_screen
from device.ui.screens.settings import settings_screen
from device.ui.stage import Stage
from device.ui.widgets import Scene

SCREENS: Mapping[Enum, Callable[[Stage], Scene]] = {
    CommonPhase.HOME: home_screen,
    Phase.NEW_GAME: new_game_screen,
    Phase.SET_TABLE: checklist.set_table_screen,
    Phase.TURN: turn_screen,
    Phase.QUESTION: question_screen,
    Phase.GUIDE_BACK: checklist.guide_screen,
    Phase.ASK_PASS: ask_screen,
    Phase.ASK_UNDO: ask_screen,
    Phase.RESET: checklist.reset_screen,
    Phase.RESHUFFLE: checklist.reshuffle_screen,
    Phase.OVER: over_screen,
    Phase.HISTORY: history_screen,
    Phase.CORRECT: correct_screen,
    Phase.ASK_ABANDON: ask_screen,
    Phase.PAST_GAMES: past.past_screen,
    Phase.REPLAY: past.replay_screen,
    Phase.STATISTICS: statistics_screen,
    CommonPhase.SETTINGS: settings_screen,
    Phase.CAMERA_CHECK: care.camera_screen,
    CommonPhase.BUTTON_CHECK: care.button_screen,
    Phase.TEACH: teach.teach_screen,
    Phase.LESSON: teach.lesson_screen,
    Phase.HELP: help_screen,
    CommonPhase.ABOUT: about_screen,
    CommonPhase.FAULT: care.fault_screen,
    CommonPhase.SHUT_DOWN: ask_screen,
}


def scene_for(stage: Stage) -> Scene:
    """The screen of the model's phase, with what lies over it."""
    return (*SCREENS[stage.model.phase](stage), *sheet_over(stage), *evidence_sheet(stage))
