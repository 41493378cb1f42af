"""MOSAIX as one table: in this phase, on this event, that happens, leading there.

A row names every phase it may lead to besides staying; for `Go` these are also the screens that
can be chosen there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from device.core import events as companion
from device.core.effects import Effect
from device.core.game import Flow, Row, row
from device.core.handlers import door
from device.core.handlers import games as past
from device.core.looking import aimed, is_old
from device.core.model import CommonPhase
from device.core.phases import AROUND, COMMON
from device.core.table_state import TableState, state_in
from device.games.mosaix import events as on
from device.games.mosaix.effects import Target
from device.games.mosaix.handlers import counting, enter, games, lay
from device.games.mosaix.handlers.outcome import Outcome
from device.games.mosaix.handlers.press import led
from device.games.mosaix.model import BoardSight, Mosaix, Phase
from device.games.mosaix.sheet import unread
from device.games.mosaix.spoken import spoken

P, SETTINGS = Phase, CommonPhase.SETTINGS
GAME = (P.LAY, P.ENTER, P.SHOW, P.COUNT, P.OVER)  # where a game may be after it has changed
ORIGINS = {  # a visited screen → where `Back` may lead
    P.NEW: (P.MENU,),
    P.ASK_UNDO: GAME,
    P.ASK_END: (P.MENU, P.LAY, P.ENTER, P.SHOW, P.COUNT),
    P.PAST: (P.MENU,),
    P.REPLAY: (P.PAST, *GAME),
    P.HELP: (P.MENU, P.NEW, *GAME),
}


def back(phase: Phase) -> dict[type, Row]:
    """The rows of a screen that is looked at and left again, by touch or by button."""
    return {
        companion.Back: row(games.back, *ORIGINS[phase]),
        companion.Press: row(games.back, *ORIGINS[phase]),
    }


IN_GAME: dict[type, Row] = {  # in every phase of a game
    companion.Hold: row(games.ask_undo, P.ASK_UNDO),
    companion.Back: row(games.to_menu, P.MENU),
    companion.AskUndo: row(games.ask_undo, P.ASK_UNDO),
    companion.AskRedo: row(games.redo, *GAME),
    companion.Go: row(games.visit_from_game, P.HELP, P.REPLAY, P.ASK_END, P.MENU, SETTINGS),
}

TABLE: Mapping[Enum, Mapping[type, Row]] = {
    **AROUND,
    P.MENU: {
        companion.Back: row(door.leave, CommonPhase.HOME),
        companion.Press: row(games.resume, P.NEW, *GAME),
        companion.Resume: row(games.resume, P.NEW, *GAME),
        companion.Go: row(
            games.visit_from_menu, P.NEW, P.ASK_END, P.PAST, P.HELP, P.COUNT, SETTINGS
        ),
    },
    P.NEW: {
        companion.Back: row(games.back, *ORIGINS[P.NEW]),
        companion.Confirm: row(games.start),
        companion.Press: row(games.start),
        on.SetPlayers: row(games.set_players),
        companion.SetName: row(games.set_name),
        on.SetCentre: row(games.set_centre),
        on.SetKept: row(games.set_kept),
        companion.LotFell: row(games.lot_fell, P.LAY),
        companion.Go: row(games.visit_from_game, P.HELP),
    },
    P.LAY: {
        **IN_GAME,
        companion.Confirm: row(lay.confirm, P.ENTER, P.SHOW),
        companion.Press: row(lay.confirm, P.ENTER, P.SHOW),
        on.ThrowSeen: row(lay.seen),
        on.TouchPlace: row(lay.touch_place),
        on.ChooseBrush: row(lay.choose_brush),
        on.TurnFigure: row(lay.turn),
        on.ThrowForMe: row(lay.throw),
        on.Rolled: row(lay.rolled),
        on.LetGo: row(lay.let_go),
        on.AskCoach: row(lay.ask_coach),
        on.Advised: row(lay.advised),
        on.Finish: row(counting.finish, P.COUNT),
    },
    P.ENTER: {
        **IN_GAME,
        companion.Confirm: row(enter.confirm, P.LAY, P.OVER),
        companion.Press: row(enter.confirm, P.LAY, P.OVER),
        on.TouchCell: row(enter.touch_cell),
        on.TurnFigure: row(enter.turn),
        on.ChoosePlayer: row(enter.choose_player),
        on.LetGo: row(enter.let_go),
        on.AskCoach: row(enter.ask_coach),
        on.Advised: row(enter.advised),
    },
    P.SHOW: {
        **IN_GAME,
        companion.Confirm: row(lay.go_on, P.LAY),
        companion.Press: row(lay.go_on, P.LAY),
        on.TurnFigure: row(lay.turn_shown),
        on.Finish: row(counting.finish, P.COUNT),
    },
    P.COUNT: {
        **IN_GAME,
        companion.Hold: row(counting.ask_undo, P.ASK_UNDO),
        companion.AskUndo: row(counting.ask_undo, P.ASK_UNDO),
        companion.Confirm: row(counting.confirm, P.OVER, P.MENU),
        companion.Press: row(counting.confirm, P.OVER, P.MENU),
        on.BoardSeen: row(counting.seen),
        on.TouchCell: row(counting.touch_cell),
        on.SetBoxes: row(counting.set_boxes),
        on.LookAgain: row(counting.look_again),
    },
    P.OVER: {
        **IN_GAME,
        companion.Back: row(games.leave_over, P.MENU),
        companion.Confirm: row(games.rematch, P.NEW),
        companion.Rematch: row(games.rematch, P.NEW),
        on.ChoosePlayer: row(games.choose_player),
        companion.ChooseExport: row(past.export),
        companion.Go: row(games.visit_from_game, P.HELP, P.REPLAY),
    },
    P.ASK_UNDO: {
        companion.Confirm: row(games.undo, *GAME),
        companion.Press: row(games.undo, *GAME),
        companion.Back: row(games.back, *GAME),
        companion.Hold: row(games.back, *GAME),
        companion.AskUndo: row(games.deepen_undo),
    },
    P.ASK_END: {
        companion.Back: row(games.back, *ORIGINS[P.ASK_END]),  # buttons answer nothing here
        companion.Confirm: row(games.end, P.OVER, P.MENU, P.NEW),
    },
    P.PAST: {
        **back(P.PAST),
        companion.ChooseGame: row(past.choose),
        companion.GameLoaded: row(games.loaded, P.REPLAY),
        companion.Restore: row(past.restore),
    },
    P.REPLAY: {
        **back(P.REPLAY),
        companion.Slide: row(past.slide),
        on.ChoosePlayer: row(games.choose_player),
        companion.ChooseExport: row(past.export_shown),
        companion.Delete: row(past.delete_shown, P.PAST),
    },
    P.HELP: back(P.HELP),
}

ANYWHERE: Mapping[type, Row] = {  # in every phase, unless it has a row of its own
    **COMMON,
    companion.CameraChanged: row(games.camera_changed),
    companion.Fetched: row(games.fetched),
}
HASTY = 0.4  # seconds before a press may answer what the screen only now shows
READ_FIRST = frozenset({P.SHOW, P.ASK_UNDO})  # where a press needs nothing else
TARGETS: Mapping[Enum, Target] = {P.LAY: Target.DICE, P.COUNT: Target.BOARD}

STATES: Mapping[Enum, TableState] = {  # other phases are as the one they were reached from
    P.MENU: TableState.IDLE,
    P.NEW: TableState.IDLE,
    **dict.fromkeys((P.LAY, P.ENTER, P.SHOW, P.COUNT), TableState.PLAYING),
    **dict.fromkeys((P.ASK_UNDO, P.ASK_END), TableState.QUESTION),
    P.OVER: TableState.OVER,
}


def table_state(model: Mosaix) -> TableState:
    """A board that is only counted is no game."""
    is_game = model.match is not None and (model.phase, model.counting) != (P.COUNT, None)
    return state_in(STATES, model) if is_game else TableState.IDLE


def settled(
    before: Mosaix, after: Mosaix, event: companion.Event, effects: tuple[Effect, ...]
) -> Outcome:
    """What the camera is to look at follows from the phase; whatever changes that outdates it."""
    after, effects = aimed(before, after, event, effects, TARGETS)
    if after.look != before.look:
        after = replace(after, sheet=unread(after.sheet), sight=BoardSight.UNKNOWN)
    return after, effects


def is_outdated(model: Mosaix, event: companion.Event) -> bool:
    """Whether it was seen when something else was asked for, or before something changed; or a
    press was meant for what was there before the screen changed."""
    if isinstance(event, companion.Press) and model.phase in READ_FIRST:
        return model.now - model.fresh_since < HASTY
    return is_old(model, event)


FLOW = Flow(
    fresh=Mosaix(),
    opened=games.opened,
    table=TABLE,
    anywhere=ANYWHERE,
    led=led,
    is_outdated=is_outdated,
    settled=settled,
    spoken=spoken,
    state=table_state,
    live=frozenset({P.COUNT}),
)
