"""The log's text form: what is written is read back, and nothing else is understood."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.store.contents import body_of
from device.store.lines import line_bytes, read_lines
from engine.history import Redo, Undo
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
from engine.sepmosa.game import Correct
from engine.sepmosa.notation import log_line, parse_log_line

QUICK = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
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
    assert parse_log_line(log_line(entry)) == entry


@QUICK
@given(entries)
def test_every_entry_fits_on_a_line(entry):
    body = body_of(["log", 1, 0, [log_line(entry)]])
    assert read_lines(line_bytes(7, body)).bodies == (body,)


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
        assert log_line(entry) == text


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
        parse_log_line(text)


@QUICK
@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text):
    with suppress(NotationError):
        assert log_line(parse_log_line(text)) == text


def test_the_house_rule_is_kept_with_the_start():
    begun = Start(Player.TWO, None, 77, allows_identical=True)
    assert log_line(begun) == "start 2 77 identical-allowed"
    assert parse_log_line(log_line(begun)) == begun
