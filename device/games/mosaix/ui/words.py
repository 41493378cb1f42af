"""What MOSAIX says, in the players' language."""

from __future__ import annotations

from dataclasses import dataclass

from device.core.messages import Sentence
from device.locale import Language, catalogue
from device.ui.words import day, filled, signed

TOPIC = "mosaix"


@dataclass(frozen=True, slots=True)
class Words:
    """Texts in one language, for players with names."""

    language: Language = Language.ENGLISH
    names: tuple[str, ...] = ()

    def __call__(self, key: str, **values: str | int) -> str:
        """The text for `section.key` with its values; raises KeyError where there is none."""
        section, _, name = key.partition(".")
        return filled(catalogue(self.language, TOPIC)[section][name], values)

    @property
    def letters(self) -> tuple[str, ...]:
        """The rows of a keyboard."""
        return tuple(self("language.letters").split())

    def count(self, what: str, count: int) -> str:
        """So many of something, such as `3 turns`."""
        return self(f"count.{what}" if count == 1 else f"count.{what}s", count=count)

    def day(self, begun: str) -> str:
        """A day and time as people write them."""
        return day(self.language, begun)

    def player(self, player: int) -> str:
        """The player's name, or `Player 1`."""
        name = self.names[player] if player < len(self.names) else ""
        return name or self("new.player", count=player + 1)

    def sentence(self, sentence: Sentence) -> str:
        """A sentence in words, its values named as players name them."""
        values = {name: self._value(name, value) for name, value in sentence.values.items()}
        return self(f"sentence.{sentence.message.value}", **values)

    def problem(self, problem: str) -> str:
        """What the camera has against the dice."""
        texts = catalogue(self.language, TOPIC)["problem"]
        return texts.get(problem, texts["unreadable"])

    def _value(self, name: str, value: object) -> str:
        if name == "player" and isinstance(value, int):
            return self.player(value)
        if name == "points" and isinstance(value, int):
            return signed(value)
        return str(value)
