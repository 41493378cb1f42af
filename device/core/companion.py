"""The companion at work: every event steps the model, and the edges do what it then wants."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from device.core import effects as wanted
from device.core import events as on
from device.core.game import Around, Edge, Outcome
from device.core.phases import step
from device.store.edge import Keeper
from device.store.file import StoreError


class Lots:
    """Draws who starts."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, wanted.DrawLot):
            return on.LotFell(self._rng.randrange(effect.players))
        return None


class OwnEdges:
    """The edges that single games have for themselves, from when each is first taken up."""

    def __init__(self, around: Around) -> None:
        self.around = around
        self._edges: dict[str, tuple[Edge, ...]] = {}

    def do(self, effect: wanted.Effect) -> on.Event | None:
        if isinstance(effect, wanted.TakeUp) and effect.game.name not in self._edges:
            self._edges[effect.game.name] = effect.game.edges(self.around)
        answers = [edge.do(effect) for edges in self._edges.values() for edge in edges]
        return next((answer for answer in answers if answer is not None), None)

    def close(self) -> None:
        """Those that work in threads of their own do so no more."""
        for edge in (edge for edges in self._edges.values() for edge in edges):
            getattr(edge, "close", lambda: None)()


class Companion:
    """Owns the model. What is to be kept is on disk before the model that says so is shown."""

    def __init__(self, begun: Outcome, keeper: Keeper, edges: Sequence[Edge]) -> None:
        self.model: Any
        self.model, effects = begun
        self._keeper = keeper
        self._edges = tuple(edges)
        self._waiting: deque[on.Event] = deque()
        answers = (keeper.do(effect, self.model.plays) for effect in effects)
        self._waiting.extend(answer for answer in answers if answer is not None)
        self._do(effects)
        self._work_off()

    def take(self, event: on.Event) -> Any:
        """The model after `event` and all that follows from it."""
        self._waiting.append(event)
        self._work_off()
        return self.model

    def _work_off(self) -> None:
        while self._waiting:
            event = self._waiting.popleft()
            model, effects = step(self.model, event)
            try:
                answers = [self._keeper.do(effect, model.plays) for effect in effects]
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
