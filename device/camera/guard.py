"""What goes wrong beside the game is told once and ends nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from device.core.events import Failed
from device.core.messages import Message, say


class Guard:
    """`with guard():` keeps a fault from ending the thread; the players hear of each kind once."""

    def __init__(self, doing: str, put: Callable[[Failed], None]) -> None:
        self._doing = doing
        self._put = put
        self._trouble = ""

    @contextmanager
    def __call__(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            logging.getLogger(__name__).exception(self._doing)
            trouble = f"{type(error).__name__}: {error}"
            if trouble != self._trouble:
                self._trouble = trouble
                self._put(Failed(say(Message.FAULT_UNEXPECTED, detail=trouble)))
