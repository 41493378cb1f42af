"""What is said aloud of a change in MOSAIX: what was confirmed, whose turn it is, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.messages import Message
from device.games.mosaix.match import holder_of, is_solo, scores_of, winners_of
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import Mosaix, Phase
from device.games.mosaix.ui.words import Words

CONFIRMED = {
    MosaixMessage.ENTERED,
    MosaixMessage.COUNTED,
    MosaixMessage.BOARD_COUNTED,
    MosaixMessage.SKIPPED,
    Message.UNDONE,
    Message.REDONE,
    Message.ABANDONED,
}


def spoken(before: Mosaix, after: Mosaix) -> str:
    """What is said of what has just happened; empty where nothing is."""
    words = Words(after.settings.language, after.names)
    return " ".join((*_confirmed(words, before, after), *_next(words, before, after)))


def _confirmed(words: Words, before: Mosaix, after: Mosaix) -> Iterator[str]:
    notice = after.notice
    said = notice.sentence if notice is not None and notice is not before.notice else None
    if said is None or said.message not in CONFIRMED:
        return
    who, points = said.values.get("player"), said.values.get("points", 0)
    if said.message is MosaixMessage.ENTERED and isinstance(who, int) and isinstance(points, int):
        yield f"{words.player(who)}: {words('over.points', points=points)}."
    else:
        yield f"{words.sentence(said).rstrip('.')}."


def _next(words: Words, before: Mosaix, after: Mosaix) -> Iterator[str]:
    match = after.match
    is_new = after.phase is not before.phase
    if match is None:
        return
    match after.phase:
        case Phase.LAY if is_new or match is not before.match:
            yield f"{words('lay.title', name=words.player(holder_of(match)))}."
        case Phase.ENTER if is_new or after.player != before.player:
            yield words("enter.title", name=words.player(after.player))
        case Phase.SHOW if is_new:
            yield f"{words('show.title')}."
        case Phase.COUNT if after.counting is not None and (
            is_new or after.counting != before.counting
        ):
            yield f"{words('board.title', name=words.player(after.counting))}."
        case Phase.ASK_UNDO if is_new:
            yield words("ask.undo", turns=words.count("step", after.undo_depth))
        case Phase.OVER if is_new:
            yield f"{_won(words, after)}."


def _won(words: Words, model: Mosaix) -> str:
    if model.match is None:
        return ""
    if is_solo(model.match):
        return words("over.points", points=scores_of(model.match)[0])
    winners = winners_of(model.match)
    names = " & ".join(words.player(who) for who in winners)
    return words("over.wins" if len(winners) == 1 else "over.share", name=names).rstrip("!")
