"""One file for each screen or small family of screens; each builds widgets from a stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from importlib import import_module

from device.core.model import CommonPhase
from device.games.sepmosa.handlers.outcome import gist
from device.games.sepmosa.model import Check, Model, Phase, Trouble
from device.games.sepmosa.ui.screens import checklist
from device.games.sepmosa.ui.screens.ask import ask_screen
from device.games.sepmosa.ui.screens.evidence import evidence_sheet
from device.games.sepmosa.ui.screens.home import home_screen
from device.games.sepmosa.ui.screens.new_game import new_game_screen
from device.games.sepmosa.ui.screens.question import question_screen
from device.games.sepmosa.ui.screens.sheets import sheet_over
from device.games.sepmosa.ui.screens.turn import turn_screen
from device.games.sepmosa.ui.stage import Stage
from device.games.sepmosa.ui.words import Words
from device.ui.screens import care
from device.ui.state import Sheet, Ui
from device.ui.theme import Page
from device.ui.view import Screens, Since
from device.ui.widgets import Scene
from engine.sepmosa import Player


def _later(module: str, name: str) -> Callable[[Stage], Scene]:
    """A screen that no turn needs: loaded when it is first wanted."""

    def screen(stage: Stage) -> Scene:
        built: Scene = getattr(import_module(module), name)(stage)
        return built

    return screen


BY_PHASE: Mapping[Enum, Callable[[Stage], Scene]] = {
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
    Phase.OVER: _later(f"{__name__}.over", "over_screen"),
    Phase.HISTORY: _later(f"{__name__}.history", "history_screen"),
    Phase.CORRECT: _later(f"{__name__}.history", "correct_screen"),
    Phase.ASK_ABANDON: ask_screen,
    Phase.PAST_GAMES: _later(f"{__name__}.past", "past_screen"),
    Phase.REPLAY: _later(f"{__name__}.past", "replay_screen"),
    Phase.STATISTICS: _later(f"{__name__}.statistics", "statistics_screen"),
    CommonPhase.SETTINGS: _later("device.ui.screens.settings", "settings_screen"),
    CommonPhase.CAMERA_CHECK: _later(f"{__name__}.camera_check", "camera_screen"),
    CommonPhase.BUTTON_CHECK: care.button_screen,
    Phase.TEACH: _later(f"{__name__}.teach", "teach_screen"),
    Phase.LESSON: _later(f"{__name__}.teach", "lesson_screen"),
    Phase.HELP: _later(f"{__name__}.help", "help_screen"),
    CommonPhase.ABOUT: _later(f"{__name__}.about", "about_screen"),
    CommonPhase.SHARE: _later("device.ui.screens.share", "share_screen"),
    CommonPhase.SHUT_DOWN: ask_screen,
}


_IN_GAME = frozenset(
    {
        Phase.TURN,
        Phase.QUESTION,
        Phase.GUIDE_BACK,
        Phase.ASK_PASS,
        Phase.ASK_UNDO,
        Phase.RESET,
        Phase.RESHUFFLE,
    }
)


def scene_for(stage: Stage) -> Scene:
    """The screen of the model's phase, with what lies over it."""
    return (*BY_PHASE[stage.model.phase](stage), *sheet_over(stage), *evidence_sheet(stage))


def _scene(model: Model, ui: Ui, page: Page, since: Since) -> Scene:
    ticks = since["ticks"]
    stage = Stage(
        model,
        ui,
        page,
        Words(model.settings.language, model.names),
        since["gain"].at,
        since["laid"].at,
        ticks.at,
        _newly_done(ticks.before or (), ticks.value or ()),
    )
    return scene_for(stage)


def _moving(model: Model) -> Mapping[str, object]:
    laid = model.proposal.move if model.proposal else None
    return {"gain": model.gain, "laid": laid, "ticks": model.checklist or None}


def _news(model: Model) -> tuple[object, bool]:
    told = gist(model.noted)
    return told, bool(told) and model.phase is Phase.TURN


def _first_look(model: Model) -> Ui:
    """The screen's own state when a phase begins: whoever says no is shown all tiles at once."""
    doubted = model.question is not None and model.question.trouble is Trouble.DOUBTED
    return Ui(Sheet.TILES) if doubted and model.phase is Phase.QUESTION else Ui()


def _is_turned(model: Model) -> bool:
    table = model.table
    is_theirs = table is not None and table.player == Player.TWO
    return is_theirs and model.phase in _IN_GAME


def _newly_done(before: tuple[Check, ...], after: tuple[Check, ...]) -> frozenset[int]:
    """The entries of a checklist that have just been ticked."""
    done = {at for at, check in enumerate(before) if check.is_done}
    return frozenset(at for at, check in enumerate(after) if check.is_done and at not in done)


SCREENS = Screens(_scene, _moving, _news, _first_look, _is_turned)
