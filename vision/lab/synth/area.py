"""The piece of a table top that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lab.synth.arrays import F32, f32


@dataclass(frozen=True, slots=True)
class Area:
    """The piece of the table that is drawn."""

    size_wh: tuple[int, int]
    px: float
    offset: tuple[float, float]

    def axes(self) -> tuple[F32, F32]:
        """(1, w) and (h, 1) millimetres."""
        w, h = self.size_wh
        x = self.offset[0] + (np.arange(w, dtype=np.float32) + 0.5) / self.px
        y = self.offset[1] + (np.arange(h, dtype=np.float32) + 0.5) / self.px
        return f32(x[None, :]), f32(y[:, None])

    def span_mm(self) -> tuple[float, float]:
        return self.size_wh[0] / self.px, self.size_wh[1] / self.px
