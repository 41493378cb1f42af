"""What happens the same way in every phase of SEPMOSA: its clock, camera, LEDs, answers."""

from __future__ import annotations

from dataclasses import replace

from device.core import events as on
from device.core.effects import Effect, KeepClock, LedState, ListGames, Sound, SoundName
from device.core.handlers import anywhere
from device.core.handlers.outcome import notify, object_to, stay
from device.core.messages import Message
from device.core.model import CAMERA_MESSAGES, CameraStatus, CommonPhase
from device.core.settings import ClockMode
from device.games.sepmosa.confirm import AskAbout, confirms
from device.games.sepmosa.events import Seen
from device.games.sepmosa.handlers.changes import look_again
from device.games.sepmosa.handlers.outcome import (
    PLAYING,
    Outcome,
    go_back,
    looked,
    phase_of,
    to_game,
)
from device.games.sepmosa.model import Clock, Model, Phase, Trouble
from engine.sepmosa import Step

TIMED = frozenset({Phase.TURN, Phase.ASK_PASS})  # while a question is asked no time is lost
ASKING = frozenset({Phase.QUESTION, Phase.GUIDE_BACK, Phase.ASK_PASS})
CALLING_BOTH = frozenset({Phase.RESET, Phase.RESHUFFLE, CommonPhase.FAULT, Phase.ASK_UNDO})
DARK = frozenset({Phase.SET_TABLE, CommonPhase.SHUT_DOWN})
KEPT_EVERY = 5.0  # seconds of a turn after which the clock is kept
LISTED = frozenset({Phase.PAST_GAMES, Phase.STATISTICS})


def tick(model: Model, event: on.Tick) -> Outcome:
    """Time goes on: notices end, the clock counts."""
    ticked, _ = anywhere.tick(model, event)
    return _count_time(ticked)


def _count_time(model: Model) -> Outcome:
    table = model.table
    mode = model.settings.clock
    runs = model.phase in TIMED and table is not None and table.step is Step.PLAY
    if mode is ClockMode.OFF or not runs or table is None:
        if model.clock.since is None:
            return stay(model)
        return stay(replace(model, clock=replace(model.clock, since=None)))
    clock = model.clock
    passed = max(model.now - clock.since, 0.0) if clock.since is not None else 0.0
    one, two = clock.players
    players = (one + passed, two) if table.player == 0 else (one, two + passed)
    counted = Clock(model.now, clock.turn + passed, players, clock.has_warned)
    timed = replace(model, clock=counted)
    kept: tuple[Effect, ...] = ()
    if counted.turn // KEPT_EVERY > clock.turn // KEPT_EVERY:
        kept = (KeepClock(model.game_id, counted.players, counted.turn),)
    if counted.has_warned or not _is_up(timed, table.player):
        return timed, kept
    warned = replace(timed, clock=replace(counted, has_warned=True))
    message = Message.TURN_TIME_UP if mode is ClockMode.TURN else Message.PLAYER_TIME_UP
    return notify(warned, message, player=table.player), (*kept, Sound(SoundName.QUESTION))


def _is_up(model: Model, seat: int) -> bool:
    if model.settings.clock is ClockMode.TURN:
        return model.clock.turn >= model.settings.turn_seconds
    return model.clock.players[seat] >= model.settings.player_seconds


def seen(model: Model, event: Seen) -> Outcome:
    """What the camera says is kept for when it is wanted."""
    return stay(looked(model, event))


def camera_changed(model: Model, event: on.CameraChanged) -> Outcome:
    """Trouble with the camera is said, and the game goes on by touch; what was seen before no
    longer counts."""
    if event.status is model.camera:
        return stay(model)
    changed, effects = look_again(_unasked(replace(model, camera=event.status)))
    if event.status in CAMERA_MESSAGES:
        told, sounds = object_to(replace(changed, awaited=None), CAMERA_MESSAGES[event.status])
        return told, (*effects, *sounds)
    if event.status is CameraStatus.WELL and model.camera in CAMERA_MESSAGES:
        adjusted = model.camera is CameraStatus.LAMP
        changed = notify(changed, Message.CAMERA_ADJUSTED if adjusted else Message.CAMERA_BACK)
    return changed, effects


def _unasked(model: Model) -> Model:
    """The model without a question that an outdated look has raised, wherever one came from it."""
    if model.question is None or model.question.trouble is Trouble.DOUBTED:
        return model
    if model.phase is Phase.QUESTION:
        return to_game(model)
    trail = tuple(Phase.TURN if each is Phase.QUESTION else each for each in model.trail)
    return replace(model, question=None, trail=trail)


def failed(model: Model, event: on.Failed) -> Outcome:
    """A fault is shown; a press waits no longer."""
    return anywhere.failed(replace(model, awaited=None), event)


def leave_fault(model: Model, _: object) -> Outcome:
    """Back to where the fault happened."""
    return stay(replace(go_back(model), fault=None))


def go(model: Model, event: on.Go) -> Outcome:
    """Another screen; the lists are made anew for those that show them."""
    if event.phase is CommonPhase.HOME:
        return go_home(model, event)
    visited, _ = anywhere.go(replace(model, awaited=None), event)
    return visited, (ListGames(),) if event.phase in LISTED else ()


def go_home(model: Model, event: on.Go | on.Back) -> Outcome:
    """Home; the game stays open."""
    return anywhere.go_home(replace(model, question=None, awaited=None), event)


def back(model: Model, _: on.Back) -> Outcome:
    """The phase one came from."""
    return stay(replace(go_back(model), notice=None))


def press_back(model: Model, _: on.Press) -> Outcome:
    """A button leads from a visited screen back to the game, if one is under way."""
    if model.table is not None and any(phase in PLAYING for phase in model.trail):
        return stay(to_game(model))
    return stay(model)


def lot_fell(model: Model, event: on.LotFell) -> Outcome:
    """Who starts."""
    return stay(replace(model, lot=event.seat))


def led(model: Model, seat: int) -> LedState:
    """What the LED of a seat does: lit for whose turn it is, blinking when attention is needed."""
    if model.phase in CALLING_BOTH:
        return LedState.BLINKING
    if model.table is None or model.phase in DARK:
        return LedState.OFF
    if model.table.player != seat or phase_of(model.table) not in PLAYING:
        return LedState.OFF
    has_question = model.phase in ASKING or isinstance(confirms(model, seat), AskAbout)
    return LedState.BLINKING if has_question else LedState.LIT
