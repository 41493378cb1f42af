"""What all handlers of SEPMOSA use: where its game goes on, what a look at the table changes."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect
from device.core.handlers import outcome
from device.games.sepmosa.confirm import CHANGED, is_changed, is_unchanged
from device.games.sepmosa.events import Seen
from device.games.sepmosa.model import Model, Phase, Pick, Trouble
from engine.sepmosa import Game, Step, Table
from vision.judge.proposal import Difference, Proposal, Status

Outcome = tuple[Model, tuple[Effect, ...]]

GAME_PHASES = {
    Step.PLAY: Phase.TURN,
    Step.RESET: Phase.RESET,
    Step.RESHUFFLE: Phase.RESHUFFLE,
    Step.OVER: Phase.OVER,
}
PLAYING = frozenset(GAME_PHASES.values())
SURE = CHANGED | {Status.NONE}


def phase_of(table: Table) -> Phase:
    """The phase in which a game at this step goes on."""
    return GAME_PHASES[table.step]


def game_of(model: Model) -> Game[Table]:
    """The game under way; raises ValueError where there is none."""
    if model.game is None:
        raise ValueError(f"no game is open in {model.phase.value}")
    return model.game


def go_back(model: Model) -> Model:
    """The phase one came from; HOME where there is none, and the turn where what was asked has
    been answered at the table."""
    back = outcome.go_back(model)
    return replace(to_game(back), pick=Pick()) if _is_answered(back) else back


def _is_answered(model: Model) -> bool:
    """Whether the newest look says otherwise than what is asked."""
    seen = model.proposal
    if model.phase is Phase.ASK_PASS:
        return is_changed(model, seen)
    asked = model.question
    if model.phase is not Phase.QUESTION or asked is None or asked.trouble is Trouble.DOUBTED:
        return False
    return (
        seen is not None
        and seen.status is not Status.BLOCKED
        and gist(seen) != gist(asked.proposal)
    )


def gist(proposal: Proposal | None) -> tuple[object, ...]:
    """What a look says, without its shares, which no two looks have in common."""
    if proposal is None:
        return ()
    return proposal.status, proposal.move, proposal.reason, proposal.back


def looked(model: Model, event: Seen) -> Model:
    """The model with a newer look at the table. What players knew better is forgotten once it is
    gone: seen again, it is new."""
    move = event.proposal.move if event.proposal else None
    before = model.proposal.move if model.proposal else None
    offered = model.offered if move == before else model.now
    after = replace(model, proposal=event.proposal, crop=event.crop, offered=offered)
    if event.proposal is not None and event.proposal.status in SURE:
        told = event.proposal.differences
        known = frozenset(each for each in model.overruled if each in told or _is_misread(each))
        after = replace(after, overruled=known)
    if is_unchanged(model, event.proposal):
        return replace(after, noted=None)
    if is_changed(model, event.proposal):
        return replace(after, noted=event.proposal)
    return after


def _is_misread(difference: Difference) -> bool:
    """Whether a tile lies there, only taken for another one: no move looks so."""
    return difference.expected is not None and difference.seen is not None


def outdated(model: Model) -> Model:
    """The model in which no look so far counts: the game, the light or the view is another one,
    or a press wants a look that begins after it."""
    unseen = replace(model, proposal=None, crop=None)
    return replace(unseen, state_id=model.state_id + 1, fresh_since=model.now)


def to_game(model: Model) -> Model:
    """The phase in which the game goes on, everything asked on the way forgotten."""
    phase = phase_of(game_of(model).state)
    forgotten = replace(model, question=None, insisted=frozenset(), amendment=None, awaited=None)
    return replace(forgotten, phase=phase, trail=(), has_taken_back=False)
