"""What MOSAIX says, in the players' language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from device.core.messages import Sentence
from device.locale import catalogue
from device.ui.words import GameWords, signed

TOPIC = "mosaix"


@dataclass(frozen=True, slots=True)
class Words(GameWords):
    """Texts and sentences in one language."""

    topic: ClassVar[str] = TOPIC

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
