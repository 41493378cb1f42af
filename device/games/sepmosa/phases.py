"""SEPMOSA and what surrounds it as one table: in this phase, on this event, that happens.

A row names every phase it may lead to besides staying; for `Go` these are also the screens that
can be chosen there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from functools import partial

from device.core import events as on
from device.core.effects import Effect, ListGames
from device.core.game import Flow, Row, row
from device.core.handlers import anywhere as common
from device.core.handlers import door, sharing
from device.core.handlers import games as past
from device.core.model import CommonPhase, OpenGame
from device.core.phases import COMMON
from device.core.table_state import TableState, state_in
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import is_stale
from device.games.sepmosa.effects import ListEvidence
from device.games.sepmosa.handlers import (
    amend,
    anywhere,
    evidence,
    games,
    question,
    shuffles,
    teaching,
    turn,
)
from device.games.sepmosa.handlers.changes import earlier_tables, guided_back, watch_effect
from device.games.sepmosa.handlers.outcome import Outcome
from device.games.sepmosa.model import Clock, Model, Phase
from device.games.sepmosa.spoken import spoken
from device.games.sepmosa.teaching import events as teach
from device.games.sepmosa.teaching.effects import ListProfiles, LoadProfile

P, C = Phase, CommonPhase
GAME = (P.TURN, P.RESET, P.RESHUFFLE, P.OVER)  # where a game may be after it has changed
BACK = (*GAME, P.GUIDE_BACK)  # and after something was taken back, redone or corrected
ORIGINS: Mapping[Enum, tuple[Enum, ...]] = {  # a visited screen → where `Back` may lead
    P.HISTORY: (*GAME, P.QUESTION),
    P.CORRECT: (P.HISTORY, P.TURN, P.QUESTION),
    P.ASK_UNDO: (*BACK, P.QUESTION, P.HISTORY),
    P.ASK_ABANDON: (C.HOME, P.TURN, P.QUESTION),
    P.PAST_GAMES: (C.HOME,),
    P.REPLAY: (P.PAST_GAMES,),
    P.STATISTICS: (C.HOME, P.OVER),
    C.SETTINGS: (C.HOME, P.TURN, P.RESET, P.RESHUFFLE, P.QUESTION),
    C.CAMERA_CHECK: (C.SETTINGS, P.TEACH, P.TURN),
    C.BUTTON_CHECK: (C.SETTINGS, P.TEACH),
    P.TEACH: (C.HOME,),
    P.LESSON: (P.TEACH,),
    P.HELP: (C.HOME, P.TURN, P.RESET, P.RESHUFFLE, P.QUESTION, P.NEW_GAME),
    C.ABOUT: (C.SETTINGS,),
    C.SHARE: (C.SETTINGS,),
    C.SHUT_DOWN: (C.HOME, C.SETTINGS),
}


def visited(phase: Enum) -> dict[type, Row]:
    """The rows of a screen that is looked at and left again."""
    return {
        on.Back: row(anywhere.back, *ORIGINS[phase]),
        on.Press: row(anywhere.press_back, *GAME),
    }


CHOICES = {  # a move chosen by touch during a turn
    own.ChooseTile: row(turn.choose_tile, *BACK, P.CORRECT),
    own.ChooseCell: row(turn.choose_cell),
    own.ChooseMove: row(turn.choose_move, P.ASK_PASS),
    own.AskCoach: row(turn.ask_coach),
}
EVIDENCE = {
    own.AskEvidence: row(evidence.ask),
    own.CloseEvidence: row(evidence.close),
}
SHUFFLE = {
    own.Seen: row(shuffles.seen),
    own.ChooseCheck: row(shuffles.tick),
    on.Press: row(shuffles.confirm, P.TURN),
    on.Confirm: row(shuffles.confirm, P.TURN),
    on.Hold: row(turn.ask_undo, P.ASK_UNDO),
    on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
    on.Go: row(anywhere.go, P.HISTORY, C.SETTINGS, P.HELP, C.HOME),
}

TABLE: Mapping[Enum, Mapping[type, Row]] = {
    C.HOME: {
        on.Resume: row(games.resume, *BACK, P.NEW_GAME),
        on.Press: row(games.resume, *BACK, P.NEW_GAME),
        on.Abandon: row(games.ask_abandon, P.ASK_ABANDON),
        on.EnterGame: row(door.enter),
        on.Go: row(
            games.go_from_home,
            *(P.NEW_GAME, P.ASK_ABANDON, P.PAST_GAMES, P.STATISTICS, C.SETTINGS, P.TEACH),
            *(P.HELP, C.SHUT_DOWN),
        ),
    },
    P.NEW_GAME: {
        on.SetName: row(games.set_name),
        on.Confirm: row(games.set_table, P.SET_TABLE),
        on.Press: row(games.set_table, P.SET_TABLE),
        on.Back: row(anywhere.go_home, C.HOME),
        on.Go: row(anywhere.go, P.HELP),
    },
    P.SET_TABLE: {
        own.Seen: row(shuffles.seen),
        own.ChooseCheck: row(shuffles.tick),
        on.Confirm: row(shuffles.begin, P.TURN),
        on.Press: row(shuffles.begin, P.TURN),
        on.Back: row(shuffles.leave, P.NEW_GAME),
    },
    P.TURN: {
        on.Press: row(turn.press, *GAME, P.ASK_PASS, P.QUESTION),
        on.Confirm: row(turn.confirm, *GAME, P.ASK_PASS, P.QUESTION),
        on.Hold: row(turn.ask_undo, P.ASK_UNDO),
        own.Seen: row(turn.seen, *GAME, P.ASK_PASS, P.QUESTION),
        on.Tick: row(turn.tick, *GAME, P.ASK_PASS, P.QUESTION),
        **CHOICES,
        own.Doubt: row(turn.doubt, P.QUESTION),
        own.AskPass: row(turn.ask_pass, P.ASK_PASS),
        on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
        on.AskRedo: row(amend.redo_last, *BACK),
        on.Abandon: row(games.ask_abandon, P.ASK_ABANDON),
        on.Back: row(turn.let_go),
        on.Go: row(anywhere.go, P.HISTORY, C.SETTINGS, P.HELP, C.HOME, C.CAMERA_CHECK),
    },
    P.QUESTION: {
        own.Seen: row(question.seen, P.TURN),
        on.Press: row(turn.press, *GAME),
        on.Confirm: row(turn.confirm, *GAME),
        on.Hold: row(turn.ask_undo, P.ASK_UNDO),
        own.ChooseMove: row(question.choose_move, *GAME, P.ASK_PASS),
        own.ChooseTile: row(question.choose_tile, *BACK, P.CORRECT),
        own.ChooseCell: row(question.choose_cell, *GAME),
        own.TableIsRight: row(question.table_is_right, *BACK, P.HISTORY, P.CORRECT, P.ASK_ABANDON),
        own.ScreenIsRight: row(question.screen_is_right, P.TURN, P.GUIDE_BACK),
        **EVIDENCE,
        own.AskPass: row(question.ask_pass, P.TURN, P.ASK_PASS),
        on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
        on.Abandon: row(games.ask_abandon, P.ASK_ABANDON),
        on.Back: row(turn.to_turn, P.TURN),
        on.Go: row(anywhere.go, P.HISTORY, C.SETTINGS, P.HELP, C.HOME),
    },
    P.GUIDE_BACK: {
        own.Seen: row(question.seen_guiding, P.TURN),
        own.ChooseCheck: row(question.tick_guide, P.TURN),
        on.Press: row(question.press_guide, P.TURN),
        on.Confirm: row(question.press_guide, P.TURN),
        on.Hold: row(turn.ask_undo, P.ASK_UNDO),
        on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
        on.AskRedo: row(amend.redo_last, *BACK),
        on.Back: row(question.leave_guide, *BACK),
    },
    P.ASK_PASS: {
        on.Press: row(turn.press, *GAME),
        on.Confirm: row(turn.confirm, *GAME),
        own.Seen: row(turn.seen_while_passing, P.TURN),
        on.Hold: row(turn.to_turn, P.TURN),
        on.Back: row(turn.to_turn, P.TURN),
    },
    P.ASK_UNDO: {
        on.Press: row(turn.press, *BACK),
        on.Confirm: row(turn.confirm, *BACK),
        on.AskUndo: row(turn.deepen_undo),
        on.Hold: row(anywhere.back, *ORIGINS[P.ASK_UNDO]),
        on.Back: row(anywhere.back, *ORIGINS[P.ASK_UNDO]),
    },
    P.RESET: SHUFFLE,
    P.RESHUFFLE: SHUFFLE,
    P.OVER: {
        on.Press: row(games.press_over, P.NEW_GAME),
        on.Confirm: row(games.rematch, P.NEW_GAME),
        on.Rematch: row(games.rematch, P.NEW_GAME),
        on.Hold: row(turn.ask_undo, P.ASK_UNDO),
        on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
        on.ChooseExport: row(past.export),
        on.Go: row(games.leave_over, C.HOME, P.HISTORY, P.STATISTICS),
    },
    P.HISTORY: {
        **visited(P.HISTORY),
        own.ChooseTurn: row(amend.choose_turn, P.CORRECT),
        on.AskUndo: row(turn.ask_undo, P.ASK_UNDO),
        on.AskRedo: row(amend.redo_last, *BACK),
    },
    P.CORRECT: {
        own.ChooseTile: row(amend.choose_tile),
        own.ChooseCell: row(amend.choose_cell),
        own.ChooseMove: row(amend.choose_move),
        **EVIDENCE,
        on.Confirm: row(amend.confirm, *BACK),
        on.Press: row(amend.confirm, *BACK),
        on.Back: row(amend.leave, *ORIGINS[P.CORRECT]),
    },
    P.ASK_ABANDON: {
        on.Confirm: row(games.abandon, C.HOME),
        on.Back: row(anywhere.back, *ORIGINS[P.ASK_ABANDON]),
        on.Press: row(anywhere.back, *ORIGINS[P.ASK_ABANDON]),
    },
    P.PAST_GAMES: {
        **visited(P.PAST_GAMES),
        on.ChooseGame: row(past.choose),
        on.GameLoaded: row(games.loaded, P.REPLAY),
        on.Delete: row(past.delete),
        on.Restore: row(past.restore),
        on.CountInStatistics: row(games.count),
    },
    P.REPLAY: {
        **visited(P.REPLAY),
        on.Slide: row(past.slide),
        on.ChooseExport: row(past.export_shown),
        on.Delete: row(past.delete_shown, P.PAST_GAMES),
        on.CountInStatistics: row(games.count),
    },
    P.STATISTICS: visited(P.STATISTICS),
    C.SETTINGS: {
        **visited(C.SETTINGS),
        on.Back: row(door.back, *ORIGINS[C.SETTINGS]),
        on.Configure: row(common.configure),
        on.Confirm: row(common.restart),
        on.Go: row(anywhere.go, C.CAMERA_CHECK, C.BUTTON_CHECK, C.ABOUT, C.SHARE, C.SHUT_DOWN),
    },
    C.CAMERA_CHECK: {
        **visited(C.CAMERA_CHECK),
        on.Tick: row(teaching.tick),
        on.Confirm: row(teaching.check_again),
    },
    C.BUTTON_CHECK: {
        on.Press: row(common.try_button),
        on.Back: row(anywhere.back, *ORIGINS[C.BUTTON_CHECK]),
    },
    P.TEACH: {
        **visited(P.TEACH),
        on.Go: row(teaching.go, P.LESSON, C.CAMERA_CHECK, C.BUTTON_CHECK),
        teach.ChooseProfile: row(teaching.choose),
        teach.RenameProfile: row(teaching.rename),
        teach.DeleteProfile: row(teaching.delete),
        teach.RestoreProfile: row(teaching.restore),
        teach.ForgetCorrections: row(teaching.forget),
        teach.ExportProfile: row(teaching.export),
    },
    P.LESSON: {
        teach.TakeLesson: row(teaching.take),
        on.Press: row(teaching.take),
        teach.LessonSeen: row(teaching.seen),
        teach.AskTile: row(teaching.ask),
        teach.NameTile: row(teaching.name_tile),
        own.ChooseTile: row(teaching.choose_tile),
        teach.SetProfileName: row(teaching.set_name),
        teach.KeepLesson: row(teaching.keep, P.TEACH),
        on.Confirm: row(teaching.keep, P.TEACH),
        on.Back: row(teaching.leave, P.TEACH),
    },
    P.HELP: visited(P.HELP),
    C.ABOUT: visited(C.ABOUT),
    C.SHARE: {
        **visited(C.SHARE),
        on.Tick: row(sharing.tick),
        on.Share: row(sharing.wish),
        on.SharingTold: row(sharing.told),
    },
    C.SHUT_DOWN: {
        on.Back: row(anywhere.back, *ORIGINS[C.SHUT_DOWN]),  # buttons answer nothing here
        on.Confirm: row(common.shut_down),
    },
    C.FAULT: {
        each: row(
            anywhere.leave_fault,
            *P,
            *(phase for phase in C if phase is not C.FAULT),
        )
        for each in (on.Press, on.Confirm, on.Back)
    },
}

ANYWHERE: Mapping[type, Row] = {  # in every phase, unless it has a row of its own
    **COMMON,
    on.Tick: row(anywhere.tick),
    own.Seen: row(anywhere.seen),
    on.CameraChanged: row(anywhere.camera_changed, P.TURN),
    on.Failed: row(anywhere.failed, C.FAULT),
    on.LotFell: row(anywhere.lot_fell),
    own.EvidenceListed: row(evidence.listed),
    own.EvidenceLoaded: row(evidence.loaded),
    teach.LessonSeen: row(teaching.seen_too_late),
    teach.ProfilesListed: row(teaching.listed),
    teach.ProfileLoaded: row(teaching.loaded),
    teach.ProfileGrew: row(teaching.grew),
    teach.SetLooksForeign: row(teaching.foreign),
    teach.CameraChecked: row(teaching.checked),
}

STATES: Mapping[Enum, TableState] = {  # other phases are as the one they were reached from
    C.HOME: TableState.IDLE,
    P.NEW_GAME: TableState.IDLE,
    P.SET_TABLE: TableState.IDLE,
    P.TURN: TableState.PLAYING,
    **dict.fromkeys(
        (P.QUESTION, P.GUIDE_BACK, P.ASK_PASS, P.ASK_UNDO, P.ASK_ABANDON), TableState.QUESTION
    ),
    P.RESET: TableState.RESET,
    P.RESHUFFLE: TableState.RESET,
    P.OVER: TableState.OVER,
}


def started(model: Model, open_game: OpenGame | None) -> Outcome:
    """Switched on, at home, with the game that was left open."""
    known = model.known_names  # newest first
    if len(known) > 1:
        model = replace(model, names=(known[1], known[0]))
    profiles: tuple[Effect, ...] = (ListGames(), ListProfiles())
    if model.settings.profile:
        profiles = (*profiles, LoadProfile(model.settings.profile))
    if open_game is None:
        return model, profiles
    one, two = open_game.names
    model = replace(
        model,
        names=(one, two),
        game=open_game.game,
        earlier=earlier_tables(open_game.game),
        game_id=open_game.id,
        state_id=1,
        clock=Clock(turn=open_game.turn_seconds, players=open_game.seconds),
    )
    model = replace(guided_back(model), phase=C.HOME)
    return model, (watch_effect(model), ListEvidence(open_game.id), *profiles)


def _is_outdated(model: Model, event: on.Event) -> bool:
    """Whether a look was compared with a table that is no longer, or is of one."""
    if not isinstance(event, own.Seen):
        return False
    return event.state_id != model.state_id or is_stale(model, event.began)


def _settled(before: Model, after: Model, _: on.Event, effects: tuple[Effect, ...]) -> Outcome:
    """A press waits on its screen alone, and pictures lie over theirs."""
    if after.phase is before.phase:
        return after, effects
    settled = replace(after, awaited=None, evidence=None)
    return settled, (*effects, *evidence.disputed(before, settled))


FLOW = Flow(
    fresh=Model(),
    started=started,
    opened=games.opened,
    table=TABLE,
    anywhere=ANYWHERE,
    led=anywhere.led,
    is_outdated=_is_outdated,
    settled=_settled,
    spoken=spoken,
    state=partial(state_in, STATES),
    live=frozenset({P.SET_TABLE, C.CAMERA_CHECK, P.LESSON}),
)
