"""Where the time goes."""

from __future__ import annotations

import time


class Stopwatch:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Adds the time since the last lap to a stage."""
        now = time.perf_counter()
        self.stage_ms[stage] = self.stage_ms.get(stage, 0.0) + (now - self._last) * 1000.0
        self._last = now
