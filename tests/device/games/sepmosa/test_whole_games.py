"""Whole games by touch alone and by camera and buttons alone, with their shuffles and their end."""

from device.core import events as on
from device.core.effects import CloseGame, Export, Sound, SoundName
from device.core.export_kind import ExportKind
from device.core.model import CameraStatus, CommonPhase
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import DECIDE, HASTY
from device.games.sepmosa.model import Phase
from engine.sepmosa import (
    Pass,
    Play,
    Reset,
    Reshuffle,
    Shift,
    Step,
)
from engine.sepmosa.values import cells_of
from tests.device.driver import ONE, TWO, Session, before, game_at, recorded, sure
from tests.vision.readings import reading_of, seen
from vision.judge import Blocked, Proposal, Status, evidence_of, propose
from vision.judge.explain import changes_of

GAME = 6  # a recorded game with a reshuffle and a reset


def touch(session, move):
    """One move by touch, without a camera."""
    if isinstance(move, Pass):
        return session.do(own.AskPass(), on.Confirm())
    session.do(own.ChooseTile(move.tile))
    cells = cells_of(move)
    for cell in cells:
        session.do(own.ChooseCell(cell))
    return session.do(on.Confirm())


def lay(session, move):
    """One move by camera and button: the table changes, the button is pressed."""
    table = session.watched.table
    player = session.table.player
    if isinstance(move, Pass):
        return session.ask_to_pass().wait(DECIDE).do(on.Press(player))
    changes = changes_of(table.mosaic, move)
    new = [seen(str(tile), str(cell)) for cell, tile in changes.cells.items() if tile]
    gone = tuple(str(cell) for cell, tile in changes.cells.items() if tile is None)
    if changes.action:
        new.append(seen(str(changes.action), None))
    return session.look(*new, without=gone).do(on.Press(player))


def test_a_whole_game_by_touch_alone():
    game = recorded(GAME)
    session = Session.begin(camera=CameraStatus.OFF, first=game.events[0].first)
    session.do(on.Go(Phase.NEW_GAME), on.SetName(ONE, "Anna"), on.Confirm(), on.Confirm())
    assert session.phase is Phase.SET_TABLE  # not before the table is set
    session.do(own.ChooseCheck(0), own.ChooseCheck(1), on.Confirm())
    for event in game.events[1:]:
        match event:
            case Play(move):
                touch(session, move)
            case Reset():
                assert session.phase is Phase.RESET
                session.do(own.ChooseCheck(0), own.ChooseCheck(1))
                if not session.model.checklist[2].is_done:
                    session.do(own.ChooseCheck(2))
                session.do(on.Confirm())
            case Reshuffle():
                assert session.phase is Phase.RESHUFFLE
                session.do(own.ChooseCheck(0), on.Confirm())
    assert session.phase is Phase.OVER
    assert session.model.game.moves == game.moves
    assert session.saved() == session.model.game


def test_a_whole_game_by_camera_and_buttons_alone():
    game = recorded(GAME)
    session = Session.begin(first=game.events[0].first)
    session.do(on.Press(ONE), on.Press(TWO)).look().do(on.Press(ONE))
    for event in game.events[1:]:
        match event:
            case Play(move):
                lay(session, move)
            case Reset():
                clear(session).do(on.Press(TWO))
            case Reshuffle():
                take_actions(session).do(on.Press(TWO))
    assert session.phase is Phase.OVER
    assert session.model.game.moves == game.moves
    assert session.table.scores == game.state.scores
    assert session.saved() == session.model.game


def clear(session, but=()):
    """Everything but the joker is taken away, `but` some action tiles."""
    table = session.watched.table
    cells = tuple(map(str, table.mosaic))
    actions = [str(tile) for tile in table.played]
    for name in but:
        actions.remove(name)
    return session.look(without=(*cells, *actions))


