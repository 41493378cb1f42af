"""What every game's table has in common, and how an event sets off its rows.

`step` is pure. A row names every phase it may lead to besides staying; for `Go` these are also
the screens that can be chosen there. What no row names is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.core import events as on
from device.core.effects import Effect, Led, Sound
from device.core.game import Row, row
from device.core.handlers import anywhere
from device.core.model import CommonModel, CommonPhase, M

COMMON: Mapping[type, Row] = {  # in every phase of every game
    on.Tick: row(anywhere.tick),
    on.Failed: row(anywhere.failed, CommonPhase.FAULT),
    on.Change: row(anywhere.change),
    on.Exported: row(anywhere.exported),
    on.Noticed: row(anywhere.noticed),
}


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
    after, effects = after.plays.flow.settled(model, after, event, effects)
    return after, (*_audible(after, effects), *_changed_leds(model, after))


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


def _audible(model: CommonModel, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    if model.settings.has_sound:
        return effects
    return tuple(effect for effect in effects if not isinstance(effect, Sound))


def _changed_leds(before: CommonModel, after: CommonModel) -> tuple[Effect, ...]:
    pairs = zip(leds_of(before), leds_of(after), strict=True)
    return tuple(now for then, now in pairs if then != now)
