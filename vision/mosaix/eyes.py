"""The loaded networks of MOSAIX, opened once and handed to every reading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Eyes:
    """What is needed to read dice and boards; used from one thread."""


def open_eyes() -> Eyes:
    """The shipped networks, loaded."""
    return Eyes()
