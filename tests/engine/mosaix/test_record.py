"""The text record: what is written reads back, and damage is named with its line."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.mosaix import Game, Step
from engine.mosaix import record as module
from engine.mosaix.players import play_random
from engine.mosaix.record import Record, read_record, write_record
from engine.record_text import RecordError
from tests.engine.mosaix.strategies import games

SHORT = """\
[Game "MOSAIX"]
[Date "2026-11-15"]
[Player1 "Anna"]
[Player2 "Ben"]
[Centres "OX"]
[First "2"]
[Result "*"]

1. XXXO 2:Xa4b4c4=0 1:Oa1Xb1c1d1=0
# Anna thought for a while
2. X./XT/X. 2:Te6Xd5d6d7=7  # a zone of seven
"""
SOLO = """\
[Game "MOSAIX"]
[Date "?"]
[Player1 "?"]
[Centres "T"]
[First "1"]
[Result "6"]

1. OTXX 1:Xa1b1=6
stop
"""
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def test_a_record_is_read():
    record = read_record(SHORT)
    assert record.header == {"Date": "2026-11-15", "Player1": "Anna", "Player2": "Ben"}
    table = record.game.table
    assert (table.step, table.turn, table.waiting) == (Step.ENTER, 2, {0})
    assert table.scores == (0, 7)


def test_a_record_is_written():
    text = write_record(read_record(SHORT))
    kept = [line.partition("  #")[0] for line in SHORT.splitlines() if line[:1] != "#"]
    assert text.splitlines() == kept


def test_a_lone_players_record_reads_back():
    record = read_record(SOLO)
    assert record.game.table.step is Step.OVER
    assert record.game.table.boards[0].boxes == 6
    assert write_record(record) == SOLO


def test_a_game_not_begun_has_no_record():
    with pytest.raises(ValueError, match="begins with its start"):
        write_record(Record(Game()))


def test_a_figure_that_cannot_be_entered_leaves_a_dash():
    text = write_record(Record(play_random(4, Random(4))))
    assert ":-" in text
    assert write_record(read_record(text)) == text


@settings(max_examples=25)
@given(games(), st.lists(names, min_size=4, max_size=4))
def test_what_was_written_reads_back(game, players):
    header = {f"Player{who}": name for who, name in enumerate(players, 1)} | {"Date": "?"}
    record = Record(game, header)
    again = read_record(write_record(record))
    assert again == record
    assert write_record(again) == write_record(record)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("Xa4b4c4=0", "Xa4b4c4=5", 9, "the board is worth 0, not 5"),
        ("Oa1Xb1c1d1", "Oa1Xb1c1d2", 9, "1:Oa1Xb1c1d2: other-figure"),
        ("Te6Xd5d6d7", "Te5Xd4d5d6", 11, "2:Te5Xd4d5d6: occupied"),
        ("Oa1Xb1c1d1", "Oa9", 9, "'Oa9' is not an entry"),
        ("1:Oa1Xb1c1d1=0", "1:Oa1Xb1c1d1", 9, "is not an entry and its score"),
        ("1:Oa1Xb1c1d1=0", "2:Oa1Xb1c1d1=0", 9, "2:Oa1Xb1c1d1: entered-already"),
        ("1:Oa1Xb1c1d1=0", "3:Oa1Xb1c1d1=0", 9, "3:Oa1Xb1c1d1: no-such-player"),
        ("1:Oa1Xb1c1d1=0", "1:-", 9, "1:-: can-enter"),
        (" 1:Oa1Xb1c1d1=0", "", 11, "not everyone has entered the figure of turn 1"),
        ("1. XXXO", "1. XX/O", 9, "'XX/O' is not a figure"),
        ("2. X./", "3. X./", 11, "turn 3 where turn 2 was due"),
        ("2. X./", "X./", 11, "a turn is written"),
        ("2. X./XT/X. 2:Te6Xd5d6d7=7", "stopped", 11, "a turn is written"),
        ("2. X./XT/X. 2:Te6Xd5d6d7=7", "stop", 11, "stop: not-alone"),
        ('[Centres "OX"]', '[Centres "OA"]', 5, "Centres has the printed symbol"),
        ('[Centres "OX"]', '[Centres "OXOXO"]', 5, "Centres has the printed symbol"),
        ('[Centres "OX"]\n', "", 1, "Centres has the printed symbol"),
        ('[First "2"]', '[First "3"]', 6, "First says who began: 1 to 2"),
        ('[Game "MOSAIX"]', '[Game "SEPMOSA"]', 1, "this is a record of 'SEPMOSA'"),
        ('[Result "*"]', '[Result "80-3"]', 7, "the turns give *, not 80-3"),
        ('[Player1 "Anna"]', "[Player1 Anna]", 3, 'a header is written [Key "value"]'),
        ('[Player1 "Anna"]', '[Player1 "A\\qa"]', 3, "is not a quoted text"),
        ('[Player1 "Anna"]', '[Date "?"]', 3, "Date was said before, in line 2"),
        ("2. X./XT/X. 2:Te6Xd5d6d7=7", '[Late "x"]', 11, "a header after the first turn"),
    ],
)
def test_damage_is_named_with_its_line(old, new, line, reason):
    assert old in SHORT
    with pytest.raises(RecordError) as broken:
        read_record(SHORT.replace(old, new))
    assert broken.value.line == line
    assert reason in broken.value.reason


def test_a_turn_after_the_end_is_named():
    with pytest.raises(RecordError, match=r"line 10: the game is over"):
        read_record(SOLO + "2. OTXX 1:Oc1=3\n")


def test_a_wrong_result_is_named():
    with pytest.raises(RecordError, match="the turns give 6, not 9"):
        read_record(SOLO.replace('"6"', '"9"'))


def test_what_was_played_before_the_damage_is_saved():
    with pytest.raises(RecordError) as broken:
        read_record(SHORT.replace("Te6", "Te9"))
    saved = broken.value.game
    assert saved is not None
    assert (saved.table.step, saved.table.turn) == (Step.LAY, 2)


@settings(max_examples=150)
@given(st.text(max_size=200) | st.lists(st.sampled_from((SHORT + SOLO).split("\n"))).map("\n".join))
@example('[Centres "O"]\n' + "9" * 5000 + ". OTXX 1:-")
@example('[Centres "O"]\n1. OTXX' + " 1:-" * 50)
@example('[Centres "\\ud800"]')
def test_any_text_is_a_record_or_a_record_error(text):
    try:
        record = read_record(text)
    except RecordError as error:
        broken = error
    else:
        assert read_record(write_record(record)).game == record.game
        return
    assert 1 <= broken.line <= text.count("\n") + 1


@settings(max_examples=150)
@given(st.sampled_from([SHORT, SOLO]), st.data())
def test_a_record_with_one_changed_sign_is_read_or_refused(text, data):
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from('0123456789=:-"[]#./\n OTXabcg\\'))
    try:
        record = read_record(text[:at] + sign + text[at + 1 :])
    except RecordError:
        return
    assert record.game.events


def test_the_record_in_the_documentation_reads():
    lines = [line for line in module.__doc__.splitlines() if line.startswith("    ")]
    assert read_record("\n".join(lines)).game.table.turn == 2
