"""Pictures of disputed turns: when they are kept, and how they are looked at."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect
from device.games.sepmosa.effects import KeepEvidence, LoadEvidence
from device.games.sepmosa.events import AskEvidence, CloseEvidence, EvidenceListed, EvidenceLoaded
from device.games.sepmosa.handlers.outcome import Outcome
from device.games.sepmosa.model import Model, Phase, Trouble

DISPUTED = frozenset(
    {Trouble.ILLEGAL, Trouble.UNSURE, Trouble.DOUBTED, Trouble.WENT_BACK, Trouble.CLEARED}
)


def disputed(before: Model, after: Model) -> tuple[Effect, ...]:
    """What a question that has just come up about the table leaves behind."""
    question, table = after.question, after.table
    is_new = after.phase is Phase.QUESTION and before.phase is not Phase.QUESTION
    if not is_new or question is None or question.trouble not in DISPUTED:
        return ()
    if table is None or after.game_id is None:
        return ()
    return (KeepEvidence(after.game_id, table.turn),)


def ask(model: Model, event: AskEvidence) -> Outcome:
    """The pictures of a turn shall be shown."""
    if model.game_id is None or event.turn not in model.disputed:
        return model, ()
    return model, (LoadEvidence(model.game_id, event.turn),)


def close(model: Model, _: CloseEvidence) -> Outcome:
    """They were looked at."""
    return replace(model, evidence=None), ()


def listed(model: Model, event: EvidenceListed) -> Outcome:
    """The turns of which there are pictures."""
    if event.game_id != model.game_id:
        return model, ()
    return replace(model, disputed=event.turns), ()


def loaded(model: Model, event: EvidenceLoaded) -> Outcome:
    """Those asked for, as long as the screen they were asked on is there."""
    is_there = model.phase in (Phase.QUESTION, Phase.CORRECT)
    return (replace(model, evidence=event.evidence) if is_there else model), ()
