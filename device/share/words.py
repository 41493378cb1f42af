"""What the page says, in the onlooker's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from device.locale import Language, catalogue
from device.ui.words import filled

_UNNAMED = re.compile(r"table-([0-9a-f]{4})", re.ASCII)  # the topic of a table without a name


@lru_cache(maxsize=8)
def share_words(language: Language) -> Mapping[str, str]:
    """All texts for onlookers, by `section.key`."""
    sections = catalogue(language, "share").items()
    return {f"{name}.{key}": text for name, keys in sections for key, text in keys.items()}


@dataclass(frozen=True, slots=True)
class ShareWords:
    """Texts in one language, for players with names."""

    language: Language = Language.ENGLISH
    names: tuple[str, ...] = ()

    def __call__(self, key: str, **values: str | int) -> str:
        """The text for `section.key` with its values; raises KeyError where there is none."""
        return filled(share_words(self.language)[key], values)

    def player(self, player: int) -> str:
        """The player's name, or `Player 1`."""
        name = self.names[player] if player < len(self.names) else ""
        return name or self("page.player", count=player + 1)


def table_title(name: str, topic: str, language: Language) -> str:
    """What onlookers read of a table: its name; without one, `Table 3f0a` as its topic says."""
    mark = _UNNAMED.fullmatch(topic)
    return name or (ShareWords(language)("page.table", mark=mark[1]) if mark else topic)


def language_of(text: str | None, otherwise: Language = Language.ENGLISH) -> Language:
    """The language that a browser or a link asks for: the first known one, `de-CH,fr;q=0.8`."""
    for wanted in (text or "")[:200].split(","):
        code = wanted.partition(";")[0].strip().lower().partition("-")[0]
        for language in Language:
            if language.value == code:
                return language
    return otherwise
