"""MOSAIX's five catalogues are complete, agree with each other, and leave nothing over."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pygame
import pytest

from device.core.settings import Language, Settings, parse_settings, settings_texts
from device.games.mosaix.handlers.lay import LAST_THROW
from device.games.mosaix.messages import Message, Notice
from device.games.mosaix.ui.words import Tongue, Words, catalogue, spoken, tongue_of
from device.ui import theme
from device.ui.text import rendered
from device.ui.theme import Weight
from engine.mosaix.errors import Reason, Refusal
from engine.mosaix.rules import Verdict
from vision.dice.reading import THROW_PROBLEMS

ROOT = Path(__file__).parents[4]


def keys(tongue: Tongue) -> dict[str, str]:
    parts = catalogue(tongue)
    return {f"{part}.{key}": text for part, texts in parts.items() for key, text in texts.items()}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("tongue", Tongue)
def test_catalogues_have_the_same_keys_and_no_empty_text(tongue: Tongue) -> None:
    assert keys(tongue).keys() == keys(Tongue.ENGLISH).keys()
    assert all(text.strip() == text and text for text in keys(tongue).values())


@pytest.mark.parametrize("tongue", Tongue)
def test_texts_have_the_same_placeholders(tongue: Tongue) -> None:
    english = keys(Tongue.ENGLISH)
    freely = {"over.after"}  # gives the number or the whole count, as grammar wants
    differing = {
        key
        for key, text in keys(tongue).items()
        if key not in freely and placeholders(text) != placeholders(english[key])
    }
    assert not differing


def test_languages_differ() -> None:
    english = keys(Tongue.ENGLISH)
    for tongue in set(Tongue) - {Tongue.ENGLISH}:
        same = [key for key, text in keys(tongue).items() if english[key] == text]
        assert len(same) < 0.15 * len(english), (tongue, same)


@pytest.mark.parametrize("tongue", Tongue)
def test_every_reason_problem_and_verdict_has_its_words(tongue: Tongue) -> None:
    texts = catalogue(tongue)
    said = {each.value for each in Message}
    assert {each.value for each in (*Reason, *Refusal)} <= said == set(texts["sentence"])
    assert set(texts["problem"]) == {*THROW_PROBLEMS, LAST_THROW}
    assert {each.value for each in Verdict} <= set(texts["over"])


def test_every_key_that_is_asked_for_is_there_and_none_is_left_over() -> None:
    files = [*(ROOT / "device" / "games" / "mosaix" / "ui").rglob("*.py")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    known = keys(Tongue.ENGLISH)
    sections = set(catalogue(Tongue.ENGLISH))
    asked = set(re.findall(r'["\']([a-z-]+\.[a-z0-9-]+)["\']', source))
    assert {key for key in asked if key.partition(".")[0] in sections} <= set(known)
    built = {"sentence", "problem", "help", "language"}
    counted = {f"count.{what}" for what in re.findall(r'count\(["\']([a-z-]+)["\']', source)}
    counted |= {f"{key}s" for key in counted}
    built_keys = {f"over.{each.value}" for each in Verdict}
    built_keys |= {f"ask.{name}{end}" for name in ("undo", "stop", "end") for end in _ASK}
    left = {
        key
        for key in known
        if key.partition(".")[0] not in built and key not in asked | counted | built_keys
    }
    assert not left


_ASK = ("", "-why", "-yes")


@pytest.mark.parametrize("tongue", Tongue)
@pytest.mark.parametrize("message", Message)
def test_a_sentence_survives_missing_and_odd_values(tongue: Tongue, message: Message) -> None:
    words = Words(tongue, ("A",))
    assert words.notice(Notice(message, 0.0))
    assert words.notice(Notice(message, 0.0, {"player": 3, "points": -2, "path": "?"}))


def test_every_letter_of_the_catalogues_is_in_the_font() -> None:
    letters = {letter for tongue in Tongue for text in keys(tongue).values() for letter in text}
    missing = pygame.image.tobytes(rendered("\uffff", Weight.REGULAR, 40, theme.INK), "RGBA")
    absent = {
        letter
        for letter in letters | set("×=&ñÑáÁ")
        if pygame.image.tobytes(rendered(letter, Weight.REGULAR, 40, theme.INK), "RGBA") == missing
    }
    assert not absent


def test_spanish_is_chosen_for_mosaix_alone_and_kept() -> None:
    german = Settings(language=Language.GERMAN)
    spanish = spoken(german, Tongue.SPANISH)
    assert (tongue_of(spanish), spanish.language) == (Tongue.SPANISH, Language.GERMAN)
    assert parse_settings(settings_texts(spanish)) == spanish
    dutch = spoken(spanish, Tongue.DUTCH)
    assert (tongue_of(dutch), dutch.language) == (Tongue.DUTCH, Language.DUTCH)


def test_a_nameless_player_has_a_number() -> None:
    assert Words(Tongue.SPANISH, ("", "Ana")).player(0) == "Jugador 1"
    assert Words(Tongue.SPANISH, ("", "Ana")).player(1) == "Ana"
