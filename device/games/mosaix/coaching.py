"""The coach's edge: he thinks up to a second, so on a screen he does it in a thread of his own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from device.core.effects import Effect
from device.games.mosaix.effects import AskAdvice
from device.games.mosaix.events import Advised
from engine.mosaix import Figure


def advice_on(asked: AskAdvice) -> Advised:
    """What the coach says: a figure with its entry for a roll, an entry for a figure."""
    from engine.mosaix.players import advise, advise_entry  # only where he is asked

    board, what = asked.board, asked.asked
    advice = advise_entry(board, what) if isinstance(what, Figure) else advise(board, what)
    return Advised(board, what, advice)


class Coach:
    """Answers at once where nobody waits for a picture, else through `put` when he is done."""

    def __init__(self, put: Callable[[Advised], None] | None = None) -> None:
        self._put = put

    def do(self, effect: Effect) -> Advised | None:
        """Thinks about what he is asked."""
        if not isinstance(effect, AskAdvice):
            return None
        if self._put is None:
            return advice_on(effect)
        Thread(target=self._think, args=(effect,), name="coach", daemon=True).start()
        return None

    def _think(self, asked: AskAdvice) -> None:
        if self._put is not None:
            self._put(advice_on(asked))
