"""MOSAIX's catalogue says everything there is to say, and nothing else."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path

import pytest

from device.core.messages import Message, say
from device.games.mosaix.handlers.lay import LAST_THROW
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.ui.words import Words
from device.locale import Language, catalogue, read_texts
from engine.mosaix.errors import Reason, Refusal
from engine.mosaix.rules import Verdict
from vision.dice.reading import THROW_PROBLEMS

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("language", Language)
def test_every_reason_problem_and_verdict_has_its_words(language: Language) -> None:
    texts = catalogue(language, "mosaix")
    said = {each.value for each in MosaixMessage}
    assert {each.value for each in (*Reason, *Refusal)} <= set(texts["sentence"])
    own = set(read_texts(language, "mosaix")["sentence"])
    assert own - {each.value for each in (*Reason, *Refusal)} == said
    assert set(texts["problem"]) == {*THROW_PROBLEMS, LAST_THROW}
    assert {each.value for each in Verdict} <= set(texts["over"])


def test_every_key_that_is_asked_for_is_there_and_none_is_left_over() -> None:
    files = [*(ROOT / "device" / "games" / "mosaix" / "ui").rglob("*.py")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    whole = catalogue(Language.ENGLISH, "mosaix")
    asked = set(re.findall(r'["\']([a-z-]+\.[a-z0-9-]+)["\']', source))
    known = {f"{part}.{key}" for part, texts in whole.items() for key in texts}
    assert {key for key in asked if key.partition(".")[0] in whole} <= known
    built = {"sentence", "problem", "help", "use"}
    counted = {f"count.{what}" for what in re.findall(r'count\(["\']([a-z-]+)["\']', source)}
    counted |= {f"{key}s" for key in counted}
    built_keys = {f"over.{each.value}" for each in Verdict}
    built_keys |= {f"ask.{name}{end}" for name in ("undo", "stop", "abandon") for end in _ASK}
    left = {
        f"{part}.{key}"
        for part, texts in read_texts(Language.ENGLISH, "mosaix").items()
        for key in texts
        if part not in built
    }
    assert not left - asked - counted - built_keys


_ASK = ("", "-why", "-yes")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("message", [*MosaixMessage, *Reason, *Refusal, *Message])
def test_a_sentence_survives_missing_and_odd_values(language: Language, message: Enum) -> None:
    words = Words(language, ("A",))
    assert words.sentence(say(message))
    assert words.sentence(say(message, player=3, points=-2, path="?"))


def test_a_nameless_player_has_a_number() -> None:
    assert Words(Language.SPANISH, ("", "Ana")).player(0) == "Jugador 1"
    assert Words(Language.SPANISH, ("", "Ana")).player(1) == "Ana"
