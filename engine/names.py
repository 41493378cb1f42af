"""Names of players and of sets of tiles: whatever was typed, made fit to be shown and kept."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 24  # characters
JOINER = "\u200d"  # holds the parts of an emoji together
_UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, marks of direction
_ZERO_WIDTH = re.compile(  # marks that only choose how the letter before them looks
    "[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159]")  # letters that look empty


def clean_name(text: str) -> str:
    """The name without what cannot be seen, spaces single, at most `LONGEST` characters."""
    composed = unicodedata.normalize("NFC", text[: 8 * LONGEST])
    seen = _ZERO_WIDTH.sub("", _BLANK.sub(" ", composed))
    spaced = "".join(" " if each.isspace() else each for each in seen)
    shown = "".join(
        each for each in spaced if each == JOINER or unicodedata.category(each) not in _UNSHOWN
    )
    whole = unicodedata.normalize("NFC", shown)  # what came between two parts of a sign is gone
    return " ".join(whole.split())[:LONGEST].strip(f" {JOINER}")
