"""What MOSAIX says, in the players' language: five catalogues with the same keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from importlib import resources

from device.core.settings import Language, Settings
from device.games.mosaix.messages import Notice
from device.ui.words import filled, signed

Catalogue = Mapping[str, Mapping[str, str]]


class Tongue(Enum):
    """A language MOSAIX is told in; the value is its code."""

    ENGLISH = "en"
    GERMAN = "de"
    DUTCH = "nl"
    FRENCH = "fr"
    SPANISH = "es"


def tongue_of(settings: Settings) -> Tongue:
    """The language chosen for MOSAIX: the companion's, or Spanish."""
    return Tongue.SPANISH if settings.mosaix_in_spanish else Tongue(settings.language.value)


def spoken(settings: Settings, tongue: Tongue) -> Settings:
    """The settings with that language; the companion as a whole does not speak Spanish."""
    if tongue is Tongue.SPANISH:
        return replace(settings, mosaix_in_spanish=True)
    return replace(settings, mosaix_in_spanish=False, language=Language(tongue.value))


@lru_cache(maxsize=8)
def catalogue(tongue: Tongue) -> Catalogue:
    """All texts of a language, by section and key."""
    file = resources.files("device") / "locale" / "mosaix" / f"{tongue.value}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Words:
    """Texts in one language, for players with names."""

    tongue: Tongue = Tongue.ENGLISH
    names: tuple[str, ...] = ()

    def __call__(self, key: str, **values: str | int) -> str:
        """The text for `section.key` with its values; raises KeyError where there is none."""
        section, _, name = key.partition(".")
        return filled(catalogue(self.tongue)[section][name], values)

    def count(self, what: str, count: int) -> str:
        """So many of something, such as `3 turns`."""
        return self(f"count.{what}" if count == 1 else f"count.{what}s", count=count)

    def player(self, player: int) -> str:
        """The player's name, or `Player 1`."""
        name = self.names[player] if player < len(self.names) else ""
        return name or self("new.player", count=player + 1)

    def notice(self, notice: Notice) -> str:
        """A sentence in words, its values named as players name them."""
        values = {name: self._value(name, value) for name, value in notice.values.items()}
        return self(f"sentence.{notice.message.value}", **values)

    def problem(self, problem: str) -> str:
        """What the camera has against the dice."""
        texts = catalogue(self.tongue)["problem"]
        return texts.get(problem, texts["unreadable"])

    def _value(self, name: str, value: str | int) -> str:
        if name == "player" and isinstance(value, int):
            return self.player(value)
        if name == "points" and isinstance(value, int):
            return signed(value)
        return str(value)
