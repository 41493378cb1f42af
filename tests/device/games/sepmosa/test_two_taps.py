"""Any misreading is put right in at most two taps, whatever was played and whatever was seen."""

from random import Random

import pytest

from device.core import events as on
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from engine.sepmosa import KINDS, Pass, Place
from engine.sepmosa.values import cells_of
from tests.device.driver import Session, before, recorded
from tests.vision.readings import seen
from vision.judge.explain import changes_of

MOSAIC = [tile for tile in KINDS if not tile.is_action]
ACTIONS = [tile for tile in KINDS if tile.is_action]


def positions(kind, count=6):
    """Some turns of recorded games in which such a move was played: session and move."""
    rng = Random(8)
    found = []
    for seed in (1, 2, 4, 6):
        game = recorded(seed)
        turns = [
            (depth, unit[0].move)
            for depth, unit in enumerate(reversed(game.units), 1)
            if hasattr(unit[0], "move") and kind(unit[0].move)
        ]
        found += [
            (before(game, depth), move) for depth, move in rng.sample(turns, min(3, len(turns)))
        ]
    return [(Session.resumed(game), move) for game, move in found[:count]]


def shown(move, table, tile_at=None, action=None, without_action=False):
    """How a move looks, some of it misread: tiles to add and cells to leave out."""
    changes = changes_of(table.mosaic, move)
    new = [
        seen(str((tile_at or {}).get(cell, tile)), str(cell))
        for cell, tile in changes.cells.items()
        if tile is not None
    ]
    if changes.action is not None and not without_action:
        new.append(seen(str(action or changes.action), None))
    gone = tuple(str(cell) for cell, tile in changes.cells.items() if tile is None)
    return new, gone


def ask(session):
    """The button is pressed; a sure but wrong proposal is doubted first, which is a tap."""
    proposal = session.model.proposal
    if proposal is not None and proposal.status.value == "move":
        session.do(own.Doubt())
        return 1
    session.press()
    return 0


def assert_put_right(session, move, *taps):
    """Those taps bring the game to the move; no more than two in all."""
    used = ask(session)
    turn = session.table.turn
    for tap in taps:
        if session.phase is Phase.QUESTION:
            session.do(tap)
            used += 1
    assert session.table.turn == turn + 1 or session.phase is not Phase.TURN, (move, session.phase)
    assert session.model.game.moves[-1] == move
    assert used <= 2


def is_place(move):
    return isinstance(move, Place)


def is_action(move):
    return not isinstance(move, Place | Pass)


@pytest.mark.parametrize("number", range(6))
def test_a_tile_read_as_any_other(number):
    session, move = positions(is_place)[number]
    rng = Random(number)
    for wrong in rng.sample([tile for tile in MOSAIC if tile != move.tile], 6):
        fresh = Session.resumed(session.model.game)
        new, gone = shown(move, fresh.table, {move.cell: wrong})
        fresh.look(*new, without=gone)
        assert_put_right(fresh, move, own.ChooseTile(move.tile))


@pytest.mark.parametrize("number", range(6))
def test_a_tile_seen_beside_where_it_lies(number):
    session, move = positions(is_place)[number]
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        fresh = Session.resumed(session.model.game)
        near = f"{move.cell.row + down}{move.cell.column + right:+d}"
        if near in map(str, fresh.table.mosaic) or near == "4+0":
            continue
        if not 1 <= move.cell.row + down <= 7:
            continue
        fresh.look(seen(str(move.tile), near))
        assert_put_right(fresh, move, own.ChooseCell(move.cell))


@pytest.mark.parametrize("number", range(6))
def test_an_action_tile_read_as_another_or_not_at_all(number):
    session, move = positions(is_action)[number]
    others = [tile for tile in ACTIONS if tile != move.tile]
    for wrong in (*Random(number).sample(others, 4), None):
        fresh = Session.resumed(session.model.game)
        new, gone = shown(move, fresh.table, action=wrong, without_action=wrong is None)
        fresh.look(*new, without=gone)
        assert_put_right(fresh, move, own.ChooseTile(move.tile))


@pytest.mark.parametrize("number", range(6))
def test_a_tile_not_seen_at_all_is_chosen_and_confirmed_by_the_button(number):
    session, move = positions(is_place)[number]
    session.look().do(own.ChooseTile(move.tile), own.ChooseCell(move.cell))
    session.do(on.Press(session.table.player))
    assert session.model.game.moves[-1] == move


@pytest.mark.parametrize("number", range(6))
def test_an_earlier_tile_misread_is_put_right_where_it_lies(number):
    """Tapping a tile and the right one corrects the turn that laid it, or names what breaks."""
    session, _ = positions(is_place)[number]
    table = session.table
    for cell in list(table.mosaic)[:6]:
        fresh = Session.resumed(session.model.game)
        wrong = next(tile for tile in MOSAIC if tile != table.mosaic[cell])
        fresh.do(own.ChooseCell(cell), own.ChooseTile(wrong))
        corrected = fresh.table.mosaic.get(cell) == wrong
        assert corrected or fresh.model.amendment.broken is not None


def test_moves_of_all_kinds_are_tried():
    kinds = {type(move).__name__ for _, move in positions(is_action)}
    assert len(kinds) >= 2
    assert all(cells_of(move) for _, move in positions(is_place))
