"""The companion at work: every event steps the model, and the edges do what it then wants."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Protocol

from device.core import effects as wanted
from device.core import events as on
from device.core.phases import step
from device.games.mosaix import effects as mosaix_effects
from device.games.mosaix import events as mosaix_events
from device.games.sepmosa.handlers.outcome import Outcome
from device.games.sepmosa.model import Model
from device.store.edge import Keeper
from device.store.file import StoreError


class Edge(Protocol):
    """Something that does effects in the world."""

    def do(self, effect: wanted.Effect) -> on.Event | None:
        """Does `effect` if it is for this edge, and says what came of it."""


class Lots:
    """Draws who starts, and throws dice."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def do(self, effect: wanted.Effect) -> on.Event | None:
        match effect:
            case wanted.DrawLot():
                return on.LotFell(self._rng.randrange(2))
            case mosaix_effects.DrawLot(players):
                return mosaix_events.LotFell(self._rng.randrange(players))
            case mosaix_effects.ThrowDice():
                from engine.mosaix.players import roll_dice  # nobody who rolls real dice needs them

                return mosaix_events.Rolled(roll_dice(self._rng))
        return None


class Companion:
    """Owns the model. What is to be kept is on disk before the model that says so is shown."""

    def __init__(self, begun: Outcome, keeper: Keeper, edges: Sequence[Edge]) -> None:
        self.model, effects = begun
        self._keeper = keeper
        self._edges = tuple(edges)
        self._waiting: deque[on.Event] = deque()
        answers = (keeper.do(effect) for effect in effects)
        self._waiting.extend(answer for answer in answers if answer is not None)
        self._do(effects)
        self._work_off()

    def take(self, event: on.Event) -> Model:
        """The model after `event` and all that follows from it."""
        self._waiting.append(event)
        self._work_off()
        return self.model

    def _work_off(self) -> None:
        while self._waiting:
            event = self._waiting.popleft()
            model, effects = step(self.model, event)
            try:
                answers = [self._keeper.do(effect) for effect in effects]
            except StoreError as trouble:  # nothing that is not on disk is ever shown
                if not isinstance(event, on.Failed):
                    self._waiting.append(on.Failed(trouble.sentence))
                continue
            self.model = model
            self._waiting.extend(answer for answer in answers if answer is not None)
            self._do(effects)

    def _do(self, effects: Sequence[wanted.Effect]) -> None:
        for effect in effects:
            for edge in self._edges:
                answer = edge.do(effect)
                if answer is not None:
                    self._waiting.append(answer)
