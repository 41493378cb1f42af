"""The lines of the games' file: damage anywhere is seen, one flipped bit is turned back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.store.contents import body_of, facts_of
from device.store.lines import LONGEST, line_bytes, mended, read_lines

BODIES = ('[["games",5]]', '[["log",1,0,["play R7@4+1","draw J*"]]]', "[[]]", '[["numbers",12]]')
RAW = b"".join(line_bytes(number, body) for number, body in enumerate(BODIES, 98))


def flipped(raw, at, bit):
    return raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]


def test_lines_are_read_back():
    lines = read_lines(RAW)
    assert (lines.bodies, lines.last, lines.is_sound, lines.end) == (BODIES, 101, True, len(RAW))


@pytest.mark.parametrize("body", ["", "a|b", "line\nfeed", "\x7f", "é", "\ud800"])
def test_what_cannot_be_a_line_is_refused(body):
    with pytest.raises(ValueError, match="not fit to be a line"):
        line_bytes(1, body)


def test_every_flipped_bit_is_seen_and_turned_back():
    for at in range(len(RAW)):
        for bit in range(8):
            lines = read_lines(flipped(RAW, at, bit))
            assert not lines.is_sound
            assert lines.bodies == BODIES, (at, bit)


def test_a_flipped_bit_in_a_long_line_is_turned_back():
    body = "x" * 60_000
    raw = line_bytes(1, "a") + line_bytes(2, body)
    lines = read_lines(flipped(raw, 4321, 5))
    assert (lines.bodies, lines.is_sound) == (("a", body), False)


def test_what_is_too_long_for_a_line_is_not_searched_for_a_flipped_bit():
    """It once took minutes of a start."""
    assert mended(flipped_line(LONGEST // 2)) is not None
    assert mended(flipped_line(LONGEST + 1)) is None


def flipped_line(size):
    line = bytearray(line_bytes(1, "x" * size)[:-1])
    line[size // 2] ^= 1
    return bytes(line)


def test_two_flipped_bits_cost_the_line_and_no_other():
    at = RAW.index(b"play")
    lines = read_lines(flipped(flipped(RAW, at, 0), at + 3, 6))
    assert (lines.bodies, lines.is_sound) == ((BODIES[0], *BODIES[2:]), False)


def test_random_damage_never_invents_a_line():
    rng = Random(5)
    for _ in range(3000):
        raw = bytearray(RAW)
        for _ in range(rng.choice((1, 2, 3, 8))):
            at = rng.randrange(len(raw))
            raw[at : at + rng.choice((1, 1, 2, 16))] = rng.randbytes(rng.choice((0, 1, 2, 16)))
        lines = read_lines(bytes(raw))
        assert set(lines.bodies) <= set(BODIES)
        assert not lines.is_sound or lines.bodies == BODIES[: len(lines.bodies)]


def test_an_end_cut_short_is_no_damage():
    """It cannot be told from one that a power cut left there."""
    first = len(line_bytes(98, BODIES[0]))
    for end in range(first, len(RAW) + 1):
        lines = read_lines(RAW[:end])
        assert lines.is_sound
        assert RAW[:end].startswith(RAW[: lines.end])
        assert lines.bodies == BODIES[: len(lines.bodies)]


def test_zeros_in_the_place_of_the_end_are_no_damage():
    assert read_lines(RAW + bytes(100)).is_sound
    assert read_lines(RAW[:-5] + bytes(5)).bodies == BODIES[:3]


@pytest.mark.parametrize(
    "raw", [b"", bytes(5000), b"[Game]\nnone\n", RAW + b"x", RAW + b"\n", RAW[:-1] + b" \n"]
)
def test_what_is_not_all_lines_is_damage(raw):
    assert not read_lines(raw).is_sound


def test_a_missing_or_repeated_line_is_damage():
    one, two, *rest = RAW.splitlines(keepends=True)
    assert not read_lines(b"".join((one, *rest))).is_sound
    assert not read_lines(b"".join((one, two, two, *rest))).is_sound
    assert read_lines(b"".join((one, two, two, *rest))).bodies == BODIES


@given(st.lists(st.lists(st.text() | st.integers() | st.booleans() | st.none())))
def test_facts_are_read_back_and_fit_in_a_line(facts):
    body = body_of(*facts)
    assert facts_of(body) == facts
    assert read_lines(line_bytes(7, body)).bodies == (body,)
