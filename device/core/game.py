"""A game as a value: all that the companion knows of it. `device.games.GAMES` lists them."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from device.core.table_state import TableState
from engine.history import History

if TYPE_CHECKING:
    from device.camera.grabber import Grabber
    from device.core.effects import Effect, LedState
    from device.core.events import Event
    from device.core.export_kind import ExportKind
    from device.core.model import CommonModel, OpenGame
    from device.core.settings import Settings
    from device.share.seen import Onlooker
    from device.store.contents import KeptGame
    from device.ui.view import Screens

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


def as_it_is(_before: Any, after: Any, _event: Event, effects: tuple[Effect, ...]) -> Outcome:
    """Nothing more follows from an event than its row says."""
    return after, effects


def to_beginning(model: Any) -> Outcome:
    """The first of the game's phases; what the store has of it is to be fetched."""
    from device.core.effects import FetchGames

    return replace(model, phase=model.plays.flow.fresh.phase), (FetchGames(),)


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """What happens in a game: in this phase, on this event, that is done, leading there."""

    fresh: CommonModel  # the game's own model before anything was done
    table: Mapping[Enum, Mapping[type, Row]]
    anywhere: Mapping[type, Row]  # in every phase, unless it has a row of its own
    led: Callable[[Any, int], LedState]  # what the LED of a seat does
    opened: Callable[[Any], Outcome] = to_beginning
    """Another game was in hand before."""
    started: Callable[[Any, OpenGame | None], Outcome] = lambda model, _open_game: (model, ())
    """Switched on at home, where this game is the first, with the one that was left open."""
    is_outdated: Callable[[Any, Event], bool] = lambda _model, _event: False
    """Whether an event is of something that is no longer."""
    settled: Callable[[Any, Any, Event, tuple[Effect, ...]], Outcome] = as_it_is
    """What follows from every event: before, after, the event, what it wants done."""
    spoken: Callable[[Any, Any], str] = lambda _before, _after: ""
    """What is said aloud of a change; empty where nothing is."""
    state: Callable[[Any], TableState] = lambda _model: TableState.IDLE
    """What happens at the table, for onlookers."""
    live: frozenset[Enum] = frozenset()  # phases whose screens show the camera's picture


Result = TypeVar("Result")
Steps = Generator[None, None, Result]  # work that can be left off after every small step


@dataclass(frozen=True, slots=True, eq=False)
class Codec:
    """How a game is kept, listed and handed on."""

    seats: Container[int]  # how many may play
    line: Callable[[Any], str]  # an entry of the log as text
    replay: Callable[[Sequence[str]], Steps[Any]]
    """The history that such a log tells; raises ValueError or IndexError."""
    summary: Callable[[OpenGame], Steps[dict[str, Any]]]  # what the list of games shows
    export: Callable[[OpenGame, ExportKind, Settings], bytes]  # the content of a file
    past: Callable[[KeptGame], Any] = lambda kept: kept if kept.summary else None
    """The line in the list; None where there is no summary."""
    turns: Callable[[Any], int] = lambda game: int(game.state.turn) - 1
    """In a history; without a single one it is no game at all."""


def step_by_step(
    empty: History[Any, Any, Any], entry: Callable[[str], Any]
) -> Callable[[Sequence[str]], Steps[Any]]:
    """What replays a log onto an empty history, each entry by itself."""

    def replay(log: Sequence[str]) -> Steps[Any]:
        history = empty
        for text in log:
            history = history.append(entry(text))
            yield
        return history

    return replay


def at_once(work: Callable[[Any], Result]) -> Callable[[Any], Steps[Result]]:
    """Work that is too short to be left off."""

    def steps(given: Any) -> Steps[Result]:
        yield
        return work(given)

    return steps


class Edge(Protocol):
    """Something that does effects in the world."""

    def do(self, effect: Effect) -> Event | None:
        """Does `effect` if it is for this edge, and says what came of it."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a game's own edges may use. Without a camera there is no grabber."""

    put: Callable[[Any], None] | None = None  # an event from another thread; None: nobody waits
    rng: Random = field(default_factory=Random)
    grabber: Grabber | None = None
    clock: Callable[[], float] = lambda: 0.0  # monotonic seconds
    pause: float = 0.2  # seconds between looks


@dataclass(frozen=True)
class GameKind:
    """A game to play. Its rooms are loaded when first wanted; all games have the same ones."""

    name: str  # in the games' file, in the catalogues and on the command line
    title: str  # as players write it
    package: str

    def _part(self, room: str, name: str) -> Any:
        return getattr(import_module(f"{self.package}.{room}"), name)

    @property
    def flow(self) -> Flow:
        """What happens in it."""
        return self._part("phases", "FLOW")  # type: ignore[no-any-return]

    @property
    def codec(self) -> Codec:
        """How it is kept."""
        return self._part("codec", "CODEC")  # type: ignore[no-any-return]

    @property
    def screens(self) -> Screens:
        """How it looks."""
        return self._part("ui.screens", "SCREENS")  # type: ignore[no-any-return]

    @property
    def onlooker(self) -> Onlooker | None:
        """How it is shown to onlookers; None where nobody is to see it."""
        if find_spec(f"{self.package}.onlooker") is None:
            return None
        return self._part("onlooker", "ONLOOKER")  # type: ignore[no-any-return]

    def edges(self, around: Around) -> tuple[Edge, ...]:
        """What it alone wants done in the world, the eyes among it."""
        return self._part("edges", "edges")(around)  # type: ignore[no-any-return]
