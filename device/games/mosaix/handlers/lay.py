"""The throw: seen by the camera or laid by touch, until it is the figure everyone enters."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from device.core.effects import Sound, SoundName
from device.core.events import Confirm, Press
from device.core.handlers.outcome import notify, object_to, stay
from device.games.mosaix import events as on
from device.games.mosaix.draft import Draft, draft_of, draft_of_roll, touched
from device.games.mosaix.effects import AskAdvice, ThrowDice
from device.games.mosaix.handlers.outcome import Outcome, match_of, to_game, went_on
from device.games.mosaix.messages import MosaixMessage
from device.games.mosaix.model import DiceSeen, Mosaix, Phase, Places
from engine.mosaix import Board, Figure, IllegalMove, Lay, Roll
from engine.mosaix.paper import Paper

LAST_THROW = "last-roll"  # a problem like those of `vision.dice.reading`
MISSED = (  # said of dice that were not in sight yet
    MosaixMessage.NO_DICE_SEEN,
    MosaixMessage.COACH_NEEDS_DICE,
    MosaixMessage.COACH_NEEDS_ROLL,
)
LAIN = 0.3  # widths of a die by which one still lies where it lay


def draft_shown(model: Mosaix) -> Draft:
    """The dice on the screen: laid by touch, else as the camera sees them."""
    seen = _seen_figure(model)
    return model.draft if model.draft.dice or seen is None else draft_of(seen, model.draft.brush)


def figure_proposed(model: Mosaix) -> Figure | None:
    """The figure that the button would confirm."""
    if model.draft.dice:
        return model.draft.figure
    return _seen_figure(model)


def _seen_figure(model: Mosaix) -> Figure | None:
    """The figure the camera sees, as it was turned on the screen."""
    if model.seen is None or model.seen.figure is None:
        return None
    return model.seen.figure.turned(model.quarters)


def roll_shown(model: Mosaix) -> Roll | None:
    """What the four dice on the screen show."""
    return draft_shown(model).roll


def solo_board(model: Mosaix) -> Board | None:
    """The board of a lone player, if the device keeps it: then the coach can be asked."""
    match = model.match
    if match is None or isinstance(match, Paper) or not match.table.is_solo:
        return None
    return match.table.boards[0]


def seen(model: Mosaix, event: on.ThrowSeen) -> Outcome:
    """What the camera makes of the dice, kept until it is wanted. The last throw, which still
    lies there, is nobody's throw any more."""
    if event.figure is None and event.problem is None:
        return stay(replace(model, seen=None))
    seen = DiceSeen(event.figure, event.problem, event.places)
    if model.seen is None or model.seen.figure != seen.figure:
        model = replace(model, quarters=0)
    if _is_last_throw(model, seen):
        return stay(replace(model, seen=DiceSeen(None, LAST_THROW)))
    if seen.figure and model.notice and model.notice.sentence.message in MISSED:
        model = replace(model, notice=None)
    return stay(replace(model, seen=seen, is_broken_up=True))


def _is_last_throw(model: Mosaix, seen: DiceSeen) -> bool:
    """Whether these are the dice confirmed last, not thrown again since."""
    last = model.last_throw
    if last is None or last.figure is None or seen.figure is None:
        return False
    if seen.figure.canonical() != last.figure.canonical():
        return False
    return not model.is_broken_up or _lie_alike(seen.places, last.places)


def _lie_alike(now: Places, then: Places) -> bool:
    """Whether every die lies where one lay."""
    return bool(then) and all(any(dist(at, old) < LAIN for old in then) for at in now)


def touch_place(model: Mosaix, event: on.TouchPlace) -> Outcome:
    """A die laid, changed or taken away."""
    draft = touched(draft_shown(model), event.place)
    if draft is None:
        return object_to(model, MosaixMessage.FOUR_DICE)
    return replace(model, draft=draft, is_advised=False), (Sound(SoundName.TICK),)


