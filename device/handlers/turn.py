"""A turn: the proposal is confirmed, something is asked, or a move is chosen by touch."""

from __future__ import annotations

from dataclasses import replace

from device.effects import Sound, SoundName
from device.events import (
    AskPass,
    AskUndo,
    Back,
    ChooseCell,
    ChooseMove,
    ChooseTile,
    Confirm,
    Doubt,
    Hold,
    Press,
    Seen,
    Tick,
)
from device.handlers import picks
from device.handlers.amend import correct_tile
from device.handlers.changes import play, undo
from device.handlers.disagreements import question_about
from device.handlers.outcome import Outcome, game_of, notify, object_to, stay, to_game, visit
from device.messages import Message
from device.model import CameraStatus, Model, Phase
from engine.sepmosa import Cell, Pass, Place, parse_move
from vision.reconcile.proposal import Proposal, Status

PATIENCE = 1.5  # seconds a press waits for the camera to make up its mind
UNDECIDED = frozenset({Status.BLOCKED, Status.UNSURE})  # what another frame may well change
SILENT = UNDECIDED | {Status.NONE}  # where the camera has nothing to say against a choice


# Buttons


def press(model: Model, event: Press) -> Outcome:
    """The button of the player whose turn it is confirms what is on the screen."""
    player = game_of(model).state.player
    if event.player is not player:
        return object_to(model, Message.NOT_YOUR_TURN, player=player)
    if model.camera in (CameraStatus.WELL, CameraStatus.MOVED):
        return _trust_camera(model)
    return _trust_touch(model)


def confirm(model: Model, _: Confirm) -> Outcome:
    """Touch confirms a move chosen by touch, else the same as the button."""
    if model.pick.only is not None:
        return play(model, model.pick.only.move)
    return press(model, Press(game_of(model).state.player))


def _trust_camera(model: Model) -> Outcome:
    """What the camera sees is meant; what was chosen by touch, where it sees nothing for sure."""
    proposal = model.proposal
    if proposal is None or (_is_undecided(model, proposal) and model.pick.only is None):
        waiting = replace(model, awaited=model.now + PATIENCE)
        return notify(waiting, Message.LOOKING), (Sound(SoundName.TICK),)
    return _settle(model, proposal)


def _trust_touch(model: Model) -> Outcome:
    if model.pick.only is not None:
        return play(model, model.pick.only.move)
    return ask_pass(model, AskPass())


def _settle(model: Model, proposal: Proposal) -> Outcome:
    """What a proposal leads to once a player has pressed."""
    if proposal.status is Status.MOVE and proposal.move:
        return play(model, parse_move(proposal.move))
    if model.pick.only is not None and proposal.status in SILENT:
        return play(model, model.pick.only.move)
    if is_unchanged(model, proposal):
        return ask_pass(model, AskPass())
    return ask(model, proposal)


def _is_undecided(model: Model, proposal: Proposal) -> bool:
    """Whether another frame may well say more."""
    return proposal.status in UNDECIDED and not is_unchanged(model, proposal)


def is_unchanged(model: Model, proposal: Proposal) -> bool:
    """Whether the table is as the game knows it, what players know better left out."""
    if proposal.status is Status.NONE:
        return True
    told = proposal.differences
    return bool(told) and all(each in model.overruled for each in told)


def ask(model: Model, proposal: Proposal) -> Outcome:
    """The question that a proposal raises."""
    question = question_about(model, game_of(model).state, proposal)
    asked = replace(model, question=question, awaited=None, pick=picks.NO_PICK, notice=None)
    return replace(asked, phase=Phase.QUESTION, trail=()), (Sound(SoundName.QUESTION),)


def ask_pass(model: Model, _: AskPass) -> Outcome:
    """Whether the player whose turn it is wants to pass."""
    asked = replace(to_game(model), phase=Phase.ASK_PASS, pick=picks.NO_PICK, notice=None)
    return asked, (Sound(SoundName.QUESTION),)


def doubt(model: Model, _: Doubt) -> Outcome:
    """A player says that the proposal is wrong: ask for what was played."""
    return ask(model, model.proposal or Proposal(Status.NONE))


# Camera and clock


def seen(model: Model, event: Seen) -> Outcome:
    """A newer look at the table; a press that waited for one is answered."""
    looked = replace(model, proposal=event.proposal, crop=event.crop)
    proposal = event.proposal
    if proposal is None:
        return stay(looked)
    if proposal.status is Status.MOVE and proposal != model.proposal:
        looked = replace(looked, pick=picks.NO_PICK)
    if model.awaited is not None and not _is_undecided(model, proposal):
        return _settle(replace(looked, awaited=None, notice=None), proposal)
    return stay(looked)


