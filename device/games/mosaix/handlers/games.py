"""Games as a whole: the menu, a new one, taking back, its end, and those of the past."""

from __future__ import annotations

from dataclasses import replace

from device.core import events as companion
from device.core.effects import (
    BeginGame,
    DrawLot,
    Effect,
    FetchGames,
    ListGames,
    Sound,
    SoundName,
)
from device.core.events import Back, CameraChanged, Confirm, Hold, Press
from device.core.handlers import door
from device.core.handlers import games as past
from device.core.handlers.outcome import notify, object_to, stay
from device.core.messages import Message
from device.core.model import CAMERA_MESSAGES, CommonPhase, OpenGame
from device.games.mosaix import events as on
from device.games.mosaix.handlers.outcome import (
    Outcome,
    go_back,
    kept_of,
    match_of,
    to_game,
    visit,
    went_on,
    with_last_throw,
)
from device.games.mosaix.match import figures_of, is_over, is_solo, players_of
from device.games.mosaix.model import MOST_PLAYERS, Mosaix, Phase, Plan, Replay
from device.games.mosaix.sheet import BLANK
from engine.mosaix import Redo, Start, Step, Undo, new_game, paper
from engine.mosaix.table import PLAYERS
from engine.names import clean_name

# Coming and going


def opened(model: Mosaix) -> Outcome:
    """MOSAIX is chosen at home: its menu, with what the store has."""
    return replace(model, phase=Phase.MENU, look=model.look + 1, seen=None), (FetchGames(),)


def fetched(model: Mosaix, event: companion.Fetched) -> Outcome:
    """The open game, those of the past, and the names known."""
    names = (*event.names[:MOST_PLAYERS], *[""] * MOST_PLAYERS)[:MOST_PLAYERS]
    known = replace(model, past_games=event.games, known_names=event.names)
    if not any(model.plan.names):
        known = replace(known, plan=replace(model.plan, names=names))
    if event.open_game is None:
        return stay(replace(known, match=None, game_id=None, names=()))
    opened = event.open_game
    known = with_last_throw(known, opened.game)
    return stay(replace(known, match=opened.game, game_id=opened.id, names=opened.names))


def back(model: Mosaix, _: Back | Press | Hold) -> Outcome:
    """The phase one came from."""
    return stay(go_back(model))


def to_menu(model: Mosaix, _: Back) -> Outcome:
    """The menu; the game stays open."""
    return stay(replace(model, phase=Phase.MENU, trail=(), notice=None))


def camera_changed(model: Mosaix, event: CameraChanged) -> Outcome:
    """Without a camera everything is done by touch."""
    changed = replace(model, camera=event.status)
    if changed.has_camera == model.has_camera:
        return stay(changed)
    changed = replace(changed, seen=None)
    if changed.has_camera:
        return stay(notify(changed, Message.CAMERA_BACK))
    return object_to(changed, CAMERA_MESSAGES.get(event.status, Message.CAMERA_LOST))


# The menu and a new game


def resume(model: Mosaix, _: companion.Resume | Press) -> Outcome:
    """The open game goes on; without one a new one is prepared."""
    if model.match is None:
        return stay(visit(model, Phase.NEW))
    return stay(to_game(model))


def visit_from_menu(model: Mosaix, event: companion.Go) -> Outcome:
    """A new game, an open one asked about first; a board to count; other screens."""
    match = model.match
    if event.phase is CommonPhase.SETTINGS:
        return door.visit_home(model, event)
    if event.phase is Phase.COUNT:
        blank = replace(model, sheet=BLANK, counting=None, picture=None)
        return stay(visit(blank, Phase.COUNT))
    if event.phase is not Phase.NEW or match is None:
        effects: tuple[Effect, ...] = (ListGames(),) if event.phase is Phase.PAST else ()
        return visit(model, event.phase), effects
    if is_over(match):
        closed, effects = close(model)
        return visit(closed, Phase.NEW), effects
    return stay(visit(model, Phase.ASK_END))


def close(model: Mosaix) -> Outcome:
    """The menu, without an open game."""
    closed, effects = past.close(model)
    return replace(closed, match=None, names=(), pick=None, seen=None), effects


def set_players(model: Mosaix, event: on.SetPlayers) -> Outcome:
    """How many play."""
    count = min(max(event.count, PLAYERS.start), MOST_PLAYERS)
    return _planned(model, replace(model.plan, players=count))


def set_name(model: Mosaix, event: companion.SetName) -> Outcome:
    """A player's name, made fit to be shown and kept."""
    names = list(model.plan.names)
    names[event.seat] = clean_name(event.name)
    return _planned(model, replace(model.plan, names=tuple(names)))


def set_centre(model: Mosaix, event: on.SetCentre) -> Outcome:
    """The symbol printed on a player's board."""
    centres = list(model.plan.centres)
    centres[event.player] = event.symbol
    return _planned(model, replace(model.plan, centres=tuple(centres)))


def set_kept(model: Mosaix, event: on.SetKept) -> Outcome:
    """Whether the device keeps the boards."""
    return _planned(model, replace(model.plan, is_kept=event.is_kept))


