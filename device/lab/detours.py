"""What players do besides playing, so that a rehearsal meets every kind of screen.

Each detour begins and ends in the same turn and leaves game and table as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from device.core import events as on
from device.core.handlers.outcome import NOTICE_SECONDS
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.model import Phase
from device.games.sepmosa.ui.screens.help import PAGES, USE
from device.lab.virtual.world import play
from device.ui.state import Sheet, Ui
from engine.sepmosa import KINDS, Place, Player, Reason, Table, check, legal_moves
from engine.sepmosa.rules import open_places
from engine.sepmosa.table import in_sight
from engine.sepmosa.values import COPIES

if TYPE_CHECKING:
    from device.lab.offscreen import Rehearsal

HAND_MM = (20.0, 10.0)  # where a hand is held over the table
VISITED = (
    CommonPhase.CAMERA_CHECK,
    CommonPhase.BUTTON_CHECK,
    CommonPhase.ABOUT,
    CommonPhase.SHUT_DOWN,
)


def look_around(at: Rehearsal, table: Table) -> None:
    """Every screen that can be visited during a turn."""
    at.keep("menu", Ui(Sheet.MENU))
    at.keep("tiles", Ui(Sheet.TILES))
    at.take(own.ChooseCell(next(iter(open_places(table.mosaic)))))
    at.keep("what-fits")
    at.take(own.ChooseTile(None))
    at.take(on.Go(Phase.HISTORY))
    at.keep("history")
    visit(at, own.ChooseTurn(1))
    at.take(on.Back())
    visit(at, on.AskUndo())
    visit(at, on.Abandon())
    for page in range(len(PAGES) + len(USE)):
        visit(at, on.Go(Phase.HELP), f"help-{page + 1}", Ui(tab=page))
    at.take(on.Go(CommonPhase.SETTINGS))
    at.keep("settings")
    at.keep("device", Ui(tab=2))
    for phase in VISITED:
        visit(at, on.Go(phase))
    at.take(on.Back())


def stray(at: Rehearsal, table: Table) -> None:
    """A tile where no tile may lie; the screen guides it back."""
    move = illegal_placement(table)
    if move is None:
        return
    before = at.world
    at.world = play(at.world, table, move, at.rng)
    _press_and_wait(at, table.player)
    _keep_question(at)
    at.take(own.ScreenIsRight())
    at.keep("guide-back")
    at.world = before
    at.look()
    at.take(on.Back())


def cover(at: Rehearsal, table: Table) -> None:
    """A hand over the table when the button is pressed; then no camera at all."""
    before = at.shot
    at.shot = replace(at.shot, hand_mm=HAND_MM)
    _press_and_wait(at, table.player)
    _keep_question(at)
    at.shot = before
    at.look()
    at.take(on.Back())
    at.take(on.CameraChanged(CameraStatus.LOST))
    at.wait(NOTICE_SECONDS)
    at.take(on.Back())
    at.keep("camera-lost")
    at.take(on.CameraChanged(CameraStatus.WELL))


def think_again(at: Rehearsal, table: Table) -> None:
    """A tile is laid, what the camera says of it doubted, and the tile taken back."""
    free = [tile for tile in KINDS if not tile.is_action and in_sight(table).count(tile) < COPIES]
    moves = legal_moves(table.mosaic, free)
    if not moves:
        return
    before = at.world
    at.world = play(at.world, table, moves[0], at.rng)
    at.look()
    at.take(own.Doubt())
    _keep_question(at)
    at.world = before
    at.look()
    at.take(on.Back())


DETOURS: tuple[Callable[[Rehearsal, Table], None], ...] = (look_around, stray, cover, think_again)


def visit(at: Rehearsal, event: on.Event, name: str | None = None, ui: Ui | None = None) -> None:
    """A screen looked at and left again."""
    at.take(event)
    at.keep(name or at.model.phase.value, ui)
    at.take(on.Back())


def illegal_placement(table: Table) -> Place | None:
    """A tile that lies next to the mosaic and matches nothing there."""
    for cell in open_places(table.mosaic):
        for tile in KINDS:
            if tile.is_action or in_sight(table).count(tile) >= COPIES:
                continue
            if check(table.mosaic, Place(tile, cell)) is Reason.NO_MATCH:
                return Place(tile, cell)
    return None


def _press_and_wait(at: Rehearsal, who: Player) -> None:
    at.look()
    at.take(on.Press(who))
    at.wait(NOTICE_SECONDS)
    at.look()


def _keep_question(at: Rehearsal) -> None:
    if at.model.question is not None:
        at.keep(at.model.question.trouble.value)
