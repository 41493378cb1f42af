"""Every language is complete: the same texts with the same values, and letters that can be drawn.

That nothing is cut off in any of them is computed in `ui/test_fit`.
"""

from __future__ import annotations

import string
from importlib import resources

import pygame
import pytest

from device.locale import Language, catalogue, read_texts
from device.ui import theme
from device.ui.text import rendered
from device.ui.theme import Weight

FOLDERS = resources.files("device.locale")
TOPICS = sorted(
    file.name.removesuffix(".toml") for file in (FOLDERS / Language.ENGLISH.value).iterdir()
)
FREELY = {"over.after"}  # gives the number or the whole count, as grammar demands
ALIKE = {"sentence.not-legal", "sentence.scored", "sentence.entered"}  # nothing but values


def keys(language: Language, topic: str) -> dict[str, str]:
    parts = read_texts(language, topic)
    return {f"{part}.{key}": text for part, texts in parts.items() for key, text in texts.items()}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_a_language_is_a_folder_and_a_line() -> None:
    folders = {each.name for each in FOLDERS.iterdir() if each.is_dir()} - {"__pycache__"}
    assert folders == {each.value for each in Language}
    for language in Language:
        files = {file.name for file in (FOLDERS / language.value).iterdir()}
        assert files == {f"{topic}.toml" for topic in TOPICS}, language


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", Language)
def test_catalogues_say_the_same_things_with_the_same_values(
    language: Language, topic: str
) -> None:
    english, own = keys(Language.ENGLISH, topic), keys(language, topic)
    assert list(own) == list(english)
    assert all(text.strip() == text and text for text in own.values())
    differing = {
        key for key, text in own.items() if placeholders(text) != placeholders(english[key])
    }
    assert differing <= FREELY


@pytest.mark.parametrize("language", sorted(set(Language) - {Language.ENGLISH}, key=str))
def test_nothing_was_left_in_english(language: Language) -> None:
    for topic in TOPICS:
        english, own = keys(Language.ENGLISH, topic), keys(language, topic)
        same = {key for key, text in own.items() if english[key] == text} - ALIKE
        assert len(same) < 0.15 * len(english), (topic, sorted(same))


def test_no_text_stands_in_two_catalogues_of_a_game() -> None:
    for topic in set(TOPICS) - {"companion"}:
        common, own = keys(Language.ENGLISH, "companion"), keys(Language.ENGLISH, topic)
        twice = {
            key
            for key in common.keys() & own.keys()
            if all(keys(each, "companion")[key] == keys(each, topic)[key] for each in Language)
        }
        assert not twice, topic


def test_a_topic_adds_to_what_the_companion_says() -> None:
    whole = catalogue(Language.GERMAN, "mosaix")
    assert whole["key"]["done"] == read_texts(Language.GERMAN, "companion")["key"]["done"]
    assert whole["lay"] == read_texts(Language.GERMAN, "mosaix")["lay"]
    assert whole["over"]["points"] != whole["over"]["wins"]


def test_every_letter_of_the_catalogues_is_in_the_font() -> None:
    letters = {
        letter
        for language in Language
        for topic in TOPICS
        for text in keys(language, topic).values()
        for letter in text
    }
    missing = pygame.image.tobytes(rendered("\uffff", Weight.REGULAR, 40, theme.INK), "RGBA")
    absent = {
        letter
        for letter in letters | set("·–−›≤°+|×=&")
        if pygame.image.tobytes(rendered(letter, Weight.REGULAR, 40, theme.INK), "RGBA") == missing
    }
    assert not absent
