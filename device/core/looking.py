"""What games share whose eyes look for one thing after the other, such as dice, then a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from device.core.effects import BeginGame, CloseGame, Effect, Save
from device.core.events import CameraChanged
from device.core.model import NEVER, CommonModel


@dataclass(frozen=True, slots=True)
class Look:
    """Wanted of the world: the camera looks for that from now on, and names it so."""

    look: int
    target: Enum | None  # what the game in hand calls it
    since: float  # monotonic seconds; older pictures no longer count


@dataclass(frozen=True, slots=True)
class Looked:
    """What the camera makes of a look; each game adds what that is."""

    look: int
    began: float  # monotonic seconds; no picture behind it is older


@dataclass(frozen=True, slots=True)
class LookingModel(CommonModel):
    """What such a game's screens are drawn from."""

    look: int = 0  # grows with every change of what the camera is to look at; names it
    fresh_since: float = NEVER  # when `look` grew; what was seen before is dropped
    seen: Any = None  # what the camera makes of it


L = TypeVar("L", bound=LookingModel)


def aimed(
    before: L, after: L, event: Any, effects: tuple[Effect, ...], targets: Mapping[Enum, Enum]
) -> tuple[L, tuple[Effect, ...]]:
    """What follows from an event for the camera: what it looks for is that of the phase, and
    another phase, another game or a change of the camera outdates what was seen."""
    is_other = any(isinstance(each, BeginGame | Save | CloseGame) for each in effects)
    if is_other or after.phase is not before.phase or isinstance(event, CameraChanged):
        after = replace(after, look=after.look + 1, seen=None)
    if after.look == before.look:
        return after, effects
    after = replace(after, fresh_since=after.now)
    return after, (*effects, Look(after.look, targets.get(after.phase), after.fresh_since))


def is_old(model: LookingModel, event: Any) -> bool:
    """Whether an event is a look for something else, or one that began before something changed."""
    look = getattr(event, "look", None)
    return look is not None and (look != model.look or event.began <= model.fresh_since)
