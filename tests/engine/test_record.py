"""The text record: what was written reads back, and damage is named with its line."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.record_text import RecordError
from engine.sepmosa import Player, Start, Step, new_game, parse_move
from engine.sepmosa.players import play_game, play_random
from engine.sepmosa.record import Record, read_record, table_of, write_record
from tests.engine.strategies import games

SHORT = """\
[Game "SEPMOSA"]
[Date "2026-11-15"]
[Player1 "Anna"]
[Player2 "Ben"]
[First "2"]
[Result "*"]

1. R7@4+1 0
2. R8@4+2 0
# Ben thought for a while
3. R9@4+3 3  # and found this
4. pass -2
"""

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def table_game(*moves, target=77):
    game = new_game(Start(Player.TWO, target=target))
    for move in moves:
        game = game.play(parse_move(move))
    return game


def test_a_record_is_read():
    record = read_record(SHORT)
    assert record.header == {"Date": "2026-11-15", "Player1": "Anna", "Player2": "Ben"}
    assert record.game == table_game("R7@4+1", "R8@4+2", "R9@4+3", "pass")
    assert table_of(record.game).scores == (-2, 3)


def test_a_record_is_written():
    game = table_game("R7@4+1", "R8@4+2", "R9@4+3", "pass")
    text = write_record(Record(game, {"Date": "2026-11-15", "Player1": "Anna", "Player2": "Ben"}))
    assert text.splitlines() == [
        line.partition("  #")[0] for line in SHORT.splitlines() if line[:1] != "#"
    ]


def test_an_unfinished_record_has_a_star_for_its_result_and_a_finished_one_the_score():
    assert '[Result "*"]' in write_record(Record(table_game("R7@4+1")))
    won = table_game("R7@4+1", "R8@4+2", "R9@4+3", target=3)
    text = write_record(Record(won))
    assert '[Result "0-3"]' in text
    assert '[Target "3"]' in text
    assert read_record(text).game == won


def test_the_house_rule_is_kept():
    game = new_game(Start(Player.TWO, allows_identical=True))
    for move in ("R7@4+1", "R7@4+2"):
        game = game.play(parse_move(move))
    text = write_record(Record(game))
    assert '[House "identical-allowed"]' in text
    assert read_record(text).game == game
    with pytest.raises(RecordError, match="identical-in-line"):
        read_record(text.replace('[House "identical-allowed"]', ""))
    with pytest.raises(RecordError, match="no house rule"):
        read_record(text.replace("identical-allowed", "anything-goes"))


def test_a_whole_game_with_resets_and_reshuffles_reads_back():
    game = play_game((play_random, play_random), Random(3))
    text = write_record(Record(game))
    assert "\nreset\n" in text
    assert "\nreshuffle\n" in text
    assert read_record(text).game == game


@settings(max_examples=60)
@given(games(), names, names)
def test_what_was_written_reads_back(game, one, two):
    record = Record(game, {"Date": "?", "Player1": one, "Player2": two})
    again = read_record(write_record(record))
    assert again == record
    assert write_record(again) == write_record(record)


@settings(max_examples=30)
@given(games())
def test_what_the_table_saw_reads_back_without_racks(game):
    text = write_record(Record(game))
    public = "\n".join(
        line for line in text.split("\n") if not line.startswith(("[Rack", "[Draws"))
    )
    table = table_of(read_record(public).game)
    assert table.scores == game.state.table.scores
    assert table.mosaic == game.state.table.mosaic


@pytest.mark.parametrize("first", ["2", "Player2", "Ben"])
def test_who_began_may_be_told_by_number_or_name(first):
    record = read_record(SHORT.replace('[First "2"]', f'[First "{first}"]'))
    assert table_of(record.game).scores == (-2, 3)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("R8@4+2 0", "R8@4+2 3", 9, "R8@4+2 scores 0, not 3"),
        ("R8@4+2", "K3@4+2", 9, "2. K3@4+2 0: no-match"),
        ("R8@4+2", "R8@9", 9, "'R8@9' is not a move"),
        ("2. R8", "3. R8", 9, "turn 3 where turn 2 was due"),
        ("2. R8@4+2 0", "2. R8@4+2", 9, "a turn is written"),
        ("4. pass -2", "reset", 12, "reset: not-now"),
        ("4. pass -2", "reshuffle", 12, "reshuffle: not-now"),
        ('[First "2"]', '[First "3"]', 5, "First says who began"),
        ('[First "2"]\n', "", 1, "First says who began"),
        ('[Player1 "Anna"]', "[Player1 Anna]", 3, 'a header is written [Key "value"]'),
        ('[Player1 "Anna"]', '[Player1 "A\\qa"]', 3, "is not a quoted text"),
        ('[Player1 "Anna"]', '[Date "?"]', 3, "Date was said before, in line 2"),
        ("4. pass -2", '[Late "x"]', 12, "a header after the first turn"),
        ('[Game "SEPMOSA"]', '[Game "MOSAIX"]', 1, "this is a record of 'MOSAIX'"),
        ('[Result "*"]', '[Result "80-3"]', 6, "the turns give -2-3, not 80-3"),
        ('[Result "*"]', '[Target "many"]', 6, "'many' is not a number of points"),
        ('[Result "*"]', '[Rack1 "R1"]', 1, "the header Rack2 is missing"),
    ],
)
def test_damage_is_named_with_its_line(old, new, line, reason):
    assert old in SHORT
    with pytest.raises(RecordError) as broken:
        read_record(SHORT.replace(old, new))
    assert broken.value.line == line
    assert reason in broken.value.reason


def test_what_was_played_before_the_damage_is_saved():
    with pytest.raises(RecordError) as broken:
        read_record(SHORT.replace("R9@4+3", "R9@4+9"))
    assert broken.value.game == table_game("R7@4+1", "R8@4+2")


def test_a_turn_after_the_end_is_named():
    text = write_record(Record(table_game("R7@4+1", "R8@4+2", "R9@4+3", target=3)))
    with pytest.raises(RecordError, match=r"line 12: 4\. pass -2: the game is over"):
        read_record(text + "4. pass -2\n")


def full_text():
    return write_record(Record(play_game((play_random, play_random), Random(3))))


def test_a_missing_reset_is_named():
    with pytest.raises(RecordError, match="a reset is due"):
        read_record(full_text().replace("\nreset\n", "\n", 1))


def test_a_missing_reshuffle_is_named():
    with pytest.raises(RecordError, match="a reshuffle is due"):
        read_record(full_text().replace("\nreshuffle\n", "\n", 1))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda draws: draws.rsplit(" ", 3)[0], "too few tiles"),
        (lambda draws: draws + " R1 R1 R1", "more tiles were drawn"),
        (lambda draws: "R1 R1 R1 " + draws, "not-in-stock|not-on-rack"),
        (lambda draws: "X9 " + draws, "is not a tile"),
    ],
)
def test_wrong_draws_are_named(change, reason):
    text = full_text()
    head, _, rest = text.partition('[Draws "')
    draws, _, tail = rest.partition('"]')
    with pytest.raises(RecordError, match=reason):
        read_record(f'{head}[Draws "{change(draws)}"]{tail}')


def test_tiles_drawn_in_a_game_without_turns_are_told_with_the_first_line():
    with pytest.raises(RecordError, match="more tiles were drawn") as broken:
        read_record(full_text().partition("\n\n")[0] + "\n\n")
    assert broken.value.line == 1


@settings(max_examples=150)
@given(st.text(max_size=200) | st.lists(st.sampled_from(SHORT.split("\n"))).map("\n".join))
@example('[First "1"]\n' + "1. R7@4+1 0 " * 3)
@example('[First "1"]\n' + "9" * 5000 + ". pass -2")
@example('[Player1 "\\ud800"]\n[First "1"]')
def test_any_text_is_a_record_or_a_record_error(text):
    try:
        record = read_record(text)
    except RecordError as error:
        broken = error
    else:
        assert read_record(write_record(record)).game == record.game
        return
    assert 1 <= broken.line <= text.count("\n") + 1


@settings(max_examples=100)
@given(st.data())
def test_a_record_with_one_changed_sign_is_read_or_refused(data):
    at = data.draw(st.integers(0, len(SHORT) - 1))
    sign = data.draw(st.sampled_from('0123456789+-@"[]#.\n KRBO\\'))
    try:
        record = read_record(SHORT[:at] + sign + SHORT[at + 1 :])
    except RecordError:
        return
    assert table_of(record.game).step is Step.PLAY
