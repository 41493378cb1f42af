"""JSON lines in, JSON lines out: an answer a line; a bad line gets an error, the run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO, TextIO

from device.cli import readable

LONGEST_LINE = 1 << 20  # bytes; the largest real question is under 2 kB


class BadLine(ValueError):
    """A line that is no question; the message says what one looks like."""


def answer_lines(
    lines: BinaryIO,
    out: TextIO,
    answer: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    afterwards: Callable[[], None] = lambda: None,
) -> None:
    """Writes the answer to every line as soon as it is read; ValueErrors become `error`. Whatever
    is done `afterwards` is done before the next line is read."""
    for line in _lines(lines):
        try:
            reply = answer(parse_line(line))
        except ValueError as bad:
            reply = {"error": readable(str(bad))}
        out.write(json.dumps(reply, ensure_ascii=False) + "\n")
        out.flush()
        afterwards()


def parse_line(line: bytes) -> Mapping[str, Any]:
    """The JSON object of one line; raises BadLine."""
    if len(line) > LONGEST_LINE:
        raise BadLine(f"a line of more than {LONGEST_LINE} bytes")
    try:
        value = json.loads(line.decode(), object_pairs_hook=_object)
    except BadLine:
        raise
    except UnicodeDecodeError:
        raise BadLine("not UTF-8 text") from None
    except (ValueError, RecursionError) as bad:
        raise BadLine(f"not JSON: {bad}") from None
    if not isinstance(value, dict):
        raise BadLine("a line is one JSON object")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise BadLine("the same key twice in one object")
    return value


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, an endless one cut (its rest is read and dropped)."""
    while line := stream.readline(LONGEST_LINE + 2):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 2)
        yield line.rstrip(b"\r\n")