def _planned(model: Mosaix, plan: Plan) -> Outcome:
    return stay(replace(model, plan=plan))


def start(model: Mosaix, _: Confirm | Press) -> Outcome:
    """The lot is drawn; then the game begins."""
    plan = model.plan
    names = [name for name in plan.names[: plan.players] if name]
    if len(set(names)) < len(names):
        return object_to(model, Message.NAMES_EQUAL)
    return model, (DrawLot(plan.players),)


def lot_fell(model: Mosaix, event: companion.LotFell) -> Outcome:
    """The game begins, and with it its record."""
    plan = model.plan
    if event.seat not in range(plan.players):
        return stay(model)
    if plan.is_kept:
        match = new_game(Start(plan.centres[: plan.players], event.seat))
        begun = replace(model, match=match)
    else:
        begun = replace(model, match=paper.Paper().append(paper.Begin(plan.players, event.seat)))
    names = plan.names[: plan.players]
    begun = replace(begun, names=names, game_id=None, notice=None, undo_depth=1)
    return to_game(begun), (BeginGame(names, match_of(begun).log), Sound(SoundName.TICK))


# Taking back


def ask_undo(model: Mosaix, event: companion.AskUndo | Hold) -> Outcome:
    """Whether the last events shall be taken back."""
    if model.match is None or model.match.can_undo == 0:
        return object_to(model, Message.NOTHING_TO_UNDO)
    depth = event.depth if isinstance(event, companion.AskUndo) else 1
    asked = replace(model, undo_depth=min(max(depth, 1), model.match.can_undo))
    return stay(visit(asked, Phase.ASK_UNDO))


def deepen_undo(model: Mosaix, event: companion.AskUndo) -> Outcome:
    """More or fewer of them."""
    depth = min(max(event.depth, 1), match_of(model).can_undo)
    return stay(replace(model, undo_depth=depth))


def undo(model: Mosaix, _: Confirm | Press) -> Outcome:
    """They are taken back."""
    depth = model.undo_depth
    match = match_of(model)
    if not 1 <= depth <= match.can_undo:
        return object_to(to_game(model), Message.NOTHING_TO_UNDO)
    changed, effects = went_on(model, match.append(Undo(depth)))
    return notify(changed, Message.UNDONE, depth=depth), (*effects, Sound(SoundName.TICK))


def redo(model: Mosaix, _: companion.AskRedo) -> Outcome:
    """The last event taken back is done again."""
    match = model.match
    if match is None or not match.undone:
        return object_to(model, Message.NOTHING_TO_UNDO)
    changed, effects = went_on(model, match.append(Redo(1)))
    return notify(changed, Message.REDONE), (*effects, Sound(SoundName.TICK))


# The end


def visit_from_game(model: Mosaix, event: companion.Go) -> Outcome:
    """The rules, the settings, the turns so far, the end; from all of them one comes back."""
    if event.phase is CommonPhase.SETTINGS:
        return door.visit_home(model, event)
    if event.phase is Phase.MENU:
        return to_menu(model, Back())
    if event.phase is Phase.REPLAY and model.match is not None:
        shown = OpenGame(model.game_id or 0, model.names, model.match)
        look = Replay(shown, len(figures_of(model.match)), is_past=False)
        return stay(visit(replace(model, replay=look), Phase.REPLAY))
    return stay(visit(model, event.phase) if event.phase is not Phase.REPLAY else model)


def can_stop(model: Mosaix) -> bool:
    """Whether ending the game here is a lone player's right (M7), and no abandoning."""
    match = model.match
    if match is None or isinstance(match, paper.Paper) or not is_solo(match):
        return False
    return match.table.step is not Step.OVER and Phase.MENU not in model.trail[-1:]


def end(model: Mosaix, _: Confirm) -> Outcome:
    """A lone player stops and is told what it amounts to; other games end without a winner."""
    if can_stop(model):
        changed, effects = went_on(model, kept_of(model).stop())
        return changed, (*effects, Sound(SoundName.WIN))
    closed, effects = close(model)
    closed = visit(closed, Phase.NEW) if model.trail[-1:] == (Phase.MENU,) else closed
    return notify(closed, Message.ABANDONED), effects


def choose_player(model: Mosaix, event: on.ChoosePlayer) -> Outcome:
    """Another player's board in view."""
    match = model.match
    if model.phase is Phase.REPLAY and model.replay is not None:
        match = model.replay.shown.game
    if match is None or event.player not in range(players_of(match)):
        return stay(model)
    return stay(replace(model, player=event.player))


def leave_over(model: Mosaix, _: Back) -> Outcome:
    """The finished game goes to those of the past."""
    return close(model)


def rematch(model: Mosaix, _: companion.Rematch | Confirm) -> Outcome:
    """The same players again."""
    closed, effects = close(model)
    return visit(closed, Phase.NEW), effects


# Games of the past


def loaded(model: Mosaix, event: companion.GameLoaded) -> Outcome:
    """The past game asked for, from its end."""
    if event.loaded is None:
        return object_to(model, Message.GAME_DAMAGED)
    shown = Replay(event.loaded, len(figures_of(event.loaded.game)))
    return stay(visit(replace(model, replay=shown, player=0), Phase.REPLAY))
