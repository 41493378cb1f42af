"""Questions about the table: answered by touch in a tap or two, or by putting the table right."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Sound, SoundName
from device.core.events import Confirm, Press
from device.core.handlers.outcome import notify, object_to, stay, visit
from device.core.messages import Message
from device.games.sepmosa import events as own
from device.games.sepmosa.confirm import GoOn, confirms, is_unchanged
from device.games.sepmosa.handlers import amend, picks, turn
from device.games.sepmosa.handlers.changes import play, redo, undo, went_on
from device.games.sepmosa.handlers.checklists import (
    differences_of,
    guide_checks,
    instruction,
    is_complete,
    tick_by_hand,
    tick_guided,
)
from device.games.sepmosa.handlers.disagreements import followed, misread_turn, question_about
from device.games.sepmosa.handlers.outcome import Outcome, game_of, looked, to_game
from device.games.sepmosa.handlers.shuffles import hold_up
from device.games.sepmosa.model import Model, Offer, Phase, Pick, Question, Trouble
from engine.sepmosa import Broken, Cell, Pass, Tile
from engine.sepmosa.values import cells_of
from vision.judge.proposal import Difference, Proposal, Status

PUT_RIGHT = frozenset({Status.MOVE, Status.NONE})


def question_of(model: Model) -> Question:
    """The question asked; raises ValueError where there is none."""
    if model.question is None:
        raise ValueError("nothing is asked")
    return model.question


# What the camera sees meanwhile


def seen(model: Model, event: own.Seen) -> Outcome:
    """A table put right answers the question; another trouble asks another one."""
    after = looked(model, event)
    if event.crop is None:
        after = replace(after, crop=model.crop)
    proposal = event.proposal
    asked = question_of(model)
    if proposal is None or proposal == model.proposal or asked.trouble is Trouble.DOUBTED:
        return stay(after)
    if proposal.status in PUT_RIGHT or is_unchanged(model, proposal):
        return stay(replace(to_game(after), pick=picks.NO_PICK))
    if proposal.status is Status.BLOCKED and asked.trouble is not Trouble.BLOCKED:
        return stay(after)
    question = question_about(after, game_of(model).state, proposal)
    return stay(replace(after, question=question))


# Answers by touch


def choose_move(model: Model, event: own.ChooseMove) -> Outcome:
    """A ranked alternative is what was played."""
    if isinstance(event.move, Pass):
        return ask_pass(model, own.AskPass())
    return play(model, event.move)


def ask_pass(model: Model, event: own.AskPass) -> Outcome:
    """Players who pass all the same know better than the camera what lies there."""
    told = model.shown.differences if model.shown else ()
    return turn.ask_pass(replace(model, insisted=frozenset(told)), event)


def choose_tile(model: Model, event: own.ChooseTile) -> Outcome:
    """Any tile chosen freely: the doubtful place is taken for its cell."""
    table = game_of(model).state
    if event.tile is None:
        return stay(replace(model, pick=picks.NO_PICK))
    pick = picks.with_tile(table, model.pick, event.tile)
    asked = question_of(model)
    if asked.trouble is Trouble.DOUBTED and event.tile == asked.tile and not model.pick.cells:
        return stay(replace(model, pick=pick))  # the tile was right, so it was the place
    cell = asked.cells[0] if len(asked.cells) == 1 else None
    free = not model.pick.cells and not event.tile.is_action
    if cell is not None and cell in table.mosaic and free:
        if table.mosaic[cell] == event.tile:
            return stay(to_game(_overrule(model, cell)))
        return amend.correct_tile(model, cell, event.tile)
    return _answer(model, pick, _near(pick, asked.cells))


def _overrule(model: Model, cell: Cell) -> Model:
    """What the camera sees at `cell` is wrong, as long as it sees just that."""
    told = model.shown.differences if model.shown else ()
    known = {each for each in told if each.cell == cell}
    return replace(model, overruled=model.overruled | known)


def choose_cell(model: Model, event: own.ChooseCell) -> Outcome:
    """Any cell chosen freely, for the tile chosen or known to be laid."""
    table = game_of(model).state
    asked = question_of(model)
    tile = model.pick.tile or asked.tile
    pick = picks.with_cell(table, replace(model.pick, tile=tile), event.cell)
    return _answer(model, pick, pick.offers if pick.tile else ())


def _near(pick: Pick, cells: tuple[Cell, ...]) -> tuple[Offer, ...]:
    """The offers that happen at the doubtful places, all of them if there are several."""
    wanted = set(cells)
    if not wanted:
        return ()
    return tuple(each for each in pick.offers if set(cells_of(each.move)) <= wanted)


def _answer(model: Model, pick: Pick, left: tuple[Offer, ...]) -> Outcome:
    """The move played where only one is left, else what was chosen so far is shown."""
    if len(left) == 1:
        return play(model, left[0].move)
    return stay(replace(model, pick=pick))


def table_is_right(model: Model, _: own.TableIsRight) -> Outcome:
    """The game follows the table: deeds are undone, misread turns corrected; else the history
    is shown, where the wrong turn can be chosen."""
    proposal = model.shown or Proposal(Status.NONE)
    if question_of(model).trouble is Trouble.CLEARED:
        return stay(visit(to_game(model), Phase.ASK_ABANDON))
    if proposal.status is Status.UNDONE:
        return undo(model, proposal.back or 1)
    game = game_of(model)
    differences = [each for each in proposal.differences if each not in model.overruled]
    right = followed(game, differences) if differences else None
    if right is None:
        lost = notify(visit(to_game(model), Phase.HISTORY), Message.NO_ONE_MOVE)
        return lost, (Sound(SoundName.QUESTION),)
    if isinstance(right, Broken):
        return _show_break(model, differences[0])
    changed, effects = went_on(model, right)
    last = right.log[-1]
    turn = getattr(last, "turn", 0)
    told = notify(changed, Message.CORRECTED, turn=turn, move=getattr(last, "what", ""))
    return told, (*effects, Sound(SoundName.TICK))


def _show_break(model: Model, wrong: Difference) -> Outcome:
    """The correction that cannot be made, with the turn that breaks."""
    misread = None
    if wrong.cell is not None and isinstance(wrong.seen, Tile):
        misread = misread_turn(game_of(model), wrong.cell, wrong.seen)
    if misread is None:
        return object_to(model, Message.NO_EARLIER_TURN, cell=wrong.cell)
    return amend.apply_correction(to_game(model), misread.turn, misread.move)


def screen_is_right(model: Model, _: own.ScreenIsRight) -> Outcome:
    """The way back to what the screen shows, tile by tile."""
    proposal = model.shown or Proposal(Status.NONE)
    wrong = [each for each in proposal.differences if each not in model.overruled]
    if not wrong:
        return stay(to_game(model))
    guided = replace(to_game(model), phase=Phase.GUIDE_BACK, checklist=guide_checks(wrong))
    return stay(replace(guided, pick=picks.NO_PICK))


# On the way back


def seen_guiding(model: Model, event: own.Seen) -> Outcome:
    """Steps done are ticked; once nothing is left to do the game goes on."""
    after = looked(model, event)
    proposal = event.proposal
    if proposal is None:
        return stay(after)
    if is_unchanged(model, proposal):
        return _guided(after)
    told = differences_of(game_of(model).state, proposal)
    wrong = tuple(each for each in told if each not in model.overruled)
    ticked = tick_guided(model.checklist, replace(proposal, differences=wrong))
    old_done = all(check.is_done for check in ticked[: len(model.checklist)])
    if proposal.status is Status.MOVE and old_done:
        return stay(_left(after))
    return stay(replace(after, checklist=ticked))


def tick_guide(model: Model, event: own.ChooseCheck) -> Outcome:
    """A step ticked by hand; with the last one the game goes on. Whoever says that the right tile
    lies there knows better than the camera."""
    ticked = replace(model, checklist=tick_by_hand(model.checklist, event.at))
    done = [check.sentence for check in ticked.checklist if check.by_hand]
    told = model.proposal.differences if model.proposal else ()
    known = {each for each in told if _is_misread(each) and instruction(each) in done}
    ticked = replace(ticked, overruled=ticked.overruled | known)
    return _guided(ticked) if is_complete(ticked.checklist) else stay(ticked)


def press_guide(model: Model, _: Press | Confirm) -> Outcome:
    """The game goes on only when the table is right again."""
    return _guided(model) if confirms(model) == GoOn() else hold_up(model)


def leave_guide(model: Model, _: object) -> Outcome:
    """Never mind: what was taken back is redone; else the game goes on as the screen shows it."""
    return redo(model) if model.has_taken_back else stay(_left(model))


def _guided(model: Model) -> Outcome:
    """On with the game; that all is right is not said while the camera still sees otherwise."""
    told = model.proposal.differences if model.proposal else ()
    is_right = not any(each in model.overruled for each in told)
    left = _left(model)
    return notify(left, Message.GUIDED) if is_right else left, (Sound(SoundName.TICK),)


def _left(model: Model) -> Model:
    return replace(to_game(model), checklist=())


def _is_misread(difference: Difference) -> bool:
    return difference.expected is not None and difference.seen is not None
