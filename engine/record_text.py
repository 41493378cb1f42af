"""The text that records of every game share: header lines `[Key "value"]`, then a body.

Header values are JSON strings, so that any name survives. `#` begins a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) ("(?:[^"\\]|\\.)*")\]\s*(?:#.*)?')

Header = Mapping[str, tuple[int, str]]  # key → number of its line, from 1, and value


class RecordError(ValueError):
    """A record that cannot be read: `line` (from 1) and `reason` say where and why, `game` is what
    was played before that line, if anything."""

    def __init__(self, line: int, reason: str, game: Any = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.game = game


@dataclass(frozen=True, slots=True)
class BodyLine:
    """A line of the body and its number in the text, from 1."""

    number: int
    text: str


def header_line(key: str, value: str) -> str:
    """The header line that `split_record` reads back."""
    return f"[{key} {json.dumps(value, ensure_ascii=False)}]"


def split_record(text: str) -> tuple[Header, list[BodyLine]]:
    """Header and body, comments and empty lines dropped; raises RecordError."""
    header: dict[str, tuple[int, str]] = {}
    body: list[BodyLine] = []
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line.startswith("["):
            said = line.partition("#")[0].strip()
            if said:
                body.append(BodyLine(number, said))
            continue
        found = _HEADER.fullmatch(line)
        if found is None:
            raise RecordError(number, 'a header is written [Key "value"]')
        if body:
            raise RecordError(number, "a header after the first turn")
        key, quoted = found.groups()
        if key in header:
            raise RecordError(number, f"{key} was said before, in line {header[key][0]}")
        header[key] = number, _unquote(number, quoted)
    return header, body


def _unquote(number: int, quoted: str) -> str:
    try:
        value = str(json.loads(quoted, strict=False))
        value.encode()  # half a surrogate pair is no text
    except ValueError:
        raise RecordError(number, f"{quoted} is not a quoted text") from None
    return value
