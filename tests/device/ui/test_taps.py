"""Any misreading of a tile is put right in at most two touches of the real screen."""

from __future__ import annotations

import pytest

from device.core import events as on
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.mosaic import MosaicView
from device.ui.controls import Button
from device.ui.state import Sheet, Tap, Ui
from device.ui.view import View
from engine.sepmosa import KINDS, Cell, Place, Tile
from tests.device.driver import Session
from tests.device.games.sepmosa.test_two_taps import is_place, positions, shown
from tests.vision.readings import seen

SIZE = (800, 480)
MOSAIC = [tile for tile in KINDS if not tile.is_action]
MOST = 2


class Finger:
    """Touches the screen of a session and counts."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.view = View()
        self.taps = 0

    def can(self, *meant: Tap) -> Button | None:
        """The key that means one of these, uppermost first."""
        scene = self.view.scene(self.session.model, SIZE)
        keys = [each for each in reversed(scene) if isinstance(each, Button)]
        return next((key for key in keys if key.meant in meant), None)

    def tap(self, *meant: Tap) -> None:
        key = self.can(*meant)
        assert key is not None, (self.session.phase, meant)
        self._at(key.rect.center)

    def tap_cell(self, cell: Cell) -> None:
        scene = self.view.scene(self.session.model, SIZE)
        mosaic = next(each for each in scene if isinstance(each, MosaicView))
        self._at(mosaic.grid.rect(cell).center)

    def _at(self, at: tuple[int, int]) -> None:
        self.taps += 1
        event = self.view.touch(self.session.model, SIZE, at)
        if event is not None:
            self.session.do(event)

    def begin(self) -> None:
        """A sure but wrong proposal is refused by a touch, anything else asks at the button."""
        proposal = self.session.model.proposal
        if proposal is not None and proposal.status.value == "move":
            self.tap(own.Doubt())
        else:
            self.session.press()

    def choose(self, tile: Tile, move: Place) -> None:
        """The move among those offered, else the tile among all tiles."""
        wanted = (own.ChooseMove(move), own.ChooseTile(tile))
        if self.can(*wanted) is None:
            self.tap(Ui(Sheet.TILES))
        self.tap(*wanted)


@pytest.mark.parametrize("number", [0, 3])
def test_a_tile_read_as_any_other_of_all(number: int) -> None:
    start, move = positions(is_place)[number]
    for wrong in MOSAIC:
        if wrong == move.tile:
            continue
        finger = Finger(Session.resumed(start.model.game))
        new, gone = shown(move, finger.session.table, {move.cell: wrong})
        finger.session.look(*new, without=gone)
        finger.begin()
        if finger.session.phase is Phase.QUESTION:
            finger.choose(move.tile, move)
        assert finger.session.model.game is not None
        assert finger.session.model.game.moves[-1] == move, wrong
        assert finger.taps <= MOST, wrong


@pytest.mark.parametrize("number", range(4))
def test_a_tile_seen_in_a_cell_beside_its_own(number: int) -> None:
    start, move = positions(is_place)[number]
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near = Cell(move.cell.row + down, move.cell.column + right)
        if near in start.table.mosaic or str(near) == "4+0" or not 1 <= near.row <= 7:
            continue
        finger = Finger(Session.resumed(start.model.game))
        session = finger.session.look(seen(str(move.tile), str(near)))
        if session.model.proposal.status.value == "move":
            finger.tap_cell(move.cell)
            assert session.model.pick.only.move == move
            session.do(on.Press(session.table.player))
        else:
            finger.begin()
            finger.tap(own.ChooseTile(move.tile), own.ChooseMove(move))
            if session.phase is Phase.QUESTION:
                finger.tap_cell(move.cell)
        assert session.model.game.moves[-1] == move, near
        assert finger.taps <= MOST, near