def take_actions(session):
    """The action tiles are taken away."""
    return session.look(without=tuple(str(tile) for tile in session.watched.table.played))


def ticked(session):
    return [check.is_done for check in session.model.checklist if check.is_visible]


# The 49-tile reset


def test_the_reset_is_ticked_off_as_it_is_seen():
    session = Session.resumed(game_at(Step.RESET))
    assert session.phase is Phase.RESET
    mover = session.table.player
    left = str(session.table.played[0])
    session.look().do(on.Press(ONE))
    assert (session.phase, ticked(session)) == (Phase.RESET, [False, True, False])
    assert session.notice == "clear-mosaic"
    clear(session, but=(left,))
    assert ticked(session) == [True, True, False]
    session.do(on.Press(ONE))
    assert (session.phase, session.notice) == (Phase.RESET, "take-action-tiles")
    clear(session)
    assert session.kinds(Sound) == [Sound(SoundName.TICK)]
    session.do(on.Press(ONE))
    assert (session.phase, session.table.player) == (Phase.TURN, mover.other)
    assert len(session.table.mosaic) == 0
    assert session.model.notice.sentence.values["player"] is mover.other


def test_a_lost_joker_is_asked_for_during_the_reset():
    session = Session.resumed(game_at(Step.RESET))
    session.see(Proposal(Status.BLOCKED, reason=Blocked.NO_JOKER))
    assert ticked(session)[1] is False


def test_the_reset_can_be_undone_to_the_move_before():
    game = game_at(Step.RESET)
    session = Session.resumed(game).do(on.Hold(ONE)).wait(HASTY).do(on.Press(TWO))
    assert (session.phase, session.model.game.moves) == (Phase.GUIDE_BACK, game.moves[:-1])
    assert session.look().phase is Phase.TURN


# The empty stock


def test_the_reshuffle_waits_for_the_action_tiles():
    session = Session.resumed(game_at(Step.RESHUFFLE))
    assert session.phase is Phase.RESHUFFLE
    session.look().do(on.Press(ONE))
    assert session.phase is Phase.RESHUFFLE
    player = session.table.player
    take_actions(session).do(on.Press(ONE))
    assert (session.phase, session.table.player) == (Phase.TURN, player)
    assert session.table.stock > 0


# The end


def last_move():
    game = recorded(GAME)
    session = Session.resumed(before(game, 1))
    return session.see(sure(str(game.moves[-1]))).do(on.Press(session.table.player))


def test_the_win_is_heard_and_can_still_be_undone():
    session = last_move()
    assert session.phase is Phase.OVER
    assert session.kinds(Sound) == [Sound(SoundName.WIN)]
    session.do(on.Hold(TWO), on.Confirm())
    assert session.look().phase is Phase.TURN
    assert session.saved() == session.model.game


def test_a_press_too_many_does_not_leave_the_end():
    session = last_move().do(on.Press(ONE))
    assert session.phase is Phase.OVER
    session.wait(5.0).do(on.Press(ONE))
    assert session.phase is Phase.NEW_GAME
    assert CloseGame(7) in session.effects


def test_the_end_is_left_for_home_or_a_rematch_and_exported():
    session = last_move().do(on.ChooseExport(ExportKind.RECORD))
    assert session.effects == [Export(7, ExportKind.RECORD)]
    assert session.do(on.Go(CommonPhase.HOME)).model.game is None
    again = last_move().do(on.Rematch())
    assert (again.phase, again.model.names) == (Phase.NEW_GAME, ("Anna", "Ben"))


def test_all_kinds_of_move_happen_in_the_recorded_game():
    kinds = {type(move) for move in recorded(GAME).moves}
    assert Shift in kinds
    assert len(kinds) >= 4


def test_looks_agree_with_the_judge():
    session = Session.resumed(game_at(Step.RESET))
    found = propose(session.table, (), evidence_of(reading_of(session.table)))
    assert found.status is Status.NONE
