"""MOSAIX as one table: in this phase, on this event, that happens, leading there.

`step` is pure. A row names every phase it may lead to besides staying; for `Visit` these are also
the screens that can be chosen there. What no row names is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.core import events as companion
from device.games.mosaix import events as on
from device.games.mosaix.effects import Look, Target
from device.games.mosaix.handlers import counting, enter, games, lay
from device.games.mosaix.handlers.outcome import Outcome, stay
from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.sheet import unread
from device.games.sepmosa.confirm import HASTY

Handler = Callable[[Mosaix, Any], Outcome]


@dataclass(frozen=True, slots=True)
class Row:
    """What an event does in a phase, and every other phase that may follow."""

    handler: Handler
    leads_to: frozenset[Phase] = frozenset()


def row(handler: Handler, *leads_to: Phase) -> Row:
    """A row of the table."""
    return Row(handler, frozenset(leads_to))


P = Phase
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
    on.AskUndo: row(games.ask_undo, P.ASK_UNDO),
    on.AskRedo: row(games.redo, *GAME),
    on.Visit: row(games.visit_from_game, P.HELP, P.REPLAY, P.ASK_END, P.MENU),
}

TABLE: Mapping[Phase, Mapping[type, Row]] = {
    P.AWAY: {},
    P.MENU: {
        companion.Back: row(games.leave, P.AWAY),
        companion.Press: row(games.resume, P.NEW, *GAME),
        on.Resume: row(games.resume, P.NEW, *GAME),
        on.Visit: row(games.visit_from_menu, P.NEW, P.ASK_END, P.PAST, P.HELP, P.COUNT),
    },
    P.NEW: {
        companion.Back: row(games.back, *ORIGINS[P.NEW]),
        companion.Confirm: row(games.start),
        companion.Press: row(games.start),
        on.SetPlayers: row(games.set_players),
        on.SetName: row(games.set_name),
        on.SetCentre: row(games.set_centre),
        on.SetKept: row(games.set_kept),
        on.LotFell: row(games.lot_fell, P.LAY),
        on.Visit: row(games.visit_from_game, P.HELP),
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
        on.AskUndo: row(counting.ask_undo, P.ASK_UNDO),
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
        on.Rematch: row(games.rematch, P.NEW),
        on.ChoosePlayer: row(games.choose_player),
        on.ChooseExport: row(games.export),
        on.Visit: row(games.visit_from_game, P.HELP, P.REPLAY),
    },
    P.ASK_UNDO: {
        companion.Confirm: row(games.undo, *GAME),
        companion.Press: row(games.undo, *GAME),
        companion.Back: row(games.back, *GAME),
        companion.Hold: row(games.back, *GAME),
        on.AskUndo: row(games.deepen_undo),
    },
    P.ASK_END: {
        **back(P.ASK_END),
        companion.Confirm: row(games.end, P.OVER, P.MENU, P.NEW),
    },
    P.PAST: {
        **back(P.PAST),
        on.ChooseGame: row(games.choose_game),
        on.Loaded: row(games.loaded, P.REPLAY),
        on.Restore: row(games.restore),
    },
    P.REPLAY: {
        **back(P.REPLAY),
        on.Slide: row(games.slide),
        on.ChoosePlayer: row(games.choose_player),
        on.ChooseExport: row(games.export),
        on.Delete: row(games.delete, P.PAST),
    },
    P.HELP: back(P.HELP),
}

ANYWHERE: Mapping[type, Row] = {  # in every phase, unless it has a row of its own
    companion.CameraChanged: row(games.camera_changed),
    companion.Exported: row(games.exported),
    on.Fetched: row(games.fetched),
    on.Listed: row(games.listed),
    on.Begun: row(games.begun),
}
KINDS = frozenset(ANYWHERE).union(*TABLE.values())
READ_FIRST = frozenset({P.SHOW, P.ASK_UNDO})  # where a press needs nothing else
TARGETS = {P.LAY: Target.DICE, P.COUNT: Target.BOARD}


def step(model: Mosaix, event: companion.Event) -> Outcome:
    """The model after one event, and what is to be done in the world, in that order."""
    if isinstance(event, companion.Tick):
        ended = model.notice is not None and event.now >= model.notice.until
        return stay(replace(model, now=event.now, notice=None if ended else model.notice))
    if isinstance(event, on.ThrowSeen | on.BoardSeen) and _is_outdated(model, event):
        return stay(model)
    found = row_for(model.phase, event)
    if found is None or _is_hasty(model, event):
        return stay(model)
    after, effects = found.handler(model, event)
    is_other = after.phase is not model.phase or after.match is not model.match
    if is_other or isinstance(event, companion.CameraChanged):
        after = replace(after, look=after.look + 1, seen=None)
    if after.look != model.look:
        after = replace(after, fresh_since=after.now, sheet=unread(after.sheet))
        target = TARGETS.get(after.phase, Target.NOTHING)
        effects = (*effects, Look(after.look, target, after.fresh_since))
    return after, effects


def _is_outdated(model: Mosaix, event: on.ThrowSeen | on.BoardSeen) -> bool:
    """Whether it was seen when something else was asked for, or before something changed."""
    return event.look != model.look or event.began <= model.fresh_since


def _is_hasty(model: Mosaix, event: companion.Event) -> bool:
    """Whether a press was meant for what was there before the screen changed."""
    is_read_first = isinstance(event, companion.Press) and model.phase in READ_FIRST
    return is_read_first and model.now - model.fresh_since < HASTY


def row_for(phase: Phase, event: companion.Event) -> Row | None:
    """The row an event sets off: that of the phase, else the one for everywhere."""
    found = TABLE[phase].get(type(event)) or ANYWHERE.get(type(event))
    if isinstance(event, on.Visit) and found and event.phase not in found.leads_to:
        return None
    return found
