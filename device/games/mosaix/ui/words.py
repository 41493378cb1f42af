"""What MOSAIX says, in the players' language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from device.locale import catalogue
from device.ui.words import GameWords

TOPIC = "mosaix"


@dataclass(frozen=True, slots=True)
class Words(GameWords):
    """Texts and sentences in one language."""

    topic: ClassVar[str] = TOPIC

    def problem(self, problem: str) -> str:
        """What the camera has against the dice."""
        texts = catalogue(self.language, TOPIC)["problem"]
        return texts.get(problem, texts["unreadable"])
