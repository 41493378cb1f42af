"""Numbered lines with a checksum each: the form of the games' file.

    @12|[["log",3,5,["play R7@4+1"]]]|9a3f01c2;

Every byte of a file belongs to such a line and no number is left out, so damage shows wherever it
is. A line is sound or not on its own; one flipped bit is found and turned back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

LONGEST = 1 << 20  # bytes in which a flipped bit is looked for; a Pi takes seconds for them
_LINE = re.compile(rb"@([1-9][0-9]{0,15})\|([ -{}~]+)\|([0-9a-f]{8});")
_CHECK = re.compile(rb"[0-9a-f]{8}")
_EFFECTS = tuple(crc32(bytes([byte])) ^ crc32(b"\0") for byte in range(256))
"""How the checksum changes when these bits of the last byte are flipped."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What a file says, line by line."""

    bodies: tuple[str, ...]
    last: int  # the number of the last line; 0 if there is none
    is_sound: bool  # nothing is damaged or missing before the last line
    end: int  # bytes up to the end of the last line; what follows was never finished


def line_bytes(number: int, body: str) -> bytes:
    """The line that `read_lines` reads back; raises ValueError if the body is not printable ASCII
    or holds a |."""
    summed = f"{number}|{body}".encode("ascii", "replace")
    line = b"@%b|%08x;" % (summed, crc32(summed))
    if body != body.encode("ascii", "replace").decode() or _LINE.fullmatch(line) is None:
        raise ValueError(f"not fit to be a line: {body[:100]!r}")
    return line + b"\n"


def read_lines(raw: bytes) -> Lines:
    """The lines of a file; of a damaged one all that are sound or have one flipped bit."""
    bodies: list[str] = []
    at = last = 0
    while (found := _LINE.match(raw, at)) is not None and _is_sound(found):
        number = int(found[1])
        if raw[found.end() : found.end() + 1] != b"\n" or (last and number != last + 1):
            break
        bodies.append(found[2].decode("ascii"))
        at, last = found.end() + 1, number
    if last and _is_unfinished(raw[at:], last + 1):
        return Lines(tuple(bodies), last, True, at)
    saved = _rescue(raw)
    return Lines(tuple(saved[number] for number in sorted(saved)), max(saved, default=0), False, at)


def _is_sound(found: re.Match[bytes]) -> bool:
    summed = memoryview(found.string)[found.start() + 1 : found.end(2)]
    return crc32(summed) == int(found[3], 16)


def _is_unfinished(rest: bytes, number: int) -> bool:
    """Whether this is a line, so numbered, that a power cut ended early, or nothing at all; a line
    that one bit has damaged is not. Of what was not yet written a file system may show zeros."""
    head, told = b"@%d|" % number, rest.rstrip(b"\0")
    is_begun = told[: len(head)] == head[: len(told)]
    return is_begun and b"\n" not in told and _mend(rest, number) is None


# Damage


def _rescue(raw: bytes) -> dict[int, str]:
    """Number → body of every line that is sound or can be mended."""
    sound = [found for found in _LINE.finditer(raw) if _is_sound(found)]
    saved = {int(found[1]): found[2].decode("ascii") for found in sound}
    edges = [(-1, 0), *((int(found[1]), found.end() + 1) for found in sound)]
    heads = [*((int(found[1]), found.start()) for found in sound), (-1, len(raw))]
    for (before, start), (after, stop) in zip(edges, heads, strict=True):
        number = before + 1 if before > 0 else after - 1  # where one line alone is missing
        if after < 0 or before < 0 or after == before + 2:
            body = _mend(raw[start:stop], number)
            if body is not None:
                saved.setdefault(number, body)
    return saved


def _mend(damaged: bytes, number: int) -> str | None:
    """The body of a line with one flipped bit; None if more than that is wrong."""
    found = _LINE.fullmatch(mended(damaged[:-1]) or b"")
    return found[2].decode("ascii") if found is not None and int(found[1]) == number else None


def mended(damaged: bytes) -> bytes | None:
    """`@…|checksum;` with one flipped bit turned back; None if more than that is wrong, or it is
    too long to be a line of ours."""
    if len(damaged) > LONGEST:
        return None
    summed: bytes | None
    summed, check = damaged[1:-10], damaged[-9:-1]
    if _bits_apart(b"%08x" % crc32(summed), check) > 1:
        summed = _turn_back(summed, int(check, 16)) if _CHECK.fullmatch(check) else None
    return b"@%b|%08x;" % (summed, crc32(summed)) if summed is not None else None


def _bits_apart(one: bytes, two: bytes) -> int:
    return (int.from_bytes(one, "big") ^ int.from_bytes(two, "big")).bit_count()


def _turn_back(damaged: bytes, check: int) -> bytes | None:
    """The bytes with that bit flipped which gives them this checksum; None if none does.

    Two messages of one length have checksums that differ only by what differs in the messages: a
    bit in the last byte has one effect, and each further byte behind it changes that in one way.
    """
    wrong = crc32(damaged) ^ check
    effects = [_EFFECTS[1 << bit] for bit in range(8)]
    for at in range(len(damaged) - 1, -1, -1):
        if wrong in effects:
            byte = damaged[at] ^ 1 << effects.index(wrong)
            return damaged[:at] + bytes([byte]) + damaged[at + 1 :]
        effects = [_EFFECTS[effect & 255] ^ effect >> 8 for effect in effects]
    return None
