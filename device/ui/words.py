"""What the companion says, in the players' language: catalogues and the names of things in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from device.core.messages import Sentence, Value
from device.locale import COMPANION, Language, catalogue

_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?", re.ASCII)
SENTENCES = "sentence"


def signed(points: int) -> str:
    """Points as they are shown: +6, +0, −2."""
    return f"+{points}" if points >= 0 else f"−{-points}"


def uncapped(text: str) -> str:
    """A text as it goes on after a colon."""
    return text[:1].lower() + text[1:]


def number(value: int) -> str:
    """A score, with a proper minus."""
    return str(value) if value >= 0 else f"−{-value}"


def average(language: Language, value: float) -> str:
    """A mean with one decimal, as people write it in a language, and a proper minus."""
    whole, tenth = divmod(abs(tenths := round(10 * value)), 10)
    return f"{'−' if tenths < 0 else ''}{whole}{catalogue(language)['language']['decimal']}{tenth}"


def day(language: Language, begun: str) -> str:
    """An ISO 8601 day and time as people write them in a language: 15 Nov 2026, 20:14."""
    found = _DAY.fullmatch(begun)
    if found is None:
        return begun or "?"
    texts = catalogue(language)["date"]
    year, month, own, time = found.groups()
    months = texts["months"].split()
    if not 1 <= int(month) <= len(months):
        return begun
    written = texts["day"].format(day=int(own), month=months[int(month) - 1], year=year)
    return f"{written}, {time}" if time else written


@dataclass(frozen=True, slots=True)
class GameWords:
    """What any game says in one language, to players with names."""

    topic: ClassVar[str] = COMPANION  # of the catalogues; that of a game with texts of its own

    language: Language = Language.ENGLISH
    names: tuple[str, ...] = ()

    def __call__(self, key: str, **values: str | int) -> str:
        """The text for `section.key` with its values; raises KeyError where there is none."""
        return filled(self._text(key), values)

    def plain(self, key: str, **values: str | int) -> str:
        """The same in the middle of a sentence: no capital where it begins with a value."""
        return self._text(key).format_map(_Values(values))

    def _text(self, key: str) -> str:
        section, _, name = key.partition(".")
        return catalogue(self.language, self.topic)[section][name]

    @property
    def letters(self) -> tuple[str, ...]:
        """The rows of a keyboard."""
        return tuple(self("language.letters").split())

    def count(self, what: str, count: int) -> str:
        """So many of something, such as `3 points`."""
        return self(f"count.{what}" if count == 1 else f"count.{what}s", count=count)

    def day(self, begun: str) -> str:
        """A day and time as people write them: 15. Nov. 2026, 20:14; a question mark for none."""
        return day(self.language, begun)

    def player(self, player: int) -> str:
        """The player's name, or `Player 1`."""
        name = self.names[player] if player < len(self.names) else ""
        return name or self("new.player", count=player + 1)

    def sentence(self, sentence: Sentence) -> str:
        """A sentence in words, its values named as players name them."""
        texts = catalogue(self.language, self.topic)[SENTENCES]
        text = texts.get(sentence.message.value, texts["unknown-reason"])
        values = {name: self._value(name, value) for name, value in sentence.values.items()}
        return filled(text, values)

    def _value(self, name: str, value: Value) -> str:
        match value:
            case int() if name == "player":
                return self.player(value)
            case int() if name == "points":
                return signed(value)
        return str(value)


class _Values(dict[str, str | int]):
    """Values by name; one that nobody gave is left out, not an error in players' faces."""

    def __missing__(self, key: str) -> str:
        return ""


def filled(text: str, values: Mapping[str, str | int]) -> str:
    """The text with its values; where it begins with one, that gets a capital."""
    filled = text.format_map(_Values(values))
    return filled[:1].upper() + filled[1:] if text.startswith("{") else filled
