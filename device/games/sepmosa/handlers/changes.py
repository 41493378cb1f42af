"""Every way the game itself changes: a move, a shuffle, undo, redo, a correction."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import Effect, Save, Sound, SoundName
from device.core.handlers.outcome import notify, object_to
from device.core.messages import Message
from device.core.model import CameraStatus
from device.core.settings import ClockMode
from device.games.sepmosa.effects import Misread, WatchTable
from device.games.sepmosa.handlers.checklists import (
    Lies,
    checklist_for,
    differences_from,
    guide_checks,
    lies_as,
)
from device.games.sepmosa.handlers.outcome import Outcome, game_of, outdated, to_game
from device.games.sepmosa.model import Clock, Gain, Model, Phase, Pick
from engine.history import Undo
from engine.sepmosa import Game, IllegalMove, Move, Pass, Reset, Reshuffle, Step, Table, points
from vision.judge.explain import changes_of
from vision.judge.proposal import Difference, Status

BACK = 12  # deeds back at which the table is looked for


def went_on(model: Model, game: Game[Table]) -> Outcome:
    """The model with a changed game: saved, watched, and nothing left of what was asked."""
    before = len(model.game.log) if model.game else 0
    changed = replace(
        model,
        game=game,
        earlier=_earlier_after(model, game),
        noted=None,
        pick=Pick(),
        gain=None,
        clock=replace(model.clock, turn=0.0, has_warned=False),
    )
    changed = to_game(outdated(changed))
    changed = replace(changed, checklist=checklist_for(game.state))
    seconds = model.clock.players if model.settings.clock is ClockMode.PLAYER else None
    save = Save(model.game_id, game.log[before:], before, seconds)
    return changed, (save, watch_effect(changed))


def play(model: Model, move: Move) -> Outcome:
    """`move` played by the player whose turn it is, or the reason why it cannot be."""
    game = game_of(model)
    table = game.state
    try:
        played = game.play(move)
    except IllegalMove as no:
        return object_to(model, Message.NOT_LEGAL, move=move, detail=no.reason)
    scored = points(table.mosaic, move)
    known = replace(model, overruled=_overruled(model, move, played.state))
    changed, effects = went_on(known, played)
    gain = Gain(table.player, move, scored, changed.state_id)
    message = Message.PASSED if isinstance(move, Pass) else Message.SCORED
    changed = notify(
        replace(changed, gain=gain),
        message,
        player=table.player,
        move=move,
        points=scored,
    )
    return changed, (*effects, *misread(model, move), *_sounds(played.state, scored))


def misread(model: Model, was: Move) -> tuple[Effect, ...]:
    """What the camera said, where it was something else than what was played."""
    read = model.shown
    if read is None or model.game is None or model.camera is not CameraStatus.WELL:
        return ()
    is_quiet = read.status is Status.NONE and model.question is None  # laid later, or not at all
    if read.move == was or read.status is Status.BLOCKED or is_quiet:
        return ()
    return (Misread(model.game, read, was),)


def shuffle(model: Model) -> Outcome:
    """The reset or reshuffle that is due, done."""
    game = game_of(model)
    event = Reset() if game.state.step is Step.RESET else Reshuffle()
    changed, effects = went_on(replace(model, overruled=frozenset()), game.add(event))
    player = game_of(changed).state.player
    return notify(changed, Message.NEXT_ROUND, player=player), (*effects, Sound(SoundName.TICK))


def undo(model: Model, depth: int) -> Outcome:
    """The last `depth` deeds taken back, and the way back to the table as it was then, unless the
    camera has seen it there already."""
    if model.game is None or not 1 <= depth <= model.game.can_undo:
        return object_to(to_game(model) if model.game else model, Message.NOTHING_TO_UNDO)
    changed, effects = went_on(model, model.game.undo(depth))
    seen = model.shown
    if seen is None or seen.status is not Status.UNDONE or seen.back != depth:
        changed = guided_from(changed, _lies(model))
    return notify(changed, Message.UNDONE), (*effects, Sound(SoundName.TICK))


def redo(model: Model) -> Outcome:
    """The last deed taken back done again, with what that takes at the table."""
    if model.game is None or not model.game.undone:
        return object_to(model, Message.NOTHING_TO_UNDO)
    changed, effects = went_on(model, model.game.redo())
    changed = guided_from(changed, _lies(model))
    return notify(changed, Message.REDONE), (*effects, Sound(SoundName.TICK))


def guided_from(model: Model, lies: Lies) -> Model:
    """The model on the way from what lies on the table to its game; nothing is offered before its
    end."""
    table = game_of(model).state
    checks = guide_checks(differences_from(lies, table))
    if not checks or table.step is not Step.PLAY:
        return model
    return replace(model, phase=Phase.GUIDE_BACK, checklist=checks, has_taken_back=True)


def guided_back(model: Model) -> Model:
    """The model of a game taken up again: where it ended with taking back, the table may not have
    followed yet."""
    game = game_of(model)
    match game.log[-1]:
        case Undo(depth):
            return guided_from(model, lies_as(game.redo(depth).state))
    return model


def _lies(model: Model) -> Lies:
    """What lies on the table as far as is known without looking."""
    checks = model.checklist if model.has_taken_back else ()
    return lies_as(game_of(model).state, checks)


def look_again(model: Model) -> Outcome:
    """The model in which no look so far counts, and the camera looks at once."""
    unseen = outdated(model)
    return unseen, () if unseen.game is None else (watch_effect(unseen),)


def watch_effect(model: Model) -> WatchTable:
    """What the camera is to compare the table with."""
    game = game_of(model)
    return WatchTable(model.state_id, game.state, model.earlier, model.fresh_since, game)


def earlier_tables(game: Game[Table]) -> tuple[Table, ...]:
    """The tables after taking back one deed, two deeds and so on, at most `BACK`."""
    return game.earlier(BACK)


def _earlier_after(model: Model, game: Game[Table]) -> tuple[Table, ...]:
    """The earlier tables of a game that has changed; one deed more need not be told anew."""
    if model.game is not None and game.units[:-1] == model.game.units:
        return (model.game.state, *model.earlier)[:BACK]
    return earlier_tables(game)


def restart_clock(model: Model) -> Model:
    """The model with a clock for a new game."""
    return replace(model, clock=Clock())


def _sounds(after: Table, scored: int) -> tuple[Effect, ...]:
    if after.step is Step.OVER:
        return (Sound(SoundName.WIN),)
    if scored > 0:
        return (Sound(SoundName.SCORE, scored),)
    return (Sound(SoundName.TICK),)


def _overruled(model: Model, move: Move, after: Table) -> frozenset[Difference]:
    """What the camera will go on to see otherwise than the players say, as far as it is known."""
    if isinstance(move, Pass):
        return model.overruled | model.insisted
    if model.table is None or model.shown is None:
        return model.overruled
    changed = changes_of(model.table.mosaic, move).cells
    laid = {cell: after.mosaic[cell] for cell in changed if cell in after.mosaic}
    found = {
        Difference(each.cell, laid[each.cell], each.seen)
        for each in model.shown.differences
        if each.cell is not None and each.cell in laid and each.seen not in (None, laid[each.cell])
    }
    return model.overruled | found
