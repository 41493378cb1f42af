"""A turn: the proposal is confirmed, something is asked, or a move is chosen by touch."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Sound, SoundName
from device.core.events import AskUndo, Back, Confirm, Hold, Press, Tick
from device.core.handlers.outcome import notify, object_to, show, stay, visit
from device.core.messages import Message
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import (
    UNDECIDED,
    AskAbout,
    AskToPass,
    Confirmation,
    LookFirst,
    Nothing,
    PassTurn,
    PlayMove,
    TakeBack,
    confirms,
    is_changed,
    is_unchanged,
)
from device.games.sepmosa.handlers import picks
from device.games.sepmosa.handlers.amend import correct_tile
from device.games.sepmosa.handlers.changes import look_again, play, undo
from device.games.sepmosa.handlers.disagreements import question_about
from device.games.sepmosa.handlers.outcome import Outcome, game_of, gist, looked, to_game
from device.games.sepmosa.model import Model, Offer, Phase, Pick
from engine.sepmosa import Cell, Pass, Place
from engine.sepmosa.coach import hints
from vision.judge.proposal import Proposal, Status

PATIENCE = 5.0  # seconds a press waits: a hand withdraws, and a slow Pi reads twice
DOUBTING = 1.5  # seconds of them in which a further look may still be surer than the last
SHOWN = 0.3  # seconds a move is on the screen before a press that waited plays it


# Buttons


def press(model: Model, event: Press) -> Outcome:
    """A button confirms what is on the screen, or it is said why not."""
    return _carry_out(model, confirms(model, event.seat))


def confirm(model: Model, event: Confirm) -> Outcome:
    """A tap on "yes" does as the button does, and never plays another move than it was put on."""
    confirmed = confirms(model)
    meant = event.offer.move if isinstance(event.offer, Offer) else None
    if isinstance(confirmed, PlayMove) and meant not in (None, confirmed.offer.move):
        return stay(model)
    return _carry_out(model, confirmed)


def _carry_out(model: Model, confirmed: Confirmation) -> Outcome:
    match confirmed:
        case PlayMove(offer):
            return play(model, offer.move)
        case PassTurn():
            return play(model, Pass())
        case TakeBack(depth):
            return undo(model, depth)
        case AskToPass():
            return ask_pass(model, own.AskPass())
        case AskAbout(proposal):
            return ask(model, proposal)
        case LookFirst():
            return _look_first(model)
        case Nothing(why) if why is not None:
            return show(model, why), (Sound(SoundName.ERROR),)
    return stay(model)


def _look_first(model: Model) -> Outcome:
    """A press that waits, and says so, for a look that begins after it; one is enough."""
    if model.awaited is not None:
        return notify(model, Message.LOOKING), (Sound(SoundName.TICK),)
    unseen, effects = look_again(model)
    waiting = replace(unseen, awaited=model.now + PATIENCE, pick=picks.NO_PICK)
    return notify(waiting, Message.LOOKING), (*effects, Sound(SoundName.TICK))


def ask(model: Model, proposal: Proposal) -> Outcome:
    """The question that a proposal raises."""
    question = question_about(model, game_of(model).state, proposal)
    asked = replace(model, question=question, awaited=None, pick=picks.NO_PICK, notice=None)
    return replace(asked, phase=Phase.QUESTION, trail=()), (Sound(SoundName.QUESTION),)


def ask_pass(model: Model, _: own.AskPass) -> Outcome:
    """Whether the player whose turn it is wants to pass; not while a changed table is in sight."""
    if is_changed(model, model.proposal):
        return object_to(to_game(model), Message.PASS_NOT_NOW)
    asked = replace(to_game(model), phase=Phase.ASK_PASS, pick=picks.NO_PICK, notice=None)
    return replace(asked, insisted=model.insisted), (Sound(SoundName.QUESTION),)


def doubt(model: Model, _: own.Doubt) -> Outcome:
    """A player says that the proposal is wrong: ask for what was played."""
    return ask(model, model.proposal or Proposal(Status.NONE))


# Camera and clock


def seen(model: Model, event: own.Seen) -> Outcome:
    """A newer look at the table. What is new there takes the place of what was chosen by touch,
    and a press that waited for this look is answered."""
    after = looked(model, event)
    proposal = event.proposal
    if is_changed(model, proposal) and gist(proposal) != gist(model.noted):
        after = replace(after, pick=picks.NO_PICK)
    if proposal is None or model.awaited is None:
        return stay(after)
    if is_unchanged(model, proposal):
        return ask_pass(after, own.AskPass())
    if proposal.status is Status.MOVE:
        return stay(replace(after, notice=None))  # it is played once it has been shown
    if proposal.status in UNDECIDED:
        return stay(after)
    return ask(after, proposal)


def tick(model: Model, _: Tick) -> Outcome:
    """A press that waited plays the move it waited for, or is given up."""
    if model.awaited is None:
        return stay(model)
    confirmed = confirms(model)
    waited = model.now - (model.awaited - PATIENCE)
    if isinstance(confirmed, PlayMove):
        if model.now - model.offered >= SHOWN:
            return play(model, confirmed.offer.move)
        if waited < PATIENCE + SHOWN:
            return stay(model)
    seen = model.proposal
    if seen is not None and seen.status in UNDECIDED and waited >= DOUBTING:
        return ask(model, seen)
    if waited < PATIENCE:
        return stay(model)
    return object_to(replace(model, awaited=None), Message.SAW_NOTHING)


# Touch


def choose_tile(model: Model, event: own.ChooseTile) -> Outcome:
    """A tile chosen; after a cell that is taken, a tile 1–10 says what really lies there. No tile
    lets go of all that was chosen."""
    if event.tile is None:
        return let_go(model, Back())
    model = replace(model, awaited=None)
    table = game_of(model).state
    pick = model.pick
    if not event.tile.is_action and pick.tile is None and len(pick.cells) == 1:
        cell = pick.cells[0]
        if cell in table.mosaic:
            return correct_tile(model, cell, event.tile)
    return stay(replace(model, pick=picks.with_tile(table, pick, event.tile)))


def choose_cell(model: Model, event: own.ChooseCell) -> Outcome:
    """A cell chosen, with or without a tile; beside a tile the camera is sure of, its real cell."""
    model = replace(model, awaited=None)
    table = game_of(model).state
    elsewhere = _elsewhere(model, event.cell)
    if elsewhere is not None:
        return stay(replace(model, pick=picks.pick_of_move(table, elsewhere)))
    return stay(replace(model, pick=picks.with_cell(table, model.pick, event.cell)))


def _elsewhere(model: Model, cell: Cell) -> Place | None:
    """The tile of a sure proposal, laid at another cell instead, if it may lie there."""
    seen = model.proposal
    if not model.pick.is_empty or seen is None or seen.status is not Status.MOVE:
        return None
    move = seen.move
    if not isinstance(move, Place) or move.cell == cell:
        return None
    there = Place(move.tile, cell)
    return there if picks.is_legal(game_of(model).state, there) else None


def choose_move(model: Model, event: own.ChooseMove) -> Outcome:
    """A whole move chosen, yet to be confirmed."""
    if isinstance(event.move, Pass):
        return ask_pass(model, own.AskPass())
    pick = picks.pick_of_move(game_of(model).state, event.move)
    return stay(replace(model, pick=pick, awaited=None))


def ask_coach(model: Model, _: own.AskCoach) -> Outcome:
    """The best places for the tile that was chosen, else the best there are, from what both players
    see; nothing is played before it is confirmed."""
    tile = model.pick.tile
    found = hints(game_of(model).state, None if tile is None else (tile,))
    if not found:
        return object_to(model, Message.COACH_NOTHING)
    offers = tuple(Offer(hint.move, hint.points) for hint in found)
    return stay(replace(model, pick=Pick(tile, (), offers, is_coached=True), awaited=None))


def let_go(model: Model, _: Back) -> Outcome:
    """What was chosen is let go."""
    return stay(replace(model, pick=picks.NO_PICK, awaited=None))


# Passing and undoing


def seen_while_passing(model: Model, event: own.Seen) -> Outcome:
    """A tile laid after all takes the question back."""
    after = looked(model, event)
    return stay(to_game(after) if is_changed(model, event.proposal) else after)


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


def to_turn(model: Model, _: object) -> Outcome:
    """Never mind: the game goes on."""
    return stay(to_game(model))
