"""The page on which sharing is switched on and off, and that says how it goes."""

from __future__ import annotations

from dataclasses import replace

from device.core.effects import AskSharing, Effect, Sound, SoundName, WishSharing
from device.core.events import Share, SharingTold, Tick
from device.core.model import NEVER, M

ASK_S = 1.0  # seconds between two questions how it goes
Outcome = tuple[M, tuple[Effect, ...]]


def tick(model: M, _: Tick) -> Outcome[M]:
    """Asks how it goes, now and then, as long as the page is open."""
    if model.now - model.sharing.asked < ASK_S:
        return model, ()
    return replace(model, sharing=replace(model.sharing, asked=model.now)), (AskSharing(),)


def wish(model: M, event: Share) -> Outcome[M]:
    """On, off, or on under another link."""
    effects = WishSharing(event.is_on, event.is_new), Sound(SoundName.TICK)
    return replace(model, sharing=replace(model.sharing, since=model.now)), effects


def told(model: M, event: SharingTold) -> Outcome[M]:
    """How it goes; what is late is counted from when it was on without a word."""
    before = model.sharing
    is_waiting = before.is_on and before.told is None and before.since > NEVER
    since = before.since if is_waiting else model.now
    known = replace(before, is_on=event.is_on, told=event.told, by_hand=event.by_hand, since=since)
    return replace(model, sharing=known), ()
