"""A game as a value: all that the companion knows of it. `device.games.GAMES` lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.core.effects import Effect, LedState
    from device.core.events import Event
    from device.core.model import CommonModel

Outcome = tuple[Any, tuple["Effect", ...]]
Handler = Callable[[Any, Any], Outcome]


@dataclass(frozen=True, slots=True)
class Row:
    """What an event does in a phase, and every other phase that may follow."""

    handler: Handler
    leads_to: frozenset[Enum] = frozenset()


def row(handler: Handler, *leads_to: Enum) -> Row:
    """A row of a game's table."""
    return Row(handler, frozenset(leads_to))


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """What happens in a game: in this phase, on this event, that is done, leading there."""

    fresh: CommonModel  # the game's own model before anything was done
    table: Mapping[Enum, Mapping[type, Row]]
    anywhere: Mapping[type, Row]  # in every phase, unless it has a row of its own
    is_outdated: Callable[[Any, Event], bool]  # whether a look is of something that is no longer
    settled: Callable[[Any, Any, Event, tuple[Effect, ...]], Outcome]  # before, after, event
    led: Callable[[Any, int], LedState]  # what the LED of a seat does


@dataclass(frozen=True, eq=False)
class Game:
    """One game; what it is made of is loaded when it is first wanted."""

    name: str  # in the games' file, in the catalogues and on the command line
    title: str  # as players write it
    load_flow: Callable[[], Flow]

    @cached_property
    def flow(self) -> Flow:
        """What happens in it."""
        return self.load_flow()
