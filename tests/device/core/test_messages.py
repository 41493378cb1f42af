"""Every reason the engine or vision can give has a sentence of its own."""

from enum import Enum

import pytest

from device.core.messages import Message, say, sentence_for
from device.games.sepmosa.handlers.disagreements import question_about
from device.games.sepmosa.model import Trouble
from device.games.sepmosa.ui.words import Words
from device.locale import Language
from engine.sepmosa.errors import Reason, Refusal
from tests.device.driver import playing
from vision.judge import Blocked, Breach, Proposal, Remark, Status

REASONS = [*Reason, *Refusal, *Breach, *Blocked]


class Gremlins(Enum):
    GREMLINS = "gremlins"


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_its_sentence(reason):
    for language in Language:
        words = Words(language)
        assert words.sentence(sentence_for(reason)) != words.sentence(sentence_for(None))


def test_a_reason_nobody_knows_is_said_to_be_one():
    assert sentence_for(None) == say(Message.REASON_UNKNOWN)
    words = Words()
    assert words.sentence(sentence_for(Gremlins.GREMLINS)) == words.sentence(sentence_for(None))


def test_a_mosaic_beyond_the_picture_is_the_cameras_trouble():
    session = playing("R7@4+1")
    question = question_about(
        session.model, session.table, Proposal(Status.BLOCKED, reason=Blocked.OUT_OF_FRAME)
    )
    assert question.trouble is Trouble.CAMERA_MOVED


@pytest.mark.parametrize("status", list(Status))
def test_every_proposal_makes_a_question(status):
    session = playing("R7@4+1")
    for reason in (None, *REASONS, *Remark):
        question = question_about(session.model, session.table, Proposal(status, reason=reason))
        assert question.sentence.message in {*Message, *REASONS, *Remark}
