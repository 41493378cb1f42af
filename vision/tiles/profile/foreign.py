"""Notices that the tiles on the table are not those of the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.thresholds.tiles import FOREIGN_FROM, LIKE_OWN_SET

if TYPE_CHECKING:
    from collections.abc import Sequence


def looks_foreign(likeness: Sequence[float | None]) -> bool:
    """Whether faces, by their likeness to the nearest taught one, are of another set."""
    known = [each for each in likeness if each is not None]
    return len(known) >= FOREIGN_FROM and float(np.median(known)) < LIKE_OWN_SET
