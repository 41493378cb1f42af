"""Counts of what came of many games or pictures, added up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self


@dataclass(slots=True)
class Sums:
    """Whose fields are numbers, lists and counters."""

    def add(self, other: Self) -> None:
        """Takes in the counts of another one."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
