"""What goes wrong beside the game is told once and ends nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import TracebackType

from device.core.events import Failed
from device.core.messages import Message, say


class Guard:
    """`with guard:` keeps a fault from ending the thread; the players hear of each kind once."""

    def __init__(self, doing: str, put: Callable[[Failed], None]) -> None:
        self._doing = doing
        self._put = put
        self._trouble = ""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return error is None
        logging.getLogger(__name__).error(self._doing, exc_info=error)
        trouble = f"{type(error).__name__}: {error}"
        if trouble != self._trouble:
            self._trouble = trouble
            self._put(Failed(say(Message.FAULT_UNEXPECTED, detail=trouble)))
        return True
