"""What all handlers of MOSAIX use: where a game goes on, and a changed one."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from device.core.effects import Effect, Save
from device.core.handlers import outcome
from device.games.mosaix.draft import NO_DRAFT
from device.games.mosaix.match import figures_of
from device.games.mosaix.model import DiceSeen, Mosaix, Phase
from device.games.mosaix.sheet import blank_sheet
from engine.mosaix import Game, Step
from engine.mosaix.notation import Match
from engine.mosaix.paper import Paper

Outcome = tuple[Mosaix, tuple[Effect, ...]]

STEPS = {Step.LAY: Phase.LAY, Step.ENTER: Phase.ENTER, Step.OVER: Phase.OVER}


def match_of(model: Mosaix) -> Match:
    """The game under way; raises ValueError where there is none."""
    if model.match is None:
        raise ValueError(f"no game is open in {model.phase.value}")
    return model.match


def kept_of(model: Mosaix) -> Game:
    """The game whose boards the device keeps; raises ValueError where it is another."""
    match = match_of(model)
    if isinstance(match, Paper):
        raise ValueError("the boards lie on the table")
    return match


def paper_of(model: Mosaix) -> Paper:
    """The game whose boards lie on the table; raises ValueError where it is another."""
    match = match_of(model)
    if not isinstance(match, Paper):
        raise ValueError("the device keeps the boards")
    return match


def phase_of(match: Match) -> Phase:
    """The phase in which a game goes on."""
    if not isinstance(match, Paper):
        return STEPS[match.table.step]
    if match.is_finished:
        return Phase.OVER if match.is_over else Phase.COUNT
    return Phase.SHOW if match.figures else Phase.LAY


def visit(model: Mosaix, phase: Enum) -> Mosaix:
    """Another phase, from which one comes back to this one."""
    return outcome.visit(replace(model, notice=None), phase)


def go_back(model: Mosaix) -> Mosaix:
    """The phase one came from; the menu where there is none."""
    back = replace(model, trail=model.trail or (Phase.MENU,), notice=None)
    return outcome.go_back(back)


def to_game(model: Mosaix) -> Mosaix:
    """The phase in which the game goes on, everything chosen on the way forgotten."""
    match = match_of(model)
    phase = phase_of(match)
    fresh = replace(
        model,
        phase=phase,
        trail=(),
        draft=replace(NO_DRAFT, brush=model.draft.brush),
        pick=None,
        quarters=0,
        is_advised=False,
        player=_in_view(model, match, phase),
    )
    if isinstance(match, Paper) and phase is Phase.COUNT:
        return replace(fresh, counting=match.uncounted, sheet=blank_sheet(match.players == 1))
    return fresh


def _in_view(model: Mosaix, match: Match, phase: Phase) -> int:
    """Whose board is shown: whoever enters next, the winner at the end."""
    if isinstance(match, Paper):
        return 0
    table = match.table
    if phase is Phase.OVER:
        return table.leaders[0]
    if not table.waiting:
        return table.player
    count = len(table.boards)
    is_new = len(table.waiting) == count
    first = table.player if is_new else model.player
    return next(who % count for who in range(first, first + count) if who % count in table.waiting)


def went_on(model: Mosaix, match: Match) -> Outcome:
    """The model with a changed game: saved, and in the phase in which it goes on."""
    before = len(model.match.log) if model.match else 0
    save = Save(model.game_id, match.log[before:], before)
    known = with_last_throw(model, match)
    if _counted(match) < _counted(model.match):  # taken back: that board is to be counted again
        known = replace(known, last_board=None)
    return to_game(replace(known, match=match)), (save,)


def _counted(match: Match | None) -> int:
    boards = match.boards if isinstance(match, Paper) else ()
    return sum(board is not None for board in boards)


def with_last_throw(model: Mosaix, match: Match) -> Mosaix:
    """The model that knows which throw is used up once the game is `match`; one taken back is
    not."""
    figures = figures_of(match)
    before = len(figures_of(model.match)) if model.match else 0
    if len(figures) < before:
        return replace(model, last_throw=None)
    if len(figures) == before:
        return model
    places = model.seen.places if model.seen else ()
    return replace(model, last_throw=DiceSeen(figures[-1], places=places), is_broken_up=False)
