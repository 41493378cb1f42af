"""What MOSAIX alone wants done in the world: dice thrown, a coach asked, dice and boards seen."""

from __future__ import annotations

from random import Random

from device.core.effects import Effect
from device.core.game import Around, Edge
from device.games.mosaix.coaching import Coach
from device.games.mosaix.effects import ThrowDice
from device.games.mosaix.events import Rolled
from device.games.mosaix.watcher import MosaixWatcher
from engine.mosaix.players import roll_dice
from vision.mosaix import MosaixEyes


class Dice:
    """Throws dice where players have none."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def do(self, effect: Effect) -> Rolled | None:
        return Rolled(roll_dice(self._rng)) if effect == ThrowDice() else None


def edges(around: Around) -> tuple[Edge, ...]:
    """All of them; eyes where there is a camera."""
    eyes = MosaixWatcher.started(around, MosaixEyes)
    return (Dice(around.rng), Coach(around.put), *eyes)
