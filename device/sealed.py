"""Lines that carry their own proof: which game, which number, what, and a checksum of it all.

A line can be found in the raw bytes of a damaged file and trusted on its own, so that what can be
saved does not depend on any structure around it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

SEPMOSA, MOSAIX = "sepmosa", "mosaix"  # the kinds of games
_LINE = re.compile(rb"@([1-9][0-9]{0,8})\|(0|[1-9][0-9]{0,5})\|([ -{}~]{1,1500})\|([0-9a-f]{8});")
_SEALED = re.compile(r"(.*)#([0-9a-f]{8})", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """Line `number` of a game; number 0 tells its players, the others are its log."""

    game: int
    number: int
    text: str  # printable ASCII without |


def line_name(line: Line) -> str:
    """The text that `parse_line` reads back; raises ValueError where the text is not fit."""
    told = f"{line.game}|{line.number}|{line.text}"
    name = f"@{told}|{crc32(told.encode()):08x};"
    if _LINE.fullmatch(name.encode()) is None:
        raise ValueError(f"not fit to be kept: {told[:100]!r}")
    return name


def parse_line(name: str) -> Line | None:
    """The line, or nothing where it is damaged."""
    return next(find_lines(name.encode(errors="replace")), None)


def find_lines(raw: bytes) -> Iterator[Line]:
    """Every sound line among other bytes."""
    for found in _LINE.finditer(raw):
        game, number, text, check = found.groups()
        if crc32(b"|".join((game, number, text))) == int(check, 16):
            yield Line(int(game), int(number), text.decode("ascii"))


@dataclass(frozen=True, slots=True)
class Head:
    """What the first line of a game tells: which game it is, who plays, and when it began."""

    names: tuple[str, ...]
    begun: str
    kind: str = SEPMOSA


def head_line(game: int, head: Head) -> Line:
    """The first line of a game; `head_of` reads it back."""
    told: object = {"kind": head.kind, "names": head.names, "begun": head.begun}
    if head.kind == SEPMOSA:
        told = [*head.names, head.begun]
    return Line(game, 0, json.dumps(told).replace("|", "\\u007c"))


def head_of(line: Line) -> Head:
    """What the first line of a game tells."""
    told = json.loads(line.text)
    if isinstance(told, list):
        *names, begun = told
        return Head(tuple(names), begun)
    return Head(tuple(told["names"]), told["begun"], told["kind"])


def nameless_head(first: str) -> Head | None:
    """A head for a game that has lost its own, told from its first entry: so many players, of
    whom nothing is known. Nothing where that begins no game."""
    match first.split(" "):
        case ["start", "1" | "2", *_]:
            return Head(("", ""), "")
        case ["start", centres, _]:
            return Head(("",) * len(centres), "", MOSAIX)
        case ["paper", players, _] if players.isdecimal():
            return Head(("",) * int(players), "", MOSAIX)
    return None


def seal(text: str) -> str:
    """A text with its checksum."""
    return f"{text}#{crc32(text.encode()):08x}"


def unseal(sealed: str | None) -> str | None:
    """The text that was sealed, or nothing where it is damaged."""
    found = _SEALED.fullmatch(sealed or "")
    if found is None or crc32(found[1].encode()) != int(found[2], 16):
        return None
    return found[1]
