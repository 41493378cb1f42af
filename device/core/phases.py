"""What every game's table has in common, and how an event sets off its rows.

`step` is pure. A row names every phase it may lead to besides staying; for `Go` these are also
the screens that can be chosen there. What no row names is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from device import games
from device.core import events as on
from device.core.config import Config
from device.core.effects import Effect, Led, Sound, Speak, TakeUp, TellState
from device.core.game import Outcome, Row, row
from device.core.handlers import anywhere
from device.core.model import CameraStatus, CommonModel, CommonPhase, M, OpenGame
from device.core.settings import Settings
from device.system.facts import NO_FACTS, Facts

COMMON: Mapping[type, Row] = {  # in every phase of every game
    on.Tick: row(anywhere.tick),
    on.Failed: row(anywhere.failed, CommonPhase.FAULT),
    on.Change: row(anywhere.change),
    on.Exported: row(anywhere.exported),
    on.GameBegun: row(anywhere.game_begun),
    on.GamesListed: row(anywhere.games_listed),
    on.Noticed: row(anywhere.noticed),
}
AROUND: Mapping[Enum, Mapping[type, Row]] = {  # where whatever is played may lead
    CommonPhase.FAULT: {
        each: row(anywhere.leave_fault) for each in (on.Press, on.Confirm, on.Back)
    },
}


def start(
    settings: Settings,
    open_game: OpenGame | None = None,
    known_names: tuple[str, ...] = (),
    camera: CameraStatus = CameraStatus.OFF,
    now: float = 0.0,
    config: Config | None = None,
    facts: Facts = NO_FACTS,
) -> Outcome:
    """The companion just switched on, at home, with the game that was left open there."""
    home = games.GAMES[0]
    config = config or home.flow.fresh.config
    model = replace(
        home.flow.fresh,
        games=games.GAMES,
        settings=settings,
        known_names=known_names,
        camera=camera,
        now=now,
        entered=now,
        config=config,
        running=config,
        facts=facts,
    )
    started, effects = home.flow.started(model, open_game)
    state = TellState(home.flow.state(started))
    return started, (TakeUp(home), *effects, *leds_of(started), state)


def step(model: M, event: on.Event) -> tuple[M, tuple[Effect, ...]]:
    """The model after one event, and what is to be done in the world, in that order."""
    flow = model.plays.flow
    if flow.is_outdated(model, event):
        return model, ()
    after = model
    effects: tuple[Effect, ...] = ()
    for found in rows_for(model, event):
        after, more = found.handler(after, event)
        effects = (*effects, *more)
    if after.phase is not model.phase:
        after = replace(after, entered=after.now)
    if after.plays is model.plays:
        after, effects = flow.settled(model, after, event, (*effects, *_said(model, after)))
    return after, (
        *_audible(after, effects),
        *_changed_leds(model, after),
        *_changed_state(model, after),
    )


def rows_for(model: CommonModel, event: on.Event) -> tuple[Row, ...]:
    """The rows an event sets off: that of the phase, else the one for everywhere; for time both."""
    flow = model.plays.flow
    own, general = flow.table[model.phase].get(type(event)), flow.anywhere.get(type(event))
    if isinstance(event, on.Go) and own and event.phase not in own.leads_to:
        return ()
    rows = (general, own) if isinstance(event, on.Tick) else (own or general,)
    return tuple(each for each in rows if each is not None)


def leds_of(model: CommonModel) -> tuple[Led, Led]:
    """What both LEDs do."""
    led = model.plays.flow.led
    return Led(0, led(model, 0)), Led(1, led(model, 1))


def _said(before: CommonModel, after: CommonModel) -> tuple[Effect, ...]:
    if not after.settings.has_speech or after is before:
        return ()
    text = after.plays.flow.spoken(before, after)
    return (Speak(text, after.settings.language),) if text else ()


def _audible(model: CommonModel, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    if model.settings.has_sound:
        return effects
    return tuple(effect for effect in effects if not isinstance(effect, Sound))


def _changed_state(before: CommonModel, after: CommonModel) -> tuple[Effect, ...]:
    state = after.plays.flow.state(after)
    return () if state is before.plays.flow.state(before) else (TellState(state),)


def _changed_leds(before: CommonModel, after: CommonModel) -> tuple[Effect, ...]:
    pairs = zip(leds_of(before), leds_of(after), strict=True)
    return tuple(now for then, now in pairs if then != now)
