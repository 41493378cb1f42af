"""Putting the past right: an earlier turn told again, tried out before it is done."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect, Sound, SoundName
from device.core.events import AskRedo, Back, Confirm, Press
from device.core.handlers.outcome import notify, object_to, stay, visit
from device.core.messages import Message
from device.core.model import CameraStatus
from device.games.sepmosa.confirm import CorrectTurn, confirms, is_unchanged
from device.games.sepmosa.effects import Misread
from device.games.sepmosa.events import ChooseCell, ChooseMove, ChooseTile, ChooseTurn
from device.games.sepmosa.handlers import picks
from device.games.sepmosa.handlers.changes import guided_from, redo, went_on
from device.games.sepmosa.handlers.checklists import lies_as
from device.games.sepmosa.handlers.disagreements import misread_turn
from device.games.sepmosa.handlers.outcome import Outcome, game_of, go_back
from device.games.sepmosa.model import Amendment, Model, Phase, Pick
from engine.sepmosa import Broken, Cell, Move, Pass, Place, Table, Tile
from engine.sepmosa.values import cells_of
from vision.judge.proposal import Proposal, Status


def choose_turn(model: Model, event: ChooseTurn) -> Outcome:
    """An earlier turn, to be told again."""
    moves = game_of(model).moves
    if not 1 <= event.turn <= len(moves):
        return stay(model)
    return stay(_amending(model, Amendment(event.turn, moves[event.turn - 1])))


def choose_tile(model: Model, event: ChooseTile) -> Outcome:
    """Another tile in that turn; where it was, if it may go there."""
    amendment = _amendment_of(model)
    before = game_of(model).state_before(amendment.turn)
    cells = amendment.pick.cells or cells_of(amendment.was)
    if event.tile is not None and len(cells) == 1 and not event.tile.is_action:
        return stay(_tried(model, Place(event.tile, cells[0])))
    kept = replace(amendment.pick, cells=cells)
    return stay(_picked(model, picks.with_tile(before, kept, event.tile)))


def choose_cell(model: Model, event: ChooseCell) -> Outcome:
    """Another cell in that turn, with the tile it was unless another was chosen."""
    amendment = _amendment_of(model)
    before = game_of(model).state_before(amendment.turn)
    pick = amendment.pick
    if pick.tile is None and amendment.was.tile is not None:
        pick = picks.pick_of(before, amendment.was.tile, pick.cells)
    if isinstance(amendment.was, Place) and pick.tile is not None and not pick.tile.is_action:
        return stay(_tried(model, Place(pick.tile, event.cell)))
    return stay(_picked(model, picks.with_cell(before, pick, event.cell)))


def choose_move(model: Model, event: ChooseMove) -> Outcome:
    """The whole move as it really was."""
    return stay(_tried(model, event.move))


def confirm(model: Model, _: Confirm | Press) -> Outcome:
    """The correction is made, if it has been tried out and nothing breaks."""
    match confirms(model):
        case CorrectTurn(turn, move):
            return apply_correction(model, turn, move)
    return object_to(model, Message.NO_ONE_MOVE)


def redo_last(model: Model, _: AskRedo) -> Outcome:
    """The last deed taken back, done again."""
    return redo(model)


def leave(model: Model, _: Back) -> Outcome:
    """Never mind: nothing is corrected."""
    return stay(replace(go_back(model), amendment=None))


def correct_tile(model: Model, cell: Cell, tile: Tile) -> Outcome:
    """`tile` is what really lies at `cell`: the turn that laid it is corrected at once."""
    game = game_of(model)
    misread = misread_turn(game, cell, tile)
    if misread is None:
        return object_to(model, Message.NO_EARLIER_TURN, cell=cell)
    return apply_correction(model, misread.turn, misread.move)


def apply_correction(model: Model, turn: int, move: Move) -> Outcome:
    """The game with one turn told again, or the turn named that would break."""
    game = game_of(model)
    was = game.moves[turn - 1]
    if was == move:
        return object_to(model, Message.CORRECTION_SAME, turn=turn)
    corrected = game.correct(turn, move)
    if isinstance(corrected, Broken):
        shown = _tried(_amending(model, Amendment(turn, was)), move)
        return shown, (Sound(SoundName.ERROR),)
    changed, effects = went_on(model, corrected)
    if is_unchanged(model, model.proposal):  # the table agreed with what is no longer so
        changed = guided_from(changed, lies_as(game.state))
    told = notify(changed, Message.CORRECTED, turn=turn, move=move)
    kept: tuple[Effect, ...] = ()
    if model.camera is CameraStatus.WELL:
        kept = (Misread(corrected, Proposal(Status.MOVE, was), move),)
    return told, (*effects, *kept, Sound(SoundName.TICK))


def _amending(model: Model, amendment: Amendment) -> Model:
    if model.phase is not Phase.CORRECT:
        model = visit(model, Phase.CORRECT)
    return replace(model, amendment=amendment, pick=picks.NO_PICK, awaited=None)


def _amendment_of(model: Model) -> Amendment:
    if model.amendment is None:
        raise ValueError("no turn is being corrected")
    return model.amendment


def _picked(model: Model, pick: Pick) -> Model:
    """The amendment with what was chosen so far; a whole move is tried out."""
    amendment = replace(_amendment_of(model), pick=pick, move=None, scores=None, broken=None)
    shown = replace(model, amendment=amendment)
    return _tried(shown, pick.only.move) if pick.only else shown


def _tried(model: Model, move: Move) -> Model:
    """The amendment with what would become of the game."""
    amendment = _amendment_of(model)
    game = game_of(model)
    corrected = game.correct(amendment.turn, move)
    pick = picks.NO_PICK
    if not isinstance(move, Pass):
        offers = picks.pick_of(game.state_before(amendment.turn), move.tile, ()).offers
        pick = Pick(move.tile, cells_of(move), offers)
    tried = replace(amendment, move=move, pick=pick, scores=None, broken=None)
    if isinstance(corrected, Broken):
        return replace(model, amendment=replace(tried, broken=corrected))
    keeps = _look(corrected.state) == _look(game.state)
    tried = replace(tried, scores=corrected.state.scores, keeps_table=keeps)
    return replace(model, amendment=tried)


def _look(table: Table) -> tuple[object, list[str]]:
    return table.mosaic, sorted(map(str, table.played))