def tick(model: Model, _: Tick) -> Outcome:
    """A press that has waited long enough becomes a question, or confirms what was chosen."""
    if model.awaited is None or model.now < model.awaited:
        return stay(model)
    waited = replace(model, awaited=None)
    if model.proposal is not None:
        return _settle(waited, model.proposal)
    return stay(waited) if model.pick.only is None else play(waited, model.pick.only.move)


# Touch


def choose_tile(model: Model, event: ChooseTile) -> Outcome:
    """A tile chosen; after a cell that is taken, a tile 1–10 says what really lies there."""
    table = game_of(model).state
    pick = model.pick
    if event.tile and not event.tile.is_action and pick.tile is None and len(pick.cells) == 1:
        cell = pick.cells[0]
        if cell in table.mosaic:
            return correct_tile(model, cell, event.tile)
    return stay(replace(model, pick=picks.with_tile(table, pick, event.tile)))


def choose_cell(model: Model, event: ChooseCell) -> Outcome:
    """A cell chosen, with or without a tile; beside a tile the camera is sure of, its real cell."""
    table = game_of(model).state
    elsewhere = _elsewhere(model, event.cell)
    if elsewhere is not None:
        return stay(replace(model, pick=picks.pick_of_move(table, elsewhere)))
    return stay(replace(model, pick=picks.with_cell(table, model.pick, event.cell)))


def _elsewhere(model: Model, cell: Cell) -> Place | None:
    """The tile of a sure proposal, laid at another cell instead, if it may lie there."""
    seen = model.proposal
    if not model.pick.is_empty or seen is None or seen.status is not Status.MOVE or not seen.move:
        return None
    move = parse_move(seen.move)
    if not isinstance(move, Place) or move.cell == cell:
        return None
    there = Place(move.tile, cell)
    return there if picks.is_legal(game_of(model).state, there) else None


def choose_move(model: Model, event: ChooseMove) -> Outcome:
    """A whole move chosen, yet to be confirmed."""
    if isinstance(event.move, Pass):
        return ask_pass(model, AskPass())
    return stay(replace(model, pick=picks.pick_of_move(game_of(model).state, event.move)))


def let_go(model: Model, _: Back) -> Outcome:
    """What was chosen is let go."""
    return stay(replace(model, pick=picks.NO_PICK, awaited=None))


# Passing and undoing


def press_pass(model: Model, event: Press) -> Outcome:
    """The second press confirms the pass."""
    player = game_of(model).state.player
    if event.player is not player:
        return object_to(model, Message.NOT_YOUR_TURN, player=player)
    return play(model, Pass())


def confirm_pass(model: Model, _: Confirm) -> Outcome:
    """Touch confirms the pass."""
    return play(model, Pass())


def seen_while_passing(model: Model, event: Seen) -> Outcome:
    """A tile laid after all takes the question back."""
    looked = replace(model, proposal=event.proposal, crop=event.crop)
    proposal = event.proposal
    if proposal is None or proposal.status is Status.BLOCKED or is_unchanged(model, proposal):
        return stay(looked)
    return stay(to_game(looked))


def ask_undo(model: Model, event: AskUndo | Hold) -> Outcome:
    """Whether the last deeds shall be taken back: as many as the table shows taken back."""
    game = game_of(model)
    proposal = model.shown
    back = proposal.back if proposal and proposal.status is Status.UNDONE else None
    depth = event.depth if isinstance(event, AskUndo) else back or 1
    if not 1 <= depth <= game.can_undo:
        return object_to(model, Message.NOTHING_TO_UNDO)
    asked = replace(visit(model, Phase.ASK_UNDO), undo_depth=depth, awaited=None, notice=None)
    return asked, (Sound(SoundName.QUESTION),)


def deepen_undo(model: Model, event: AskUndo) -> Outcome:
    """The undo question about more or fewer deeds."""
    depth = min(max(event.depth, 1), game_of(model).can_undo)
    return stay(replace(model, undo_depth=depth))


def confirm_undo(model: Model, _: Confirm | Press) -> Outcome:
    """The deeds are taken back."""
    return undo(model, model.undo_depth)


def to_turn(model: Model, _: object) -> Outcome:
    """Never mind: the game goes on."""
    return stay(to_game(model))
