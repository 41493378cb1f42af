"""The forms in which a game can leave the device."""

from __future__ import annotations

from enum import Enum


class ExportKind(Enum):
    """The form in which a game leaves the device."""

    RECORD = "record"
    CSV = "csv"
    PICTURE = "picture"
