"""Every reason the engine or vision can give has a sentence of its own."""

import pytest

from device.handlers.disagreements import question_about
from device.messages import Message, say, sentence_for
from device.model import Trouble
from engine.sepmosa.errors import Reason, Refusal
from tests.device.driver import playing
from vision.reconcile import Proposal, Status
from vision.reconcile.illegal import REASONS

BLOCKED = ["covered", "dark", "blur", "no-joker", "two-jokers", "joker-turned", "no-frame"]
SLUGS = [*(each.value for each in (*Reason, *Refusal)), *REASONS, "face-down", *BLOCKED]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_reason_has_its_sentence(slug):
    assert sentence_for(slug).message is not Message.REASON_UNKNOWN


def test_a_reason_nobody_knows_is_said_to_be_one():
    assert sentence_for("gremlins") == say(Message.REASON_UNKNOWN, detail="gremlins")
    assert sentence_for(None).message is Message.REASON_UNKNOWN


def test_a_mosaic_beyond_the_picture_is_the_cameras_trouble():
    session = playing("R7@4+1")
    question = question_about(
        session.model, session.table, Proposal(Status.BLOCKED, reason="out-of-frame")
    )
    assert question.trouble is Trouble.CAMERA_MOVED


@pytest.mark.parametrize("status", list(Status))
def test_every_proposal_makes_a_question(status):
    session = playing("R7@4+1")
    for reason in (None, *SLUGS):
        question = question_about(session.model, session.table, Proposal(status, reason=reason))
        assert question.sentence.message in Message
