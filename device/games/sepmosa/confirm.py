"""What a press of the button, or a tap on "yes", would confirm now: decided here, nowhere else.

The screen, the lamps, the press and the touch all ask `confirms`. A press confirms at once what
the screen offers: a look older than the last confirmation, change of light or move of the camera
never gets that far (`is_stale`). Any other press waits for a look that begins after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import Message, Sentence, say
from device.core.model import CAMERA_MESSAGES, CameraStatus
from device.games.sepmosa.handlers.checklists import first_open, is_complete
from device.games.sepmosa.model import Model, Offer, Phase
from engine.sepmosa import Move
from vision.judge.proposal import Proposal, Status

DECIDE = 1.5  # seconds before a press may answer the question whether to pass
HASTY = 0.4  # seconds before a press may answer any other question: it was meant for what was there
UNDECIDED = frozenset({Status.BLOCKED, Status.UNSURE, Status.UNFINISHED})
"""What another frame may well change."""
CHANGED = frozenset({Status.MOVE, Status.ILLEGAL, Status.UNDONE, Status.CLEARED, Status.UNFINISHED})
CHECKLISTS = frozenset({Phase.SET_TABLE, Phase.RESET, Phase.RESHUFFLE, Phase.GUIDE_BACK})
OF_WHOSE_TURN = frozenset({Phase.TURN, Phase.QUESTION, Phase.ASK_PASS})


@dataclass(frozen=True, slots=True)
class PlayMove:
    """The move on the screen is played."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class PassTurn:
    """The turn is passed."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last `depth` turns are taken back."""

    depth: int


@dataclass(frozen=True, slots=True)
class CorrectTurn:
    """An earlier turn is told again, as it was tried out."""

    turn: int
    move: Move


@dataclass(frozen=True, slots=True)
class GoOn:
    """All is done at the table: the game goes on."""


@dataclass(frozen=True, slots=True)
class AskToPass:
    """Nothing yet: whether to pass is asked first."""


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Nothing yet: the table is not as the game knows it, and that is asked about first."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class LookFirst:
    """Nothing yet: a look that begins after the press is waited for."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing, and why; no sentence where a button means nothing here."""

    why: Sentence | None = None


Confirmation = (
    PlayMove | PassTurn | TakeBack | CorrectTurn | GoOn | AskToPass | AskAbout | LookFirst | Nothing
)


def confirms(model: Model, seat: int | None = None) -> Confirmation:
    """What the button of `seat` would confirm now, or a tap on "yes" where it is nobody's."""
    table = model.table
    if table is None:
        return Nothing()
    if seat is not None and model.phase in OF_WHOSE_TURN and seat != table.player:
        return Nothing(say(Message.NOT_YOUR_TURN, player=table.player))
    if model.phase in CHECKLISTS:
        return GoOn() if is_complete(model.checklist) else Nothing(first_open(model.checklist))
    match model.phase:
        case Phase.TURN:
            return _in_turn(model)
        case Phase.QUESTION:
            return _in_question(model)
        case Phase.ASK_PASS:
            return _in_passing(model, seat)
        case Phase.ASK_UNDO:
            is_hasty = seat is not None and model.now - model.entered < HASTY
            return Nothing() if is_hasty else TakeBack(model.undo_depth)
        case Phase.CORRECT:
            return _in_correcting(model)
    return Nothing()


def offer_of(model: Model) -> Offer | None:
    """The move on the screen that a press or a tap on "yes" would play."""
    confirmed = confirms(model)
    return confirmed.offer if isinstance(confirmed, PlayMove) else None


def is_stale(model: Model, began: float) -> bool:
    """Whether a look that began then is older than what has changed since."""
    return began <= model.fresh_since


def is_unchanged(model: Model, proposal: Proposal | None) -> bool:
    """Whether a look found the table as the game knows it, what players know better left out."""
    if proposal is None:
        return False
    if proposal.status is Status.NONE:
        return True
    told = proposal.differences
    return bool(told) and all(each in model.overruled | model.insisted for each in told)


def is_changed(model: Model, proposal: Proposal | None) -> bool:
    """Whether a look is sure that the table is not as the game knows it."""
    return proposal is not None and proposal.status in CHANGED and not is_unchanged(model, proposal)


def _in_turn(model: Model) -> Confirmation:
    """What was chosen by touch comes first: it is what the screen then shows. Chosen by half, it
    hides what the camera sees."""
    if model.pick.only is not None:
        return PlayMove(model.pick.only)
    if model.camera is CameraStatus.OFF:
        return AskToPass()
    if is_blind(model):
        return Nothing(say(CAMERA_MESSAGES[model.camera]))
    seen = model.proposal
    if seen is None or seen.status in UNDECIDED or is_unchanged(model, seen):
        return LookFirst()
    if not model.pick.is_empty:
        return LookFirst()
    if seen.status is Status.MOVE and seen.move is not None:
        return PlayMove(Offer(seen.move, seen.points or 0))
    return AskAbout(seen)


def _in_question(model: Model) -> Confirmation:
    if model.pick.only is not None:
        return PlayMove(model.pick.only)
    return Nothing(model.question.sentence if model.question else None)


def _in_passing(model: Model, seat: int | None) -> Confirmation:
    """Never while the table has changed; by a press not while it may have, nor where the press
    was meant for something else."""
    if is_changed(model, model.proposal):
        return Nothing(say(Message.PASS_NOT_NOW))
    if seat is None:
        return PassTurn()
    if is_blind(model):
        return Nothing(say(CAMERA_MESSAGES[model.camera]))
    if model.camera is not CameraStatus.OFF and not is_unchanged(model, model.proposal):
        return Nothing(say(Message.LOOKING))
    if model.now - model.entered < DECIDE:
        return Nothing(say(Message.ASK_PASS_AGAIN))
    return PassTurn()


def _in_correcting(model: Model) -> Confirmation:
    """What was tried out, unless the game would break."""
    tried = model.amendment
    if tried is None or tried.move is None or tried.scores is None:
        return Nothing(say(Message.NO_ONE_MOVE))
    return CorrectTurn(tried.turn, tried.move)


def is_blind(model: Model) -> bool:
    """Whether the camera is there and sees nothing."""
    return model.camera in CAMERA_MESSAGES and not model.camera.can_see
