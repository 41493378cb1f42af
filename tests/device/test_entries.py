"""The log's text form: what is written is read back, and nothing else is understood."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.entries import entry_name, parse_entry
from device.sealed import Line, find_lines, line_name, parse_line, seal, unseal
from engine.sepmosa import (
    KINDS,
    Draw,
    NotationError,
    Play,
    Player,
    Reset,
    Reshuffle,
    Start,
    Win,
    parse_move,
)
from engine.sepmosa.game import Correct, Redo, Undo

QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MOVES = [
    parse_move(text)
    for text in ("R7@4+1", "B11x3+2", "K12:4+1>5-1", "O13x2+1..2+3", "pass", "pass:R7", "K1@9-12")
]
numbers = st.integers(1, 999_999)
players = st.sampled_from(list(Player))
tiles = st.sampled_from(KINDS)
racks = st.lists(tiles, max_size=7).map(tuple)
moves = st.sampled_from(MOVES)
entries = st.one_of(
    st.builds(Start, players, st.none() | st.tuples(racks, racks), numbers),
    st.builds(Draw, st.none() | tiles),
    st.builds(Play, moves),
    st.builds(Win, players),
    st.just(Reset()),
    st.just(Reshuffle()),
    st.builds(Undo, numbers),
    st.builds(Redo, numbers),
    st.builds(Correct, numbers, moves),
)


@QUICK
@given(entries)
def test_every_entry_reads_back(entry):
    assert parse_entry(entry_name(entry)) == entry


@QUICK
@given(entries, numbers, st.integers(0, 999_999))
def test_every_entry_fits_on_a_line(entry, game, number):
    line = Line(game, number, entry_name(entry))
    assert parse_line(line_name(line)) == line


def test_the_form_stays():
    told = [
        (Start(Player.TWO, None, 77), "start 2 77"),
        (Draw(), "draw"),
        (Play(MOVES[0]), "play R7@4+1"),
        (Win(Player.ONE), "win 1"),
        (Undo(3), "undo 3"),
        (Correct(12, MOVES[1]), "correct 12 B11x3+2"),
    ]
    for entry, text in told:
        assert entry_name(entry) == text
    assert line_name(Line(5, 12, "play R7@4+1")) == "@5|12|play R7@4+1|9b3324be;"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "start",
        "start 3 77",
        "start 1 0",
        "start 1 77 R7",
        "draw R14",
        "play",
        "play R7@4+1 x",
        "undo 0",
        "undo -1",
        "undo ٣",
        "redo 9999999",
        "correct 1",
        "win",
        "Reset",
        " draw",
        "draw ",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(NotationError):
        parse_entry(text)


@QUICK
@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text):
    with suppress(NotationError):
        assert entry_name(parse_entry(text)) == text


# Lines among other bytes


def test_lines_are_found_among_other_bytes():
    lines = [Line(1, 0, '["Anna", "Ben", ""]'), Line(1, 1, "start 1 77")]
    raw = b"\x00\xff@1|" + b"\x07".join(line_name(line).encode() for line in lines) + b"@2|3|x|"
    assert list(find_lines(raw)) == lines


@QUICK
@given(st.integers(0), st.integers(0, 7))
def test_a_flipped_bit_is_noticed(at, bit):
    raw = bytearray(line_name(Line(5, 12, "play R7@4+1")).encode())
    raw[at % len(raw)] ^= 1 << bit
    assert list(find_lines(bytes(raw))) == []


def test_what_is_not_fit_is_not_kept():
    for text in ("", "a|b", "a\nb", "é", "x" * 1501):
        with pytest.raises(ValueError, match="not fit"):
            line_name(Line(1, 1, text))


@QUICK
@given(st.text())
def test_a_sealed_text_opens_again(text):
    assert unseal(seal(text)) == text


def test_a_broken_seal_gives_nothing():
    assert unseal(None) is None
    assert unseal("") is None
    assert unseal(seal("77")[:-1] + "x") is None
    assert unseal(seal("77").replace("77", "78")) is None


def test_the_house_rule_is_kept_with_the_start():
    begun = Start(Player.TWO, None, 77, allows_identical=True)
    assert entry_name(begun) == "start 2 77 identical-allowed"
    assert parse_entry(entry_name(begun)) == begun
