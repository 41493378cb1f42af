"""Every language is complete: the same texts with the same values, and letters that can be drawn.

That nothing is cut off in any of them is computed in `ui/test_fit`.
"""

from __future__ import annotations

import re
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


FORBIDDEN = {  # other words for what has a name already, or what nobody says at a table; if known
    Language.ENGLISH: r"laid|lay|lays|by lot|anew|his?|him|she|hers?|throws?|thrown|undo|undone"
    r"|bring back|do again|written|what was it really|could not stand|is right, guide",
    Language.GERMAN: r"sagt das los|rückgängig|partien?|der tisch stimmt|der bildschirm stimmt"
    r"|was war es wirklich|geschrieben|nochmals",
    Language.DUTCH: r"zegt het lot|ongedaan|oude spellen|partijen|de tafel klopt|het scherm klopt"
    r"|wat was het echt|tegel gelegd|geschreven",
    Language.FRENCH: r"tu|ton|tes|toi|^touche|^pose|^appuie|^choisis|montre ta|pioche|tuiles action"
    r"|feuille de partie|effac[a-zé]*|la table a raison|l'écran a raison|écrit|\\} posé",
    Language.SPANISH: r"acta|tableros?|anota|usted|tiene razón|anteriores|escrito"
    r"|qué fue en realidad",
}
SAME = {  # a label of onlookers' pages, and what the companion calls it
    "page.record": "past.record",
    "page.games": "past.title",
    "page.no-games": "past.empty",
    "page.unfinished": "over.unfinished",
    "page.curve": "over.curve",
    "page.language": "settings.language",
}
OWN = {"ask.undo-why"}  # what a game says otherwise than the companion, for a reason


def keys(language: Language, topic: str) -> dict[str, str]:
    parts = read_texts(language, topic)
    return {f"{part}.{key}": text for part, texts in parts.items() for key, text in texts.items()}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_a_language_is_a_folder_and_a_line() -> None:
    folders = {each.name for each in FOLDERS.iterdir() if each.is_dir()} - {"__pycache__"}
    known = {each.value for each in Language}
    assert folders == known, "a folder in device/locale and a line in its __init__.py"
    for language in Language:
        files = {file.name for file in (FOLDERS / language.value).iterdir()}
        assert files == {f"{topic}.toml" for topic in TOPICS}, f"{language} has no such files"


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", Language)
def test_catalogues_say_the_same_things_with_the_same_values(
    language: Language, topic: str
) -> None:
    english, own = keys(Language.ENGLISH, topic), keys(language, topic)
    assert list(own) == list(english), "the same keys in the same order as in English"
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


def test_one_thing_has_one_name_in_every_game() -> None:
    common = keys(Language.ENGLISH, "companion")
    for topic in set(TOPICS) - {"companion", "share"}:
        assert common.keys() & keys(Language.ENGLISH, topic).keys() <= OWN, topic
    for language in Language:
        table, share = keys(language, "companion"), keys(language, "share")
        assert {key: share[key] for key in SAME} == {key: table[own] for key, own in SAME.items()}


@pytest.mark.parametrize("language", FORBIDDEN)
def test_no_word_is_used_that_has_another_name_here(language: Language) -> None:
    forbidden = re.compile(rf"(?<!\w)({FORBIDDEN[language]})(?!\w)", re.IGNORECASE)
    found = {
        f"{topic} {key}: {text}"
        for topic in TOPICS
        for key, text in keys(language, topic).items()
        if forbidden.search(text)
    }
    assert not found


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
