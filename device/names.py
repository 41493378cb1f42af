"""Players' names: whatever was typed, made fit to be shown and kept."""

from __future__ import annotations

import unicodedata

LONGEST = 24  # characters
_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, marks of direction
_JOINER = "\u200d"  # holds the parts of an emoji together


def clean_name(text: str) -> str:
    """The name without what cannot be shown, spaces single, at most `LONGEST` characters."""
    composed = unicodedata.normalize("NFC", text[: 8 * LONGEST])
    spaced = "".join(" " if each.isspace() else each for each in composed)
    shown = "".join(
        each for each in spaced if each == _JOINER or unicodedata.category(each) not in _UNSHOWN
    )
    whole = unicodedata.normalize("NFC", shown)  # what came between two parts of a sign is gone
    return " ".join(whole.split())[:LONGEST].strip(f" {_JOINER}")
