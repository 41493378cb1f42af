"""What the companion says, in every language: a folder of catalogues and a line for each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib import resources

COMPANION = "companion"  # the catalogue that every other one adds to

Catalogue = Mapping[str, Mapping[str, str]]


class Language(Enum):
    """A language the companion speaks; the value is the name of its folder."""

    ENGLISH = "en"
    GERMAN = "de"
    DUTCH = "nl"
    FRENCH = "fr"
    SPANISH = "es"


@cache
def catalogue(language: Language, topic: str = COMPANION) -> Catalogue:
    """All texts about a topic, by section and key: its own over those of the companion."""
    common, own = read_texts(language, COMPANION), read_texts(language, topic)
    return {
        section: {**common.get(section, {}), **own.get(section, {})}
        for section in common.keys() | own.keys()
    }


def read_texts(language: Language, topic: str) -> Catalogue:
    """The texts in one file of a language's folder."""
    file = resources.files(__name__) / language.value / f"{topic}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def own_names() -> frozenset[str]:
    """What the companion calls itself where it plays, in every language."""
    return frozenset(read_texts(each, "desk")["desk"]["companion"] for each in Language)