def choose_brush(model: Mosaix, event: on.ChooseBrush) -> Outcome:
    """The symbol of the next die."""
    return stay(replace(model, draft=replace(model.draft, brush=event.symbol)))


def throw(model: Mosaix, _: on.ThrowForMe) -> Outcome:
    """The device throws the dice: those on the virtual table where it sees them."""
    if not model.can_throw:
        return stay(model)
    thrown = replace(model, draft=Draft(brush=model.draft.brush), is_advised=False)
    return thrown, (ThrowDice(on_table=model.has_camera),)


def rolled(model: Mosaix, event: on.Rolled) -> Outcome:
    """Four dice as they fell, to be laid otherwise or left so."""
    draft = replace(draft_of_roll(event.roll), brush=model.draft.brush)
    return replace(model, draft=draft, is_advised=False), (Sound(SoundName.TICK),)


def let_go(model: Mosaix, _: on.LetGo) -> Outcome:
    """The dice laid by touch are taken away; those the camera saw can be put right."""
    if model.draft.dice:
        return stay(replace(model, draft=Draft(brush=model.draft.brush), is_advised=False))
    return stay(replace(model, draft=draft_shown(model)))


def turn(model: Mosaix, event: on.TurnFigure) -> Outcome:
    """The figure on the screen turned, before it is laid."""
    if not model.draft.dice:
        return turn_shown(model, event)
    figure = model.draft.figure
    if figure is None:
        return stay(model)
    return stay(replace(model, draft=draft_of(figure.turned(event.quarters), model.draft.brush)))


def confirm(model: Mosaix, _: Confirm | Press) -> Outcome:
    """The figure is laid for everyone to enter."""
    figure = figure_proposed(model)
    if figure is None:
        return object_to(model, _missing(model))
    match = match_of(model)
    try:
        laid = match.append(Lay(figure))
    except IllegalMove as no:
        return object_to(model, no.reason)
    changed, effects = went_on(model, laid)
    return replace(changed, notice=None), (*effects, Sound(SoundName.TICK))


def _missing(model: Mosaix) -> MosaixMessage:
    """What is wrong with the dice."""
    if model.draft.dice:
        return MosaixMessage.EDGE_TO_EDGE if model.draft.is_full else MosaixMessage.FOUR_DICE
    return MosaixMessage.NO_DICE_SEEN if model.has_camera else MosaixMessage.FOUR_DICE


def ask_coach(model: Mosaix, _: on.AskCoach) -> Outcome:
    """What the coach would lay with these dice."""
    board, roll = solo_board(model), roll_shown(model)
    if board is None:
        return stay(model)
    if roll is None:
        is_old = model.seen is not None and model.seen.problem == LAST_THROW
        needed = MosaixMessage.COACH_NEEDS_ROLL if is_old else MosaixMessage.COACH_NEEDS_DICE
        return object_to(model, needed)
    return model, (AskAdvice(board, roll),)


def advised(model: Mosaix, event: on.Advised) -> Outcome:
    """The coach's figure, unless the dice have changed meanwhile."""
    if event.asked != roll_shown(model) or event.board != solo_board(model):
        return stay(model)
    if event.advice is None:
        return stay(notify(model, MosaixMessage.COACH_STOPS))
    draft = draft_of(event.advice.figure, model.draft.brush)
    advised = replace(model, draft=draft, is_advised=True)
    return stay(notify(advised, MosaixMessage.COACH_HOPES, count=round(event.advice.outlook)))


def go_on(model: Mosaix, _: Confirm | Press) -> Outcome:
    """Everyone has entered the figure on paper: the dice go to the next player."""
    return stay(replace(to_game(model), phase=Phase.LAY))


def turn_shown(model: Mosaix, event: on.TurnFigure) -> Outcome:
    """The figure in view turned, for those who enter it."""
    return stay(replace(model, quarters=(model.quarters + event.quarters) % 4))
