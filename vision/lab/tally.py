"""What a reading is worth, and counts of what came of many games or pictures, added up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import Self


class ReadingVerdict(Enum):
    """What a reading is worth."""

    RIGHT = "right"
    FLAGGED = "flagged"  # it said that it is not sure
    WRONG = "wrong"  # it was sure, and it is not so


@dataclass(slots=True)
class Sums:
    """Whose fields are numbers, lists and counters."""

    def add(self, other: Self) -> None:
        """Takes in the counts of another one."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
