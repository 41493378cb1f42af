"""Moments in which table and game do not agree, for screens to be shown with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from device.core.messages import Message, say, sentence_for
from device.games.sepmosa.handlers.picks import pick_of
from device.games.sepmosa.model import Model, Phase, Question, Trouble
from device.lab.screens.sample_games import MIDDLE, Sample, camera_picture, playing
from engine.sepmosa import Reason, Table, parse_cell, parse_move, parse_tile
from engine.sepmosa.values import cells_of
from vision.judge.illegal import Breach, SeenMosaic
from vision.judge.illegal import unfinished as expected_of
from vision.judge.proposal import Blocked, Proposal, Status


def _asking(question: Question, turns: int = MIDDLE) -> Model:
    model = playing(turns, phase=Phase.QUESTION)
    return replace(model, question=question, crop=camera_picture(True))


def unsure() -> Sample:
    model = playing()
    cell = parse_cell("4-5")
    fits = pick_of(model.table or Table(), None, (cell,)).offers
    likely = sorted(fits, key=lambda each: -each.points)[:3]
    question = Question(
        Trouble.UNSURE,
        say(Message.UNSURE_TILE, cell=cell),
        tuple(likely),
        (cell,),
        can_guide_back=True,
    )
    return Sample(_asking(question))


def illegal() -> Sample:
    question = Question(
        Trouble.ILLEGAL,
        sentence_for(Reason.NO_MATCH),
        (),
        (parse_cell("4-5"),),
        parse_tile("R4"),
        can_guide_back=True,
    )
    model = _asking(question)
    seen = Proposal(Status.ILLEGAL, parse_move("R4@4-5"), reason=Reason.NO_MATCH)
    return Sample(replace(model, proposal=seen, crop=camera_picture(True, tile="R4")))


def half_done() -> Sample:
    model = playing()
    table = model.table or Table()
    question = Question(
        Trouble.HALF_DONE,
        sentence_for(Breach.ACTION_UNFINISHED),
        pick_of(table, parse_tile("O11"), ()).offers[:4],
        (),
        parse_tile("O11"),
        can_guide_back=True,
    )
    return Sample(replace(_asking(question), crop=camera_picture(True, tile="O11")))


def unfinished() -> Sample:
    """An action tile lies there; what it may be used on is lit."""
    model = playing()
    table = model.table or Table()
    seen = SeenMosaic(table.mosaic, (*table.played, parse_tile("O11")))
    expected = expected_of(table, seen)
    return Sample(replace(model, proposal=Proposal(Status.UNFINISHED, expected=expected)))


def blocked() -> Sample:
    model = _asking(Question(Trouble.BLOCKED, sentence_for(Blocked.NO_JOKER)))
    return Sample(replace(model, crop=None))


def camera_moved() -> Sample:
    question = Question(Trouble.CAMERA_MOVED, say(Message.CAMERA_MOVED), can_guide_back=True)
    return Sample(_asking(question))


def by_touch() -> Sample:
    """A question with no camera at all."""
    sample = unsure()
    return Sample(replace(sample.model, crop=None, picture=None))


def went_back() -> Sample:
    question = Question(
        Trouble.WENT_BACK,
        say(Message.TABLE_WENT_BACK, depth=2),
        can_follow_table=True,
        can_guide_back=True,
    )
    return Sample(_asking(question))


def unsure_place() -> Sample:
    table = playing().table or Table()
    fits = pick_of(table, parse_tile("K1"), ()).offers[:3]
    cells = tuple(cell for each in fits for cell in cells_of(each.move))
    question = Question(Trouble.UNSURE, say(Message.UNSURE), fits, cells, can_guide_back=True)
    return Sample(_asking(question))


def doubted() -> Sample:
    table, cell = playing(60).table or Table(), parse_cell("5-2")
    fits = pick_of(table, None, (cell,)).offers
    likely = tuple(sorted(fits, key=lambda each: -each.points)[:4])
    seen = say(Message.I_SAW, move=parse_move("O2@5-2"))
    question = Question(Trouble.DOUBTED, seen, likely[1:], (cell,), parse_tile("O2"))
    return Sample(_asking(question, 60))


def cleared() -> Sample:
    question = Question(
        Trouble.CLEARED, say(Message.TABLE_CLEARED), can_follow_table=True, can_guide_back=True
    )
    return Sample(replace(_asking(question), crop=None, picture=camera_picture(False, 0)))


def swapped() -> Sample:
    cells = (parse_cell("3+1"), parse_cell("4+1"))
    reason = sentence_for(Breach.TILES_SWAPPED)
    return Sample(_asking(Question(Trouble.ILLEGAL, reason, (), cells, can_guide_back=True)))


QUESTIONS: Mapping[str, Callable[[], Sample]] = {
    "unsure": unsure,
    "unsure-place": unsure_place,
    "unsure-by-touch": by_touch,
    "illegal": illegal,
    "swapped": swapped,
    "half-done": half_done,
    "turn-unfinished": unfinished,
    "blocked": blocked,
    "camera-moved": camera_moved,
    "went-back": went_back,
    "cleared": cleared,
    "doubted": doubted,
}
