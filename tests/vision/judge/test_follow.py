"""Following a table: only changes are read, hands are no news, and an error is not carried on."""

from dataclasses import replace

import pytest

from engine.sepmosa import Mosaic, parse_cell, parse_tile
from tests.vision.drawn import drawn_turn, eyes
from tests.vision.readings import seen
from vision.judge import evidence_of
from vision.judge.evidence import Evidence
from vision.judge.follow import (
    CrossCheck,
    Followed,
    Read,
    checked,
    confirmed,
    doubted,
    follow,
    see_alike,
    without_ground,
)
from vision.judge.memory import remember
from vision.judge.proposal import Blocked, Status
from vision.picture import Picture
from vision.tiles.reading import Reading


def see(followed, frame):
    return follow(followed, eyes(), Picture(frame))


@pytest.fixture(scope="module")
def known():
    """A table that was seen once, and is remembered."""
    turn = drawn_turn().turn
    step = see(Followed(turn.before, turn.earlier), drawn_turn().before)
    assert (step.proposal.status, step.read) == (Status.NONE, Read.FULL)
    return step.followed


@pytest.fixture(scope="module")
def moved(known):
    """The same table after the move."""
    return see(known, drawn_turn().after)


def test_a_move_on_a_table_it_knows_is_read_by_its_changes(moved):
    assert (moved.proposal.move, moved.read) == (drawn_turn().move, Read.CHANGES)


def test_a_hand_hides_what_matters_and_nothing_is_forgotten(known):
    step = see(known, drawn_turn().hand)
    assert (step.proposal.status, step.proposal.reason) == (Status.BLOCKED, Blocked.COVERED)
    assert step.followed.memory is known.memory
    assert see(step.followed, drawn_turn().after).proposal.move == drawn_turn().move


def test_what_was_confirmed_is_remembered_and_held_against_a_full_look_once(moved):
    turn = drawn_turn().turn
    after = confirmed(moved.followed, turn.after, (turn.before, *turn.earlier))
    assert after.memory.table == turn.after
    assert after.check is CrossCheck.DUE
    asked = eyes().reader.asked
    done = checked(after, eyes())
    assert done.check is CrossCheck.DONE
    assert checked(done, eyes()) is done
    assert eyes().reader.asked == asked + 1
    assert see(done, drawn_turn().after).proposal.status is Status.NONE


def test_another_lamp_asks_for_another_full_look(known):
    assert known.check is CrossCheck.DONE  # it was read in full
    assert doubted(known).check is CrossCheck.DUE
    assert see(known, drawn_turn().dimmer).proposal.move == drawn_turn().move


def test_what_was_confirmed_while_nothing_was_seen_is_told_by_the_older_memory(known):
    """The players confirm a move by touch under a hand: the next frame shows just that."""
    turn = drawn_turn().turn
    covered = see(known, drawn_turn().hand).followed
    after = confirmed(covered, turn.after, (turn.before, *turn.earlier))
    assert after.memory.table == turn.before
    step = see(after, drawn_turn().after)
    assert (step.proposal.status, step.read) == (Status.NONE, Read.CHANGES)


@pytest.fixture(scope="module")
def mistaken(known):
    """A table remembered with a wrong name: the memory carries an error."""
    table = drawn_turn().turn.before
    cell, tile = next(iter(table.mosaic.items()))
    other = next(each for each in table.mosaic.values() if each.colour is not tile.colour)
    wrong = replace(table, mosaic=Mosaic({**table.mosaic, cell: other}))
    memory = remember(known.newest, wrong, None)
    believed = replace(known, table=wrong, memory=memory, check=CrossCheck.DUE)
    return see(believed, drawn_turn().before)


def test_an_error_in_memory_is_found_by_a_full_look_and_nothing_is_sure_while_it_stands(mistaken):
    assert mistaken.proposal.status is Status.NONE  # by its changes alone
    disputed = checked(mistaken.followed, eyes())
    assert disputed.check is CrossCheck.DISPUTED
    for frame in (drawn_turn().before, drawn_turn().after, drawn_turn().before):
        step = see(disputed, frame)
        assert step.proposal.status is Status.UNSURE
        disputed = step.followed


def test_a_dispute_ends_with_a_frame_that_both_ways_of_reading_see_alike(mistaken, known):
    disputed = checked(mistaken.followed, eyes())
    righted = replace(disputed, table=known.table, memory=known.memory)
    step = see(righted, drawn_turn().after)
    assert step.proposal.move == drawn_turn().move
    assert step.followed.check is CrossCheck.DONE


# Two ways of reading


def evidence(*tiles) -> Evidence:
    return evidence_of(Reading((seen("*", "4+0"), *tiles)))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (seen("R7", "4+1"), seen("R7", "4+1"), True),
        (seen("R7", "4+1"), seen("B7", "4+1"), False),
        (seen("R7", "4+1"), None, False),
        (seen("R7", "4+1"), seen("B7", "4+1", 0.6, R7=0.1), True),  # a guess contradicts nothing
        (seen("R7", "4+1", 0.2), None, True),  # nor does one of bare wood
    ],
)
def test_only_what_is_plain_contradicts(one, other, alike):
    first, second = evidence(one), evidence(*([other] if other else []))
    assert see_alike(first, second) is see_alike(second, first) is alike


def test_what_a_hand_covers_contradicts_nothing():
    there, gone = evidence(seen("R7", "4+1")), evidence()
    hidden = replace(gone, covered=frozenset(there.cells))
    assert see_alike(there, hidden)


def test_a_doubtful_tile_where_nothing_lay_and_nothing_changed_is_the_cloth():
    def told(*tiles):
        return evidence_of(Reading((seen("*", "4+0"), *tiles)))

    cloth, laid = seen("K11", "6+1", 0.5), seen("K7", "4+1", 0.5)
    full, changes = told(cloth, laid), told(laid)
    assert without_ground(full, changes, Mosaic()).cells == told(laid).cells
    assert without_ground(full, full, Mosaic()) == full
    plain = told(seen("K11", "6+1"))
    assert without_ground(plain, told(), Mosaic()) == plain
    known = Mosaic({parse_cell("6+1"): parse_tile("K9")})
    assert without_ground(full, changes, known) == full, "what lay there may have been swapped"
